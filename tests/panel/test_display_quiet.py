"""D1 where nothing is drawn: a display is asked whether it is there, and whether it has been."""

from collections import deque
from random import Random

import pytest

from tests.panel.glass import every_shape, noise, rig, seen
from turnkeeper.config import DisplaySettings
from turnkeeper.panel import display
from turnkeeper.panel.display import PROBE_S, WHOLE_S, Wanted
from turnkeeper_sim.bus import ModelBus


def dark_for(settings: DisplaySettings, out: float, chance: Random) -> float:
    """Seconds from the moment it is plugged in, after *out* seconds, until the picture is whole."""
    painter, panel, bus = rig(settings)
    size = (settings.width, settings.height)
    wanted = Wanted(noise(size, 1), 200)
    painter.paint(wanted, 0.0)
    now, pulled = 0.0, 5.0 + chance.random()
    back = pulled + out
    coming = deque([(pulled, bus.unplug), (back, bus.plug)])
    while seen(panel, settings) != noise(size, 1).tobytes() or now <= back:
        now = painter.due(wanted)
        while coming and coming[0][0] < now:
            coming.popleft()[1]()
        painter.paint(wanted, now)
    return now - back


@every_shape
def test_pulled_while_nothing_is_drawn_it_is_whole_again_within_two_seconds(
    settings: DisplaySettings,
) -> None:
    chance = Random(3)
    for _ in range(50):
        assert dark_for(settings, 10 * chance.random(), chance) < 2.0


def test_pulled_for_a_moment_between_two_questions_it_is_whole_again_within_two_seconds() -> None:
    chance = Random(3)
    for _ in range(50):
        assert dark_for(DisplaySettings(), 0.01 + PROBE_S * chance.random() / 2, chance) < 2.0


def test_control_without_questions_it_stays_dark_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "PROBE_S", WHOLE_S)
    assert dark_for(DisplaySettings(), 3.0, Random(3)) > 2.0


UNTOLD = [None, 0x00, 0x40, 0xFF]
"""What a bus reads where a panel does not say: nothing, or what the wire rests at."""


@pytest.mark.parametrize("status", UNTOLD)
def test_where_the_status_says_nothing_a_moment_is_healed_within_a_minute(
    monkeypatch: pytest.MonkeyPatch, status: int | None
) -> None:
    monkeypatch.setattr(ModelBus, "status", lambda _: status)
    assert 2.0 < dark_for(DisplaySettings(), 0.05, Random(3)) <= WHOLE_S + 1
    assert dark_for(DisplaySettings(), PROBE_S + 0.1, Random(3)) < 2.0, "longer than a moment"


@pytest.mark.parametrize("status", UNTOLD)
def test_where_the_status_says_nothing_no_picture_is_sent_again_and_again(
    monkeypatch: pytest.MonkeyPatch, status: int | None
) -> None:
    monkeypatch.setattr(ModelBus, "status", lambda _: status)
    assert quiet_seconds(DisplaySettings()) <= 5 * 29


def test_put_in_again_in_the_midst_of_a_battle_it_is_asked_though_pictures_come() -> None:
    painter, panel, bus = rig(DisplaySettings())
    for tenth in range(100):
        wanted = Wanted(noise((128, 64), tenth), 200)
        if tenth == 50:
            bus.unplug()
            bus.plug()
        painter.paint(wanted, tenth / 10)
        assert 50 <= tenth < 60 or panel.picture().tobytes() == noise((128, 64), tenth).tobytes()


def test_pulled_while_it_is_dark_the_picture_is_whole_when_it_is_lit_again() -> None:
    painter, panel, bus = rig(DisplaySettings())
    dark = Wanted(noise((128, 64), 1), 200, dark=True)
    painter.paint(Wanted(noise((128, 64), 1), 200), 0.0)
    painter.paint(dark, 0.1)
    bus.unplug()
    bus.plug()
    painter.paint(dark, 1.2)
    painter.paint(Wanted(noise((128, 64), 1), 200), 1.3)
    assert panel.picture().tobytes() == noise((128, 64), 1).tobytes()


def quiet_seconds(settings: DisplaySettings) -> int:
    """Bytes sent in 29 seconds in which nothing is drawn."""
    painter, panel, bus = rig(settings)
    wanted = Wanted(noise((128, 64), 1), 200)
    painter.paint(wanted, 0.0)
    sent = bus.bytes_sent
    for second in range(1, 30):
        assert painter.due(wanted) == second
        painter.paint(wanted, float(second))
    assert panel.picture().tobytes() == noise((128, 64), 1).tobytes()
    assert panel.faults == []
    return bus.bytes_sent - sent


def test_a_question_costs_five_bytes_a_second_and_changes_nothing() -> None:
    assert quiet_seconds(DisplaySettings()) == 5 * 29


def test_a_display_on_spi_answers_nothing_and_is_not_asked() -> None:
    painter, _, bus = rig(DisplaySettings())
    wanted = Wanted(noise((128, 64), 1), 200)
    painter.paint(wanted, 0.0)
    painter.load().first = ()
    sent = bus.bytes_sent
    painter.paint(wanted, 1.0)
    assert bus.bytes_sent == sent
