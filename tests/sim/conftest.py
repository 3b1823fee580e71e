"""A desk with a stand-in for the box on it, and waiting until something is so."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from turnkeeper_sim.desk import Desk

STAND_IN = (sys.executable, str(Path(__file__).with_name("stand_in.py")))
PATIENCE = 20.0  # seconds, for a slow machine; nothing is asserted on how long it took


def until(true: Callable[[], bool]) -> None:
    """Wait until *true* is; fail if it never is."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.005)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk with a stand-in for the box, plugged in."""
    made = Desk(tmp_path / "state", command=STAND_IN)
    made.plug_in()
    until(lambda: made.seen.ready and made.seen.picture is not None)
    yield made
    made.close()
