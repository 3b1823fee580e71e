"""The pod at work: what its pins say goes to the link, what the link says to its lamps."""

import os
import time
from binascii import crc32

import board
import machine
from keys import Debounced, Keypad
from parts import Parts
from tray import Tray
from wire import Wire

from turnkeeper.link.frames import MOST_BOOT
from turnkeeper.link.pod import PodEnd

SAMPLE = 6  # milliseconds between two looks at the keys: a press is seen after 6 to 12
DOG = 8_000  # milliseconds without a healthy turn until the watchdog resets; 8,388 is the most
# A pod that keeps its power while its cable is pulled does not see the cable come back
# (micropython #16713). One that the box has spoken to, and no more for so long, begins anew.
ALONE = 30_000


class Clock:
    """Milliseconds since the start. MicroPython's own begin again at 0 after some days."""

    def __init__(self) -> None:
        self._ticks = time.ticks_ms()
        self._now = 0

    def now(self) -> int:
        """How many have passed."""
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now


class Firmware:
    """One pod with everything on it; `turn` is to be called again and again."""

    def __init__(self) -> None:
        count = len(board.KEYS)
        self.pod = PodEnd(name(), boot(), keys=count, dice=int(board.TRAY), lamps=count)
        self.alone = False  # the box has gone silent, and nothing would be lost by a new start
        self._parts = Parts()
        self._wire = Wire()
        self._clock = Clock()
        self._keys = Debounced(count)
        self._keypad = Keypad()
        self._tray = Tray()
        self._rolled = False  # a die is on its way to the box
        self._sample_ms = 0

    def turn(self) -> None:
        """Take what comes within a few milliseconds, look at the keys, say what is due."""
        now = self._clock.now()
        data = self._wire.read(self._wait(now))
        now = self._clock.now()
        self.pod.receive(data, now)
        if now >= self._sample_ms:
            self._sample_ms = now + SAMPLE
            self._look(now)
        self._show(now)
        if not self._wire.unsent:
            self._wire.unsent = self.pod.data_to_send()
        self._wire.write()
        heard = self.pod.heard_ms
        self.alone = heard is not None and now - heard >= ALONE and not self.pod.waiting

    def _wait(self, now: int) -> int:
        """How long there is nothing to do but to listen."""
        due = self.pod.next_due(now)
        wait = max(0, self._sample_ms - now)
        return wait if due is None else min(wait, due)

    def _look(self, now: int) -> None:
        for number, down in self._keys.sample(self._parts.keys()):
            if down:
                self.pod.press(number + 1, now)
            else:
                self.pod.release(number + 1, now)
        if not board.TRAY:
            return
        sign = self._keypad.sample(self._parts.keypad())
        told = self._tray.key(sign, self.pod.awaited, now) if sign else None
        if told is None:
            return
        if not self.pod.roll(told[0], told[1], now):
            self._tray.refuse(now)
        elif not self._tray.refusing(now):
            self._rolled = True

    def _show(self, now: int) -> None:
        if self._rolled and not self.pod.waiting:
            self._rolled = False
            self._tray.taken(now)
        self._parts.light(self.pod.lamps)
        self._parts.light_tray(self._tray.lamp(self.pod.awaited, now))


def name() -> str:
    """The pod's own name for ever: eight hex characters of the chip's number."""
    return "%08x" % crc32(machine.unique_id())


def boot() -> int:
    """A number for this start, by chance."""
    return 1 + int.from_bytes(os.urandom(4), "big") % MOST_BOOT


def run(dev: bool) -> None:
    """Be a pod for good; the watchdog is fed by whole turns alone, and sleeps where *dev* is."""
    dog = None if dev else machine.WDT(timeout=DOG)
    pod = Firmware()
    while not pod.alone:
        pod.turn()
        if dog is not None:
            dog.feed()
    board.begin_anew(0)
