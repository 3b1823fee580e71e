"""A dice tray at the far end of a pseudo-terminal, with the pod's own end of the link in it."""

import os
import pty
import threading
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from turnkeeper.link.pod import PodEnd

PATIENCE_S = 10.0  # for a machine that is busy; what is waited for comes in milliseconds


def wait_for(condition: Callable[[], bool], seconds: float = PATIENCE_S) -> bool:
    """Wait until it holds; False if it never did."""
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.001)
    return True


class Cable:
    """A pseudo-terminal that can be pulled out and plugged in; `path` stays, as by-id paths do."""

    def __init__(self, folder: Path) -> None:
        """Lie there, plugged into nothing."""
        self.path = str(folder / "tray")
        self.far = -1
        self._near = -1

    def plug(self) -> None:
        """Make a new terminal, as the kernel does for each cable that is plugged in."""
        self.far, self._near = pty.openpty()
        tty.setraw(self._near)
        os.set_blocking(self.far, False)
        with suppress(FileNotFoundError):
            Path(self.path).unlink()
        Path(self.path).symlink_to(os.ttyname(self._near))

    def pull(self) -> None:
        """Pull it out: the terminal is gone, with all that was on its way."""
        far, self.far = self.far, -1
        if far >= 0:
            Path(self.path).unlink()
            os.close(self._near)
            os.close(far)

    def write(self, data: bytes) -> int:
        """Send bytes to the box; return how many went."""
        with suppress(BlockingIOError):
            return os.write(self.far, data)
        return 0

    def read(self) -> bytes:
        """Take what the box has sent."""
        with suppress(BlockingIOError, OSError):
            return os.read(self.far, 65536)
        return b""


class Tray(threading.Thread):
    """A pod that lives at the far end of *cable*, whether it is plugged in or not."""

    def __init__(self, cable: Cable, name: str = "tray", boot: int = 41) -> None:
        """Start the pod."""
        super().__init__(name="tray", daemon=True)
        self.pod = PodEnd(name, boot, keys=2, dice=1, lamps=2)
        self.cable = cable
        self.lock = threading.Lock()
        self.chunk = 4096  # the most bytes that go at a time
        self._end = False
        self.start()

    def run(self) -> None:
        """Move bytes, as the firmware's loop does."""
        unsent = b""
        while not self._end:
            with self.lock:
                now = time.monotonic_ns() // 1_000_000
                if self.cable.far < 0:
                    unsent = b""
                else:
                    self.pod.receive(self.cable.read(), now)
                    unsent = unsent or self.pod.data_to_send()
                    unsent = unsent[self.cable.write(unsent[: self.chunk]) :]
            time.sleep(0.001)

    def roll(self, sides: int, face: int) -> bool:
        """A die comes to rest."""
        with self.lock:
            return self.pod.roll(sides, face, time.monotonic_ns() // 1_000_000)

    def end(self) -> None:
        """End the thread."""
        self._end = True
        self.join()
