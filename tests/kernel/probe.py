"""Which doors are open to a process: tried in the box's sandbox, and outside of it as the control.

Runs by itself too, with Python's own library alone, and says it in one line of JSON.
"""

import errno
import json
import os
import socket
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

OPEN = ("pins", "bus", "pod", "battles", "a word to the service manager")
"""What the box needs; all others must be shut."""


def _opens(path: str) -> Callable[[], object]:
    def open_() -> None:
        try:
            os.close(os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK))
        except OSError as fault:
            if fault.errno != errno.EBUSY:  # the box has it, which might be told to go away
                raise

    return open_


def _speaks(family: socket.AddressFamily) -> Callable[[], object]:
    return lambda: socket.socket(family, socket.SOCK_DGRAM).close()


def _mounted_to_be_written(folder: str) -> Callable[[], object]:
    """Not whether its user may: whether anybody could."""

    def look() -> None:
        if os.statvfs(folder).f_flag & os.ST_RDONLY:
            raise PermissionError

    return look


DOORS: dict[str, Callable[[], object]] = {
    "pins": _opens("/dev/gpiochip0"),
    "bus": _opens("/dev/i2c-1"),
    "pod": _opens("/dev/ttyACM0"),
    "battles": lambda: tempfile.TemporaryFile(dir="/var/lib/turnkeeper").close(),
    "a word to the service manager": _speaks(socket.AF_UNIX),
    "network": _speaks(socket.AF_INET),
    "network of today": _speaks(socket.AF_INET6),
    "network's settings": _speaks(socket.AF_NETLINK),
    # Its group may have it, as it may have the pod.
    "a port that is none of its own": _opens("/dev/ttyS0"),
    "card": _opens("/dev/vda"),
    "system": _mounted_to_be_written("/etc"),
    "programs": _mounted_to_be_written("/usr"),
    "settings": _mounted_to_be_written("/boot/firmware"),
    "kernel's settings": _mounted_to_be_written("/proc/sys"),
    "people's files": lambda: list(Path("/home").iterdir()),
    "other processes": lambda: Path("/proc/1/status").read_bytes(),
    "a namespace of its own": lambda: subprocess.run(
        ["unshare", "--user", "true"], check=True, stderr=subprocess.DEVNULL
    ),
}


def probed() -> dict[str, bool]:
    """Each door's name, and whether it is open."""
    found = {}
    for name, door in DOORS.items():
        try:
            door()
        except (OSError, subprocess.SubprocessError):
            found[name] = False
        else:
            found[name] = True
    return found


if __name__ == "__main__":
    print(json.dumps(probed()))
