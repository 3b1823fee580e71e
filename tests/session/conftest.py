"""An evening on a journal of its own."""

from pathlib import Path

import pytest

pytest.register_assert_rewrite("tests.session.evening")

from tests.session.evening import Evening  # noqa: E402 - its assertions are rewritten first


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Four players and six foes, on the home page."""
    return Evening(tmp_path / "battles.sqlite")
