"""A box's end of a pod's cable, without a box."""

import os
import select
import time
from contextlib import suppress

from tests.pico.rig import PATIENCE_S, Pico
from turnkeeper.link.frames import Frame, Framer, Typed, encode


class Line:
    """Says what it is told to, and hears what the pod says."""

    def __init__(self, pico: Pico) -> None:
        """Open the port."""
        self._pico = pico
        self._fd = os.open(pico.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._framer = Framer()
        self._asked = 0

    def close(self) -> None:
        """Close the port."""
        os.close(self._fd)

    def say(self, data: bytes) -> None:
        """Send bytes."""
        while data:
            select.select([], [self._fd], [], PATIENCE_S)
            with suppress(BlockingIOError):
                data = data[os.write(self._fd, data) :]

    def hear(self, wait_s: float = PATIENCE_S) -> list[Frame | Typed]:
        """Give the frames that come next, [] if none do."""
        ready, _, _ = select.select([self._fd], [], [], wait_s)
        return self._framer.feed(os.read(self._fd, 4096)) if ready else []

    def until(self, verb: str, seq: int | None = None) -> Frame:
        """Wait for a frame; AssertionError if it never comes, or the firmware has ended."""
        deadline = time.monotonic() + PATIENCE_S
        ended = False
        while time.monotonic() < deadline and not ended:
            ended = not self._pico.running  # and then what it had said is read yet
            for frame in self.hear(0.05):
                if isinstance(frame, Frame) and frame.verb == verb and seq in (None, frame.seq):
                    return frame
        raise AssertionError(f"no {verb}; MicroPython says: {self._pico.complaints or 'nothing'}")

    def ping(self) -> None:
        """Ask whether it is there, and wait until it says so; AssertionError if it does not."""
        self._asked += 1
        self.say(encode(self._asked, "PING"))
        self.until("PONG", self._asked)
