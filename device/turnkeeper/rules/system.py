"""One game: its name, what a combatant brings to it, what can be said, and how it plays."""

import re
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from turnkeeper.errors import Refused
from turnkeeper.rules.combatant import Combatant, Number
from turnkeeper.rules.prompts import Answer, Prompt
from turnkeeper.rules.table import Table
from turnkeeper.rules.verbs import WHOLE, Arg, Verb

DECIMAL = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,9})?")
MOST = 999_999_999
"""The books cap few numbers; nine digits are what a file and a script take of the others."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """A number or word that a combatant brings, as the book names it.

    kind: "whole", "decimal", "text", or "skills": names with numbers, `Sword:74,Bow:65`.
    low, high: what is allowed of a number.
    check: (text) -> what is wrong with it, "" for nothing.  help: the book's own words.
    """

    name: str
    help: str = ""
    kind: Literal["whole", "decimal", "text", "skills"] = "whole"
    required: bool = False
    low: int = -MOST
    high: int = MOST
    check: Callable[[str], str] = lambda _: ""

    def read(self, text: str) -> Number | str:
        """The value written as *text*; Refused, as a sentence, where it is not allowed."""
        if self.kind in ("text", "skills"):
            if wrong := self.check(text):
                raise Refused(f"{self.name} {wrong}")
            return text
        if not (DECIMAL if self.kind == "decimal" else WHOLE).fullmatch(text):
            what = "number" if self.kind == "decimal" else "whole number"
            raise Refused(f"{self.name} must be a {what}, not '{text}'")
        value = Fraction(text)
        if not self.low <= value <= self.high:
            raise Refused(f"{self.name} must be from {self.low} to {self.high}, not {text}")
        return int(value) if value.denominator == 1 else value

    def takes(self, text: str) -> bool:
        """Whether *text* writes a value that is allowed."""
        try:
            self.read(text)
        except Refused:
            return False
        return True


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


def grant(table: Table[Any], combatant: Combatant, thing: str, number: int) -> None:
    """Set what is left of a thing: of the turn that it is having, else of the next one."""
    of_which = combatant.left if combatant in table.up else combatant.granted
    of_which[thing] = number


@dataclass(frozen=True, slots=True)
class Fact:
    """What a script may expect of this game besides what it may of all.

    name: as the script writes it.  args: its words.  value: (table, *words read) -> a number, which
    the script's last word must equal, or whether it holds.
    """

    name: str
    value: Callable[..., int | bool | None]
    args: tuple[Arg, ...] = ()
    counts: bool = False

    @property
    def usage(self) -> str:
        """What is written after its name."""
        return " ".join((*map(str, self.args), *(["N"] if self.counts else [])))


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
    options: the battle's settings, with the words that each takes.
    facts: what a script may expect of this game alone.
    grant: (table, combatant, thing, number) sets what is left of a thing.
    marked: (table, combatant) its marks have been changed.
    aside: (table) -> a question that is open beside the prompt and holds up nobody, or None.
    answer: (table, answer) the answer to it.
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
    facts: tuple[Fact, ...] = ()
    grant: Callable[[Any, Any, str, int], None] = grant
    marked: Callable[[Any, Any], None] = nothing
    aside: Callable[[Any], Prompt[Any] | None] = nothing
    answer: Callable[[Any, Answer[Any]], None] = nothing

    def attribute(self, name: str) -> Attribute | None:
        """The attribute of that name, the seat among them."""
        return next((a for a in (*self.attributes, SEAT) if a.name == name), None)

    def refuse_option(self, key: str, value: str) -> str | None:
        """Why a battle of this game cannot have that setting; None where it can."""
        if not (allowed := self.options.get(key)):
            known = ", ".join(self.options) or "none"
            return f"{self.title} has no option {key}; its options: {known}"
        if value in allowed:
            return None
        said = " or ".join(allowed) if len(allowed) < 9 else f"{allowed[0]} to {allowed[-1]}"
        return f"{key} is {said}, not '{value}'"

    def flag(self, name: str) -> Flag | None:
        """The flag of that name."""
        return next((f for f in self.flags if f.name == name), None)
