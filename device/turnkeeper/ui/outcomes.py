"""What a gesture comes to: nothing but another page, or one of these."""

from dataclasses import dataclass

from turnkeeper.rules.command import Command


@dataclass(frozen=True, slots=True)
class Take:
    """An event for the battle, if the rules allow it."""

    command: Command


@dataclass(frozen=True, slots=True)
class BoxRolls:
    """The box is to roll a die of so many *sides* for *name*."""

    name: str
    sides: int


@dataclass(frozen=True, slots=True)
class Begin:
    """A battle is to begin: with that encounter of the home page."""

    meeting: int


@dataclass(frozen=True, slots=True)
class Leave:
    """The battle that is over is left for the home page."""


@dataclass(frozen=True, slots=True)
class GiveSeats:
    """The buttons of pods are to be given to seats."""


@dataclass(frozen=True, slots=True)
class Return:
    """Back from the home page to the battle that was just left."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """It cannot be done: a soft sound, and a sentence that says why."""

    reason: str


Outcome = Take | BoxRolls | Begin | Leave | GiveSeats | Return | Refuse
