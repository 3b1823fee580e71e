"""A Pico's `machine` for a MicroPython on a desk: its pins are bytes in files beside it.

levels: what the test drives, a byte for each pin, 0 for closed to ground; then one for each key of
the keypad, 1 for down. seen: how often each of them was looked at. lamps: what the firmware drives.
heap: how much of the heap is in use, a line for each so many turns of the loop. reset: is there
once a new start was asked for.
"""

import gc
import sys

LED = 40
KEYPAD = 64  # where in `levels` its 16 keys stand
ROWS = (16, 17, 18, 19)  # how it is wired: as board.py has it
COLUMNS = (20, 21, 22, 26)
LOOK = 100  # feeds of the watchdog between two looks at the heap

_levels = open("levels", "rb")
_lamps = open("lamps", "r+b")
_seen = open("seen", "r+b")
_looks = bytearray(KEYPAD + 16)
_driven: dict[int, int] = {}


def _level(place: int) -> int:
    _looks[place] = (_looks[place] + 1) % 256
    _seen.seek(place)
    _seen.write(_looks[place : place + 1])
    _levels.seek(place)
    return _levels.read(1)[0]


class Pin:
    """A pin; a column of the keypad is low where a key that is down leads to a row that is low."""

    IN, OUT, OPEN_DRAIN, PULL_UP = 0, 1, 2, 1

    def __init__(
        self, id: int | str, mode: int = -1, pull: int = -1, *, value: int | None = None
    ) -> None:
        self._id = id if isinstance(id, int) else LED
        self.init(mode, pull, value=value)

    def init(self, mode: int = -1, pull: int = -1, *, value: int | None = None) -> None:
        """Set it up anew."""
        assert mode != Pin.IN or pull in (-1, Pin.PULL_UP)
        self._mode = mode
        _driven.pop(self._id, None)
        if mode != Pin.IN and value is not None:
            self.value(value)

    def value(self, level: int | None = None) -> int | None:
        """Read it, or drive it."""
        if level is None:
            return self._read()
        _driven[self._id] = level
        if self._mode == Pin.OUT:
            _lamps.seek(self._id)
            _lamps.write(bytes([level]))
        return None

    def _read(self) -> int:
        if self._id not in COLUMNS:
            return _level(self._id)
        column = COLUMNS.index(self._id)
        low = [number for number, row in enumerate(ROWS) if _driven.get(row) == 0]
        down = [_level(KEYPAD + 4 * number + column) for number in low]
        return 0 if 1 in down else 1


class WDT:
    """A watchdog that never bites, but sees whether the loop is healthy."""

    def __init__(self, *, timeout: int) -> None:
        assert timeout <= 8388
        self._fed = 0

    def feed(self) -> None:
        """Take note that a turn went well."""
        self._fed += 1
        if self._fed % LOOK == 0:
            gc.collect()
            with open("heap", "a") as file:
                file.write("%d\n" % gc.mem_alloc())  # type: ignore[attr-defined]


def unique_id() -> bytes:
    """Give the number of the chip."""
    return b"\xe6\x61\x41\x04\x03\x4b\x2c\x21"


def reset() -> None:
    """Leave word, and end."""
    open("reset", "w").close()
    sys.exit()
