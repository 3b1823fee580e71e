"""Where everything lies on the desk.

Measures are pixels of a picture of `SIZE`, which the window scales to its own size.
"""

from dataclasses import dataclass

SIZE = (1280, 800)

Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """A rectangle: its left and upper edge, its width and height."""

    x: int
    y: int
    w: int
    h: int

    @property
    def middle(self) -> tuple[int, int]:
        """The point in its middle."""
        return self.x + self.w // 2, self.y + self.h // 2

    def holds(self, at: Point) -> bool:
        """Whether the point lies in it."""
        return self.x <= at[0] < self.x + self.w and self.y <= at[1] < self.y + self.h


@dataclass(frozen=True)
class Disc:
    """A circle."""

    x: int
    y: int
    radius: int

    @property
    def middle(self) -> tuple[int, int]:
        """Its centre."""
        return self.x, self.y

    def holds(self, at: Point) -> bool:
        """Whether the point lies in it."""
        return (at[0] - self.x) ** 2 + (at[1] - self.y) ** 2 <= self.radius**2


# The box
CASE = Box(36, 32, 904, 420)
GLASS = Box(78, 72, 640, 320)  # 128 x 64 at five to one
KNOB = Disc(838, 146, 60)  # its rim turns,
CAP = Disc(838, 146, 46)  # its middle is pushed
NEXT = Box(772, 266, 132, 56)
BACK = Box(772, 356, 132, 56)
GRILLE = Box(752, 44, 36, 36)

# The dice tray
TRAY = Box(972, 32, 276, 420)
WELL = Box(990, 50, 240, 384)
KINDS = {sides: Box(1000 + 56 * n, 60, 52, 26) for n, sides in enumerate((6, 10, 20, 100))}
DIE = Box(1025, 92, 170, 170)
FACES = Box(1000, 290, 220, 108)

# The mat, and the seats' buttons on it
MAT = Box(36, 484, 1020, 282)
SEATS = tuple(Disc(109 + 125 * n, 566, 50) for n in range(8))

# The plug, and where its cable may lie
CABLE = Box(900, 400, 320, 280)
SOCKET = Box(1080, 478, 170, 176)

# The memory cards, two by two
CARDS = tuple(Box(1072 + 90 * (n % 2), 688 + 28 * (n // 2), 86, 24) for n in range(4))


def faces(sides: int) -> list[tuple[Box, str]]:
    """Return the plates that set a die to a face, with the words on them.

    A d100 is two dice, tens and ones, each of ten faces from 0 to 9.
    """
    words = [str(face) for face in range(1, sides + 1)]
    if sides == 100:
        words = [f"{ten}0" for ten in range(10)] + [str(one) for one in range(10)]
    columns = 5 if sides in (10, 20, 100) else 3
    rows = -(-len(words) // columns)
    w, h = (FACES.w + 4) // columns, min(48, (FACES.h + 4) // rows)
    return [
        (Box(FACES.x + n % columns * w, FACES.y + n // columns * h, w - 4, h - 4), word)
        for n, word in enumerate(words)
    ]


def card_at(at: Point) -> int | None:
    """Return which memory card lies there, counted from 0, if any."""
    return next((n for n, place in enumerate(CARDS) if place.holds(at)), None)


def part_at(at: Point) -> str | None:
    """Return the name of the part that a finger at *at* presses, if any."""
    for seat, place in enumerate(SEATS, start=1):
        if place.holds(at):
            return f"seat{seat}"
    named = (("push", CAP), ("next", NEXT), ("back", BACK))
    return next((name for name, place in named if place.holds(at)), None)
