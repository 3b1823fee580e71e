"""L3: each die counts once and in order, though the daemon is killed again and again.

The pod is the real firmware, the daemon's part is `taker`: the real port and the real journal.
"""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.panel.tray import wait_for
from tests.pico.conftest import Plug
from tests.pico.rig import Pico
from turnkeeper.journal import Journal

ROOT = Path(__file__).parents[2]
KILLS = 100
Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start a taker, and wait until it is ready."""
    takers: list[subprocess.Popen[str]] = []

    def started(*words: str | Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "tests.pico.taker", *words]
        pipe = subprocess.PIPE
        takers.append(
            subprocess.Popen(
                command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True, start_new_session=True
            )
        )
        if words[0] == "again":
            say(takers[-1])
        hear(takers[-1])
        return takers[-1]

    yield started
    for taker in takers:
        stop(taker)


def say(takers: "subprocess.Popen[str]") -> None:
    """Have the next one started, or the one that there is killed."""
    assert takers.stdin
    takers.stdin.write("\n")
    takers.stdin.flush()


def hear(taker: "subprocess.Popen[str]") -> None:
    """Wait until it is ready."""
    assert taker.stdout
    assert taker.stdout.readline() == "ready\n"


def next_one(takers: "subprocess.Popen[str]") -> None:
    """Have one killed, and the next one ready."""
    say(takers)
    say(takers)
    hear(takers)


def stop(taker: "subprocess.Popen[str]") -> None:
    """Kill it outright, and whatever it has started."""
    with suppress(ProcessLookupError):
        os.killpg(taker.pid, signal.SIGKILL)
    taker.wait()
    for pipe in (taker.stdin, taker.stdout):
        if pipe:
            pipe.close()


def dice(path: Path) -> list[int]:
    """Read which dice are in the journal."""
    journal = Journal(path, reading=True)
    rows = journal.rows(1)
    journal.close()
    return [int(row.line.removeprefix("die ")) for row in rows]


class Thrower(threading.Thread):
    """Somebody who keys in one d20 after the other."""

    def __init__(self, pico: Pico, seed: int) -> None:
        """Begin."""
        super().__init__(daemon=True)
        self.thrown: list[int] = []
        self.enough = False
        self._pico, self._chance = pico, random.Random(seed)
        self.start()

    def run(self) -> None:
        """Throw until it is enough."""
        while not self.enough:
            face = self._chance.randint(1, 20)
            self._pico.type(f"C{face}#")
            self.thrown.append(face)


def test_no_kill_loses_a_die_or_counts_one_twice(plug: Plug, start: Start, tmp_path: Path) -> None:
    pico, journal = plug(buttons=0), tmp_path / "journal"
    chance = random.Random(3)
    takers = start("again", journal, pico.path)
    thrower = Thrower(pico, 3)
    for _ in range(KILLS):
        time.sleep(chance.uniform(0.0, 0.3))  # any moment will do
        next_one(takers)
    stop(takers)
    thrower.enough = True
    thrower.join()
    start(journal, pico.path)
    assert wait_for(lambda: len(dice(journal)) >= len(thrower.thrown), 30)
    assert dice(journal) == thrower.thrown
    assert len(thrower.thrown) > KILLS


@pytest.mark.parametrize(("forgets", "times"), [(False, 1), (True, 2)])
def test_killed_between_card_and_acknowledgement_it_counts_once_by_its_memory(
    plug: Plug, start: Start, tmp_path: Path, *, forgets: bool, times: int
) -> None:
    # The second is the control: a daemon without a memory has the die twice.
    pico, journal = plug(buttons=0), tmp_path / "journal"
    broken = ["--forgets"] if forgets else []
    taker = start(journal, pico.path, "--dies-once", tmp_path / "died", *broken)
    pico.type("C17#")
    taker.wait(30)
    assert dice(journal) == [17]
    start(journal, pico.path, *broken)
    pico.type("C4#")
    assert wait_for(lambda: len(dice(journal)) == times + 1)
    assert dice(journal) == [17] * times + [4]
