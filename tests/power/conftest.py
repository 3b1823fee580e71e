"""A card to cut off: an image with ext4 in it, or a word about what this machine lacks for that."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
LACKING = "root with loop devices, ext4 and a mount namespace of its own"
TOOLS = ("mkfs.ext4", "unshare", "mount", "umount")

OnACard = Callable[..., str]


@pytest.fixture(scope="session")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Tell where images can be mounted, once one was; skip with a word where none can."""
    folder = tmp_path_factory.mktemp("cards")
    if not all(map(shutil.which, TOOLS)):
        pytest.skip(LACKING)
    mount = ["mount", "-o", "loop", str(make_image(folder)), str(folder)]
    if subprocess.run([*alone(), *mount], capture_output=True, check=False).returncode:
        pytest.skip(LACKING)
    yield folder
    (folder / "card.ext4").unlink()


@pytest.fixture
def on_a_card(cards: Path) -> OnACard:
    """Give a function that runs a module of ours with a fresh card and gives what it prints."""

    def run(module: str, *words: str) -> str:
        image = make_image(cards)
        command = [*alone(), sys.executable, "-m", module, str(image), str(cards), *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    return run


def alone() -> list[str]:
    """Give the words that start a program whose mounts nobody else sees, and that go with it."""
    return ["unshare", "--mount", "--propagation", "private"]


def make_image(folder: Path) -> Path:
    """Make a fresh card of 8 MB."""
    image = folder / "card.ext4"
    image.unlink(missing_ok=True)
    with image.open("wb") as file:
        file.truncate(8 << 20)
    subprocess.run(["mkfs.ext4", "-q", "-F", image], check=True)
    return image
