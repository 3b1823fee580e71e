"""The display's own thread: the newest frame wins, and whatever goes wrong on the bus heals.

The daemon shows whole images and never waits for the bus; a bus may hang, a display may be
unplugged, noise may scramble its memory, and the battle goes on. `Painter` does the work, on time
passed in; `Display` is the thread around it.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PIL import Image

from turnkeeper.config import DisplaySettings
from turnkeeper.panel.pulse import Pulse

if TYPE_CHECKING:
    from turnkeeper.panel.oled import Bus, Panel, Wire

WHOLE_S = 60.0  # all is sent anew this often, for a panel that noise has scrambled (D2)
PROBE_S = 1.0  # so often it is asked whether it is there, and was all the time (D1)
RETRY_S = (0.1, 0.2, 0.4, 0.8, 1.5)  # whole again within 2 s of being plugged in (D1)
REOPEN_AFTER = 5  # failures in a row, then the bus itself is opened anew
GOODBYE_S = 1.0  # the longest that closing may take

OpenBus = Callable[[], "Bus"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the glass is to show: an image and how bright, or dark for now; None: nothing yet."""

    image: Image.Image | None
    level: int
    dark: bool = False
    anew: int = 0  # counts how often all was to be sent anew


class Painter:
    """Brings what is wanted onto the glass; used from one thread alone."""

    def __init__(self, settings: DisplaySettings, open_bus: OpenBus | None = None) -> None:
        """Know the display; nothing is opened or loaded yet."""
        self.state = ""
        self.errors = self.failures = self.setups = 0  # in a row; so far; so often set up
        self.on_glass: Wanted | None = None
        self._settings, self._open_bus = settings, open_bus
        self._wire: Wire | None = None
        self._panel: Panel | None = None
        self._whole_at = self._probe_at = self._retry_at = 0.0
        self._anew = 0

    @property
    def bytes_sent(self) -> int:
        """Bytes on the wire so far, address and control bytes included."""
        return 0 if self._wire is None else self._wire.bytes_sent

    def due(self, wanted: Wanted) -> float:
        """When `paint` has something to do; 0: at once, infinity: nothing was ever to be shown."""
        if wanted.image is None:
            return float("inf")
        if self.errors:
            return self._retry_at
        return min(self._whole_at, self._probe_at) if wanted is self.on_glass else 0.0

    def load(self) -> "Panel":
        """Return the driver; luma is loaded for the first, which takes 40 ms and more."""
        from turnkeeper.panel import oled  # noqa: PLC0415 - here, so that no start waits for it

        if self._panel is None:
            self._wire = oled.Wire()
            self._panel = oled.DRIVERS[self._settings.driver](self._wire, self._settings)
        return self._panel

    def paint(self, wanted: Wanted, now: float) -> bool:
        """Bring *wanted* onto the glass; whether it is there now."""
        if wanted.image is None:
            return False
        before, self.on_glass = self.on_glass, None
        try:
            panel = self.load()
            self._open()
            frame = panel.pack(wanted.image)
            asking = now >= self._probe_at
            lost = panel.shown is None or (asking and panel.lost())
            if lost or now >= self._whole_at or wanted.anew != self._anew:
                panel.whole(frame, wanted.level, wanted.dark)
                self.setups += lost
                self._whole_at, self._anew = now + WHOLE_S, wanted.anew
            elif wanted is not before:
                panel.show_frame(frame, wanted.level, wanted.dark)
        except Exception as error:  # noqa: BLE001 - OSError and luma's; and a dead thread heals nothing
            self._failed(error, now)
            return False
        self.state, self.errors, self.on_glass = "", 0, wanted
        if asking:
            self._probe_at = now + PROBE_S
        return True

    def close(self) -> None:
        """Close the bus; the glass keeps what it shows."""
        if self._wire is not None and self._wire.bus is not None:
            bus, self._wire.bus = self._wire.bus, None
            with suppress(OSError):
                bus.cleanup()

    def _open(self) -> None:
        from turnkeeper.panel import buses  # noqa: PLC0415 - see load

        if self._wire is not None and self._wire.bus is None:
            opened = self._open_bus() if self._open_bus else buses.open_bus(self._settings)
            self._wire.bus = opened

    def _failed(self, error: Exception, now: float) -> None:
        self.errors += 1
        self.failures += 1
        self._retry_at = now + RETRY_S[min(self.errors, len(RETRY_S)) - 1]
        open_ = self._wire is not None and self._wire.bus is not None
        what = "The display does not answer" if open_ else "The display's bus cannot be opened"
        self.state = f"{what} ({str(error).rstrip('.')}); the battle goes on without it."
        if self._panel is not None:
            self._panel.shown = None  # set up and sent whole the next time
        if self.errors % REOPEN_AFTER == 0:
            self.close()


