"""An evening on a journal of its own."""

from pathlib import Path

import pytest

from tests.session.evening import Evening
from turnkeeper.journal import card, files


@pytest.fixture(autouse=True)
def _no_waiting_for_the_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for the card is proved in tests/power; here nothing is cut off in mid-write."""
    monkeypatch.setattr(card, "SYNCHRONOUS", "OFF")
    monkeypatch.setattr(files, "sync_folder", lambda _: None)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Four players and six foes, on the home page."""
    return Evening(tmp_path / "battles.sqlite")
