"""Whatever a page says, in any script and on any display: it is drawn, inside, and apart.

The checks are functions that give what they found wrong, so that each is shown to find it in a
layout that is wrong.
"""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.ui.samples import NAMES, PAGES, idle, order, roll, turn
from turnkeeper.ui.draw import draw
from turnkeeper.ui.fit import ARROWS, CURSOR, fit
from turnkeeper.ui.layout import Layout
from turnkeeper.ui.page import Page, Row, Size

Box = tuple[int, int, int, int]
DISPLAYS = ((128, 64), (128, 32), (256, 64))
SIZES: tuple[Size, ...] = ("small", "big", "huge")

texts = st.text(st.characters(), max_size=60)
rows = st.builds(
    Row,
    texts,
    st.sampled_from(SIZES),
    right=st.just("") | texts,
    mark=st.booleans(),
    centre=st.booleans(),
    strong=st.booleans(),
    struck=st.booleans(),
)
edge = st.just("") | texts
pages = st.builds(
    Page,
    st.just("any"),
    st.lists(rows, max_size=12).map(tuple),
    top=edge,
    top_right=edge,
    foot=edge,
    foot_right=edge,
    alert=st.just("") | st.just("NOT SAVING") | texts,
    progress=st.tuples(st.integers(0, 70), st.integers(0, 70)),
)


def boxes(layout: Layout, width: int) -> list[Box]:
    """Give what each thing of a layout may light, bars apart, since they hold texts."""
    found = [piece.box for piece in layout.pieces]
    if layout.rule is not None:
        found.append((0, layout.rule, width, layout.rule + 1))
    if layout.cursor is not None:
        found.append((0, layout.cursor - 3, CURSOR - 2, layout.cursor + 4))
    start, end = layout.rows
    if layout.above:
        found.append((width - ARROWS, start + 3, width, start + 6))
    if layout.below:
        found.append((width - ARROWS, end - 6, width, end - 3))
    return found


def outside(layout: Layout, width: int, height: int) -> list[Box]:
    """Give the boxes that do not lie on the display whole."""
    return [
        box
        for box in boxes(layout, width) + list(layout.bars)
        if not (0 <= box[0] <= box[2] <= width and 0 <= box[1] <= box[3] <= height)
    ]


def meeting(layout: Layout, width: int) -> list[tuple[Box, Box]]:
    """Give the pairs of boxes that have a pixel in common."""
    return [
        (one, other)
        for one, other in combinations(boxes(layout, width), 2)
        if max(one[0], other[0]) < min(one[2], other[2])
        and max(one[1], other[1]) < min(one[3], other[3])
    ]


@given(pages, st.sampled_from(DISPLAYS))
@example(Page("empty"), (128, 64))
@example(Page("nothing", (Row(""), Row("", "huge", right="")), top=" "), (128, 32))
def test_any_page_is_drawn_inside_the_display_and_nothing_overlaps(
    page: Page, display: tuple[int, int]
) -> None:
    layout = fit(page, *display)
    assert outside(layout, *display) == []
    assert meeting(layout, display[0]) == []
    image = draw(page, *display)
    assert (image.mode, image.size) == ("1", display)


@pytest.mark.parametrize("display", DISPLAYS)
@pytest.mark.parametrize("name", PAGES)
def test_every_sample_page_lies_inside_and_nothing_overlaps(
    name: str, display: tuple[int, int]
) -> None:
    layout = fit(PAGES[name], *display)
    assert outside(layout, *display) == []
    assert meeting(layout, display[0]) == []


def test_a_layout_that_is_wrong_is_found_wrong() -> None:
    layout = fit(turn("Ann"), 128, 64)
    name = next(piece for piece in layout.pieces if piece.text == "Ann")
    astray = replace(layout, pieces=(name._replace(x=100),))
    over = replace(layout, pieces=(*layout.pieces, name._replace(x=name.x + 5)))
    assert outside(astray, 128, 64)
    assert meeting(over, 128)


def shown(page: Page, width: int, height: int) -> str:
    """Give what stands between the top and the foot, without blanks."""
    layout = fit(page, width, height)
    start, end = layout.rows
    inner = [piece for piece in layout.pieces if start <= piece.y and piece.box[3] <= end]
    return "".join("".join(piece.text.split()) for piece in inner)


LETTERS = st.sampled_from("".join(NAMES[:2]) + NAMES[3] + NAMES[4] + "ßŽžáêőñĐЁй'- ")
IDEOGRAPHS = st.sampled_from("王小明김철수さくら")


