"""The real buses, as far as they can be had without a Pi."""

import sys
from types import ModuleType

import pytest
from gpiozero.pins.mock import MockFactory

from tests.panel.glass import noise
from turnkeeper.config import DisplaySettings
from turnkeeper.panel.display import Painter, Wanted

SPI = DisplaySettings(driver="ssd1322", width=256, interface="spi", bus=0, dc=24, reset=25)


def test_an_i2c_bus_that_is_not_there_is_a_sentence() -> None:
    painter = Painter(DisplaySettings(bus=22))
    assert not painter.paint(Wanted(noise((128, 64), 1), 200), now=0.0)
    assert "The display's bus cannot be opened (I2C device not found: /dev/i2c-22)" in painter.state
    painter.close()


def test_without_an_spi_library_it_is_a_sentence(
    header: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    painter = Painter(SPI)
    assert not painter.paint(Wanted(noise((256, 64), 1), 200), now=0.0)
    assert "cannot be opened" in painter.state
    assert header.pin(24).function == "input", "its lines are given back"


def test_an_ssd1322_is_told_commands_and_data_by_its_line(
    header: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[tuple[bool, bytes]] = []

    class SpiDev:
        """As much of spidev as luma uses."""

        max_speed_hz = 0

        def open(self, bus: int, device: int) -> None:
            assert (bus, device) == (0, 0)

        def writebytes(self, data: list[int]) -> None:
            assert header.pin(25).state, "out of reset"
            written.append((bool(header.pin(24).state), bytes(data)))

        def close(self) -> None:
            written.append((False, b"closed"))

    library = ModuleType("spidev")
    library.SpiDev = SpiDev  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "spidev", library)
    painter, image = Painter(SPI), noise((256, 64), 1)
    assert painter.paint(Wanted(image, 200), now=0.0), painter.state
    assert written[0] == (False, b"\xfd")
    assert written[1] == (True, b"\x12")
    frame = b"".join(data for is_data, data in written if is_data and len(data) > 100)
    assert frame == painter.load().pack(image)
    assert written[-1] == (False, b"\xaf")
    painter.close()
    assert written[-1] == (False, b"closed")
    assert header.pin(24).function == "input"
