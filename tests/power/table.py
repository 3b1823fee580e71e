"""Plays as the box does, hands on the front and all, and says what is done: a writer to be cut off.

    python -m tests.power.table JOURNAL [--synchronous FULL|NORMAL|OFF] [--gestures N] [--piecemeal]

The real session takes up the battle where it stands, and random gestures of the table reach it; the
pins, the display and the threads around it are left out. It speaks as `tests/power/writer.py` does:
an event is DONE when the session has come back, for only then is it shown. FAULT is said where the
battle could not be taken up whole. `--piecemeal` is a control: a battle begins one by one.
"""

import argparse
import random
from collections.abc import Sequence
from itertools import count, islice
from pathlib import Path

from tests.power.writer import say
from turnkeeper.journal import Journal, Row, card
from turnkeeper.session import Clock, Session
from turnkeeper.tonight import gather
from turnkeeper.ui.gestures import Button, Die, Gesture, Key, Knob, Push


class Heard(Journal):
    """A journal that says what it is given, and remembers it until that is done."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.given: list[tuple[int, int, str]] = []
        self.piecemeal = False

    def begin(self, line: str, wall: float, events: Sequence[Row] = ()) -> int:
        """Say that a battle begins with these events, and begin it."""
        battle = 1 + max((info.number for info in self.battles()), default=0)
        say("WHOLE", battle, 1 + len(events), line)
        for place, text in enumerate((line, *(row.line for row in events))):
            self._say(battle, place, text)
        if self.piecemeal:
            super().begin(line, wall)
            for row in events:
                super().append(*row)
            return battle
        return super().begin(line, wall, events)

    def append(
        self, line: str, digest: str, elapsed_ms: int, wall: float, source: str = ""
    ) -> None:
        """Say what comes, and write it."""
        info = self.battles()[-1]
        self._say(info.number, info.events + 1, line)
        super().append(line, digest, elapsed_ms, wall, source)

    def _say(self, battle: int, place: int, line: str) -> None:
        self.given.append((battle, place, line))
        say("SENT", battle, place, line)


def gesture(session: Session, chance: random.Random) -> Gesture:
    """Give something that people do, most often what moves the battle on."""
    sides = session.awaited()
    if sides and chance.random() < 0.8:
        return Die(sides, chance.randint(1, sides))
    usual: list[Gesture] = [Key("next"), Push(), *(Button(seat) for seat in range(1, 5))]
    rare: list[Gesture] = [Key("back"), Key("back", held=True), Push(held=True)]
    return chance.choice([*usual, *usual, *rare, Knob(chance.choice((-1, 1)))])


def main() -> None:
    """Play until there is no more to do, or no card to do it on."""
    options = argparse.ArgumentParser()
    options.add_argument("journal", type=Path)
    options.add_argument("--synchronous", default="FULL")
    options.add_argument("--gestures", type=int)
    options.add_argument("--piecemeal", action="store_true")
    given = options.parse_args()
    card.SYNCHRONOUS = given.synchronous
    journal = Heard(given.journal)
    journal.piecemeal = given.piecemeal
    tonight, game = gather(())
    session = Session(journal, tonight, game, dice=lambda sides: sides)
    if journal.error:
        return  # the card went while it was opened
    for note in (*session.notes, *session.lost):
        say("FAULT", 0, 0, note)
    chance = random.Random(len(journal.battles()) + len(journal.seen()))
    for moment in islice(count(), given.gestures):
        session.handle(gesture(session, chance), Clock(moment / 10, 1e9 + moment), f"pod:{moment}")
        if not journal.saving:
            break
        for done in journal.given:
            say("DONE", *done)
        journal.given.clear()


if __name__ == "__main__":
    main()
