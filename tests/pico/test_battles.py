"""A battle of each system, played through the device with its dice from the real firmware."""

from pathlib import Path

import pytest

from tests.pico.bench import PicoBench
from turnkeeper.script.reader import read
from turnkeeper.systems import SYSTEMS
from turnkeeper_sim.playback import through_device

GIVEN = Path(__file__).parents[1] / "battles" / "given"
DICE = ("roll", "die")
BATTLES = sorted(path.stem for path in GIVEN.glob("*.battle"))


@pytest.mark.parametrize("name", BATTLES)
def test_a_battle_is_played_with_dice_from_the_tray(name: str) -> None:
    benches: list[PicoBench] = []

    def make(folder: Path) -> PicoBench:
        benches.append(PicoBench(folder))
        return benches[0]

    path = GIVEN / f"{name}.battle"
    script = read(path.read_text("utf-8"), str(path))
    done = list(through_device(script, None, make))
    assert [failure for one in done for failure in one.failures] == []
    assert sum(one.expects for one in done) > 1
    thrown = [step for step in script.steps if step.command and step.command.verb in DICE]
    assert bool(benches[0].keyed) == bool(thrown)


def test_there_is_a_battle_of_each_system() -> None:
    assert {name.partition("-")[0] for name in BATTLES} == set(SYSTEMS)
