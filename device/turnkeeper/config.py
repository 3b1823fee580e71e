"""The configuration: one TOML file of which every value has a default.

`load` is for the daemon: settings, or one sentence. `read` gives all that is wrong, for `check`.
"""

import os
from pathlib import Path

from turnkeeper.errors import ConfigError
from turnkeeper.files.boot import BOOT_FILES, claims
from turnkeeper.files.convert import struct_of
from turnkeeper.files.people import Problem
from turnkeeper.files.pins import clashes
from turnkeeper.files.settings import (
    Config,
    DisplaySettings,
    Folders,
    Pins,
    PortSettings,
    SoundSettings,
)
from turnkeeper.files.sheet import Sheet

__all__ = [
    "Config",
    "DisplaySettings",
    "Folders",
    "Pins",
    "PortSettings",
    "SoundSettings",
    "boot_text",
    "find",
    "load",
    "read",
    "read_sheet",
]

_SIZES = {
    "ssd1306": ((128, 64), (128, 32)),
    "ssd1309": ((128, 64),),
    "sh1106": ((128, 64),),
    "ssd1322": ((256, 64),),
}


def load(path: Path | None, boot: str = "") -> Config:
    """The settings of a file, or all defaults for None.

    `boot` is the text of the Pi's config.txt, whose SPI, UART and 1-Wire take pins. Raises
    `ConfigError` with the first thing that is wrong, and how many more there are.
    """
    config, problems = read(path, boot)
    if problems:
        raise ConfigError(summary(problems))
    return config


def read(path: Path | None, boot: str = "") -> tuple[Config, list[Problem]]:
    """The settings of a file, with defaults for what is wrong, and all that is. Never raises."""
    sheet = Sheet("the default settings") if path is None else Sheet.from_file(path, links=True)
    return read_sheet(sheet, boot), sheet.problems


def read_sheet(sheet: Sheet, boot: str = "") -> Config:
    """The settings on a sheet; what is wrong is noted there."""
    config = struct_of(sheet, (), sheet.data, Config)
    if not sheet.problems:
        for place, sentence in clashes(config.pins, config.display, claims(boot)):
            sheet.wrong(place, sentence)
        _check_display(sheet, config.display)
    return config


def _check_display(sheet: Sheet, display: DisplaySettings) -> None:
    """Note what the display's settings cannot be together."""
    sizes = _SIZES[display.driver]
    if (display.width, display.height) not in sizes:
        allowed = " or ".join(f"{width} x {height}" for width, height in sizes)
        sheet.wrong(
            ("display", "height" if display.width == sizes[0][0] else "width"),
            f"no {display.driver} is {display.width} x {display.height}; it is {allowed}",
        )
    if display.driver == "ssd1322" and display.interface != "spi":
        sheet.wrong(("display", "interface"), 'an ssd1322 hangs on "spi", not on "i2c"')
    if display.interface == "spi" and display.dc is None:
        sheet.wrong(("display", "dc"), "missing; a display on SPI has a D/C pin, such as dc = 20")
    if display.dark_after < display.dim_after:
        sheet.wrong(
            ("display", "dark_after"),
            f"{display.dark_after} is too soon; it goes dark after it dims, at {display.dim_after}",
        )


def summary(problems: list[Problem]) -> str:
    """The first problem, and how many more there are."""
    more = len(problems) - 1
    return str(problems[0]) + (f" ({more} more: turnkeeper check tells all)" if more else "")


def find(folders: tuple[Path, ...] = Folders().parties) -> Path | None:
    """The first config.toml in these folders, or None: then every value has its default."""
    paths = [folder / "config.toml" for folder in folders]
    return next((path for path in paths if os.path.lexists(path)), None)


def boot_text(files: tuple[str, ...] = BOOT_FILES) -> str:
    """The text of the Pi's config.txt; empty where there is none, as on a desk."""
    for file in files:
        try:
            with Path(file).open("rb") as boot:
                return boot.read(1 << 16).decode(errors="replace")
        except OSError:
            continue
    return ""
