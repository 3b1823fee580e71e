"""Several boxes played at the same time, each in a process of its own: most of it is waiting.

`both` gives what a script comes to by the rules and through the device.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

from tests.device.quick import hurry
from turnkeeper.rules.command import Command
from turnkeeper.script import play, reader
from turnkeeper_sim.playback import through_device

BOXES = os.cpu_count() or 1
Verdict = list[tuple[int, str, dict[str, object], list[tuple[int, str]]]]


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
