"""What a die can show, as the link reads it.

The link hands a face over as it was sent: 0 stays 0, and the rules make it 10 or 100 (ALL-09).
"""

from turnkeeper.link.frames import decimal

MOST_SIDES = 100
MOST_FACE = 999  # what a tray could send, right or wrong


def has_face(sides: int, face: int) -> bool:
    """Whether a die of *sides* shows *face*: 1 to *sides*, and 0 on a d10 or a d100 (ALL-09)."""
    return 1 <= face <= sides or (face == 0 and sides in (10, 100))


def faces(sides: int) -> str:
    """Tell in words what a die shows: "a d10 shows 1 to 10, or 0 for 10"."""
    shown = f"a d{sides} shows 1 to {sides}"
    return shown + f", or 0 for {sides}" if has_face(sides, 0) else shown


def sides_of(die: str) -> int | None:
    """Read "d20": 2 to 100 sides; None if it is no die."""
    sides = decimal(die[1:], MOST_SIDES) if die[:1] == "d" else None
    return None if sides is None or sides < 2 else sides


def die_and_face(words: str) -> tuple[int, int] | None:
    """Read "d20 17", or "d20 21" too: any face up to 999; None if it is no die and face."""
    die, _, shown = words.partition(" ")
    sides, face = sides_of(die), decimal(shown, MOST_FACE)
    return None if sides is None or face is None else (sides, face)
