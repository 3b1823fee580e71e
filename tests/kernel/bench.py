"""The daemon on a real kernel, played by hand: lines are pulled, the bus and the lamps read.

Beside it runs a session of our own, on a journal of its own, which gets the same gestures. After
each the glass must show that session's page to the pixel, the lamps burn as it says, and the
daemon's journal hold the same events, met by the same prompts.
"""

import time
from pathlib import Path

from PIL import Image

from tests.kernel.box import Box
from tests.kernel.header import PATIENCE, until
from tests.kernel.parts import Parts
from turnkeeper.errors import Refused
from turnkeeper.journal import Journal
from turnkeeper.session import Clock, Session
from turnkeeper.tonight import gather
from turnkeeper.ui import rest
from turnkeeper.ui.draw import draw
from turnkeeper.ui.gestures import Button, Die, Gesture, Key, Knob, Push
from turnkeeper.ui.page import Page
from turnkeeper_sim.bench import Stuck


class KernelBench:
    """A box whose files lie in *folder*, among *parts*; a `turnkeeper_sim.bench.Bench`."""

    parts: Parts
    box: Box
    session: Session
    _heard = 0
    _drawn: tuple[object, Image.Image] = (None, Image.new("1", (0, 0)))

    def __init__(self, folder: Path, parts: Parts) -> None:
        """Plug it in and see its first page."""
        self.parts = parts
        self.box = Box(folder)
        tonight, game = gather((folder,))
        self.session = Session(
            Journal(folder / "beside.sqlite"), tonight, game, dice=lambda sides: sides
        )
        self.box.wait_ready()
        self.settled("the box is ready")

    @classmethod
    def beside(cls, box: Box, session: Session, parts: Parts) -> "KernelBench":
        """A bench of a box that runs already, and of the session that it must be like."""
        bench = cls.__new__(cls)
        bench.parts, bench.box, bench.session = parts, box, session
        return bench

    @property
    def page(self) -> Page:
        """The page that must show now."""
        return self.session.page()

    def close(self) -> None:
        """Have the service manager end it, and see that it leaves nothing behind."""
        self.session.journal.close()
        try:
            if (status := self.box.stop()) != 0:
                raise Stuck(f"the daemon ended with {status}: {self.box.said()}")
            if not self.parts.glass.dark() or any(self.parts.lamps()):
                raise Stuck("the daemon has ended, and something is still lit")
        finally:
            self.box.close()

    # Fingers

    def press(self, name: str, *, held: bool = False) -> None:
        """Press a contact, or hold it."""
        self.parts.press(name, held=held)
        self._taken(gesture(name, held))

    def turn(self, steps: int) -> None:
        """Turn the knob, a detent at a time."""
        for _ in range(abs(steps)):
            self.parts.turn(steps > 0)
        for _ in range(abs(steps)):
            self.session.handle(Knob(1 if steps > 0 else -1), now())
        self.settled("the knob counts")

    def throw(self, sides: int, face: int) -> bool:
        """Let a die come to rest on the tray; False where the tray refuses it."""
        if not self.parts.pod.throw(sides, face):
            return False
        self._taken(Die(sides, face))
        until(lambda: self.parts.pod.waiting == 0, "the die is acknowledged")
        return True

    def felt(self, key: str) -> None:
        """A key was pressed, and nobody looks at the glass."""
        self.session.handle(gesture(key, held=False), now())

    def rolled(self, sides: int, face: int) -> None:
        """A die came that was thrown earlier."""
        self._taken(Die(sides, face))

    # Eyes

    def see(self) -> Image.Image:
        """Give the picture in the panel's memory."""
        return self.parts.glass.picture()

    def shows(self, page: Page) -> bool:
        """Whether the glass shows that page, wherever the picture stands against burning in."""
        glass = self.see()
        shift = rest.SHIFTS[int(time.monotonic() // rest.SHIFT_SECONDS) % len(rest.SHIFTS)]
        if self._drawn[0] != (page, shift):
            self._drawn = (page, shift), draw(page, *glass.size, shift)
        return self._drawn[1].tobytes() == glass.tobytes()

    def saved(self) -> bool:
        """Whether the daemon's journal has the events of our own session, and no others."""
        theirs = Journal(self.box.state / "battles.sqlite", reading=True)
        try:
            return events(theirs) == events(self.session.journal)
        finally:
            theirs.close()

    def hear(self) -> None:
        """What the daemon complains of it tells the table too, for some seconds; so do we."""
        said = self.box.said().splitlines()
        for line in said[self._heard :]:
            self.session.tell(line.removeprefix("turnkeeper: "), now())
        self._heard = len(said)
        self.session.tick(time.monotonic())

    def shows_its_page(self) -> bool:
        """Whether the glass shows what it must now, the daemon's own complaints too."""
        self.hear()
        return self.shows(self.page)

    def _taken(self, made: Gesture) -> None:
        self.session.handle(made, now())
        self.settled(f"{made} counts")

    def settled(self, what: str, patience: float = PATIENCE) -> None:
        """Wait until the daemon's journal, glass and lamps are as our own session has them."""
        end = time.monotonic() + patience
        while differs := self._differs():
            if time.monotonic() > end:
                raise Stuck(f"it does not come about that {what}: {differs}\n{self.box.said()}")
            time.sleep(0.02)

    def _differs(self) -> str:
        if self.box.process.poll() is not None:
            return "the daemon has ended"
        self.hear()
        if not self.shows(self.page):
            return f"the glass does not show\n{self.page}"
        wanted = self.session.lamps()
        lit = self.parts.lamps()
        wrong = [n for n, how in wanted.items() if how != "blink" and lit[n - 1] != (how == "on")]
        if wrong:
            return f"the lamps of {wrong} are wrong"
        return "" if self.saved() else "the journal has other events"


def events(journal: Journal) -> list[tuple[str, str]]:
    """The last battle's events, and which prompt each of them met."""
    numbers = [battle.number for battle in journal.battles()]
    return [(row.line, row.digest) for row in journal.rows(numbers[-1])] if numbers else []


def gesture(name: str, held: bool) -> Gesture:
    """What the press of a contact means to the session."""
    if name.startswith("seat"):
        return Button(int(name[4:]), held)
    if name == "push":
        return Push(held)
    if name in ("next", "back"):
        return Key(name, held)  # type: ignore[arg-type]  # one of the two
    raise Refused(f"no gesture comes of {name}")


def now() -> Clock:
    """The moment of a gesture."""
    return Clock(time.monotonic(), time.time())
