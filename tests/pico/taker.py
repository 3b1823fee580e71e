"""As much of a daemon as takes dice: a port, a journal, and between them the order of the two.

    python -m tests.pico.taker JOURNAL PORT [--forgets] [--dies-once MARK]
    python -m tests.pico.taker again JOURNAL PORT [--forgets]

A die is journaled, then acknowledged. --forgets: a broken one, that does not know what the journal
holds. --dies-once: it is killed between the two, and leaves a file so that it is only once. again:
each line of the standard input starts such a process, once the one before it has been killed.
"""

import argparse
import os
import queue
import signal
import sys
import time
from pathlib import Path

from tests.power.warm import started
from turnkeeper.journal import Journal
from turnkeeper.link.events import Numbered, Roll
from turnkeeper.panel.port import Heard, Port


def main() -> None:
    """Take dice until killed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("journal", type=Path)
    parser.add_argument("port")
    parser.add_argument("--forgets", action="store_true")
    parser.add_argument("--dies-once", type=Path)
    given = parser.parse_args()
    journal = Journal(given.journal)
    if journal.current() is None:
        journal.begin("system hummel", time.time())
    heard: queue.SimpleQueue[Heard] = queue.SimpleQueue()
    port = Port(given.port, heard.put, [] if given.forgets else journal.seen())
    print("ready", flush=True)
    while True:
        event = heard.get().event
        if isinstance(event, Roll):
            journal.append(f"die {event.face}", "", 0, time.time(), event.source)
            if given.dies_once and not given.dies_once.exists():
                given.dies_once.touch()
                os.kill(os.getpid(), signal.SIGKILL)
        if isinstance(event, Numbered):
            port.ack(event)


def again(*words: str) -> None:
    """Have one taker after the other, ready at each line and killed at the next."""
    while sys.stdin.readline():
        with started(main, *words) as taker:
            print(taker.some().decode(), end="", flush=True)
            sys.stdin.readline()


if __name__ == "__main__":
    if sys.argv[1] == "again":
        again(*sys.argv[2:])
    else:
        main()