class Display:
    """The OLED of *settings*; a thread of its own brings to it what was shown last.

    It starts without a display, too, and takes one up within two seconds of being plugged in.
    *open_bus* gives luma's serial interface or what stands in for it; by default the settings' own.
    """

    def __init__(
        self,
        settings: DisplaySettings,
        open_bus: OpenBus | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start the thread; nothing is sent before the first image."""
        self.size: tuple[int, int] = (settings.width, settings.height)
        self._painter = Painter(settings, open_bus)
        self._wanted = Wanted(None, settings.contrast)
        self._clock = clock
        self._closing = False
        self._pulse = Pulse("the display's thread", clock)
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="display", daemon=True)
        self._thread.start()

    @property
    def state(self) -> str:
        """What is wrong with it, in one sentence; empty when it is fine."""
        return self._painter.state

    @property
    def bytes_sent(self) -> int:
        """Bytes on the wire so far, address and control bytes included."""
        return self._painter.bytes_sent

    @property
    def counted(self) -> tuple[int, int]:
        """So far: how often it was set up (once, where nothing is wrong), and what failed."""
        return self._painter.setups, self._painter.failures

    def alive(self) -> bool:
        """Whether the thread still runs; a bus that hangs does not end it."""
        return self._thread.is_alive()

    def stuck(self, now: float) -> list[str]:
        """Say in a sentence that its thread does not come round any more, or has ended."""
        return self._pulse.stuck(now) if self.alive() else ["the display's thread has ended"]

    def show(self, image: Image.Image) -> None:
        """Show a 1-bit image of the display's `size`, which nobody changes afterwards.

        Returns at once; an image that was not yet on its way is passed over. Raises ValueError
        for an image of another size or mode.
        """
        if image.size != self.size or image.mode != "1":
            raise ValueError(
                f"A {image.mode} image of {image.width}x{image.height} was to be shown; "
                f'the display takes mode "1" and {self.size[0]}x{self.size[1]}.'
            )
        self._want(image=image)

    def contrast(self, level: int) -> None:
        """Set how bright it is: 0, which is not yet dark, to 255; beyond is taken for the end."""
        self._want(level=min(max(level, 0), 255))

    def dark(self, on: bool) -> None:
        """Switch the glass off, or on again with what was shown last."""
        self._want(dark=on)

    def whole(self) -> None:
        """Send everything anew, as happens every minute."""
        with self._news:
            self._wanted = replace(self._wanted, anew=self._wanted.anew + 1)
            self._news.notify_all()

    def settle(self, timeout: float) -> bool:
        """Wait until what was shown last is on the glass; False after *timeout* seconds."""
        with self._news:
            return self._news.wait_for(self._settled, timeout)

    def close(self, last: Image.Image | None = None) -> None:
        """End the thread, in a second at most.

        The glass keeps *last*, lit without power management or thread behind it ("SAFE TO
        UNPLUG"); without one it goes dark, so that no old battle stands there (D3).
        """
        with self._news:
            if last is not None:
                self._wanted = replace(self._wanted, image=last, dark=False)
            else:
                self._wanted = replace(self._wanted, image=Image.new("1", self.size), dark=True)
            self._closing = True
            self._news.notify_all()
        self._thread.join(GOODBYE_S)

    def _want(self, **changes: Image.Image | int | bool) -> None:
        with self._news:
            wanted = replace(self._wanted, **changes)  # type: ignore[arg-type]  # of its own fields
            if wanted != self._wanted:
                self._wanted = wanted
                self._news.notify_all()

    def _settled(self) -> bool:
        return self._wanted.image is None or self._painter.on_glass is self._wanted

    def _run(self) -> None:
        self._painter.load()
        while True:
            with self._news:
                closing, wanted = self._closing, self._wanted
                wait = self._painter.due(wanted) - self._clock()
                if wait > 0 and not closing:
                    self._news.wait(min(wait, threading.TIMEOUT_MAX))
                    continue
            self._pulse.work()
            self._painter.paint(wanted, self._clock())
            self._pulse.rest()
            with self._news:
                self._news.notify_all()
            if closing:
                self._painter.close()
                return
