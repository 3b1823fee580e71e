# long because four controllers are read side by side, and differ in little.
"""luma's OLED drivers, made to send only what changed, over a bus that may come and go.

luma sends the whole frame each time, 1,034 bytes and 23 ms, and talks to the display while a
driver is made. Here each driver is made once, without any bus: what it would have said to set the
panel up is kept, and said again whenever the panel may have lost it. Frames are packed by
frames.py; a driver here is given them packed.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from luma.core.device import device
from luma.oled.device import sh1106, ssd1306, ssd1309, ssd1322
from PIL import Image

from turnkeeper.config import DisplaySettings
from turnkeeper.panel import frames

OFF, ON = 0xAE, 0xAF  # the same in all four controllers
_NOP = 0xE3  # taken for the parameters that a command cut short may still wait for
_IS_OFF = 0x40  # in the status of SSD1306, SSD1309 and SH1106; its other bits differ by maker
_END_SCROLL = 0x2E  # noise may have begun one; luma's setup has no word on it


class Bus(Protocol):
    """What luma calls a serial interface."""

    def command(self, *cmd: int) -> None:
        """Send command bytes, at most 32, in one transaction."""

    def data(self, data: Sequence[int]) -> None:
        """Send picture data."""

    def status(self) -> int | None:
        """Read the panel's status, after a command; None where it cannot be read."""

    def cleanup(self) -> None:
        """Close it."""


class Wire:
    """A bus for good, in front of the one that comes and goes; counts what is on the wire.

    While `bus` is None, what is said is kept in `tape`: True for a command, and its bytes.
    """

    def __init__(self) -> None:
        """Begin without a bus."""
        self.bus: Bus | None = None
        self.tape: list[tuple[bool, bytes]] = []
        self.bytes_sent = 0

    def command(self, *cmd: int) -> None:
        """Send command bytes; each transaction has an address and a control byte besides."""
        if self.bus is None:
            self.tape.append((True, bytes(cmd)))
            return
        self.bus.command(*cmd)
        self.bytes_sent += 2 + len(cmd)

    def data(self, data: Sequence[int]) -> None:
        """Send picture data, or the parameters of an SSD1322's command."""
        if self.bus is None:
            self.tape.append((False, bytes(data)))
            return
        self.bus.data(data)
        self.bytes_sent += 2 + len(data)

    def is_off(self) -> bool | None:
        """Whether the panel says that it is switched off; None where it cannot be asked."""
        status = self.bus.status() if self.bus else None
        if status is None:
            return None
        self.bytes_sent += 2
        return bool(status & _IS_OFF)

    def cleanup(self) -> None:
        """Do nothing: luma calls this at the interpreter's end, when the bus is closed already."""


class Panel(device):
    """What all drivers share: the way to set the panel up, and what stands on it.

    Stands before luma's class among a driver's bases. `show_frame` and `whole` raise what the bus
    raises (OSError, luma.core.error.Error); the next `show_frame` then says everything anew.
    """

    first: tuple[int, ...] = (_NOP, _NOP)  # commands that stand before luma's setup
    _made = False

    def __init__(self, wire: Wire, settings: DisplaySettings, **more: Any) -> None:  # noqa: ANN401 - luma carries no types
        """Make the driver without a word on the bus."""
        self.shown: bytes | None = None  # the frame in the panel's memory; None: unknown
        self._level: int | None = None
        self._dark: bool | None = None
        self._tells = False  # it has said that it is on, so that it is to be believed
        self._wire = wire
        super().__init__(
            serial_interface=wire,
            width=settings.width,
            height=settings.height,
            rotate=settings.rotate,
            **more,
        )
        self.persist = True  # luma would blank the panel at the interpreter's end
        self._setup, wire.tape = wire.tape, []
        self._made = True

    # What luma's constructor says besides its setup is not for keeping.

    def display(self, image: Image.Image) -> None:
        """Show an image, the luma way."""
        if self._made:
            self.show_frame(self.pack(image), self._level or 0, bool(self._dark))

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""
        if self._made:
            super().contrast(level)

    def show(self) -> None:
        """Switch the panel on."""
        if self._made:
            super().show()

    # What display.py calls.

    def pack(self, image: Image.Image) -> bytes:
        """Pack a 1-bit image of the panel's size into a frame."""
        return frames.pages(frames.turned(image, self.rotate))

    def whole(self, frame: bytes, level: int, dark: bool) -> None:
        """Set the panel up and send all; no blink where it was well, no noise where it was not."""
        self.shown = self._level = self._dark = None
        if self.first:
            self._wire.command(*self.first)
        for is_command, said in self._setup:
            if not is_command:
                self._wire.data(said)
            elif said[0] != OFF:
                self._wire.command(*said)
            elif said[1:]:
                self._wire.command(*said[1:])
        self.send_all(frame)
        self.shown = frame
        self._registers(level, dark)

    def show_frame(self, frame: bytes, level: int, dark: bool) -> None:
        """Send what differs from what was sent last; the frame first: nothing old lights up."""
        if self.shown is None or (self._dark and not dark):  # it may have been pulled in the dark
            self.whole(frame, level, dark)
            return
        if frame != self.shown:
            old, self.shown = self.shown, None  # unknown, should this fail half way
            self.send_changes(old, frame)
            self.shown = frame
        self._registers(level, dark)

    def lost(self) -> bool:
        """Whether the panel was pulled and put in again: it says it is off, and was switched on.

        Raises what the bus raises where it does not answer. Where its status cannot be read, or
        never said that it is on, nothing is known: the whole picture heals it within a minute.
        """
        if not self.first:
            return False
        self._wire.command(_NOP)  # what is read after a command is the status
        off = None if self._dark else self._wire.is_off()
        self._tells = self._tells or off is False
        return self._tells and off is True

    def _registers(self, level: int, dark: bool) -> None:
        if level != self._level:
            self._level = None
            self.contrast(level)
            self._level = level
        if dark != self._dark:
            self._dark = None
            self._wire.command(OFF if dark else ON)
            self._dark = dark

    def send_all(self, frame: bytes) -> None:
        """Fill the panel's memory."""
        raise NotImplementedError

    def send_changes(self, old: bytes, new: bytes) -> None:
        """Make *new* of *old* in the panel's memory."""
        raise NotImplementedError