@given(
    st.text(LETTERS, min_size=1, max_size=40) | st.text(IDEOGRAPHS, min_size=1, max_size=16),
    st.sampled_from(DISPLAYS),
)
@example(NAMES[0], (128, 64))
@example(NAMES[0], (128, 32))
@example(NAMES[1], (128, 32))
@example(NAMES[2], (128, 64))
def test_a_name_of_up_to_40_characters_is_whole_on_its_turn(
    name: str, display: tuple[int, int]
) -> None:
    whole = "".join(name.split())
    assert shown(turn(name), *display) == whole
    assert shown(idle(name), *display) == whole
    if display[1] == 64:
        assert shown(roll(name), *display).startswith(whole)


def test_a_name_that_is_cut_is_seen_to_be_cut() -> None:
    assert shown(turn("Bartholomew " * 12), 128, 64).endswith("…")


def test_the_name_is_the_largest_on_its_turn_where_it_can_be() -> None:
    for name, least in (("Ann", 32), ("Orc 1", 24), ("Cave troll", 24), (NAMES[1], 16)):
        sizes = [piece.style.px for piece in fit(turn(name), 128, 64).pieces if piece.text in name]
        assert max(sizes) == least, name


@pytest.mark.parametrize("cursor", range(10))
@pytest.mark.parametrize("display", DISPLAYS)
def test_the_marked_row_of_a_long_list_is_in_view(cursor: int, display: tuple[int, int]) -> None:
    page = order(cursor)
    layout = fit(page, *display)
    assert layout.cursor is not None
    assert shown(page, *display)  # and the window says where it lies in the list
    assert layout.above == (cursor > 0 and page.rows[0].text not in texts_of(layout))
    assert layout.below == (cursor < 9 and page.rows[-1].text not in texts_of(layout))


def texts_of(layout: Layout) -> list[str]:
    """Give the texts of a layout."""
    return [piece.text for piece in layout.pieces]


def test_the_cursor_brings_a_long_name_out_whole() -> None:
    at_it, beside_it = shown(order(5), 128, 64), shown(order(4), 128, 64)
    assert "Bartholomew7FeatherstonehaughtheThird" in at_it
    assert "FeatherstonehaughtheThird" not in beside_it
    assert "Bartholomew" in beside_it


def test_the_foot_gives_way_to_the_name_then_the_top_and_an_alert_never() -> None:
    page = replace(roll(NAMES[0]), foot="push: roll", progress=(0, 0))
    assert "push: roll" not in texts_of(fit(page, 128, 64))
    assert "Round 1: roll" in texts_of(fit(page, 128, 64))
    assert "Round 1: roll" not in texts_of(fit(page, 128, 32))
    assert "NOT SAVING" in texts_of(fit(replace(page, alert="NOT SAVING"), 128, 32))


def test_a_name_is_rather_large_than_above_a_foot() -> None:
    rows = (Row("Ann", "huge"), Row("rolls d10 + Ref 3 + ambush 2"))
    layout = fit(Page("roll", rows, top="Round 1", foot="then Bo"), 128, 64)
    assert "then Bo" not in texts_of(layout)
    assert [piece.style.px for piece in layout.pieces if piece.text == "Ann"] == [24]


@pytest.mark.parametrize(("height", "said"), [(32, False), (64, True)])
def test_on_a_low_display_what_there_is_to_say_gives_way_to_the_name(
    height: int, said: bool
) -> None:
    rows = (Row("Séverine", "huge"), Row("dex at SR 16, 3 actions, unengaged"))
    layout = fit(Page("turn", rows, top="then Rurik"), 128, height)
    pieces = {piece.text: piece.style.px for piece in layout.pieces}
    assert pieces["Séverine"] >= 16
    assert any("3 actions" in text for text in pieces) is said
    listed = (replace(rows[0], mark=True), rows[1])
    shown = [piece.text for piece in fit(Page("list", listed), 128, height).pieces]
    assert any("dex at" in text for text in shown), "the control: a list to choose from keeps all"


def test_short_text_keeps_top_and_foot() -> None:
    texts = texts_of(fit(turn("Ann"), 128, 64))
    assert texts == ["then Orc 1", "Round 3", "20 m", "1 interaction", "Ann"]


def test_numbers_stand_at_the_right_edge() -> None:
    layout = fit(order(0), 128, 64)
    numbers = [piece for piece in layout.pieces if piece.text in ("14", "12", "9")]
    assert {piece.box[2] for piece in numbers} == {128 - ARROWS}


def test_rows_follow_each_other_down_the_page() -> None:
    layout = fit(PAGES["fault"], 128, 64)
    tops = [piece.y for piece in layout.pieces if piece.text != "Rule error"]
    assert all(upper < lower for upper, lower in pairwise(tops))
