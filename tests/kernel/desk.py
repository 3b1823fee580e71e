"""What stands on the desk in the guest: the parts, and one box at a time on them."""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.kernel.bench import KernelBench
from tests.kernel.box import Box
from tests.kernel.parts import Parts


class Desk:
    """The parts, and the box that stands on them at the moment: a start costs seconds here."""

    def __init__(self, parts: Parts) -> None:
        """Begin with none."""
        self.parts = parts
        self._bench: KernelBench | None = None

    @staticmethod
    def folder() -> Path:
        """A folder for a box."""
        return Path(tempfile.mkdtemp(prefix="box-"))

    @property
    def bench(self) -> KernelBench:
        """The box, in a battle; a new one if there is none."""
        if self._bench is None:
            self._bench = KernelBench(self.folder(), self.parts)
            self._bench.press("push")
        return self._bench

    def close(self) -> None:
        """Have it end in good order, and see that it leaves nothing lit."""
        bench, self._bench = self._bench, None
        if bench:
            bench.close()

    def take_away(self) -> None:
        """Have it gone, whatever became of it."""
        bench, self._bench = self._bench, None
        if bench:
            bench.box.close()


def turnkeeper(box: Box, *words: str) -> str:
    """Run another command of ours, set up as *box* is; gives what it says."""
    command = [sys.executable, "-m", "turnkeeper", *words, "--config", str(box.config)]
    done = subprocess.run(command, env=box.environment, capture_output=True, text=True, check=True)
    return done.stdout + done.stderr
