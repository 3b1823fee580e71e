"""The pins of the buttons, the keys and the knob; what they do is put on the daemon's queue.

The callbacks run in the one thread that the pin library has for all pins, and an exception there
would end it without a word: so they take the time, decode the knob by table, hand over, and keep
whatever goes wrong for the daemon to see in `fault`. Debounce and holds are in contacts.py.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gpiozero

from turnkeeper.config import Pins
from turnkeeper.panel.contacts import Quadrature
from turnkeeper.panel.pins import bounded, claim, sentence


@dataclass(frozen=True, slots=True)
class Edge:
    """A contact closed (`pressed`) or opened at *at*, seconds of the monotonic clock."""

    name: str
    pressed: bool
    at: float


@dataclass(frozen=True, slots=True)
class Turned:
    """The knob went one detent on: *steps* is 1 clockwise, -1 the other way."""

    steps: int


class Inputs:
    """All contacts of the front, closing to ground, with the Pi's own pull-ups.

    *emit* is called with each `Edge` and `Turned`, in another thread; it must only put them on a
    queue. Contacts are called "seat1" to "seat8", "push", "next", "back" and "power"; pins that
    could not be had are told in `busy`, and the others work. Clockwise is where A closes first.
    """

    def __init__(
        self,
        pins: Pins,
        emit: Callable[[Edge | Turned], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Have the pins; raises ConfigError if there is no way to any pin."""
        self.busy: list[str] = []
        self.fault = ""
        self._emit, self._clock = emit, clock
        self._contacts: dict[str, Any] = {}
        for name, (number, what) in wiring(pins).items():
            device = claim(_contact, number, what, self.busy)
            if device is not None:
                self._contacts[name] = device
                device.when_activated = self._told(name, pressed=True)
                device.when_deactivated = self._told(name, pressed=False)
        self._knob = [
            claim(_contact, pins.knob_a, "the knob's A", self.busy),
            claim(_contact, pins.knob_b, "the knob's B", self.busy),
        ]
        if None not in self._knob:
            self._listen_to_the_knob()

    @property
    def names(self) -> tuple[str, ...]:
        """The contacts that were had, for `Contacts`."""
        return tuple(self._contacts)

    def levels(self) -> dict[str, bool]:
        """Read all contacts now; True: pressed.

        Raises OSError when the chip itself has gone: the daemon then ends and is started again,
        since the pin library's thread spins from there on.
        """
        try:
            return {name: bool(device.is_active) for name, device in self._contacts.items()}
        except Exception as error:  # each pin library has errors of its own
            raise OSError(f"The pins cannot be read any more ({sentence(error)}).") from error

    def alive(self) -> bool:
        """Whether the pin library's thread still runs; without it no edge comes any more."""
        library = sys.modules.get("lgpio")
        thread = getattr(library, "_notify_thread", None)
        return thread is None or bool(thread.is_alive())

    def close(self) -> None:
        """Listen no more; takes a second at most."""
        devices = [*self._contacts.values(), *(one for one in self._knob if one is not None)]
        self._contacts, self._knob = {}, []
        bounded(lambda: [device.close() for device in devices])

    def _told(self, name: str, pressed: bool) -> Callable[[], None]:
        def told() -> None:
            self._hand_over(Edge(name, pressed, self._clock()))

        return told

    def _listen_to_the_knob(self) -> None:
        """Decode from the edges as they come, never from the pins: those are already further."""
        knob, closed = Quadrature(), [bool(device.is_active) for device in self._knob]

        def moved(contact: int, level: bool) -> Callable[[], None]:
            def told() -> None:
                closed[contact] = level
                steps = knob.step(*closed)
                if steps:
                    self._hand_over(Turned(steps))

            return told

        for contact, device in enumerate(self._knob):
            device.when_activated = moved(contact, level=True)
            device.when_deactivated = moved(contact, level=False)

    def _hand_over(self, gesture: Edge | Turned) -> None:
        try:
            self._emit(gesture)
        except Exception as error:  # noqa: BLE001 - it would end the thread of all pins
            self.fault = f"A press could not be taken ({sentence(error)}); press again."


def wiring(pins: Pins) -> dict[str, tuple[int, str]]:
    """Return each contact's name, with its pin and what a person calls it."""
    wires = {f"seat{n}": (pin, f"seat {n}") for n, pin in enumerate(pins.seats, start=1)}
    wires["push"] = (pins.knob_push, "the knob's push")
    wires["next"] = (pins.next, "the Next key")
    wires["back"] = (pins.back, "the Back key")
    if pins.power is not None:
        wires["power"] = (pins.power, "the power key")
    return wires


def _contact(number: int) -> Any:  # noqa: ANN401 - gpiozero carries no types
    # Not a Button: each of those runs a thread that polls. No bounce_time: it loses short presses.
    return gpiozero.DigitalInputDevice(number, pull_up=True, bounce_time=None)
