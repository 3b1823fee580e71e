"""The panel's memory: bytes as they come down the I2C bus in, the picture that the glass shows out.

SSD1306 and SSD1309 (horizontal, vertical and page addressing, windows of columns and pages) and
SH1106 (132 columns, page addressing alone).  From their data sheets; nothing of luma is in here,
so it is an independent witness of what the driver sends.  A command that the controller does not
know, or one that makes no sense to it, is recorded in `faults` and changes nothing.
"""

import random
from dataclasses import dataclass

from PIL import Image, ImageChops

ROWS = 64  # rows of memory in all three controllers, whatever the height of the glass
PAGES = ROWS // 8
FEWEST_LINES = 16  # multiplex ratio (A8h), below which the data sheets allow nothing


@dataclass(frozen=True)
class Controller:
    """What tells one controller from another."""

    columns: int
    windows: bool  # knows the addressing modes (20h) and windows (21h, 22h)
    pump: bool  # stays dark until its own charge pump is switched on (8Dh)


CONTROLLERS = {
    "ssd1306": Controller(columns=128, windows=True, pump=True),
    "ssd1309": Controller(columns=128, windows=True, pump=False),
    "sh1106": Controller(columns=132, windows=False, pump=False),
}

_HORIZONTAL, _VERTICAL, _PAGE = 0, 1, 2

# Commands that take parameters, and how many.
_TAKES = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1,
    0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
}  # fmt: skip
_SH1106_TAKES = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}

# Switches: one byte, one attribute.
_SWITCHES = {
    0xA0: ("remapped", False), 0xA1: ("remapped", True),
    0xA4: ("all_on", False), 0xA5: ("all_on", True),
    0xA6: ("inverse", False), 0xA7: ("inverse", True),
    0xAE: ("on", False), 0xAF: ("on", True),
    0xC0: ("upwards", False), 0xC8: ("upwards", True),
}  # fmt: skip

# Timing and voltages, which change nothing in the picture; E3h does nothing; 2Eh ends a scroll.
_NO_EFFECT = frozenset((0x2E, 0xD5, 0xD9, 0xDA, 0xDB, 0xE3))

# An SH1106 has no 20h and no 8Dh: luma sends it both, and real ones take no notice.
# 30h to 33h and ADh set the voltage of its pump.
_SH1106_NO_EFFECT = _NO_EFFECT | {0x20, 0x8D, 0xAD} | set(range(0x30, 0x34))


