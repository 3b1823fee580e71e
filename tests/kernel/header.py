"""A Pi's header as the guest's kernel has it: pulls and levels at the lines, the bus, the cable.

All of it is reached from outside the daemon, through the kernel's own files for tests: gpio-sim in
sysfs and configfs, the recorder of the bus in debugfs, the USB device's `authorized`.
"""

import os
import struct
import time
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from turnkeeper_sim.panel_model import Panel

LIVE = Path("/sys/kernel/config/gpio-sim/pi/live")
RECORDER = Path("/sys/kernel/debug/i2c-recorder")
LOG_MOST = 4 << 20
"""The recorder keeps no more bytes than this, and always whole transactions."""
ADDRESS = 0x3C
CABLE = "/dev/ttyUSB0"
FAR_END = "/dev/ttyS1"
"""The cable's other end: what is written there comes out of `CABLE`."""
PATIENCE = 15.0
"""Seconds until what must happen has happened; the guest is some ten times slower than a desk."""


class Header:
    """The 40 pins: pulled by fingers, read by eyes."""

    def __init__(self) -> None:
        """Find gpio-sim's folder, by what the guest's first process says."""
        self.folder = Path(os.environ["GPIO_SIM"])

    def pull(self, pin: int, *, up: bool) -> None:
        """Let a contact be open (up), or closed to ground."""
        (self.folder / f"sim_gpio{pin}" / "pull").write_text("pull-up" if up else "pull-down")

    def level(self, pin: int) -> int:
        """What stands on the line: 0 or 1."""
        return int((self.folder / f"sim_gpio{pin}" / "value").read_text())

    @staticmethod
    def used() -> list[str]:
        """The lines that somebody has, as the kernel lists them: "GPIO17", ..."""
        lines = Path("/sys/kernel/debug/gpio").read_text().splitlines()
        return [line.split("(")[1].split("|")[0].strip() for line in lines if "|" in line]

    @staticmethod
    def go_away() -> None:
        """Take the chip from under whoever has it, as when its driver is unbound."""
        LIVE.write_text("0")


class Glass:
    """The OLED on the guest's bus: the picture in its memory, from what the kernel's bus saw."""

    def __init__(self) -> None:
        """Begin with a panel that just got its power."""
        self.panel = Panel()
        self._log = os.open(RECORDER / "log", os.O_RDONLY)
        self._read = 0

    def picture(self) -> Image.Image:
        """Return what the glass shows now."""
        while log := os.pread(self._log, LOG_MOST, self._read):
            self._read += fed(self.panel, log)
        return self.panel.picture()

    def dark(self) -> bool:
        """Whether nothing is lit."""
        return not self.picture().getbbox()

    def unplug(self) -> None:
        """Pull it off the bus."""
        (RECORDER / "present").write_text("0")
        self.picture()
        self.panel.power_cycle()

    def plug(self) -> None:
        """Put it back, full of noise."""
        (RECORDER / "present").write_text("1")


class Cable:
    """The USB cable of the serial port."""

    def __init__(self) -> None:
        """Find the device that the port belongs to."""
        until(lambda: Path(CABLE).exists(), "the cable is in")
        at = Path("/sys/class/tty", Path(CABLE).name).resolve()
        while not (at / "idVendor").exists():
            at = at.parent
        self._authorized = at / "authorized"

    def pull(self) -> None:
        """Take it out; the kernel does the same as when fingers do."""
        self._authorized.write_text("0")
        until(lambda: not Path(CABLE).exists(), "the port is gone")

    def plug(self) -> None:
        """Put it in again."""
        self._authorized.write_text("1")
        until(lambda: Path(CABLE).exists(), "the port is back")


def fed(panel: Panel, log: bytes) -> int:
    """Give the panel what the recorder has logged; gives how many bytes that were."""
    at = 0
    while at < len(log):
        address, length = struct.unpack_from("<HH", log, at)
        if address != ADDRESS:
            raise AssertionError(f"somebody wrote to address {address:#x}")
        panel.write(log[at + 4 : at + 4 + length])
        at += 4 + length
    return at


def until(true: Callable[[], bool], what: str, seconds: float = PATIENCE) -> float:
    """Wait until it is so, and give the seconds that it took; AssertionError if it never is."""
    began = time.monotonic()
    while not true():
        if time.monotonic() > began + seconds:
            raise AssertionError(f"it does not come about that {what}")
        time.sleep(0.01)
    return time.monotonic() - began
