"""Y3: a long evening needs no more memory than a short one, and all of it less than 64 MB.

10^5 events and frames are promised; they take two minutes, so that CI plays the first 10^4.
"""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
MOST = 64 << 10
GROWTH = 1 << 10
"""kB, of the whole process, and from a fifth of the evening to its end."""


class Told(NamedTuple):
    """What an evening took: resident kB early, at its end and at most; its pages and battles."""

    early: int
    late: int
    most: int
    frames: int
    battles: int


def evening(folder: Path, events: int, *words: str) -> Told:
    """Have an evening of so many events."""
    command = [sys.executable, "-m", "tests.daemon.evening", str(folder), str(events), *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return Told(*map(int, done.stdout.split()))


def test_a_long_evening_takes_no_more_memory_than_a_short_one(
    tmp_path: Path, *, release: bool
) -> None:
    events = 100_000 if release else 10_000
    told = evening(tmp_path, events)
    assert told.frames >= events
    assert told.battles > 20
    assert told.most <= MOST
    assert told.late - told.early <= GROWTH


def test_control_a_box_that_keeps_what_it_has_shown_grows(tmp_path: Path) -> None:
    told = evening(tmp_path, 3_000, "--keeps")
    assert told.late - told.early > GROWTH
