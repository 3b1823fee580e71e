"""What the Pi's own config.txt takes of the header's pins: SPI, UART, 1-Wire and their like.

Read with caution: the sections ([pi4], [cm4], ...) ask for a board that is not known here, so what
any section turns on counts, and only the same section or [all] turns it off again. An `include`d
file is not followed. Boards without Bluetooth turn the UART on without a word; that is not seen.
Sources: Raspberry Pi's documentation of config.txt, and the overlays' README.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

BOOT_FILES = ("/boot/firmware/config.txt", "/boot/config.txt")

_SPI, _UART, _WIRE, _I2S = "SPI", "the UART", "1-Wire", "I2S"
# Parameters of the board itself.
_PARAMETERS: dict[str, tuple[str, tuple[int, ...]]] = {
    "spi": (_SPI, (7, 8, 9, 10, 11)),
    "i2s": (_I2S, (18, 19, 20, 21)),
    "uart0": (_UART, (14, 15)),
    "uart0_console": (_UART, (14, 15)),
}
# dtoverlay=NAME: what, its pins, and the parameters that name other pins, with their defaults.
_OVERLAYS: dict[str, tuple[str, tuple[int, ...], dict[str, int]]] = {
    "w1-gpio": (_WIRE, (), {"gpiopin": 4}),
    "w1-gpio-pullup": (_WIRE, (), {"gpiopin": 4, "extpullup": 5}),
    "spi0-0cs": (_SPI, (9, 10, 11), {}),
    "spi0-1cs": (_SPI, (9, 10, 11), {"cs0_pin": 8}),
    "spi0-2cs": (_SPI, (9, 10, 11), {"cs0_pin": 8, "cs1_pin": 7}),
    "spi0-cs": (_SPI, (9, 10, 11), {"cs0_pin": 8, "cs1_pin": 7}),
    "spi1-1cs": ("SPI 1", (19, 20, 21), {"cs0_pin": 18}),
    "spi1-2cs": ("SPI 1", (19, 20, 21), {"cs0_pin": 18, "cs1_pin": 17}),
    "spi1-3cs": ("SPI 1", (19, 20, 21), {"cs0_pin": 18, "cs1_pin": 17, "cs2_pin": 16}),
    # They hand the better UART to the header, and it is on from then.
    "disable-bt": (_UART, (14, 15), {}),
    "pi3-disable-bt": (_UART, (14, 15), {}),
    "miniuart-bt": (_UART, (14, 15), {}),
    "pi3-miniuart-bt": (_UART, (14, 15), {}),
    "uart0": (_UART, (), {"txd0_pin": 14, "rxd0_pin": 15}),
    "uart1": (_UART, (), {"txd1_pin": 14, "rxd1_pin": 15}),
    "uart0-pi5": (_UART, (14, 15), {}),
    "uart2-pi5": ("UART 2", (4, 5), {}),
    "uart3": ("UART 3", (4, 5), {}),
    "uart3-pi5": ("UART 3", (8, 9), {}),
    "uart4": ("UART 4", (8, 9), {}),
    "uart4-pi5": ("UART 4", (12, 13), {}),
    "uart5": ("UART 5", (12, 13), {}),
    "gpio-shutdown": ("the shutdown key", (), {"gpio_pin": 3}),
    "gpio-poweroff": ("the power-off line", (), {"gpiopin": 26}),
    "gpio-fan": ("the fan", (), {"gpiopin": 12}),
    "gpio-ir": ("the infrared eye", (), {"gpio_pin": 18}),
    "pps-gpio": ("the PPS line", (), {"gpiopin": 18}),
}
_ON = ("on", "1", "yes", "true", "okay", "y", "")


@dataclass
class _Reader:
    """What has been turned on so far: by (what, section), the pins and the line."""

    on: dict[tuple[str, str], tuple[tuple[int, ...], int]] = field(default_factory=dict)
    section: str = "all"
    overlay: tuple[str, int] = ("", 0)
    pins: dict[str, int] = field(default_factory=dict)

    def turn(self, what: str, pins: tuple[int, ...], number: int, *, on: bool) -> None:
        """Turn an interface on, or off for this section; [all] turns it off for every one."""
        if on:
            self.on[what, self.section] = (pins, number)
            return
        for key in [k for k in self.on if k[0] == what and self.section in ("all", k[1])]:
            del self.on[key]

    def load(self, name: str, number: int) -> None:
        """An overlay is loaded: its pins are taken until its parameters say otherwise."""
        self.overlay = (name, number)
        self.pins = dict(_OVERLAYS[name][2]) if name in _OVERLAYS else {}
        self.claim()

    def claim(self) -> None:
        """Write down what the overlay loaded last takes."""
        name, number = self.overlay
        if name in _OVERLAYS:
            what, fixed, _ = _OVERLAYS[name]
            # Two overlays of one kind (two 1-Wire buses) stand side by side; UART and SPI do not.
            key = f"{what}\n{number}" if what == _WIRE else what
            self.turn(key, (*fixed, *self.pins.values()), number, on=True)

    def parameter(self, word: str, number: int) -> None:
        """A parameter belongs to the overlay loaded last, else to the board."""
        name, value = (part.strip() for part in f"{word}=".split("=")[:2])
        if name in self.pins:
            if value.isdecimal() and len(value) < 4:
                self.pins[name] = int(value)
                self.claim()
        elif name in _PARAMETERS:
            what, pins = _PARAMETERS[name]
            self.turn(what, pins, number, on=value in _ON)


def claims(text: str) -> dict[int, str]:
    """The pins that config.txt takes, each with by whom and where.

    For example `{10: "SPI's (config.txt, line 12)"}`.
    """
    reader = _Reader()
    for number, key, value in _settings(text):
        if key == "[":
            reader.section = value
        elif reader.section == "none":
            continue
        elif key in ("dtoverlay", "device_tree_overlay"):
            name, *parameters = [word.strip() for word in value.split(",")]
            reader.load(name, number)
            for word in parameters:
                reader.parameter(word, number)
        elif key in ("dtparam", "device_tree_param"):
            for word in value.split(","):
                reader.parameter(word.strip(), number)
        elif key == "enable_uart":
            reader.turn(_UART, (14, 15), number, on=value == "1")
    return {
        pin: f"{what.split(chr(10))[0]}'s (config.txt, line {line})"
        for (what, _), (pins, line) in reader.on.items()
        for pin in pins
    }


def _settings(text: str) -> Iterator[tuple[int, str, str]]:
    """Line number, key and value of each setting; a section's key is `[`."""
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.split("#")[0].strip().lower()
        if bare.startswith("["):
            yield number, "[", bare.strip("[]")
        elif "=" in bare:
            key, _, value = bare.partition("=")
            yield number, key.strip(), value.strip()
