"""The inside of the simulated box: mock pins and a modelled panel, wired to a channel.

One thread drives every pin, as gpiozero's mock needs it, and tells the far end what has changed.
It sleeps until there is something to do: a message, a lamp, or bytes on the display's bus.
"""

import contextlib
import os
import select
import threading
import time
from collections.abc import Callable, Mapping

from gpiozero.pins.mock import MockFactory, MockPin

from turnkeeper_sim.bus import ModelBus
from turnkeeper_sim.panel_model import Panel
from turnkeeper_sim.wire import Channel, FromBox, Picture, ToBox

SETTLE = 0.004  # seconds from the first byte on the bus to the picture: a change is several writes


class WatchedPin(MockPin):
    """A mock pin that tells its factory when an output changes, and keeps no history."""

    def _change_state(self, value: bool) -> bool:
        changed = bool(super()._change_state(value))
        if changed:
            self.clear_states()  # they would grow for ever
            if self._function == "output":
                self.factory.told(self._number, bool(value))
        return changed


class WatchedFactory(MockFactory):
    """Mock pins whose outputs are told to *told*(pin, level), in the thread that changed them."""

    def __init__(self, told: Callable[[int, bool], None]) -> None:
        super().__init__(pin_class=WatchedPin)
        self.told = told


class Wires(threading.Thread):
    """The thread between the far end of *channel* and the parts of the box.

    *lamps* says which pin is which seat's lamp, *buzzer* which pin sounds.  *leave* is called when
    the far end asks the box to switch off, *alone* when it has gone.
    """

    def __init__(
        self,
        channel: Channel[ToBox],
        panel: Panel,
        lamps: Mapping[int, int],
        buzzer: int | None,
        leave: Callable[[], None],
        alone: Callable[[], None],
    ) -> None:
        super().__init__(name="wires", daemon=True)
        self.factory = WatchedFactory(self._output_changed)
        self.panel = panel
        self._channel, self._leave, self._alone = channel, leave, alone
        self._seats = {pin: seat for seat, pin in lamps.items()}
        self._buzzer = buzzer
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        self._lock = threading.Lock()
        self._news = FromBox()
        self._drawn_since: float | None = None
        self._shown: Picture | None = None
        self._ending = False

    # Called from the daemon's threads

    def open_bus(self, *_: object) -> ModelBus:
        """Give the display a bus with the panel on it."""
        return ModelBus(self.panel, on_write=self._bus_written)

    def ready(self, names: Mapping[int, str]) -> None:
        """Say that the box is up, and whose names are on the seats."""
        with self._lock:
            self._news.ready, self._news.names = True, dict(names)
        self._wake()

    def end(self) -> None:
        """Send what is left to send, and end the thread."""
        self._ending = True
        self._wake()
        self.join()

    def _bus_written(self) -> None:
        with self._lock:
            first = self._drawn_since is None
            if first:
                self._drawn_since = time.monotonic()
        if first:
            self._wake()

    def _output_changed(self, pin: int, level: bool) -> None:
        with self._lock:
            if pin == self._buzzer:
                self._news.buzzer = int(level)
            elif pin in self._seats:
                lamps = self._news.lamps or {}
                self._news.lamps = {**lamps, self._seats[pin]: int(level)}
            else:
                return
        self._wake()

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):  # the pipe is full of wake-ups already
            os.write(self._wake_write, b".")

    # The thread itself

    def run(self) -> None:
        """Serve until told to end; with nobody at the far end there is no reason to live."""
        watched = [self._channel.fileno(), self._wake_read]
        while True:
            readable, _, _ = select.select(watched, [], [], self._patience())
            if self._wake_read in readable:
                os.read(self._wake_read, 4096)
            if watched[0] in readable and not self._obey():
                watched = [self._wake_read]
                self._alone()
            self._tell(last=self._ending)
            if self._ending:
                return

    def _patience(self) -> float | None:
        with self._lock:
            since = self._drawn_since
        return None if since is None else max(0.0, since + SETTLE - time.monotonic())

    def _obey(self) -> bool:
        messages = self._channel.receive()
        for message in messages or ():
            if message.quit:
                self._leave()
            elif message.pin is not None:
                pin = self.factory.pin(f"GPIO{message.pin}")
                if message.level:
                    pin.drive_high()
                else:
                    pin.drive_low()
        return messages is not None

    def _tell(self, *, last: bool) -> None:
        with self._lock:
            news, self._news = self._news, FromBox()
            due = self._drawn_since is not None and (
                last or time.monotonic() >= self._drawn_since + SETTLE
            )
            if due:
                self._drawn_since = None
        if due:
            news.picture = self._new_picture()
        if news != FromBox():
            self._channel.send(news)

    def _new_picture(self) -> Picture | None:
        glass = self.panel.picture()
        shown = Picture(glass.tobytes(), glass.width, glass.height, self.panel.contrast)
        if shown == self._shown:
            return None
        self._shown = shown
        return shown
