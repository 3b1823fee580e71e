"""A very long evening in one process, to see what memory it takes.

    python -m tests.daemon.evening FOLDER EVENTS [--keeps]

The real session and journal, each page drawn and sent to the panel's model; time is given, and the
card is not waited for. Prints the resident memory in kB after a fifth of the events, after all of
them, and at most. `--keeps` is the control: a box that keeps what it has shown.
"""

import gc
import sqlite3
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

from tests.bench.play import write_files
from turnkeeper.config import DisplaySettings
from turnkeeper.journal import Journal, card
from turnkeeper.panel.display import Painter, Wanted
from turnkeeper.script import lines
from turnkeeper.session import Clock, Session
from turnkeeper.tonight import gather
from turnkeeper.ui.draw import draw
from turnkeeper.ui.gestures import Button, Die, Gesture, Key, Knob, Push
from turnkeeper_sim.bus import ModelBus
from turnkeeper_sim.panel_model import Panel

LONGEST = 400
"""Events of one battle."""
Connect = Callable[[Path], sqlite3.Connection]


def memory(what: str) -> int:
    """VmRSS (resident now) or VmHWM (the most it ever was), in kB."""
    gc.collect()
    return int(Path("/proc/self/status").read_text("ascii").partition(f"{what}:")[2].split()[0])


class Evening:
    """People who play on and on, and look at the glass after each gesture."""

    def __init__(self, folder: Path) -> None:
        write_files(folder)
        self.journal = Journal(folder / "battles.sqlite")
        tonight, game = gather((folder,))
        self.session = Session(self.journal, tonight, game, dice=lambda sides: sides)
        panel = Panel()
        self.painter = Painter(DisplaySettings(), lambda: ModelBus(panel))
        self.events = 0
        self.now = 100.0

    def play(self, number: int) -> bytes:
        """Make the next gesture, and give the picture that is there then."""
        self.now += 1.5
        clock = Clock(self.now, 1e9 + self.now)
        battle = self.session.battle
        if battle and len(battle.events) >= LONGEST:
            self.session.take(lines.command("finish"), clock)
        before = len(battle.events) if battle else 0
        self.session.tick(self.now)
        self.session.handle(self._next(number), clock, f"tray/{number // 1000 + 1}/{number}")
        after = len(self.session.battle.events) if self.session.battle else 0
        self.events += max(0, after - before)
        image = draw(self.session.page(), 128, 64)
        self.painter.paint(Wanted(image, 200), self.now)
        return image.tobytes()

    def _next(self, number: int) -> Gesture:
        if self.session.awaited():
            return Die(10, 1 + number * 7 % 10)
        if number % 9 == 0:
            return (Push(), Knob(2), Key("back"), Button(1, held=True))[number // 9 % 4]
        return Key("next")


def small(connect: Connect) -> Connect:
    """Have SQLite keep 100 kB of the file in memory: its usual 2 MB take an evening to fill."""

    def connected(path: Path) -> sqlite3.Connection:
        db = connect(path)
        db.execute("PRAGMA cache_size = -100")
        return db

    return connected


def main(folder: Path, events: int, *, keeps: bool) -> None:
    """Play so many events."""
    card.SYNCHRONOUS = "OFF"
    card.connect = small(card.connect)  # type: ignore[assignment]
    evening = Evening(folder)
    kept: list[bytes] = []
    first = 0
    for number in count():
        picture = evening.play(number)
        if keeps:
            kept.append(picture)
        if not first and evening.events >= events // 5:
            first = memory("VmRSS")
        if evening.events >= events:
            break
    print(first, memory("VmRSS"), memory("VmHWM"), number, len(evening.journal.battles()))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), keeps=len(sys.argv) > 3)
