"""What people do at the front: a press, a hold, a turn of the knob, a die coming to rest."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Button:
    """The big button of a *seat*, 1 to 24, was pressed, or *held* for half a second."""

    seat: int
    held: bool = False


@dataclass(frozen=True, slots=True)
class Knob:
    """The GM's knob was turned by *steps*, clockwise above 0."""

    steps: int


@dataclass(frozen=True, slots=True)
class Push:
    """The GM's knob was pushed, or *held* down for half a second."""

    held: bool = False


@dataclass(frozen=True, slots=True)
class Key:
    """One of the GM's two keys was pressed, or *held* for half a second."""

    name: Literal["next", "back"]
    held: bool = False


@dataclass(frozen=True, slots=True)
class Die:
    """A die of so many *sides* came to rest on the tray and shows *face*."""

    sides: int
    face: int


Gesture = Button | Knob | Push | Key | Die
