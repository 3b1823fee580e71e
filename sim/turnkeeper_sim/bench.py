"""What it takes to play a battle script by hand: fingers on a box, eyes on its glass, its state.

Two boxes can be played so: the one in this process (`workbench.py`), and the daemon on a real
kernel's pins, bus and port (tests/kernel).
"""

from typing import Protocol

from PIL import Image

from turnkeeper.errors import TurnkeeperError
from turnkeeper.session import Session
from turnkeeper.ui.page import Page


class Stuck(TurnkeeperError):
    """The box did not do what a gesture must make it do."""


class Bench(Protocol):
    """A box before one. Each finger waits until its gesture was taken and the glass is still."""

    @property
    def session(self) -> Session:
        """The battle, what is open at the front, and all that pages are made from."""

    @property
    def page(self) -> Page:
        """What the glass is to show now."""

    def press(self, name: str, *, held: bool = False) -> None:
        """Press a contact by its name: "seat1", "push", "next", "back"; or hold it."""

    def turn(self, steps: int) -> None:
        """Turn the knob, a detent at a time."""

    def throw(self, sides: int, face: int) -> bool:
        """Let a die come to rest on the tray; False where the tray refuses it."""

    def see(self) -> Image.Image:
        """Give the picture in the panel's memory."""

    def shows(self, page: Page) -> bool:
        """Whether the glass shows that page."""

    def close(self) -> None:
        """Switch the box off in good order."""
