"""What an open list is made of: which list it is, its rows, and what choosing one does."""

from dataclasses import dataclass

from turnkeeper.ui.outcomes import GiveSeats, Leave, Take


@dataclass(frozen=True, slots=True)
class Spec:
    """Which list is open.

    kind: "menu" (the GM's), "order", "about" (one combatant), "deeds" (what it may do), "act" (for
    whom), "asked" (who owes), "pods" (their lines), "build" (the next word of a verb), "spell" (a
    word by letters), "why" and "now" (to read).  words: what is chosen so far.
    """

    kind: str
    verb: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Back:
    """Leave the list; what was read is read."""


Does = Take | Leave | GiveSeats | Spec | Back


@dataclass(frozen=True, slots=True)
class Item:
    """One row to choose: what it is called, and what choosing it does."""

    label: str
    does: Does
    right: str = ""
    struck: bool = False
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """An open list: items to choose or to read, or a number to dial."""

    title: str
    items: tuple[Item, ...] = ()
    start: int = 0
    dial: tuple[int, int] | None = None
