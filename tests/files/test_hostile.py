"""Promise U1, by thousands of files: none takes half a second of a processor, or 20 MB.

They are read in a process that the kernel ends, or refuses memory, beyond that (`hostile.py`): so
the daemon needs no such child. The bound is seven times what the worst of them took.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.files.hostile import lay
from turnkeeper.files import shelf
from turnkeeper.party import list_encounters

ROOT = Path(__file__).parents[2]
PATIENCE = 3_600
"""Seconds, for a machine that is busy: a pipe that is waited for would take for ever."""


def read(what: str, many: int, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Have hostile files read under the limits."""
    command = [sys.executable, "-m", "tests.files.hostile", what, str(many), str(folder)]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE
    )


@pytest.mark.parametrize("seed", range(2))
def test_no_file_takes_long_or_much(tmp_path: Path, seed: int, *, release: bool) -> None:
    """The promise's figure: 2,000 files, and 10^6 for a release."""
    many = 500_000 if release else 1_000
    done = read(str(seed), many, tmp_path)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > many * 0.9, "there was something to say"


def test_no_stick_takes_long_or_much(tmp_path: Path) -> None:
    """Thousands of files, links to everywhere, pipes that nobody fills, a device, a gap."""
    done = read("stick", 3_000, tmp_path)
    assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr


def test_what_a_trap_is_made_of_is_told_one_by_one(tmp_path: Path) -> None:
    lay(tmp_path, 40)
    found = {each.path.name: each for each in list_encounters([tmp_path])}
    said = {name: each.problem.sentence for name, each in found.items() if each.problem}
    assert said["00000-zero.toml"].startswith("this is a link")
    assert said["00000-up.toml"].startswith("this is a link")
    assert said["00000-self.toml"].startswith("this is a link")
    for name in ("pipe", "folder", *(["device"] if os.geteuid() == 0 else [])):
        assert said[f"00000-{name}.toml"].startswith("this is no ordinary file")
    assert said["00000-huge.toml"].startswith("the file is larger than 64 KiB")
    assert all(each.name.isprintable() for each in found.values())


def test_of_too_much_together_the_rest_is_listed_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(tmp_path, 4)
    (before,) = [each for each in list_encounters([tmp_path]) if each.path.name == "00000.toml"]
    assert before.encounter
    monkeypatch.setattr(shelf, "MOST_TOGETHER", 1024)
    last = list_encounters([tmp_path])[-1]
    assert str(last.problem).endswith("have more than 1 KiB together; take some away")
    assert last.encounter is None


def test_control_without_our_limits_the_kernels_are_met(tmp_path: Path) -> None:
    done = read("dots", 30_000, tmp_path)
    assert done.returncode != 0
    assert "MemoryError" in done.stderr or done.returncode < 0
