"""What several tests look at: the printed parts, and the systems that the box is installed in."""

from collections.abc import Iterator

import pytest
import trimesh

from hardware.make import case
from tests.hardware import roots
from tests.hardware.roots import Root


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, trimesh.Trimesh]:
    """Every part, made now."""
    if case.openscad() is None:
        pytest.skip("OpenSCAD")
    folder = tmp_path_factory.mktemp("case")
    case.make(folder)
    return {name: trimesh.load_mesh(folder / f"{name}.stl") for name in case.PRINTS}


@pytest.fixture(scope="session")
def bookworm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Root]:
    """A Pi's card with a fresh Bookworm, told on by each story in their order."""
    yield from roots.lent(tmp_path_factory.mktemp("bookworm"), "bookworm")


@pytest.fixture(scope="session")
def trixie(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Root]:
    """The same with a fresh Trixie."""
    yield from roots.lent(tmp_path_factory.mktemp("trixie"), "trixie")


@pytest.fixture
def pi(request: pytest.FixtureRequest) -> Root:
    """One of them, as it was left."""
    found: Root = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def box(pi: Root) -> Root:
    """The same with the box on it."""
    return roots.installed(pi)
