"""When a pod's button was pressed, held, or is stuck. Pure: time comes in, in seconds.

The same rule as for the buttons on the pins (panel/contacts.py), for what is told late: a press
counts at its release before half a second, a hold once at half a second. A pod tells its presses
and releases one after the other, each with its age, so what happened is reckoned from when it
happened, and nobody is taken to hold a button while the word of its release may be on its way.
"""

from dataclasses import dataclass
from typing import Literal

HOLD_S = 0.5
STUCK_S = 10.0
GRACE_S = 0.3  # how long after a late press its release may yet be on its way
BOUNCE_S = 0.022  # the pod has taken most of it out; as for pins, none is longer

Kind = Literal["press", "hold", "stuck"]


@dataclass(frozen=True, slots=True)
class Touch:
    """What was done to button *key* of a *pod*; *source* is the frame that told it."""

    pod: str
    key: int
    kind: Kind
    source: str


@dataclass(slots=True)
class _Finger:
    """A finger that is down: since when, and when it may be taken for a hold at the earliest."""

    since: float
    hold_at: float
    source: str
    spent: bool
    stuck: bool = False


class Fingers:
    """All fingers that are on buttons of pods."""

    def __init__(self) -> None:
        """None is."""
        self._down: dict[tuple[str, int], _Finger] = {}
        self._up_at: dict[tuple[str, int], float] = {}

    @property
    def next_due(self) -> float | None:
        """When `tick` has something to do; None: not before something is told."""
        dues = [finger.hold_at for finger in self._down.values() if not finger.spent]
        dues += [finger.since + STUCK_S for finger in self._down.values() if not finger.stuck]
        return min(dues, default=None)

    def press(self, pod: str, key: int, source: str, age: float, now: float) -> None:
        """A button went down *age* seconds before *now*."""
        at = now - age
        bounced = at - self._up_at.get((pod, key), float("-inf")) < BOUNCE_S
        hold_at = max(at + HOLD_S, now + GRACE_S)
        self._down[pod, key] = _Finger(at, hold_at, source, spent=bounced)

    def release(self, pod: str, key: int, source: str, age: float, now: float) -> list[Touch]:
        """It came up; nothing comes of it where its press was too old to be told."""
        at = now - age
        finger = self._down.pop((pod, key), None)
        self._up_at[pod, key] = at
        if finger is None or finger.spent:
            return []
        kind: Kind = "hold" if at - finger.since >= HOLD_S else "press"
        return [Touch(pod, key, kind, source)]

    def tick(self, now: float) -> list[Touch]:
        """Let time pass until *now*."""
        touches = []
        for (pod, key), finger in self._down.items():
            if not finger.spent and now >= finger.hold_at:
                finger.spent = True
                touches.append(Touch(pod, key, "hold", finger.source))
            if not finger.stuck and now >= finger.since + STUCK_S:
                finger.stuck = True
                touches.append(Touch(pod, key, "stuck", finger.source))
        return touches

    def lift(self, pod: str) -> None:
        """The pod is gone, or has begun anew: what it held down, nobody knows."""
        self._down = {held: finger for held, finger in self._down.items() if held[0] != pod}
        self._up_at = {held: at for held, at in self._up_at.items() if held[0] != pod}
