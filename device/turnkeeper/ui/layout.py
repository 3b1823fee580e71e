"""A page laid out: where each text stands on a display of a given size, in pixels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from turnkeeper.ui.lines import INSET, Block, Line, Piece, edges
from turnkeeper.ui.page import Page
from turnkeeper.ui.typeface import SMALL, extent


@dataclass(frozen=True, slots=True)
class Layout:
    """A page laid out.

    `rows` are the first row of pixels and the one after the last that the page's rows may take.
    `bars` are boxes to invert: left, top, and the first column and row after them.  `rule` is the
    row of pixels of the rule, `cursor` that of the cursor's middle.  `above` and `below` say
    whether there are more rows than those shown.
    """

    pieces: tuple[Piece, ...]
    rows: tuple[int, int]
    bars: tuple[tuple[int, int, int, int], ...] = ()
    rule: int | None = None
    cursor: int | None = None
    above: bool = False
    below: bool = False


class Frame(NamedTuple):
    """The top and the foot of a page, and what they leave for the rows."""

    top: Line | None
    foot: Line | None
    rule: int | None
    bar: tuple[int, int, int, int] | None
    start: int
    end: int


def framed(page: Page, width: int, height: int, leave_out: int) -> Frame:
    """Set the top and the foot; leave out the foot for 1, the top too for 2, never an alert."""
    top = foot = None
    progress = leave_out < 2 and page.progress[1] > 0
    if page.alert:
        top = edges(page.alert, page.top_right if leave_out < 2 else "", INSET, width)
    elif leave_out < 2 and (page.top or page.top_right or progress):
        top = _steady(edges(page.top, page.top_right, 0, width), page)
    if leave_out < 1 and (page.foot or page.foot_right):
        foot = edges(page.foot, page.foot_right, 0, width)
    start, rule = top.height if top else 0, None
    if top is not None and progress:
        rule = start + (1 if page.alert else 0)
        start = rule + 2
    elif top is not None and not page.alert:  # a bar rules itself off
        rule = start
        start += 1
    bar = (0, 0, width, top.height) if top is not None and page.alert else None
    return Frame(top, foot, rule, bar, start, height - (foot.height if foot else 0))


def _steady(top: Line, page: Page) -> Line:
    """Give the top of a page with a huge name the same height whoever is up and whoever is next.

    Chinese and others stand higher than Latin. Where the name or the top is in such letters there
    is room for them, and for the row by which the picture moves up now and then (rest.py): else
    all below would move with each turn, and go over the bus anew.
    """
    names = [row.text for row in page.rows if row.size == "huge"]
    tallest, plain = extent("".join((page.top, *names)), SMALL), extent("", SMALL)
    if not names or tallest.ascent <= plain.ascent:
        return top
    down = tallest.ascent + 1 - top.ascent
    return top._replace(
        pieces=tuple(top.at(down)), ascent=top.ascent + down, descent=tallest.descent
    )


def placed(frame: Frame, blocks: Sequence[Block], start: int, gap: int = 0) -> Layout:
    """Put rows one below another from a row of pixels on, with a gap between them."""
    pieces: list[Piece] = []
    bars = [frame.bar] if frame.bar else []
    cursor = None
    if frame.top is not None:
        pieces.extend(frame.top.at(0))
    if frame.foot is not None:
        pieces.extend(frame.foot.at(frame.end))
    y = start
    for block in blocks:
        if block.row.mark and cursor is None:
            first = block.lines[0]
            cursor = y + first.ascent - (first.style.px + 2) // 3
        if block.row.strong:
            bars.append((block.start - INSET, y, block.end, y + block.height))
        for line in block.lines:
            pieces.extend(line.at(y))
            y += line.height
        y += gap
    return Layout(tuple(pieces), (frame.start, frame.end), tuple(bars), frame.rule, cursor)
