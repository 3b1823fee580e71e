"""The demonstration: a battle in the terminal, and the picture of the window for the README."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from turnkeeper.ui.gestures import Key
from turnkeeper_sim import __main__, demo, rehearsal
from turnkeeper_sim.rehearsal import Rehearsal
from turnkeeper_sim.seen import Seen
from turnkeeper_sim.story import STORY, Step
from turnkeeper_sim.terminal import beside, braille, framed

PICTURE = Path(__file__).parents[2] / "sim" / "pictures" / "desk.png"


def test_without_a_screen_it_is_played_in_the_terminal_and_ends_with_0(tmp_path: Path) -> None:
    environment = {**os.environ, "DISPLAY": "", "XDG_STATE_HOME": str(tmp_path)}
    environment.pop("WAYLAND_DISPLAY", None)
    done = subprocess.run(
        [sys.executable, "-m", "turnkeeper_sim", "--fast"],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    lines = done.stdout.splitlines()
    assert "no screen here" in lines[0]
    assert [line for line in lines if line in {step.says for step in STORY}] == [
        step.says for step in STORY
    ]
    assert done.stdout.count("┌") == len(STORY)
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == [], "and it leaves nothing behind"


def test_a_step_that_goes_wrong_ends_it_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The control: a key that the box never felt."""

    def missed(player: Rehearsal) -> None:
        player.see()
        monkeypatch.setattr(rehearsal, "PATIENCE", 0.5)
        monkeypatch.setattr(player, "_by_hand", lambda _: None)
        player.do(Key("next"))

    monkeypatch.setattr(demo, "STORY", (Step("A key is missed.", missed),))
    assert __main__.main(["--demo", "--fast"]) == 1
    assert "the glass does not show this page" in capsys.readouterr().err


def test_the_picture_in_the_readme_is_what_the_window_shows(tmp_path: Path) -> None:
    """Made by `sim/run --screenshot sim/pictures/desk.png`; no FreeType smooths like another."""
    made = tmp_path / "desk.png"
    assert __main__.main(["--screenshot", str(made)]) == 0
    with Image.open(made) as new, Image.open(PICTURE) as kept:
        assert new.size == kept.size
        assert different(new, kept) < 0.005
        turned = kept.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        assert different(new, turned) > 0.2, "the control"


def different(one: Image.Image, other: Image.Image) -> float:
    """Return the part of the pixels that clearly differ."""
    grey = ImageChops.difference(one, other).convert("L")
    clear = grey.point(lambda v: 255 if v > 24 else 0)
    return clear.histogram()[255] / (one.width * one.height)


def test_a_narrow_terminal_gets_dots_and_they_are_the_pixels() -> None:
    picture = Image.new("1", (4, 8))
    for at in ((0, 0), (1, 3), (3, 7)):
        picture.putpixel(at, 1)
    assert braille(picture) == ["\u2881\u2800", "\u2800\u2880"]


def test_lamps_and_names_stand_beside_the_display() -> None:
    lit = (True, *(False,) * 7)
    seen = Seen(plugged=True, lamps=lit, names=("Ann", "Bo", *("",) * 6))
    assert framed(["....", "...."], beside(seen)) == [
        "┌────┐",
        "│....│  ● Ann",
        "│....│  ○ Bo",
        "└────┘",
    ]
    dead = Seen(names=seen.names)
    assert beside(dead)[-1] == "(no power)"


def test_help_names_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        __main__.main(["--help"])
    assert left.value.code == 0
    said = capsys.readouterr().out
    for option in ("--demo", "--state", "--config", "--screenshot"):
        assert option in said


def test_what_cannot_be_used_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turnkeeper_sim.window.screen_there", lambda: True)
    assert __main__.main(["--config", str(tmp_path / "none.toml"), "--state", str(tmp_path)]) == 2
    assert "none.toml" in capsys.readouterr().err
    (tmp_path / "file").touch()
    assert __main__.main(["--state", str(tmp_path / "file")]) == 2
    assert "file" in capsys.readouterr().err
