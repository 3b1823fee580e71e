"""Plays a scripted battle into the journal and says what is done: the process that is cut off.

    python -m tests.power.writer JOURNAL [--synchronous FULL|NORMAL|OFF] [--events N]

Any program can take its place that writes these lines to its standard output, unbuffered:

    SENT battle place line      before the event is given to the journal
    DONE battle place line      once it may be shown: it must be on the card
    WHOLE battle count line     before SENT, of what the battle begins with: all of it or nothing
    FAULT 0 0 sentence          where what it found at its start was not as it should be

Place 0 is the battle's `system` line. It goes on until it is killed, the card fails, or N events
are done; every 20 events it begins a new battle, and it goes on with one that it finds open.
"""

import argparse
import os
import sys
from itertools import count, islice
from pathlib import Path

from turnkeeper.errors import JournalError
from turnkeeper.journal import Journal, card

BATTLE = 20


def say(word: str, battle: int, place: int, line: str) -> None:
    """Write one line in one piece, past all buffers of this process."""
    os.write(sys.stdout.fileno(), f"{word} {battle} {place} {line}\n".encode())


def play(journal: Journal) -> None:
    """Give the next event to the journal, or begin the next battle."""
    battle = journal.current()
    place = len(journal.rows(battle)) + 1 if battle is not None else BATTLE
    if battle is None or place >= BATTLE:
        battle = 1 + max((info.number for info in journal.battles()), default=0)
        say("SENT", battle, 0, "system hummel")
        journal.begin("system hummel", 1e9)
        say("DONE", battle, 0, "system hummel")
        return
    line = f"roll Hero{place} d20 {place + battle}"
    say("SENT", battle, place, line)
    journal.append(line, f"roll {place}", 1000 + place, 1e9 + place, f"pod:1:{battle}.{place}")
    say("DONE", battle, place, line)


def main() -> int:
    """Play until there is no more to do, or no card to do it on."""
    options = argparse.ArgumentParser()
    options.add_argument("journal", type=Path)
    options.add_argument("--synchronous", default="FULL")
    options.add_argument("--events", type=int)
    given = options.parse_args()
    card.SYNCHRONOUS = given.synchronous
    journal = Journal(given.journal)
    if not journal.saving:
        return 3
    try:
        for _ in islice(count(), given.events):
            play(journal)
    except JournalError:
        return 3  # what was not said to be done may be lost
    return 0


if __name__ == "__main__":
    sys.exit(main())
