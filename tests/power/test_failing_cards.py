"""P4: a card that is full, dead or read-only; play goes on, and saving resumes by itself."""

import pytest

from tests.power.conftest import OnACard
from tests.power.stories import STORIES


@pytest.mark.root
@pytest.mark.parametrize("story", STORIES)
def test_P4(on_a_card: OnACard, story: str) -> None:  # noqa: N802 the promise's name
    assert on_a_card("tests.power.stories", story) == ""
