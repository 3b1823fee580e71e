"""The window: the desk drawn large, worked by mouse and keyboard.

It draws only when the picture has changed.
"""

import os
import sys
import threading
import time

import pygame

from turnkeeper_sim import keyboard, layout
from turnkeeper_sim.art import Picture
from turnkeeper_sim.desk import Desk
from turnkeeper_sim.hands import TUMBLE, Hands
from turnkeeper_sim.parts import button
from turnkeeper_sim.scene import View, draw

TITLE = "turnkeeper"
LARGEST = 0.92  # of the screen
BLIND = ("offscreen", "dummy")  # drivers that SDL falls back to without a word
LEFT_BUTTON = 1
LOOK = 0.015  # seconds between looks for a hand; pygame's own wait looks every millisecond


def screen_there() -> bool:
    """Whether a window could be seen."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    try:
        pygame.display.init()
    except pygame.error:
        return False
    seen = pygame.display.get_driver() not in BLIND
    pygame.display.quit()
    return seen


class Bell(threading.Event):
    """Rung by the desk from its threads when it has changed."""

    def ring(self) -> None:
        """Wake the window."""
        self.set()


class Window:
    """The window on *desk*, which is plugged in already or not; *bell* rings when it changes."""

    def __init__(self, desk: Desk, bell: Bell) -> None:
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        pygame.display.init()
        pygame.display.set_caption(TITLE)
        pygame.display.set_icon(_surface(button(lit=True, pressed=False, taken=True)))
        self._screen = pygame.display.set_mode(_fitting(), pygame.RESIZABLE)
        self._desk, self._bell = desk, bell
        self._hands = Hands(desk)
        self._shown: View | None = None
        self._open = True
        self._turns_at = 0.0  # when the die in the air turns over next

    def run(self) -> None:
        """Serve mouse, keyboard and box until the window is closed."""
        while self._open:
            for event in pygame.event.get():
                self._take(event)
            if self._bell.is_set():
                self._bell.clear()
                self._hands.look()
            if self._hands.falling and time.monotonic() >= self._turns_at:
                self._turns_at = time.monotonic() + TUMBLE[1]
                self._hands.tumble()
            self._show()
            self._bell.wait(LOOK)
        pygame.display.quit()

    def _take(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN:
            self._key_down(event)
        elif event.type == pygame.KEYUP:
            self._hands.key_up(pygame.key.name(event.key))
        elif event.type in (pygame.WINDOWCLOSE, pygame.QUIT):
            self._open = False
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._hands.let_go()
        elif event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWEXPOSED):
            self._shown = None
        else:
            self._take_mouse(event)

    def _take_mouse(self, event: pygame.event.Event) -> None:
        hands = self._hands
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            hands.mouse_down(self._on_desk(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == LEFT_BUTTON:
            hands.mouse_up()
        elif event.type == pygame.MOUSEMOTION:
            hands.mouse_moved(self._on_desk(event.pos))
        elif event.type == pygame.MOUSEWHEEL and event.y:
            hands.turn(-event.y)  # away from oneself is up the list

    def _key_down(self, event: pygame.event.Event) -> None:
        name = pygame.key.name(event.key)
        if name == keyboard.LEAVE and event.mod & pygame.KMOD_CTRL:
            self._open = False
        else:
            self._hands.key_down(name, shift=bool(event.mod & pygame.KMOD_SHIFT))

    # The picture in the window: as large as fits, in the middle

    def _placed(self) -> tuple[float, float, float]:
        w, h = self._screen.get_size()
        times = min(w / layout.SIZE[0], h / layout.SIZE[1])
        return times, (w - times * layout.SIZE[0]) / 2, (h - times * layout.SIZE[1]) / 2

    def _on_desk(self, at: tuple[int, int]) -> layout.Point:
        times, left, top = self._placed()
        return (at[0] - left) / times, (at[1] - top) / times

    def _show(self) -> None:
        hands = self._hands
        seen, awaited = self._desk.seen, self._desk.awaited
        labels = tuple(card.label for card in self._desk.cards)
        view = View(
            *(seen, awaited, hands.pressed, hands.turned, hands.tray),
            *(labels, self._desk.card, hands.said),
        )
        if view == self._shown:
            return
        self._shown = view
        picture = _surface(draw(view))
        self._screen = pygame.display.get_surface() or self._screen
        times, left, top = self._placed()
        if times != 1:
            size = (round(layout.SIZE[0] * times), round(layout.SIZE[1] * times))
            picture = pygame.transform.smoothscale(picture, size)
            self._screen.fill((0, 0, 0))
        self._screen.blit(picture, (round(left), round(top)))
        pygame.display.flip()


def _surface(picture: Picture) -> pygame.Surface:
    return pygame.image.frombytes(picture.tobytes(), picture.size, "RGBA")


def _fitting() -> tuple[int, int]:
    """Return the window's size: as large as the screen lets it; above its own in whole steps.

    Whole, since a picture enlarged by a fraction is blurred.
    """
    wide, high = pygame.display.get_desktop_sizes()[0]
    times = min(LARGEST * wide / layout.SIZE[0], LARGEST * high / layout.SIZE[1])
    times = times if times < 1 else int(times)
    return round(layout.SIZE[0] * times), round(layout.SIZE[1] * times)
