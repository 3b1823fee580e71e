"""The box in the guest of tests/kernel/pi: the service of an installed system, seen from beside."""

import json
import os
import pwd
import signal
import subprocess
import sys
from pathlib import Path

from tests.kernel import probe
from tests.kernel.header import until

UNIT = "turnkeeper.service"
LAID = Path("/etc/systemd/system", UNIT)
TRIED = Path("/run/systemd/system/turnkeeper-probe.service")
FILES = Path("/boot/firmware/turnkeeper")
BATTLES = Path("/var/lib/turnkeeper/battles.sqlite")


def systemctl(*names: str) -> dict[str, str]:
    """What the service manager knows of the box."""
    words = ["systemctl", "show", UNIT, f"--property={','.join(names)}"]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    return dict(line.split("=", 1) for line in said.splitlines())


def unit(name: str) -> int:
    """A number that the service manager knows of it."""
    return int(systemctl(name)[name])


def journaled(*words: str) -> str:
    """What the system's log has since the start."""
    command = ["journalctl", "--boot", "--no-pager", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class Service:
    """Takes the place of a `Box`: where its battles are, and whether it lives."""

    def __init__(self) -> None:
        """Know nothing of its process yet."""
        self.state = BATTLES.parent
        self.process = self
        self.user = pwd.getpwnam("turnkeeper").pw_uid
        self.pid = 0

    def begun(self) -> None:
        """Look which process it is now, once it is ready."""
        until(lambda: systemctl("ActiveState")["ActiveState"] == "active", "it is ready", 30)
        self.pid = unit("MainPID")

    def poll(self) -> int | None:
        """As of a process of one's own; that it ends and begins anew is no end of the box."""
        return None

    def said(self) -> str:
        """What it complained of, looked at once and at the end."""
        return ""

    def gone(self) -> bool:
        """Whether the process that was looked at is no more."""
        return not Path(f"/proc/{self.pid}").exists()

    def signal(self, number: signal.Signals) -> None:
        """Send it one."""
        os.kill(self.pid, number)

    def restarts(self) -> int:
        """How often it was started anew."""
        return unit("NRestarts")

    def status(self) -> dict[str, str]:
        """What the kernel says of its process."""
        lines = Path(f"/proc/{self.pid}/status").read_text(encoding="utf-8").splitlines()
        return {name: value.strip() for name, value in (line.split(":", 1) for line in lines)}

    def memory(self) -> tuple[int, int]:
        """How much it may have, and how much it had at most, with all that it read; in bytes."""
        group = Path("/sys/fs/cgroup/system.slice", UNIT)
        return int((group / "memory.max").read_text()), int((group / "memory.peak").read_text())

    def probe(self) -> dict[str, bool]:
        """Which doors are open in a service whose unit is the box's own, but for what it starts."""
        lines = LAID.read_text(encoding="utf-8").splitlines()
        own = ("Type=", "Notify", "Exec", "WatchdogSec", "Restart", "RuntimeDirectory")
        kept = [line for line in lines if not line.startswith(own)]
        at = kept.index("[Service]") + 1
        program = Path("/run/rig/probe.py")  # the sandbox need not let it read this machine's files
        program.write_text(Path(probe.__file__).read_text(encoding="utf-8"), encoding="utf-8")
        kept[at:at] = ["Type=oneshot", f"ExecStart={sys.executable} -I {program}"]
        TRIED.write_text("\n".join([*kept, ""]), encoding="utf-8")
        subprocess.run(["systemctl", "daemon-reload"], check=True)
        subprocess.run(["systemctl", "start", TRIED.name], check=True)
        said = journaled(f"--unit={TRIED.name}", "--output=cat", "--grep=^{")
        return dict(json.loads(said.splitlines()[-1]))
