"""HQ-01: who ambushes whom, said on the positions page, and then the first dice."""

from pathlib import Path

from tests.session.evening import FOES, PARTY, Evening, shows, tonight

POSITIONS = """
[positions]
Take positions
----
> Menu
  party:
  foes:
  Ann
  Bo
  Orc 1
  Orc 2
----
push: menu | Next: go
"""


def small(folder: Path) -> Evening:
    """Two against two."""
    return Evening(folder / "battles.sqlite", tonight(PARTY[:2], FOES[:2]))


def test_each_push_steps_a_row_through_its_marks(tmp_path: Path) -> None:
    evening = small(tmp_path)
    shows(evening.next(), POSITIONS)
    evening.turn(2)
    shows(
        evening.push(),
        """
        [positions]
        Take positions
        ----
          Menu
          party:
        > foes: | ambushing
          Ann
          Bo
          Orc 1 | ambushing
          Orc 2 | ambushing
        ----
        push: mark | Next: go
        """,
    )
    assert "> foes: | ambushed" in evening.push()
    assert "> foes:\n" in evening.push()
    evening.turn(2)
    evening.push()
    shows(
        evening.push(),
        """
        [positions]
        Take positions
        ----
          Menu
          party:
          foes:
          Ann
        > Bo | ambushed
          Orc 1
          Orc 2
        ----
        push: mark | Next: go
        """,
    )
    assert evening.back().count("ambushing") == 1
    assert evening.redo().count("ambushed") == 1


def test_a_mark_counts_in_the_first_dice(tmp_path: Path) -> None:
    evening = small(tmp_path)
    evening.next()
    evening.turn(1)
    evening.push()
    shows(
        evening.next(),
        """
        [roll]
        Round 1 | 4 to roll
        ----
          # Ann
          rolls d10 + Ref 3 + ambush 2
        ----
        then Bo, Orc 1, Orc 2
        """,
    )


def test_the_menu_comes_first_and_stays_there_when_somebody_joins(tmp_path: Path) -> None:
    evening = small(tmp_path)
    evening.next()
    page = evening.choose("Join", "Wolf")
    assert page.index("> Menu") < page.index("Wolf")
    assert evening.push().startswith("[menu]")


def test_a_row_that_was_undone_leaves_the_cursor_on_the_page(tmp_path: Path) -> None:
    evening = small(tmp_path)
    evening.next()
    evening.turn(99)
    assert "> Orc 2" in evening.page
    assert "> Orc 1" in evening.back()
    assert "> Orc 1 | ambushing" in evening.push()


def test_dice_and_buttons_before_the_start_are_refused_with_a_reason(tmp_path: Path) -> None:
    evening = small(tmp_path)
    evening.next()
    assert "A d10 shows 5: nobody is asked for a die" in evening.roll(5)
    assert "has not started" in evening.press(1)
    assert evening.heard[1:] == ["refused", "refused"]
