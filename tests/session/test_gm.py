"""The GM's menu: down, up, join, remove, reorder, hand, set, mark; read off the system's verbs."""

from pathlib import Path

import pytest

from tests.session.evening import FOES, PARTY, Evening, shows, tonight
from turnkeeper.script import expects
from turnkeeper.ui.gestures import Push


@pytest.fixture
def table(tmp_path: Path) -> Evening:
    """It is Ann's turn, then Bo's, then the orcs': 13, 10, 9, 5."""
    evening = Evening(tmp_path / "battles.sqlite", tonight(PARTY[:2], FOES[:2]))
    evening.started(10, 5, 5, 1)
    return evening


def order(evening: Evening) -> str:
    """The order of this round."""
    return " ".join("+".join(place) for place in expects.order(evening.battle))


def test_the_menu_offers_what_can_be_done_now(table: Evening) -> None:
    shows(
        table.push(),
        """
        [menu]
        Game master | 1/13
        ----
        > Order and why
          Down
          Hand the turn
          Reorder
          Join
          Remove
          Set
          Mark
          Unmark
          Act for
          Undo
          Finish the battle
          Pods
        """,
    )
    assert "Up" not in table.page
    table.choose("Down", "Orc 1")
    assert "\n  Up\n" in table.push()


def test_down_and_up(table: Evening) -> None:
    shows(
        table.choose("Down"),
        """
        [build]
        Down | 1/4
        ----
        > Ann
          Bo
          Orc 1
          Orc 2
        """,
    )
    table.turn(2)
    assert table.push().startswith("[turn]")
    assert "~Orc 1~ | 9" in table.turn(1)
    table.do(Push(held=True))
    table.choose("Up", "Orc 1")
    assert not any(c.down for c in table.battle.table.roster)
    assert order(table) == "Ann Bo Orc 1 Orc 2"


def test_somebody_joins_from_the_reserve(table: Evening) -> None:
    shows(
        table.choose("Join"),
        """
        [build]
        Join | 1/2
        ----
        > Wolf
          Ferryman
        """,
    )
    table.push()
    assert "Wolf | -" in table.turn(1)


def test_somebody_is_removed_and_may_join_again(table: Evening) -> None:
    table.choose("Remove", "Orc 2")
    assert order(table) == "Ann Bo Orc 1"
    table.choose("Join", "Orc 2")
    assert [c.name for c in table.battle.table.roster][-1] == "Orc 2"


def test_one_is_moved_in_the_order_and_marked_as_overruled(table: Evening) -> None:
    """ALL-08."""
    table.choose("Reorder", "Orc 2")
    shows(
        table.choose("before"),
        """
        [build]
        Reorder Orc 2 before | 1/3
        ----
        > Ann
          Bo
          Orc 1
        """,
    )
    table.choose("Bo")
    assert order(table) == "Ann Orc 2 Bo Orc 1"
    assert "> Orc 2 | ! 5" in table.turn(1)


def test_the_turn_is_handed_to_another(table: Evening) -> None:
    assert "# Orc 2" in table.choose("Hand the turn", "Orc 2")
    assert order(table) == "Orc 2 Ann Bo Orc 1"
    assert table.heard[-1] == "turn"


def test_a_number_is_set_from_where_it_is(table: Evening) -> None:
    shows(
        table.choose("Set", "Orc 2", "initiative"),
        """
        [number]
        ----
          Set Orc 2 initiative
          # 5
        ----
        push: take it
        """,
    )
    table.turn(6)
    table.push()
    assert order(table) == "Ann Orc 2 Bo Orc 1"
    table.choose("Set", "Bo", "pool", "0")
    table.press(1)
    table.next()
    assert "25 m | 6 s" in table.page


def test_a_side_is_marked(table: Evening) -> None:
    table.back()
    table.choose("Mark", "foes")
    assert "Ambushed is said before the first roll" in table.choose(
        "ambushed", "That is all: ambushed"
    )
    assert table.page.startswith("[refused]")
    assert table.push().startswith("[build]"), "the list stays open for another word"


def test_the_gm_acts_for_one_without_a_seat(table: Evening) -> None:
    table.press(1, 2)
    table.choose("Act for", "Orc 1", "Move", "15")
    assert "5 m, interact" in table.page
    table.choose("Act for", "Orc 1", "Interact")
    assert "5 m | 6 s" in table.page


def test_back_closes_list_by_list_and_a_held_push_all(table: Evening) -> None:
    turn = table.page
    table.choose("Reorder", "Orc 2")
    assert table.back().startswith("[build]\nReorder |")
    assert table.back().startswith("[menu]")
    assert table.back() == turn
    table.choose("Reorder", "Orc 2")
    assert table.do(Push(held=True)) == turn
    assert [name for name, *_ in table.battle.events[-1:]]


def test_undo_stands_in_the_menu_too(table: Evening) -> None:
    table.press(1)
    assert "# Ann" in table.choose("Undo")
    assert "# Bo" in table.choose("Redo")


def test_a_refused_choice_of_the_gm_says_why(table: Evening) -> None:
    """Where a list cannot know it beforehand, the rules say it."""
    table.choose("Set", "Orc 2", "speed")
    table.turn(-99)
    assert "not -79" in table.push()
    assert table.heard[-1] == "refused"
    assert table.wait(9).startswith("[number]")
