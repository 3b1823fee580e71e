"""What the pages are made from: the battle, who and what is there tonight, and what is wrong."""

from dataclasses import dataclass, field

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.command import Command


@dataclass(frozen=True, slots=True)
class Guest:
    """A character of the party, for the home page: its name, its seat, the line that joins it."""

    name: str
    seat: int | None
    joins: Command


@dataclass(frozen=True, slots=True)
class Meeting:
    """An encounter to choose on the home page.

    foes and reserve: the lines that join them.  problem: why it cannot be played, or "".
    """

    name: str
    foes: tuple[Command, ...] = ()
    reserve: tuple[Command, ...] = ()
    problem: str = ""


@dataclass(slots=True)
class Tonight:
    """Who and what is there: the game, its guests and meetings; *absent* are switched off.

    problem: what is wrong with it, for the home page.  notes: what is wrong besides.
    """

    title: str = ""
    guests: tuple[Guest, ...] = ()
    meetings: tuple[Meeting, ...] = ()
    absent: set[str] = field(default_factory=set)
    problem: str = ""
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class View:
    """All that a page may show.

    battle: the one in play, None on the home page.  reserve: the lines that join those who may
    come later.  alert: one or two words that must be seen, such as NOT SAVING.  pods: the rows of
    the page about the lines to pods, words and what stands at their right; empty without pods.
    """

    tonight: Tonight
    battle: Battle | None = None
    reserve: tuple[Command, ...] = ()
    alert: str = ""
    pods: tuple[tuple[str, str], ...] = ()


def seated(battle: Battle, seat: int) -> Combatant | None:
    """The combatant whose button that is."""
    return next((c for c in battle.table.roster if c.seat == seat), None)
