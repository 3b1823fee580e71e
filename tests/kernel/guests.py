"""The guests that the tests boot, and what each left of its stories."""

import hashlib
import json
import os
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.kernel import card

ROOT = Path(__file__).parents[2]
LACKING = 77
"""The status of tests/kernel/run and pi where something that they need is not there."""
ENOUGH = 3
"""Events that were shown after the last story, when the plug is pulled."""


class Told(NamedTuple):
    """What became of one story."""

    holds: bool
    says: str


class Guest:
    """One guest, booted at once by *program*; `ended` waits for its end."""

    def __init__(self, folder: Path, program: str, *words: str, **environment: str) -> None:
        """Boot it."""
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._process = subprocess.Popen(
            [ROOT / "tests/kernel" / program, *words],
            cwd=ROOT,
            env={**os.environ, "TURNKEEPER_KERNEL_OUT": str(folder), **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def ended(self) -> str:
        """What it said; skips where there can be no guest."""
        said, _ = self._process.communicate()
        if self._process.returncode == LACKING:
            pytest.skip(said.strip().splitlines()[-1].partition(": ")[2])
        assert self._process.returncode == 0, said
        return said

    def told(self) -> dict[str, Told]:
        """What it left of each story."""
        said = self.ended()
        left = self.folder / "told.jsonl"
        assert left.exists(), said + self.read("said") + self.read("console")[-5000:]
        results = map(json.loads, left.read_text(encoding="utf-8").splitlines())
        return {one["name"]: Told(one["holds"], one["says"]) for one in results}

    def read(self, name: str) -> str:
        """A file that it left; "" where it left none."""
        path = self.folder / name
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    def pull_the_plug(self) -> None:
        """Once it plays on after its stories, kill it as it is; else it has ended by itself."""
        first = ""
        while self._process.poll() is None:
            shown = self.read("shown")
            first = first or shown
            if shown.count("\n") >= first.count("\n") + ENOUGH:
                self.kill()
            time.sleep(0.1)

    def kill(self) -> None:
        """Have it gone as it is, if it is there."""
        number = self.read("qemu.pid")
        if number and self._process.poll() is None:
            os.kill(int(number), signal.SIGKILL)
            self._process.wait()


class Unattended(threading.Thread):
    """One card's life: an evening, a morning, and another day when its system is read-only.

    In a thread of its own, beside the other guests; `told` waits for its end.
    """

    def __init__(self, folder: Path) -> None:
        """Put the card in."""
        super().__init__(name="unattended", daemon=True)
        self._folder = folder
        self._guest: Guest | None = None
        self._closing = False
        self._failed: BaseException | None = None
        self._told: dict[str, dict[str, Told]] = {}
        self.consoles: dict[str, str] = {}
        self.written = True
        """Whether the read-only system was written."""
        self.card: card.Card
        self.start()

    def told(self, when: str) -> dict[str, Told]:
        """What was told then; skips where there can be no guest."""
        self.join()
        if when not in self._told and self._failed:
            raise self._failed
        return self._told[when]

    def close(self) -> None:
        """End it, where it is not waited for any more."""
        self._closing = True
        while self.is_alive():
            if self._guest:
                self._guest.kill()
            self.join(0.1)

    def run(self) -> None:
        """Let it live."""
        try:
            self._live()
        except BaseException as failed:  # noqa: BLE001 - a skip too is told by whoever asks
            self._failed = failed

    def _live(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        Guest(self._folder / "ready", "pi").ended()
        self.card = card.taken(self._folder)
        evening = self._boot("evening")
        evening.pull_the_plug()
        self._end("evening", evening)
        self._end("morning", self._boot("morning"))
        self.card = card.moved(self.card, self._folder)
        before = self._sum()
        words = "overlayroot=tmpfs:recurse=0"
        self._end("read-only", self._boot("read-only", TURNKEEPER_KERNEL_WORDS=words))
        self.written = self._sum() != before

    def _boot(self, when: str, **environment: str) -> Guest:
        if self._closing:
            raise RuntimeError("it is not waited for any more")
        folder = self._folder / when
        folder.mkdir()
        if when != "evening":
            shown = (self._folder / "evening" / "shown").read_bytes()
            (folder / "shown").write_bytes(shown)
        command = (
            f'exec "$(realpath /usr/lib/turnkeeper/bin)"/python -m tests.kernel.unattended {when}'
        )
        cards = ",".join(str(path) for path in self.card if path)
        self._guest = Guest(folder, "pi", cards, "sh", "-c", command, **environment)
        return self._guest

    def _end(self, when: str, guest: Guest) -> None:
        self._told[when] = guest.told()
        self.consoles[when] = guest.read("console")

    def _sum(self) -> str:
        with self.card.root.open("rb") as disk:
            return hashlib.file_digest(disk, "sha256").hexdigest()
