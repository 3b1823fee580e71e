"""A bell that wakes a thread out of select(): rung from anywhere, heard by that thread alone."""

import os
import select
import threading
from contextlib import suppress


class Bell:
    """A pipe; to be closed by the thread that listens, after which ringing does nothing."""

    def __init__(self) -> None:
        """Open the pipe."""
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)
        self._lock = threading.Lock()  # or the number may be another file's when it is written to

    def fileno(self) -> int:
        """Return what select() is to watch."""
        return self._read

    def ring(self) -> None:
        """Wake the thread, now or when it next listens."""
        with self._lock, suppress(BlockingIOError):  # full: it is ringing already
            if self._write >= 0:
                os.write(self._write, b"!")

    def quiet(self) -> None:
        """Take the ringing for heard; what was rung for is to be looked at after this."""
        with suppress(BlockingIOError):
            os.read(self._read, 4096)

    def wait(self, seconds: float) -> None:
        """Sleep for so long, or until it rings."""
        select.select([self._read], [], [], seconds)
        self.quiet()

    def close(self) -> None:
        """Close the pipe."""
        with self._lock:
            os.close(self._read)
            os.close(self._write)
            self._read = self._write = -1
