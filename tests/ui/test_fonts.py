"""The fonts: the very files that were chosen, and the right one for every character."""

import hashlib
import struct
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.samples import NAMES
from turnkeeper.ui.flow import shorten, wrap
from turnkeeper.ui.typeface import (
    FOLDER,
    SMALL,
    STRIKES,
    Style,
    _coverage,
    clusters,
    extent,
    measure,
    read_ranges,
    render,
)

CHECKSUMS = {
    "terminus-bold.otb": "96ad986e5b2f627772ac2660cab421e3860426555324982d2b77a364111bfefe",
    "terminus-normal.otb": "180adf5b1f33a980d9115e9267cec5030672247e9ae27d38bed305c556619d2b",
    "unifont.otf": "db1960227adcb14640063e7384fdcd2867aaf819d9ca4866bca289d4db9a9f67",
}
BOLD = Style("bold", 16)
styles = st.builds(Style, st.sampled_from(("normal", "bold")), st.sampled_from(STRIKES))


@pytest.mark.parametrize("name", CHECKSUMS)
def test_the_font_files_are_unmodified_and_the_readme_says_which(name: str) -> None:
    found = hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()
    assert found == CHECKSUMS[name]
    assert found in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_no_font_is_shipped_without_its_licence() -> None:
    assert {path.name for path in FOLDER.glob("*.ot?")} == set(CHECKSUMS)
    for family in {name.split("-")[0].split(".")[0] for name in CHECKSUMS}:
        licence = (FOLDER / f"OFL-{family}.txt").read_text(encoding="utf-8")
        assert licence.startswith("Copyright (c)")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence


def test_terminus_has_latin_greek_and_cyrillic_and_not_chinese() -> None:
    bold = _coverage("terminus-bold.otb")
    for name in NAMES:
        han = any(ord(char) > 0x2E80 for char in name)
        assert all(char in bold for char in name if char != " ") is not han, name
    assert "\N{GRINNING FACE}" not in bold


def test_the_bold_is_drawn_by_terminus_and_what_it_lacks_by_unifont() -> None:
    assert extent("A", BOLD) == (8, 12, 4)
    assert extent("王", BOLD) == (16, 14, 2)
    assert extent("王", Style("bold", 32)) == (32, 28, 4)
    assert extent("A王", BOLD) == (24, 14, 4)


def test_all_stand_on_one_baseline() -> None:
    for px in STRIKES:
        style = Style("bold", px)
        alone, beside = render("E", style), render("E王", style)
        down = extent("E王", style).ascent - extent("E", style).ascent
        assert beside.crop((0, down, alone.width, down + alone.height)) == alone


def test_what_no_font_has_is_drawn_as_the_box_for_missing() -> None:
    missing = render("\N{GRINNING FACE}", BOLD)
    assert missing.getbbox() is not None
    assert missing == render("\U0010ffff", BOLD)
    assert missing != render("王", BOLD)


@pytest.mark.parametrize("odd", ["\x00", "\n", "\ud800", "\u200d", "\u0301", "\u202e", "\ufffe"])
def test_odd_characters_are_drawn_too(odd: str) -> None:
    for style in (SMALL, Style("bold", 32)):
        assert render(odd, style).width == measure(odd, style)
        assert measure(f"a{odd}b", style) >= measure("ab", style)


def test_a_combining_mark_takes_no_room_of_its_own() -> None:
    marked = "x\N{COMBINING CIRCUMFLEX ACCENT}"
    assert clusters(f"a{marked}b") == ["a", marked, "b"]
    assert measure(marked, BOLD) == measure("x", BOLD)
    assert render(marked, BOLD) != render("x", BOLD)


@given(st.text(max_size=8), st.text(st.characters(exclude_categories=["M"]), max_size=8), styles)
def test_a_text_is_as_wide_as_its_parts(left: str, right: str, style: Style) -> None:
    assert measure(left + right, style) == measure(left, style) + measure(right, style)
    picture = render(left + right, style)
    assert (picture.width, picture.height) == (
        measure(left + right, style),
        extent(left + right, style).height,
    )


