"""The lists that are open over the battle's page, and where the cursor is in each.

A list is made anew from the battle each time that it is looked at, so it never shows what does not
hold any more. The cursor stays with what it points at, and where that has gone it points at
nothing: no press that came a moment too late chooses what nobody meant.
"""

from dataclasses import dataclass, field

from turnkeeper.ui.building import dialled
from turnkeeper.ui.choices import listing
from turnkeeper.ui.dial import Spin
from turnkeeper.ui.lists import Back, Does, Listing, Spec
from turnkeeper.ui.outcomes import GiveSeats, Leave, Take
from turnkeeper.ui.view import View

GONE = -1
"""The row of a cursor that points at nothing, until it is moved."""


@dataclass(slots=True)
class Overlay:
    """An open list.

    cursor: its row, or the number dialled.  seat: whose hold opened it, 0 for the GM.  at: what
    the row at the cursor does.  spin: how far a number was dialled in one go.
    """

    spec: Spec
    cursor: int
    seat: int = 0
    at: Does | None = None
    spin: Spin = field(default_factory=Spin)


class Overlays:
    """The open lists, the last of *stack* on top; a player's lie over the GM's.

    chose: the list from which the last outcome came.
    """

    def __init__(self) -> None:
        """Nothing is open."""
        self.stack: list[Overlay] = []
        self.chose: Overlay | None = None

    def open(self, spec: Spec, view: View, seat: int = 0) -> Listing:
        """Open a list on top, at the row or number where it starts."""
        opened = listing(spec, view)
        self.stack.append(Overlay(spec, opened.start, seat))
        self._point(self.stack[-1], opened)
        return opened

    def close(self, seat: int) -> None:
        """Close all lists of a seat, or with 0 the GM's."""
        self.stack = [one for one in self.stack if one.seat != seat]

    def move(self, steps: int, view: View) -> None:
        """The knob is turned, or a player's button pressed."""
        top = self.stack[-1]
        opened = listing(top.spec, view)
        if opened.dial:
            top.cursor = top.spin.turned(top.cursor, steps, *opened.dial)
        elif opened.items:
            at = min(top.cursor, len(opened.items) - 1) + steps
            if top.seat:  # a button only steps forward, so it comes round again
                top.cursor = at % len(opened.items)
            else:
                top.cursor = min(max(at, 0), len(opened.items) - 1)
            self._point(top, opened)

    def rest(self) -> None:
        """Nothing was turned or pressed for a while: the next detent is a step of one again."""
        for overlay in self.stack:
            overlay.spin.run = 0

    def choose(self, view: View) -> Take | Leave | GiveSeats | None:
        """What is at the cursor is chosen; None where another list opens or this one closes."""
        top = self.stack[-1]
        opened = listing(top.spec, view)
        self.chose = top
        does: Does | None = Back()
        if opened.dial and view.battle:
            does = dialled(view.battle, top.spec, top.cursor)
        elif any(item.does != Back() for item in opened.items):
            at = min(top.cursor, len(opened.items) - 1)
            does = None if at == GONE else opened.items[at].does
        if isinstance(does, Take | Leave | GiveSeats):
            return does
        if isinstance(does, Spec):
            self.open(does, view, top.seat)
        elif does:
            self.stack.pop()
        return None

    def settle(self, view: View) -> None:
        """An event was taken: the list that led to it closes, the others look at the table anew."""
        if self.chose and self.chose in self.stack:
            self.close(self.chose.seat)
        for seat in {one.seat for one in self.stack if one.seat}:
            first = next(one for one in self.stack if one.seat == seat)
            if not listing(first.spec, view).items:
                self.close(seat)
        for overlay in self.stack:
            self._follow(overlay, listing(overlay.spec, view))

    def _point(self, overlay: Overlay, opened: Listing) -> None:
        items = opened.items
        overlay.at = items[overlay.cursor].does if 0 <= overlay.cursor < len(items) else None

    def _follow(self, overlay: Overlay, opened: Listing) -> None:
        """Keep the cursor where what it points at has gone to."""
        rows = [item.does for item in opened.items]
        if overlay.at is None or rows[overlay.cursor : overlay.cursor + 1] == [overlay.at]:
            return
        overlay.cursor = rows.index(overlay.at) if overlay.at in rows else GONE
        overlay.at = overlay.at if overlay.cursor != GONE else None
