"""A card to cut off: an image with ext4 in it, or a word about what this machine lacks for that."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
LACKING = "root with loop devices, ext4 and a mount namespace of its own"
TOOLS = ("mkfs.ext4", "unshare", "mount", "umount")
IMAGE = f"card-{os.getpid()}.ext4"
SIZE = "8M"

OnACard = Callable[..., str]

# The image lies in memory, seen by nobody else: what a cut takes away is what ext4 had not given to
# its device yet, and a real disk below that would only make it slow.
ALONE = ("unshare", "--mount", "--propagation", "private", "sh", "-e", "-c")
WITH_A_CARD = f"""
mount -t tmpfs tmpfs "$0"
mkdir "$0/in"
truncate -s {SIZE} "$0/{IMAGE}"
mkfs.ext4 -q -F "$0/{IMAGE}"
exec "$@"
"""


@pytest.fixture(scope="session")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tell where images can be mounted, once one was; skip with a word where none can."""
    folder = tmp_path_factory.mktemp("cards")
    if not all(map(shutil.which, TOOLS)):
        pytest.skip(LACKING)
    mount = ("mount", "-o", "loop", folder / IMAGE, folder / "in")
    command: list[str | Path] = [*ALONE, WITH_A_CARD, folder, *mount]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip(LACKING)
    return folder


@pytest.fixture
def on_a_card(cards: Path) -> OnACard:
    """Give a function that runs a module of ours with a fresh card and gives what it prints.

    The module is told the image, where to mount it, and the words; its mounts go with it.
    """

    def run(module: str, *words: str) -> str:
        command: list[str | Path] = [*ALONE, WITH_A_CARD, cards, sys.executable, "-m", module]
        command += [cards / IMAGE, cards / "in", *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    return run
