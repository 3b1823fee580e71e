"""What several tests look at: the printed parts, and the systems that the box is installed in."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import trimesh

from hardware.make import case
from tests.hardware import boxes
from tests.hardware.partitions import HOLDS, Partition, initramfs
from tests.hardware.roots import BATTLES, CMDLINE, CONFIG, STATE, Root
from turnkeeper.journal import Journal


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
    yield from boxes.lent(tmp_path_factory.mktemp("bookworm"), "bookworm")


@pytest.fixture(scope="session")
def trixie(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Root]:
    """The same with a fresh Trixie."""
    yield from boxes.lent(tmp_path_factory.mktemp("trixie"), "trixie")


@pytest.fixture
def pi(request: pytest.FixtureRequest) -> Root:
    """One of them, as it was left."""
    found: Root = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def box(pi: Root) -> Root:
    """The same with the box on it."""
    return boxes.installed(pi)


@pytest.fixture
def card(bookworm: Root, tmp_path: Path) -> Iterator[Root]:
    """The box on a card, with battles and without a partition for them yet."""
    box = boxes.installed(bookworm)
    initramfs(box, HOLDS, tmp_path / "initramfs")
    kept = {name: box.read(name) for name in ("/etc/fstab", CMDLINE, CONFIG)}
    box.run("sh", "-c", f"rm -rf {STATE}; mkdir -p {STATE}")
    journal = Journal(box.path(BATTLES))
    journal.begin("system hummel", 0.0)
    journal.append("finish", "", 0, 0.0)
    journal.close()
    box.write(f"{STATE}/battles.sqlite.aside-1", "what was damaged once")
    box.run("chown", "-R", "turnkeeper:", STATE)
    yield box
    box.run("umount", STATE)
    box.run("sh", "-c", f"rm -rf {STATE} {STATE}.before-*")
    for name, text in kept.items():
        box.write(name, text)


@pytest.fixture
def partition(card: Root, tmp_path: Path) -> Iterator[Partition]:
    """A partition as the guide has it made."""
    made = Partition(card, tmp_path / "image")
    yield made
    made.close()
