"""The simulated box, whole: the real daemon in a process of its own, played with fingers.

Each page is compared to the pixel with what a session of our own makes of the same gestures
(`Rehearsal`), so these are proofs of everything from the pin to the panel's memory.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.sim.conftest import until
from turnkeeper.journal import Journal
from turnkeeper.ui.gestures import Button, Die, Key, Push
from turnkeeper_sim import rehearsal
from turnkeeper_sim.desk import Desk
from turnkeeper_sim.rehearsal import OtherPage, Rehearsal
from turnkeeper_sim.story import BEGINNING, set_up

Seat = Callable[[str], Rehearsal]
SAFE_STEPS = (
    *(Key("next"), Key("next")),
    *(Die(10, 6), Die(10, 3), Die(10, 4), Die(10, 7), Die(10, 2)),
    *(Die(10, 5), Die(10, 9)),
    *(Key("next"), Button(1), Button(3)),
    *(Key("back"), Key("back", held=True)),
)
FOUR_SEATS = "[pins]\nseats = [17, 27, 22, 12]\nlamps = [18, 23, 24, 25]\n"  # SPI's pins are free
"""Gestures of which each is an event: two to start, five dice, a tie, turns, undo and redo."""


@pytest.fixture
def sit_down(tmp_path: Path) -> Iterator[Seat]:
    """Set up the story's box, with more lines for its configuration, and switch it on."""
    desks: list[Desk] = []

    def made(more: str) -> Rehearsal:
        settings = set_up(tmp_path / "card")
        settings.write_text(settings.read_text() + more)
        desk = Desk(tmp_path / "state", settings=settings)
        desks.append(desk)
        desk.plug_in()
        return Rehearsal(desk, settings, tmp_path / "beside.sqlite")

    yield made
    for desk in desks:
        desk.close()


@pytest.mark.parametrize("driver", ["ssd1306", "ssd1309", "sh1106"])
def test_each_page_is_on_the_glass_and_each_lamp_is_right(driver: str, sit_down: Seat) -> None:
    player = sit_down(f'[display]\ndriver = "{driver}"\n')
    for step in BEGINNING:
        step.does(player)
        player.see_lamps()
    assert player.page.name == "turn"


def test_a_page_that_is_not_there_is_seen(sit_down: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a finger that misses the key makes all the difference."""
    player = sit_down("")
    player.see()
    monkeypatch.setattr(rehearsal, "PATIENCE", 0.5)
    monkeypatch.setattr(player, "_by_hand", lambda _: None)
    with pytest.raises(OtherPage, match="positions"):
        player.do(Key("next"))


def test_the_plug_is_pulled_after_every_event_and_the_battle_goes_on(
    sit_down: Seat, tmp_path: Path
) -> None:
    """P1, from the outside: in mid-roll, mid-tie and mid-turn it stands where it stood."""
    player = sit_down("")
    player.see()
    for gesture in SAFE_STEPS:
        player.do(gesture)
        before = player.page
        player.cut_power()
        assert player.desk.seen.picture is None
        player.power()
        assert player.page == before
    player.cut_power()
    kept, beside = (
        [(row.line, row.digest) for row in journal.rows(1)]
        for journal in (
            Journal(tmp_path / "state" / "battles.sqlite"),
            Journal(tmp_path / "beside.sqlite"),
        )
    )
    assert kept == beside


def test_a_box_that_is_switched_off_says_goodbye(sit_down: Seat) -> None:
    player = sit_down("")
    player.see()
    assert isinstance(player.desk, Desk)
    box = player.desk._box
    assert box is not None
    player.desk.switch_off()
    assert box.returncode == 0
    assert player.desk.log.read_text() == ""


def test_a_display_that_the_simulator_has_not_is_named(sit_down: Seat) -> None:
    player = sit_down(
        '[display]\ndriver = "ssd1322"\nwidth = 256\ninterface = "spi"\ndc = 20\n' + FOUR_SEATS
    )
    until(lambda: player.desk.seen.trouble != "")
    assert "has no display ssd1322" in player.desk.seen.trouble
    with pytest.raises(OtherPage, match="ssd1322"):
        player.do(Push())
