"""How long from a finger to the glass: the releasing edge, the commit, the last byte on the bus.

The real daemon, real contacts' settling, the journal on the checkout's own disk; pins, pod and
panel are modelled. The model takes no time for the bus: what 400 kHz would take stands beside it.
"""

import gc
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from tests.bench import play
from tests.bench.figures import (
    MS,
    Machine,
    Pauses,
    filesystem,
    folder_on_disk,
    line,
    quantile,
    spread,
    target,
    title,
)
from tests.bench.wire import Luma, Ours, on_wire, tell_sent
from turnkeeper.journal import Journal
from turnkeeper.panel.contacts import SETTLE_S
from turnkeeper.rules.battle import Battle
from turnkeeper.ui.draw import draw
from turnkeeper.ui.page import Page
from turnkeeper.ui.rest import SHIFTS
from turnkeeper_sim import workbench

TURNS = 300
FINGER = 0.04
"""Seconds that a finger stays, and stays away: longer than a contact settles."""
TAP = 0.005
"""A tap this short ends while its own closing may still bounce."""
WHOLE = 500
"""Bytes; with so many the whole picture was sent again or moved, as it is once a minute."""

PROBE = b"\xe3"
"""What the panel is asked with once a second, whether anybody presses or not."""


@dataclass(frozen=True, slots=True)
class Press:
    """One press, in seconds from its releasing edge: journal begun, committed, bytes on the bus."""

    begun: float
    committed: float
    first: float
    last: float
    sent: int
    transactions: int
    page: Page

    @property
    def with_wire(self) -> float:
        """Seconds to the last byte, were the bus a real one."""
        return self.last + on_wire(self.sent, self.transactions)


class Watched:
    """A box, and when its journal and its bus did what."""

    def __init__(self, folder: Path) -> None:
        """Plug it in, choose the encounter and take positions."""
        play.write_files(folder)
        self.box = workbench.Workbench(folder)
        self.wrote: list[float] = []
        self.commits: list[tuple[float, float]] = []
        self._append = self.box.daemon.journal.append
        self.box.daemon.journal.append = self._timed  # type: ignore[method-assign, assignment]
        self._send = self.box.bus._send
        self.box.bus._send = self._seen  # type: ignore[method-assign]
        self.box.press("push")
        self.box.press("next")

    def _timed(self, line: str, digest: str, ms: int, wall: float, source: str = "") -> None:
        began = time.monotonic()
        self._append(line, digest, ms, wall, source)
        self.commits.append((began, time.monotonic()))

    def _seen(self, control: int, body: bytes) -> None:
        self._send(control, body)
        if body != PROBE:
            self.wrote.append(time.monotonic())

    def press(self, name: str, finger: float = FINGER) -> Press:
        """Press a contact, and let all that comes of it happen undisturbed."""
        box, bus = self.box, self.box.bus
        handled = box.daemon.handled
        box.level(name, down=True)
        time.sleep(finger)
        self.wrote.clear()
        self.commits.clear()
        sent, transactions = bus.bytes_sent, bus.transactions
        edge = time.monotonic()
        box.level(name, down=False)
        time.sleep(FINGER)
        box.until(lambda: box.daemon.handled > handled, f"{name} counts")
        box.see()
        (begun, committed), *_ = self.commits
        return Press(
            begun - edge,
            committed - edge,
            self.wrote[0] - edge,
            self.wrote[-1] - edge,
            bus.bytes_sent - sent,
            bus.transactions - transactions,
            box.daemon.shown.page,
        )

    def presses(self, turns: int, finger: float = FINGER) -> Iterator[Press]:
        """Play so many turns, each ended by a press; dice come from the tray in between."""
        dice = random.Random(1)
        for _ in range(turns):
            self._roll(dice)
            who = self._battle.table.up[0]
            yield self.press(f"seat{who.seat}" if who.seat else "next", finger)

    @property
    def _battle(self) -> Battle:
        battle = self.box.daemon.session.battle
        assert battle
        return battle

    def _roll(self, dice: random.Random) -> None:
        owing = self._battle.prompt.asked if self._battle.prompt.sides else ()
        for face in dice.sample(range(1, 11), len(owing)):
            self.box.throw(10, face)

    def close(self) -> int:
        """Switch off; how many events the battle had."""
        events = len(self._battle.events)
        self.box.close()
        return events


