"""How a commit reaches the card, and what comes of it when that fails, seen by the kernel's calls.

strace counts the calls, lets one fail (P4), or kills at one (P3).
"""

import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.power.conftest import ROOT
from tests.power.witness import Witness
from turnkeeper.journal import Journal

WRITER = (sys.executable, "-m", "tests.power.writer")
SYNCS = re.compile(r"^\d+ +f(?:data)?sync\(.*\) += 0$", re.MULTILINE)
CALLS = "openat,pwrite64,fsync,fdatasync,ftruncate,rename,unlink"


@cache
def straceable() -> bool:
    """Tell whether strace is here and is let."""
    if not shutil.which("strace"):
        return False
    return not subprocess.run(["strace", "true"], capture_output=True, check=False).returncode


def watched(tmp_path: Path, *words: str) -> "tuple[subprocess.CompletedProcess[bytes], str]":
    """Run a program under strace; give how it ended, and the calls."""
    if not straceable():
        pytest.skip("strace, and leave to use it")
    log = tmp_path / "calls"
    command = ["strace", "-f", "-o", str(log), *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    return done, log.read_text(errors="replace")


def syncs(tmp_path: Path, events: int, *words: str) -> int:
    """Count the syncs of a writer that does so many events in a new journal."""
    path = tmp_path / f"{events}{''.join(words)}" / "battles.db"
    trace = ("-e", "trace=fsync,fdatasync", *WRITER, str(path), "--events", str(events))
    done, calls = watched(tmp_path, *trace, *words)
    assert done.returncode == 0
    return len(SYNCS.findall(calls))


def test_an_event_costs_one_sync(tmp_path: Path) -> None:
    assert syncs(tmp_path, 17) - syncs(tmp_path, 7) == 10
    off = ("--synchronous", "OFF")
    assert syncs(tmp_path, 17, *off) - syncs(tmp_path, 7, *off) == 0  # the control


@pytest.mark.parametrize("when", ["3", "9", "12", "12..30+2", "20..25"])
@pytest.mark.parametrize(
    "fault", ["fdatasync:error=EIO", "pwrite64:error=ENOSPC", "pwrite64:error=EROFS"]
)
def test_P4_a_call_fails_and_what_is_missing_is_saved_later(  # noqa: N802 the promise's name
    tmp_path: Path, fault: str, when: str
) -> None:
    path = tmp_path / "battles.db"
    trace = ("-P", str(path), "-P", f"{path}-wal", "-e", f"inject={fault}:when={when}")
    player = (sys.executable, "-m", "tests.power.player", str(path), "40")
    done, calls = watched(tmp_path, *trace, *player)
    assert done.returncode == 0, done.stderr
    failed, saving = done.stdout.decode().split()

    assert "(INJECTED)" in calls
    assert int(failed) > 0  # it was said
    assert saving == "True"  # it healed by itself
    journal = Journal(path)
    assert [row.line for row in journal.rows(1)] == [f"event {place}" for place in range(40)]
    assert journal.notes == []
    journal.close()


def test_P3_killed_at_any_call_it_loses_nothing(  # noqa: N802 the promise's name
    tmp_path: Path, release: bool
) -> None:
    path = tmp_path / "battles.db"
    witness = Witness()
    faults: list[str] = []
    killed = 0
    for number in range(10_000 if release else 30):
        when = f"inject={CALLS}:signal=KILL:when={1 + number * 7 % 61}"
        files = [word for part in ("", "-wal", "-journal") for word in ("-P", f"{path}{part}")]
        done, _ = watched(tmp_path, *files, "-e", when, *WRITER, str(path), "--events", "20")
        killed += done.returncode in (-9, 137)
        witness.hear(done.stdout, done.stdout.count(b"DONE"))
        faults += witness.judge(path)

    assert faults == []
    assert killed > 20


def test_P3_killed_at_any_moment_it_loses_nothing(  # noqa: N802 the promise's name
    tmp_path: Path, release: bool
) -> None:
    path = tmp_path / "battles.db"
    witness = Witness()
    for number in range(200 if release else 20):
        with subprocess.Popen([*WRITER, str(path)], cwd=ROOT, stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            said = b"".join(writer.stdout.readline() for _ in range(1 + number * 5 % 37))
            writer.kill()
            said += writer.stdout.read()
        witness.hear(said, said.count(b"DONE"))

        assert witness.judge(path) == []
    assert sum(map(len, witness.done.values())) > 20
