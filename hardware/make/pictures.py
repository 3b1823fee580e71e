"""The pictures that the guides show: made small, and stamped with what they were made of.

Another graphviz or OpenSCAD draws a little differently, so that a picture cannot be compared by its
bytes. Its stamp is a digest of its sources, so that a picture whose sources have changed since is
stale; a second one names the program, so that its like can draw it anew and compare.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageChops, ImageDraw
from PIL.PngImagePlugin import PngInfo

from hardware.make import case, drawings, header
from hardware.make.maps import HARDWARE

FOLDER = HARDWARE / "pictures"
WIDE = 1800  # pixels, the most
STAMP, TOOL, WHITE = "made from", "made with", (255, 255, 255)
PAPER = {"wiring": WHITE, "case": (248, 248, 248)}  # what stands around, and is cut off
COLUMNS = 4


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture: what it is made of, and how, into a folder for its parts."""

    sources: Callable[[], str]
    make: Callable[[Path], Image.Image]
    tool: Callable[[], str | None]


def all_pictures() -> dict[str, Picture]:
    """Every PNG of the folder by its name."""
    found = {name: _wiring(name) for name in drawings.NAMES}
    found |= {f"build-{name}": _view(name) for name in case.VIEWS}
    found["prints"] = Picture(case.sources, _sheet, case.openscad)
    return found


def all_pages() -> dict[str, Callable[[], str]]:
    """Every SVG of the folder by its name."""
    return {"pi": header.pi, "pico": header.pico}


def _wiring(name: str) -> Picture:
    def made(folder: Path) -> Image.Image:
        drawings.draw(name, folder)
        return _cut(Image.open(folder / f"{name}.png"), WHITE)

    return Picture(lambda: drawings.text(name), made, drawings.graphviz)


def _view(name: str) -> Picture:
    def made(folder: Path) -> Image.Image:
        case.view(name, folder / f"{name}.png")
        return _cut(Image.open(folder / f"{name}.png"), PAPER["case"])

    return Picture(lambda: case.sources([name]), made, case.openscad)


def _sheet(folder: Path) -> Image.Image:
    """All parts side by side, as they lie on the printer."""
    tiles = []
    for name in case.PRINTS:
        case.portrait(name, folder / f"{name}.png")
        tile = Image.open(folder / f"{name}.png").convert("RGB")
        ImageDraw.Draw(tile).text((16, 12), name, fill="black", font_size=24)
        tiles.append(tile)
    wide, high = tiles[0].size
    sheet = Image.new("RGB", (wide * COLUMNS, high * -(-len(tiles) // COLUMNS)), PAPER["case"])
    for index, tile in enumerate(tiles):
        sheet.paste(tile, (index % COLUMNS * wide, index // COLUMNS * high))
    return sheet


def _cut(image: Image.Image, paper: tuple[int, int, int]) -> Image.Image:
    """Cut the empty paper around a picture off, but for a small margin."""
    image = image.convert("RGB")
    box = ImageChops.difference(image, Image.new("RGB", image.size, paper)).getbbox()
    left, top, right, bottom = box or (0, 0, *image.size)
    room = 12
    return image.crop((
        max(left - room, 0), max(top - room, 0),
        min(right + room, image.width), min(bottom + room, image.height),
    ))  # fmt: skip


def make(name: str) -> Image.Image:
    """Make one picture, at most `WIDE` pixels wide, with few colours."""
    with TemporaryDirectory() as folder:
        image = all_pictures()[name].make(Path(folder))
        image.load()
    image.thumbnail((WIDE, WIDE), Image.Resampling.LANCZOS)
    # not by how often a colour is there: thin wires must keep theirs
    return image.quantize(96, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)


def save(name: str) -> Path:
    """Make one picture and keep it, with its stamps."""
    info = PngInfo()
    info.add_text(STAMP, digest(name))
    info.add_text(TOOL, all_pictures()[name].tool() or "")
    path = FOLDER / f"{name}.png"
    make(name).save(path, optimize=True, pnginfo=info)
    return path


def digest(name: str) -> str:
    """What a picture's stamp must be."""
    return hashlib.sha256(all_pictures()[name].sources().encode()).hexdigest()


def stale(name: str) -> bool:
    """Whether a picture is missing, or was made of other sources than stand here now."""
    path = FOLDER / f"{name}.png"
    if not path.exists():
        return True
    with Image.open(path) as image:
        return bool(image.info.get(STAMP) != digest(name))


def tool(name: str) -> str:
    """The program and version that a kept picture was made with."""
    with Image.open(FOLDER / f"{name}.png") as image:
        return str(image.info.get(TOOL, ""))
