"""Texts set side by side on one baseline, and the rows of a page set as such lines, in pixels."""

from collections.abc import Sequence
from typing import NamedTuple

from turnkeeper.ui.flow import shorten, wrap
from turnkeeper.ui.page import Row
from turnkeeper.ui.typeface import SMALL, Style, extent, measure

GAP = 6
"""Between a text and what stands at the right of it."""
INSET = 2
"""Between the left edge of an inverted bar and its text."""


class Piece(NamedTuple):
    """A text at its place: the left top corner of its extent."""

    x: int
    y: int
    text: str
    style: Style
    struck: bool = False

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, and the first column and row after it."""
        size = extent(self.text, self.style)
        return self.x, self.y, self.x + size.width, self.y + size.height


class Line(NamedTuple):
    """One line, as pieces that stand on y = 0, and its height above and below the baseline."""

    pieces: tuple[Piece, ...]
    style: Style
    ascent: int
    descent: int

    @property
    def height(self) -> int:
        """Ascent and descent together."""
        return self.ascent + self.descent

    def at(self, y: int) -> list[Piece]:
        """Give the pieces of the line whose top is at `y`."""
        return [piece._replace(y=piece.y + y) for piece in self.pieces]


class Block(NamedTuple):
    """One row of a page as its lines, from its first column to the one after its last."""

    row: Row
    lines: tuple[Line, ...]
    start: int
    end: int

    @property
    def height(self) -> int:
        """The height of its lines together."""
        return sum(line.height for line in self.lines)


def edges(left: str, right: str, start: int, end: int) -> Line:
    """Set small texts at two columns' sides; where both do not fit, each has half at least."""
    width = end - start
    taken = measure(left, SMALL) + GAP if left else 0
    right = shorten(right, SMALL, max(width - taken, (width - GAP) // 2))
    taken = measure(right, SMALL) + GAP if right else 0
    left = shorten(left, SMALL, max(width - taken, 0))
    at = end - measure(right, SMALL)
    return _line([Piece(start, 0, left, SMALL), Piece(at, 0, right, SMALL)], SMALL)


def whole(row: Row, style: Style, start: int, end: int, *, anywhere: bool = False) -> Block | None:
    """Set a row whole between two columns; None where a word or the right text is too wide."""
    start += INSET if row.strong else 0
    right, first = _right(row, style, end - start)
    if right != row.right:
        return None
    texts = wrap(row.text, style, end - start, first, anywhere=anywhere)
    return None if texts is None else _block(row, texts, right, style, (start, end))


def beneath(row: Row, style: Style, start: int, end: int) -> Block | None:
    """Set a row whole with its right text at its end: beside the last line, else a line of its own.

    None where a word or the right text is too wide, or there is no right text.
    """
    start += INSET if row.strong else 0
    width = end - start
    texts = list(wrap(row.text, style, width, width) or [])
    taken = measure(row.right, style)
    if not texts or not row.right or taken > width:
        return None
    if measure(texts[-1], style) + GAP + taken > width:
        texts.append("")
    return _block(row, texts, row.right, style, (start, end), beside=len(texts) - 1)


def partly(row: Row, style: Style, start: int, end: int, most: int) -> Block:
    """Set as much of a row as goes on `most` lines between two columns, then an ellipsis."""
    start += INSET if row.strong else 0
    right, first = _right(row, style, end - start)
    lines = wrap(row.text, style, end - start, first)
    lines = lines or wrap(row.text, style, end - start, first, anywhere=True)
    texts = list(lines or [row.text])
    kept = max(1, min(most, len(texts)))
    width = first if kept == 1 else end - start
    texts[kept - 1 :] = [shorten(" ".join(texts[kept - 1 :]), style, width)]
    return _block(row, texts, right, style, (start, end))


def _right(row: Row, style: Style, space: int) -> tuple[str, int]:
    """Give the right text, shortened to half the space if it must, and the width beside it."""
    text = measure(row.text, style) + GAP if row.text else 0
    right = shorten(row.right, style, max(space - text, (space - GAP) // 2))
    return right, space - (measure(right, style) + GAP if right else 0)


def _block(
    row: Row,
    texts: Sequence[str],
    right: str,
    style: Style,
    span: tuple[int, int],
    beside: int = 0,
) -> Block:
    """Put the texts below one another from a column on, and the right text beside one of them."""
    start, end = span
    taken = measure(right, style) + GAP if right else 0
    lines = []
    for number, text in enumerate(texts):
        space = end - start - (taken if number == beside else 0)
        x = start + (space - measure(text, style)) // 2 if row.centre else start
        pieces = [Piece(x, 0, text, style, row.struck)]
        if number == beside:
            pieces.append(Piece(end - measure(right, style), 0, right, style))
        lines.append(_line(pieces, style))
    return Block(row, tuple(lines), start, end)


def _line(texts: Sequence[Piece], style: Style) -> Line:
    """Put pieces on one baseline; empty ones are left out."""
    texts = [piece for piece in texts if piece.text]
    extents = [extent(piece.text, style) for piece in texts] or [extent("", style)]
    ascent = max(each.ascent for each in extents)
    descent = max(each.descent for each in extents)
    tops = (ascent - extent(piece.text, style).ascent for piece in texts)
    pieces = (piece._replace(y=top) for piece, top in zip(texts, tops, strict=True))
    return Line(tuple(pieces), style, ascent, descent)
