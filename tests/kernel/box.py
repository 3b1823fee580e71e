"""The daemon in the guest: `turnkeeper run`, unchanged, a process of its own."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from tests.kernel.header import CABLE, until

GOODBYE = 20.0


class Box:
    """The box, set up by files in *folder*; party.toml and encounters/ may lie there.

    settings: more lines for its config.toml.  state: where the battles go, if not in *folder*.
    work: the pin library's working folder.
    """

    def __init__(
        self, folder: Path, settings: str = "", state: Path | None = None, work: Path | None = None
    ) -> None:
        """Plug it in; `wait_ready` waits until a press counts."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = self.runtime = folder
        self.state = state or folder / "state"
        self.log = folder / "log"
        self.config = config = folder / "config.toml"
        lines = [
            f'[folders]\nstate = "{self.state}"\nparties = ["{folder}"]',
            settings or f'[ports]\npaths = ["{CABLE}"]',
        ]
        config.write_text("\n".join(lines), encoding="utf-8")
        work = work or folder / "work"
        if not os.path.lexists(work):
            work.mkdir()
        self._notified = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._notified.settimeout(0.1)
        address = folder / "notify"
        address.unlink(missing_ok=True)
        self._notified.bind(str(address))
        self.told: list[str] = []
        self.environment = environment = {
            **os.environ,
            "LG_WD": str(work),
            "NOTIFY_SOCKET": str(address),
        }
        environment["RUNTIME_DIRECTORY"] = str(folder)
        environment["WATCHDOG_USEC"] = "10000000"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "turnkeeper", "run", "--in-memory", "--config", str(config)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=environment,
            )

    def wait_ready(self) -> None:
        """Wait until it tells the service manager that it is ready."""
        until(lambda: self._heard("READY=1") or self.process.poll() is not None, "it is ready", 60)
        assert self.process.poll() is None, self.said()

    def _heard(self, wanted: str) -> bool:
        try:
            self.told += self._notified.recv(4096).decode().splitlines()
        except TimeoutError:
            return False
        return wanted in self.told

    def said(self) -> str:
        """All that it wrote into the system's log."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def ended(self) -> int:
        """Wait for its end; gives its exit status."""
        return self.process.wait(GOODBYE)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Have it end in good order, or by another signal; gives its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.ended()

    def close(self) -> None:
        """Have it gone, whatever became of it."""
        self.stop(signal.SIGKILL)
        self._notified.close()
