"""L1: no bytes crash the link or bloat it, whatever comes and in whatever pieces.

Noise, text, what is not ASCII, no end of a line, a wrong baud rate, and damaged frames, into both
ends.
"""

import pickle
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.link import micropython
from tests.link.luck import Chance
from tests.link.mutants import by_chance
from tests.link.telling import met
from turnkeeper.link.box import BoxEnd
from turnkeeper.link.frames import HELD, Frame, Framer, encode
from turnkeeper.link.pod import PodEnd

TO_BOX = [
    encode(42, "ROLL", "d20 17"),
    encode(43, "PRESS", "1 20"),
    encode(44, "RELEASE", "1 20"),
    encode(41, "HELLO", "id=tray boot=41 proto=1 keys=8 dice=1 lamps=8"),
    encode(6, "HELLO", "id=other boot=6 proto=2"),
    encode(11, "PONG", "41 42"),
    b"~HAND ON\r",
    b"~ROLL d10 7\r",
]
TO_POD = [
    encode(1, "HELLO"),
    encode(2, "ACK", "41"),
    encode(3, "ACK", "42"),
    encode(4, "LAMPS", "01000001"),
    encode(5, "ASK", "d20"),
    encode(6, "PING"),
]
MOST = 3_000  # bytes of an end pickled, and of what it sends at once


def noise(chance: Random, size: int) -> bytes:
    """Any bytes."""
    return chance.randbytes(size)


def text(chance: Random, size: int) -> bytes:
    """Printable, with the signs that mean something to us."""
    return bytes(chance.choices(b"!*~ 0123456789ABCDEF\r\nROLL d", k=size))


def ugly(chance: Random, size: int) -> bytes:
    """What makes terminals and MicroPython act."""
    return bytes(chance.choices(b"\x00\x03\x04\xff\n", k=size))


def endless(chance: Random, size: int) -> bytes:
    """A line that never ends."""
    return chance.randbytes(size).translate(None, b"\r\n")


def wrong_baud(chance: Random, size: int) -> bytes:
    """Frames heard at another speed: each bit stretched."""
    bits = "".join(f"{byte:08b}" for byte in chance.choice(TO_BOX + TO_POD))
    stretch = chance.choice([2, 3, 4])
    slow = "".join(bit * stretch for bit in bits)
    once = bytes(int(slow[at : at + 8].ljust(8, "0"), 2) for at in range(0, len(slow), 8))
    return (once * (size // len(once) + 1))[:size]


def damaged(chance: Random, size: int) -> bytes:
    """Frames with faults, and some without."""
    mutants = by_chance(TO_BOX + TO_POD, Chance(chance.getrandbits(30)))
    data = b""
    while len(data) < size:
        data += next(mutants) + chance.choice([b"", b"\n"])
    return data


KINDS = [noise, text, ugly, endless, wrong_baud, damaged]


@pytest.mark.parametrize("kind", KINDS)
def test_garbage_does_no_harm(kind: Callable[[Random, int], bytes], *, release: bool) -> None:
    chance = Random(kind.__name__)
    framer, box, pod = Framer(), BoxEnd(), PodEnd("tray", 41, keys=8, dice=1, lamps=8)
    size = 1_000_000_000 if release else 10_000_000
    fed, now = 0, 0
    while fed < size // len(KINDS):
        data = kind(chance, 4_096)
        fed += len(data)
        now += chance.choice([0, 1, 300])
        frames = [one for one in framer.feed(data) if isinstance(one, Frame)]
        # What looks typed is a typed line; nothing but frames makes frames.
        assert frames == [] or kind is damaged
        for event in box.receive(data, now):
            box.ack(event)
        box.tick(now)
        pod.receive(data, now)
        pod.press(1 + now % 8, now)
        pod.release(1 + now % 8, now)
        pod.roll(20, 17, now)
        for end in (framer, box, pod):
            assert len(pickle.dumps(end)) < MOST
        if chance.random() < 0.1:  # otherwise nobody reads what they say
            assert len(box.data_to_send()) < MOST
            assert len(pod.data_to_send()) < MOST


def test_garbage_does_not_hide_what_comes_after_it() -> None:
    chance = Random(1)
    for _ in range(200):
        box, pod, now = met()
        for kind in KINDS[:5]:
            box.receive(kind(chance, 300).replace(b"~", b"-"), now)
        pod.roll(20, 17, now)
        box.receive(b"\n", now)
        assert len(box.receive(pod.data_to_send(), now)) == 1


@given(st.lists(st.binary(max_size=200)))
def test_a_framer_holds_no_more_than_it_says(pieces: list[bytes]) -> None:
    framer = Framer()
    for piece in pieces:
        framer.feed(piece)
        assert len(framer._held) <= HELD
    fed = sum(len(piece) for piece in pieces)
    assert framer.dropped <= fed


@given(st.lists(st.one_of(st.binary(max_size=9), st.sampled_from(TO_BOX + TO_POD))))
def test_how_bytes_are_cut_makes_no_difference(pieces: list[bytes]) -> None:
    whole = b"".join(pieces)
    at_once, piecewise, one_by_one = Framer(), Framer(), Framer()
    found = at_once.feed(whole)
    assert [one for piece in pieces for one in piecewise.feed(piece)] == found
    assert [one for i in range(len(whole)) for one in one_by_one.feed(whole[i : i + 1])] == found
    assert vars(at_once) == vars(one_by_one) == vars(piecewise)


def test_control_a_framer_that_keeps_all_is_found() -> None:
    class KeepsAll(Framer):
        def _hold(self, piece: bytes) -> None:
            self._held += piece

    framer = KeepsAll()
    framer.feed(endless(Random(1), 4_096))
    assert len(pickle.dumps(vars(framer))) > MOST


PROGRAM = """
import gc
from tests.link.luck import Chance
from turnkeeper.link.box import BoxEnd
from turnkeeper.link.pod import PodEnd
chance, box, pod = Chance(1), BoxEnd(), PodEnd("tray", 41, keys=8, dice=1, lamps=8)
first = most = 0
for now in range(MANY):
    data = bytes([chance.below(256) for _ in range(64)])
    box.receive(data, now)
    box.tick(now)
    box.data_to_send()
    pod.receive(data, now)
    pod.press(1 + now % 8, now)
    pod.data_to_send()
    if now % 500 == 499:
        gc.collect()
        most = max(most, gc.mem_alloc())
        first = first or most
print(most - first)
"""


def test_garbage_does_not_fill_a_pico(*, release: bool) -> None:
    many = 300_000 if release else 3_000
    growth = int(micropython.run(PROGRAM.replace("MANY", str(many)), timeout_s=3_600))
    assert growth < 2_000
