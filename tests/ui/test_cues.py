"""Cues sound once, at what has changed; lamps are lit for as long as it holds."""

from pathlib import Path

import pytest

from tests.session.evening import FOES, PARTY, Evening, tonight
from turnkeeper.ui import cues
from turnkeeper.ui.cues import Moment, cue


@pytest.fixture
def table(tmp_path: Path) -> Evening:
    """It is Ann's turn, then Bo's, then the orcs': 13, 10, 9, 5."""
    evening = Evening(tmp_path / "battles.sqlite", tonight(PARTY[:2], FOES[:2]))
    evening.started(10, 5, 5, 1)
    return evening


def after(table: Evening, *labels: str) -> str:
    """The cue of a choice from the GM's menu."""
    table.choose(*labels)
    return table.heard[-1]


def test_an_evening_is_heard(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "battles.sqlite", tonight(PARTY[:2], FOES[:2]))
    evening.started(10, 5, 5, 1)
    evening.press(2, 1, 2)
    evening.next()
    evening.next()
    evening.roll(5)
    assert evening.heard == [
        *("round", "round"),  # the battle, and its first dice
        *("taken", "taken", "taken", "turn"),  # four dice, and whose turn that makes it
        *("refused", "turn", "turn", "turn", "round"),  # Bo too early; then all in order
        "taken",
    ]


def test_the_one_who_acts_goes_down_and_the_next_is_called(table: Evening) -> None:
    """ALL-02: its turn ends, and the next one's begins."""
    assert after(table, "Down", "Ann") == "turn"


@pytest.mark.parametrize(
    "labels",
    [
        ("Down", "Orc 2"),
        ("Down", "Bo"),
        ("Remove", "Bo"),
        ("Reorder", "Orc 2", "before", "Bo"),
        ("Set", "Bo", "speed", "0"),
        ("Set", "Orc 2", "initiative", "11"),
        ("Join", "Wolf"),
    ],
)
def test_what_befalls_the_others_makes_no_sound(table: Evening, labels: tuple[str, ...]) -> None:
    """ALL-02."""
    assert after(table, *labels) == ""


def test_control_a_cue_at_every_change_of_the_order_would_sound(
    table: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def loud(before: Moment, after: Moment) -> cues.Cue:
        return cue(before, after) or "turn"

    monkeypatch.setattr("turnkeeper.session.cue", loud)
    assert after(table, "Down", "Orc 2") == "turn"


def test_up_again_makes_no_sound(table: Evening) -> None:
    table.choose("Down", "Orc 2")
    assert after(table, "Up", "Orc 2") == ""


def test_handing_the_turn_is_heard(table: Evening) -> None:
    assert after(table, "Hand the turn", "Orc 2") == "turn"


def test_the_last_of_the_round_goes_down_and_the_round_is_heard(table: Evening) -> None:
    table.press(1, 2)
    table.next()
    assert after(table, "Down", "Orc 2") == "round"


def test_undo_and_redo_are_silent(table: Evening) -> None:
    heard = len(table.heard)
    for _ in range(6):
        table.back()
    for _ in range(6):
        table.redo()
    assert set(table.heard[heard:]) == {""}


def test_resuming_is_silent_and_moving_a_cursor_is(table: Evening) -> None:
    table.pull_the_plug()
    heard = len(table.heard)
    table.turn(1)
    table.push()
    table.back()
    assert table.heard[heard:] == ["", "", ""]


def test_the_same_one_again_in_the_next_round_is_a_new_round(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "battles.sqlite", tonight(PARTY[:1], ()))
    evening.started(5)
    assert evening.press(1).startswith("[roll]\nRound 2")
    assert evening.heard[-1] == "round"
    evening.roll(5)
    assert evening.heard[-1] == "turn"


# Lamps


def test_lamps_tell_who_is_here_who_owes_and_who_is_up(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "battles.sqlite", tonight(PARTY[:3], FOES[:1]))
    lamps = evening.session.lamps
    evening.press(3)
    assert lamps() == {1: "on", 2: "on", 3: "off"}
    evening.press(3)
    evening.next()
    assert set(lamps().values()) == {"off"}
    evening.next()
    assert lamps() == {1: "blink", 2: "blink", 3: "blink"}
    evening.press(2)
    assert lamps() == {1: "blink", 2: "on", 3: "blink"}
    evening.roll(5, 9)
    assert lamps() == {1: "off", 2: "off", 3: "blink"}
    evening.roll(1, 2)
    assert lamps() == {1: "on", 2: "off", 3: "off"}
    evening.press(1)
    assert lamps() == {1: "off", 2: "on", 3: "off"}
    evening.back()
    assert lamps() == {1: "on", 2: "off", 3: "off"}
    evening.choose("Down", "Ann")
    assert lamps() == {1: "off", 2: "on", 3: "off"}
    evening.choose("Finish the battle")
    assert set(lamps().values()) == {"off"}
