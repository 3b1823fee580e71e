"""The same commands are the same battle on every run: nothing hangs on the order of a set."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BATTLES = sorted(str(file) for file in (ROOT / "tests" / "battles").rglob("*.battle"))
SEEDS = ("0", "1", "2", "3")

BROKEN = """
from tests.rules import transcript
from turnkeeper.systems import hummel

right = hummel.first_owing
hummel.first_owing = lambda field: [field.find(name) for name in {c.name for c in right(field)}]
transcript.main()
"""
"""HUMMEL QUEST, asking for the first dice in the order of a set of names."""


def transcripts(*words: str) -> set[str]:
    """Run Python with these words under each hash seed; give the different outputs, as digests."""
    found = set()
    for seed in SEEDS:
        environment = os.environ | {
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
        }
        done = subprocess.run(
            [sys.executable, *words], cwd=ROOT, env=environment, check=True, capture_output=True
        )
        assert len(done.stdout) > 50
        found.add(hashlib.sha256(done.stdout).hexdigest())
    return found


@pytest.mark.parametrize("words", [BATTLES, []], ids=["the battles", "random ones"])
def test_a_battle_is_told_alike_under_four_hash_seeds(words: list[str]) -> None:
    assert len(transcripts("-m", "tests.rules.transcript", *words)) == 1


def test_control_a_book_that_goes_through_a_set_is_found() -> None:
    assert len(transcripts("-c", BROKEN)) > 1
