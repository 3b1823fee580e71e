"""The display's bus: what luma takes for its I2C interface, writing into a panel's model.

It has the three methods that luma calls and one that reads, counts every byte as the wire would
carry it, and fails on command, with the errors that a real bus gives (an unplugged panel answers a
command with luma's DeviceNotFoundError and picture data with a bare OSError).
"""

import errno
import os
import threading
from collections.abc import Callable, Iterable

from luma.core.error import DeviceNotFoundError

from turnkeeper_sim.panel_model import Panel

LONGEST_COMMAND = 32  # what luma's own interface takes in one transaction
LONGEST_DATA = 4096
_OVERHEAD = 2  # the address byte and the control byte of each transaction


class ModelBus:
    """A bus with one panel on it; use it where luma wants a `serial_interface`.

    `bytes_sent` and `transactions` count what went down the wire, address and control bytes
    included; `calls` counts commands, data blocks and reads, failed ones too.  *on_write* is called
    after each transaction that reached the panel, in the thread that wrote it.
    """

    def __init__(self, panel: Panel, on_write: Callable[[], None] | None = None) -> None:
        """Plug *panel* in."""
        self.panel = panel
        self.plugged = True
        self.bytes_sent = self.transactions = self.calls = 0
        self.closed = 0
        self._on_write = on_write
        self._failures: dict[int, tuple[int, int]] = {}
        self._lock = threading.Lock()

    # What luma calls

    def command(self, *cmd: int) -> None:
        """Send command bytes, at most 32 of them, in one transaction."""
        if len(cmd) > LONGEST_COMMAND:
            msg = f"{len(cmd)} command bytes in one transaction, where {LONGEST_COMMAND} fit"
            raise ValueError(msg)
        try:
            self._send(0x00, bytes(cmd))
        except OSError as error:
            if error.errno in (errno.EREMOTEIO, errno.EIO):
                msg = "I2C device not found on address: 0x3C"
                raise DeviceNotFoundError(msg) from error
            raise

    def data(self, data: Iterable[int]) -> None:
        """Send picture data, in transactions of at most 4,096 bytes."""
        block = bytes(data)
        for start in range(0, len(block), LONGEST_DATA):
            self._send(0x40, block[start : start + LONGEST_DATA])

    def status(self) -> int | None:
        """Read the panel's status; None where it does not answer."""
        with self._lock:
            self.calls += 1
            error, _ = self._failures.pop(self.calls, (0, 0))
            if error or not self.plugged:
                return None
            self.bytes_sent += 2  # the address byte, and the one that is read
            self.transactions += 1
            return 0x03 if self.panel.on else 0x43  # bit 6: it is switched off

    def cleanup(self) -> None:
        """Close the bus; luma calls this at the end."""
        self.closed += 1

    # What a test or the window does to it

    def unplug(self) -> None:
        """Pull the panel off the bus: nothing answers, and the panel loses its memory."""
        with self._lock:
            self.plugged = False
            self.panel.power_cycle()

    def plug(self) -> None:
        """Put the panel back, dark and full of noise as after power came on."""
        with self._lock:
            self.panel.power_cycle()
            self.plugged = True

    def fail(self, nth: int = 1, error: int = errno.EREMOTEIO, delivered: int = 0) -> None:
        """Let the *nth* transaction from now (1: the next) fail with errno *error*.

        The panel still takes the first *delivered* bytes of it, as when noise ends a transfer.
        """
        with self._lock:
            self._failures[self.calls + nth] = (error, delivered)

    def _send(self, control: int, body: bytes) -> None:
        with self._lock:
            self.calls += 1
            if not self.plugged:
                raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
            error, delivered = self._failures.pop(self.calls, (0, len(body)))
            self.panel.write(bytes((control,)) + body[:delivered])
            self.bytes_sent += _OVERHEAD + delivered
            self.transactions += 1
            if error:
                raise OSError(error, os.strerror(error))
        if self._on_write is not None:
            self._on_write()
