"""Inside the box: mock pins that keep no history, and a channel that tells changes alone."""

import socket
from collections.abc import Iterator

import pytest
from PIL import Image

from tests.sim.conftest import until
from turnkeeper_sim.panel_model import Panel
from turnkeeper_sim.wire import Channel, FromBox, ToBox
from turnkeeper_sim.wires import Wires


class Outside:
    """The far end of the channel: all that was told."""

    def __init__(self, channel: Channel[FromBox]) -> None:
        self.channel = channel

    def next(self) -> FromBox:
        """Return the next message; the tests never miss one."""
        messages = self.channel.receive()
        assert messages is not None
        assert len(messages) == 1
        return messages[0]


@pytest.fixture
def wired() -> Iterator[tuple[Wires, Outside, list[str]]]:
    """Wires with a lamp on pin 18 for seat 3, a buzzer on 16; the outside; and who left."""
    inside, outside = socket.socketpair()
    outside.settimeout(20)
    left: list[str] = []
    channel = Channel(inside, ToBox)
    wires = Wires(
        channel,
        Panel(),
        {3: 18},
        16,
        leave=lambda: left.append("leave"),
        alone=lambda: left.append("alone"),
    )
    wires.start()
    far = Channel(outside, FromBox)
    yield wires, Outside(far), left
    wires.end()
    far.close()
    channel.close()


def test_a_lamp_and_the_buzzer_are_told_when_they_change(
    wired: tuple[Wires, Outside, list[str]],
) -> None:
    wires, outside, _ = wired
    lamp, buzzer, other = (wires.factory.pin(f"GPIO{n}") for n in (18, 16, 20))
    for pin in (lamp, buzzer, other):
        pin.function = "output"
    lamp.state = True
    assert outside.next() == FromBox(lamps={3: 1})
    other.state = True  # nobody's lamp
    lamp.state = True  # no change
    buzzer.state = True
    assert outside.next() == FromBox(buzzer=1)


def test_a_pin_driven_ten_thousand_times_remembers_nothing(
    wired: tuple[Wires, Outside, list[str]],
) -> None:
    """Gpiozero's own mock pin keeps every state that it ever had."""
    wires, outside, _ = wired
    button = wires.factory.pin("GPIO17")
    for _ in range(5_000):
        button.drive_high()
        button.drive_low()
    assert len(button.states) == 1
    outside.channel.send(ToBox(pin=17, level=1))
    until(lambda: button.state is True)


def test_one_change_of_the_picture_is_told_once(
    wired: tuple[Wires, Outside, list[str]],
) -> None:
    wires, outside, _ = wired
    bus = wires.open_bus()
    bus.command(0xAF, 0x8D, 0x14, 0xA1, 0xC8, 0x20, 0, 0x21, 0, 127, 0x22, 0, 7)
    bus.data(bytes(1024))
    bus.data(b"\x01")
    told = outside.next().picture
    assert told is not None
    wanted = Image.new("1", (128, 64))
    wanted.putpixel((0, 0), 1)
    assert told.bits == wanted.tobytes()
    bus.command(0x21, 0, 127)
    bus.data(b"\x01")  # the same again is no news
    bus.command(0x81, 17)
    told = outside.next().picture
    assert told is not None
    assert told.contrast == 17


def test_the_box_is_told_to_leave_and_that_it_is_alone(
    wired: tuple[Wires, Outside, list[str]],
) -> None:
    wires, outside, left = wired
    outside.channel.send(ToBox(quit=True))
    until(lambda: left == ["leave"])
    outside.channel.close()
    until(lambda: left == ["leave", "alone"])
    wires.factory.pin("GPIO18").function = "output"
    wires.factory.pin("GPIO18").state = True  # nobody hears it, and nothing breaks
    assert wires.is_alive()