class _Windows(Panel):
    """SSD1306 and SSD1309: any window of columns and pages can be filled by one block of data."""

    first = (_NOP, _NOP, _END_SCROLL)

    def send_all(self, frame: bytes) -> None:
        """Fill the panel's memory."""
        self._fill((0, self._w, 0, self._pages), frame)

    def send_changes(self, old: bytes, new: bytes) -> None:
        """Make *new* of *old* in the panel's memory."""
        before: frames.Window | None = None
        # two transactions cost four bytes, where in the columns three, and in the pages three
        for window in frames.windows(old, new, self._w, cost=7, pages_cost=3):
            left, right, top, bottom = window
            rows = range(top * self._w, bottom * self._w, self._w)
            block = b"".join(new[row + left : row + right] for row in rows)
            self._fill(window, block, same_pages=before is not None and before[2:] == window[2:])
            before = window

    def _fill(self, window: frames.Window, block: bytes, *, same_pages: bool = False) -> None:
        """Fill a window; a block that filled the one before has gone back to its first page."""
        left, right, top, bottom = window
        where = (0x21, left + self._colstart, right + self._colstart - 1)
        self._wire.command(*where, *(() if same_pages else (0x22, top, bottom - 1)))
        self._wire.data(block)


class Ssd1306(_Windows, ssd1306):
    """The usual small one."""


class Ssd1309(_Windows, ssd1309):
    """The larger one, 2.42 inches: the size for a table.

    luma sets it up as an SSD1306. That one's charge pump (8Dh, 14h) means nothing to it, and stays,
    so that an SSD1306 lights up too where nobody has said which it is. Of the voltages VCOMH,
    40h is none of its data sheet's: it gets the one it has by itself.
    """

    def __init__(self, wire: Wire, settings: DisplaySettings) -> None:
        """Make the driver without a word on the bus."""
        super().__init__(wire, settings)
        self._setup = [(to, said.replace(b"\xdb\x40", b"\xdb\x34")) for to, said in self._setup]


class Sh1106(Panel, sh1106):
    """132 columns of memory, of which the glass shows some from `page_address_offset` on."""

    def __init__(self, wire: Wire, settings: DisplaySettings) -> None:
        """Know from which column of memory the glass shows."""
        super().__init__(wire, settings, page_address_offset=settings.page_address_offset)

    def send_all(self, frame: bytes) -> None:
        """Fill the panel's memory."""
        for page in range(self._pages):
            self._fill(page, 0, frame[page * self._w : (page + 1) * self._w])

    def send_changes(self, old: bytes, new: bytes) -> None:
        """Make *new* of *old* in the panel's memory."""
        # two transactions cost four bytes, and to say where three
        for left, right, page, _ in frames.windows(old, new, self._w, cost=7, tallest=1):
            offset = page * self._w
            self._fill(page, left, new[offset + left : offset + right])

    def _fill(self, page: int, left: int, block: bytes) -> None:
        column = left + self._page_address_offset
        self._wire.command(0xB0 | page, column & 0x0F, 0x10 | column >> 4)
        self._wire.data(block)


class Ssd1322(Panel, ssd1322):
    """256x64 over SPI, four bits a pixel: the smallest window that holds all changes is sent."""

    first = ()  # its data and commands come apart on a line of their own; it knows no E3h

    def __init__(self, wire: Wire, settings: DisplaySettings) -> None:
        """Draw white on black."""
        super().__init__(wire, settings, mode="1")

    def pack(self, image: Image.Image) -> bytes:
        """Pack a 1-bit image of the panel's size into a frame."""
        return frames.nibbles(frames.turned(image, self.rotate))

    def send_all(self, frame: bytes) -> None:
        """Fill the panel's memory."""
        self._set_position(0, self._w, self._h, 0)
        self._wire.data(frame)

    def send_changes(self, old: bytes, new: bytes) -> None:
        """Make *new* of *old* in the panel's memory, by the smallest part of it: four pixels."""
        stride = self._w // 2
        changed = {}
        for row in range(self._h):
            here = slice(row * stride, (row + 1) * stride)
            for run in frames.runs(old[here], new[here], gap=stride):
                changed[row] = run
        top, bottom = min(changed), max(changed) + 1
        left = min(start for start, _ in changed.values()) & ~1
        right = max(end for _, end in changed.values()) + 1 & ~1
        self._set_position(top, 2 * right, bottom, 2 * left)
        rows = range(top * stride, bottom * stride, stride)
        self._wire.data(b"".join(new[row + left : row + right] for row in rows))


DRIVERS: dict[str, type[Panel]] = {
    "ssd1306": Ssd1306,
    "ssd1309": Ssd1309,
    "sh1106": Sh1106,
    "ssd1322": Ssd1322,
}
