"""Promise U1: no file from a stick or a card can crash, freeze, fill or deceive the box.

The limits hold before the parser sees a text, and what could take long must not reach it at all.
What the work within the limits may cost, `test_hostile.py` shows.
"""

import os
import tomllib
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.files.systems import RULES
from turnkeeper.files import intake
from turnkeeper.files.intake import NotTaken, checked_tokens, text_of
from turnkeeper.files.sheet import Sheet
from turnkeeper.party import EXAMPLES, check, check_bytes

ENDLESS = b"a" + b".a" * 50_000 + b" = 1\n"


def no_parser(_text: str) -> NoReturn:
    pytest.fail("the parser was reached")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(ENDLESS, "larger than 64 KiB", id="100 kB of a.a.a"),
        pytest.param(ENDLESS[:60_000], "longer than 512 bytes", id="60 kB of a.a.a"),
        pytest.param(ENDLESS[:400], "more than 4 dots", id="400 bytes of a.a.a"),
        pytest.param(b"[" + ENDLESS[:400] + b"]", "more than 4 dots", id="a heading of dots"),
        pytest.param(b'"a" . a . a\t.a.a.a = 1', "more than 4 dots", id="dots with blanks"),
        pytest.param(b"x = {" + ENDLESS[:20] + b"}", "more than 4 dots", id="dots in a table"),
        pytest.param(b"x = " + b"[" * 9 + b"]" * 9, "more than 8 deep", id="nine lists"),
        pytest.param(b"x = " + b"{a=" * 9 + b"1" + b"}" * 9, "more than 8 deep", id="tables"),
        pytest.param(b"x = [\n" * 9, "more than 8 deep", id="lists over lines"),
        pytest.param(b"a = 1\n" * 2_001, "more than 8000 words", id="2,001 short lines"),
        pytest.param(b'x = """' + b'\\"""\n' * 10_000, "has no end", id="a text without end"),
    ],
)
def test_what_could_take_long_does_not_reach_the_parser(
    data: bytes, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tomllib, "loads", no_parser)
    (problem,) = check_bytes(Path("party.toml"), data, RULES)
    assert said in problem.sentence


def test_control_without_the_limit_the_parser_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "MOST_DOTS", 999)
    monkeypatch.setattr(tomllib, "loads", no_parser)
    with pytest.raises(pytest.fail.Exception, match="the parser was reached"):
        check_bytes(Path("party.toml"), ENDLESS[:400], RULES)


def test_what_is_just_within_the_limits_is_taken() -> None:
    text = "a.a.a.a.a = 1\n" + "b = " + "[" * 8 + "]" * 8 + "\n#" + "-" * 511 + "\n"
    text += 'c = "a.a.a.a.a.a.a.a" # a.a.a.a.a.a.a.a [[[[[[[[[[[[\n' + "d = '[[[[[[[[[['\n"
    text += "#" * 500 + "\n" + "e = [" + ("1," * 100 + "\n") * 38 + "]\n"
    assert len(checked_tokens(text)) > 7_500
    data = (text + ("#" * 299 + "\n") * 218).encode()[: 64 * 1024 - 1] + b"\n"
    assert len(data) == 64 * 1024
    checked_tokens(text_of(data))
    with pytest.raises(NotTaken, match="larger than 64 KiB"):
        text_of(data + b"\n")


def said_of(path: Path) -> str:
    (problem,) = check(path, RULES)
    assert problem.line is None
    return problem.sentence


def test_only_an_ordinary_file_is_read(tmp_path: Path) -> None:
    good = tmp_path / "good.toml"
    good.write_bytes((EXAMPLES / "party.toml").read_bytes())
    assert check(good, RULES) == []

    assert said_of(tmp_path / "none.toml") == "there is no such file"
    assert said_of(tmp_path) == "this is no ordinary file; a text file is wanted"
    assert said_of(Path("/dev/zero")) == "this is no ordinary file; a text file is wanted"
    assert said_of(tmp_path / "zero\0.toml") == "a file's name holds no zero byte"

    fifo = tmp_path / "fifo.toml"
    os.mkfifo(fifo)  # nobody will ever write: a plain open would wait for ever
    assert said_of(fifo) == "this is no ordinary file; a text file is wanted"

    link = tmp_path / "link.toml"
    link.symlink_to(good)
    assert said_of(link) == "this is a link to another file; copy the file itself to here"
    assert Sheet.from_file(link, links=True).problems == []  # as the owner's configuration may be


def test_a_name_of_a_file_cannot_deceive() -> None:
    (problem,) = check(Path("party\x1b[2J\u202e.toml"), RULES)
    assert problem.file == "party<U+001B>[2J<U+202E>.toml"


def test_a_foe_cannot_be_counted_up_to_fill_the_memory() -> None:
    data = b'name = "x"\n' + b'[[foes]]\nname = "a"\ncount = 64\nref = 1\n' * 400
    said = [problem.sentence for problem in check_bytes(Path("x.toml"), data, RULES)]
    assert said == ["25600 combatants are too many; a battle holds 64"]


@given(st.binary(max_size=600))
def test_no_bytes_crash_it(data: bytes) -> None:
    for problem in check_bytes(Path("party.toml"), data, RULES):
        assert problem.sentence
        assert str(problem).isprintable()


PIECES = st.sampled_from(
    [
        *("[", "]", "[[", "]]", "{", "}", "=", ",", ".", "\n", "\n", '"', "'", '"""', "'''", "#"),
        *("name", "system", "foes", "characters", "pins", "seats", "reserve", "ref", "count"),
        *('"Ann"', '"hummel"', "3", "-0", "1e3", "inf", "0x1F", "true", "1979-05-27", "\\", " "),
        *("\u202e", "\u0301", "\t", "\r", "\x00", "\ud7ff", "\U000e0101", '""', "[[foes]]\n"),
    ]
)


@given(st.lists(PIECES, max_size=60).map("".join))
def test_no_pieces_of_toml_crash_it(text: str) -> None:
    for name in ("party.toml", "encounters/x.toml", "config.toml"):
        for problem in check_bytes(Path(name), text.encode(), RULES):
            assert problem.sentence
            assert str(problem).isprintable()


GOOD = [p.read_bytes() for p in (EXAMPLES / "party.toml", *EXAMPLES.glob("encounters/*"))]


@given(
    st.sampled_from(GOOD),
    st.integers(0, 2_000),
    st.integers(0, 12),
    st.binary(max_size=12) | PIECES.map(str.encode),
)
def test_no_slip_in_a_good_file_crashes_it(data: bytes, at: int, cut: int, put: bytes) -> None:
    changed = data[:at] + put + data[at + cut :]
    for problem in check_bytes(Path("encounters/x.toml"), changed, RULES):
        assert problem.sentence
        assert problem.line is None or 1 <= problem.line <= changed.count(b"\n") + 1
