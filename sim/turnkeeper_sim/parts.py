"""What moves or glows: the buttons, the knob, the keys, their labels, and the display's glass."""

import math
from functools import cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from turnkeeper.ui.flow import shorten
from turnkeeper.ui.typeface import Style, measure, render
from turnkeeper_sim.art import (
    AMBER,
    BLACK,
    FINE,
    INK,
    OLED,
    Colour,
    Picture,
    blank,
    disc,
    halo,
    lay,
    put,
    shrunk,
    slab,
    slope,
    tinted,
    width,
    write,
)
from turnkeeper_sim.layout import GLASS

BUTTON = 184  # pixels of a button's picture, of which the light around it takes a good part
KNOB_SIZE = 140
KEY_EDGE = 12  # pixels around a key for its shadow
_NAME = Style("bold", 16)
_LONGEST_NAME = 106  # pixels


@cache
def button(*, lit: bool, pressed: bool, taken: bool) -> Picture:
    """Return a seat's big button; its lamp is inside.  Nobody sits at one that is not *taken*."""
    ring, cap = 100, 72 if pressed else 76
    picture = blank(BUTTON, BUTTON)
    if lit:
        glow = Image.new("L", (BUTTON, BUTTON), 0)
        put_at = (BUTTON - ring + 10) // 2
        ImageDraw.Draw(glow).ellipse((put_at, put_at, BUTTON - put_at, BUTTON - put_at), fill=160)
        put(picture, halo(glow, 16), (0, 0))
    edge = (BUTTON - ring) // 2
    lay(picture, disc(ring, (70, 72, 78), (22, 23, 26)), (edge, edge), 5, 4)
    put(picture, disc(ring - 8, (32, 33, 37), (54, 56, 61)), (edge + 4, edge + 4))
    top, bottom = _plastic(lit=lit, taken=taken)
    edge = (BUTTON - cap) // 2
    x, y = edge, edge + pressed
    lay(picture, disc(cap, top, bottom), (x, y), 1 if pressed else 4, 3)
    put(picture, disc(cap - 8, bottom, top), (x + 4, y + 4))
    put(picture, disc(cap - 14, top, bottom), (x + 7, y + 7))
    gloss = 110 if lit else 52
    fade = slope(cap - 30, cap - 30, (gloss,) * 3, (0, 0, 0)).convert("L")
    round_fade = ImageChops.multiply(disc(cap - 30, INK, INK).getchannel("A"), fade)
    put(picture, tinted(round_fade, (255, 255, 255)), (x + 15, y + 11))
    return picture


def _plastic(*, lit: bool, taken: bool) -> tuple[Colour, Colour]:
    if lit:
        return (255, 226, 140), (255, 160, 24)
    if taken:
        return (138, 84, 26), (94, 54, 14)
    return (72, 70, 66), (50, 49, 46)


@cache
def knob(turned: int, *, pressed: bool) -> Picture:
    """Return the knob, turned clockwise by *turned* degrees from straight up."""
    picture = blank(KNOB_SIZE, KNOB_SIZE)
    lay(picture, disc(116, (42, 43, 47), (20, 20, 23)), (12, 12), 3 if pressed else 6, 5)
    fine = blank(KNOB_SIZE * FINE, KNOB_SIZE * FINE)
    pen = ImageDraw.Draw(fine)
    middle = KNOB_SIZE * FINE / 2

    def dot(angle: float, out: float, radius: float, fill: Colour) -> None:
        x = middle + math.sin(math.radians(angle)) * out * FINE
        y = middle - math.cos(math.radians(angle)) * out * FINE
        r = radius * FINE
        pen.ellipse((x - r, y - r, x + r, y + r), fill=(*fill, 255))

    for k in range(40):
        light = round(96 + 60 * math.cos(math.radians(k * 9 + turned)))
        dot(k * 9 + turned, 54, 2.6, (light, light, light + 4))
    cap = 94 if pressed else 98
    edge = (KNOB_SIZE - cap) // 2
    put(picture, disc(cap, (228, 230, 234), (112, 114, 120)), (edge, edge))
    put(picture, disc(cap - 6, (166, 168, 174), (208, 210, 214)), (edge + 3, edge + 3))
    dot(turned, 34, 6, (52, 54, 60))
    put(picture, shrunk(fine), (0, 0))
    return picture


@cache
def key(word: str, w: int, h: int, *, pressed: bool) -> Picture:
    """Return one of the keys beside the display, *word* on it."""
    picture = blank(w + 2 * KEY_EDGE, h + 2 * KEY_EDGE)
    put(picture, slab(w, h, 12, (20, 20, 23), (70, 72, 78)), (KEY_EDGE, KEY_EDGE))
    put(picture, slab(w - 2, h - 2, 11, (20, 20, 23), (30, 31, 34)), (KEY_EDGE + 1, KEY_EDGE + 1))
    inset, down = (5, 2) if pressed else (4, -2)
    cap = slab(w - 2 * inset, h - 2 * inset, 10, (248, 242, 227), (190, 182, 162))
    put(cap, slab(cap.width - 6, cap.height - 8, 8, (226, 219, 200), (240, 233, 215)), (3, 3))
    write(cap, (cap.width / 2, cap.height / 2 - 1), word, 17, (60, 56, 48))
    at = (KEY_EDGE + inset, KEY_EDGE + inset + down)
    lay(picture, cap, at, 1 if pressed else 3, 2)
    return picture


