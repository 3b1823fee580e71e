"""D1 where nothing is drawn: that a display was pulled is noticed by a word that does nothing."""

from random import Random

import pytest

from tests.panel.glass import every_shape, noise, rig, seen
from turnkeeper.config import DisplaySettings
from turnkeeper.panel import display
from turnkeeper.panel.display import PROBE_S, WHOLE_S, Wanted


def dark_for(settings: DisplaySettings, out: float, chance: Random) -> float:
    """Seconds from the moment it is plugged in, after *out* seconds, until the picture is whole."""
    painter, panel, bus = rig(settings)
    size = (settings.width, settings.height)
    wanted = Wanted(noise(size, 1), 200)
    painter.paint(wanted, 0.0)
    now, pulled = 0.0, 5.0 + chance.random()
    back = pulled + out
    while seen(panel, settings) != noise(size, 1).tobytes() or now <= back:
        now = painter.due(wanted)
        if now > back and not bus.plugged:
            bus.plug()
        elif pulled < now <= back and bus.plugged:
            bus.unplug()
        painter.paint(wanted, now)
    return now - back


@every_shape
def test_pulled_while_nothing_is_drawn_it_is_whole_again_within_two_seconds(
    settings: DisplaySettings,
) -> None:
    chance = Random(3)
    for _ in range(50):
        assert dark_for(settings, PROBE_S + 9 * chance.random(), chance) < 2.0


def test_control_without_probes_it_stays_dark_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "PROBE_S", WHOLE_S)
    assert dark_for(DisplaySettings(), 3.0, Random(3)) > 2.0


def test_a_probe_costs_three_bytes_a_second_and_changes_nothing() -> None:
    painter, panel, bus = rig(DisplaySettings())
    wanted = Wanted(noise((128, 64), 1), 200)
    painter.paint(wanted, 0.0)
    sent = bus.bytes_sent
    for second in range(1, 30):
        assert painter.due(wanted) == second
        painter.paint(wanted, float(second))
    assert bus.bytes_sent - sent == 3 * 29
    assert panel.picture().tobytes() == noise((128, 64), 1).tobytes()
    assert panel.faults == []


def test_a_display_on_spi_answers_nothing_and_is_not_asked() -> None:
    painter, _, bus = rig(DisplaySettings())
    wanted = Wanted(noise((128, 64), 1), 200)
    painter.paint(wanted, 0.0)
    painter.load().first = ()
    sent = bus.bytes_sent
    painter.paint(wanted, 1.0)
    assert bus.bytes_sent == sent
