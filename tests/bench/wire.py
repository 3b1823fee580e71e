"""What the display's bus carries: bytes of ours, and of luma's own driver with its whole frames."""

import time

from luma.oled.device import ssd1306
from PIL import Image

from tests.bench.figures import line, quantile, target
from turnkeeper.config import DisplaySettings
from turnkeeper.panel.display import Painter, Wanted
from turnkeeper_sim.bus import ModelBus
from turnkeeper_sim.panel_model import Panel


def on_wire(sent: int, transactions: int) -> float:
    """Seconds that 400 kHz I2C takes: nine clocks a byte, and a start and a stop."""
    return (9 * sent + 2 * transactions) / 400_000


class Luma:
    """luma's own driver on a modelled bus of its own, sending whole frames."""

    def __init__(self) -> None:
        """Set it up."""
        self.bus = ModelBus(Panel("ssd1306", 128, 64))
        self.device = ssd1306(self.bus)
        self.seconds: list[float] = []
        self.sent = self.transactions = 0

    def display(self, image: Image.Image) -> None:
        """Show an image the luma way."""
        sent, transactions = self.bus.bytes_sent, self.bus.transactions
        began = time.monotonic()
        self.device.display(image)
        self.seconds.append(time.monotonic() - began)
        self.sent = self.bus.bytes_sent - sent
        self.transactions = self.bus.transactions - transactions


def tell_sent(what: str, sent: list[int], luma: Luma) -> None:
    """Print bytes, beside luma's, and whether all keep to the target."""
    low, middle, most = min(sent), quantile(sent, 0.5), max(sent)
    ratio = f"{middle / luma.sent:.2f} of luma's frame"
    line(what, f"min {low}  p50 {middle:g} ({ratio})  max {most}")
    target("  most", most, 300, "bytes")


class Ours:
    """The daemon's own painter on a modelled bus."""

    def __init__(self) -> None:
        """Plug it in."""
        settings = DisplaySettings()
        self.bus = ModelBus(Panel(settings.driver, 128, 64))
        self._painter = Painter(settings, lambda: self.bus)
        self._level = settings.contrast

    def between(self, one: Image.Image, other: Image.Image) -> tuple[int, int]:
        """Bytes for the change from picture to picture, and how many bytes of memory differ."""
        sent, frames = [], []
        for image in (one, other):
            self._painter.paint(Wanted(image, self._level), 1.0)
            sent.append(self.bus.bytes_sent)
            frames.append(self._painter.load().pack(image))
        return sent[1] - sent[0], sum(a != b for a, b in zip(*frames, strict=True))
