"""An image as the controllers keep it in their memory, and where two such frames differ.

Pure: bytes in and out, no bus. Pillow's own C code does the packing, some 30 us a frame, against
half a millisecond for luma's loop over the pixels.
"""

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
    found: list[Run] = []
    if old == new:
        return found
    for place, (before, after) in enumerate(zip(old, new, strict=True)):
        if before != after:
            if found and place - found[-1][1] <= gap:
                found[-1] = (found[-1][0], place + 1)
            else:
                found.append((place, place + 1))
    return found


def windows(old: bytes, new: bytes, width: int, gap: int, cost: int) -> list[Window]:
    """Return where *new* differs from *old*, as windows over pages of *width* columns.

    Letters stand over two pages or three: a run joins a window that ends above it wherever that
    spares the bus bytes. To say where a window is costs it *cost* bytes more.
    """
    found: list[Window] = []
    for page, start in enumerate(range(0, len(new), width)):
        row = slice(start, start + width)
        for left, right in runs(old[row], new[row], gap):
            here: Window = (left, right, page, page + 1)
            above = [window for window in found if window[3] == page]
            best = min(above, key=lambda window: _wasted(window, here), default=None)
            if best and _wasted(best, here) < cost:
                found.remove(best)
                here = _around(best, here)
            found.append(here)
    return found


def area(window: Window) -> int:
    """Return the bytes that a window holds."""
    left, right, top, bottom = window
    return (right - left) * (bottom - top)


def _around(one: Window, other: Window) -> Window:
    left, right = min(one[0], other[0]), max(one[1], other[1])
    return left, right, min(one[2], other[2]), max(one[3], other[3])


def _wasted(one: Window, other: Window) -> int:
    """Return how many bytes one window around both holds besides."""
    return area(_around(one, other)) - area(one) - area(other)


def turned(image: Image.Image, quarters: int) -> Image.Image:
    """Turn an image clockwise by so many quarters, for a display that is mounted that way."""
    if quarters % 4 == 0:
        return image
    turns = (Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)
    return image.transpose(turns[quarters % 4 - 1])
