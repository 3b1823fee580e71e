"""What the doctor looks at: a machine's files and commands; and what comes of a look."""

import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from turnkeeper.config import Config

State = Literal["fine", "wrong", "unseen"]


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

    asked: what commands would say, for tests; a command that is not there says None.
    """

    config: Config
    config_file: Path | None = None
    boot: str = ""
    root: Path = Path("/")
    asked: dict[str, str | None] | None = field(default=None)

    def path(self, name: str) -> Path:
        """A file of the machine by its whole name."""
        return self.root / name.lstrip("/")

    def read(self, name: str) -> str:
        """What stands in a file; empty where it cannot be read."""
        try:
            return self.path(name).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return ""

    def ask(self, *words: str) -> str | None:
        """What a command says, whatever its status; None where there is no such command."""
        if self.asked is not None:
            return self.asked.get(" ".join(words))
        try:
            done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=10)  # noqa: S603 - words of ours
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout.strip()

    @property
    def pi(self) -> str:
        """Which Pi this is; empty where it is none."""
        model = self.read("/proc/device-tree/model") or self.read("/proc/cpuinfo")
        return next((line for line in model.splitlines() if "Raspberry Pi" in line), "")

    @property
    def running(self) -> bool:
        """Whether the box is running as a service, and so has the parts in its hands."""
        return self.ask("systemctl", "is-active", "turnkeeper.service") == "active"
