"""The pins of the front: edges reach the queue, whatever one of them or its taker does (I2)."""

import queue
import sys
import threading
from itertools import count

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from turnkeeper.config import Pins
from turnkeeper.errors import ConfigError
from turnkeeper.panel import pins as pins_module
from turnkeeper.panel.contacts import Contacts, Touch
from turnkeeper.panel.inputs import Edge, Inputs, Turned, wiring

PINS = Pins()


def listening(pins: Pins = PINS) -> tuple[Inputs, queue.SimpleQueue[Edge | Turned]]:
    gestures: queue.SimpleQueue[Edge | Turned] = queue.SimpleQueue()
    ticks = count()
    return Inputs(pins, gestures.put, clock=lambda: next(ticks) / 10), gestures


def told(gestures: queue.SimpleQueue[Edge | Turned]) -> list[Edge | Turned]:
    return [gestures.get_nowait() for _ in range(gestures.qsize())]


@pytest.mark.parametrize("name", list(wiring(PINS)))
def test_each_contact_tells_its_edges_with_their_time(header: MockFactory, name: str) -> None:
    inputs, gestures = listening()
    pin = header.pin(wiring(PINS)[name][0])
    pin.drive_low()
    assert inputs.levels()[name]
    pin.drive_high()
    assert told(gestures) == [Edge(name, True, 0.0), Edge(name, False, 0.1)]
    assert not any(inputs.levels().values())
    inputs.close()


def test_the_knob_turns_both_ways(header: MockFactory) -> None:
    inputs, gestures = listening()
    a, b = header.pin(PINS.knob_a), header.pin(PINS.knob_b)
    for first, second in ((a, b), (b, a), (a, b)):
        first.drive_low()
        second.drive_low()
        first.drive_high()
        second.drive_high()
    assert told(gestures) == [Turned(1), Turned(-1), Turned(1)]
    inputs.close()


def test_no_thread_is_started_and_the_pull_ups_are_on(header: MockFactory) -> None:
    before = threading.active_count()
    inputs, _ = listening()
    assert threading.active_count() == before
    assert all(header.pin(number).pull == "up" for number, _ in wiring(PINS).values())
    inputs.close()


def test_a_pin_that_is_taken_is_named_in_a_sentence_and_the_rest_works(
    header: MockFactory,
) -> None:
    other = gpiozero.DigitalOutputDevice(PINS.seats[2])
    inputs, gestures = listening()
    assert len(inputs.busy) == 1
    assert f"Pin {PINS.seats[2]} for seat 3 cannot be had" in inputs.busy[0]
    assert "[pins]" in inputs.busy[0]
    assert "seat3" not in inputs.names
    header.pin(PINS.seats[3]).drive_low()
    assert told(gestures) == [Edge("seat4", True, 0.0)]
    inputs.close()
    other.close()


def test_half_a_knob_is_no_knob_and_says_so(header: MockFactory) -> None:
    other = gpiozero.DigitalOutputDevice(PINS.knob_b)
    inputs, gestures = listening()
    assert ["the knob's B" in words for words in inputs.busy] == [True]
    header.pin(PINS.knob_a).drive_low()
    assert told(gestures) == []
    inputs.close()
    other.close()


@pytest.mark.parametrize("name", list(wiring(PINS)))
def test_a_contact_held_from_boot_is_stuck_and_the_others_work(
    header: MockFactory, name: str
) -> None:
    inputs, gestures = listening()
    header.pin(wiring(PINS)[name][0]).drive_low()
    told(gestures)  # a mock's pull-up takes it high at first; a real one is down all along
    contacts = Contacts(inputs.names)
    assert contacts.settle(inputs.levels(), 0.0) == [Touch(name, "stuck")]
    for other, (number, _) in wiring(PINS).items():
        if other != name:
            header.pin(number).drive_low()
            header.pin(number).drive_high()
    touches = []
    for gesture in told(gestures):
        assert isinstance(gesture, Edge)
        touches += contacts.edge(gesture.name, gesture.pressed, gesture.at)
    assert touches == [Touch(other, "press") for other in wiring(PINS) if other != name]
    assert contacts.stuck == (name,)
    inputs.close()


def test_a_taker_that_fails_does_not_end_the_pins(header: MockFactory) -> None:
    taken: list[Edge | Turned] = []

    def take(gesture: Edge | Turned) -> None:
        taken.append(gesture)
        if len(taken) == 1:
            raise queue.Full

    inputs = Inputs(PINS, take, clock=lambda: 5.0)
    header.pin(PINS.next).drive_low()
    assert "could not be taken" in inputs.fault
    header.pin(PINS.next).drive_high()
    assert taken == [Edge("next", True, 5.0), Edge("next", False, 5.0)]
    inputs.close()


@pytest.mark.parametrize("name", list(wiring(PINS)))
def test_no_taker_can_kill_any_pin(header: MockFactory, name: str) -> None:
    def take(gesture: Edge | Turned) -> None:
        raise RuntimeError(f"no room for {gesture}")

    inputs = Inputs(PINS, take)
    pin = header.pin(wiring(PINS)[name][0])
    pin.drive_low()
    pin.drive_high()
    assert "no room" in inputs.fault
    inputs.close()


def test_a_chip_that_has_gone_is_an_os_error(
    header: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    inputs, _ = listening()

    class Gone(Exception):
        """What lgpio raises, which is no OSError."""

    def read() -> bool:
        raise Gone("bad GPIO read")

    monkeypatch.setattr(header.pin(PINS.back), "_get_state", read)
    with pytest.raises(OSError, match="cannot be read any more"):
        inputs.levels()
    inputs.close()


def test_after_the_end_nothing_comes_and_the_pins_are_free(header: MockFactory) -> None:
    inputs, gestures = listening()
    inputs.close()
    header.pin(PINS.next).drive_low()
    assert told(gestures) == []
    again, _ = listening()
    assert again.busy == []
    again.close()


def test_without_any_pin_library_it_says_so(
    header: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    del header
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none-such")
    with pytest.raises(ConfigError, match="GPIOZERO_PIN_FACTORY must name"):
        listening()


def test_a_pin_library_that_hangs_at_the_end_does_not_hang_us(header: MockFactory) -> None:
    del header
    forever = threading.Event()
    assert not pins_module.bounded(forever.wait, seconds=0.01)
    forever.set()
    assert pins_module.bounded(lambda: None)


def test_the_library_thread_is_watched(
    header: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    del header
    inputs, _ = listening()
    assert inputs.alive(), "there is none to watch"

    class Library:
        _notify_thread = threading.Thread()  # never started: as dead as one that ended

    monkeypatch.setitem(sys.modules, "lgpio", Library())
    assert not inputs.alive()
    inputs.close()
