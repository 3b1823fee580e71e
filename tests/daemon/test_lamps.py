"""The seats' lamps at their pins: steady, or blinking together, at most twice a second (D4)."""

import time

import pytest

from tests.daemon import box
from tests.daemon.conftest import SitDown
from turnkeeper_sim.workbench import Workbench

WATCHED = 2.2
"""Seconds; long enough for two flashes of one a second."""


def lamp_changes(table: Workbench, seconds: float) -> list[tuple[float, int, bool]]:
    """When which seat's lamp was switched, in so many seconds."""
    seats = {pin: seat for seat, pin in enumerate(table.config.pins.lamps, 1)}
    seen: list[tuple[float, int, bool]] = []

    def told(pin: int, level: bool) -> None:
        if pin in seats:
            seen.append((time.monotonic(), seats[pin], level))

    table.factory.told = told
    time.sleep(seconds)
    table.factory.told = lambda *_: None
    return seen


def most_flashes(changes: list[tuple[float, int, bool]]) -> int:
    """The most flashes of the device within a second; lamps that go on together are one."""
    flashes: list[float] = []
    for at, _, lit in changes:
        if lit and (not flashes or at - flashes[-1] > 0.02):
            flashes.append(at)
    return max((sum(0 <= b - a < 1 for b in flashes) for a in flashes), default=0)


def test_who_owes_a_die_blinks_slowly_and_together(sit_down: SitDown) -> None:
    table = sit_down(box.asked)
    changes = lamp_changes(table, WATCHED)
    assert {seat for _, seat, _ in changes} == {1, 2}
    assert 1 <= most_flashes(changes) <= 2
    assert all(abs(a[0] - b[0]) < 0.2 for a, b in zip(changes[::2], changes[1::2], strict=False))


def test_control_lamps_that_blink_faster_are_seen(
    sit_down: SitDown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turnkeeper.shown.BLINK_SECONDS", 0.1)
    assert most_flashes(lamp_changes(sit_down(box.asked), 1.0)) > 2


def test_whose_turn_it_is_is_lit_steadily(sit_down: SitDown) -> None:
    table = sit_down()
    assert [table.lamp(seat) for seat in (1, 2)] == [True, False]
    assert lamp_changes(table, 1.1) == []
    table.press("seat1")
    assert [table.lamp(seat) for seat in (1, 2)] == [False, True]


def test_who_claims_the_die_is_lit_steadily_the_others_blink(sit_down: SitDown) -> None:
    table = sit_down(box.asked)
    table.press("seat2")
    assert {seat for _, seat, _ in lamp_changes(table, 1.1)} == {1}
    assert table.lamp(2)


def test_at_home_lamps_say_who_is_here(sit_down: SitDown) -> None:
    table = sit_down(box.at_home)
    assert [table.lamp(seat) for seat in range(1, 9)] == [True, True, *[False] * 6]
    table.press("seat2")
    assert not table.lamp(2)
