"""Dice: who is asked, who claims one, the wrong die, the knob, the box's own dice, and ties."""

from pathlib import Path

from tests.session.evening import FOES, PARTY, Evening, shows, tonight

ROLL = """
[roll]
Round 1 | 3 to roll
----
  # Ann
  rolls d10 + Ref 3
----
then Bo, Orc 1
"""


def three(folder: Path) -> Evening:
    """Two players and one foe, asked for their first dice."""
    evening = Evening(folder / "battles.sqlite", tonight(PARTY[:2], FOES[:1]))
    evening.begin()
    return evening


def test_a_die_that_nobody_claimed_is_the_first_ones(tmp_path: Path) -> None:
    evening = three(tmp_path)
    shows(evening.page, ROLL)
    assert evening.session.awaited() == 10
    shows(
        evening.roll(5),
        """
        [roll]
        Round 1 | 2 to roll
        ----
          # Bo
          rolls d10 + Ref 5
        ----
        then Orc 1
        """,
    )
    assert evening.heard[-1] == "taken"


def test_a_press_claims_the_next_die_and_another_lets_it_go(tmp_path: Path) -> None:
    evening = three(tmp_path)
    shows(
        evening.press(2),
        """
        [roll]
        Round 1 | 3 to roll
        ----
          # Bo
          next die + Ref 5
        ----
        then Ann, Orc 1
        """,
    )
    assert evening.session.lamps() == {1: "blink", 2: "on"}
    shows(evening.press(2), ROLL)
    assert evening.session.lamps() == {1: "blink", 2: "blink"}
    evening.press(2)
    evening.roll(7)
    assert evening.battle.system.value(evening.battle.table, evening.battle.table.roster[1]) == 12
    shows(
        evening.page,
        """
        [roll]
        Round 1 | 2 to roll
        ----
          # Ann
          rolls d10 + Ref 3
        ----
        then Orc 1
        """,
    )


def test_the_last_to_press_has_the_die(tmp_path: Path) -> None:
    evening = three(tmp_path)
    evening.press(2, 1)
    assert "# Ann\n  next die" in evening.page


def test_who_has_rolled_claims_nothing(tmp_path: Path) -> None:
    evening = three(tmp_path)
    evening.roll(5)
    assert "Ann has no turn to end: Bo and Orc 1 owe a d10" in evening.press(1)


def test_a_wrong_die_and_a_face_that_it_has_not_are_refused_and_change_nothing(
    tmp_path: Path,
) -> None:
    evening = three(tmp_path)
    assert "A d10 is asked for, not a d20" in evening.roll(17, sides=20)
    assert "a face is 1 to 10, and 0 for 10, not 11" in evening.roll(11)
    shows(evening.wait(9), ROLL)
    evening.roll(0)
    assert evening.battle.system.value(evening.battle.table, evening.battle.table.roster[0]) == 13


def test_nobody_is_asked_for_a_die_in_a_turn(tmp_path: Path) -> None:
    evening = three(tmp_path)
    evening.roll(5, 5, 1)
    assert "A d10 shows 9: nobody is asked for a die" in evening.roll(9)
    assert evening.session.awaited() == 0


def test_the_gm_dials_a_face_or_lets_the_box_roll(tmp_path: Path) -> None:
    evening = three(tmp_path)
    evening.roll(5, 5)
    shows(
        evening.turn(7),
        """
        [dial]
        Initiative | d10
        ----
          Orc 1
          # 7
        ----
        + Ref 4
        """,
    )
    assert "# box rolls" in evening.turn(4)
    assert evening.turn(1).startswith("[roll]")
    assert "# box rolls" in evening.turn(-1)
    evening.faces = [9]
    assert evening.push().startswith("[turn]")
    assert evening.battle.events[-1][0].args == ("Orc 1", "9")


def test_the_dial_closes_when_another_takes_the_die(tmp_path: Path) -> None:
    evening = three(tmp_path)
    evening.turn(7)
    assert "# Bo\n  next die" in evening.press(2)
    evening.turn(7)
    assert evening.roll(2).startswith("[roll]")
    assert evening.push().startswith("[menu]")
    assert evening.battle.events[-1][0].args == ("Bo", "2")


def test_a_dialled_face_counts_once_where_the_same_one_rolls_again(tmp_path: Path) -> None:
    """U8-09: a braced check is two dice of one creature, and the second is not there yet."""
    pair = tuple(f"combatant {name} side={name} attack=5" for name in ("Ann", "Orc"))
    there, game = tonight(pair[:1], pair[1:]), "system u8 check=over die=10"
    evening = Evening(tmp_path / "battles.sqlite", there, game)
    evening.begin()
    for line in ("margin Ann 1", "margin Orc 5", "brace Orc", "attack Orc Ann"):
        evening.meanwhile(line)
    evening.turn(7)
    assert evening.push().startswith("[roll]")
    evening.push()
    assert evening.battle.events[-1][0].args == ("Orc", "7")
    assert evening.battle.prompt.asked[0].name == "Orc"


def test_a_large_die_is_dialled_by_tens_once_the_knob_has_gone_round(tmp_path: Path) -> None:
    pair = tuple(f"combatant {name} side={name} dodge=50" for name in ("Ann", "Orc"))
    there, game = tonight(pair[:1], pair[1:]), "system u8 check=under die=100"
    evening = Evening(tmp_path / "battles.sqlite", there, game)
    evening.begin()
    for detent in [1] * 27 + [-1] * 3:
        page = evening.turn_quickly(detent)
    assert "# 87" in page
    assert "# 88" in evening.turn(1), "after a rest by ones"
    assert evening.push().startswith("[roll]")
    assert evening.battle.events[-1][0].args == ("Ann", "88")


def test_back_leaves_the_dial_before_it_undoes(tmp_path: Path) -> None:
    evening = three(tmp_path)
    evening.turn(7)
    shows(evening.back(), ROLL)
    assert evening.back().startswith("[positions]")


def test_a_tie_asks_the_tied_alone(tmp_path: Path) -> None:
    """HQ-05, HQ-06."""
    evening = three(tmp_path)
    shows(
        evening.roll(6, 4, 1),
        """
        [tie]
        Tie at 9 | 2 to roll
        ----
          # Ann
          rolls d10
        ----
        then Bo
        """,
    )
    assert evening.session.lamps() == {1: "blink", 2: "blink"}
    assert "next die" in evening.press(2)
    evening.roll(2)
    assert evening.roll(1).startswith("[turn]\nthen Ann")


def test_whoever_goes_down_lets_the_die_go(tmp_path: Path) -> None:
    evening = three(tmp_path)
    evening.press(2)
    evening.choose("Down", "Bo")
    assert "# Ann\n  rolls d10" in evening.page
    assert evening.session.lamps() == {1: "blink", 2: "off"}
