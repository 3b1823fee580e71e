"""What mouse and keyboard do: fingers on keys, a hand on the knob, dice thrown into the tray.

No window in here: names of keys and places on the desk come in, the desk is worked, and what the
hands hold is told for the picture.
"""

import math
from collections.abc import Sequence
from typing import Protocol

from turnkeeper_sim import dice, keyboard, layout
from turnkeeper_sim.scene import Tray

DETENT = 18  # degrees
TUMBLE = (7, 0.055)  # a thrown die turns over so often, each for so many seconds


class Worked(Protocol):
    """What hands can do to a desk."""

    @property
    def awaited(self) -> int:
        """The sides of the die that the box waits for; 0 for none."""

    def press(self, name: str) -> None:
        """Put a finger on a part."""

    def release(self, name: str) -> None:
        """Take it off."""

    def turn(self, steps: int) -> None:
        """Turn the knob."""

    def throw(self, sides: int, face: int) -> None:
        """Let a die come to rest."""

    def switch(self) -> None:
        """Pull the plug, or plug it in."""

    @property
    def cards(self) -> Sequence[object]:
        """The cards that there are for the box."""

    @property
    def card(self) -> int:
        """Which of them is in it."""

    def insert(self, number: int) -> None:
        """Change the card."""


class Hands:
    """Two hands at *desk*.

    `pressed`, `turned` (degrees), `tray` and `said` (what a key that does nothing comes to) are
    for the picture.  While `falling` a die is in the
    air: call `tumble` every `TUMBLE[1]` seconds.
    """

    def __init__(self, desk: Worked) -> None:
        self.turned = 0
        self.tray = Tray()
        self.said = ""
        self._desk = desk
        self._fingers: dict[str, str] = {}  # what presses (a key, or the mouse): what it presses
        self._grip: float | None = None  # the angle at which the mouse holds the knob's rim
        self._turns_left = 0

    @property
    def pressed(self) -> frozenset[str]:
        """The parts that a finger is on."""
        return frozenset(self._fingers.values())

    @property
    def falling(self) -> bool:
        """Whether a die is in the air."""
        return self._turns_left > 0

    # The keyboard

    def key_down(self, name: str, *, shift: bool = False) -> None:
        """Take a key of the keyboard going down, by pygame's name of it."""
        self.said = ""
        if name in keyboard.PRESSED:
            self._press(name, keyboard.PRESSED[name])
        elif name in keyboard.TURNED:
            self.turn(keyboard.TURNED[name])
        elif name == keyboard.THROW:
            self.throw()
        elif name == keyboard.CYCLE:
            order = dice.SIDES
            self._take(order[(order.index(self.tray.sides) + 1) % len(order)])
        elif name == keyboard.PLUG:
            self._desk.switch()
        elif name == keyboard.CARD and self._desk.cards:
            self._desk.insert(self._desk.card + 1)
        elif (digit := keyboard.digit(name)) is not None:
            self._digit(digit, shift=shift)
        elif name not in keyboard.SILENT:
            self.said = f"The key {name.upper()} does nothing here; each that does is shown."

    def key_up(self, name: str) -> None:
        """Take a key of the keyboard coming up."""
        self._release(name)

    def let_go(self) -> None:
        """Take all fingers off: the window has lost the keyboard."""
        self._grip = None
        for finger in list(self._fingers):
            self._release(finger)

    # The mouse

    def mouse_down(self, at: layout.Point) -> None:
        """Take the left button going down at *at*."""
        self.said = ""
        part = layout.part_at(at)
        if part is not None:
            self._press("mouse", part)
        elif layout.KNOB.holds(at):
            self._grip = _angle(at)
        elif layout.SOCKET.holds(at):
            self._desk.switch()
        elif (number := layout.card_at(at)) is not None and number < len(self._desk.cards):
            self._desk.insert(number)
        else:
            self._click_tray(at)

    def mouse_moved(self, at: layout.Point) -> None:
        """Take the mouse moving to *at*: it drags the knob's rim if it holds it."""
        if self._grip is None:
            return
        swept = (_angle(at) - self._grip + 180) % 360 - 180
        steps = math.trunc(swept / DETENT)
        if steps:
            self._grip += steps * DETENT
            self.turn(steps)

    def mouse_up(self) -> None:
        """Take the left button coming up."""
        self._grip = None
        self._release("mouse")

    def turn(self, steps: int) -> None:
        """Turn the knob by *steps* detents, clockwise above 0; the mouse's wheel comes here."""
        self.turned = (self.turned + steps * DETENT) % 360
        self._desk.turn(steps)

    # Dice

    def look(self) -> None:
        """See which die the box waits for, and take that one."""
        if self._desk.awaited in dice.SIDES and self._desk.awaited != self.tray.sides:
            self._take(self._desk.awaited)

    def throw(self) -> None:
        """Throw the die; one that is still in the air comes to rest first."""
        if self.falling:
            self._rest()
        self._turns_left = TUMBLE[0]
        self.tumble()

    def tumble(self) -> None:
        """Let the die in the air turn over once more, and come to rest with the last turn."""
        self._turns_left -= 1
        if not self.falling:
            self._rest()
            return
        sides = self.tray.sides
        self.tray = Tray(sides, str(dice.throw(sides)), tilt=self._turns_left * 57 % 360)

    def _rest(self) -> None:
        self._turns_left = 0
        self._set(dice.throw(self.tray.sides))

    def _set(self, face: int) -> None:
        self.tray = Tray(self.tray.sides, str(face))
        self._desk.throw(self.tray.sides, face)

    def _take(self, sides: int) -> None:
        if self.falling:
            self._rest()
        self.tray = Tray(sides)

    def _click_tray(self, at: layout.Point) -> None:
        for sides, room in layout.KINDS.items():
            if room.holds(at):
                self._take(sides)
                return
        if layout.DIE.holds(at):
            self.throw()
        for n, (room, _) in enumerate(layout.faces(self.tray.sides)):
            if room.holds(at) and self.tray.sides == dice.PERCENT:
                self._percent(n % 10, tens=n < 10)
            elif room.holds(at):
                self._set(n + 1)

    def _digit(self, digit: int, *, shift: bool) -> None:
        """Set a face by a digit, where 0 is ten and Shift adds ten; a d100 takes two."""
        if self.tray.sides == dice.PERCENT:
            self._percent(digit, tens=self.tray.tens is None)
            return
        face = (digit or 10) + (10 if shift else 0)
        if face <= self.tray.sides:
            self._set(face)
        else:
            self.said = f"A d{self.tray.sides} has no {face}."

    def _percent(self, digit: int, *, tens: bool) -> None:
        if tens or self.tray.tens is None:
            self.tray = Tray(dice.PERCENT, f"{digit}-", tens=digit)
        else:
            self._set(10 * self.tray.tens + digit or dice.PERCENT)

    def _press(self, finger: str, part: str) -> None:
        if finger not in self._fingers:
            if part not in self.pressed:
                self._desk.press(part)
            self._fingers[finger] = part

    def _release(self, finger: str) -> None:
        part = self._fingers.pop(finger, None)
        if part is not None and part not in self.pressed:
            self._desk.release(part)


def _angle(at: layout.Point) -> float:
    """Return where *at* lies around the knob, in degrees clockwise from the top."""
    x, y = layout.KNOB.middle
    return math.degrees(math.atan2(at[0] - x, y - at[1]))
