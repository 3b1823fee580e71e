"""The README's game in a folder of its own, and books that stand as they were afterwards."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.coin import COIN
from turnkeeper import games
from turnkeeper.systems import LOOK, SYSTEMS


@pytest.fixture(autouse=True)
def books(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The four books, whatever a test puts beside them."""
    before = dict(SYSTEMS)
    monkeypatch.setattr(games, "_files", {})
    monkeypatch.setattr(games, "_packages", None)
    yield
    SYSTEMS.clear()
    SYSTEMS.update(before)
    LOOK.clear()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A configuration folder in which Coin lies."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "coin.py").write_text(COIN, encoding="utf-8")
    return tmp_path
