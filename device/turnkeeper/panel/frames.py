"""An image as the controllers keep it in their memory, and where two such frames differ.

Pure: bytes in and out, no bus. Pillow's own C code does the packing, some 30 us a frame, against
half a millisecond for luma's loop over the pixels.
"""

import re
from functools import cache
from operator import ne

from PIL import Image

Run = tuple[int, int]  # first column, and the one after the last
Window = tuple[int, int, int, int]  # a run of columns, and a run of pages


def pages(image: Image.Image) -> bytes:
    """Pack a 1-bit image for SSD1306 and SH1106: pages of eight rows, a byte a column, top bit 0.

    Its height is a multiple of 8.
    """
    lying = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    count = image.height // 8
    return b"".join(lying[page::count] for page in range(count))


def nibbles(image: Image.Image) -> bytes:
    """Pack a 1-bit image for SSD1322: rows of four bits a pixel, the left one high."""
    grey = image.convert("L").tobytes()  # 0 or 255 each
    left, right = int.from_bytes(grey[0::2]), int.from_bytes(grey[1::2])
    half = len(grey) // 2
    high = int.from_bytes(b"\xf0" * half)
    return (left & high | right & (high >> 4)).to_bytes(half)


def runs(old: bytes, new: bytes, gap: int) -> list[Run]:
    """Return where *new* differs from *old*, as few runs: those at most *gap* apart are one.

    To say anew where a run begins costs the bus as much as the bytes of a small gap.
    """
    return _joined(_differing(old, new), gap)


def windows(
    old: bytes, new: bytes, width: int, cost: int, pages_cost: int = 0, tallest: int = 8
) -> list[Window]:
    """Return where *new* differs from *old*, as windows over pages of *width* columns.

    Letters stand over two pages or three. So the pages are parted into bands of at most *tallest*
    pages, and each window is as high as its band. A window costs the bus *cost* bytes besides its
    own, and the first of a band *pages_cost* more: of all such ways this is the cheapest.
    """
    pages = range(0, len(new), width)
    rows = [_differing(old[at : at + width], new[at : at + width]) for at in pages]
    costs, bands = [0], list[list[Window]]([[]])  # for so many pages from the top, the cheapest
    for bottom in range(1, len(rows) + 1):
        ways = []
        differing = 0
        for top in range(bottom - 1, max(bottom - tallest, 0) - 1, -1):
            differing |= int.from_bytes(rows[top])
            found = _joined(differing.to_bytes(width), cost // (bottom - top))
            columns = sum([right - left for left, right in found])
            price = columns * (bottom - top) + cost * len(found) + pages_cost * bool(found)
            ways.append((costs[top] + price, top, found))
        price, top, found = min(ways)
        costs.append(price)
        bands.append([*bands[top], *((left, right, top, bottom) for left, right in found)])
    return bands[-1]


def area(window: Window) -> int:
    """Return the bytes that a window holds."""
    left, right, top, bottom = window
    return (right - left) * (bottom - top)


def _differing(old: bytes, new: bytes) -> bytes:
    """Return a 1 for each place where they differ, and a 0 for each other."""
    return bytes(map(ne, old, new))


def _joined(differing: bytes, gap: int) -> list[Run]:
    """Return the runs of ones, those at most *gap* zeros apart as one."""
    return [run.span() for run in _ones(gap).finditer(differing)]


@cache
def _ones(gap: int) -> re.Pattern[bytes]:
    return re.compile(rb"\x01(?:\x00{0,%d}\x01)*" % gap)


def turned(image: Image.Image, quarters: int) -> Image.Image:
    """Turn an image clockwise by so many quarters, for a display that is mounted that way."""
    if quarters % 4 == 0:
        return image
    turns = (Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)
    return image.transpose(turns[quarters % 4 - 1])
