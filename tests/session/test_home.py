"""The home page: who is here, what is played, and from there to the positions and back."""

from pathlib import Path

import pytest

from tests.session.evening import FOES, PARTY, Evening, guest, meeting, shows
from turnkeeper.tonight import gather
from turnkeeper.ui.gestures import Button, Key, Push
from turnkeeper.ui.view import Meeting, Tonight


def test_the_first_page_says_what_can_be_played_and_who_is_here(evening: Evening) -> None:
    shows(
        evening.page,
        """
        [home]
        HUMMEL QUEST | 4/4 here
        ----
        > The bridge
          Ann | seat 1
          Bo | seat 2
          Žofia | seat 3
          王小明 | seat 4
          Pods
        ----
        Next: play
        """,
    )


def test_the_absent_are_switched_off_by_the_knob_or_by_their_own_button(evening: Evening) -> None:
    evening.turn(2)
    evening.push()
    shows(
        evening.press(4),
        """
        [home]
        HUMMEL QUEST | 2/4 here
        ----
          The bridge
          Ann | seat 1
        > ~Bo~ | away
          Žofia | seat 3
          ~王小明~ | away
          Pods
        ----
        push: here tonight
        """,
    )
    assert evening.session.lamps() == {1: "on", 2: "off", 3: "on", 4: "off"}
    evening.press(4)
    evening.turn(-2)
    evening.next()
    names = [c.name for c in evening.battle.table.roster]
    assert names == ["Ann", "Žofia", "王小明", *(f"Orc {n}" for n in range(1, 7))]


def test_who_was_absent_may_come_late(evening: Evening) -> None:
    evening.press(2)
    evening.started(5)
    evening.choose("Join", "Bo")
    assert "9 to roll" in evening.page
    assert evening.battle.table.find("Bo")


def test_a_button_that_is_nobodys_is_refused_softly(evening: Evening) -> None:
    assert "Seat 7 is nobody's in this party" in evening.press(7)
    assert evening.heard == ["refused"]
    evening.next()
    assert "Seat 7 is nobody's in this battle" in evening.press(7)


def test_the_knob_and_the_next_key_begin_the_battle_alike(tmp_path: Path) -> None:
    pages: list[str] = []
    for gesture in (Push(), Key("next")):
        evening = Evening(tmp_path / f"{len(pages)}.sqlite")
        pages.append(evening.do(gesture))
    assert pages[0] == pages[1]
    assert pages[0].startswith("[positions]")


def test_an_encounter_that_is_wrong_is_named_and_cannot_be_begun(tmp_path: Path) -> None:
    good, problem = meeting("The bridge", FOES), "bad.toml:3: count is 1 to 64, not 0"
    there = Tonight("HUMMEL QUEST", (guest(PARTY[0]),), (Meeting("bad", problem=problem), good))
    there.problem = "skipped: bad"
    evening = Evening(tmp_path / "battles.sqlite", there)
    shows(
        evening.page,
        """
        [home]
        HUMMEL QUEST | 1/1 here
        ----
        > bad | !
          The bridge
          Ann | seat 1
          Pods
        ----
        skipped: bad
        """,
    )
    assert "Bad.toml:3: count is 1 to 64, not 0" in evening.next()
    assert evening.session.battle is None
    evening.turn(1)
    assert evening.next().startswith("[positions]")


def test_two_of_one_name_do_not_begin_and_nothing_is_journaled(tmp_path: Path) -> None:
    foes = ("combatant Ann side=foes ref=1",)
    there = Tonight("HUMMEL QUEST", (guest(PARTY[0]),), (meeting("Twins", foes),))
    evening = Evening(tmp_path / "battles.sqlite", there)
    assert "Twins: there is a Ann already" in evening.next()
    assert evening.session.battle is None
    assert evening.session.journal.battles() == []


def test_without_a_party_the_page_says_why(tmp_path: Path) -> None:
    there = Tonight("turnkeeper", problem="party.toml:2: no system is called humel")
    evening = Evening(tmp_path / "battles.sqlite", there)
    assert "no system is called humel" in evening.page
    for gesture in (Push(), Key("next"), Key("back"), Key("back", held=True), Button(1)):
        evening.do(gesture)
    assert evening.session.battle is None


@pytest.mark.parametrize("game", ["hummel", "u8"])
def test_a_party_without_an_encounter_of_its_game_can_play(tmp_path: Path, game: str) -> None:
    """The examples are HUMMEL QUEST's."""
    (tmp_path / "encounters").mkdir()
    (tmp_path / "encounters" / "bad.toml").write_text("name = 3\n", encoding="utf-8")
    (tmp_path / "party.toml").write_text(
        f'system = "{game}"\ncharacters = [{{name = "Ann", seat = 1, ref = 3}}]\n'.replace(
            ", ref = 3", ", ref = 3" * (game == "hummel")
        ),
        encoding="utf-8",
    )
    there, head = gather([tmp_path])
    evening = Evening(tmp_path / "battles.sqlite", there, head)
    assert "> The party alone" in evening.page
    assert evening.begin().startswith(("[roll]", "[owed]"))


def test_from_the_positions_one_may_leave_for_home_and_come_back(evening: Evening) -> None:
    positions = evening.next()
    assert evening.choose("Leave for home").startswith("[home]")
    assert evening.back() == positions
    evening.choose("Leave for home")
    assert "There is no battle to redo" in evening.redo()


def test_at_home_there_is_no_battle_to_go_back_to_before_the_first(evening: Evening) -> None:
    assert "There is no battle to go back to" in evening.back()
    assert evening.heard == ["refused"]
