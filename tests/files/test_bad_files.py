"""Promise U2: a bad file is explained: file, line, field, what is allowed.

The cases stand in bad-files.txt, to be read by people; those that no text can hold stand here.
"""

import re
from pathlib import Path

import pytest

from tests.files.corpus import cases
from tests.files.systems import RULES
from turnkeeper.errors import PartyError
from turnkeeper.files.sheet import Sheet
from turnkeeper.party import EXAMPLES, check, check_bytes, load_encounter, load_party


def said_of(name: str, data: bytes) -> list[str]:
    boot = "\n".join(re.findall(r"# config\.txt: (.*)", data.decode(errors="replace")))
    return [str(each) for each in check_bytes(Path(name), data, RULES, "hummel", boot)]


@pytest.mark.parametrize(
    ("name", "data", "said"), [pytest.param(*case[1:], id=case[0]) for case in cases()]
)
def test_a_bad_file_is_explained(name: str, data: bytes, said: list[str]) -> None:
    assert said
    assert said_of(name, data) == said


def test_there_are_enough_cases_and_each_says_what_is_allowed() -> None:
    """U2 asks for 60; a sentence without its second half, on what to do, is not one."""
    assert len(cases()) >= 60
    for *_, said in cases():
        for sentence in said:
            assert re.match(r"[\w/.-]+(, line \d+)?(, [\w.\[\]]+)?: \S", sentence), sentence
            assert not sentence.endswith(".")


def test_control_without_the_lines_most_cases_turn_red(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sheet, "line", lambda _sheet, _place: None)
    red = [title for title, name, data, said in cases() if said_of(name, data) != said]
    assert len(red) > 60


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xfes\x00", "party.toml: the file is saved as UTF-16; save it as UTF-8"),
        (
            b'system = "hummel"\nname = "\xc4nn"\n',
            "party.toml, line 2: the line is no UTF-8; save the file as UTF-8",
        ),
        (
            b"#" * 70_000,
            "party.toml: the file is larger than 64 KiB, the most that is taken",
        ),
        (
            b"#\n#" + b"-" * 512,
            "party.toml, line 2: the line is longer than 512 bytes, the most that is taken",
        ),
        (
            b'system = "hu\x00mmel"',
            "party.toml, line 1, system: there is a character that TOML does not allow here",
        ),
    ],
)
def test_what_no_text_can_hold_is_explained_too(data: bytes, said: str) -> None:
    assert said_of("party.toml", data) == [said]


def test_windows_line_ends_and_its_mark_at_the_start_do_no_harm() -> None:
    text = (EXAMPLES / "party.toml").read_text(encoding="utf-8")
    data = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    assert said_of("party.toml", data) == []
    assert said_of("party.toml", data.replace(b"seat = 4", b"seat = 44")) == [
        "party.toml, line 32, characters[4].seat: 44 is no seat; seats are numbered from 1 to 24"
    ]


def test_the_examples_are_not_bad() -> None:
    files = [EXAMPLES / "config.toml", EXAMPLES / "party.toml", *EXAMPLES.glob("encounters/*")]
    assert len(files) >= 4
    assert [check(file, RULES) for file in files] == [[] for _ in files]


def test_loading_raises_the_first_and_counts_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "party.toml"
    file.write_text('system = "hummel"\n[[characters]]\nname = 1\nref = "x"\nseat = 0\n')
    with pytest.raises(PartyError, match=r"line 3, .*name: 1 is no text.* \(2 more: turnkeeper"):
        load_party(file, RULES)
    file.write_text("foes = 1\n")
    with pytest.raises(PartyError, match=r"party\.toml, line 1, foes: 1 is no list"):
        load_encounter(file, RULES)


def test_a_file_made_to_annoy_is_not_listed_to_its_end() -> None:
    data = b'system = "hummel"\n[[characters]]\n' + b"".join(b"x%d = 1\n" % n for n in range(999))
    assert len(said_of("party.toml", data)) == 100
