"""The whole picture in the window, from what is to be seen; no window is needed to draw it."""

from dataclasses import dataclass, field
from functools import cache

from turnkeeper_sim import dice, furniture, parts
from turnkeeper_sim.art import INK, Colour, Picture, Point, put
from turnkeeper_sim.keyboard import SEATS as SEAT_KEYS
from turnkeeper_sim.layout import (
    BACK,
    CARDS,
    DIE,
    GLASS,
    GRILLE,
    KINDS,
    KNOB,
    MAT,
    NEXT,
    SEATS,
    SOCKET,
    TRAY,
    WELL,
    faces,
)
from turnkeeper_sim.seen import Seen

_SOFT: Colour = (176, 196, 186)
_ON_WOOD: Colour = (214, 200, 182)
_TROUBLE: Colour = (255, 196, 140)
_LONGEST_NOTE = 130  # letters
_NO_POWER = "The box has no power. Its battle is on the card."
_STARTING = "The box is starting."
_HINT = (
    "Your own button ends your turn, N a foe's. Hold yours for half a second: all that you may do."
)


@dataclass(frozen=True)
class Tray:
    """The dice tray: which die lies there, what it shows, and how it lies (degrees).

    *tens* is the first half of a d100's face while the other is still to come.
    """

    sides: int = 10
    shown: str = ""
    tilt: int = 0
    tens: int | None = None


@dataclass(frozen=True)
class View:
    """All that the picture depends on.

    *cards* are the labels of the memory cards, of which *card* is in the box.  *said* is what a key
    that does nothing comes to.
    """

    seen: Seen = field(default_factory=Seen)
    awaited: int = 0
    pressed: frozenset[str] = field(default_factory=frozenset)
    turned: int = 0
    tray: Tray = field(default_factory=Tray)
    cards: tuple[str, ...] = ()
    card: int = 0
    said: str = ""


def draw(view: View) -> Picture:
    """Return the picture of *view*, of the size that `layout.SIZE` says."""
    seen = view.seen
    scene = _still(plugged=seen.plugged, cards=bool(view.cards)).copy()
    scene.paste(parts.glass(seen.picture, seen.contrast), (GLASS.x, GLASS.y))
    if seen.buzzer:
        put(scene, parts.waves(), (GRILLE.x + GRILLE.w - 2, GRILLE.y - 8))
    knob = parts.knob(view.turned % 360, pressed="push" in view.pressed)
    put(scene, knob, (KNOB.x - knob.width // 2, KNOB.y - knob.height // 2))
    for name, room in (("next", NEXT), ("back", BACK)):
        key = parts.key(name.upper(), room.w, room.h, pressed=name in view.pressed)
        put(scene, key, (room.x - parts.KEY_EDGE, room.y - parts.KEY_EDGE))
    _draw_seats(scene, view)
    _draw_tray(scene, view)
    for n, (label, room) in enumerate(zip(view.cards, CARDS, strict=False)):
        card = parts.chip(label, room.w, room.h, chosen=n == view.card, dark=True)
        put(scene, card, (room.x, room.y))
    _draw_note(scene, view)
    return scene


def _draw_note(scene: Picture, view: View) -> None:
    """Write one line at the near edge of the mat."""
    words, fill, seen = _HINT, _SOFT, view.seen
    if seen.trouble:
        words, fill = seen.trouble[:_LONGEST_NOTE], _TROUBLE
    elif not seen.plugged:
        words = _NO_POWER
    elif not seen.ready:
        words = _STARTING
    elif view.said:
        words, fill = view.said, _TROUBLE
    _middle(scene, parts.words(words, 14, fill), (MAT.x + MAT.w / 2, 738))


def _draw_seats(scene: Picture, view: View) -> None:
    seen = view.seen
    for n, place in enumerate(SEATS):
        pressed = f"seat{n + 1}" in view.pressed
        button = parts.button(lit=seen.lamps[n], pressed=pressed, taken=bool(seen.names[n]))
        _middle(scene, button, place.middle)
        if seen.names[n]:
            _middle(scene, parts.tape(seen.names[n]), (place.x, place.y + 80))


def _draw_tray(scene: Picture, view: View) -> None:
    tray = view.tray
    asked = view.awaited == tray.sides and view.seen.ready
    shown = tray.shown or str(tray.sides)
    put(scene, dice.die(tray.sides, shown, asked=asked, tilt=tray.tilt), (DIE.x, DIE.y))
    for sides, room in KINDS.items():
        kind = parts.chip(f"d{sides}", room.w, room.h, chosen=sides == tray.sides, dark=True)
        put(scene, kind, (room.x, room.y))
    tens = None if tray.tens is None else f"{tray.tens}0"
    for room, word in faces(tray.sides):
        dark = tray.sides == 100 and len(word) == 1
        chip = parts.chip(word, room.w, room.h, chosen=word == tens, dark=dark)
        put(scene, chip, (room.x, room.y))
    if tray.sides != 100:
        _row(scene, (WELL.x + WELL.w / 2, 416), ["[1]", "-", "[0]", "set its face"])
    else:
        _row(scene, (WELL.x + WELL.w / 2, 416), ["tens, then ones"])


@cache
def _still(*, plugged: bool, cards: bool) -> Picture:
    """Return what lies still, the hints for the keyboard with it."""
    scene = furniture.desk(plugged=plugged)
    _middle(scene, parts.keycap("<"), (KNOB.x - 82, KNOB.y))
    _middle(scene, parts.keycap(">"), (KNOB.x + 82, KNOB.y))
    _middle(scene, parts.keycap("Enter"), (KNOB.x, KNOB.y + 83))
    _middle(scene, parts.keycap("N"), (NEXT.x + NEXT.w + 17, NEXT.middle[1]))
    _middle(scene, parts.keycap("B"), (BACK.x + BACK.w + 17, BACK.middle[1]))
    for key, place in zip(SEAT_KEYS, SEATS, strict=True):
        _middle(scene, parts.keycap(key.upper()), (place.x, place.y + 114))
    _row(scene, (TRAY.x + TRAY.w / 2, 272), ["[Space]", "throws it"])
    plug = "pulls the plug" if plugged else "plugs it in"
    _row(scene, (SOCKET.x + 85, 668), ["[P]", plug], _ON_WOOD)
    if cards:
        _row(scene, (SOCKET.x + 80, 758), ["[C]", "game", "[Ctrl]", "[Q]", "leaves"], _ON_WOOD)
    else:
        _row(scene, (SOCKET.x + 85, 758), ["[Ctrl]", "[Q]", "leaves"], _ON_WOOD)
    return scene


def _row(scene: Picture, at: Point, things: list[str], fill: Colour = INK) -> None:
    """Put key caps, `[like this]`, and words side by side, with their middle at *at*."""
    pictures = [
        parts.keycap(thing[1:-1]) if thing.startswith("[") else parts.words(thing, 14, fill)
        for thing in things
    ]
    gap = 6
    x = at[0] - (sum(picture.width for picture in pictures) + gap * (len(pictures) - 1)) / 2
    for picture in pictures:
        put(scene, picture, (x, at[1] - picture.height / 2))
        x += picture.width + gap


def _middle(scene: Picture, part: Picture, at: Point) -> None:
    put(scene, part, (at[0] - part.width / 2, at[1] - part.height / 2))
