"""What a bad line makes of good frames: L2's mutants, all of them or some by chance."""

from collections.abc import Callable, Iterator

from tests.link.luck import Chance

Mutate = Callable[[bytes], Iterator[bytes]]


def one_bit(line: bytes) -> Iterator[bytes]:
    """Every bit turned."""
    for bit in range(8 * len(line)):
        yield turned(line, bit)


def two_bits(line: bytes) -> Iterator[bytes]:
    """Every two bits turned."""
    for first in range(8 * len(line)):
        once = turned(line, first)
        for second in range(first):
            yield turned(once, second)


def deletions(line: bytes) -> Iterator[bytes]:
    """Every stretch of bytes left out."""
    for start in range(len(line)):
        for end in range(start + 1, len(line) + 1):
            yield line[:start] + line[end:]


def doublings(line: bytes) -> Iterator[bytes]:
    """Every stretch of bytes twice."""
    for start in range(len(line)):
        for end in range(start + 1, len(line) + 1):
            yield line[:end] + line[start:]


def swaps(line: bytes) -> Iterator[bytes]:
    """Every two bytes changed for each other."""
    for first in range(len(line)):
        for second in range(first):
            data = bytearray(line)
            data[first], data[second] = data[second], data[first]
            yield bytes(data)


def truncations(line: bytes) -> Iterator[bytes]:
    """Every beginning and every end."""
    for cut in range(len(line)):
        yield line[:cut]
        yield line[cut:]


def joins(line: bytes, other: bytes) -> Iterator[bytes]:
    """Every beginning of one with every end of the other."""
    for head in range(len(line) + 1):
        for tail in range(len(other) + 1):
            yield line[:head] + other[tail:]


ALONE: tuple[Mutate, ...] = (one_bit, two_bits, deletions, doublings, swaps, truncations)


def by_chance(lines: list[bytes], chance: Chance) -> Iterator[bytes]:
    """Without end: one of *lines*, with up to five faults of any kind."""
    while True:
        data = bytearray(lines[chance.below(len(lines))])
        for _ in range(1 + chance.below(5)):
            place = chance.below(len(data) or 1)
            fault = chance.below(5)
            if fault == 0 and data:
                data[place] ^= 1 << chance.below(8)
            elif fault == 1:
                data[place : place + 1] = b""
            elif fault == 2:
                data[place:place] = data[place : place + 1 + chance.below(4)]
            elif fault == 3:
                data[place:place] = bytes([chance.below(256)])
            else:
                other = lines[chance.below(len(lines))]
                data[place:] = other[chance.below(len(other)) :]
        yield bytes(data)


def turned(line: bytes, bit: int) -> bytes:
    """Give *line* with one bit turned."""
    data = bytearray(line)
    data[bit // 8] ^= 1 << bit % 8
    return bytes(data)
