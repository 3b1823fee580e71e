"""Garbage on a serial port, while people play: it changes nothing, and keeps nobody waiting.

L1: whatever bytes come, in whatever pieces. L5: a pod that babbles without end; what a press takes
then, `tests/bench/test_babble.py` measures.
"""

import select
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from tests.daemon.box import asked, in_play, up
from tests.daemon.conftest import SitDown
from tests.link.test_garbage import KINDS
from tests.panel.table import descriptors
from tests.panel.tray import Cable
from turnkeeper.config import Config, PortSettings
from turnkeeper.link.frames import Frame, Framer, Typed
from turnkeeper.panel import port
from turnkeeper_sim import workbench
from turnkeeper_sim.bench import Stuck
from turnkeeper_sim.pod import Pod
from turnkeeper_sim.workbench import Workbench

FOREVER = 10**9
MANY = 100_000
"""Bytes of each kind, and 10^7 for a release."""


def poured(cable: Cable, garbage: Callable[[], bytes], many: int) -> None:
    """Write so many bytes into the far end, as fast as they are taken."""
    left = b""
    while many > 0:
        left = left or garbage()
        sent = cable.write(left)
        left, many = left[sent:], many - sent
        if not sent:
            select.select([], [cable.far], [], 1.0)


def events(table: Workbench) -> list[str]:
    """The battle's events so far."""
    assert table.session.battle
    return [str(command) for command, *_ in table.session.battle.events]


@contextmanager
def garbage_at(table: Workbench) -> Iterator[Cable]:
    """Have something else in the place of the tray, and then the tray again."""
    table.tray.close()
    cable = Cable(table.tray.path.parent)
    cable.plug()
    try:
        yield cable
    finally:
        cable.pull()
        table.tray = Pod(table.tray.path)


@pytest.mark.parametrize("kind", KINDS)
def test_garbage_changes_nothing_and_the_next_die_counts(
    sit_down: SitDown,
    monkeypatch: pytest.MonkeyPatch,
    kind: Callable[[Random, int], bytes],
    *,
    release: bool,
) -> None:
    monkeypatch.setattr(port, "_BYTES_A_SECOND", FOREVER)
    table, chance = sit_down(asked), Random(kind.__name__)
    table.throw(10, 5)
    before, threads = events(table), threading.active_count()
    files = descriptors()
    with garbage_at(table) as cable:
        # What is typed by hand is no garbage: it would count.
        poured(cable, lambda: kind(chance, 4096).replace(b"~", b"-"), 10**7 if release else MANY)
    table.throw(10, 7)
    assert events(table) == [*before, "die 7"]
    assert threading.active_count() <= threads
    assert descriptors() <= files


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_control_a_port_that_ends_at_what_is_no_text_is_found_out(
    sit_down: SitDown, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed = Framer.feed

    def ends(framer: Framer, data: bytes) -> list[Frame | Typed]:
        if not data.isascii():
            raise SystemExit
        return feed(framer, data)

    monkeypatch.setattr(Framer, "feed", ends)
    monkeypatch.setattr(workbench, "PATIENCE", 1.0)
    table = sit_down(asked)
    (line,) = table.daemon.senses.ports.ports.values()
    with garbage_at(table) as cable:
        while line.is_alive():
            cable.write(b"\xff" * 64)
            line.join(0.01)
    with pytest.raises(Stuck, match="the die counts"):
        table.throw(10, 7)


@contextmanager
def babble(cable: Cable) -> Iterator[list[int]]:
    """Have 1 MB/s of noise at the far end, or as much of that as is taken; how much was so far."""
    taken, over = [0], threading.Event()
    noise = Random(1).randbytes(10_000)

    def pour() -> None:
        while not over.wait(0.01):
            taken[0] += cable.write(noise)

    thread = threading.Thread(target=pour)
    thread.start()
    try:
        yield taken
    finally:
        over.set()
        thread.join()


def test_while_a_pod_babbles_every_press_and_die_counts(quick: Path) -> None:
    cable = Cable(quick.parent)
    cable.plug()
    table = in_play(quick, Config(ports=PortSettings(paths=(str(quick / "tray"), cable.path))))
    with babble(cable) as taken:
        for number in range(30):
            table.press("seat1")
            assert up(table) == ["Bo"]
            table.press("seat2")
            table.press("next")
            for face in (10, 5, 1):
                table.throw(10, face)
            assert up(table) == ["Ann"], number
    assert taken[0] > 4_096
    table.close()
    cable.pull()
