"""The dice in the tray: which there are, how they fall, and how they look."""

import math
import secrets
from functools import cache

from PIL import ImageDraw

from turnkeeper_sim.art import (
    FINE,
    IVORY,
    Colour,
    Picture,
    Point,
    blank,
    halo,
    lay,
    mixed,
    put,
    shrunk,
    write,
)

SIDES = (6, 10, 20, 100)
PERCENT = 100  # thrown and set as tens and ones
DIE_SIZE = 170
_SHADOW: Colour = (150, 138, 112)
_REACH = 0.41  # of the picture, from its middle to the die's farthest corner

Face = tuple[list[Point], float]  # corners, and how much light falls on it, 0 to 1


def throw(sides: int) -> int:
    """Return the face that a fair die of *sides* comes to rest on, 1 to *sides*."""
    return 1 + secrets.randbelow(sides)


@cache
def die(sides: int, shown: str, *, asked: bool, tilt: int) -> Picture:
    """Return a die with *shown* on top, *tilt* degrees round; an *asked* one stands in light."""
    fine = blank(DIE_SIZE * FINE, DIE_SIZE * FINE)
    pen = ImageDraw.Draw(fine)
    body, faces = _solid(sides)
    for corners, light in faces:
        fill = (*mixed(_SHADOW, IVORY, light), 255)
        pen.polygon(_placed(corners, tilt), fill=fill)
    outline = _placed(body, tilt)
    pen.line([*outline, outline[0]], fill=(112, 100, 78, 255), width=FINE, joint="curve")
    solid = shrunk(fine)
    picture = blank(DIE_SIZE, DIE_SIZE)
    if asked:
        put(picture, halo(solid.getchannel("A").point(lambda a: a * 0.8), 9), (0, 0))
    lay(picture, solid, (0, 0), 6, 6)
    height = 34 if sides == 20 or len(shown) > 2 else 46
    down = 0.5 if sides in (6, 20) else 0.465
    write(picture, (DIE_SIZE / 2, DIE_SIZE * down), shown, height, (44, 40, 36))
    return picture


def _placed(corners: list[Point], tilt: int) -> list[Point]:
    c, s = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    size = DIE_SIZE * FINE
    return [
        ((0.5 + _REACH * (x * c - y * s)) * size, (0.5 + _REACH * (x * s + y * c)) * size)
        for x, y in corners
    ]


def _solid(sides: int) -> tuple[list[Point], list[Face]]:
    """Return a die's outline and the faces that are seen, within -1 to 1."""
    return {6: _cube, 20: _twenty}.get(sides, _kite)()


def _cube() -> tuple[list[Point], list[Face]]:
    body: list[Point] = [(-0.72, -0.72), (0.72, -0.72), (0.72, 0.72), (-0.72, 0.72)]
    top: list[Point] = [(-0.62, -0.62), (0.62, -0.62), (0.62, 0.62), (-0.62, 0.62)]
    return body, [(body, 0.7), (top, 1.0)]


def _twenty() -> tuple[list[Point], list[Face]]:
    third = math.pi / 3
    body: list[Point] = [(math.sin(k * third), -math.cos(k * third)) for k in range(6)]
    top, right, low_right, bottom, low_left, left = body
    a, b, c = ((0.62 * math.sin(k * third), -0.62 * math.cos(k * third)) for k in (0, 2, 4))
    return body, [
        ([top, right, a], 0.85), ([top, a, left], 0.95),
        ([a, right, b], 0.62), ([a, c, left], 0.8),
        ([right, low_right, b], 0.35), ([left, c, low_left], 0.55),
        ([low_right, bottom, b], 0.2), ([bottom, low_left, c], 0.3),
        ([b, bottom, c], 0.38), ([a, b, c], 1.0),
    ]  # fmt: skip


def _kite() -> tuple[list[Point], list[Face]]:
    body: list[Point] = [
        (0, -1.0), (0.95, -0.12), (0.95, 0.16), (0, 0.98), (-0.95, 0.16), (-0.95, -0.12),
    ]  # fmt: skip
    top, right, low_right, bottom, low_left, left = body
    near_right, near, near_left = (0.56, 0.22), (0.0, 0.56), (-0.56, 0.22)
    return body, [
        ([top, right, low_right, near_right], 0.62),
        ([top, near_right, near, near_left], 1.0),
        ([top, near_left, low_left, left], 0.8),
        ([near_right, low_right, bottom, near], 0.28),
        ([near_left, near, bottom, low_left], 0.42),
    ]
