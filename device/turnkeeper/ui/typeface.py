"""The fonts: which one has a character, how wide a text is, and its pixels.

Terminus draws what it has, in nine sizes; Unifont, 16 pixels high, draws the rest, and its own box
for what no font has.  The choice is made character by character, a base with its combining marks
counting as one, and all stand on one baseline.  Text is taken as it comes, left to right: composing
it (NFC) and cleaning it is the reader's of the file that it came from.

The files are `fonts/`, unmodified; they are opened once, when first used.
"""

import struct
import unicodedata
from bisect import bisect_right
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFont

FOLDER = Path(__file__).with_name("fonts")
STRIKES = (32, 28, 24, 22, 20, 18, 16, 14, 12)
"""The heights in pixels that Terminus is drawn in, largest first."""

LIT = 255
"""The value of a lit pixel; 1 would be drawn as 1, and come out of an inversion lit."""

_UNIFONT_PX = 16
_DOUBLED_FROM = 32  # from this height on, Unifont's pixels are doubled to match


class Style(NamedTuple):
    """How a text is set: Terminus "normal" or "bold", and its height, one of `STRIKES`."""

    weight: Literal["normal", "bold"]
    px: int


SMALL = Style("normal", 12)


class Extent(NamedTuple):
    """The pixels that a text takes: its width, and its height above and below the baseline."""

    width: int
    ascent: int
    descent: int

    @property
    def height(self) -> int:
        """Ascent and descent together."""
        return self.ascent + self.descent


class _Glyph(NamedTuple):
    """One character's picture, and where it stands from the pen on the baseline."""

    advance: int
    left: int
    ascent: int
    image: Image.Image


def measure(text: str, style: Style) -> int:
    """Give the width of a text in pixels."""
    return extent(text, style).width


@lru_cache(maxsize=1024)
def extent(text: str, style: Style) -> Extent:
    """Give the pixels that a text takes; an empty one has the height of its style."""
    glyphs = [_glyph(part, style) for part in clusters(text)]
    if not glyphs:
        cell = _glyph(" ", style)
        return Extent(0, cell.ascent, cell.image.height - cell.ascent)
    return Extent(
        sum(glyph.advance for glyph in glyphs),
        max(glyph.ascent for glyph in glyphs),
        max(glyph.image.height - glyph.ascent for glyph in glyphs),
    )


@lru_cache(maxsize=256)
def render(text: str, style: Style) -> Image.Image:
    """Give the picture of a text, mode "1", as large as its `extent`.  Do not draw on it."""
    size = extent(text, style)
    image = Image.new("1", (size.width, size.height))
    pen = 0
    for part in clusters(text):
        glyph = _glyph(part, style)
        image.paste(glyph.image, (pen + glyph.left, size.ascent - glyph.ascent))
        pen += glyph.advance
    return image


def clusters(text: str) -> list[str]:
    """Split a text into what is drawn as one: a character and its combining marks.

    Blanks of every kind, line ends among them, become plain ones.
    """
    if text.isascii() and text.isprintable():
        return list(text)
    parts: list[str] = []
    for char in text:
        if char.isspace():
            parts.append(" ")
        elif parts and parts[-1] != " " and unicodedata.category(char).startswith("M"):
            parts[-1] += char
        else:
            parts.append(char)
    return parts


@lru_cache(maxsize=512)
def _glyph(part: str, style: Style) -> _Glyph:
    if len(part) == 1 and part in _coverage(f"terminus-{style.weight}.otb"):
        return _terminus(part, style)
    return _unifont(part, 2 if style.px >= _DOUBLED_FROM else 1)


def _terminus(char: str, style: Style) -> _Glyph:
    """Draw one whole cell, which all of a strike have in common."""
    font = _font(f"terminus-{style.weight}.otb", style.px)
    ascent, descent = font.getmetrics()
    advance = round(font.getlength(char))
    image = Image.new("1", (advance, ascent + descent))
    ImageDraw.Draw(image).text((0, ascent), char, LIT, font, anchor="ls")
    return _Glyph(advance, 0, ascent, image)


