"""What is waited for: a question, to whom, and which verbs answer it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from turnkeeper.errors import RuleFault
from turnkeeper.rules.combatant import Combatant

C = TypeVar("C", bound=Combatant)


@dataclass(frozen=True, slots=True)
class Answer(Generic[C]):
    """*who* answered with *verb* and its words, read; *who* is None where the GM answers."""

    who: C | None
    verb: str
    args: tuple[Any, ...] = ()


Default = Callable[[Any], tuple[str, tuple[Any, ...]]]
"""What `next` answers for one who is asked: a verb and its words, read."""


@dataclass(frozen=True, slots=True)
class Prompt(Generic[C]):
    """The open question.

    kind: one word, such as "positions", "roll", "turn", "nobody"; a page is made for each.
    asked: who may answer, in asking order.
    verbs: what answers it.
    owed: an answer of each of *asked* is owed (a die, a plan), not merely awaited (a turn).
    sides: the die that is asked for, by its number of sides; 0 for none.
    title: what it is about, a few words of the book's own ("Initiative", "Tie at 9").
    press: the verb of a short press of one's own button; "" for none. See `pressed`.
    default: what `next` answers for each of *asked*; None where there is no default.
    no_die: who of *asked* has no die for it, and answers with another verb.
    note: one sentence more for the page; "" for none.
    """

    kind: str
    asked: tuple[C, ...] = ()
    verbs: tuple[str, ...] = ()
    owed: bool = False
    sides: int = 0
    title: str = ""
    press: str = ""
    default: Default | None = None
    no_die: tuple[C, ...] = ()
    note: str = ""

    def __post_init__(self) -> None:
        """RuleFault where a game asks what cannot be asked, so that no page need expect it."""
        for one in self.asked:  # a loop, since every replay makes thousands of questions
            if not isinstance(one, Combatant):
                raise RuleFault("combatants are asked, and nobody else")
        if not isinstance(self.verbs, tuple):
            raise RuleFault(f"the verbs of a question are a tuple, not {self.verbs!r}")

    def pressed(self, who: C) -> tuple[str, ...]:
        """What a short press of *who*'s button says: a verb and its words; () for nothing.

        Where the verb is the default's, the default's words come with it: the last plan again.
        """
        if not self.press or who not in self.asked:
            return ()
        verb, words = self.default(who) if self.default else (self.press, ())
        return (self.press, who.name, *(map(str, words) if verb == self.press else ()))
