"""D1: whatever the bus does, the picture heals.

On a virtual clock; the witness is the model of the panel's memory.
"""

import errno
from collections.abc import Iterator
from itertools import count, pairwise
from random import Random

import pytest

from tests.panel.glass import a_turn, every_shape, noise, rig, seen, two_drivers
from turnkeeper.config import DisplaySettings
from turnkeeper.panel.display import REOPEN_AFTER, Painter, Wanted
from turnkeeper_sim.bus import ModelBus
from turnkeeper_sim.panel_model import Panel

# What a bus may say: nobody there, I/O, busy, timed out, lost arbitration, and that it is gone.
ERRNOS = [
    errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.ETIMEDOUT, errno.EAGAIN, errno.EBUSY,
    errno.ENODEV, errno.EBADF,
]  # fmt: skip

# D1: whatever call fails, with whatever error, the picture is whole within two seconds.


def heal(painter: Painter, wanted: Wanted, now: float) -> float:
    """Paint whenever it is due, until it is on the glass; return when that was."""
    while painter.due(wanted) == 0.0 or painter.on_glass is not wanted:
        now = max(now, painter.due(wanted))
        painter.paint(wanted, now)
    return now


def calls_of(driver: str) -> int:
    painter, _, bus = rig(DisplaySettings(driver=driver))  # type: ignore[arg-type]
    for wanted in story():
        painter.paint(wanted, 0.0)
    return bus.calls


def story() -> Iterator[Wanted]:
    """A few minutes of a battle on the glass: all kinds of writes."""
    yield Wanted(a_turn("Zoe", 58), 200)
    yield Wanted(a_turn("Zoe", 59), 200)
    yield Wanted(a_turn("Bartholomew", 0), 20)
    yield Wanted(noise((128, 64), 4), 200, dark=True)
    yield Wanted(a_turn("Ann", 1), 200, anew=1)


def told_after_each_failure(driver: str, error: int, delivered: int) -> None:
    """Let each call of the story fail in its turn, the panel having taken so many bytes of it."""
    for nth in range(1, calls_of(driver) + 1):
        painter, panel, bus = rig(DisplaySettings(driver=driver))  # type: ignore[arg-type]
        bus.fail(nth, error, delivered)
        now = 0.0
        for wanted in story():
            asked = now = now + 1.0
            now = heal(painter, wanted, now)
            assert now - asked < 2.0
            assert wanted.image is not None
            shown = bytes(1024) if wanted.dark else wanted.image.tobytes()
            assert panel.picture().tobytes() == shown
            assert panel.contrast == wanted.level
        assert not bus._failures, "the failure was met"
        assert painter.state == ""


@pytest.mark.parametrize("error", ERRNOS, ids=errno.errorcode.get)
@two_drivers
def test_whichever_call_fails_the_picture_heals_within_two_seconds(driver: str, error: int) -> None:
    told_after_each_failure(driver, error, delivered=0)


@pytest.mark.parametrize("delivered", [1, 2, 5, 60])
@two_drivers
def test_whichever_call_is_cut_short_the_picture_heals(driver: str, delivered: int) -> None:
    told_after_each_failure(driver, errno.EIO, delivered)


@pytest.mark.release
@pytest.mark.parametrize("seed", range(10))
@two_drivers
def test_whatever_fails_as_often_as_it_likes_the_picture_heals(driver: str, seed: int) -> None:
    """10^4 turns in all: up to four calls of each fail, one after the other or in between."""
    painter, panel, bus = rig(DisplaySettings(driver=driver))  # type: ignore[arg-type]
    chance, now, failed = Random(seed), 0.0, 0
    for turn in range(500):
        for _ in range(chance.randint(1, 4)):
            delivered = chance.choice((0, 0, 1, 2, 5, 60))
            bus.fail(chance.randint(1, 6), chance.choice(ERRNOS), delivered)
        coming = len(bus._failures)
        wanted = Wanted(a_turn(chance.choice(("Zoe", "Ann", "Bartholomew")), turn % 60), 200)
        asked = now = now + 1.0
        now = heal(painter, wanted, now)
        failed += len(bus._failures) < coming
        bus._failures.clear()
        assert now - asked < 4.0, "less than two seconds after the last of them"
        assert wanted.image
        assert panel.picture().tobytes() == wanted.image.tobytes()
    assert failed > 400