def _unifont(part: str, scale: int) -> _Glyph:
    """Draw the ink of a character across and its whole cell down, which all have in common."""
    font = _font("unifont.otf", _UNIFONT_PX)
    ascent, descent = font.getmetrics()
    pen = 2 * _UNIFONT_PX
    image = Image.new("1", (3 * pen, ascent + descent))
    ImageDraw.Draw(image).text((pen, ascent), part, LIT, font, anchor="ls")
    left, _, right, _ = image.getbbox() or (pen, 0, pen, 0)
    image = image.crop((left, 0, right, image.height))
    start = max(0, left - pen)  # a lone combining mark would stand before its cell
    advance = max(round(font.getlength(part)), start + image.width)
    if scale > 1:
        doubled = (image.width * scale, image.height * scale)
        image = image.resize(doubled, Image.Resampling.NEAREST)
    return _Glyph(advance * scale, start * scale, ascent * scale, image)


@cache
def _font(name: str, px: int) -> ImageFont.FreeTypeFont:
    path = str(FOLDER / name)
    return ImageFont.truetype(path, px, layout_engine=ImageFont.Layout.BASIC)


class _Coverage:
    """The characters that a font has, as ranges: a set of Unifont's would take 5 MB."""

    def __init__(self, ranges: list[tuple[int, int]]) -> None:
        self._starts = [first for first, _ in ranges]
        self._ends = [last for _, last in ranges]

    def __contains__(self, char: str) -> bool:
        at = bisect_right(self._starts, ord(char)) - 1
        return at >= 0 and ord(char) <= self._ends[at]


@cache
def _coverage(name: str) -> _Coverage:
    return _Coverage(read_ranges(FOLDER / name))


def read_ranges(path: Path) -> list[tuple[int, int]]:
    """Give the ranges of characters, first and last, that a font file has glyphs for.

    Read from the `cmap` table's Unicode part of format 4 (OpenType, "cmap").  Raises ValueError
    where there is none.
    """
    with path.open("rb") as file:
        count = struct.unpack(">4xH6x", file.read(12))[0]
        entries = [struct.unpack(">4s4xLL", file.read(16)) for _ in range(count)]
        offset, length = next((at, size) for tag, at, size in entries if tag == b"cmap")
        file.seek(offset)
        table = file.read(length)
    for at in range(struct.unpack_from(">2xH", table)[0]):
        platform, encoding, start = struct.unpack_from(">HHL", table, 4 + 8 * at)
        if (platform, encoding) == (3, 1) and table[start : start + 2] == b"\x00\x04":
            return _format_4(table[start:])
    raise ValueError(f"{path.name} has no character map of format 4.")


def _format_4(table: bytes) -> list[tuple[int, int]]:
    """Read the four parallel arrays of segments: ends, starts, deltas and range offsets."""
    doubled = struct.unpack_from(">6xH", table)[0]
    ends, starts, deltas, offsets = (14, 16 + doubled, 16 + 2 * doubled, 16 + 3 * doubled)

    def has(code: int, segment: int) -> bool:
        offset = int(struct.unpack_from(">H", table, offsets + segment)[0])
        delta = int(struct.unpack_from(">H", table, deltas + segment)[0])
        if not offset:
            return (code + delta) % 0x10000 != 0
        at = offsets + segment + offset + 2 * (code - start)
        return bool(struct.unpack_from(">H", table, at)[0])

    ranges: list[tuple[int, int]] = []
    for segment in range(0, doubled, 2):
        start = int(struct.unpack_from(">H", table, starts + segment)[0])
        end = int(struct.unpack_from(">H", table, ends + segment)[0])
        for code in range(start, min(end, 0xFFFE) + 1):
            if not has(code, segment):
                continue
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1] = (ranges[-1][0], code)
            else:
                ranges.append((code, code))
    return ranges
