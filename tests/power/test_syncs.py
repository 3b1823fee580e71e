"""How a commit reaches the card, and what comes of it when that fails, seen by the kernel's calls.

strace counts the calls, lets one fail (P4), or kills at one (P3).
"""

import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.power.conftest import ROOT

SYNCS = re.compile(r"^\d+ +f(?:data)?sync\(.*\) += 0$", re.MULTILINE)
WRITER, TABLE = "tests.power.writer", "tests.power.table"
PLAYS_ON = (WRITER, "--events", "24", "--plays-on")


@cache
def straceable() -> bool:
    """Tell whether strace is here, and may take hold of a process that runs."""
    if not shutil.which("strace"):
        return False
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as cat:
        strace = subprocess.Popen(["strace", "-p", str(cat.pid)], stderr=subprocess.PIPE, text=True)
        assert strace.stderr
        held = "attached" in strace.stderr.readline()
        assert cat.stdin
        cat.stdin.close()
        strace.communicate()
    return held


def printed(*command: str, by_strace: bool = True) -> str:
    """Run a program, perhaps one in which strace has a part; give what it prints."""
    if by_strace and not straceable():
        pytest.skip("strace, and leave to use it")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def injected(what: str, path: Path, times: int, *program: str) -> dict[str, Any]:
    """Kill a program, or let its calls fail, so often; give what came of it."""
    ours = (sys.executable, "-m", "tests.power.injected", what, str(path))
    command = (*ours, "--times", str(times), "--", *program)
    told: dict[str, Any] = json.loads(printed(*command, by_strace=what != "moments"))
    return told


def syncs(tmp_path: Path, events: int, *words: str) -> int:
    """Count the syncs of a writer that does so many events in a new journal."""
    path = tmp_path / f"{events}{''.join(words)}" / "battles.db"
    log = tmp_path / "calls"
    ours = (sys.executable, "-m", WRITER, str(path), "--events", str(events), *words)
    printed("strace", "-f", "-o", str(log), "-e", "trace=fsync,fdatasync", *ours)
    return len(SYNCS.findall(log.read_text()))


def test_an_event_costs_one_sync(tmp_path: Path) -> None:
    assert syncs(tmp_path, 17) - syncs(tmp_path, 7) == 10
    off = ("--synchronous", "OFF")
    assert syncs(tmp_path, 17, *off) - syncs(tmp_path, 7, *off) == 0  # the control


@pytest.mark.parametrize(
    ("program", "times", "released"),
    [
        pytest.param((WRITER, "--events", "20"), 180, 6_000, id="the journal alone"),
        pytest.param((TABLE, "--gestures", "40"), 120, 4_000, id="the session, from gestures on"),
    ],
)
def test_P3_killed_at_any_call_it_loses_nothing(  # noqa: N802 the promise's name
    tmp_path: Path, release: bool, program: tuple[str, ...], times: int, released: int
) -> None:
    times = released if release else times
    told = injected("kills", tmp_path / "battles.db", times, *program)
    assert told["faults"] == []
    assert told["times"] == times, "it was killed as often"
    assert told["kinds"] > 50
    assert told["done"] > times


def test_P3_is_seen_broken_where_done_is_said_before_the_card_is_asked(  # noqa: N802
    tmp_path: Path,
) -> None:
    hasty = (WRITER, "--events", "20", "--hasty")
    told = injected("kills", tmp_path / "battles.db", 12, *hasty)
    assert any("P1" in fault for fault in told["faults"])


def test_P2_is_seen_broken_where_a_battle_begins_one_by_one(  # noqa: N802 the promise's name
    tmp_path: Path,
) -> None:
    piecemeal = (TABLE, "--gestures", "10", "--piecemeal")
    told = injected("kills", tmp_path / "battles.db", 24, *piecemeal)
    assert any("begun by half" in fault for fault in told["faults"])


def test_P3_killed_at_any_moment_it_loses_nothing(  # noqa: N802 the promise's name
    tmp_path: Path, release: bool
) -> None:
    times = 2_000 if release else 40
    told = injected("moments", tmp_path / "battles.db", times, WRITER)
    assert told["faults"] == []
    assert told["done"] > times


def test_P4_a_call_fails_and_what_is_missing_is_saved_later(  # noqa: N802 the promise's name
    tmp_path: Path, release: bool
) -> None:
    times = 2_000 if release else 200
    told = injected("faults", tmp_path / "battles.db", times, *PLAYS_ON)
    assert told["faults"] == []
    assert told["times"] == times, "it failed as often"
    assert told["unsaved"] > times, "and that was not hidden"


def test_P4_is_seen_broken_where_what_failed_is_forgotten(  # noqa: N802 the promise's name
    tmp_path: Path,
) -> None:
    told = injected("faults", tmp_path / "battles.db", 12, *PLAYS_ON, "--forgets")
    assert any("P1" in fault for fault in told["faults"])
