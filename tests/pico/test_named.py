"""Noisy, silent and restarting pods are named on the glass, and the game goes on by the knob."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.panel.tray import wait_for
from tests.pico.bench import PicoBench
from tests.pico.rig import ID
from turnkeeper.pods.watch import NOISY, RESTARTS
from turnkeeper.rules.command import Command


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[PicoBench]:
    """A box with a pod, on the home page of the examples."""
    bench = PicoBench(tmp_path)
    yield bench
    bench.close()


def named(bench: PicoBench, sentence: str) -> bool:
    """Wait until a sentence stands on the page."""
    return wait_for(lambda: f"{ID} {sentence}" in str(bench.page))


def test_a_silent_pod_is_named_and_the_knob_begins_and_rolls(bench: PicoBench) -> None:
    bench.pico.process.kill()
    assert named(bench, "does not answer; the knob does it meanwhile")
    bench.press("push")  # read
    bench.press("push")  # the first encounter
    bench.press("next")  # the start
    battle = bench.session.battle
    assert battle
    roller = battle.prompt.asked[0].name
    bench.turn(3)
    bench.press("push")
    assert battle.events[-1][0] == Command("roll", (roller, "3"))


def test_a_noisy_pod_is_named(bench: PicoBench) -> None:
    os.write(bench.pico._master, b"no frame\n" * NOISY)
    assert named(bench, "sends noise; look at its cable")


def test_a_pod_that_starts_again_and_again_is_named(bench: PicoBench) -> None:
    for number in range(1, RESTARTS):
        before = bench.daemon.senses.ports.ports[bench.pico.path].box.pod
        assert before, number
        bench.pico.reboot()
        port = bench.daemon.senses.ports.ports[bench.pico.path]
        assert wait_for(lambda: port.box.pod not in (None, before))  # noqa: B023
    assert named(bench, "starts again and again; look at its cable and its power")
