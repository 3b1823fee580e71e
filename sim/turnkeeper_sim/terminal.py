"""The box on a terminal: the display in half blocks, or smaller, and the lamps beside it."""

import shutil
import sys
from typing import TextIO

from PIL import Image

from turnkeeper.ui.halfblocks import half_blocks
from turnkeeper_sim.seen import Seen

_BESIDE = 20  # columns for the lamps and names
_LIT, _DARK = "●", "○"
# Unicode's order of the eight dots: place, and bit.
_DOTS = (
    *((0, 0, 1), (0, 1, 2), (0, 2, 4), (1, 0, 8)),
    *((1, 1, 16), (1, 2, 32), (0, 3, 64), (1, 3, 128)),
)
_CLEAR = "\x1b[H\x1b[2J"


class Terminal:
    """Shows one state after the other: in one place where a person looks on, else below.

    `in_place`: the terminal is one that a person looks at.
    """

    def __init__(self, out: TextIO = sys.stdout) -> None:
        self._out = out
        self.in_place = out.isatty()

    def show(self, words: str, seen: Seen) -> None:
        """Show the box as it is seen, *words* above it."""
        lines = [words, *framed(self._drawn(seen.picture), beside(seen))]
        clear = _CLEAR if self.in_place else ""
        print(clear + "\n".join(lines), file=self._out, flush=True)

    def _drawn(self, picture: Image.Image | None) -> list[str]:
        shown = picture or Image.new("1", (128, 64))
        columns = shutil.get_terminal_size().columns
        if self.in_place and columns < shown.width + _BESIDE:
            return braille(shown)
        return half_blocks(shown)


def beside(seen: Seen) -> list[str]:
    """Return the lamps with their names, and what else the box does, a line for each."""
    lines = [
        f"{_LIT if lit else _DARK} {name}"
        for lit, name in zip(seen.lamps, seen.names, strict=True)
        if name
    ]
    return lines if seen.plugged else [*lines, "", "(no power)"]


def framed(drawn: list[str], notes: list[str]) -> list[str]:
    """Return the display in a frame, with *notes* to its right."""
    width = len(drawn[0])
    rows = [f"┌{'─' * width}┐", *(f"│{line}│" for line in drawn), f"└{'─' * width}┘"]
    notes = ["", *notes, *[""] * len(rows)]
    return [f"{row}  {note}".rstrip() for row, note in zip(rows, notes, strict=False)]


def braille(image: Image.Image) -> list[str]:
    """Return a picture in Braille dots, two by four pixels a character, for narrow terminals."""
    width, height = image.size
    pixels = image.convert("L").tobytes()
    return [
        "".join(
            chr(0x2800 + sum(dot for dx, dy, dot in _DOTS if pixels[(y + dy) * width + x + dx]))
            for x in range(0, width, 2)
        )
        for y in range(0, height, 4)
    ]
