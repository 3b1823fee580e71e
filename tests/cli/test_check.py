"""`turnkeeper check`: what is wrong with files, where, and what is allowed."""

from pathlib import Path

import pytest

import turnkeeper
from tests.cli.conftest import Say

EXAMPLES = Path(turnkeeper.__file__).parent / "examples"


def test_the_examples_are_fine(say: Say) -> None:
    files = sorted(EXAMPLES.rglob("*.toml"))
    assert len(files) >= 1 + 4 * 3, "the settings, and a party and two encounters for each book"
    ended = say("check", *files)
    assert (ended.status, ended.err) == (0, "")
    assert sorted(ended.out.splitlines()) == sorted(f"{file}: fine" for file in files)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("party.toml", 'system = "humel"\n', ("party.toml, line 1", "system", "hummel")),
        (
            "party.toml",
            'system = "hummel"\n[[characters]]\nname = "Ann"\nref = "three"\n',
            ("party.toml, line 4", "ref", "whole number"),
        ),
        (
            "party.toml",
            'system = "hummel"\n[[characters]]\nname = "Ann"\n',
            ("party.toml, line 2", "ref", "missing"),
        ),
        ("config.toml", "[pins]\nknob_a = 2\n", ("config.toml, line 2", "knob_a")),
        ("config.toml", "[display]\nhight = 64\n", ("config.toml, line 2", "hight", "height")),
    ],
)
def test_file_line_field_and_what_is_allowed(
    say: Say, tmp_path: Path, name: str, text: str, words: tuple[str, ...]
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    ended = say("check", path)
    assert ended.status == 1
    for word in words:
        assert word in ended.out


def test_good_and_bad_files_together(say: Say, tmp_path: Path) -> None:
    bad = tmp_path / "party.toml"
    bad.write_text("system = 3\n", encoding="utf-8")
    ended = say("check", EXAMPLES / "party.toml", bad)
    assert ended.status == 1
    assert f"{EXAMPLES / 'party.toml'}: fine" in ended.out
    assert f"{bad}, line 1" in ended.out


def test_a_file_that_is_not_there(say: Say, tmp_path: Path) -> None:
    ended = say("check", tmp_path / "none.toml")
    assert ended.status == 1
    assert "none.toml" in ended.out
