"""Steps back and forth, the end that is offered, nobody stands, finish, and home again."""

from pathlib import Path

import pytest

from tests.session.evening import FOES, PARTY, Evening, guest, meeting, shows, tonight
from turnkeeper.ui.view import Tonight


@pytest.fixture
def table(tmp_path: Path) -> Evening:
    """It is Ann's turn, then Bo's, then the orc's: 13, 10, 5."""
    evening = Evening(tmp_path / "battles.sqlite", tonight(PARTY[:2], FOES[:1]))
    evening.started(10, 5, 1)
    return evening


def test_back_and_back_held_go_through_the_battle_and_forth(table: Evening) -> None:
    """ALL-05."""
    pages = [table.page]
    for _ in range(9):
        pages.append(table.back())
        if "There is nothing to undo" in table.page:
            break
    forth = [table.redo() for _ in pages[1:-1]]
    assert pages[0].startswith("[turn]")
    assert any(page.startswith("[positions]") for page in pages)
    assert forth[-1] == pages[0]
    assert forth[:-1] == pages[-3:0:-1]


def test_undo_is_silent(table: Evening) -> None:
    table.press(1)
    count = len(table.heard)
    table.back()
    table.redo()
    assert table.heard[count:] == ["", ""]


def test_the_end_is_offered_when_one_side_stands_alone_and_blocks_nothing(table: Evening) -> None:
    """ALL-03."""
    table.choose("Down", "Orc 1")
    shows(
        table.page,
        """
        [turn]
        then Bo | Round 1
        ----
          # Ann
        ----
        push: end battle | 0 s
        """,
    )
    assert "# Bo" in table.press(1)


def test_nobody_stands(table: Evening) -> None:
    for name in ("Ann", "Bo", "Orc 1"):
        table.choose("Down", name)
    shows(
        table.page,
        """
        [nobody]
        Round 1
        ----
          ## Nobody stands
          end the battle?
        ----
        menu: up, or finish
        """,
    )
    assert table.choose("Up", "Bo").startswith("[roll]\nRound 2")


def test_u8_15_where_only_a_newcomer_stands_it_says_who_is_to_roll(tmp_path: Path) -> None:
    foes = ("combatant Orc side=foes",)
    late = ("combatant Wolf side=foes",)
    there = Tonight(
        "U8 TT", (guest("combatant Ann side=party seat=1"),), (meeting("A", foes, late),)
    )
    evening = Evening(tmp_path / "battles.sqlite", there, "system u8")
    evening.begin()
    for line in ("margin Ann +3", "margin Orc +1"):
        evening.meanwhile(line)
    evening.choose("Join", "Wolf")
    evening.meanwhile("down Ann")
    evening.meanwhile("down Orc")
    shows(
        evening.page,
        """
        [nobody]
        Round 1
        ----
          ## Nobody can act
          Wolf to roll
        ----
        menu: act for, finish
        """,
    )
    evening.meanwhile("down Wolf")
    assert "Nobody stands" in evening.page
    assert "end the battle?" in evening.page


def test_finish_over_home_and_all_the_way_back(table: Evening) -> None:
    table.press(1)
    shows(
        table.choose("Finish the battle"),
        """
        [over]
        HUMMEL QUEST | 3 s
        ----
          # Battle over
          1 round, 1 turn
        ----
        Next: home
        """,
    )
    assert table.session.lamps() == {1: "off", 2: "off"}
    assert table.next().startswith("[home]")
    assert table.back().startswith("[over]")
    assert "# Bo" in table.back()


def test_another_battle_begins_after_the_first(table: Evening) -> None:
    table.choose("Finish the battle")
    table.next()
    assert table.begin().startswith("[roll]\nRound 1")
    assert [info.finished for info in table.session.journal.battles()] == [True, False]
