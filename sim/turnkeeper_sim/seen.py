"""What eyes and ears take in of the box."""

from dataclasses import dataclass

from PIL import Image

SEATS = 8


@dataclass(frozen=True)
class Seen:
    """The box as it looks and sounds now: all of it may be drawn again at any time.

    *plugged*: it has power.  *ready*: it is up, and answers.  *contrast* is the panel's register,
    0 to 255.  *trouble* is one sentence, empty when all is well.
    """

    plugged: bool = False
    ready: bool = False
    picture: Image.Image | None = None
    contrast: int = 0
    lamps: tuple[bool, ...] = (False,) * SEATS
    names: tuple[str, ...] = ("",) * SEATS
    buzzer: bool = False
    trouble: str = ""
