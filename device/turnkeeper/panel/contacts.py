"""When a contact's chatter is a press, a hold or a fault; and which way the knob was turned.

Pure: time comes in as `now`, in seconds on a clock that never jumps, and nothing here reads a pin.
The pins themselves are in inputs.py. What bounce looks like, and why no library's filter is used
(they drop short presses, or report late), is told at `Contacts`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

SETTLE_S = 0.022  # bounce of a bad switch lasts 20 ms; then the level is read again
GLITCH_S = 0.005  # nobody lets go of a button and presses it again within this
HOLD_S = 0.5
STUCK_S = 10.0
LOOK_S = 1.0  # levels are compared this often, in case an edge was never told

Kind = Literal["press", "hold", "stuck"]


@dataclass(frozen=True, slots=True)
class Touch:
    """What a person did to a contact, or (`stuck`) what is wrong with it."""

    name: str
    kind: Kind


@dataclass(slots=True)
class _Contact:
    """One contact: what it is taken to be (`down`), and what was last seen of it (`seen`)."""

    down: bool = False
    since: float = 0.0
    seen: bool = False
    seen_at: float = 0.0
    look_at: float | None = None  # when to read the level again
    bouncing: bool = False  # until then edges are only noted
    longest_up: float = 0.0  # the longest it was seen up since it went up
    spent: bool = False  # its release does nothing: it counted already
    stuck: bool = False

    def see(self, level: bool, at: float) -> None:
        """Note a level, seen at a time that is no earlier than the last one's."""
        if level != self.seen:
            if level:
                self.longest_up = max(self.longest_up, at - self.seen_at)
            self.seen, self.seen_at = level, at

    @property
    def due(self) -> float:
        """When something is to be done about it; infinity: not before an edge."""
        times = [float("inf") if self.look_at is None else self.look_at]
        if self.down and self.seen and not self.spent:
            times.append(self.since + HOLD_S)
        if self.down and self.seen and not self.stuck:
            times.append(self.since + STUCK_S)
        return min(times)


