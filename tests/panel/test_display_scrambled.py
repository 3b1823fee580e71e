"""D2: whatever noise does to the panel, it heals within a minute, and a healthy one does not blink.

On a virtual clock; the witness is the model of the panel's memory.
"""

from random import Random
from typing import TYPE_CHECKING

from tests.panel.glass import a_turn, every_shape, noise, rig, seen
from turnkeeper.config import DisplaySettings
from turnkeeper.panel.display import WHOLE_S, Wanted
from turnkeeper_sim.panel_model import Panel

if TYPE_CHECKING:
    from collections.abc import Callable


def scramble(panel: Panel, chance: Random) -> None:
    """What noise on the supply may do: any register, any memory, a command cut short."""
    harms: list[Callable[[], object]] = [
        lambda: setattr(panel, "ram", bytearray(chance.randbytes(len(panel.ram)))),
        lambda: setattr(panel, "on", False),
        lambda: setattr(panel, "inverse", True),
        lambda: setattr(panel, "all_on", True),
        lambda: setattr(panel, "remapped", False),
        lambda: setattr(panel, "upwards", False),
        lambda: setattr(panel, "pumped", False),
        lambda: setattr(panel, "start_line", chance.randrange(64)),
        lambda: setattr(panel, "offset", chance.randrange(64)),
        lambda: setattr(panel, "lines", chance.randrange(16, 65)),
        lambda: setattr(panel, "contrast", chance.randrange(256)),
        lambda: setattr(panel, "mode", chance.randrange(3)),
        lambda: setattr(panel, "columns", (chance.randrange(60), chance.randrange(60, 128))),
        lambda: setattr(panel, "pages", (chance.randrange(4), chance.randrange(4, 8))),
        lambda: setattr(panel, "_pending", [chance.choice((0x21, 0x22, 0x81, 0xD3, 0xA8))]),
        panel.power_cycle,
    ]
    if not panel.controller.windows:  # an SH1106 knows no windows to be scrambled
        harms = [harm for at, harm in enumerate(harms) if at not in (11, 12, 13, 14)]
    for harm in chance.sample(harms, chance.randrange(1, 5)):
        harm()


@every_shape
def test_a_scrambled_panel_heals_within_a_minute(
    settings: DisplaySettings, *, release: bool
) -> None:
    """200 times on each display; for a release 10^5 times on all of them together."""
    painter, panel, _ = rig(settings)
    chance = Random(5)
    wanted = Wanted(noise((settings.width, settings.height), 1), 130)
    assert wanted.image is not None
    now, harmed, times = 0.0, 0, 17_000 if release else 200
    painter.paint(wanted, now)
    for _ in range(times):
        scramble(panel, chance)
        harmed += seen(panel, settings) != wanted.image.tobytes()
        end = now + WHOLE_S
        while (now := painter.due(wanted)) < end:
            painter.paint(wanted, now)  # does it still answer?
        assert now == end
        painter.paint(wanted, now)
        assert seen(panel, settings) == wanted.image.tobytes()
        assert panel.contrast == 130
    assert harmed > times / 2, "the harm can be seen"


def test_control_a_driver_that_only_sends_changes_never_heals() -> None:
    painter, panel, _ = rig(DisplaySettings())
    painter.paint(Wanted(a_turn("Zoe", 1), 200), 0.0)
    scramble(panel, Random(1))
    painter.load().show_frame(painter.load().pack(a_turn("Zoe", 1)), 200, dark=False)
    assert panel.picture().tobytes() != a_turn("Zoe", 1).tobytes()


@every_shape
def test_the_healing_minute_does_not_blink(settings: DisplaySettings) -> None:
    painter, panel, bus = rig(settings)
    wanted = Wanted(noise((settings.width, settings.height), 1), 200)
    painter.paint(wanted, 0.0)
    pictures = set()
    bus._on_write = lambda: pictures.add((panel.picture().tobytes(), panel.contrast))
    before = bus.bytes_sent
    painter.paint(wanted, WHOLE_S)
    assert bus.bytes_sent - before > settings.width * settings.height // 8
    assert len(pictures) == 1, "after each transaction the glass shows the same"


def test_a_dark_display_stays_dark_through_its_minute() -> None:
    painter, panel, _ = rig(DisplaySettings())
    wanted = Wanted(a_turn("Zoe", 1), 200, dark=True)
    painter.paint(wanted, 0.0)
    painter.paint(wanted, WHOLE_S)
    assert panel.dark
