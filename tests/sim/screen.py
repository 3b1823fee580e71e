"""A screen of Xvfb's, its mouse and its keyboard, and a desk behind a window on it."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image, ImageGrab

from tests.sim.conftest import until
from turnkeeper_sim import keyboard, layout
from turnkeeper_sim.seen import Seen


class Screen:
    """A screen by its name (`:99`), and what can be done to it."""

    def __init__(self, display: str) -> None:
        self.display = display
        self.environment = {**os.environ, "DISPLAY": display, "SDL_VIDEO_WINDOW_POS": "0,0"}
        self.environment.pop("WAYLAND_DISPLAY", None)
        self.environment.pop("SDL_VIDEODRIVER", None)

    def do(self, *words: str) -> None:
        """Let xdotool move the mouse or press keys."""
        subprocess.run(["xdotool", *words], env=self.environment, check=True)

    def picture(self) -> Image.Image:
        """Return what is on the screen where the desk should be."""
        whole = ImageGrab.grab(xdisplay=self.display)
        return whole.crop((0, 0, *layout.SIZE)).convert("RGB")


@contextmanager
def xvfb() -> Iterator[Screen]:
    """Start Xvfb on a display that is free, and end it."""
    read, write = os.pipe()
    with subprocess.Popen(
        # -r: a key that is held repeats, and on a busy machine that looks like two presses.
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x900x24", "-noreset", "-r"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    ) as server:
        os.close(write)
        with os.fdopen(read) as told:
            number = told.readline().strip()
        try:
            yield Screen(f":{number}")
        finally:
            server.terminate()


class Behind:
    """The desk behind a window: what is seen is read off the screen's pixels."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def work_plug(self) -> None:
        """Pull the plug or plug it in, as this hand does."""
        raise NotImplementedError

    def switch(self) -> None:
        """Work the plug; where it was pulled, wait until the glass is dark."""
        was_dark = self._dark()
        self.work_plug()
        until(lambda: was_dark or self._dark())

    def awaits(self, sides: int) -> None:
        """Wait until the tray has taken that die, as it does when the box asks for it."""
        room = layout.KINDS[sides]
        until(lambda: _amber(self._screen.picture().getpixel((room.x + 6, room.y + 6))))

    def _dark(self) -> bool:
        return self.seen.picture is not None and self.seen.picture.getbbox() is None

    @property
    def seen(self) -> Seen:
        """The display's pixels, each from the middle of its square, and the lamps' light."""
        picture = self._screen.picture()
        room, times = layout.GLASS, 5
        glass = picture.crop((room.x, room.y, room.x + room.w, room.y + room.h)).convert("L")
        middles = Image.Transform.AFFINE
        small = glass.transform((128, 64), middles, (times, 0, 0, 0, times, 0))
        bright = small.point(lambda v: 255 if v > 128 else 0).convert("1")
        lamps = [picture.getpixel((place.x, place.y + 20)) for place in layout.SEATS]
        lit = tuple(map(_amber, lamps))
        return Seen(plugged=True, ready=True, picture=bright, lamps=lit)


def _amber(colour: object) -> bool:
    """Whether that is the light of a lamp, or of a plate that is chosen."""
    return isinstance(colour, tuple) and colour[0] > 200


class ByKeys(Behind):
    """The desk worked by the keyboard alone."""

    def _key(self, part: str) -> str:
        key = next(key for key, pressed in keyboard.PRESSED.items() if pressed == part)
        return {"return": "Return"}.get(key, key)

    def touch(self, name: str, seconds: float) -> None:
        """Press a key of the keyboard for so long; in one piece, that no busy machine stretches."""
        key = self._key(name)
        self._screen.do("keydown", key, "sleep", str(seconds), "keyup", key)

    def turn(self, steps: int) -> None:
        """Turn the knob by its keys."""
        self._screen.do("key", *["Right" if steps > 0 else "Left"] * abs(steps))

    def throw(self, sides: int, face: int) -> None:
        """Set the die in the tray, a d10 or a d20, to a face."""
        self.awaits(sides)
        self._screen.do("key", f"{'shift+' if face > 10 else ''}{face % 10}")

    def work_plug(self) -> None:
        """Press the plug's key."""
        self._screen.do("key", "p")


class ByMouse(Behind):
    """The desk worked by the mouse alone."""

    def _at(self, place: layout.Point, *words: str) -> None:
        self._screen.do("mousemove", str(round(place[0])), str(round(place[1])), *words)

    def touch(self, name: str, seconds: float) -> None:
        """Press the button of the mouse on a part for so long."""
        parts = {"push": layout.CAP.middle, "next": layout.NEXT.middle, "back": layout.BACK.middle}
        for seat, place in enumerate(layout.SEATS, start=1):
            parts[f"seat{seat}"] = place.middle
        self._at(parts[name], "mousedown", "1", "sleep", str(seconds), "mouseup", "1")

    def turn(self, steps: int) -> None:
        """Turn the knob by the wheel."""
        button = "5" if steps > 0 else "4"
        self._at(layout.KNOB.middle, "click", "--repeat", str(abs(steps)), button)

    def throw(self, sides: int, face: int) -> None:
        """Click on a face of the die."""
        self.awaits(sides)
        place, _ = layout.faces(sides)[face - 1]
        self._at(place.middle, "click", "1")

    def work_plug(self) -> None:
        """Click on the plug."""
        self._at(layout.SOCKET.middle, "click", "1")
