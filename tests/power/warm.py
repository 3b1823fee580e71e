"""Writers that start warm: forked from a process that has imported them, 5 ms instead of 200.

They are processes of their own all the same, with files, locks and a death of their own. Nothing
that they will open may be open when they are forked.
"""

import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

Play = Callable[[], int | None]
"""A program's `main`; what it gives is its exit status, None for 0."""


@dataclass
class Writer:
    """A program that runs: its process, what it says, and how it ended, as subprocess has it."""

    pid: int
    said: int
    """The reading end of its standard output."""
    go: int
    """The writing end of what a held one waits for."""
    ended: int | None = None

    def let_go(self) -> None:
        """Let one begin that was held."""
        os.write(self.go, b"\n")

    def kill(self) -> None:
        """Kill it outright, if it has not ended."""
        if self.ended is None:
            os.kill(self.pid, signal.SIGKILL)
            self.wait()

    def wait(self) -> int:
        """Wait for its end; give its status, or the signal that ended it below 0."""
        if self.ended is None:
            _, status = os.waitpid(self.pid, 0)
            self.ended = os.waitstatus_to_exitcode(status)
        return self.ended

    def some(self) -> bytes:
        """Wait for what it says next; nothing once it has ended."""
        return os.read(self.said, 1 << 16)

    def rest(self) -> bytes:
        """What it has said and nobody has heard yet, up to its end."""
        return b"".join(iter(self.some, b""))


@contextmanager
def started(play: Play, *words: str, held: bool = False) -> Iterator[Writer]:
    """Have a program run with these words, held until it is let go; gone at the end."""
    hear, say = os.pipe()
    wait, go = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if not pid:
        os.close(go)
        os.dup2(say, 1)
        _live(play, words, wait if held else None)
    os.close(say)
    os.close(wait)
    writer = Writer(pid, hear, go)
    try:
        yield writer
    finally:
        writer.kill()
        os.close(hear)
        os.close(go)


def _live(play: Play, words: tuple[str, ...], wait: int | None) -> None:
    """Be the program, and never come back."""
    status = 1
    try:
        if wait is None or os.read(wait, 1):
            sys.argv[1:] = words
            sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115 whatever stood there
            status = play() or 0
    except BaseException:  # noqa: BLE001 whatever it was, this process must not be its mother
        traceback.print_exc()
    finally:
        os._exit(status)
