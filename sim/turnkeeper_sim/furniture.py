"""What lies still: the table, the play mat, the case, the dice tray, the plug and its cable."""

import math
from functools import cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from turnkeeper_sim.art import (
    BLACK,
    FINE,
    Colour,
    Picture,
    Point,
    blank,
    disc,
    grain,
    lay,
    put,
    shrunk,
    slab,
    tinted,
    write,
)
from turnkeeper_sim.layout import CABLE, CASE, GLASS, GRILLE, MAT, SIZE, SOCKET, TRAY, WELL

_STITCH: Colour = (120, 160, 140)
_HEXAGON = 42  # pixels a side, drawn at twice the size


def desk(*, plugged: bool) -> Picture:
    """Return the whole desk, with nothing on it that moves."""
    scene = _under_the_box().copy()
    end = (SOCKET.x + 80, SOCKET.y + (58 if plugged else 152))
    way: list[Point] = [(CASE.x + CASE.w - 6, CASE.y + 404), (952, 462), (1010, 469), (1074, 486)]
    room = (CABLE.x, CABLE.y)
    cable = _cable([(x - CABLE.x, y - CABLE.y) for x, y in (*way, end)])
    lay(scene, cable, room, 4, 3)
    lay(scene, _case(), (CASE.x, CASE.y), 14, 10)
    put(scene, _socket(plugged=plugged), (SOCKET.x, SOCKET.y))
    return scene


@cache
def _under_the_box() -> Picture:
    scene = _table()
    lay(scene, _mat(), (MAT.x, MAT.y), 10, 6)
    lay(scene, _tray(), (TRAY.x, TRAY.y), 14, 10)
    return scene


