"""Battles of each system through the device; dice and presses come from the real firmware."""

import functools
import json
from pathlib import Path

import pytest

from tests.pico.bench import PicoBench
from tests.pico.rig import ID
from turnkeeper import cli
from turnkeeper.script.reader import read
from turnkeeper.systems import SYSTEMS
from turnkeeper_sim import playback

GIVEN = Path(__file__).parents[1] / "battles" / "given"
DICE = ("roll", "die")
BATTLES = sorted(path.stem for path in GIVEN.glob("*.battle"))


@pytest.mark.parametrize("name", BATTLES)
def test_the_command_line_plays_a_battle_with_dice_and_buttons_on_a_pod(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    benches: list[PicoBench] = []

    def make(folder: Path) -> PicoBench:
        benches.append(PicoBench(folder))
        return benches[0]

    # The command as it is, at a box with a pod instead of the simulated tray.
    through = functools.partial(playback.through_device, make=make)
    monkeypatch.setattr(playback, "through_device", through)
    path = GIVEN / f"{name}.battle"
    assert cli.main(["play", "--through", "device", str(path)]) == 0
    assert capsys.readouterr().out.endswith("all held\n")
    script = read(path.read_text("utf-8"), str(path))
    thrown = [step for step in script.steps if step.command and step.command.verb in DICE]
    assert bool(benches[0].keyed) == bool(thrown)
    assert benches[0].keyed + benches[0].pressed > 0


def test_there_is_a_battle_of_each_system() -> None:
    assert {name.partition("-")[0] for name in BATTLES} == set(SYSTEMS)


def test_seats_are_given_at_the_box_and_stay(tmp_path: Path) -> None:
    bench = PicoBench(tmp_path, seats=())
    try:
        bench.turn(20)  # to the end of the home page
        bench.press("push")
        bench.until(lambda: f"{ID} | " in str(bench.page), "its health is told")
        assert "> Give seats" in str(bench.page)
        bench.press("push")
        bench.turn(-8)
        assert "seat 1" in str(bench.page)
        for key, seat in ((5, 1), (6, 2)):
            bench.button(key)
            bench.until(lambda: f"seat {seat + 1}" in str(bench.page), "it is given")  # noqa: B023
        bench.until(lambda: [bench.pico.lit(8 + key) for key in range(8)][4:6] == [True] * 2, "lit")
        bench.press("back")
        assert bench.page.name == "home"
        assert bench.daemon.senses.pods.seats.of(ID) == (9, 10, 11, 12, 1, 2, 15, 16)
        bench.pico.press(0)  # seat 9, where nobody sits
        bench.pico.press(0, down=False)
        bench.until(lambda: "Seat 9 is nobody" in bench.session.front.message, "it says so")
    finally:
        bench.close()
    assert json.loads((tmp_path / "state" / "pods.json").read_text("utf-8")) == {
        ID: [9, 10, 11, 12, 1, 2, 15, 16]
    }
