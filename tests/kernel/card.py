"""The card of an installed box: what `hardware/install` makes of a fresh Bookworm, as two disks.

One is the root, one the boot partition, both as ext4 (a Pi's boot partition is FAT; the archive's
fresh root has no tools for that). They take half a minute to make, and are kept in .cache until
anything that they are made of changes.
"""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.hardware import roots

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".cache" / "kernel" / "cards"
READ_ONLY = ROOT / "hardware" / "setup" / "read-only.sh"
STATE = "/var/lib/turnkeeper"
HOOK = Path(__file__).with_name("last-look")
FSTAB = """\
LABEL=rootfs / ext4 defaults,noatime 0 1
LABEL=bootfs /boot/firmware ext4 defaults 0 2
"""
"""As Raspberry Pi OS has it, but for the names of the partitions."""
CONTRAST = 77
"""Of its own settings, which are on the boot partition; so it is seen when they were read."""
SIZES = {"root": "1G", "boot": "16M"}


class Card(NamedTuple):
    """Its images."""

    root: Path
    boot: Path
    battles: Path | None = None
    """A partition of their own."""


def taken(folder: Path) -> Card:
    """A card of one's own in *folder*; skips where it cannot be made."""
    if not shutil.which("debugfs"):
        pytest.skip("e2fsprogs, for a card")
    kept = _kept()
    return Card(*(_copy(kept / f"{name}.ext4", folder) for name in SIZES))


def moved(card: Card, folder: Path) -> Card:
    """The card as `hardware/install --read-only` makes it: battles on a partition of their own.

    tests/hardware tells the installer's way there; here are the battles, and its line in fstab.
    """
    found = re.search(r"^options=(\S+)$", READ_ONLY.read_text("utf-8"), re.MULTILINE)
    assert found
    line = f"LABEL=turnkeeper {STATE} ext4 {found[1]} 0 2\n"
    path, fstab = folder / "battles.ext4", folder / "fstab"
    fstab.write_text(FSTAB + line, encoding="utf-8")
    debugfs(card.root, f"rdump {STATE} {folder}")
    user = re.search(
        r"^turnkeeper:x:(\d+):(\d+):", debugfs(card.root, "cat /etc/passwd"), re.MULTILINE
    )
    assert user
    owner = int(user[1]), int(user[2])
    battles = folder / Path(STATE).name
    for file in battles.iterdir():
        os.chown(file, *owner)
    image(path, "turnkeeper", "16M", battles, "-E", "root_owner={}:{}".format(*owner))
    for words in (f"rm {STATE}/battles.sqlite", "rm /etc/fstab", f"write {fstab} /etc/fstab"):
        debugfs(card.root, words, "-w")
    return card._replace(battles=path)


def debugfs(image: Path, words: str, *how: str) -> str:
    """Look into a disk, or (-w) change it, where no kernel has it."""
    done = subprocess.run(
        ["debugfs", *how, "-R", words, image], check=True, capture_output=True, text=True
    )
    return done.stdout


def image(path: Path, label: str, size: str, filled: Path, *how: str) -> None:
    """Make a disk of ext4 out of a folder."""
    words: list[str | Path] = [
        "mke2fs",
        "-q",
        "-t",
        "ext4",
        "-L",
        label,
        "-d",
        filled,
        *how,
        path,
        size,
    ]
    subprocess.run(words, check=True, capture_output=True)


def _kept() -> Path:
    key = hashlib.sha256()
    for path in _made_of():
        key.update(f"{path} {path.stat().st_mode}".encode() + path.read_bytes())
    kept = KEPT / key.hexdigest()[:12]
    if not kept.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT) as folder:
            _make(Path(folder))
            for old in KEPT.iterdir():
                if old != Path(folder):
                    shutil.rmtree(old)
            (Path(folder) / "disks").rename(kept)
    return kept


def _made_of() -> list[Path]:
    found = [HOOK, Path(__file__), Path(roots.__file__), ROOT / "pyproject.toml"]
    for name in ("device/turnkeeper", "sim/turnkeeper_sim", "hardware/system", "hardware/setup"):
        found += [p for p in (ROOT / name).rglob("*") if p.is_file() and p.suffix != ".pyc"]
    return [*sorted(found), ROOT / "hardware" / "install"]


def _make(folder: Path) -> None:
    tree, disks = folder / "tree", folder / "disks"
    tree.mkdir()
    disks.mkdir()
    root = roots.make(tree, "bookworm")
    try:
        done = root.run(roots.INSTALL)
    finally:
        root.close()
    assert done.returncode == 0, done.stdout + done.stderr
    (tree / "etc/fstab").write_text(FSTAB, encoding="utf-8")
    hook = tree / "usr/lib/systemd/system-shutdown" / HOOK.name
    shutil.copy(HOOK, hook)
    (tree / "usr/lib/modules").mkdir(exist_ok=True)
    for left in ("var/lib/apt/lists", "var/cache", roots.CHECKOUT.lstrip("/"), "usr/share/doc"):
        shutil.rmtree(tree / left)
        (tree / left).mkdir()
    boot = tree / "boot/firmware"
    (boot / "turnkeeper/config.toml").write_text(f"[display]\ncontrast = {CONTRAST}\n", "utf-8")
    image(disks / "boot.ext4", "bootfs", SIZES["boot"], boot)
    shutil.rmtree(boot)
    boot.mkdir()
    image(disks / "root.ext4", "rootfs", SIZES["root"], tree)


def _copy(image: Path, folder: Path) -> Path:
    copy = folder / image.name
    subprocess.run(["cp", "--sparse=always", image, copy], check=True)
    return copy
