"""A page drawn: one bit a pixel, as large as the display, from nothing but the page itself."""

from PIL import Image, ImageChops, ImageDraw

from turnkeeper.ui.fit import ARROWS, fit
from turnkeeper.ui.layout import Layout
from turnkeeper.ui.lines import Piece
from turnkeeper.ui.page import Page
from turnkeeper.ui.typeface import LIT, extent, render


def draw(
    page: Page, width: int = 128, height: int = 64, shift: tuple[int, int] = (0, 0)
) -> Image.Image:
    """Draw a page; the picture has mode "1", and 1 is lit.

    `shift` moves all that is lit by that many pixels right and down, as far as nothing of it is
    lost: against burning in.
    """
    image = Image.new("1", (width, height))
    layout = fit(page, width, height)
    pen = ImageDraw.Draw(image)
    for piece in layout.pieces:
        image.paste(render(piece.text, piece.style), (piece.x, piece.y))
        if piece.struck:
            _strike(pen, piece)
    _rule(pen, layout, page.progress, width)
    _marks(pen, layout, width)
    for bar in layout.bars:
        image.paste(ImageChops.invert(image.crop(bar)), bar)
    return image if shift == (0, 0) else _moved(image, shift)


def _strike(pen: ImageDraw.ImageDraw, piece: Piece) -> None:
    """Rule a text through, at half the height of its small letters."""
    left, top, right, _ = piece.box
    middle = top + extent(piece.text, piece.style).ascent - piece.style.px // 4
    pen.line((left, middle, right - 1, middle), LIT)


def _rule(pen: ImageDraw.ImageDraw, layout: Layout, progress: tuple[int, int], width: int) -> None:
    """Rule off the top: plain, or in as many pieces as there are, the done ones thick."""
    if layout.rule is None:
        return
    done, of = progress
    if not 0 < of <= width // 3:
        pen.line((0, layout.rule, width - 1, layout.rule), LIT)
        return
    for number in range(of):
        left, right = number * width // of, (number + 1) * width // of - 3
        thick = 1 if number < done else 0
        pen.rectangle((left, layout.rule, right, layout.rule + thick), LIT)


def _marks(pen: ImageDraw.ImageDraw, layout: Layout, width: int) -> None:
    """Draw the cursor, and the arrows where there are more rows."""
    if layout.cursor is not None:
        middle = layout.cursor
        pen.polygon([(0, middle - 3), (0, middle + 3), (3, middle)], LIT)
    right = width - 1
    left, middle = right - ARROWS + 3, right - ARROWS + 5
    top, bottom = layout.rows[0] + 3, layout.rows[1] - 4
    if layout.above:
        pen.polygon([(left, top + 2), (right, top + 2), (middle, top)], LIT)
    if layout.below:
        pen.polygon([(left, bottom - 2), (right, bottom - 2), (middle, bottom)], LIT)


def _moved(image: Image.Image, shift: tuple[int, int]) -> Image.Image:
    """Move what is lit, as far as the edges let it."""
    lit = image.getbbox()
    if lit is None:
        return image
    left, top, right, bottom = lit
    across = max(-left, min(shift[0], image.width - right))
    down = max(-top, min(shift[1], image.height - bottom))
    moved = Image.new("1", image.size)
    moved.paste(image.crop(lit), (left + across, top + down))
    return moved
