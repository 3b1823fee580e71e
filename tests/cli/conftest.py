"""The command line, called in this process: what it prints, and how it ends."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import gpiozero
import pytest

from tests.device.quick import hurry
from turnkeeper import config
from turnkeeper.cli import main


class Ended(NamedTuple):
    """What a command came to."""

    status: int
    out: str
    err: str


Say = Callable[..., Ended]


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Say:
    """Say the words to the command line, as on a machine without any files of ours."""
    monkeypatch.setattr(config, "find", lambda: None)

    def said(*words: str | Path) -> Ended:
        try:
            status = main([str(word) for word in words])
        except SystemExit as end:  # argparse's own
            status = int(end.code or 0)
        printed = capsys.readouterr()
        return Ended(status, printed.out, printed.err)

    return said


@pytest.fixture
def script(tmp_path: Path) -> Callable[..., Path]:
    """Write a battle script."""

    def written(text: str, name: str = "a.battle") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return written


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A device that is quick to play."""
    hurry(monkeypatch.setattr, str(tmp_path))
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
