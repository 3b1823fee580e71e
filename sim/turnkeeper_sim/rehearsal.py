"""One who plays the box with fingers, and knows beforehand which page it must show.

Beside the box runs a session of our own, on a journal of its own.  Each gesture is made twice: by
a finger on the box, and in that session.  Then the glass must show that session's page, to the
pixel, so the demonstration is a proof as well.
"""

import time
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from PIL import Image

from turnkeeper import config
from turnkeeper.errors import TurnkeeperError
from turnkeeper.journal import Journal
from turnkeeper.session import Clock, Session
from turnkeeper.tonight import gather
from turnkeeper.ui import rest
from turnkeeper.ui.choices import listing
from turnkeeper.ui.draw import draw
from turnkeeper.ui.gestures import Button, Die, Gesture, Key, Knob, Push
from turnkeeper.ui.page import Page
from turnkeeper_sim.seen import Seen

SHORT, LONG = 0.06, 0.65  # seconds that a finger stays for a press, and for a hold
BETWEEN = 0.05  # seconds between two gestures; contacts may bounce for less
PATIENCE = 15.0  # seconds until the page must be there


class OtherPage(TurnkeeperError):
    """The glass does not show the page that it must show."""


class Played(Protocol):
    """What a player needs of a desk; a test plays one behind a window."""

    @property
    def seen(self) -> Seen:
        """What eyes take in."""

    def touch(self, name: str, seconds: float) -> None:
        """Put a finger on a part, and take it off after so long."""

    def turn(self, steps: int) -> None:
        """Turn the knob."""

    def throw(self, sides: int, face: int) -> None:
        """Let a die come to rest."""

    def switch(self) -> None:
        """Pull the plug, or plug it in."""


class Rehearsal:
    """A player at *desk*, whose box was set up by the configuration *settings*.

    *journal* is the file for the session beside it.
    """

    def __init__(self, desk: Played, settings: Path, journal: Path) -> None:
        self.desk = desk
        self._config = config.load(settings)
        self._journal = journal
        self._session = self._taken_up()

    @property
    def page(self) -> Page:
        """The page that must show now."""
        return self._session.page()

    def picture(self, shift: tuple[int, int] = (0, 0)) -> Image.Image:
        """Return that page as the glass shows it, moved by *shift* against burning in."""
        display = self._config.display
        return draw(self.page, display.width, display.height, shift)

    # Hands

    def do(self, *gestures: Gesture) -> None:
        """Make the gestures, one after the other, and see each one's page."""
        for gesture in gestures:
            self._by_hand(gesture)
            self._session.handle(gesture, Clock(time.monotonic(), time.time()))
            self.see()
            time.sleep(BETWEEN)

    def choose(self, *labels: str) -> None:
        """Walk through the game master's menu by the labels of its items, or numbers to dial."""
        if not self._session.front.stack:
            self.do(Push())
        for label in labels:
            top = self._session.front.stack[-1]
            shown = listing(top.spec, self._session.view)
            goal = int(label) if shown.dial else [item.label for item in shown.items].index(label)
            if goal != top.cursor:
                self.do(Knob(goal - top.cursor))
            self.do(Push())

    def deed(self, seat: int, *labels: str) -> None:
        """Hold a player's button and choose what it offers: press for the next, hold to take."""
        self.do(Button(seat, held=True))
        for label in labels:
            top = self._session.front.stack[-1]
            shown = listing(top.spec, self._session.view)
            goal = int(label) if shown.dial else [item.label for item in shown.items].index(label)
            for _ in range(goal - top.cursor):
                self.do(Button(seat))
            self.do(Button(seat, held=True))

    def cut_power(self) -> None:
        """Pull the plug in the middle of it all; what is on the card is all that is kept."""
        self.desk.switch()
        self._session.journal.close()

    def power(self) -> None:
        """Plug the box in, and see that it stands where it stood."""
        self._session = self._taken_up()
        self.desk.switch()
        self.see()

    def see(self) -> None:
        """Wait until the glass shows the page that it must; OtherPage if it never does."""
        end = time.monotonic() + PATIENCE
        while not self._seen():
            if self.desk.seen.trouble:
                raise OtherPage(self.desk.seen.trouble)
            if time.monotonic() > end:
                raise OtherPage(f"the glass does not show this page:\n{self.page}")
            time.sleep(0.005)

    def see_lamps(self) -> None:
        """Wait until each lamp that does not blink is as it must be; OtherPage if it never is."""
        wanted = self._session.lamps()
        end = time.monotonic() + PATIENCE
        steady = {seat: lit == "on" for seat, lit in wanted.items() if lit != "blink"}
        while any(self.desk.seen.lamps[seat - 1] != lit for seat, lit in steady.items()):
            if time.monotonic() > end:
                raise OtherPage(f"the lamps are not as they must be: {wanted}")
            time.sleep(0.005)

    def _seen(self) -> bool:
        seen = self.desk.seen
        if not seen.ready or seen.picture is None:
            return False
        glass = seen.picture.tobytes()
        return any(self.picture(shift).tobytes() == glass for shift in rest.SHIFTS)

    def _taken_up(self) -> Session:
        tonight, game = gather(self._config.folders.parties)
        return Session(Journal(self._journal), replace(tonight), game, dice=lambda sides: sides)

    def _by_hand(self, gesture: Gesture) -> None:
        match gesture:
            case Button(seat, held):
                self._finger(f"seat{seat}", held)
            case Key(name, held):
                self._finger(name, held)
            case Push(held):
                self._finger("push", held)
            case Knob(steps):
                self.desk.turn(steps)
            case Die(sides, face):
                self.desk.throw(sides, face)

    def _finger(self, part: str, held: bool) -> None:
        self.desk.touch(part, LONG if held else SHORT)