class Panel:
    """One display on the bus.

    *driver* is a key of `CONTROLLERS`, *width* and *height* are the glass in pixels,
    *first_column* is the column of memory behind the glass's left edge (SH1106: 2, on some
    modules 0) and *home_offset* the display offset (D3h) at which the picture stands upright.
    """

    def __init__(
        self,
        driver: str = "ssd1309",
        width: int = 128,
        height: int = 64,
        first_column: int | None = None,
        home_offset: int | None = None,
    ) -> None:
        """Stand as after power came on, with noise in the memory."""
        self.driver = driver
        self.controller = CONTROLLERS[driver]
        self.width, self.height = width, height
        if first_column is None:
            first_column = (self.controller.columns - width) // 2
        if home_offset is None:
            home_offset = 0x0F if (driver, height) == ("sh1106", 32) else 0
        self.first_column, self.home_offset = first_column, home_offset
        self.faults: list[str] = []
        self.power_cycle()

    def power_cycle(self, seed: int = 0) -> None:
        """Lose everything: registers to their reset values, noise in the memory, and dark."""
        size = self.controller.columns * PAGES
        self.ram = bytearray(random.Random(seed).randbytes(size))
        self.on = self.inverse = self.all_on = self.pumped = False
        self.remapped = self.upwards = False
        self.contrast, self.start_line, self.offset, self.lines = 0x7F, 0, 0, ROWS
        self.mode = _PAGE
        self.columns, self.pages = (0, self.controller.columns - 1), (0, PAGES - 1)
        self.column = self.page = 0
        self._pending: list[int] = []

    # What the bus brings

    def write(self, payload: bytes) -> None:
        """Take one write transaction, without the address byte: a control byte, then the rest."""
        control, body = payload[0], payload[1:]
        if control == 0x00:
            for byte in body:
                self._command_byte(byte)
        elif control == 0x40:
            self._data(body)
        else:
            self._fault(f"control byte {control:02X}h is neither 00h nor 40h")

    def _fault(self, what: str) -> None:
        self.faults.append(what)

    def _command_byte(self, byte: int) -> None:
        # A command and its parameters may come in one transaction or in several.
        self._pending.append(byte)
        takes = _TAKES if self.controller.windows else _SH1106_TAKES
        if len(self._pending) <= takes.get(self._pending[0], 0):
            return
        command, *values = self._pending
        self._pending = []
        self._command(command, values)

    def _command(self, command: int, values: list[int]) -> None:
        no_effect = _NO_EFFECT if self.controller.windows else _SH1106_NO_EFFECT
        if command in no_effect:
            return
        if command in _SWITCHES:
            name, value = _SWITCHES[command]
            setattr(self, name, value)
        elif values:
            self._register(command, values[0], values[-1])
        elif command <= 0x0F:
            self.column = (self.column & 0xF0) | command
        elif command <= 0x1F:
            self.column = (self.column & 0x0F) | (command & 0x0F) << 4
        elif 0x40 <= command <= 0x7F:
            self.start_line = command & 0x3F
        elif 0xB0 <= command <= 0xB7:
            self.page = command & 7
        else:
            self._fault(f"{self.driver} knows no command {command:02X}h")

    def _register(self, command: int, first: int, last: int) -> None:
        match command:
            case 0x20 if first <= _PAGE:
                self.mode = first
            case 0x21 if first <= last < self.controller.columns:
                self.columns, self.column = (first, last), first
            case 0x22 if first <= last < PAGES:
                self.pages, self.page = (first, last), first
            case 0x81:
                self.contrast = first
            case 0x8D:
                self.pumped = bool(first & 0x04)
            case 0xA8 if first >= FEWEST_LINES - 1:
                self.lines = (first & 0x3F) + 1
            case 0xD3:
                self.offset = first & 0x3F
            case _:
                self._fault(f"command {command:02X}h cannot take {first:02X}h, {last:02X}h")

    def _data(self, body: bytes) -> None:
        if self.mode == _HORIZONTAL:
            self._data_horizontal(body)
            return
        for byte in body:
            if self.column >= self.controller.columns:
                self._fault(f"data past the last column, {self.controller.columns - 1}")
                return
            self.ram[self.page * self.controller.columns + self._place(self.column)] = byte
            if self.mode == _VERTICAL:
                self._step_vertical()
            else:
                self._step_page()

    def _data_horizontal(self, body: bytes) -> None:
        # Whole runs at a time, since pictures come this way.
        at = 0
        while at < len(body):
            if self.column > self.columns[1]:
                self._fault(f"column {self.column} is outside its window {self.columns}")
                return
            run = body[at : at + self.columns[1] - self.column + 1]
            start = self.page * self.controller.columns
            if self.remapped:
                start += self.column
                self.ram[start : start + len(run)] = run
            else:
                start += self._place(self.column + len(run) - 1)
                self.ram[start : start + len(run)] = run[::-1]
            at += len(run)
            self.column += len(run)
            if self.column > self.columns[1]:
                self.column = self.columns[0]
                self.page = self._next_page()

    def _place(self, column: int) -> int:
        # Modules are mounted so that the remapped direction (A1h) reads from the left.
        return column if self.remapped else self.controller.columns - 1 - column

    def _next_page(self) -> int:
        return self.pages[0] if self.page == self.pages[1] else (self.page + 1) % PAGES

    def _step_vertical(self) -> None:
        wraps = self.page == self.pages[1]
        self.page = self._next_page()
        if wraps:
            self.column = self.columns[0] if self.column == self.columns[1] else self.column + 1

    def _step_page(self) -> None:
        self.column += 1
        if self.controller.windows and self.column == self.controller.columns:
            self.column = 0  # an SH1106 stands still at its end instead

    # What the eye sees

    @property
    def dark(self) -> bool:
        """Whether no pixel can be lit, whatever is in the memory."""
        return not self.on or (self.controller.pump and not self.pumped)

    def picture(self) -> Image.Image:
        """Return what the glass shows, as a 1-bit image of its size; black where it is dark."""
        if self.dark or self.all_on:
            return Image.new("1", (self.width, self.height), int(not self.dark))
        # Each byte is eight pixels downwards, the lowest bit on top: columns of memory, bit
        # reversed, are the rows of a picture lying on its side.
        columns = self.controller.columns
        sideways = b"".join(bytes(self.ram[x::columns]) for x in range(columns))
        lying = Image.frombytes("1", (ROWS, columns), sideways, "raw", "1;R")
        memory = lying.transpose(Image.Transpose.TRANSPOSE)
        return self._on_glass(memory)

    def _on_glass(self, memory: Image.Image) -> Image.Image:
        top = (self.start_line + self.offset - self.home_offset) % ROWS
        left = self.first_column
        glass = ImageChops.offset(memory, 0, -top)  # it wraps
        glass = glass.crop((left, 0, left + self.width, self.height))
        if not self.upwards:
            glass = glass.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        if self.inverse:
            glass = glass.point(lambda lit: 255 - lit)
        if self.lines < self.height:
            glass.paste(0, (0, self.lines, self.width, self.height))
        return glass
