"""Cuts the power of a writer again and again, on a card of its own, and prints what was lost.

    unshare --mount python -m tests.power.bench IMAGE FOLDER --cuts N --seed S -- WRITER...

IMAGE, a file with ext4 in it, is mounted at FOLDER, for nobody else to see: the mount and its loop
device go when this process goes, however it goes. WRITER is a command that speaks as
`tests/power/writer.py` does; {} in it becomes the journal's path. Prints one JSON object.

The cut is EXT4_IOC_SHUTDOWN with NOLOGFLUSH: from one instant on nothing reaches the image any
more, not even what the kernel holds already.
"""

import argparse
import fcntl
import json
import os
import random
import select
import signal
import struct
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.power.witness import Witness

EXT4_IOC_SHUTDOWN, NOLOGFLUSH = 0x8004587D, 2
NAME = "battles.db"
MANY = 1_000_000
WAYS = ("opening", "moment", "done")


def cut(folder: Path) -> None:
    """Cut the power of what is mounted at `folder`."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.ioctl(handle, EXT4_IOC_SHUTDOWN, struct.pack("I", NOLOGFLUSH))
    finally:
        os.close(handle)


def mount(image: Path, folder: Path) -> None:
    """Put the card in."""
    subprocess.run(["mount", "-o", "loop", image, folder], check=True)


def unmount(folder: Path) -> None:
    """Take the card out, though someone may still hold it."""
    subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def mounted(image: Path, folder: Path) -> Iterator[None]:
    """Have the card in for a while."""
    mount(image, folder)
    try:
        yield
    finally:
        unmount(folder)


def listen(writer: "subprocess.Popen[bytes]", done: int, seconds: float) -> bytes:
    """Hear the writer until it said DONE so many times, or the seconds are over, or it ended."""
    assert writer.stdout is not None
    heard = b""
    end = time.monotonic() + seconds
    while heard.count(b"DONE") < done:
        left = max(0.0, end - time.monotonic())
        if not select.select([writer.stdout], [], [], left)[0]:
            break
        some = os.read(writer.stdout.fileno(), 1 << 16)
        if not some:
            break
        heard += some
    return heard


def play_and_cut(
    command: list[str], folder: Path, way: str, chance: random.Random
) -> tuple[bytes, bytes, str]:
    """Start a writer, cut the power, and give what it said before and after that, and its fault.

    Only what it said before was said: a process without power says nothing. Here it lives on for a
    while, and a sync that is on its way when the cut comes may even succeed, to no avail.
    """
    with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        try:
            if way == "opening":
                before = listen(writer, MANY, chance.uniform(0.02, 0.3))
            else:
                before = listen(writer, chance.randint(1, 30), 10)
            if way == "moment":
                before += listen(writer, MANY, chance.uniform(0, 0.004))
            before += listen(writer, MANY, 0)
            cut(folder)
        finally:
            writer.kill()
        after = writer.stdout.read()
    # Killed, at its end, or without a card: else it has proved nothing.
    ended = writer.returncode in (-signal.SIGKILL, 0, 3)
    return before, after, "" if ended else f"the writer failed ({writer.returncode})"


def main() -> None:
    """Cut as often as is asked for, and print what came of it."""
    options = argparse.ArgumentParser()
    options.add_argument("image", type=Path)
    options.add_argument("folder", type=Path)
    options.add_argument("--cuts", type=int, required=True)
    options.add_argument("--seed", type=int, required=True)
    options.add_argument("writer", nargs="+")
    given = options.parse_args()
    path = given.folder / NAME
    command = [word.replace("{}", str(path)) for word in given.writer]
    chance = random.Random(given.seed)
    witness = Witness()
    ways: Counter[str] = Counter()
    faults: list[str] = []
    acknowledged = 0
    for number in range(given.cuts):
        way = chance.choice(WAYS)
        with mounted(given.image, given.folder):
            before, after, failed = play_and_cut(command, given.folder, way, chance)
        witness.hear(before + after, done=before.count(b"DONE"))
        acknowledged += before.count(b"DONE")
        ways[way] += 1
        with mounted(given.image, given.folder):
            found = witness.judge(path) + [failed] * bool(failed)
            faults += [f"cut {number}, {way}: {fault}" for fault in found]
    print(json.dumps({"cuts": ways, "acknowledged": acknowledged, "faults": faults}))


if __name__ == "__main__":
    main()
