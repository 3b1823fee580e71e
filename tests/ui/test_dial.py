"""A number is dialled with one hand: by ones, and by tens and hundreds where it is far."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.session.evening import Evening, guest, meeting
from turnkeeper.ui.dial import Spin
from turnkeeper.ui.view import Tonight

WIDE = (-999, 999)


def detents(start: int, goal: int, low: int, high: int) -> int:
    """Detents to the goal, for one who looks at each number and turns towards it."""
    spin, at, count = Spin(), start, 0
    while at != goal:
        at = spin.turned(at, 1 if goal > at else -1, low, high)
        count += 1
    return count


@pytest.mark.parametrize("goal", [1, 12, 20, -7, -20])
def test_what_is_near_is_dialled_by_ones(goal: int) -> None:
    assert detents(0, goal, *WIDE) == abs(goal)


@pytest.mark.parametrize(
    ("goal", "most"), [(30, 21), (47, 26), (74, 32), (100, 28), (-150, 33), (500, 43), (999, 50)]
)
def test_what_is_far_takes_two_rounds_of_the_knob_or_three(goal: int, most: int) -> None:
    assert detents(0, goal, *WIDE) <= most < abs(goal)


@given(st.integers(*WIDE), st.integers(*WIDE))
def test_every_number_is_reached_from_every_other(start: int, goal: int) -> None:
    assert detents(start, goal, *WIDE) <= 120


@given(st.integers(0, 99), st.lists(st.sampled_from([-1, 1, 3, -40]), max_size=200))
def test_it_stays_between_its_ends_and_comes_round_again(at: int, turns: list[int]) -> None:
    spin = Spin()
    for steps in turns:
        at = spin.turned(at, steps, 0, 99)
        assert 0 <= at <= 99
    assert Spin().turned(99, 1, 0, 99) == 0
    assert Spin().turned(0, -1, 0, 99) == 99


def test_a_narrow_dial_has_one_pace() -> None:
    spin, at = Spin(), 1
    for number in range(1, 100):
        assert at == 1 + (number - 1) % 10
        at = spin.turned(at, 1, 1, 10)


def shots(path: Path) -> Evening:
    """Ann is to say how often she shoots at the orc."""
    ann = guest("combatant Ann side=party seat=1 reaction=1 agility=5")
    foes = ("combatant Orc side=foes reaction=9 agility=5",)
    there = Tonight("Combat Round", (ann,), (meeting("A", foes),))
    evening = Evening(path / "battles.sqlite", there, "system reaction")
    evening.begin()
    evening.roll(1, 1)
    evening.turn(1)
    evening.push()
    for row in ("Declare", "attack Orc: how many?"):
        while f"> {row}" not in evening.page:
            before = evening.page
            assert evening.turn(1) != before, f"{row} is not among {before}"
        evening.push()
    return evening


def test_a_hundred_and_twenty_shots_are_dialled_in_two_rounds(tmp_path: Path) -> None:
    evening = shots(tmp_path)
    for _ in range(30):
        evening.turn_quickly(1)
    assert "# 120" in evening.page


def test_after_a_rest_a_detent_is_one_again(tmp_path: Path) -> None:
    evening = shots(tmp_path)
    for _ in range(20):
        evening.turn_quickly(1)
    assert "# 21" in evening.page
    assert "# 22" in evening.turn(1)
