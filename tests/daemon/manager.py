"""A stand-in for the service manager: it hears the daemon, and does what the unit says.

It starts `turnkeeper run`, kills it when the watchdog hears nothing for its time, runs the unit's
blank command after every end, and starts it again.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

PATIENCE = 20.0


class Ear:
    """The notify socket's other end."""

    def __init__(self, folder: Path) -> None:
        """Listen at a socket in *folder*."""
        self.address = folder / "notify"
        self.heard: list[str] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(self.address))

    def listen(self, seconds: float) -> bool:
        """Hear what is said within so long; whether anything was."""
        self._socket.settimeout(seconds)
        try:
            self.heard += self._socket.recv(4096).decode().splitlines()
        except (TimeoutError, BlockingIOError):
            return False
        return True

    def hears(self, line: str, seconds: float = PATIENCE) -> bool:
        """Whether that line is said within so long; what was said before counts no more."""
        self.heard.clear()
        end = time.monotonic() + seconds
        while line not in self.heard and time.monotonic() < end:
            self.listen(max(0.01, end - time.monotonic()))
        return line in self.heard

    def close(self) -> None:
        """Listen no more."""
        self._socket.close()


class Manager:
    """Runs the box whose config.toml is at *config*; *environment* is what it needs besides."""

    def __init__(self, config: Path, watchdog: float, environment: Mapping[str, str]) -> None:
        """Start it, and wait until it is ready."""
        self.ear = Ear(config.parent)
        self.runtime = config.parent / "run"
        self.runtime.mkdir()
        self.log = config.parent / "log"
        self.config, self._watchdog = config, watchdog
        self._environment = {
            **os.environ,
            **environment,
            "NOTIFY_SOCKET": str(self.ear.address),
            "WATCHDOG_USEC": str(int(watchdog * 1e6)),
            "RUNTIME_DIRECTORY": str(self.runtime),
        }
        self.process = self._start()

    def until(self, true: Callable[[], bool], what: str) -> None:
        """Wait until it is so."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, f"not so: {what}\n{self.log.read_text()}"
            time.sleep(0.01)

    def watch(self) -> None:
        """Do as systemd does: end what is silent for too long, blank, and start it again."""
        while self.ear.listen(self._watchdog):
            pass
        self.kill()
        self.process = self._start()

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it, and do what the unit does after its end."""
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        self.run("blank")

    def close(self) -> None:
        """Have it gone."""
        self.process.kill()
        self.process.wait(PATIENCE)
        self.ear.close()

    def _start(self) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                self._command("run", "--in-memory"), env=self._environment, stdout=log, stderr=log
            )
        assert self.ear.hears("READY=1"), self.log.read_text()
        return process

    def run(self, *words: str) -> None:
        """Run another command of ours, as the unit does."""
        subprocess.run(self._command(*words), env=self._environment, check=True)

    def _command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "turnkeeper", *words, "--config", str(self.config)]
