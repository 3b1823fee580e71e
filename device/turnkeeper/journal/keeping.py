"""Where the battles are kept: in a folder that one box has to itself, and that outlasts the plug.

The folder itself is locked, so that nothing need be written for it, and a box that is killed lets
go of it. What the kernel knows of mounts and locks comes in as the text of its files.
"""

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from turnkeeper.errors import ConfigError
from turnkeeper.journal.files import new_folder

MOUNTS = "/proc/self/mountinfo"
LOCKS = "/proc/locks"
IN_MEMORY = {"tmpfs", "ramfs", "rootfs", "devtmpfs"}
FLEETING = "the battles are in memory, and are gone when the plug is pulled"


class Mount(NamedTuple):
    """One line of mountinfo: see proc_pid_mountinfo(5)."""

    point: Path
    kind: str
    upper: str
    """Of an overlay: where what is written goes; "" for none."""


def hold(folder: Path) -> int | None:
    """Have *folder* for this process alone, until it ends; gives what holds it.

    Raises ConfigError where another box has it. None where it cannot be locked at all: then the
    box plays on, as with any card that does not let us.
    """
    try:
        new_folder(folder)
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise ConfigError(
            f"another turnkeeper keeps its battles in {folder}; stop that one first "
            "(sudo systemctl stop turnkeeper), or give this one a folder of its own: "
            "state, in the table [folders] of its config.toml"
        ) from None
    except OSError:
        os.close(handle)
        return None
    return handle


def held(folder: Path, locks: str) -> bool:
    """Whether a box has *folder* now, by the kernel's list of locks; asking holds up nobody."""
    try:
        found = folder.stat()
    except OSError:
        return False
    device = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino}"
    words = (line.split() for line in locks.splitlines())
    return any("FLOCK" in one and device in one for one in words)


def busy(folder: Path) -> bool:
    """Whether a box has *folder* now, on this machine."""
    try:
        return held(folder, Path(LOCKS).read_text(encoding="utf-8"))
    except OSError:
        return False


def fleeting(folder: Path, mounts: str) -> bool:
    """Whether what is written in *folder* is in memory alone, by the kernel's list of *mounts*.

    So it is with a tmpfs, and with the overlay of a read-only root, whose upper layer is in memory
    or, as after an initramfs, out of sight.
    """
    known = list(_mounts(mounts))
    mount = _at(folder, known)
    if mount and mount.kind == "overlay":
        upper = _at(Path(mount.upper), known)
        return upper is None or upper == mount or upper.kind in IN_MEMORY
    return mount is not None and mount.kind in IN_MEMORY


def warning(folder: Path) -> str:
    """FLEETING where *folder*, be it there yet or not, is in memory on this machine; else ""."""
    try:
        mounts = Path(MOUNTS).read_text(encoding="utf-8")
        return FLEETING if fleeting(folder.resolve(), mounts) else ""
    except OSError:
        return ""


def _at(folder: Path, mounts: list[Mount]) -> Mount | None:
    """The mount that *folder* is in: the nearest above it, and of several there the last."""
    over = [mount for mount in mounts if folder.is_relative_to(mount.point)]
    return max(reversed(over), key=lambda mount: len(mount.point.parts), default=None)


def _mounts(text: str) -> Iterator[Mount]:
    for line in text.splitlines():
        before, dash, after = line.partition(" - ")
        place, kind = before.split()[4:5], after.split(" ")
        if dash and place:
            options = kind[-1].split(",")
            upper = next((o.removeprefix("upperdir=") for o in options if "upperdir=" in o), "")
            yield Mount(Path(_plain(place[0])), kind[0], _plain(upper))


def _plain(word: str) -> str:
    """A path without the kernel's escapes, which write a blank as a backslash and 040."""
    parts = word.split("\\")
    return parts[0] + "".join(chr(int(part[:3], 8)) + part[3:] for part in parts[1:])