def _table() -> Picture:
    """Return dark wood, lighter in the middle."""
    w, h = SIZE
    veins = ImageChops.add(grain(w, h, 160, 4, 1), grain(w, h, 60, 2, 2), 2)
    veins = veins.point(lambda v: 104 + v * 0.26)
    wood = Image.merge("RGB", [veins.point(lambda v, c=c: v * c / 160) for c in (88, 62, 46)])
    light = Image.new("L", (w // 8, h // 8), 0)
    ImageDraw.Draw(light).ellipse((-20, -40, w // 8 + 20, h // 8 + 20), fill=255)
    light = light.filter(ImageFilter.GaussianBlur(28)).resize((w, h))
    dim = wood.point(lambda v: v * 0.45)
    return Image.composite(wood, dim, light).convert("RGBA")


def _mat() -> Picture:
    """Return green felt with a faint grid of hexagons and a sewn edge."""
    w, h = MAT.w, MAT.h
    felt = slab(w, h, 14, (40, 78, 68), (26, 56, 52))
    shape = felt.getchannel("A")
    put(felt, tinted(grain(w, h, 1, 1, 3).point(lambda v: v * 0.10), (10, 24, 22)), (0, 0))
    put(felt, _hexagons(w, h), (0, 0))
    pen = ImageDraw.Draw(felt)
    for x in range(22, w - 26, 12):
        for y in (10, h - 11):
            pen.line((x, y, x + 6, y), fill=_STITCH)
    for y in range(22, h - 26, 12):
        for x in (10, w - 11):
            pen.line((x, y, x, y + 6), fill=_STITCH)
    felt.putalpha(shape)
    return felt


def _hexagons(w: int, h: int) -> Picture:
    lines = blank(w * 2, h * 2)
    pen = ImageDraw.Draw(lines)
    across, down = _HEXAGON * math.sqrt(3), _HEXAGON * 1.5
    for row in range(math.ceil(h * 2 / down) + 1):
        for column in range(math.ceil(w * 2 / across) + 1):
            x, y = (column + row % 2 / 2) * across, row * down
            angles = [k * math.pi / 3 for k in range(6)]
            corners = [(x + _HEXAGON * math.sin(a), y + _HEXAGON * math.cos(a)) for a in angles]
            pen.polygon(corners, outline=(190, 230, 210, 24), width=2)
    return lines.resize((w, h), Image.Resampling.LANCZOS)


@cache
def _case() -> Picture:
    """Return the box's front: painted metal, with the display's window cut into it."""
    front = slab(CASE.w, CASE.h, 22, (88, 91, 97), (46, 48, 53))
    put(front, slab(CASE.w - 4, CASE.h - 4, 20, (60, 63, 68), (41, 43, 47)), (2, 2))
    spray = grain(CASE.w, CASE.h, 1, 1, 4).point(lambda v: v * 0.07)
    put(front, tinted(ImageChops.multiply(spray, front.getchannel("A")), (255, 255, 255)), (0, 0))
    x, y = GLASS.x - CASE.x, GLASS.y - CASE.y
    window = slab(GLASS.w + 44, GLASS.h + 44, 12, (24, 25, 28), (98, 101, 107))
    put(front, window, (x - 22, y - 22))
    put(front, slab(GLASS.w + 40, GLASS.h + 40, 10, BLACK, BLACK), (x - 20, y - 20))
    hole = disc(7, (12, 12, 14), (32, 33, 36))
    for row in range(3):
        for column in range(GRILLE.w // 12):
            put(front, hole, (GRILLE.x - CASE.x + column * 12, GRILLE.y - CASE.y + row * 12))
    screw = disc(14, (150, 152, 156), (84, 86, 90))
    ImageDraw.Draw(screw).line((4, 10, 10, 4), fill=(40, 41, 44, 255), width=2)
    for corner in ((7, 7), (CASE.w - 21, 7), (7, CASE.h - 21), (CASE.w - 21, CASE.h - 21)):
        put(front, screw, corner)
    write(front, (x + GLASS.w / 2, CASE.h - 13), "t u r n k e e p e r", 12, (158, 160, 164))
    return front


def _tray() -> Picture:
    """Return the dice tray: a rim of wood around red felt."""
    rim = slab(TRAY.w, TRAY.h, 20, (150, 104, 66), (98, 64, 40))
    veins = grain(TRAY.w, TRAY.h, 3, 60, 5).point(lambda v: v * 0.25)
    put(rim, tinted(ImageChops.multiply(veins, rim.getchannel("A")), (60, 34, 18)), (0, 0))
    x, y = WELL.x - TRAY.x, WELL.y - TRAY.y
    put(rim, slab(WELL.w + 4, WELL.h + 4, 12, (54, 32, 20), (176, 128, 86)), (x - 2, y - 2))
    well = slab(WELL.w, WELL.h, 10, (70, 20, 26), (104, 34, 38))
    nap = grain(WELL.w, WELL.h, 1, 1, 6).point(lambda v: v * 0.12)
    put(well, tinted(ImageChops.multiply(nap, well.getchannel("A")), (30, 8, 10)), (0, 0))
    put(rim, well, (x, y))
    return rim


def _socket(*, plugged: bool) -> Picture:
    """Return the socket that feeds the box, the plug in it or beside it."""
    picture = blank(SOCKET.w, SOCKET.h)
    plate = slab(104, 104, 14, (238, 234, 224), (208, 202, 190))
    put(plate, slab(98, 98, 12, (230, 225, 214), (222, 216, 204)), (3, 3))
    put(plate, disc(72, (180, 174, 162), (236, 231, 220)), (16, 16))
    put(plate, disc(68, (206, 200, 188), (218, 212, 200)), (18, 18))
    for x in (34, 58):
        put(plate, disc(12, (30, 30, 32), (52, 52, 54)), (x, 46))
    lay(picture, plate, (33, 6), 6, 4)
    if plugged:
        lay(picture, disc(66, (74, 76, 82), (30, 31, 34)), (52, 25), 5, 4)
        put(picture, disc(52, (44, 46, 50), (58, 60, 65)), (59, 32))
        lay(picture, slab(18, 26, 8, (74, 76, 82), (34, 35, 38)), (76, 45), 2, 2)
    else:
        for y in (138, 157):
            put(picture, slab(16, 7, 3, (214, 214, 208), (150, 150, 146)), (125, y))
        lay(picture, slab(62, 42, 12, (74, 76, 82), (30, 31, 34)), (68, 130), 5, 4)
    return picture


def _cable(points: list[Point]) -> Picture:
    """Return a black cable through *points*."""
    wide = blank(CABLE.w * FINE, CABLE.h * FINE)
    pen = ImageDraw.Draw(wide)
    way = [(FINE * x, FINE * y) for x, y in _curve(points)]
    for width, shade in ((8, (18, 18, 20, 255)), (3, (56, 57, 61, 255))):
        pen.line(way, fill=shade, width=width * FINE, joint="curve")
    return shrunk(wide)


def _curve(points: list[Point]) -> list[Point]:
    """Return a smooth way through *points* (Catmull and Rom's)."""
    line = [points[0], *points, points[-1]]
    way: list[Point] = []
    for a, b, c, d in zip(line, line[1:], line[2:], line[3:], strict=False):
        for step in range(24):
            t = step / 24
            before = t * (-0.5 + t * (1 - t * 0.5))
            after = t * t * (t - 1) / 2
            at = 1 + t * t * (1.5 * t - 2.5)
            ahead = t * (0.5 + t * (2 - 1.5 * t))
            weights = (before, at, ahead, after)
            x, y = (
                sum(
                    weight * point[axis]
                    for weight, point in zip(weights, (a, b, c, d), strict=True)
                )
                for axis in (0, 1)
            )
            way.append((x, y))
    return [*way, points[-1]]
