"""What the measurements share: figures in a line, targets held or not, and the machine's own noise.

Nothing here fails a run: on a loaded machine a figure says little about the program. So the
machine itself is measured in between, and what it alone costs stands beside what we cost.
"""

import gc
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Self

ROOT = Path(__file__).parent.parent.parent
MS = 1000.0


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which that part of them lies (0.5: the middle one)."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def spread(seconds: Sequence[float]) -> str:
    """Durations as p50, p95, p99 and the longest, in milliseconds."""
    parts = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    told = (f"{name} {quantile(seconds, part) * MS:.2f}" for name, part in parts.items())
    return f"{'  '.join(told)} ms"


def line(what: str, figures: str) -> None:
    """Print one measurement."""
    print(f"  {what:<46} {figures}")


def target(what: str, found: float, most: float, unit: str) -> None:
    """Print a measurement against its target: what it may be at most."""
    verdict = "held" if found <= most else "NOT held"
    line(what, f"{found:.4g} {unit}; target {most:g} {unit}: {verdict}")


def title(text: str) -> None:
    """Print what the next lines are about."""
    print(f"\n{text}")


def took(work: Callable[[], object], times: int = 1) -> float:
    """Seconds that *work* takes, the shortest of so many times."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        found.append(time.perf_counter() - began)
    return min(found)


@contextmanager
def folder_on_disk(name: str) -> Iterator[Path]:
    """A folder in the checkout, where what is synced goes to a real disk; gone afterwards."""
    folder = ROOT / ".cache" / "bench" / name
    rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        rmtree(folder, ignore_errors=True)


def filesystem(folder: Path) -> str:
    """The kind of file system that a folder is on: ext4, tmpfs, overlay."""
    mounts = [text.split()[1:3] for text in Path("/proc/mounts").read_text().splitlines()]
    above = [(place, kind) for place, kind in mounts if folder.resolve().is_relative_to(place)]
    return max(above, key=lambda mount: len(mount[0]))[1]


class Pauses:
    """How long Python's collector of garbage held everything up; to be used in a `with`."""

    def __init__(self) -> None:
        """None so far."""
        self.seconds: list[float] = []
        self._began = 0.0

    def __enter__(self) -> Self:
        """Watch."""
        gc.callbacks.append(self._called)
        return self

    def __exit__(self, *_: object) -> None:
        """Watch no more."""
        gc.callbacks.remove(self._called)

    def _called(self, phase: str, _: object) -> None:
        if phase == "start":
            self._began = time.perf_counter()
        else:
            self.seconds.append(time.perf_counter() - self._began)


class Machine:
    """What the machine alone takes for waking a thread up and for syncing a page to the disk."""

    def __init__(self, folder: Path) -> None:
        """Make the file that is synced, as long as a journal's log."""
        self.late: list[float] = []
        self.syncs: list[float] = []
        self._file = (folder / "sync").open("wb", buffering=0)
        self._file.write(bytes(1 << 20))
        os.fsync(self._file.fileno())

    def measure(self) -> None:
        """Once each."""
        began = time.perf_counter()
        time.sleep(0.001)
        woken = time.perf_counter()
        self.late.append(woken - began - 0.001)
        self._file.seek(0)
        self._file.write(bytes(4096))
        os.fsync(self._file.fileno())
        self.syncs.append(time.perf_counter() - woken)

    def tell(self) -> None:
        """Print it, and let the file go."""
        self._file.close()
        line("the machine alone: late from a 1 ms sleep", spread(self.late))
        line("the machine alone: sync of 4 KB", spread(self.syncs))
        line("the machine's load", " ".join(f"{load:.1f}" for load in os.getloadavg()))
