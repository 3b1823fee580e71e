"""Kills a program at one of its calls, or lets one fail, again and again; prints what came of it.

    python -m tests.power.injected kills|faults|moments JOURNAL --times N -- MODULE WORDS...

MODULE is a program that speaks as `tests/power/writer.py` does; it is given the journal's path and
WORDS, and runs as it is, in a process of its own: strace meddles from outside. It is first watched
with nothing amiss, and its calls on the journal's files are counted; then each of them has its
turn, by chance. `moments` needs no strace: it is killed whatever it does. Prints one JSON object.
"""

import argparse
import importlib
import json
import random
import re
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.power.warm import Play, Writer, started
from tests.power.witness import Witness
from turnkeeper.journal import files

CALLS = ("openat", "pwrite64", "fsync", "fdatasync", "ftruncate", "unlink")
ERRORS = ("EIO", "ENOSPC", "EROFS")
FRESH = 4
"""After so many kills the journal is begun anew."""

Call = tuple[str, int]
"""One call that a program makes: its name, and how many of that name came up to it."""


class Strace:
    """Meddles with what programs do to the journal at `path`."""

    def __init__(self, play: Play, path: Path, words: list[str]) -> None:
        self.play, self.path, self.words = play, path, words
        self.log = path.with_name(path.name + ".calls")
        parts = [path.with_name(path.name + part) for part in ("", "-wal", "-journal")]
        self.files = [word for part in parts for word in ("-P", str(part))]

    def run(self, *how: str) -> tuple[bytes, int]:
        """Run the program, *how* being what strace does to it: what it said, and how it ended."""
        with started(self.play, str(self.path), *self.words, held=True) as writer:
            heard = self._held(writer, *how)
            return heard, writer.wait()

    def _held(self, writer: Writer, *how: str) -> bytes:
        command: list[str | Path] = ["strace", "-o", self.log, *self.files, *how]
        command += ["-p", str(writer.pid)]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as strace:
            assert strace.stderr
            said = strace.stderr.readline()
            assert "attached" in said, said
            writer.let_go()
            return writer.rest()

    def calls(self) -> list[Call]:
        """The calls that it makes on a new journal when nothing happens to it."""
        self.anew()
        _, ended = self.run("-e", f"trace={','.join(CALLS)}")
        assert ended == 0
        found = Counter(re.findall(r"^(\w+)\(", self.log.read_text(), re.MULTILINE))
        self.anew()
        return [(call, at) for call in CALLS for at in range(1, found[call] + 1)]

    def anew(self) -> None:
        """Take the journal away."""
        for file in self.path.parent.glob(f"{self.path.name}*"):
            file.unlink()


def rounds(calls: list[Call], chance: random.Random) -> Iterator[Call]:
    """Each call once, in any order, and then all of them again."""
    while True:
        yield from chance.sample(calls, len(calls))


def kills(strace: Strace, times: int, chance: random.Random) -> dict[str, object]:
    """P3: kill it at one call after another, so often, and see what is on the card."""
    witness, found, killed = Witness(), list[str](), set[Call]()
    done, left = 0, times
    for run, (call, at) in enumerate(rounds(strace.calls(), chance)):
        if not left or run > 3 * times:
            break
        if run % FRESH == 0:
            strace.anew()
            witness = Witness()
        heard, ended = strace.run("-e", f"inject={call}:signal=KILL:when={at}")
        if ended == -signal.SIGKILL:
            killed.add((call, at))
            left -= 1
        done += heard.count(b"DONE")
        witness.hear(heard, heard.count(b"DONE"))
        found += [f"{call} {at}: {fault}" for fault in witness.judge(strace.path)]
        if ended not in (0, -signal.SIGKILL):
            found.append(f"{call} {at}: it failed ({ended})")
    return {"times": times - left, "kinds": len(killed), "done": done, "faults": found}


def faults(strace: Strace, times: int, chance: random.Random) -> dict[str, object]:
    """P4: let one call after another fail, once, for a while or for good, and see the same.

    What fails for good may cost what was not saved; after all else everything is there. The WAL
    gets less room than it has: each opening looks at all of it, and strace stops at each look.
    """
    files.ROOM = files.WAL_HEADER + 32 * (files.WAL_FRAME + files.PAGE)
    found, met, unsaved = list[str](), 0, 0
    for number, (call, at) in zip(range(times), rounds(strace.calls(), chance), strict=False):
        strace.anew()
        error = ERRORS[number % len(ERRORS)]
        when = chance.choice((f"{at}", f"{at}+", f"{at}..{at + chance.randint(1, 5)}"))
        heard, ended = strace.run("-e", f"inject={call}:error={error}:when={when}")
        what = f"{call} {when} {error}"
        witness = Witness()
        witness.hear(heard, heard.count(b"DONE"))
        met += "(INJECTED)" in strace.log.read_text()
        unsaved += len(re.findall(rb"SENT.*\nSENT", heard))
        found += [f"{what}: {fault}" for fault in witness.judge(strace.path)]
        if ended:
            found.append(f"{what}: it did not play on ({ended})")
        if b"SAVED" not in heard and not when.endswith("+"):
            found.append(f"{what}: saving did not resume")
    return {"times": met, "unsaved": unsaved, "faults": found}


def moments(program: Strace, times: int, chance: random.Random) -> dict[str, object]:
    """P3: kill it at any moment, so often, and see what is on the card."""
    witness, found, done = Witness(), list[str](), 0
    for number in range(times):
        if number % (10 * FRESH) == 0:
            program.anew()
            witness = Witness()
        with started(program.play, str(program.path), *program.words) as writer:
            said, lines = b"", chance.randint(1, 37)
            while said.count(b"\n") < lines and (some := writer.some()):
                said += some
            writer.kill()
            said += writer.rest()
        done += said.count(b"DONE")
        witness.hear(said, said.count(b"DONE"))
        found += witness.judge(program.path) + [f"it ended ({writer.ended})"] * (writer.ended != -9)
    return {"times": times, "done": done, "faults": found}


def main() -> None:
    """Do it as often as is asked for, and print what came of it."""
    options = argparse.ArgumentParser()
    options.add_argument("what", choices=("kills", "faults", "moments"))
    options.add_argument("journal", type=Path)
    options.add_argument("--times", type=int, required=True)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("module")
    options.add_argument("words", nargs=argparse.REMAINDER)
    given = options.parse_args()
    play: Play = importlib.import_module(given.module).main
    strace = Strace(play, given.journal, given.words)
    told = {"kills": kills, "faults": faults, "moments": moments}[given.what]
    print(json.dumps(told(strace, given.times, random.Random(given.seed))))


if __name__ == "__main__":
    main()
