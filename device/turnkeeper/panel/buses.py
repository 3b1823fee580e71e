"""The real bus of the display: I2C by default, SPI where it is set.

luma drives an SPI display's two further lines through RPi.GPIO, which does not run on a Pi 5; so
it is given gpiozero's pins, dressed up as that library.
"""

from typing import Any

from luma.core.error import DeviceNotFoundError

from turnkeeper.config import DisplaySettings
from turnkeeper.panel.oled import Bus


def open_bus(settings: DisplaySettings) -> Bus:
    """Open the bus that the settings name.

    Raises OSError or luma.core.error.Error where that cannot be; later calls raise the same where
    the display does not answer.
    """
    from luma.core.interface import serial  # noqa: PLC0415 - it loads much, and tests need none

    if settings.interface == "i2c":
        return _I2c(serial.i2c(port=settings.bus, address=settings.address))
    try:
        return _open_spi(serial.spi, settings)
    except (ImportError, RuntimeError) as error:
        raise DeviceNotFoundError(f"SPI cannot be used here ({error})") from error


def _open_spi(spi: Any, settings: DisplaySettings) -> Bus:  # noqa: ANN401 - luma carries no types
    lines = Lines()
    try:
        bus = spi(
            port=settings.bus,
            device=settings.spi_device,
            gpio=lines,
            gpio_DC=settings.dc,
            gpio_RST=settings.reset,
            reset_hold_time=0.001,
            reset_release_time=0.001,
        )
    except BaseException:
        lines.close()
        raise
    return _Spi(bus, lines)


class _I2c:
    """A bus that can be read, too: luma only writes."""

    def __init__(self, bus: Any) -> None:  # noqa: ANN401 - luma carries no types
        self.command, self.data, self.cleanup = bus.command, bus.data, bus.cleanup
        self._smbus, self._address = bus._bus, bus._addr  # noqa: SLF001 - or it were opened twice

    def status(self) -> int | None:
        """Read it; an adapter or a panel that cannot is no fault."""
        try:
            return int(self._smbus.read_byte(self._address))
        except OSError:
            return None


class _Spi:
    """A bus that closes its lines, too."""

    def __init__(self, bus: Any, lines: "Lines") -> None:  # noqa: ANN401 - luma carries no types
        self.command, self.data = bus.command, bus.data
        self._bus, self._lines = bus, lines

    def status(self) -> None:
        """Nothing is read over SPI."""

    def cleanup(self) -> None:
        """Close it."""
        self._bus.cleanup()
        self._lines.close()


class Lines:
    """As much of RPi.GPIO as luma uses, on gpiozero's pins."""

    LOW, HIGH, OUT = 0, 1, 1

    def __init__(self) -> None:
        """Have no pin yet."""
        self._pins: dict[int, Any] = {}

    def setup(self, pin: int, direction: int) -> None:
        """Have *pin* as an output."""
        from gpiozero import DigitalOutputDevice  # noqa: PLC0415 - only where a display is on SPI

        del direction
        self._pins[pin] = DigitalOutputDevice(pin)

    def output(self, pin: int, level: int) -> None:
        """Set *pin* high or low."""
        self._pins[pin].value = level

    def close(self) -> None:
        """Give the pins back."""
        for pin in self._pins.values():
            pin.close()
        self._pins.clear()
