"""The pictures that are kept: text of the page, then its pixels, two to a character.

`python -m tests.ui.goldens` makes them anew, and `python -m tests.ui.goldens OUT.png` puts every
sample page on one sheet, four times as large, to look at (the package must be importable).
"""

import sys
from pathlib import Path

from PIL import Image

from tests.ui.samples import ACCENTED, CHINESE, LONG, PAGES
from turnkeeper.ui.draw import draw
from turnkeeper.ui.halfblocks import half_blocks
from turnkeeper.ui.page import Page

FOLDER = Path(__file__).parent / "golden"
KEPT: dict[str, tuple[Page, tuple[int, int]]] = {
    "turn": (PAGES["turn"], (128, 64)),
    "turn-long": (PAGES[f"turn-{LONG}"], (128, 64)),
    "turn-accented": (PAGES[f"turn-{ACCENTED}"], (128, 64)),
    "turn-chinese": (PAGES[f"turn-{CHINESE}"], (128, 64)),
    "turn-low": (PAGES["turn"], (128, 32)),
    "turn-wide": (PAGES[f"turn-{LONG}"], (256, 64)),
    "roll": (PAGES["roll"], (128, 64)),
    "order": (PAGES["order-middle"], (128, 64)),
    "order-up": (PAGES["order-top"], (128, 64)),
    "menu": (PAGES["menu"], (128, 64)),
    "refused": (PAGES["refused"], (128, 64)),
    "not-saving": (PAGES["not-saving"], (128, 64)),
}


def kept_text(page: Page, display: tuple[int, int]) -> str:
    """Give what a golden holds of a page on a display."""
    picture = [f"{line.rstrip()}\n" for line in half_blocks(draw(page, *display))]
    return f"{page}\n\n{''.join(picture)}"


def sheet(scale: int = 4, columns: int = 3, width: int = 128, height: int = 64) -> Image.Image:
    """Give all sample pages on one picture."""
    across, down = width * scale + 12, height * scale + 12
    image = Image.new("L", (columns * across, -(-len(PAGES) // columns) * down), 90)
    for at, page in enumerate(PAGES.values()):
        large = draw(page, width, height).convert("L").resize((width * scale, height * scale), 0)
        image.paste(large, (at % columns * across + 6, at // columns * down + 6))
    return image


def main(arguments: list[str]) -> None:
    """Make the goldens, or the sheet where a file for it is named."""
    if arguments:
        sheet().save(arguments[0])
        return
    for name, (page, display) in KEPT.items():
        (FOLDER / f"{name}.txt").write_text(kept_text(page, display), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
