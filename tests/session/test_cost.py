"""What a whole battle costs the people: one press a turn and one die a roll, nothing more."""

import random

from tests.session.evening import Evening
from turnkeeper.ui.gestures import Button, Die, Gesture, Key

ROUNDS = 3


def wanted(evening: Evening, chance: random.Random) -> Gesture:
    """What is asked for now, as the page and the lamps tell it to the people."""
    if sides := evening.session.awaited():
        return Die(sides, chance.randint(1, sides))
    (up,) = evening.battle.table.up
    return Button(up.seat) if up.seat else Key("next")


def test_four_players_and_six_foes(evening: Evening) -> None:
    chance = random.Random(7)
    evening.begin()
    dice = presses = 0
    while evening.battle.table.round <= ROUNDS:
        gesture = wanted(evening, chance)
        dice += isinstance(gesture, Die)
        presses += not isinstance(gesture, Die)
        events = len(evening.battle.events)
        evening.do(gesture)
        assert len(evening.battle.events) == events + 1, "every gesture counts"
    ties = sum(len(c.rolled) - 1 for c in evening.battle.table.roster)
    assert presses == 10 * ROUNDS
    assert dice - ties >= 10 * ROUNDS
    assert dice == sum(e[0].verb == "die" for e in evening.battle.events)
    assert "refused" not in evening.heard
    assert evening.heard.count("turn") + evening.heard.count("round") >= presses


def test_the_box_rolls_for_a_turn_of_the_knob_and_a_push(evening: Evening) -> None:
    evening.begin()
    evening.faces = list(range(10, 0, -1)) * 9
    heard = len(evening.heard)
    while evening.session.awaited():
        assert "# box rolls" in evening.turn(-1)
        evening.push()
    rolls = [command for command, *_ in evening.battle.events if command.verb == "roll"]
    assert len(evening.heard) - heard == 2 * len(rolls)
    assert evening.page.startswith("[turn]")
