"""The daemon, unchanged, on a real kernel's /dev/gpiochip0, I2C bus and USB serial port.

Two guests are booted side by side (tests/kernel/run): one tells the stories of `stories.py`, one
plays a battle script of each system. Where QEMU cannot be had this says so, and is skipped.
"""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kernel.guests import LACKING, Guest, Told
from tests.kernel.stories import STORIES

ROOT = Path(__file__).parents[2]
BATTLES = [
    "tests/battles/given/hummel-ties.battle",
    "tests/battles/given/u8-order.battle",
    "tests/battles/request/rq-07-in-a-group-partly-done.battle",
    "tests/battles/reaction/rx-09-down-is-not-going.battle",
]


@pytest.fixture(scope="module")
def told(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Told]:
    """All that both guests told."""
    if importlib.util.find_spec("lgpio") is None:
        pytest.skip("a real kernel needs lgpio, which has no wheel for this Python")
    folder = tmp_path_factory.mktemp("kernel")
    if any("unattended" in getattr(item, "fixturenames", ()) for item in request.session.items):
        request.getfixturevalue("unattended")  # beside these
    command = [sys.executable, "-m", "tests.kernel.stories"]
    guests = [
        Guest(folder / "stories", "run", *command),
        Guest(folder / "battles", "run", *command, *BATTLES),
    ]
    every: dict[str, Told] = {}
    for guest in guests:
        every.update(guest.told())
    return every


@pytest.mark.parametrize("name", [story.__name__ for story in STORIES])
def test_on_a_real_kernel(told: dict[str, Told], name: str) -> None:
    assert told[name].holds, told[name].says


@pytest.mark.parametrize("file", BATTLES)
def test_a_battle_is_played_at_the_pins(told: dict[str, Told], file: str) -> None:
    assert told[file].holds, told[file].says


def test_without_qemu_it_says_what_it_needs() -> None:
    done = subprocess.run(
        [ROOT / "tests/kernel/run", "true"],
        env={**os.environ, "TURNKEEPER_QEMU": "a-qemu-that-is-not-there"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == LACKING
    assert "a real kernel needs" in done.stderr
    assert "qemu-system-x86" in done.stderr
