"""Cues and lamps: what is heard once, and what is lit for as long as it holds.

A cue is what changed by a gesture; a replay (undo, redo, resuming) is silent. A lamp is worked out
from the state and may be sent again at any time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from turnkeeper.ui.view import View

Cue = Literal["", "turn", "round", "refused", "taken"]
Lit = Literal["off", "on", "blink"]


@dataclass(frozen=True, slots=True)
class Moment:
    """What a cue is worked out from, before and after a gesture."""

    round: int
    turns: int
    up: Sequence[str]


def moment(view: View) -> Moment:
    """The moment that the battle is at."""
    if not view.battle:
        return Moment(0, 0, ())
    table = view.battle.table
    return Moment(table.round, len(table.acted), tuple(c.name for c in table.up))


def cue(before: Moment, after: Moment) -> Cue:
    """A new round, or a new turn; "" where it is still the same ones' (ALL-02 makes no sound)."""
    if after.round > before.round:
        return "round"
    new = [name for name in after.up if name not in before.up]
    return "turn" if new or (after.up and after.turns > before.turns) else ""


def lamps(view: View, claim: str) -> dict[int, Lit]:
    """Each seat's lamp: steady for whose turn it is, blinking for who owes an answer.

    Steady too for who claimed the die; on the home page, for who is here tonight.
    """
    battle = view.battle
    if not battle:
        here = view.tonight
        return {g.seat: "off" if g.name in here.absent else "on" for g in here.guests if g.seat}
    aside = battle.system.aside(battle.table)
    owing = [*(battle.prompt.asked if battle.prompt.owed else ()), *(aside.asked if aside else ())]
    lit: dict[int, Lit] = {}
    for combatant in battle.table.roster:
        if combatant.seat:
            lit[combatant.seat] = "blink" if combatant in owing else "off"
            if combatant in battle.table.up or combatant.name == claim:
                lit[combatant.seat] = "on"
    return lit
