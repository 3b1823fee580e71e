"""What happens while something else is open: nothing that is stale ever does harm."""

import re
from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest

from tests.session.evening import FOES, PARTY, Evening, shows, tonight
from turnkeeper.errors import JournalError
from turnkeeper.journal import Journal
from turnkeeper.systems import SYSTEMS
from turnkeeper.ui import overlays
from turnkeeper.ui.gestures import Knob


@pytest.fixture
def table(tmp_path: Path) -> Evening:
    """It is Ann's turn, then Bo's, then the orcs': 13, 10, 9, 5."""
    evening = Evening(tmp_path / "battles.sqlite", tonight(PARTY[:2], FOES[:2]))
    evening.started(10, 5, 5, 1)
    return evening


def test_a_player_presses_while_the_gm_is_in_a_menu(table: Evening) -> None:
    menu = table.push()
    assert table.press(1) == menu
    assert table.heard[-1] == "turn"
    assert table.back().startswith("[turn]\nthen Orc 1")


def test_the_cursor_stays_with_what_it_points_at(table: Evening) -> None:
    """The list of who can be handed the turn is another after Ann's press."""
    table.choose("Hand the turn")
    assert "> Bo\n  Orc 1" in table.page
    table.turn(1)
    table.press(1)
    assert "  Ann\n> Orc 1" in table.page
    table.push()
    assert "# Orc 1" in table.page


def hands_too_late(table: Evening) -> str:
    """The GM has Bo under the cursor, and just then it becomes Bo's turn anyhow."""
    table.choose("Hand the turn")
    assert "> Bo" in table.page
    table.press(1)
    table.push()
    return str(table.battle.events[-1][0])


def test_a_press_that_comes_too_late_chooses_nothing(table: Evening) -> None:
    assert hands_too_late(table) == "done Ann"
    assert ">" not in table.page
    table.turn(1)
    assert "> Ann" in table.page


def test_control_a_cursor_that_keeps_its_row_hands_the_turn_to_another(
    table: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(overlays.Overlays, "_follow", lambda *_: None)
    assert hands_too_late(table) == "hand Ann"


def test_one_in_a_list_goes_and_the_list_says_so(table: Evening) -> None:
    table.turn(3)
    table.push()
    assert table.page.startswith("[about]\nOrc 2")
    table.meanwhile("remove Orc 2")
    assert "is not in the battle any more" in table.page
    assert "[order]" in table.push()


def test_a_players_list_lies_over_the_gms_and_goes_when_there_is_nothing_left(
    table: Evening,
) -> None:
    menu = table.choose("Down")
    assert table.hold(1).startswith("[deeds]\nAnn")
    table.press(1, 1, 1)
    assert table.hold(1) == menu
    assert str(table.battle.events[-1][0]) == "interact Ann"
    table.hold(1)
    table.meanwhile("done Ann")
    assert table.page == menu


def test_another_player_takes_the_list_over(table: Evening) -> None:
    table.hold(1)
    table.meanwhile("done Ann")
    table.hold(2)
    assert table.page.startswith("[deeds]\nBo")
    assert "Ann can do nothing now" in table.hold(1)
    assert table.wait(9).startswith("[turn]")


def test_another_players_press_counts_while_a_list_is_open(table: Evening) -> None:
    table.hold(1)
    assert "Bo is not asked" in table.press(2)
    assert table.wait(9).startswith("[deeds]\nAnn")


def test_a_sentence_goes_after_five_seconds(table: Evening) -> None:
    turn = table.page
    refused = table.press(2)
    assert table.session.next_due() == table.now + 5
    assert table.wait(4.9) == refused
    assert table.wait(0.1) == turn
    assert table.session.next_due() is None


def test_a_sentence_is_read_by_a_push_and_gone_with_any_gesture(table: Evening) -> None:
    turn = table.page
    table.press(2)
    assert table.push() == turn
    table.press(2)
    assert table.back() == turn
    table.press(2)
    assert table.do(Knob(1)).startswith("[order]")


def test_a_dial_keeps_its_number_while_others_act(table: Evening) -> None:
    table.choose("Set", "Orc 2", "initiative")
    table.turn(3)
    assert "# 8" in table.press(1)
    table.push()
    assert str(table.battle.events[-1][0]) == "set Orc 2 initiative=8"


# NOT SAVING


def test_not_saving_shows_and_goes(table: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """P4: play goes on; what was kept is saved when the card is well again."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("turnkeeper.journal.journal.identity", full)
        shows(
            table.press(1),
            """
            [turn]
            !! NOT SAVING !!
            then Orc 1 | Round 1
            ----
              # Bo
            ----
            25 m, interact | 3 s
            """,
        )
        table.session.retry_saving()
        assert "NOT SAVING" in table.page
    table.session.retry_saving()
    assert "NOT SAVING" not in table.page
    assert "# Bo" in table.pull_the_plug()


def test_a_battle_can_begin_without_saving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object) -> Journal:
        raise JournalError("the card is away")

    monkeypatch.setattr("turnkeeper.journal.card.open_card", away)
    evening = Evening(tmp_path / "battles.sqlite")
    assert "NOT SAVING" in evening.next()
    assert "8 to roll" in evening.next() or "10 to roll" in evening.page
    monkeypatch.undo()
    evening.session.retry_saving()
    assert evening.session.journal.battles()[0].events == 11
    assert evening.pull_the_plug().startswith("[roll]")


# A fault in a system's own code


def breaks(*_: object) -> None:
    """What a bug in a game does."""
    raise ZeroDivisionError("by nought")


def test_a_rule_error_is_shown_and_back_undoes(
    table: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    pivot = replace(table.battle.verbs["pivot"], do=breaks)
    monkeypatch.setitem(table.battle.verbs, "pivot", pivot)
    table.hold(1)
    table.press(1, 1)
    shows(
        re.sub(", at .* line [0-9]+", "", table.hold(1)),
        """
        [fault]
        !! rule error: undo? !!
        HUMMEL QUEST
        ----
          ## rule error: ZeroDivisionError: by nought
        ----
        Back: undo
        """,
    )
    assert "Rule error: ZeroDivisionError: by nought, at test_meanwhile.py line" in table.press(1)
    table.wait(9)
    assert "# Ann" in table.back()


@pytest.mark.parametrize(("hook", "steps_back"), [("tell", 0), ("adds", 1)])
def test_a_systems_words_that_fail_are_a_page_too(
    table: Evening, monkeypatch: pytest.MonkeyPatch, hook: str, steps_back: int
) -> None:
    """The battle is whole: only what is told of it fails."""
    for _ in range(steps_back):
        table.back()
    page = table.page
    broken = copy(SYSTEMS["hummel"])
    object.__setattr__(broken, hook, breaks)
    with monkeypatch.context() as patch:
        patch.setattr(table.battle, "system", broken)
        assert "## rule error: ZeroDivisionError: by nought" in table.page
    assert table.page == page
