"""A display without a display: the model of its memory behind the bytes on the bus."""

from random import Random

import pytest
from PIL import Image, ImageDraw

from turnkeeper.config import DisplaySettings
from turnkeeper.panel.display import Painter
from turnkeeper_sim.bus import ModelBus
from turnkeeper_sim.panel_model import Panel

SHAPES = [
    DisplaySettings(),
    DisplaySettings(driver="ssd1306"),
    DisplaySettings(driver="ssd1306", height=32),
    DisplaySettings(driver="sh1106"),
    DisplaySettings(driver="sh1106", height=32, page_address_offset=0),
    DisplaySettings(rotate=2),
]
NAMES = [f"{one.driver}-{one.width}x{one.height}-{one.rotate}" for one in SHAPES]
every_shape = pytest.mark.parametrize("settings", SHAPES, ids=NAMES)
two_drivers = pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])


def rig(settings: DisplaySettings) -> tuple[Painter, Panel, ModelBus]:
    first = settings.page_address_offset if settings.driver == "sh1106" else None
    panel = Panel(settings.driver, settings.width, settings.height, first_column=first)
    bus = ModelBus(panel)
    return Painter(settings, lambda: bus), panel, bus


def seen(panel: Panel, settings: DisplaySettings) -> bytes:
    """What a person sees, who looks at it the way it is mounted."""
    return panel.picture().rotate(90 * settings.rotate).tobytes()


def a_turn(name: str, second: int) -> Image.Image:
    """A page such as the box shows."""
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    draw.text((0, 0), f"Round 3      0:{second:02}", fill=1)
    draw.text((8, 24), name, fill=1)
    return image


def noise(size: tuple[int, int], seed: int) -> Image.Image:
    """A 1-bit image without any order in it."""
    return Image.frombytes("1", size, Random(seed).randbytes(size[0] * size[1] // 8))