@given(st.text(max_size=60), styles, st.integers(0, 260))
def test_a_shortened_text_fits_and_begins_as_the_text_does(
    text: str, style: Style, width: int
) -> None:
    short = shorten(text, style, width)
    assert measure(short, style) <= width
    if short != text:
        assert measure(text, style) > width
        assert short == "" or "".join(clusters(text)).startswith(short[:-1])


@given(st.text(max_size=80), styles, st.integers(0, 260), st.booleans())
def test_lines_fit_and_lose_nothing_but_blanks(
    text: str, style: Style, width: int, anywhere: bool
) -> None:
    lines = wrap(text, style, width, width, anywhere=anywhere)
    if lines is not None:
        assert all(measure(line, style) <= width for line in lines)
        assert "".join("".join(lines).split()) == "".join(text.split())
    elif anywhere:
        assert any(measure(char, style) > width for char in clusters(text))


def test_lines_break_where_a_reader_would_break_them() -> None:
    style = Style("bold", 12)
    assert wrap("Žofia Šťastná-Nováková", style, 96, 96) == ("Žofia", "Šťastná-Nováková")
    assert wrap("Žofia Šťastná-Nováková", style, 90, 90) == ("Žofia Šťastná-", "Nováková")
    assert wrap("Orc 1 + Orc 2", style, 70, 70) == ("Orc 1 +", "Orc 2")
    assert wrap("Featherston 12", style, 70, 70) == ("Featherston", "12")
    assert wrap("d10 + 3\u00a0ref", style, 50, 50) == ("d10", "+ 3 ref")
    small = Style("normal", 12)
    assert wrap("1 action, 2 items, 7 m", small, 126, 126) == ("1 action,", "2 items, 7 m")
    assert wrap("2 actions, 12 metres", small, 50, 50) == ("2", "actions,", "12", "metres")
    assert wrap("Tam, Ghoul 1, Ghoul 2", small, 84, 84) == ("Tam, Ghoul 1,", "Ghoul 2")
    assert wrap("王小明王小明", style, 64, 64) == ("王小明", "王小明")
    assert wrap("Featherstonehaugh", style, 90, 90) is None
    assert wrap("Featherstonehaugh", style, 90, 90, anywhere=True) == ("Featherst", "onehaugh")
    assert wrap("Bo", style, 90, 6) is None


def font_file(folder: Path, encoding: int) -> Path:
    """Write a font with a character map and nothing else: A to C, and a and c by a glyph list."""
    arrays = [
        (0x43, 0x63, 0xFFFF),  # ends
        (0,),
        (0x41, 0x61, 0xFFFF),  # starts
        (0x10000 - 0x40, 0, 1),  # deltas
        (0, 4, 0),  # offsets: from here to the glyphs below
        (7, 0, 8),  # glyphs of a, b (none) and c
    ]
    words = [word for array in arrays for word in array]
    segments = struct.pack(f">7H{len(words)}H", 4, 0, 0, 6, 0, 0, 0, *words)
    table = struct.pack(">HHHHL", 0, 1, 3, encoding, 12) + segments
    head = struct.pack(">4sHHHH", b"OTTO", 1, 0, 0, 0)
    entry = struct.pack(">4sLLL", b"cmap", 0, 28, len(table))
    path = folder / "tiny.otf"
    path.write_bytes(head + entry + table)
    return path


def test_a_character_map_is_read_with_its_holes(tmp_path: Path) -> None:
    assert read_ranges(font_file(tmp_path, 1)) == [(0x41, 0x43), (0x61, 0x61), (0x63, 0x63)]
    with pytest.raises(ValueError, match=r"tiny\.otf has no character map of format 4\."):
        read_ranges(font_file(tmp_path, 10))


def test_ranges_are_in_order_and_apart() -> None:
    for name in ("terminus-bold.otb", "terminus-normal.otb"):
        ranges = read_ranges(FOLDER / name)
        assert all(one[1] + 1 < other[0] for one, other in pairwise(ranges))
        assert sum(last - first + 1 for first, last in ranges) == 1325
