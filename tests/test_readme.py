"""The README's examples are played, and what it points at is there.

Its game of one's own, and that game's battle, are played in tests/games.
"""

import re
from pathlib import Path

import pytest

from turnkeeper.errors import ScriptError
from turnkeeper.script import play, reader
from turnkeeper.systems import SYSTEMS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def battles(text: str) -> list[str]:
    """The battle scripts of the books that a text shows."""
    found: list[str] = re.findall(r"```battle\n(.*?)```", text, re.DOTALL)
    return [text for text in found if text.split()[1] in SYSTEMS]


def failures(text: str) -> list[tuple[int, str]]:
    """What did not hold in a script."""
    script = reader.read(text, "README.md")
    return [fault for done in play.play(script, play.Rules(script)) for fault in done.failures]


def links(text: str) -> list[str]:
    """The places in the repository that a text points at."""
    return [place for place in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in place]


def test_every_battle_in_the_readme_holds() -> None:
    assert battles(README)
    for text in battles(README):
        assert failures(text) == []


def test_a_battle_that_does_not_hold_would_be_found() -> None:
    wrong = battles(README)[0].replace("expect turn Ann", 'expect turn "Orc 1"')
    assert len(failures(wrong)) == 1
    with pytest.raises(ScriptError, match="is no verb"):
        failures(battles(README)[0].replace("start", "begin"))


def test_what_the_readme_points_at_is_there() -> None:
    assert len(links(README)) > 20
    assert [place for place in links(README) if not (ROOT / place).exists()] == []


def test_the_two_commands_are_there_and_can_be_run() -> None:
    for command in ("sim/run", "tests/run"):
        assert f"    {command}" in README
        assert (ROOT / command).stat().st_mode & 0o111
