"""Pens and brushes for the window: everything in it is drawn by Pillow, no picture is shipped.

Every function gives an RGBA picture unless it says otherwise.  Round and slanted things are drawn
four times as large and scaled down, which is the smoothest that Pillow has.
"""

import random
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter, ImageFont

Picture = Image.Image
Colour = tuple[int, int, int]
Point = tuple[float, float]

FINE = 4  # drawn so many times as large

INK: Colour = (236, 230, 214)
AMBER: Colour = (255, 176, 46)
IVORY: Colour = (240, 231, 208)
BLACK: Colour = (8, 9, 11)  # the glass, unlit
OLED: Colour = (222, 238, 255)


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the bold sans that pygame brings along, in *size* pixels."""
    spec = find_spec("pygame")  # found, not imported: a picture can be drawn without a window
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("The window needs pygame-ce, which turnkeeper[sim] brings.")
    return ImageFont.truetype(Path(spec.origin).parent / "freesansbold.ttf", size)


def width(words: str, size: int) -> float:
    """Return how many pixels *words* take, written *size* pixels high."""
    return font(size * FINE).getlength(words) / FINE


def write(picture: Picture, at: Point, words: str, size: int, fill: Colour) -> None:
    """Write *words* with their middle at *at*."""
    # Large first, since the hinting of small letters sets them unevenly apart.
    fine = Image.new("L", (round((width(words, size) + 8) * FINE), size * 2 * FINE), 0)
    middle = (fine.width / 2, fine.height / 2)
    ImageDraw.Draw(fine).text(middle, words, fill=255, font=font(size * FINE), anchor="mm")
    ink = tinted(shrunk(fine), fill)
    put(picture, ink, (at[0] - ink.width / 2, at[1] - ink.height / 2))


def blank(w: int, h: int) -> Picture:
    """Return nothing, *w* by *h*."""
    return Image.new("RGBA", (w, h), (0, 0, 0, 0))


def shrunk(picture: Picture) -> Picture:
    """Return *picture*, drawn `FINE` times as large, in its own size."""
    size = (picture.width // FINE, picture.height // FINE)
    return picture.resize(size, Image.Resampling.LANCZOS)


def mixed(one: Colour, two: Colour, part: float) -> Colour:
    """Return *one* with *part* (0 to 1) of *two* in it."""
    r, g, b = (round(a + (c - a) * part) for a, c in zip(one, two, strict=True))
    return r, g, b


def slope(w: int, h: int, top: Colour, bottom: Colour) -> Picture:
    """Return a picture that goes from *top* to *bottom*."""
    strip = Image.new("RGBA", (1, h))
    for y in range(h):
        strip.putpixel((0, y), (*mixed(top, bottom, y / max(1, h - 1)), 255))
    return strip.resize((w, h))


@cache
def _corners(w: int, h: int, radius: int) -> Picture:
    mask = Image.new("L", (w * FINE, h * FINE), 0)
    edge = (0, 0, w * FINE - 1, h * FINE - 1)
    ImageDraw.Draw(mask).rounded_rectangle(edge, radius * FINE, fill=255)
    return shrunk(mask)


def slab(w: int, h: int, radius: int, top: Colour, bottom: Colour) -> Picture:
    """Return a rectangle with round corners, shaded from *top* to *bottom*."""
    picture = slope(w, h, top, bottom)
    picture.putalpha(_corners(w, h, radius))
    return picture


def disc(diameter: int, top: Colour, bottom: Colour) -> Picture:
    """Return a disc, shaded from *top* to *bottom*."""
    return slab(diameter, diameter, diameter // 2, top, bottom)


def tinted(alpha: Picture, colour: Colour) -> Picture:
    """Return *colour* where the grey picture *alpha* is white."""
    picture = Image.new("RGBA", alpha.size, (*colour, 255))
    picture.putalpha(alpha)
    return picture


def halo(alpha: Picture, blur: int) -> Picture:
    """Return the amber light around the shape that *alpha* (grey) is white in."""
    light = alpha.filter(ImageFilter.GaussianBlur(blur)).point(lambda a: min(230, a * 1.7))
    return tinted(light, AMBER)


def put(scene: Picture, part: Picture, at: Point) -> None:
    """Compose *part* over *scene* with its corner *at*; it may hang over the edges."""
    x, y = round(at[0]), round(at[1])
    left, top = max(0, -x), max(0, -y)
    right, bottom = min(part.width, scene.width - x), min(part.height, scene.height - y)
    if right > left and bottom > top:
        scene.alpha_composite(part, (x + left, y + top), (left, top, right, bottom))


def lay(scene: Picture, part: Picture, at: Point, shade: int, drop: int) -> None:
    """Lay *part* into *scene*, with a shadow blurred by *shade* pixels and *drop* below it."""
    edge = 3 * shade
    dark = Image.new("L", (part.width + 2 * edge, part.height + 2 * edge), 0)
    dark.paste(part.getchannel("A"), (edge, edge))
    dark = dark.filter(ImageFilter.GaussianBlur(shade)).point(lambda a: a * 0.6)
    put(scene, tinted(dark, (0, 0, 0)), (at[0] - edge, at[1] - edge + drop))
    put(scene, part, at)


def grain(w: int, h: int, across: int, down: int, seed: int) -> Picture:
    """Return grey noise (mode "L"), stretched by *across* and *down*; *seed* decides it."""
    size = (max(2, w // across), max(2, h // down))
    noise = Image.frombytes("L", size, random.Random(seed).randbytes(size[0] * size[1]))
    return noise.resize((w, h), Image.Resampling.BICUBIC)
