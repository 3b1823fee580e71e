"""The simulated dice tray: the link's own pod end, at the far end of a pseudo-terminal.

What a Pico would run is `turnkeeper.link.pod.PodEnd`; here a thread moves its bytes.  The box
opens the terminal's other side by a path that stays the same, as a cable's name does.
"""

import contextlib
import errno
import os
import secrets
import select
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path

from turnkeeper.link.pod import PodEnd

NAME = "tray"
LIFTED = 0.1  # seconds between looks whether the box has opened its side


class Pod(threading.Thread):
    """A pod with a dice tray (and *keys* with lamps), plugged in and running from the start.

    *path* is made as a link to the terminal that the box opens.  *on_change* is called, in this
    thread, when the box has lit other lamps or awaits another die.  *boot* is drawn anew by
    default, as the firmware does at each start.
    """

    def __init__(
        self,
        path: Path,
        *,
        name: str = NAME,
        boot: int | None = None,
        keys: int = 0,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(name="pod", daemon=True)
        self.path = path
        boot = 1 + secrets.randbelow(9_999_999) if boot is None else boot
        self._end = PodEnd(name, boot, keys=keys, dice=1, lamps=keys)
        self._lock = threading.Lock()
        self._told = self._state()
        self._on_change = on_change
        self._master = self._plug_in()
        os.set_blocking(self._master, False)
        self._wake_read, self._wake_write = os.pipe()
        self._closing = False
        self.start()

    def _plug_in(self) -> int:
        """Give our end of the line: here a terminal's far side, to which the path is a link."""
        master, slave = os.openpty()
        tty.setraw(slave)  # before the box opens it, or it would echo what we say
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(slave))
        os.close(slave)
        return master

    def _pull_out(self) -> None:
        """The cable is out: the name goes too."""
        self.path.unlink(missing_ok=True)

    def throw(self, sides: int, face: int) -> bool:
        """Let a die of *sides* show *face*; False if the pod has no room for it."""
        with self._lock:
            taken = self._end.roll(sides, face, _now_ms())
        self._wake()
        return taken

    def press(self, key: int) -> bool:
        """Put a finger on *key*, from 1; False if it is not taken."""
        with self._lock:
            taken = self._end.press(key, _now_ms())
        self._wake()
        return taken

    def release(self, key: int) -> bool:
        """Take the finger off *key*; False if it is not taken."""
        with self._lock:
            taken = self._end.release(key, _now_ms())
        self._wake()
        return taken

    @property
    def awaited(self) -> int:
        """The sides of the die that the box waits for; 0 for none."""
        return self._end.awaited

    @property
    def lamps(self) -> tuple[int, ...]:
        """The lamps of the pod's keys, 1 for lit."""
        return self._end.lamps

    @property
    def waiting(self) -> int:
        """How many rolls and presses the box has not acknowledged yet."""
        return self._end.waiting

    def close(self) -> None:
        """Pull the cable: what the box has not acknowledged is lost."""
        self._closing = True
        self._wake()
        self.join()

    def run(self) -> None:
        """Move bytes until the cable is pulled."""
        try:
            while not self._closing:
                self._turn()
        finally:
            self._pull_out()
            for end in (self._master, self._wake_read, self._wake_write):
                os.close(end)

    def _turn(self) -> None:
        with self._lock:
            due = self._end.next_due(_now_ms())
        ends = [self._wake_read, self._master]
        readable, _, _ = select.select(ends, [], [], None if due is None else due / 1000)
        if self._wake_read in readable:
            os.read(self._wake_read, 4096)
        data = b""
        if self._master in readable:
            try:
                data = os.read(self._master, 4096)
            except OSError as error:
                if error.errno != errno.EIO:
                    raise
                self._rest()
        with self._lock:
            self._end.receive(data, _now_ms())
            answer = self._end.data_to_send()
            state = self._state()
        with contextlib.suppress(OSError):  # nobody there: the pod says it again
            os.write(self._master, answer)
        if state != self._told:
            self._told = state
            self._on_change()

    def _rest(self) -> None:
        """The other side is not open: select would return at once, for ever."""
        select.select([self._wake_read], [], [], LIFTED)

    def _state(self) -> tuple[int, tuple[int, ...]]:
        return self._end.awaited, self._end.lamps

    def _wake(self) -> None:
        with contextlib.suppress(OSError):
            os.write(self._wake_write, b".")


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
