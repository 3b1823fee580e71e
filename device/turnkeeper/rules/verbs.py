"""What can be said to a battle: each verb once, with its words, who may say it, and when.

Script, menus, help and legality are all read off these tables, so that a system says what it can
do in one place and no word of its book is needed anywhere else.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from turnkeeper.errors import ScriptError

Words = tuple[str | int, ...]
"""The words of a command, read: numbers as numbers, all else as it was said."""
WHOLE = re.compile(r"[+-]?[0-9]{1,9}")


class Kind(Enum):
    """What kind of word stands at a place of a command."""

    WHO = "a combatant"
    WHO_OR_SIDE = "a combatant or a side"
    NEW = "a new name"
    WHOLE = "a whole number"
    CHOICE = "one of a few words"
    TEXT = "a word"
    SETTING = "key=value"


class When(Enum):
    """When a verb may come at all; `Verb.refuse` tells the rest."""

    SETUP = "before the start alone"
    ASKED = "when asked"
    BATTLE = "at any time of the battle"
    ALWAYS = "before the start too"


@dataclass(frozen=True, slots=True)
class Arg:
    """One word of a command: what it is called, its kind, and what is allowed.

    offers: (table, *words before it, read) -> the words that the menus offer, where the kind alone
    does not tell them (a skill's name, a kind of action).
    says: (table, *words up to it, read) -> the same word as the menus put it, where the script's is
    not how people say it ("attack Orc, 3 shots").
    """

    name: str
    kind: Kind
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    optional: bool = False
    many: bool = False
    offers: Callable[..., Sequence[str]] | None = None
    says: Callable[..., str] | None = None

    def read(self, word: str) -> str | int:
        """The word's value.

        Raises ScriptError, as a sentence, where it is no such word. Whether a name is known and a
        number is allowed now is for the rules: see `Verb.refuse`.
        """
        if self.kind is Kind.WHOLE:
            if not WHOLE.fullmatch(word):
                raise ScriptError(f"{self.name} must be a whole number, not '{word}'")
            return int(word)
        if self.kind is Kind.CHOICE and word not in self.choices:
            raise ScriptError(f"{self.name} must be {' or '.join(self.choices)}, not '{word}'")
        if self.kind is Kind.SETTING and "=" not in word[1:]:
            raise ScriptError(f"{self.name} must be written key=value, not '{word}'")
        if not word:
            raise ScriptError(f"{self.name} may not be empty")
        return word

    def __str__(self) -> str:
        """As the help shows it: NAME, [NAME], NAME..., pass|fail."""
        shown = "|".join(self.choices) if self.kind is Kind.CHOICE else self.name
        shown += "..." if self.many else ""
        return f"[{shown}]" if self.optional else shown


WHO = Arg("NAME", Kind.WHO)


def never(*_: Any) -> str | None:  # noqa: ANN401 - one test for verbs of any words
    """No reason against it."""
    return None


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb of the language.

    name: as the script writes it.
    args: its words; a first WHO word is the one who does it.
    help: one short line, in the book's words, without a full stop.
    when: when it may come at all.
    gm: whether it is the GM's alone; else it is also offered to the player whose word comes first.
    refuse: (table, *words read) -> a sentence, or None where the rules allow it. Pure.
    do: (table, *words read) changes the table at once and answers no prompt; None: the verb is an
        answer, and the system's own coroutine gets it.
    label: what the menus call it; the name where it is "".
    """

    name: str
    args: tuple[Arg, ...] = (WHO,)
    help: str = ""
    when: When = When.ASKED
    gm: bool = False
    refuse: Callable[..., str | None] = field(default=never)
    do: Callable[..., None] | None = None
    label: str = ""

    @property
    def usage(self) -> str:
        """How it is written: `move NAME METRES`."""
        return " ".join((self.name, *map(str, self.args)))

    def places(self, count: int) -> tuple[Arg, ...]:
        """What stands at each of *count* places, or more: the last again at all after it."""
        return self.args + self.args[-1:] * (count - len(self.args))

    def read(self, words: Sequence[str]) -> Words:
        """The words' values, one for one; ScriptError with a sentence where they do not fit."""
        many = bool(self.args) and self.args[-1].many
        needed = sum(not arg.optional for arg in self.args)
        if len(words) < needed or (len(words) > len(self.args) and not many):
            count = f"{len(words)} word{'s' * (len(words) != 1)}"
            raise ScriptError(
                f"'{self.name}' is written: {self.usage}; here it has {count} after it"
            )
        values: list[str | int] = []
        try:
            for arg, word in zip(self.places(len(words)), words, strict=False):
                values.append(arg.read(word))
        except ScriptError as wrong:
            raise ScriptError(f"'{self.name}' is written: {self.usage}; {wrong}") from None
        return tuple(values)
