"""Plays a scripted battle into the journal and says what is done: the process that is cut off.

    python -m tests.power.writer JOURNAL [--events N] [--plays-on] [--synchronous FULL|NORMAL|OFF]

Any program can take its place that writes these lines to its standard output, unbuffered:

    SENT battle place line      before the event is given to the journal
    DONE battle place line      once it may be shown: it must be on the card
    WHOLE battle count line     before SENT, of what the battle begins with: all of it or nothing
    FAULT 0 0 sentence          where what it found at its start was not as it should be
    SAVED 0 0 all               at the end of one that plays on whatever the card does: all is saved

Place 0 is the battle's `system` line. It goes on until it is killed, the card fails, or N events
are done; every 20 events it begins a new battle, and it goes on with one that it finds open. Its
controls are a journal that does not wait for the card, and two that lie: `--hasty` says DONE before
it asks the card, `--forgets` gives up what could not be saved at once.
"""

import argparse
import os
import sys
from itertools import count, islice
from pathlib import Path

from turnkeeper.errors import JournalError
from turnkeeper.journal import Journal, card, journal

BATTLE = 20
RETRIES = 10


def say(word: str, battle: int, place: int, line: str) -> None:
    """Write one line in one piece, past all buffers of this process."""
    os.write(sys.stdout.fileno(), f"{word} {battle} {place} {line}\n".encode())


class Player:
    """Plays into a journal; `plays_on` though the card fails, and then says DONE once it is."""

    def __init__(self, journal: Journal, *, plays_on: bool, hasty: bool) -> None:
        self.journal, self.plays_on, self.hasty = journal, plays_on, hasty
        self.given: list[tuple[int, int, str]] = []

    def play(self) -> None:
        """Give the next event to the journal, or begin the next battle."""
        battle = self.journal.current()
        place = len(self.journal.rows(battle)) + 1 if battle is not None else BATTLE
        if battle is None or place >= BATTLE:
            battle = 1 + max((info.number for info in self.journal.battles()), default=0)
            self._give(battle, 0, "system hummel")
        else:
            self._give(battle, place, f"roll Hero{place} d20 {place + battle}")

    def _give(self, battle: int, place: int, line: str) -> None:
        say("SENT", battle, place, line)
        self.given.append((battle, place, line))
        if self.hasty:
            self._done()
        try:
            if place:
                source = f"pod:1:{battle}.{place}"
                self.journal.append(line, f"roll {place}", 1000 + place, 1e9 + place, source)
            else:
                self.journal.begin(line, 1e9)
        except JournalError:
            if not self.plays_on:
                raise  # what was not said to be done may be lost
        if self.journal.saving:
            self._done()

    def _done(self) -> None:
        for one in self.given:
            say("DONE", *one)
        self.given.clear()

    def end(self) -> None:
        """See that all is saved, if it can be: the daemon tries again and again."""
        if self.plays_on and any(self.journal.retry() for _ in range(RETRIES)):
            self._done()
            say("SAVED", 0, 0, "all")


def main() -> int:
    """Play until there is no more to do, or no card to do it on."""
    options = argparse.ArgumentParser()
    options.add_argument("journal", type=Path)
    options.add_argument("--events", type=int)
    options.add_argument("--plays-on", action="store_true")
    options.add_argument("--synchronous", default="FULL")
    options.add_argument("--hasty", action="store_true")
    options.add_argument("--forgets", action="store_true")
    given = options.parse_args()
    card.SYNCHRONOUS = given.synchronous
    if given.forgets:
        journal.bring = lambda db, battle: (battle.number, battle.chain)  # noqa: ARG005
    player = Player(Journal(given.journal), plays_on=given.plays_on, hasty=given.hasty)
    if not (player.journal.saving or given.plays_on):
        return 3
    try:
        for _ in islice(count(), given.events):
            player.play()
    except JournalError:
        return 3
    player.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
