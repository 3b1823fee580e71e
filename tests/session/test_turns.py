"""Turns: one's own button, one's own choices, the order and why."""

from pathlib import Path

import pytest

from tests.session.evening import FOES, PARTY, Evening, shows, tonight

TURN = """
[turn]
then Bo | Round 1
----
  # Ann
----
30 m, interact | 0 s
"""


@pytest.fixture
def table(tmp_path: Path) -> Evening:
    """It is Ann's turn, then Bo's, then the orc's: 13, 10, 5."""
    evening = Evening(tmp_path / "battles.sqlite", tonight(PARTY[:2], FOES[:1]))
    evening.started(10, 5, 1)
    return evening


def test_a_press_of_ones_own_button_ends_ones_turn(table: Evening) -> None:
    shows(table.page, TURN)
    assert table.session.lamps() == {1: "on", 2: "off"}
    shows(
        table.press(1),
        """
        [turn]
        then Orc 1 | Round 1
        ----
          # Bo
        ----
        25 m, interact | 3 s
        """,
    )
    assert table.heard[-1] == "turn"
    assert table.session.lamps() == {1: "off", 2: "on"}


def test_the_gms_next_key_goes_on_for_whoever_is_up(table: Evening) -> None:
    table.press(1, 2)
    shows(
        table.page,
        """
        [turn]
        then nobody | Round 1
        ----
          # Orc 1
        ----
        20 m, interact | 6 s
        """,
    )
    assert table.next().startswith("[roll]\nRound 2 | 3 to roll")
    assert table.heard[-1] == "round"


def test_a_press_out_of_turn_is_refused_softly_and_changes_nothing(table: Evening) -> None:
    shows(
        table.press(2),
        """
        [refused]
        Not now
        ----
          ## Bo is not asked: it is the turn of Ann
        """,
    )
    assert table.heard[-1] == "refused"
    shows(table.wait(5), TURN)


def test_next_is_refused_while_dice_are_owed(table: Evening) -> None:
    table.back()
    assert "Next answers for nobody here: Orc 1 owes a d10" in table.next()


def test_a_hold_opens_ones_own_choices_presses_step_and_a_hold_takes(table: Evening) -> None:
    shows(
        table.hold(1),
        """
        [deeds]
        Ann | 1/5
        ----
        > Done
          Move
          Pivot
          Interact
          Close
        ----
        press: next | hold: ok
        """,
    )
    table.press(1)
    shows(
        table.hold(1),
        """
        [number]
        ----
          Ann: move
          # 1
        ----
        press: +1 | hold: ok
        """,
    )
    table.press(1, 1, 1, 1)
    shows(
        table.hold(1),
        """
        [turn]
        then Bo | Round 1
        ----
          # Ann
        ----
        25 m, interact | 0 s
        """,
    )


def test_ones_choices_come_round_and_can_be_left(table: Evening) -> None:
    table.hold(1)
    assert "> Close" in table.press(1, 1, 1, 1)
    assert "> Done" in table.press(1)
    table.press(1, 1, 1, 1)
    shows(table.hold(1), TURN)


def test_a_refused_choice_says_why_and_stays_open(table: Evening) -> None:
    table.choose("Set", "Ann", "move", "5")
    table.hold(1)
    assert "Pivot" not in table.page
    table.choose("Interact")
    table.hold(1)
    assert "Interact" not in table.page


def test_who_can_do_nothing_now_is_told_so(table: Evening) -> None:
    assert "Bo can do nothing now: it is the turn of Ann" in table.hold(2)
    assert table.heard[-1] == "refused"


def test_the_knob_opens_the_order_and_a_push_says_why(table: Evening) -> None:
    shows(
        table.turn(1),
        """
        [order]
        Initiative | 2/3
        ----
          *Ann* | 13
        > Bo | 10
          Orc 1 | 5
        """,
    )
    shows(
        table.push(),
        """
        [about]
        Bo | 1/9
        ----
        > Why here?
          How it stands
          Down
          Hand the turn
          Reorder
          Remove
          Set
          Mark
          Unmark
        """,
    )
    shows(
        table.push(),
        """
        [why]
        Why Bo? | 1/1
        ----
        > Bo has 10: die 5 + Ref 5
        """,
    )
    assert table.push().startswith("[about]")
    table.back()
    shows(table.back(), TURN)


def test_why_tells_of_a_tie_line_by_line(table: Evening) -> None:
    """ALL-06."""
    table.press(1, 2)
    table.next()
    assert table.roll(6, 4, 1, 2, 8).startswith("[turn]\nthen Ann | Round 2")
    table.turn(1)
    table.push()
    shows(
        table.push(),
        """
        [why]
        Why Ann? | 1/2
        ----
        > Ann has 9: die 6 + Ref 3
          tie at 9: Ann's extra die 2 loses to Bo's 8
        """,
    )
    assert "> tie at 9" in table.turn(1)
