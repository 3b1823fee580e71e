"""Whatever comes down the line: no exception, no way into the prompt, and no growth of the heap."""

from collections.abc import Callable

import pytest

from tests.pico.conftest import Plug
from tests.pico.line import Line
from tests.pico.rig import Pico, catches_interrupts
from turnkeeper.link.frames import encode

Open = Callable[[Pico], Line]
KEY = (0, 1)
EVERY_BYTE = bytes(range(256))
CTRL = bytes(range(1, 0x20))


def greet(line: Line) -> None:
    """Be a box that knows the pod."""
    hello = line.until("HELLO")
    line.say(encode(1_000_000, "ACK", str(hello.seq)))


def new(pico: Pico, line: Line) -> bytes:
    """Nobody has spoken to the pod yet."""
    assert pico.running
    line.until("HELLO")
    return b""


def known(pico: Pico, line: Line) -> bytes:
    """The box knows it."""
    assert pico.running
    greet(line)
    return b""


def within_a_frame(pico: Pico, line: Line) -> bytes:
    """A frame has begun."""
    return known(pico, line) + b"!17 LAMPS 1"


def within_a_line_too_long(pico: Pico, line: Line) -> bytes:
    """A line is being dropped."""
    return known(pico, line) + b"x" * 97


def asked_for_a_die(pico: Pico, line: Line) -> bytes:
    """A die is awaited, and half keyed in."""
    greet(line)
    line.say(encode(2, "ASK", "d20"))
    line.ping()
    pico.type("1")
    return b""


def full(pico: Pico, line: Line) -> bytes:
    """The queue is full: nothing of it is acknowledged."""
    greet(line)
    for _ in range(18):
        pico.press(KEY[0])
        pico.press(KEY[0], down=False)
    return b""


def refusing(pico: Pico, line: Line) -> bytes:
    """Something was refused, and a button is down."""
    greet(line)
    pico.press(KEY[1])
    pico.type("A7")
    return b""


STATES = [new, known, within_a_frame, within_a_line_too_long, asked_for_a_die, full, refusing]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_no_byte_ends_it_in_any_state(
    state: Callable[[Pico, Line], bytes], plug: Plug, line: Open
) -> None:
    pico = plug()
    end = line(pico)
    before = state(pico, end)
    for byte in EVERY_BYTE:
        end.say(before + bytes([byte]) + b"\n")
        end.ping()
    end.say(EVERY_BYTE * 8 + CTRL * 8 + b"\n")
    end.ping()
    assert pico.complaints == ""
    assert pico.running


def test_control_without_the_first_line_byte_3_gets_out(plug: Plug, line: Open) -> None:
    pico = plug(change={"main": ("kbd_intr(-1)", "")})
    end = line(pico)
    known(pico, end)
    assert catches_interrupts(pico.process.pid)
    end.say(bytes(range(3)) + b"\n")
    end.ping()
    end.say(b"\x03")
    with pytest.raises(AssertionError, match="KeyboardInterrupt"):
        end.ping()
    assert not pico.reset


# The heap

MESSAGES = 30_000  # and 100,000 for a release
ENOUGH = 256  # bytes: numbers that have become longer, no more


def grown(pico: Pico, line: Line, messages: int) -> int:
    """Let so many messages pass to and fro, presses among them; give by how much the heap grew."""
    greet(line)
    first = 0
    for number in range(0, messages, 40):
        line.say(
            b"".join(
                [
                    encode(number, "LAMPS", "10" if number % 80 else "01"),
                    encode(number, "ASK", "d20" if number % 80 else "none"),
                    b"!17 ROLL d20 17*00000000\n",
                    encode(number, "ACK", "17"),
                ]
                * 9
            )
        )
        if number % 800 == 0:
            pico.press(KEY[0])
            press = line.until("PRESS")
            line.say(encode(number, "ACK", str(press.seq)))
            pico.press(KEY[0], down=False)
            line.say(encode(number, "ACK", str(line.until("RELEASE").seq)))
        line.ping()
        first = first or (number > messages // 4 and len(pico.heap()))
    heap = pico.heap()
    assert 0 < first < len(heap) // 2
    return max(heap[len(heap) // 2 :]) - max(heap[first : len(heap) // 2])


def test_the_heap_does_not_grow(plug: Plug, line: Open, *, release: bool) -> None:
    pico = plug()
    assert grown(pico, line(pico), 100_000 if release else MESSAGES) <= ENOUGH


def test_control_a_leak_is_found(plug: Plug, line: Open) -> None:
    kept = "        self.kept = getattr(self, 'kept', b'') + data[:1]\n"
    leak = ("        return data\n", kept + "        return data\n")
    pico = plug(change={"wire": leak})
    assert grown(pico, line(pico), 5_000) > ENOUGH