class Contacts:
    """The contacts called *names*, each on its own; all up until seen otherwise.

    An edge is taken at once, so nothing waits for the bounce to end. What follows within
    `SETTLE_S` is bounce; then the level is read again, and where it differs the contact has
    changed meanwhile. A press counts at its release before `HOLD_S`; a hold counts once, at
    `HOLD_S`, and its release does nothing. A contact that is down when first looked at, or for
    `STUCK_S`, is stuck: named once, and nothing more until it is up again.

    Give it the edges that wait in the queue before the time that has passed.
    """

    def __init__(self, names: Iterable[str], settle: float = SETTLE_S) -> None:
        """Know these contacts; *settle*, in seconds, is how long edges are bounce."""
        self._contacts = {name: _Contact() for name in names}
        self._settle = settle
        self._look_at = 0.0
        self._looked = False

    @property
    def next_due(self) -> float | None:
        """When to call `settle` (or `tick`) at the latest; None: there are no contacts."""
        if not self._contacts:
            return None
        return min(self._look_at, *(contact.due for contact in self._contacts.values()))

    @property
    def stuck(self) -> tuple[str, ...]:
        """The contacts that are stuck now."""
        return tuple(name for name, contact in self._contacts.items() if contact.stuck)

    def edge(self, name: str, pressed: bool, now: float) -> list[Touch]:
        """Take an edge of contact *name* that came at *now*; a name not ours does nothing."""
        contact = self._contacts.get(name)
        if contact is None:
            return []
        now = max(now, contact.seen_at)  # an edge that was late in the queue
        touches = self._pass_time(name, contact, None, now)
        contact.see(pressed, now)
        if not contact.bouncing:
            if pressed != contact.down:
                touches += self._change(name, contact, now)
            else:  # to where it stood already: an edge before this one was lost
                contact.look_at = now + self._settle
        return touches

    def settle(self, levels: Mapping[str, bool], now: float) -> list[Touch]:
        """Let time pass until *now*, with the pins' *levels* (True: pressed) as just read.

        The first call finds the contacts that are down from the start. A level that no edge told
        of counts when it is still so at the next look, `SETTLE_S` later: its edge may yet come.
        """
        if not self._looked:
            self._looked = True
            self._first_look(levels, now)
        self._look_at = now + LOOK_S if now >= self._look_at else self._look_at
        touches: list[Touch] = []
        for name, contact in self._contacts.items():
            touches += self._pass_time(name, contact, levels.get(name), now)
        return touches

    def tick(self, now: float) -> list[Touch]:
        """Let time pass until *now* where the pins cannot be read: edges are all there is."""
        return self.settle({}, now)

    def _first_look(self, levels: Mapping[str, bool], now: float) -> None:
        for name, contact in self._contacts.items():
            if levels.get(name) and not contact.down and contact.look_at is None:
                contact.see(True, now)
                contact.down, contact.since, contact.spent = True, now - STUCK_S, True

    def _pass_time(
        self, name: str, contact: _Contact, level: bool | None, now: float
    ) -> list[Touch]:
        """Do what is due by *now*; *level* is None where it was not read anew."""
        touches: list[Touch] = []
        while contact.look_at is not None and contact.look_at <= now:
            touches += self._look(name, contact, level, now)
        if level is not None and level != contact.down and contact.look_at is None:
            contact.see(level, now)
            contact.look_at = now + self._settle
        if contact.down and contact.seen:
            if not contact.spent and now >= contact.since + HOLD_S:
                contact.spent = True
                touches.append(Touch(name, "hold"))
            if not contact.stuck and now >= contact.since + STUCK_S:
                contact.stuck = True
                touches.append(Touch(name, "stuck"))
        return touches

    def _look(self, name: str, contact: _Contact, level: bool | None, now: float) -> list[Touch]:
        """The bounce is over: take the level for what it is."""
        if level is not None:
            contact.see(level, now)
        # A contact that opens under the thumb for less than GLITCH_S in all was counted when it
        # opened; it goes on without counting again.
        chattered = contact.bouncing and contact.longest_up < GLITCH_S
        contact.look_at, contact.bouncing = None, False
        if contact.seen == contact.down:
            return []
        touches = self._change(name, contact, contact.seen_at)
        contact.spent = contact.down and chattered
        return touches

    def _change(self, name: str, contact: _Contact, at: float) -> list[Touch]:
        """Go down, or up, as of *at*."""
        counts = contact.down and not contact.spent
        contact.down, contact.since = contact.seen, at
        contact.look_at, contact.bouncing = at + self._settle, True
        contact.longest_up, contact.spent, contact.stuck = 0.0, False, False
        return [Touch(name, "press")] if counts else []


# The knob: two contacts that close one after the other, four steps from rest to rest. A row for
# each state, with where each pair of levels leads; both open is rest. Bounce goes to and fro
# between neighbours, so a turn counts only where the whole way was gone.
_REST, _CW1, _CW2, _CW3, _CCW1, _CCW2, _CCW3 = range(7)
_NEXT = (
    # open     b alone  a alone  both
    (_REST, _CCW1, _CW1, _REST),
    (_REST, _REST, _CW1, _CW2),
    (_REST, _CW3, _CW1, _CW2),
    (_REST, _CW3, _REST, _CW2),
    (_REST, _CCW1, _REST, _CCW2),
    (_REST, _CCW1, _CCW3, _CCW2),
    (_REST, _REST, _CCW3, _CCW2),
)


class Quadrature:
    """A turning knob with one detent for each cycle of its contacts; A first is clockwise."""

    def __init__(self) -> None:
        """Stand at rest."""
        self._state = _REST

    def step(self, a: bool, b: bool) -> int:
        """Take the levels (True: closed) after an edge; 1 clockwise, -1 the other way, else 0."""
        before, self._state = self._state, _NEXT[self._state][a << 1 | b]
        if self._state != _REST or a or b:
            return 0
        return {_CW3: 1, _CCW3: -1}.get(before, 0)
