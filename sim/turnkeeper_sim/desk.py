"""The desk that the box stands on: its plug, its dice tray, and the fingers on its keys.

The window and the demonstration both work the box through this.  The box is a child process; the
dice tray's end of the serial line is here.  Pulling the plug kills the child without any goodbye.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image

from turnkeeper import config
from turnkeeper.errors import TurnkeeperError
from turnkeeper_sim.cards import Card, taken
from turnkeeper_sim.pod import Pod
from turnkeeper_sim.seen import SEATS, Seen
from turnkeeper_sim.wire import Channel, FromBox, ToBox

GOODBYE = 5.0  # seconds that a box which was asked to switch off has for it
# The knob rests with both contacts open (high); a detent is one whole turn of this wheel.
_DETENT = (("knob_a", 0), ("knob_b", 0), ("knob_a", 1), ("knob_b", 1))
_DETENT_BACK = (("knob_b", 0), ("knob_a", 0), ("knob_b", 1), ("knob_a", 1))


class Desk:
    """One box, with its journal in *state*; *on_change* is called from other threads.

    *cards* are there to be put into it, in place of what is in *state*; *card* is the one in it.
    *command* starts another program than our box, one that talks as it does; tests use it.
    Raises ConfigError for bad *settings*, TurnkeeperError where another desk uses *state*.
    """

    def __init__(
        self,
        state: Path,
        *,
        settings: Path | None = None,
        on_change: Callable[[], None] = lambda: None,
        command: Sequence[str] = (sys.executable, "-m", "turnkeeper_sim.box"),
        cards: Sequence[Card] = (),
    ) -> None:
        self.cards = tuple(cards)
        self.card = next((n for n, card in enumerate(cards) if card.state == state), 0)
        self.state = state.absolute()
        self.seen = Seen()
        self._settings, self._command, self._on_change = settings, tuple(command), on_change
        self._pins = self._pin_numbers()
        self._lock_file = taken(self.state)
        self._folder = Path(tempfile.mkdtemp(prefix="turnkeeper-sim-"))
        self._box: subprocess.Popen[bytes] | None = None
        self._channel: Channel[FromBox] | None = None
        self._reader: threading.Thread | None = None
        self._pod: Pod | None = None
        self._lock = threading.Lock()

    def _pin_numbers(self) -> dict[str, int]:
        pins = config.load(self._settings).pins
        named = {f"seat{seat}": pin for seat, pin in enumerate(pins.seats, start=1)}
        return named | {
            "knob_a": pins.knob_a,
            "knob_b": pins.knob_b,
            "push": pins.knob_push,
            "next": pins.next,
            "back": pins.back,
        }

    # The plug

    def plug_in(self) -> None:
        """Give the box power, and the dice tray with it; nothing if they have it."""
        if self._box is not None:
            return
        self._pod = Pod(self._folder / "dice-tray", on_change=self._on_change)
        ours, theirs = socket.socketpair()
        port = str(self._pod.path)
        words = ["--socket", str(theirs.fileno()), "--port", port, "--state", str(self.state)]
        if self._settings is not None:
            words += ["--config", str(self._settings)]
        if self.cards and (parties := self.cards[self.card].parties):
            words += ["--parties", str(parties)]
        with theirs, self.log.open("wb") as log:
            self._box = subprocess.Popen(  # noqa: S603 - our own program
                [*self._command, *words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C in the terminal is for us, and we tell the box
                env={**os.environ, "GPIOZERO_PIN_FACTORY": "mock"},
            )
        self._channel = Channel(ours, FromBox)
        self._change(plugged=True, trouble="")
        arguments = (self._channel, self._box)
        self._reader = threading.Thread(target=self._listen, args=arguments, name="eyes")
        self._reader.start()

    def pull_plug(self) -> None:
        """Take the power away at once: the box is killed, and the tray forgets what it had."""
        box, self._box = self._box, None
        if box is not None:
            box.kill()
            self._power_gone(box)

    def switch(self) -> None:
        """Pull the plug, or plug it in."""
        if self._box is None:
            self.plug_in()
        else:
            self.pull_plug()

    def insert(self, number: int) -> None:
        """Change the card for that one of the cards, and plug the box in; it keeps what it had."""
        card = self.cards[number % len(self.cards)]
        if number % len(self.cards) == self.card:
            return
        try:
            lock = taken(card.state.absolute())
        except TurnkeeperError as fault:
            self._change(trouble=str(fault))
            return
        self.switch_off()
        os.close(self._lock_file)
        self._lock_file, self.state = lock, card.state.absolute()
        self.card = number % len(self.cards)
        self.seen = Seen()
        self.plug_in()

    def switch_off(self) -> None:
        """Ask the box to end in good order, and wait for it; if it does not, pull the plug."""
        box, self._box = self._box, None
        if box is None or self._channel is None:
            return
        self._channel.send(ToBox(quit=True))
        try:
            box.wait(GOODBYE)
        except subprocess.TimeoutExpired:
            box.kill()
        self._power_gone(box)

    def close(self) -> None:
        """Switch off and clear the desk."""
        self.switch_off()
        shutil.rmtree(self._folder, ignore_errors=True)
        os.close(self._lock_file)

    def _power_gone(self, box: "subprocess.Popen[bytes]") -> None:
        box.wait()
        if self._reader is not None:
            self._reader.join()
        if self._channel is not None:
            self._channel.close()
            self._channel = None
        if self._pod is not None:
            self._pod.close()
            self._pod = None
        self.seen = Seen(names=self.seen.names)
        self._on_change()

    # Fingers and dice

    def press(self, name: str) -> None:
        """Put a finger on `seat1` to `seat8`, `push`, `next` or `back`."""
        self._pin(name, 0)

    def release(self, name: str) -> None:
        """Take the finger off again."""
        self._pin(name, 1)

    def touch(self, name: str, seconds: float) -> None:
        """Put a finger on a part, and take it off after so long."""
        self.press(name)
        time.sleep(seconds)
        self.release(name)

    def turn(self, steps: int) -> None:
        """Turn the knob by *steps* detents; clockwise is above 0."""
        for name, level in (_DETENT if steps > 0 else _DETENT_BACK) * abs(steps):
            self._pin(name, level)

    def throw(self, sides: int, face: int) -> None:
        """Let a die of *sides* come to rest in the tray, with *face* up."""
        if self._pod is not None:
            self._pod.throw(sides, face)

    @property
    def awaited(self) -> int:
        """The sides of the die that the box waits for; 0 for none."""
        return 0 if self._pod is None else self._pod.awaited

    @property
    def log(self) -> Path:
        """The file that takes the box's own words, since its last plugging in."""
        return self.state / "box.log"

    def _pin(self, name: str, level: int) -> None:
        if self._channel is not None and name in self._pins:
            self._channel.send(ToBox(pin=self._pins[name], level=level))

    # Eyes and ears, a thread of their own

    def _listen(self, channel: Channel[FromBox], box: "subprocess.Popen[bytes]") -> None:
        while (messages := channel.receive()) is not None:
            for message in messages:
                self._take(message)
        status = box.wait()
        if self._box is not box:
            return  # we ended it
        trouble = "The box has switched itself off: pull the plug, and plug it in again."
        if status:
            words = self.log.read_text(errors="replace").strip().splitlines()
            trouble = f"The box has stopped: {words[-1] if words else f'status {status}'}"
        self._change(ready=False, lamps=(False,) * SEATS, buzzer=False, trouble=trouble)

    def _take(self, message: FromBox) -> None:
        changes: dict[str, object] = {}
        if message.ready:
            changes["ready"] = True
        if message.names is not None:
            changes["names"] = tuple(message.names.get(n, "") for n in range(1, SEATS + 1))
        if message.buzzer is not None:
            changes["buzzer"] = bool(message.buzzer)
        if message.lamps is not None:
            lit = {n: bool(level) for n, level in message.lamps.items()}
            lamps = enumerate(self.seen.lamps, start=1)
            changes["lamps"] = tuple(lit.get(n, was) for n, was in lamps)
        if (glass := message.picture) is not None:
            size = (glass.width, glass.height)
            changes["picture"] = Image.frombytes("1", size, glass.bits)
            changes["contrast"] = glass.contrast
        self._change(**changes)

    def _change(self, **changes: object) -> None:
        with self._lock:
            self.seen = replace(self.seen, **changes)  # type: ignore[arg-type] # checked above
        self._on_change()
