"""A picture as lines of text, two pixels a character, one above the other: for a terminal."""

from PIL import Image

_BLOCKS = " ▀▄█"  # by the upper pixel, and twice the lower one


def half_blocks(image: Image.Image) -> list[str]:
    """Give the lines of a one-bit picture, lit pixels as blocks; an odd last row has dark below."""
    width, height = image.size
    pixels = image.convert("1").convert("L").tobytes() + bytes(width)
    rows = [pixels[at : at + width] for at in range(0, width * (height + 1), width)]
    return [
        "".join(_BLOCKS[bool(upper) + 2 * bool(lower)] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[0:height:2], rows[1::2], strict=False)
    ]
