"""One game: its name, what a combatant brings to it, what can be said, and how it plays."""

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from turnkeeper.errors import Refused
from turnkeeper.rules.combatant import Combatant, Number
from turnkeeper.rules.table import Table
from turnkeeper.rules.verbs import Verb


@dataclass(frozen=True, slots=True)
class Attribute:
    """A number or word that a combatant brings, as the book names it.

    kind: "whole", "decimal" or "text".  low, high: what is allowed of a number.
    budget: without this attribute its budget is not counted.  help: the book's own words.
    """

    name: str
    help: str = ""
    kind: str = "whole"
    required: bool = False
    low: int = -999
    high: int = 999

    def read(self, text: str) -> Number | str:
        """The value written as *text*; Refused, as a sentence, where it is not allowed."""
        if self.kind == "text":
            return text
        try:
            value = Fraction(text) if self.kind == "decimal" else Fraction(int(text))
        except (ValueError, ZeroDivisionError):
            what = "number" if self.kind == "decimal" else "whole number"
            raise Refused(f"{self.name} must be a {what}, not '{text}'") from None
        if not self.low <= value <= self.high:
            raise Refused(f"{self.name} must be from {self.low} to {self.high}, not {text}")
        return int(value) if value.denominator == 1 else value


SEAT = Attribute("seat", "the number of its button", low=1, high=24)
"""Every system's combatants may have a seat."""


@dataclass(frozen=True, slots=True)
class Flag:
    """A word that the GM marks a combatant or a side with.

    before_roll: refused once one's first roll is made; and later joiners of a marked side bear it.
    opposite: the flag that it takes the place of, "" for none.  shown: (table, combatant) -> it
    matters now, so that the turn page shows it.
    """

    name: str
    help: str = ""
    before_roll: bool = False
    opposite: str = ""
    shown: Callable[[Any, Any], bool] = lambda *_: True


def nothing(*_: Any) -> None:  # noqa: ANN401 - stands in for hooks of any arguments
    """Nothing to do."""


@dataclass(frozen=True, slots=True)
class System:
    """One game's combat rules. Functions take the table, then a combatant of the system's own.

    name: as the script's first line has it.  title: the book's.  value_name: the number that
    orders ("initiative").  seconds: game time of a turn, 0 where the book has none.
    battle: the procedure.  value: the number that orders, None until known.
    place: (table, combatant, number) sets that number and places it anew, nobody rolls (ALL-08).
    left: what is left of the turn, or the fresh budget, by thing.  why: one sentence or more on
    what put it at its place.  join: a newcomer has been added in mid-battle.
    tell: what is left of the turn, in a few short words for the turn page; None: `left` is told.
    adds: what is added to the die that one is asked for ("+ Ref 3"), for the roll page.
    settings, choose: what `set` takes besides numbers, and what it then does.
    """

    name: str
    title: str
    value_name: str
    attributes: tuple[Attribute, ...]
    battle: Callable[[Any], Coroutine[Any, Any, None]]
    value: Callable[[Any, Any], int | None]
    place: Callable[[Any, Any, int], None]
    left: Callable[[Any, Any], dict[str, int]]
    why: Callable[[Any, Any], str]
    verbs: tuple[Verb, ...] = ()
    flags: tuple[Flag, ...] = ()
    combatant: type[Combatant] = Combatant
    table: type[Table[Any]] = Table
    join: Callable[[Any, Any], None] = nothing
    tell: Callable[[Any, Any], list[str]] | None = None
    adds: Callable[[Any, Any], str] = lambda *_: ""
    settings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seconds: int = 0
    choose: Callable[[Any, Any, str, str], None] = nothing

    def attribute(self, name: str) -> Attribute | None:
        """The attribute of that name, the seat among them."""
        return next((a for a in (*self.attributes, SEAT) if a.name == name), None)

    def flag(self, name: str) -> Flag | None:
        """The flag of that name."""
        return next((f for f in self.flags if f.name == name), None)
