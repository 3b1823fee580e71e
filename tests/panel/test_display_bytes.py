"""Each frame arrives on the glass, and only what changed goes down the bus.

The witness is the model of the panel's memory, which knows nothing of luma.
"""

import pytest
from luma.oled.device import ssd1306
from PIL import Image, ImageChops, ImageDraw

from tests.panel.glass import a_turn, every_shape, noise, rig, seen
from turnkeeper.config import DisplaySettings
from turnkeeper.panel import oled
from turnkeeper.panel.display import Painter, Wanted
from turnkeeper_sim.bus import ModelBus
from turnkeeper_sim.panel_model import Panel

TWINS = ("ssd1306", "ssd1309")


@every_shape
def test_twenty_frames_arrive_pixel_by_pixel(settings: DisplaySettings) -> None:
    painter, panel, _ = rig(settings)
    frame = noise((settings.width, settings.height), 0)
    for seed in range(20):
        frame = frame.copy()
        ImageDraw.Draw(frame).rectangle((seed * 5, seed, seed * 5 + 9, seed + 11), fill=seed % 2)
        if seed % 7 == 6:
            frame = noise((settings.width, settings.height), seed)
        assert painter.paint(Wanted(frame, 200), now=float(seed))
        assert seen(panel, settings) == frame.tobytes()
    assert panel.faults == []
    assert panel.contrast == 200


@pytest.mark.parametrize(
    ("driver", "whole", "second", "turn"), [("ssd1306", 1034, 40, 300), ("sh1106", 1080, 40, 300)]
)
def test_a_small_change_sends_few_bytes_and_no_change_none(
    driver: str, whole: int, second: int, turn: int
) -> None:
    painter, panel, bus = rig(DisplaySettings(driver=driver))  # type: ignore[arg-type]

    def costs(image: Image.Image) -> int:
        before = bus.bytes_sent
        assert painter.paint(Wanted(image, 200), now=1.0)
        assert panel.picture().tobytes() == image.tobytes()
        return bus.bytes_sent - before

    assert costs(a_turn("Bartholomew", 10)) >= whole
    assert costs(a_turn("Bartholomew", 10)) == 0
    assert 0 < costs(a_turn("Bartholomew", 11)) <= second
    assert second < costs(a_turn("Zoe", 0)) <= turn
    assert costs(noise((128, 64), 1)) <= whole, "never more than the whole frame"
    assert painter.bytes_sent == bus.bytes_sent


def test_control_lumas_own_driver_sends_all_for_nothing() -> None:
    bus = ModelBus(Panel("ssd1306"))
    luma = ssd1306(serial_interface=bus)
    luma.persist = True
    luma.display(a_turn("Zoe", 1))
    before = bus.bytes_sent
    luma.display(a_turn("Zoe", 1))
    assert bus.bytes_sent - before == 1034


def test_luma_shows_an_image_through_it_too() -> None:
    panel = Panel()
    wire = oled.Wire()
    driver = oled.Ssd1309(wire, DisplaySettings())
    assert panel.dark, "making the driver says nothing"
    wire.bus = ModelBus(panel)
    driver.display(a_turn("Zoe", 1))
    assert panel.picture().tobytes() == a_turn("Zoe", 1).tobytes()


def test_dim_and_dark_are_said_and_the_picture_goes_on_unseen() -> None:
    painter, panel, bus = rig(DisplaySettings())
    painter.paint(Wanted(a_turn("Zoe", 1), 200), 0.0)
    before = bus.bytes_sent
    painter.paint(Wanted(a_turn("Zoe", 1), 20), 0.1)
    assert (panel.contrast, bus.bytes_sent - before) == (20, 4)
    painter.paint(Wanted(a_turn("Zoe", 1), 20, dark=True), 0.2)
    painter.paint(Wanted(a_turn("Ann", 1), 20, dark=True), 0.3)
    assert panel.dark
    bus_log = Recorder(bus)
    painter._wire.bus = bus_log  # type: ignore[union-attr]
    painter.paint(Wanted(a_turn("Bob", 1), 20), 0.4)
    assert bus_log.commands[-1] == (0xAF,), "lit last, so that nothing old is seen"
    assert panel.picture().tobytes() == a_turn("Bob", 1).tobytes()


class Recorder:
    """A bus that notes commands on their way."""

    def __init__(self, bus: ModelBus) -> None:
        self.bus, self.commands = bus, list[tuple[int, ...]]()
        self.data, self.status, self.cleanup = bus.data, bus.status, bus.cleanup

    def command(self, *cmd: int) -> None:
        """Note it and pass it on."""
        self.commands.append(cmd)
        self.bus.command(*cmd)


def test_the_larger_one_is_set_up_as_luma_does_but_for_the_voltage_that_its_data_sheet_has() -> (
    None
):
    said = [oled.DRIVERS[name](oled.Wire(), DisplaySettings())._setup for name in TWINS]
    (_, smaller), (_, larger) = (setup[0] for setup in said)
    assert larger == smaller.replace(b"\xdb\x40", b"\xdb\x34")
    assert said[0][1:] == said[1][1:]


@pytest.mark.parametrize("there", TWINS)
@pytest.mark.parametrize("named", TWINS)
def test_of_the_twins_the_wrong_one_named_shows_the_picture_too(there: str, named: str) -> None:
    panel = Panel(there)
    painter = Painter(DisplaySettings(driver=named), lambda: ModelBus(panel))  # type: ignore[arg-type]
    painter.paint(Wanted(a_turn("Zoe", 1), 200), 0.0)
    assert panel.picture().tobytes() == a_turn("Zoe", 1).tobytes()


# 256x64: luma's own driver is the witness, since the model has no such panel.


def test_an_ssd1322_is_sent_what_luma_would_and_then_only_the_changed_window() -> None:
    settings = DisplaySettings(driver="ssd1322", width=256, interface="spi")
    wire = oled.Wire()
    driver = oled.Ssd1322(wire, settings)
    first = noise((256, 64), 1)
    driver.send_all(driver.pack(first))
    said, wire.tape = wire.tape, []
    assert [body for command, body in said if command] == [b"\x15", b"\x75", b"\x5c"]
    assert said[1] == (False, bytes((28, 91)))
    assert len(said[-1][1]) == 256 * 64 // 2
    second = first.copy()
    second.paste(ImageChops.invert(first.crop((41, 10, 50, 12))), (41, 10))
    driver.send_changes(driver.pack(first), driver.pack(second))
    assert wire.tape[1] == (False, bytes((28 + 10, 28 + 12)))
    assert wire.tape[3] == (False, bytes((10, 11)))
    block = driver.pack(second.crop((40, 10, 52, 12)))
    assert wire.tape[-1] == (False, block)
