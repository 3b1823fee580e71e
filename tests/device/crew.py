"""Several boxes played at the same time, each in a process of its own: most of it is waiting.

`both` gives what a script comes to by the rules and through the device; `hurry` makes a process
quick at that.
"""

import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

from turnkeeper.journal import card, files
from turnkeeper.panel import contacts
from turnkeeper.rules.command import Command
from turnkeeper.script import play, reader
from turnkeeper_sim import workbench
from turnkeeper_sim.playback import through_device

BOXES = 3
Verdict = list[tuple[int, str, dict[str, object], list[tuple[int, str]]]]


def hurry(patch: Callable[[object, str, object], None], folder: str) -> None:
    """Short holds, and a card that is not waited for.

    Holds last a tenth of a second, and a press no time at all, so that none becomes a hold.
    """
    patch(contacts, "HOLD_S", 0.1)
    patch(workbench, "HOLD", 0.11)
    patch(workbench, "FINGER", 0)
    patch(card, "SYNCHRONOUS", "OFF")
    patch(files, "sync_folder", lambda _: None)
    patch(tempfile, "tempdir", folder)


def verdict(played: Iterator[play.Done]) -> Verdict:
    """After each line: whether it was refused, the battle's state, and what did not hold."""
    started = False
    found: Verdict = []
    for done in played:
        command = done.step.command
        started = started or command == Command("start")
        # before the start all are there at once, since they come out of the files
        state = done.state if started else {}
        found.append((done.step.line, "refused" if done.refused else "", state, done.failures))
    return found


def both(text: str, file: str = "test.battle") -> tuple[Verdict, Verdict]:
    """The verdicts of the rules and of the device."""
    script = reader.read(text, file)
    rules = verdict(play.play(script, play.Rules(script)))
    return rules, verdict(through_device(script, None))


def of_file(path: Path) -> tuple[Verdict, Verdict]:
    """The same of a file; runs in a process of the crew."""
    return both(path.read_text(encoding="utf-8"), str(path))


@contextmanager
def crew(folder: Path) -> Iterator[Callable[[Path], Future[tuple[Verdict, Verdict]]]]:
    """Boxes at work: give each a file, and ask later what came of it."""
    with ProcessPoolExecutor(
        BOXES, get_context("spawn"), initializer=hurry, initargs=(setattr, str(folder))
    ) as pool:
        try:
            yield lambda path: pool.submit(of_file, path)
        finally:
            pool.shutdown(cancel_futures=True)
