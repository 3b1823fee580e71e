"""The best way to lay a page out on a display at hand.

`fit` tries the ways that a page can be laid out, the best first, and takes the first in which the
rows are whole: the largest size first, and rather without the foot than much smaller; then without
the top; then with words broken.  Where there is no such way, small rows below large ones give way;
else it shows a window of the rows around the marked one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from turnkeeper.ui.layout import Frame, Layout, framed, placed
from turnkeeper.ui.lines import Block, beneath, partly, whole
from turnkeeper.ui.page import Page, Row
from turnkeeper.ui.typeface import SMALL, STRIKES, Style, clusters

CURSOR = 8
"""What the cursor takes at the left of every row, where a page has one."""
ARROWS = 7
"""What the arrows take at the right of a window of rows."""

_BIG = 16  # a "big" row is set no larger than this
_LARGE = 24  # of a "huge" row, what is longer than four characters neither: see `_may_be_larger`
_COMFORT = (20, 14)  # the foot is left out before the rows are smaller than the one, the other
_STRIP = 8  # the display's memory is written in strips of eight rows of pixels
_LEAST = 36  # a window of less than three small rows makes room for itself


def fit(page: Page, width: int, height: int) -> Layout:
    """Lay a page out on a display of that many pixels."""
    for leave_out, sizes, anywhere in _ways(page):
        frame = framed(page, width, height, leave_out)
        room = frame.end - frame.start
        for px in sizes if room >= 0 else ():
            blocks = _all_whole(page.rows, px, width, room, anywhere=anywhere)
            if blocks is not None:
                return _spread(frame, blocks)
    fewer = _without_a_small_row(page)
    return fit(fewer, width, height) if fewer else _window(page, width, height)


def _without_a_small_row(page: Page) -> Page | None:
    """Give the page without its last small row; None where that leaves nothing large to be seen.

    Rather a name across the table than a name and a part of what there is to say of it.
    """
    small = [at for at, row in enumerate(page.rows) if row.size == "small"]
    if any(row.mark for row in page.rows) or not small or len(small) == len(page.rows):
        return None
    return replace(page, rows=page.rows[: small[-1]] + page.rows[small[-1] + 1 :])


def _ways(page: Page) -> Iterator[tuple[int, Sequence[int], bool]]:
    """Give the ways to try: how much to leave out, sizes to try, whether to break words."""
    sizes: Sequence[int] = (12,)
    if any(row.size == "huge" for row in page.rows):
        sizes = STRIKES
    elif any(row.size == "big" for row in page.rows):
        sizes = [px for px in STRIKES if px <= _BIG]
    for least in (*_COMFORT, sizes[-1]):
        comfortable = [px for px in sizes if px >= least]
        yield 0, comfortable, False
        yield 1, comfortable, False
    if any(row.mark for row in page.rows):
        return  # of a list to choose from, a window with its title rather than all without
    yield 2, sizes, False
    for leave_out in range(3):
        yield leave_out, sizes, True


def _style(row: Row, px: int) -> Style:
    """Give the style of a row on a page whose largest rows are of that height."""
    if row.size == "small":
        return SMALL
    return Style("bold", px if row.size == "huge" else min(px, _BIG))


def _may_be_larger(row: Row, width: int) -> bool:
    """Hold longer texts to 24 pixels, at which capitals lie within two strips of the memory.

    At 32 it is three, and the change of a turn would be more than 300 bytes on the bus.
    """
    return row.size != "huge" or len(clusters(row.text)) <= width // 32


def _indent(rows: Sequence[Row]) -> int:
    return CURSOR if any(row.mark for row in rows) else 0


def _all_whole(
    rows: Sequence[Row], px: int, width: int, room: int, *, anywhere: bool
) -> list[Block] | None:
    """Set all rows whole; None where that takes more than the room."""
    if px > _LARGE and not all(_may_be_larger(row, width) for row in rows):
        return None
    indent = _indent(rows)
    blocks: list[Block] = []
    for row in rows:
        block = whole(row, _style(row, px), indent, width, anywhere=anywhere)
        if block is None or block.height > room:
            return None
        room -= block.height
        blocks.append(block)
    return blocks


def _spread(frame: Frame, blocks: Sequence[Block]) -> Layout:
    """Put the rows into the room: small ones at its top, others spread over it."""
    if all(block.row.size == "small" for block in blocks):
        return placed(frame, blocks, frame.start)
    spare = frame.end - frame.start - sum(block.height for block in blocks)
    gap = min(spare // (len(blocks) + 1), 4)
    down = _snapped(frame.start, blocks[0], spare - gap * (len(blocks) - 1))
    return placed(frame, blocks, frame.start + down, gap)


def _snapped(start: int, block: Block, spare: int) -> int:
    """Give how far down a large row goes: to the middle, and to where it costs the least.

    A baseline at the end of a strip of the display's memory keeps capitals within as few strips
    as can be, so that less goes over the bus when the name changes.
    """
    middle = spare // 2
    baseline = start + block.lines[0].ascent
    ways = range(max(0, middle - 2), min(spare, middle + 2) + 1)
    near = sorted(ways, key=lambda down: abs(down - middle))
    aligned = (down for down in near if (baseline + down) % _STRIP == 0)
    return next(aligned, middle)


def _window(page: Page, width: int, height: int) -> Layout:
    """Show the rows around the marked one; where they are few, the foot and the top give way."""
    marked = next((at for at, row in enumerate(page.rows) if row.mark), 0)
    end = width - (ARROWS if len(page.rows) > 1 else 0)
    for leave_out in range(3):
        frame = framed(page, width, height, leave_out)
        first, blocks, cut = _around(page.rows, marked, end, frame.end - frame.start)
        if not cut and frame.end - frame.start >= _LEAST:
            break
    layout = placed(frame, blocks, frame.start)
    below = first + len(blocks) < len(page.rows)
    return replace(layout, above=first > 0, below=below)


def _around(rows: Sequence[Row], marked: int, end: int, room: int) -> tuple[int, list[Block], bool]:
    """Give the first row shown, the marked one and its neighbours, and if the marked one is cut.

    The marked one has as many lines as it takes, its neighbours one each.
    """
    indent = _indent(rows)
    style = _style(rows[marked], 12)
    tries = (
        whole(rows[marked], style, indent, end),
        beneath(rows[marked], style, indent, end),
        whole(rows[marked], style, indent, end, anywhere=True),
    )
    uncut = next((block for block in tries if block is not None and block.height <= room), None)
    line = partly(rows[marked], style, indent, end, 1)
    blocks = [uncut or partly(rows[marked], style, indent, end, room // line.height)]
    room -= blocks[0].height
    first, last, grew = marked, marked, True
    while grew:
        grew = False
        for at in (last + 1, first - 1):
            if not 0 <= at < len(rows):
                continue
            block = partly(rows[at], _style(rows[at], 12), indent, end, 1)
            if block.height > room:
                continue
            room -= block.height
            grew = True
            blocks.insert(0 if at < marked else len(blocks), block)
            first, last = min(first, at), max(last, at)
    return first, blocks, uncut is None
