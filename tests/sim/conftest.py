"""A desk with a stand-in for the box on it, and waiting until something is so."""

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from turnkeeper_sim.desk import Desk

if TYPE_CHECKING:
    from tests.sim.screen import Screen

STAND_IN = (sys.executable, str(Path(__file__).with_name("stand_in.py")))
PATIENCE = 20.0  # seconds, for a slow machine; nothing is asserted on how long it took


def until(true: Callable[[], bool]) -> None:
    """Wait until *true* is; fail if it never is."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.005)


@pytest.fixture(scope="module")
def screen() -> "Iterator[Screen]":
    """A screen; without Xvfb or xdotool there is none to test on."""
    from tests.sim.screen import xvfb  # noqa: PLC0415 - it waits with our `until`

    for tool in ("Xvfb", "xdotool"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not here (Debian's packages: xvfb, xdotool)")
    with xvfb() as made:
        yield made


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk with a stand-in for the box, plugged in."""
    made = Desk(tmp_path / "state", command=STAND_IN)
    made.plug_in()
    until(lambda: made.seen.ready and made.seen.picture is not None)
    yield made
    made.close()
