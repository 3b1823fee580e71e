"""What the doctor looks at: a machine's files and commands; and what comes of a look."""

import os
import subprocess
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

from turnkeeper.config import Config
from turnkeeper.counters import FILE
from turnkeeper.journal import keeping
from turnkeeper.notify import RUNTIME

State = Literal["fine", "wrong", "unseen"]
UNIT = "turnkeeper.service"
STOP = "To look closer, stop the box first: sudo systemctl stop turnkeeper"
END = "To look closer, end that one first, where it was started by hand."


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of one *part*, in a sentence; *do* is what to do where something is wrong.

    unseen: it could not be looked at here, which is no fault of it.
    """

    part: str
    state: State
    says: str
    do: str = ""

    def __str__(self) -> str:
        """Give it as a line, and what to do as another."""
        sign = {"fine": "fine  ", "wrong": "WRONG ", "unseen": "unseen"}[self.state]
        more = f"\n{'':18}{self.do}" if self.do else ""
        return f"{sign} {self.part:9}  {self.says}{more}"


@dataclass(frozen=True)
class World:
    """The machine, its files under *root*; *config* is how the box is set up.

    asked: what commands would say, for tests; a command that is not there says None.  runtime: the
    service's runtime folder.
    """

    config: Config
    config_file: Path | None = None
    boot: str = ""
    root: Path = Path("/")
    asked: dict[str, str | None] | None = field(default=None)
    runtime: str = RUNTIME

    def path(self, name: str) -> Path:
        """A file of the machine by its whole name."""
        return self.root / name.lstrip("/")

    def read(self, name: str) -> str:
        """What stands in a file; empty where it cannot be read."""
        try:
            return self.path(name).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return ""

    def mine(self, name: str) -> bool:
        """Whether who asks may use that file, to read and to write."""
        return os.access(self.path(name), os.R_OK | os.W_OK)

    def ask(self, *words: str) -> str | None:
        """What a command says, whatever its status; None where there is no such command."""
        if self.asked is not None:
            return self.asked.get(" ".join(words))
        try:
            done = subprocess.run(  # noqa: S603 - words of ours
                words,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                check=False,
                timeout=10,
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout.strip()

    @property
    def pi(self) -> str:
        """Which Pi this is; empty where it is none."""
        model = self.read("/proc/device-tree/model") or self.read("/proc/cpuinfo")
        return next((line for line in model.splitlines() if "Raspberry Pi" in line), "")

    @property
    def counters(self) -> Path:
        """Where a box leaves its counters."""
        return self.path(self.runtime) / FILE

    @cached_property
    def service(self) -> str:
        """How the service stands: "active", "failed", "inactive"; "" without a service manager."""
        return self.ask("systemctl", "is-active", UNIT) or ""

    @cached_property
    def holder(self) -> str:
        """What to do where a box has the parts in its hands; empty where none has.

        Not the service alone: one that was started by hand keeps its folder of battles to itself.
        """
        if self.service == "active":
            return STOP
        locks = self.read(keeping.LOCKS)
        return END if keeping.held(self.config.folders.state, locks) else ""
