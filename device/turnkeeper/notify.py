"""What the box and the service manager tell each other: ready, still alive, and switch off.

The protocol is systemd's sd_notify(3): lines to a datagram socket that NOTIFY_SOCKET names. Without
one, as on a desk, nothing is said. A halt is asked for by a file in the runtime folder, at which a
unit of its own halts the Pi: the service's sandbox could not.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

RUNTIME = "/run/turnkeeper"
"""The runtime folder of the service: its own, in memory, gone when it stops."""
OFF = "switch-off"
"""The file in it that asks for a halt."""
PINGS = 4
"""How often within the watchdog's time the box says that it is alive."""


class Manager:
    """The service manager of *environment*, by default of this process; or nobody.

    folder: the runtime folder, be it there or not.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        """Know where to speak to, and how often."""
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        ours = environment.get("WATCHDOG_PID", "") in ("", str(os.getpid()))
        micros = environment.get("WATCHDOG_USEC", "") if ours else ""
        self._every = int(micros) / 1e6 / PINGS if micros.isdecimal() else 0.0
        self._next = 0.0
        self.folder = Path(environment.get("RUNTIME_DIRECTORY") or RUNTIME)
        self.off_file = self.folder / OFF

    def tell(self, line: str) -> None:
        """Say one line, such as READY=1; that nobody hears it is no fault."""
        if self._address:
            with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as speaker:
                speaker.setblocking(False)
                speaker.sendto(line.encode(), self._address)

    def alive(self, now: float) -> None:
        """Say that all is well, if it is time to; *now* in seconds of the monotonic clock."""
        self._beat("WATCHDOG=1", now)

    def hung(self, now: float) -> None:
        """Say that a part hangs, so that the watchdog acts and does not wait first (Y1)."""
        self._beat("WATCHDOG=trigger", now)

    def _beat(self, line: str, now: float) -> None:
        if self._every and now >= self._next:
            self._next = now + self._every
            self.tell(line)

    def switch_off(self) -> None:
        """Ask for a halt; OSError where there is no runtime folder, as without the service."""
        self.off_file.touch()

    def stay(self) -> None:
        """Take that back: nobody has halted."""
        self.off_file.unlink(missing_ok=True)


def switching_off() -> bool:
    """Whether a halt was asked for, for the command that runs after the daemon's end."""
    return Manager().off_file.exists()
