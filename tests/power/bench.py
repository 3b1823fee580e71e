"""Cuts the power of a writer again and again, on a card of its own, and prints what was lost.

    unshare --mount python -m tests.power.bench IMAGE FOLDER --cuts N --seed S -- MODULE WORDS...

IMAGE, a file with ext4 in it, is mounted at FOLDER, for nobody else to see: the mount and its loop
device go when this process goes, however it goes. MODULE is a program that speaks as
`tests/power/writer.py` does; it is given the journal's path and WORDS. Prints one JSON object.

The cut is EXT4_IOC_SHUTDOWN with NOLOGFLUSH: from one instant on nothing reaches the image any
more, not even what the kernel holds already. Three writers of four lose their power at work: while
the journal is opened, at any moment, right after something was done. The fourth is killed first and
its journal opened anew: what is read there is shown as done, and the power goes a moment later.
"""

import argparse
import fcntl
import importlib
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

from tests.power.warm import Play, Writer, started
from tests.power.witness import Witness
from turnkeeper.journal.files import sync_folder

EXT4_IOC_SHUTDOWN, NOLOGFLUSH = 0x8004587D, 2
NAME = "battles.db"
MANY = 1_000_000
WAYS = ("opening", "moment", "done", "killed")
FRESH = 100
"""After so many cuts the card is emptied, so that it is never full, and is begun anew as often."""


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


def listen(writer: Writer, done: int, seconds: float) -> bytes:
    """Hear the writer until it said DONE so many times, or the seconds are over, or it ended."""
    heard = b""
    end = time.monotonic() + seconds
    while heard.count(b"DONE") < done:
        left = max(0.0, end - time.monotonic())
        if not select.select([writer.said], [], [], left)[0]:
            break
        some = writer.some()
        if not some:
            break
        heard += some
    return heard


def work(writer: Writer, way: str, chance: random.Random) -> bytes:
    """Let the writer come to where its power goes, and give what it said."""
    if way == "opening":
        return listen(writer, MANY, chance.uniform(0, 0.03))
    said = listen(writer, chance.randint(1, 30), 10)
    if way == "moment":
        said += listen(writer, MANY, chance.uniform(0, 0.004))
    return said + listen(writer, MANY, 0)


def play_and_cut(
    play: Play, path: Path, words: list[str], way: str, chance: random.Random, witness: Witness
) -> list[str]:
    """Start a writer, cut the power, and give what was wrong with it; the witness hears it.

    Only what it said before was said: a process without power says nothing. Here it lives on for a
    while, and a sync that is on its way when the cut comes may even succeed, to no avail.
    """
    faults: list[str] = []
    with started(play, str(path), *words) as writer:
        before = work(writer, way, chance)
        if way == "killed":
            writer.kill()
            before += writer.rest()
            witness.hear(before, done=MANY)
            faults += witness.judge(path)
            before = b""
        cut(path.parent)
        writer.kill()
        after = writer.rest()
    witness.hear(before + after, done=before.count(b"DONE"))
    # Killed, at its end, or without a card: else it has proved nothing.
    if writer.ended not in (-signal.SIGKILL, 0, 3):
        faults.append(f"the writer failed ({writer.ended})")
    return faults


def empty(folder: Path) -> None:
    """Take everything off the card, and wait until it is: or the next cut brings it back."""
    for file in folder.glob(f"{NAME}*"):
        file.unlink()
    sync_folder(folder)


def main() -> None:
    """Cut as often as is asked for, and print what came of it."""
    options = argparse.ArgumentParser()
    options.add_argument("image", type=Path)
    options.add_argument("folder", type=Path)
    options.add_argument("--cuts", type=int, required=True)
    options.add_argument("--seed", type=int, required=True)
    options.add_argument("module")
    options.add_argument("words", nargs=argparse.REMAINDER)
    given = options.parse_args()
    play: Play = importlib.import_module(given.module).main
    path = given.folder / NAME
    chance = random.Random(given.seed)
    witness = Witness()
    ways: Counter[str] = Counter()
    faults: list[str] = []
    acknowledged = 0
    for number in range(given.cuts + 1):
        with mounted(given.image, given.folder):
            if number:
                faults += [f"cut {number}: {fault}" for fault in witness.judge(path)]
            if number == given.cuts:
                break
            if number % FRESH == 0:
                acknowledged += witness.told
                witness = Witness()
                empty(given.folder)
            way = chance.choice(WAYS)
            ways[way] += 1
            found = play_and_cut(play, path, given.words, way, chance, witness)
            faults += [f"cut {number + 1}, {way}: {fault}" for fault in found]
    acknowledged += witness.told
    print(json.dumps({"cuts": ways, "acknowledged": acknowledged, "faults": faults}))


if __name__ == "__main__":
    main()
