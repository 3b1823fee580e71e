"""What can be set, with every default: the tables of config.toml as frozen structs.

Pins are BCM numbers. What a field may be is said once, beside its type, in the words that
the person who set it wrongly will read.
"""

from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct


def whole(low: int, high: int, unit: str = "") -> Meta:
    """Allow whole numbers from `low` to `high`, both counted in; `unit` is said after them."""
    words = f"a whole number from {low} to {high}{unit and ' ' + unit}"
    return Meta(ge=low, le=high, description=words)


def listed(most: int, what: str) -> Meta:
    """Allow a list of at most `most` of `what`."""
    return Meta(max_length=most, description=f"a list of at most {most} {what}")


# The header's numbers; which of them are free is a question of its own (files/pins.py).
Pin = Annotated[int, Meta(ge=0, le=27, description="a BCM pin number from 4 to 27")]
Switch = Annotated[bool, Meta(description="true or false")]
Folder = Annotated[Path, Meta(description='a whole path such as "/etc/turnkeeper"')]
MaybePin = Annotated[Pin | None, Meta(description='a BCM pin number from 4 to 27, or "none"')]


class Pins(Struct, frozen=True, kw_only=True):
    """Which pin carries what.

    The default map suits the Pi's own resting levels: lamps and buzzer are on pins that rest
    low, so that nothing lights before the daemon does. Four seats, the knob, the keys, the
    buzzer and the power key leave SPI, UART and 1-Wire free; seats 5 to 8 take their pins.
    GPIO 20 is to spare. The n-th lamp belongs to the n-th seat.
    """

    seats: Annotated[tuple[Pin, ...], listed(8, "BCM pin numbers from 4 to 27")] = (
        17, 27, 22, 12, 4, 15, 8, 7,
    )  # fmt: skip
    lamps: Annotated[tuple[Pin, ...], listed(8, "BCM pin numbers from 4 to 27")] = (
        18, 23, 24, 25, 14, 10, 9, 11,
    )  # fmt: skip
    knob_a: Pin = 5
    knob_b: Pin = 6
    knob_push: Pin = 13
    next: Pin = 19
    back: Pin = 26
    buzzer: MaybePin = 16
    power: MaybePin = 21


class DisplaySettings(Struct, frozen=True, kw_only=True):
    """The OLED: its controller, its size, where it hangs, how bright and how long."""

    driver: Annotated[
        Literal["ssd1309", "ssd1306", "sh1106", "ssd1322"],
        Meta(description='"ssd1309", "ssd1306", "sh1106" or "ssd1322"'),
    ] = "ssd1309"
    width: Annotated[Literal[128, 256], Meta(description="128 or 256 pixels")] = 128
    height: Annotated[Literal[32, 64], Meta(description="32 or 64 pixels")] = 64
    interface: Annotated[Literal["i2c", "spi"], Meta(description='"i2c" or "spi"')] = "i2c"
    bus: Annotated[int, whole(0, 22)] = 1  # /dev/i2c-N, or the N of /dev/spidevN.M
    address: Annotated[int, Meta(ge=8, le=0x77, description="0x3C, 0x3D, or 0x08 to 0x77")] = 0x3C
    spi_device: Annotated[int, whole(0, 2)] = 0  # the M of /dev/spidevN.M
    dc: MaybePin = None  # SPI alone: data or command
    reset: MaybePin = None  # SPI alone, and only where it is wired
    rotate: Annotated[Literal[0, 2], Meta(description="0, or 2 for upside down")] = 0
    # An SH1106 remembers 132 columns and shows 128; most modules show from the third on.
    page_address_offset: Annotated[int, whole(0, 4, "columns")] = 2
    contrast: Annotated[int, whole(0, 255)] = 200
    dim_contrast: Annotated[int, whole(0, 255)] = 20
    dim_after: Annotated[int, whole(10, 3600, "seconds")] = 120
    dark_after: Annotated[int, whole(10, 36000, "seconds")] = 600


class PortSettings(Struct, frozen=True, kw_only=True):
    """Serial lines. With no `paths` they are found by name and USB id, as they come and go."""

    paths: Annotated[
        tuple[Annotated[str, Meta(min_length=2, max_length=200, pattern="^/")], ...],
        listed(8, 'whole paths such as "/dev/ttyACM0"'),
    ] = ()


class SoundSettings(Struct, frozen=True, kw_only=True):
    """Which cues the buzzer sounds; `on = false` silences all."""

    on: Switch = True
    turn: Switch = True
    round: Switch = True
    refused: Switch = True
    taken: Switch = True


class Folders(Struct, frozen=True, kw_only=True):
    """Where things are kept; all paths are whole, since a pin library changes directory."""

    state: Folder = Path("/var/lib/turnkeeper")
    # Looked through in this order; the boot partition can be edited on any PC.
    parties: Annotated[
        tuple[Folder, ...],
        listed(8, 'whole paths such as "/etc/turnkeeper"'),
    ] = (
        Path("/boot/firmware/turnkeeper"),
        Path("/etc/turnkeeper"),
    )

    @property
    def journal(self) -> Path:
        """The file that the battles are kept in."""
        return self.state / "battles.sqlite"


class Config(Struct, frozen=True, kw_only=True):
    """All settings; `Config()` is a box as the wiring guide builds it."""

    pins: Pins = Pins()
    display: DisplaySettings = DisplaySettings()
    ports: PortSettings = PortSettings()
    sound: SoundSettings = SoundSettings()
    folders: Folders = Folders()


def words(kind: Any) -> str:  # noqa: ANN401 - a type is any object
    """What a field of this type may be, as its `Meta` says it; empty where it says nothing."""
    return next((m.description for m in getattr(kind, "__metadata__", ()) if m.description), "")
