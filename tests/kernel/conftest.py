"""The guest that takes longest, booted once, and beside the others where there are others."""

from collections.abc import Iterator

import pytest

from tests.kernel.guests import Unattended


@pytest.fixture(scope="session")
def unattended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Unattended]:
    """The card that boots by itself; it is not waited for."""
    unattended = Unattended(tmp_path_factory.mktemp("unattended"))
    yield unattended
    unattended.close()
