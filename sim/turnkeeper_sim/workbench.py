"""The whole box in one process: the real daemon in a thread, among simulated parts.

For whoever must look inside while fingers work outside: the playing of scripts through the device,
and the benchmarks. The window's box is a process of its own (`box.py`).
"""

import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from gpiozero import Device
from PIL import Image

from turnkeeper.config import Config, Folders, PortSettings
from turnkeeper.daemon import Daemon
from turnkeeper.session import Session
from turnkeeper.ui.draw import draw
from turnkeeper.ui.page import Page
from turnkeeper_sim.bench import Stuck
from turnkeeper_sim.bus import ModelBus
from turnkeeper_sim.panel_model import Panel
from turnkeeper_sim.pod import Pod
from turnkeeper_sim.wires import WatchedFactory

PATIENCE = 5.0
"""Seconds until what must happen has happened."""
SETTLE = 0.0002
"""Simulated contacts do not bounce, so they settle at once."""
HOLD = 0.56
QUADRATURE = ((0, 1), (0, 0), (1, 0), (1, 1))
"""Levels of the knob's A and B over one detent clockwise: A closes first."""


class Workbench:
    """A box with its state in *folder*, where party.toml and encounters/ may lie.

    Fingers are methods; each waits until the daemon has taken the gesture and the glass is still.
    Where *config* names ports, the pods there are played, and the tray is plugged into nothing.
    """

    def __init__(self, folder: Path, config: Config | None = None) -> None:
        """Plug it in, and wait until a press would count."""
        config = config or Config()
        self.tray = Pod(folder / "tray")
        self.config = msgspec.structs.replace(
            config,
            folders=Folders(state=folder / "state", parties=(folder,)),
            ports=PortSettings(paths=config.ports.paths or (str(folder / "tray"),)),
        )
        display = self.config.display
        self.panel = Panel(display.driver, display.width, display.height)
        self.bus = ModelBus(self.panel)
        self.factory = WatchedFactory(lambda *_: None)
        Device.pin_factory = self.factory
        ready = threading.Event()
        self.daemon = Daemon(
            self.config, open_bus=lambda *_: self.bus, on_ready=ready.set, settle=SETTLE
        )
        self._thread = threading.Thread(target=self.daemon.run, name="box", daemon=True)
        self._thread.start()
        self.until(ready.is_set, "the box is ready")
        self.see()

    def close(self) -> None:
        """Switch the box off in good order."""
        self.daemon.stop()
        self._thread.join(PATIENCE)
        self.tray.close()

    @property
    def session(self) -> Session:
        """The daemon's own."""
        return self.daemon.session

    @property
    def page(self) -> Page:
        """What the daemon has shown last."""
        return self.daemon.shown.page

    # Fingers

    def press(self, name: str, *, held: bool = False) -> None:
        """Press a contact by its name: "seat1", "push", "next", "back"; or hold it."""
        before = self.daemon.handled
        self.level(name, down=True)
        time.sleep(HOLD if held else 2 * SETTLE)
        self.level(name, down=False)
        self.until(lambda: self.daemon.handled > before, f"{name} counts")
        self.see()
        time.sleep(2 * SETTLE)  # or the next press would be this one's bounce

    def turn(self, steps: int) -> None:
        """Turn the knob, a detent at a time."""
        pins = self.config.pins
        before = self.daemon.handled
        for _ in range(abs(steps)):
            for a, b in QUADRATURE:
                first, second = (a, b) if steps > 0 else (b, a)
                self._drive(pins.knob_a, first)
                self._drive(pins.knob_b, second)
        self.until(lambda: self.daemon.handled >= before + abs(steps), "the knob counts")
        self.see()

    def throw(self, sides: int, face: int) -> bool:
        """Let a die come to rest on the tray; False where the tray refuses it."""
        before = self.daemon.handled
        if not self.tray.throw(sides, face):
            return False
        self.until(lambda: self.daemon.handled > before, "the die counts")
        self.see()
        return True

    def level(self, name: str, *, down: bool) -> None:
        """Close or open a contact."""
        pins = self.config.pins
        if name.startswith("seat"):
            number = pins.seats[int(name[4:]) - 1]
        else:
            number = {"push": pins.knob_push, "next": pins.next, "back": pins.back}[name]
        self._drive(number, 0 if down else 1)

    def _drive(self, number: int, level: int) -> None:
        pin = self.factory.pin(f"GPIO{number}")
        if level:
            pin.drive_high()
        else:
            pin.drive_low()

    # Eyes

    def see(self) -> Image.Image:
        """Wait until the glass shows what was shown last; gives the picture in its memory."""
        if not self.daemon.shown.display.settle(PATIENCE):
            raise Stuck("the picture does not reach the glass")
        return self.panel.picture()

    def shows(self, page: Page) -> bool:
        """Whether the glass shows that page, at the place where the picture stands this minute."""
        for _ in range(2):  # the minute may end between the two looks
            glass = self.see()
            if glass.tobytes() == draw(page, *glass.size, self.daemon.shown.glass.shift).tobytes():
                return True
        return False

    def lamp(self, seat: int) -> bool:
        """Whether the lamp of a seat is lit."""
        return bool(self.factory.pin(f"GPIO{self.config.pins.lamps[seat - 1]}").state)

    def until(self, true: Callable[[], bool], what: str) -> None:
        """Wait until it is so; Stuck if it never is."""
        end = time.monotonic() + PATIENCE
        while not true():
            if time.monotonic() > end:
                raise Stuck(f"it does not come about that {what}")
            time.sleep(0.0005)
