"""The pictures: pixel by pixel as they were looked at, the same every time, and never cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from tests.ui.goldens import FOLDER, KEPT, kept_text
from tests.ui.samples import PAGES, idle, order, turn
from turnkeeper.ui import flow, typeface
from turnkeeper.ui.draw import draw
from turnkeeper.ui.fit import fit
from turnkeeper.ui.halfblocks import half_blocks
from turnkeeper.ui.page import Page, Row
from turnkeeper.ui.rest import SHIFTS


def lit(image: Image.Image) -> int:
    """Give the number of lit pixels."""
    return image.convert("L").tobytes().count(b"\xff")


@pytest.mark.parametrize("name", KEPT)
def test_a_page_looks_as_it_was_looked_at(name: str) -> None:
    page, display = KEPT[name]
    assert kept_text(page, display) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_one_letter_more_does_not_look_as_it_was_looked_at() -> None:
    kept = (FOLDER / "turn.txt").read_text(encoding="utf-8")
    assert kept_text(turn("Anna"), (128, 64)) != kept


def test_every_golden_is_compared() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(KEPT)


@pytest.mark.parametrize("name", PAGES)
def test_a_picture_depends_on_its_page_alone(name: str) -> None:
    first = draw(PAGES[name]).tobytes()
    for page in (turn("someone else"), order(3)):
        draw(page)
    assert draw(PAGES[name]).tobytes() == first
    for cache in (typeface.extent, typeface.render, typeface._glyph, flow.wrap, flow.shorten):
        cache.cache_clear()
    assert draw(PAGES[name]).tobytes() == first


def test_another_page_is_another_picture() -> None:
    assert draw(turn("Ann")).tobytes() != draw(turn("Bo")).tobytes()


@given(st.sampled_from(sorted(PAGES)), st.tuples(st.integers(-200, 200), st.integers(-99, 99)))
def test_a_shift_moves_what_is_lit_and_loses_nothing(name: str, shift: tuple[int, int]) -> None:
    still, moved = draw(PAGES[name]), draw(PAGES[name], shift=shift)
    assert lit(moved) == lit(still)
    box, there = still.getbbox(), moved.getbbox()
    assert box is not None
    assert there is not None
    assert moved.crop(there).tobytes() == still.crop(box).tobytes()


def strips(names: tuple[str, str], shift: tuple[int, int]) -> int:
    """Give over how many strips of eight rows two names' turns differ."""
    one, other = (draw(turn(name), shift=shift) for name in names)
    box = ImageChops.logical_xor(one, other).getbbox()
    assert box is not None
    return (box[3] + 7) // 8 - box[1] // 8


@pytest.mark.parametrize(("names", "most"), [(("Grull", "Orc 1"), 2), (("Ann", "Bo"), 3)])
def test_wherever_the_picture_is_moved_a_name_stays_in_its_strips_of_the_memory(
    names: tuple[str, str], most: int
) -> None:
    assert {strips(names, shift) for shift in SHIFTS} == {most}
    assert strips(names, (0, 1)) == most + 1, "control: downwards it would take one more"


TALL = ("王小明", "김철수", "竜")
BESIDE = [("Orc 1", name) for name in TALL] + [(name, "Orc 1") for name in TALL]


def test_whoever_is_up_or_next_in_tall_letters_nothing_else_moves() -> None:
    pages = [turn(name, then) for name, then in [*BESIDE, TALL[:2], TALL[1:]]]
    assert len({fit(page, 128, 64).rule for page in pages}) == 1
    assert fit(turn("Orc 1"), 128, 64).rule != fit(pages[0], 128, 64).rule, "control"
    for page in pages:
        still, moved = draw(page), draw(page, shift=(0, -1))
        assert moved.tobytes() == ImageChops.offset(still, 0, -1).tobytes(), "it has room to"


def test_a_list_with_a_tall_name_has_as_many_rows_as_before() -> None:
    rows = tuple(Row(name, mark=name == "Ann") for name in ("Ann", "王小明", "Bo"))
    assert fit(Page("order", rows, top="Order"), 128, 64).rule == 12


def test_the_picture_of_a_turn_is_moved_now_and_then() -> None:
    assert len({draw(turn("Ann"), shift=shift).tobytes() for shift in SHIFTS}) == 2


def test_a_name_alone_goes_all_over_the_display() -> None:
    box = draw(idle("Ann"), shift=(500, 500)).getbbox()
    assert box is not None
    assert box[2:] == (128, 64)


def test_an_empty_page_is_dark_wherever_it_is_moved_to() -> None:
    assert lit(draw(Page("dark"), shift=(3, 3))) == 0


def test_an_alert_is_dark_on_a_bar_of_light() -> None:
    bar = draw(PAGES["not-saving"]).crop((0, 0, 128, 12))
    plain = draw(Page("turn", top=" NOT SAVING", top_right="Round 3")).crop((0, 0, 128, 12))
    assert lit(bar) > 1000 > lit(plain) > 0


def test_the_one_who_is_up_stands_out_and_the_down_is_ruled_through() -> None:
    def row(**marks: bool) -> int:
        return lit(draw(Page("order", (Row("Orc 2", **marks),))))  # type: ignore[arg-type]

    assert row(strong=True) > 1000
    assert row() < row(struck=True) < row() + 30


def test_progress_is_ruled_in_as_many_pieces_as_there_are() -> None:
    def rule(done: int) -> Image.Image:
        page = Page("roll", top="Round 1", progress=(done, 4))
        return draw(page).crop((0, 12, 128, 14))

    assert [lit(rule(done)) - lit(rule(0)) for done in range(5)] == [0, 30, 60, 90, 120]
    runs = half_blocks(rule(4))[0].split()
    assert [len(run) for run in runs] == [30, 30, 30, 30]


def test_half_blocks_show_two_rows_of_pixels_a_line() -> None:
    image = Image.new("1", (4, 3))
    for at in ((0, 0), (1, 1), (2, 0), (2, 1), (3, 2)):
        image.putpixel(at, 255)
    assert half_blocks(image) == ["▀▄█ ", "   ▀"]


def test_a_page_reads_as_text() -> None:
    page = Page(
        "order",
        (
            Row("Ann", "huge"),
            Row("Bo", "big", right="9", strong=True),
            Row("Orc 2", struck=True, mark=True),
        ),
        top="Round 3",
        top_right="3/3",
        foot="push: choose",
        alert="NOT SAVING",
        progress=(1, 3),
    )
    assert str(page).splitlines() == [
        "[order]",
        "!! NOT SAVING !!",
        "Round 3 | 3/3",
        "---- 1 of 3",
        "  # Ann",
        "  ## *Bo* | 9",
        "> ~Orc 2~",
        "----",
        "push: choose",
    ]