def test_control_without_sending_whole_again_a_failed_run_stays_wrong() -> None:
    class Trusting(Painter):
        """Takes what it said for what arrived."""

        def paint(self, wanted: Wanted, now: float) -> bool:
            done = super().paint(wanted, now)
            assert wanted.image is not None
            self.load().shown = self.load().pack(wanted.image)
            return done

    panel = Panel()
    bus = ModelBus(panel)
    painter = Trusting(DisplaySettings(), lambda: bus)
    painter.paint(Wanted(a_turn("Zoe", 1), 200), 0.0)
    bus.fail(nth=2)
    wanted = Wanted(a_turn("Ann", 30), 200)
    heal(painter, wanted, 0.5)
    assert panel.picture().tobytes() != a_turn("Ann", 30).tobytes()


@every_shape
def test_unplugged_the_battle_goes_on_and_plugged_in_the_picture_is_whole(
    settings: DisplaySettings,
) -> None:
    painter, panel, bus = rig(settings)
    size = (settings.width, settings.height)
    heal(painter, Wanted(noise(size, 1), 200), 0.0)
    bus.unplug()
    now = 1.0
    wanted = Wanted(noise(size, 2), 200)
    while now < 300:
        painter.paint(wanted, now)
        assert "does not answer" in painter.state
        now = painter.due(wanted)
    bus.plug()
    back = now
    newer = Wanted(noise(size, 3), 200)
    assert heal(painter, newer, back) - back < 2.0
    assert seen(panel, settings) == noise(size, 3).tobytes()
    assert painter.state == ""


def test_retries_are_never_further_apart_than_two_seconds_nor_many() -> None:
    painter, _, bus = rig(DisplaySettings())
    bus.unplug()
    wanted, now, times = Wanted(noise((128, 64), 1), 200), 0.0, list[float]()
    while now < 60:
        painter.paint(wanted, now)
        times.append(now)
        now = painter.due(wanted)
    assert max(after - before for before, after in pairwise(times)) < 2.0
    assert len(times) < 60
    assert painter.due(Wanted(noise((128, 64), 2), 200)) == now, "a new frame does not hurry it"


def test_a_bus_that_errs_for_long_is_opened_anew() -> None:
    panel = Panel()
    buses = [ModelBus(panel) for _ in range(3)]
    opened = iter(buses)
    painter = Painter(DisplaySettings(), lambda: next(opened))
    wanted, now = Wanted(noise((128, 64), 1), 200), 0.0
    for bus in buses[:2]:  # these never work again
        bus.plugged = False
    for _ in range(2 * REOPEN_AFTER):
        assert not painter.paint(wanted, now)
        now = painter.due(wanted)
    assert painter.paint(wanted, now)
    assert [bus.closed for bus in buses] == [1, 1, 0]
    assert panel.picture().tobytes() == noise((128, 64), 1).tobytes()


def test_it_starts_without_a_bus_and_takes_it_up_when_it_comes() -> None:
    panel = Panel()
    tries = count()

    def open_bus() -> ModelBus:
        if next(tries) < 3:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", "/dev/i2c-1")
        return ModelBus(panel)

    painter = Painter(DisplaySettings(), open_bus)
    wanted = Wanted(noise((128, 64), 1), 200)
    assert not painter.paint(wanted, 0.0)
    assert "bus cannot be opened" in painter.state
    assert "/dev/i2c-1" in painter.state
    assert painter.state.count(".") == 1, "one sentence"
    heal(painter, wanted, 1.0)
    assert panel.picture().tobytes() == noise((128, 64), 1).tobytes()
