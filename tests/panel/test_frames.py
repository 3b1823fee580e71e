"""Frames are packed as the controllers keep them, and their differences cover all that changed."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.panel.glass import noise
from turnkeeper.panel import frames


@pytest.mark.parametrize("size", [(128, 64), (128, 32), (256, 64)])
def test_a_page_is_eight_rows_a_byte_a_column_the_top_bit_first(size: tuple[int, int]) -> None:
    image = noise(size, 1)
    packed = frames.pages(image)
    assert len(packed) == size[0] * size[1] // 8
    for x in range(size[0]):
        for y in range(size[1]):
            bit = packed[y // 8 * size[0] + x] >> y % 8 & 1
            assert bit == bool(image.getpixel((x, y)))


def test_a_nibble_is_a_pixel_the_left_one_high() -> None:
    image = noise((256, 64), 2)
    packed = frames.nibbles(image)
    assert len(packed) == 256 * 64 // 2
    for x in range(256):
        for y in range(64):
            nibble = packed[(y * 256 + x) // 2] >> (0 if x % 2 else 4) & 15
            assert nibble == (15 if image.getpixel((x, y)) else 0)


rows = st.binary(min_size=128, max_size=128)


@given(rows, rows, st.integers(0, 20))
def test_the_runs_cover_every_change_and_no_more_than_the_gaps_allow(
    old: bytes, new: bytes, gap: int
) -> None:
    mended, end_before = bytearray(old), -gap - 1
    for start, end in frames.runs(old, new, gap):
        assert old[start] != new[start]
        assert old[end - 1] != new[end - 1]
        assert start - end_before > gap
        end_before = end
        mended[start:end] = new[start:end]
    assert bytes(mended) == new


def test_nothing_changed_is_no_run_and_near_changes_are_one() -> None:
    old = bytes(128)
    assert frames.runs(old, old, 8) == []
    new = bytearray(old)
    new[10] = new[19] = new[40] = 1
    assert frames.runs(old, bytes(new), 8) == [(10, 20), (40, 41)]
    assert frames.runs(old, bytes(new), 7) == [(10, 11), (19, 20), (40, 41)]


WHERE, PAGES = 7, 3
"""What a window costs the bus besides its bytes, and the first on other pages than the last."""
few_changes = st.lists(st.tuples(st.integers(0, 511), st.integers(1, 255)), max_size=40)
fewer_changes = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 11)), max_size=5)


def cost(found: list[frames.Window]) -> int:
    """What the bus carries for windows in that order."""
    sent, pages = 0, (0, 0)
    for window in found:
        sent += frames.area(window) + WHERE + PAGES * (window[2:] != pages)
        pages = window[2:]
    return sent


def alone(old: bytes, new: bytes) -> list[frames.Window]:
    """Control: each run a window of its own."""
    pages = [(page, slice(128 * page, 128 * page + 128)) for page in range(4)]
    found = [(page, run) for page, row in pages for run in frames.runs(old[row], new[row], WHERE)]
    return [(*run, page, page + 1) for page, run in found]


@given(few_changes)
def test_the_windows_cover_every_change_and_cost_no_more_than_the_runs(
    changes: list[tuple[int, int]],
) -> None:
    old, new = bytes(512), bytearray(512)
    for place, value in changes:
        new[place] = value
    found = frames.windows(old, bytes(new), 128, WHERE, PAGES)
    mended = bytearray(old)
    for left, right, top, bottom in found:
        for start in range(128 * top, 128 * bottom, 128):
            mended[start + left : start + right] = new[start + left : start + right]
    assert mended == new
    assert cost(found) <= cost(alone(old, bytes(new)))


def cheapest(changes: set[tuple[int, int]], pages: int) -> int:
    """What the cheapest way costs for the first so many pages, found by trying all of them."""
    prices = []
    for top in range(pages):
        columns = sorted({column for page, column in changes if top <= page < pages})
        for cuts in product((False, True), repeat=max(0, len(columns) - 1)):
            ends = [columns[at] for at, cut in enumerate(cuts) if cut] + columns[-1:]
            starts = columns[:1] + [columns[at + 1] for at, cut in enumerate(cuts) if cut]
            spans = zip(starts, ends, strict=True)
            band: list[frames.Window] = [(first, last + 1, top, pages) for first, last in spans]
            prices.append(cost(band) + cheapest(changes, top))
    return min(prices, default=0)


@given(fewer_changes)
def test_of_all_ways_to_part_the_pages_it_is_the_cheapest(changes: list[tuple[int, int]]) -> None:
    new = bytearray(48)
    for page, column in changes:
        new[12 * page + column] = 1
    found = frames.windows(bytes(48), bytes(new), 12, WHERE, PAGES)
    assert cost(found) == cheapest(set(changes), 4)


def test_where_a_window_is_one_page_high_it_is_so_for_all() -> None:
    new = bytearray(512)
    new[20] = new[30] = new[128 + 20] = 1
    found = frames.windows(bytes(512), bytes(new), 128, WHERE, tallest=1)
    assert found == [(20, 21, 0, 1), (30, 31, 0, 1), (20, 21, 1, 2)]


def test_a_letter_over_three_pages_is_one_window_and_what_stands_apart_is_not() -> None:
    old, new = bytes(512), bytearray(512)
    for place in (20, 23, 128 + 21, 128 + 24, 256 + 20, 256 + 22, 384 + 90):
        new[place] = 1
    assert frames.windows(old, bytes(new), 128, WHERE, PAGES) == [(20, 25, 0, 3), (90, 91, 3, 4)]
    assert len(alone(old, bytes(new))) == 4, "control"


def test_turned_upside_down_and_back() -> None:
    image = noise((128, 64), 3)
    half = frames.turned(image, 2)
    assert half.getpixel((0, 0)) == image.getpixel((127, 63))
    assert frames.turned(half, 2).tobytes() == image.tobytes()
    assert frames.turned(image, 1).getpixel((63, 0)) == image.getpixel((0, 0)), "clockwise"
