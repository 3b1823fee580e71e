"""What there is once in the guest: the header, the glass, the cable and the pod at its far end."""

import os
import time
from functools import cached_property
from pathlib import Path

import serial

from tests.kernel.header import CABLE, FAR_END, Cable, Glass, Header
from turnkeeper.config import Config
from turnkeeper_sim.pod import Pod

SHORT, LONG = 0.05, 0.7
"""Seconds that a finger stays for a press, and for a hold."""
APART = 0.05
"""Seconds between two gestures; contacts may bounce for less than half of that."""
EDGE = 0.001
QUADRATURE = ((0, 1), (0, 0), (1, 0), (1, 1))
"""Levels of the knob's A and B over one detent clockwise: A closes first."""
BAUD = 115_200


class FarPod(Pod):
    """The pod at the *far* end of the guest's USB cable, of which the box has the *near* one."""

    def __init__(self, near: str, far: str) -> None:
        """Plug it in."""
        self._far = far
        super().__init__(Path(near))

    def _plug_in(self) -> int:
        # pyserial sets the line, and closes it; a terminal keeps its settings.
        with serial.Serial(self._far, BAUD, timeout=0) as port:
            return os.dup(port.fileno())

    def _pull_out(self) -> None:
        """The kernel's node stays."""


class Parts:
    """What there is once in the guest, whichever daemon uses it."""

    def __init__(self, near: str = CABLE, far: str = FAR_END) -> None:
        """Find the header and the glass, and plug the pod in at the *far* end of a cable."""
        self.pins = Config().pins
        self.header, self.glass = Header(), Glass()
        self.pod = FarPod(near, far)

    @cached_property
    def cable(self) -> Cable:
        """The cable that can be pulled."""
        return Cable()

    def number(self, name: str) -> int:
        """The pin of a contact: "seat1", "push", "next", "back", "power"."""
        pins = self.pins
        if name.startswith("seat"):
            return pins.seats[int(name[4:]) - 1]
        found = {"push": pins.knob_push, "next": pins.next, "back": pins.back, "power": pins.power}
        number = found[name]
        assert number is not None
        return number

    def press(self, name: str, *, held: bool = False) -> None:
        """Put a finger on a contact, and take it off."""
        self.header.pull(self.number(name), up=False)
        time.sleep(LONG if held else SHORT)
        self.header.pull(self.number(name), up=True)
        time.sleep(APART)

    def turn(self, clockwise: bool) -> None:
        """Turn the knob by one detent."""
        first, second = self.pins.knob_a, self.pins.knob_b
        if not clockwise:
            first, second = second, first
        for a, b in QUADRATURE:
            for pin, level in ((first, a), (second, b)):
                if self.header.level(pin) != level:
                    self.header.pull(pin, up=bool(level))
                    time.sleep(EDGE)

    def lamps(self) -> list[bool]:
        """Which seats' lamps are lit."""
        return [bool(self.header.level(pin)) for pin in self.pins.lamps]
