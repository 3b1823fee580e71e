"""P6: a wrong or jumping clock changes nothing, nor does another time zone or hash seed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TODAY = "1790000000"
CLOCKS = {
    "1970": ("0", "UTC", "0"),
    "before 1970": ("-1000000000", "UTC", "0"),
    "into 2038": (str(2**31 - 500), "UTC", "0"),
    "the year 9999": ("253402300000", "UTC", "0"),
    "a clock that jumps": ("jumps", "UTC", "0"),
    "half a day ahead": (TODAY, "XXX-14", "1"),
    "half an hour askew": (TODAY, "NST3:30NDT", "2"),
    "another hash seed": (TODAY, "UTC", "3"),
}
"""The clock at the beginning, TZ as POSIX writes it, and PYTHONHASHSEED."""


def told(folder: Path, clock: tuple[str, str, str], *more: str) -> str:
    """What an evening under this clock comes to."""
    wall, zone, seed = clock
    command = [sys.executable, "-m", "tests.session.clocks", str(folder), wall]
    environment = os.environ | {"TZ": zone, "PYTHONHASHSEED": seed}
    done = subprocess.run(
        [*command, *more], cwd=ROOT, env=environment, check=True, capture_output=True
    )
    return done.stdout.decode()


@pytest.fixture(scope="module")
def as_always(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The evening under a clock that is right."""
    right = told(tmp_path_factory.mktemp("clocks"), (TODAY, "UTC", "0"))
    assert right.count("[turn]") > 20
    assert "('undo'" in right
    return right


@pytest.mark.parametrize("clock", CLOCKS)
def test_the_evening_is_the_same(tmp_path: Path, as_always: str, clock: str) -> None:
    assert told(tmp_path, CLOCKS[clock]) == as_always


def test_control_a_box_that_believes_its_clock_is_found_out(tmp_path: Path, as_always: str) -> None:
    assert told(tmp_path, CLOCKS["a clock that jumps"], "--believed") != as_always