@cache
def keycap(word: str) -> Picture:
    """Return the hint which key of the keyboard does the same; `<` and `>` are drawn as arrows."""
    arrow = word in ("<", ">")
    w = 24 if arrow else max(24, round(width(word, 13)) + 13)
    cap = slab(w, 22, 5, (250, 248, 242), (190, 186, 176))
    put(cap, slab(w - 2, 18, 4, (240, 237, 229), (230, 227, 218)), (1, 1))
    if arrow:
        fine = blank(w * FINE, 22 * FINE)
        points = [(-5, 0), (4, -5), (4, 5)] if word == "<" else [(5, 0), (-4, -5), (-4, 5)]
        around = [((w / 2 + x) * FINE, (10 + y) * FINE) for x, y in points]
        ImageDraw.Draw(fine).polygon(around, fill=(58, 58, 60, 255))
        put(cap, shrunk(fine), (0, 0))
    else:
        write(cap, (w / 2, 10), word, 13, (58, 58, 60))
    return cap


@cache
def tape(name: str) -> Picture:
    """Return the strip of label tape with a combatant's *name*, in the display's own letters."""
    shown = shorten(name, _NAME, _LONGEST_NAME)
    w = max(56, measure(shown, _NAME) + 18)
    strip = slab(w, 25, 3, (30, 32, 36), (20, 21, 24))
    ink = render(shown, _NAME)
    at = ((w - ink.width) // 2, (25 - ink.height) // 2)
    put(strip, tinted(ink.convert("L"), (244, 242, 234)), at)
    return strip


@cache
def chip(word: str, w: int, h: int, *, chosen: bool, dark: bool) -> Picture:
    """Return a small plate to click on, *word* on it."""
    low, high = ((92, 40, 42), (70, 24, 28)) if dark else ((236, 226, 202), (206, 194, 166))
    if chosen:
        low, high = (255, 206, 104), (240, 160, 40)
    plate = slab(w, h, 6, low, high)
    ink = INK if dark and not chosen else (52, 44, 36)
    write(plate, (w / 2, h / 2), word, 15 if w > 34 else 13, ink)
    return plate


@cache
def words(text: str, size: int, fill: Colour) -> Picture:
    """Return a line of text."""
    picture = blank(math.ceil(width(text, size)) + 4, size * 2)
    write(picture, (picture.width / 2, picture.height / 2), text, size, fill)
    return picture


@cache
def waves() -> Picture:
    """Return three arcs, the buzzer's sound."""
    w, h = 34, 52
    fine = blank(w * FINE, h * FINE)
    pen = ImageDraw.Draw(fine)
    for radius in (12, 20, 28):
        x, y, r = -4 * FINE, h * FINE / 2, radius * FINE
        pen.arc((x - r, y - r, x + r, y + r), -40, 40, fill=(*AMBER, 255), width=3 * FINE)
    return shrunk(fine)


def glass(shown: Picture | None, contrast: int) -> Picture:
    """Return the display: each pixel a small lit square, with the bloom that an OLED has."""
    dark = Image.new("RGB", (GLASS.w, GLASS.h), BLACK)
    if shown is None:
        return dark
    times = min(GLASS.w // shown.width, GLASS.h // shown.height)
    w, h = shown.width * times, shown.height * times
    strength = 0.35 + 0.65 * contrast / 255
    lit = shown.convert("L").resize((w, h), Image.Resampling.NEAREST)
    dots = ImageChops.multiply(lit, _cells(w, h, times)).point(lambda v: v * strength)
    bloom = lit.resize((shown.width * 2, shown.height * 2)).filter(ImageFilter.GaussianBlur(3))
    bloom = bloom.resize((w, h), Image.Resampling.BICUBIC).point(lambda v: v * 0.22 * strength)
    light = ImageChops.add(dots, bloom)
    colour = Image.merge("RGB", [light.point(lambda v, c=c: v * c / 255) for c in OLED])
    at = ((GLASS.w - w) // 2, (GLASS.h - h) // 2)
    dark.paste(ImageChops.add(dark.crop((*at, at[0] + w, at[1] + h)), colour), at)
    return dark


@cache
def _cells(w: int, h: int, times: int) -> Picture:
    cell = Image.new("L", (times, times), 0)
    ImageDraw.Draw(cell).rectangle((0, 0, times - 2, times - 2), fill=255)
    whole = Image.new("L", (w, h))
    for y in range(0, h, times):
        for x in range(0, w, times):
            whole.paste(cell, (x, y))
    return whole
