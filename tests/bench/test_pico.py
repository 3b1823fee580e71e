"""How fast and how large the pods' firmware is, under a real MicroPython with a Pico's heap.

On a desk, at a pseudo-terminal: what is measured is our own code, the link and the port's thread,
not USB, and not a Pico's processor.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pico import files

from tests.bench.figures import MS, line, quantile, spread, target
from tests.panel.table import Table, end
from tests.panel.tray import wait_for
from tests.pico.line import Line
from tests.pico.rig import Pico
from turnkeeper.link.events import Press, Release
from turnkeeper.link.frames import encode

PRESSES = 200
STARTS = 10


@pytest.fixture
def pico(tmp_path: Path) -> Iterator[Pico]:
    """A pod as it is installed."""
    files.lay_out(tmp_path, tray=True, buttons=8)
    pico = Pico(tmp_path)
    yield pico
    pico.unplug()


def test_from_start_to_hello(pico: Pico) -> None:
    bare: list[float] = []
    for _ in range(STARTS):
        began = time.perf_counter()
        # What this Python costs, which a Pico has not: it carries MicroPython here.
        subprocess.run([sys.executable, "-m", "micropython_unix", "-c", "pass"], check=True)
        bare.append(time.perf_counter() - began)
    heard = Line(pico)
    before = heard.until("HELLO").seq
    starts = []
    for _ in range(STARTS):
        began = time.perf_counter()
        pico.reboot()
        while (now := heard.until("HELLO").seq) == before:
            pass  # said before the power went
        starts.append(time.perf_counter() - began)
        before = now
    line("an empty program", spread(bare))
    line("from start to HELLO", spread(starts))
    own = sorted(starts)[STARTS // 2] - sorted(bare)[STARTS // 2]
    target("HELLO, less the empty program", own * MS, 100, "ms")


def test_a_press_and_its_acknowledgement(pico: Pico) -> None:
    heard = Line(pico)
    heard.say(encode(1, "ACK", str(heard.until("HELLO").seq)))
    trips = []
    for number in range(PRESSES):
        pico.press(0)
        pico.press(0, down=False)
        press = heard.until("PRESS")
        # The release waits in the pod until the press is acknowledged.
        began = time.perf_counter()
        heard.say(encode(number, "ACK", str(press.seq)))
        release = heard.until("RELEASE")
        trips.append(time.perf_counter() - began)
        heard.say(encode(number, "ACK", str(release.seq)))
    heard.close()
    line("acknowledgement out, next frame in", spread(trips))
    target("the same, p99", quantile(trips, 0.99) * MS, 5, "ms")


def test_from_a_button_to_the_box(pico: Pico) -> None:
    table = Table(pico.path)
    assert wait_for(lambda: table.port.box.pod is not None)
    seen: list[float] = []
    for number in range(PRESSES // 4):
        for kind, level in ((Press, 0), (Release, 1)):
            began = time.perf_counter()
            pico.set(0, level)
            assert wait_for(lambda: table.listen() and heard_of(table, kind) > number)  # noqa: B023
            seen.append(time.perf_counter() - began)
    end(table.port)
    line("button to daemon, 6 to 12 ms of it debounce", spread(seen))


def heard_of(table: Table, kind: type[Press | Release]) -> int:
    """Count what came of a kind."""
    return len([event for event in table.others if isinstance(event, kind)])


def test_messages_and_memory(pico: Pico) -> None:
    heard = Line(pico)
    heard.until("HELLO")
    began = time.perf_counter()
    for _ in range(1_000):
        heard.ping()
    line("frames taken and answered", f"{1_000 / (time.perf_counter() - began):.0f} a second")
    heard.close()
    used = pico.heap()
    line("heap in use", f"{max(used)} bytes of 190,000")
    laid = [path for path in pico.folder.rglob("*") if path.suffix == ".mpy"]
    laid += [pico.folder / name for name in ("main.py", "board.py")]
    line("files on the Pico", f"{len(laid)}, {sum(path.stat().st_size for path in laid)} bytes")
