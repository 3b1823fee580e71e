"""Partitions in files, at loop devices, and an initramfs: what --read-only looks for."""

import gzip
import os
import shutil
import stat
import subprocess
from pathlib import Path

from tests.hardware.roots import PROGRAM, Root

TITLE = "# turnkeeper: its battles, on a partition of their own\n"
"""Above its line in /etc/fstab."""
WORD = "overlayroot=tmpfs:recurse=0 "
"""First in cmdline.txt."""
HOLDS = "scripts/init-bottom/overlayroot"
"""What an initramfs has that holds the system in memory."""
BYTES = 16 << 20


class Partition:
    """One that is labelled and formatted, and that of all systems *root* alone sees."""

    def __init__(
        self, root: Root, image: Path, label: str = "turnkeeper", kind: str = "ext4"
    ) -> None:
        self._root = root
        with image.open("wb") as file:
            file.truncate(BYTES)
        _out(f"mkfs.{kind}", "-q", "-F", "-L", label, image)
        self.device = _out("losetup", "--find", "--show", image).strip()
        self._node = root.path(self.device)
        os.mknod(self._node, stat.S_IFBLK | 0o660, Path(self.device).stat().st_rdev)

    def close(self) -> None:
        """Take it out."""
        self._root.run("umount", self.device)
        self._node.unlink()
        _out("losetup", "--detach", self.device)


def initramfs(root: Root, name: str, scratch: Path) -> None:
    """Lay the one that the firmware loads, with one file in it: there is no kernel to make it for.

    scratch: a folder that is not there yet.
    """
    (scratch / name).parent.mkdir(parents=True)
    (scratch / name).touch()
    names = "\n".join(str(path.relative_to(scratch)) for path in scratch.rglob("*"))
    words = ["cpio", "--create", "--format=newc", "--quiet"]
    packed = subprocess.run(
        words, cwd=scratch, input=names.encode(), capture_output=True, check=True
    ).stdout
    shutil.rmtree(scratch)
    root.path("/boot/firmware/initramfs8").write_bytes(gzip.compress(packed))


def seen(root: Root, name: str) -> str:
    """The checksum of a file as programs see it, on whatever is mounted there; "" for none."""
    return root.run("sha256sum", name).stdout.partition(" ")[0]


def history(root: Root) -> list[str]:
    """The list of battles as the box's own user sees it."""
    return root.run(PROGRAM, "history", user="turnkeeper").stdout.split()


def _out(*words: str | Path) -> str:
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout
