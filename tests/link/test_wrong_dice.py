"""L2: no die is shown that was not rolled, nor anything else told that was not said.

Every one- and two-bit fault, deletion, doubling, swap, truncation and join of whole frames, and
heaps of them by chance: a framer may give what was sent, or nothing.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from tests.link.luck import Chance
from tests.link.mutants import ALONE, by_chance, joins
from tests.link.telling import ROLL, met
from turnkeeper.link.events import Roll
from turnkeeper.link.frames import Frame, Framer, encode

ROLLS = [
    *(encode(seq, "ROLL", f"d20 {face}") for seq, face in ((42, 17), (43, 1), (44, 7), (45, 20))),
    encode(1_046, "ROLL", "d100 71"),
    encode(1_047, "ROLL", "d100 17"),
    encode(9_999_999, "ROLL", "d10 0"),
    encode(9_999_998, "ROLL", "d10 10"),
]
OTHERS = [
    encode(48, "PRESS", "1 17"),
    encode(49, "RELEASE", "8 0"),
    encode(7, "ACK", "42"),
    encode(8, "ACK", "43"),
    encode(9, "LAMPS", "01000001"),
    encode(10, "ASK", "d20"),
    encode(11, "PONG", "41 42"),
    encode(41, "HELLO", "id=tray boot=41 proto=1 dice=1"),
]
SENT = [*ROLLS, *OTHERS]
AT_ONCE = 500  # mutants in one piece, for speed; an LF between keeps them apart


def told(mutants: Iterable[bytes], framer: Framer) -> tuple[int, list[Frame]]:
    """Feed mutants; give how many there were, and the frames that were never sent."""
    sent = {repr(frame) for line in SENT for frame in Framer().feed(line)}
    count, wrong = 0, []
    rest = iter(mutants)
    while some := list(islice(rest, AT_ONCE)):
        count += len(some)
        found = framer.feed(b"\n".join(some) + b"\n")
        wrong += [one for one in found if isinstance(one, Frame) and repr(one) not in sent]
    return count, wrong


def every() -> Iterator[bytes]:
    """All mutants of each frame, and all joins of each two."""
    for line in SENT:
        for mutate in ALONE:
            yield from mutate(line)
        for other in SENT:
            yield from joins(line, other)


def test_no_fault_makes_another_frame() -> None:
    count, wrong = told(every(), Framer())
    assert (count > 500_000, wrong) == (True, [])


def test_no_heap_of_faults_makes_another_frame(*, release: bool) -> None:
    most = 10_000_000 if release else 500_000
    assert told(islice(by_chance(SENT, Chance(1)), most), Framer()) == (most, [])


def test_no_fault_makes_another_roll_of_a_pod_that_is_known() -> None:
    box, _, now = met()
    for mutate in ALONE:
        for mutant in mutate(ROLL):
            for event in box.receive(mutant + b"\n", now):
                assert event == Roll(20, 17, "tray", 41, 42)
    assert box.receive(ROLL, now) == []  # some mutant was the whole frame, and it was told


# Control: a framer that vouches for nothing must let a wrong die through.


class NoCrc(Framer):
    """Believes every line that looks like a frame."""

    def _holds(self, line: bytes) -> bool:
        return line[-8:] != b""


def test_control_without_a_crc_there_are_wrong_dice() -> None:
    _, wrong = told(islice(every(), 1_000), NoCrc())
    assert Frame(42, "ROLL", "d20 16") in wrong
