"""Who is in a party or an encounter, what a system asks of them, and what is wrong with a file."""

from typing import Literal

from msgspec import Struct, field

MOST_COMBATANTS = 64  # design.md: what a battle in play holds
MOST_SEATS = 24  # eight on the box, the rest on pods


class Character(Struct, frozen=True, kw_only=True):
    """A player's combatant. Attributes are the words that a battle script writes after `=`."""

    name: str
    seat: int | None = None  # 1 to 24; without one the GM answers for it
    side: str = "party"
    attributes: dict[str, str] = field(default_factory=dict)


class Party(Struct, frozen=True, kw_only=True):
    """The players' characters and the system that they play, with its options."""

    system: str
    options: dict[str, str] = field(default_factory=dict)  # u8: {"check": "over", "die": "10"}
    characters: tuple[Character, ...] = ()


class Foe(Struct, frozen=True, kw_only=True):
    """One foe; of a `count` of 3 there are three of these, with numbered names."""

    name: str
    side: str = "foes"
    attributes: dict[str, str] = field(default_factory=dict)


class Encounter(Struct, frozen=True, kw_only=True):
    """The foes of a battle to come, and those who may join it later, both as the file has them."""

    name: str
    system: str = ""  # empty: whatever the party plays
    foes: tuple[Foe, ...] = ()
    reserve: tuple[Foe, ...] = ()


class AttributeRule(Struct, frozen=True, kw_only=True):
    """What one attribute or option of a system may be.

    `whole` and `decimal` take numbers from `low` to `high`, where given; `text` takes one of
    `choices`, where given; `skills` takes names with percentages, `"Sword:74,Bow:65"` or a table.
    """

    name: str
    kind: Literal["whole", "decimal", "text", "skills"] = "whole"
    required: bool = False
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()


class SystemRules(Struct, frozen=True, kw_only=True):
    """The attributes that a system's combatants take, and the options of its battles."""

    attributes: tuple[AttributeRule, ...] = ()
    options: tuple[AttributeRule, ...] = ()


class Problem(Struct, frozen=True):
    """One thing wrong with a file.

    `line` counts from 1, and is None where it cannot be told. `field` is the place in the file,
    `foes[2].ref` for the second foe's ref, empty where it is the whole file.
    """

    file: str
    line: int | None
    field: str
    sentence: str

    def __str__(self) -> str:
        line = "" if self.line is None else f", line {self.line}"
        place = f", {self.field}" if self.field else ""
        return f"{self.file}{line}{place}: {self.sentence}"