def test_a_press_to_the_glass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbench, "SETTLE", SETTLE_S)  # the workbench's contacts do not bounce
    luma = Luma()
    with folder_on_disk("latency") as folder:
        machine = Machine(folder)
        watched = Watched(folder)
        gc.freeze()  # as the daemon does where the process is its own
        presses = []
        with Pauses() as pauses:
            for press in watched.presses(TURNS):
                presses.append(press)
                luma.display(watched.box.see())
                machine.measure()
        taps = list(watched.presses(10, TAP))
        events = watched.close()
        kept = Journal(watched.box.config.folders.journal, reading=True)
        assert len(kept.rows(1)) == events
        kept.close()
        assert all(press.committed <= press.first for press in presses if press.sent < WHOLE)
        title(f"A press to the glass: {len(presses)} turns, journal on {filesystem(folder)}")
        tell_times(presses, taps, luma)
        line("pauses of the garbage collector", spread(pauses.seconds))
        machine.tell()
    tell_bytes(presses, luma)
    gc.unfreeze()


def tell_times(presses: list[Press], taps: list[Press], luma: Luma) -> None:
    """Print where the time went."""
    lasts = [press.last for press in presses]
    line("releasing edge to last byte, bus time excluded", spread(lasts))
    line("  edge to journal", spread([press.begun for press in presses]))
    line("  commit", spread([press.committed - press.begun for press in presses]))
    line("  page and picture", spread([press.first - press.committed for press in presses]))
    line("  bytes into the model", spread([press.last - press.first for press in presses]))
    ours = [press.last - (press.committed - press.begun) for press in presses]
    line("  all but the commit", spread(ours))
    target("releasing edge to last byte, p99", quantile(lasts, 0.99) * MS, 10, "ms")
    line("with the bus at 400 kHz, computed", spread([press.with_wire for press in presses]))
    at_edge = sum(last < SETTLE_S - TAP for last in lasts)
    line("counted at the edge, not a settle later", f"{at_edge} of {len(lasts)}")
    tapped = quantile([tap.last for tap in taps], 0.5) * MS
    line("control: a 5 ms tap, counted after its bounce", f"p50 {tapped:.1f} ms after the edge")
    line("luma's whole-frame display() alone", spread(luma.seconds))
    theirs = quantile(luma.seconds, 0.5)
    line("all of ours / luma's display() alone, p50", f"{quantile(lasts, 0.5) / theirs:.2f}")
    theirs += on_wire(luma.sent, luma.transactions)
    wired = quantile([press.with_wire for press in presses], 0.5)
    line("the same with the bus, p50", f"{wired / theirs:.2f}")


def tell_bytes(presses: list[Press], luma: Luma) -> None:
    """Print what a change of turn costs the bus: as played, and wherever the picture may stand."""
    title("Bytes on the bus for a change of turn: Ann, Bo, Cy, Dee, Orc 1 to Orc 6")
    both = list(pairwise(presses))
    changes = [(a, b) for a, b in both if a.page.name == b.page.name == "turn"]
    played = [b for _, b in changes if b.sent < WHOLE]
    tell_sent(f"as played, {len(played)} changes", [press.sent for press in played], luma)
    line("  with the whole picture, as once a minute", str(len(changes) - len(played)))
    ours, moved = (
        Ours(),
        [(draw(a.page, 128, 64, s), draw(b.page, 128, 64, s)) for s in SHIFTS for a, b in changes],
    )
    sent = [ours.between(*pair)[0] for pair in moved]
    tell_sent("wherever the picture may stand", sent, luma)
    wire = quantile([on_wire(press.sent, press.transactions) for press in played], 0.5) * MS
    line("on the wire at 400 kHz, p50", f"{wire:.1f} ms")
    whole = on_wire(luma.sent, luma.transactions) * MS
    line("luma's whole frame", f"{luma.sent} bytes, {whole:.1f} ms on the wire")
