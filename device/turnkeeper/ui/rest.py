"""What the glass does while nobody does anything: it dims, moves, and out of battle goes dark.

Against burning in (D4). In a battle it is never dark: after a while the name alone stays, dim and
moving, and every press counts.
"""

from dataclasses import dataclass, replace

from turnkeeper.rules.battle import Battle
from turnkeeper.ui.page import Page, Row

SHIFT_SECONDS = 60.0
SHIFTS = ((0, 0), (1, 0), (1, -1), (0, -1))
"""A pixel now and then, while the page stands.

Upwards: there is room, and a name stays within its strips of the display's memory, so that a change
of turn costs the bus no more.
"""
WANDER = ((-20, -12), (16, 10), (-8, 14), (22, -10), (0, 0), (-22, 8), (10, -14), (-14, 0))
"""Where the name alone goes, minute by minute; `draw` keeps it whole."""


@dataclass(frozen=True, slots=True)
class Glass:
    """How the page is to be shown: *shift* in pixels, *dim*, *dark*, and the name *alone*."""

    shift: tuple[int, int] = (0, 0)
    dim: bool = False
    dark: bool = False
    alone: bool = False


def glass(idle: float, now: float, *, dim_after: float, dark_after: float, playing: bool) -> Glass:
    """The glass after *idle* seconds without a gesture; *playing*: in a battle."""
    minute = int(now // SHIFT_SECONDS)
    if idle < dark_after:
        return Glass(SHIFTS[minute % len(SHIFTS)], dim=idle >= dim_after)
    if not playing:
        return Glass(dark=True)
    return Glass(WANDER[minute % len(WANDER)], dim=True, alone=True)


def next_change(idle: float, now: float, *, dim_after: float, dark_after: float) -> float:
    """When `glass` will next say something else, on the clock of *now*."""
    began = now - idle
    coming = [t for t in (began + dim_after, began + dark_after) if t > now]
    return min(*coming, (now // SHIFT_SECONDS + 1) * SHIFT_SECONDS, now + SHIFT_SECONDS)


def alone(battle: Battle, page: Page) -> Page:
    """The name, and nothing else."""
    names = [c.name for c in battle.table.up] or [c.name for c in battle.prompt.asked[:1]]
    if not names:
        return replace(page, foot="", foot_right="")
    return Page("idle", (Row(" + ".join(names), "huge", centre=True),), alert=page.alert)
