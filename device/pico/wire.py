"""The USB line as the firmware has it: MicroPython's own input and output, never waited for.

Asked first, then one byte: `read(n)` would wait until n have come. A write waits for up to half a
second when the box has the port open and does not read, and then drops the rest; so it writes only
where there is room, and little at a time. What is lost all the same, the link says again.
"""

import select
import sys

MOST = 64  # bytes taken at a time: the loop has other things to do
PIECE = 16


class Wire:
    """The line to the box. `unsent` is what it has not taken yet."""

    def __init__(self) -> None:
        self.unsent = b""
        self._in = select.poll()
        self._in.register(sys.stdin, select.POLLIN)
        self._out = select.poll()
        self._out.register(sys.stdout, select.POLLOUT)

    def read(self, wait_ms: int) -> bytes:
        """Give the bytes that are there, 64 at most; wait so long for the first."""
        data = b""
        if self._in.poll(wait_ms):
            data = sys.stdin.buffer.read(1) or b""
            while data and len(data) < MOST and self._in.poll(0):
                byte = sys.stdin.buffer.read(1)
                if not byte:
                    break
                data += byte
        return data

    def write(self) -> None:
        """Send of `unsent` what there is room for."""
        while self.unsent and self._out.poll(0):
            sent = sys.stdout.buffer.write(self.unsent[:PIECE])
            self.unsent = self.unsent[PIECE if sent is None else sent :]
