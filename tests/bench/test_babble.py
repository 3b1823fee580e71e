"""L5: what a press takes while a pod babbles, 1 MB/s of noise for ten seconds."""

import time
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.bench.figures import MS, Machine, folder_on_disk, line, quantile, spread, target, title
from tests.daemon.box import in_play
from tests.daemon.test_babble import babble
from tests.panel.tray import Cable
from turnkeeper.config import Config, PortSettings
from turnkeeper_sim.workbench import Workbench

SECONDS = {False: 3.0, True: 10.0}
MOST = 100.0
"""Milliseconds from a press to its picture, in 99 of 100."""


def presses(box: Workbench, seconds: float) -> list[float]:
    """Play on for so long; how long each press took, from its edge until the picture was whole."""
    found = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for name in ("seat1", "seat2", "next"):
            began = time.monotonic()
            box.press(name)
            found.append(time.monotonic() - began)
        for face in (10, 5, 1):
            box.throw(10, face)
    return found


@pytest.mark.parametrize("babbles", [False, True], ids=["a quiet pod", "a pod that babbles"])
def test_a_press_beside_a_pod(*, babbles: bool) -> None:
    with folder_on_disk("babble") as folder:
        tell(folder, babbles=babbles)


def tell(folder: Path, *, babbles: bool) -> None:
    """Play beside a second pod, and print how long presses took."""
    cable = Cable(folder)
    cable.plug()
    card = folder / "card"
    box = in_play(card, Config(ports=PortSettings(paths=(str(card / "tray"), cable.path))))
    machine = Machine(folder)
    with babble(cable) if babbles else nullcontext([0]) as taken:
        found = presses(box, SECONDS[babbles])
    machine.measure()
    title(f"A press to the glass beside {'a pod that babbles' if babbles else 'a quiet pod'}")
    line("noise that was taken", f"{taken[0] / SECONDS[babbles] / 1000:.0f} kB/s")
    line(f"{len(found)} presses", spread(found))
    target("press to picture, p99", quantile(found, 0.99) * MS, MOST, "ms")
    machine.tell()
    box.close()
    cable.pull()
