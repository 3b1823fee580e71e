"""The window on a screen: real mouse and keyboard events in, pixels out, under Xvfb."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest
from PIL import Image

from tests.sim.conftest import PATIENCE, STAND_IN, until
from tests.sim.screen import ByKeys, ByMouse, Screen
from tests.sim.stand_in import NAMES
from turnkeeper_sim import layout
from turnkeeper_sim.desk import Desk
from turnkeeper_sim.rehearsal import Rehearsal
from turnkeeper_sim.scene import Tray, View, draw
from turnkeeper_sim.seen import Seen
from turnkeeper_sim.story import STORY, set_up
from turnkeeper_sim.window import Bell, Window

NAMED = tuple(NAMES.get(n, "") for n in range(1, 9))
CHILD = f"""
import sys
from pathlib import Path
from turnkeeper_sim import window
from turnkeeper_sim.desk import Desk
if not window.screen_there():
    sys.exit("no screen")
bell = window.Bell()
desk = Desk(Path(sys.argv[1]), on_change=bell.ring, command={STAND_IN!r})
opened = window.Window(desk, bell)
desk.plug_in()
opened.run()
desk.close()
"""


def shows(screen: Screen, view: View) -> None:
    """Wait until the screen shows *view*, to the pixel."""
    wanted = draw(view).convert("RGB").tobytes()
    until(lambda: screen.picture().tobytes() == wanted)


@pytest.fixture
def window(screen: Screen, tmp_path: Path) -> "Iterator[subprocess.Popen[bytes]]":
    """The simulator's window, with a stand-in for the box."""
    screen.do("mousemove", "5", "5")
    child = [sys.executable, "-c", CHILD, str(tmp_path)]
    with subprocess.Popen(child, env=screen.environment) as opened:
        try:
            shows(screen, View(lit(), 10))
            yield opened
        finally:
            opened.kill()


def lit(*lamps: int, edges: int = 0, face: int = 0, buzzer: bool = False) -> Seen:
    """What the stand-in shows after so many edges, with *lamps* lit."""
    glass = Image.new("1", (128, 64))
    for row, count in enumerate((edges, face)):
        for x in range(count):
            glass.putpixel((x, row), 1)
    return Seen(
        plugged=True,
        ready=True,
        picture=glass,
        contrast=200,
        lamps=tuple(n in lamps for n in range(1, 9)),
        names=NAMED,
        buzzer=buzzer,
    )


def test_hands_and_eyes(screen: Screen, window: "subprocess.Popen[bytes]") -> None:
    """Mouse and keyboard move what they should, and every change is on the screen."""
    x, y = layout.SEATS[1].middle
    screen.do("mousemove", str(x), str(y), "mousedown", "1")
    seat2 = frozenset(["seat2"])
    shows(screen, View(lit(2, edges=1, buzzer=True), 10, seat2))
    screen.do("mouseup", "1")
    shows(screen, View(lit(edges=2), 10))
    screen.do("keydown", "f")
    shows(screen, View(lit(4, edges=3, buzzer=True), 10, frozenset(["seat4"])))
    screen.do("keyup", "f", "key", "Right", "click", "5")
    shows(screen, View(lit(edges=12), 10, turned=36))
    screen.do("key", "7")
    shows(screen, View(lit(edges=12, face=7), 0, turned=36, tray=Tray(10, "7")))
    screen.do("key", "p")
    dead = Seen(names=NAMED)
    shows(screen, View(dead, turned=36, tray=Tray(10, "7")))
    screen.do("key", "p")
    shows(screen, View(lit(), 10, turned=36, tray=Tray(10, "7")))
    screen.do("key", "ctrl+q")
    assert window.wait(PATIENCE) == 0


@pytest.mark.parametrize("hands", [ByKeys, ByMouse])
def test_a_whole_battle_is_played_by_one_hand(
    hands: type[ByKeys | ByMouse], screen: Screen, tmp_path: Path
) -> None:
    """The real box: every page of the story is on the screen, by keys alone and by mouse alone."""
    settings = set_up(tmp_path / "card")
    command = ["-m", "turnkeeper_sim", "--config", str(settings), "--state", str(tmp_path / "s")]
    screen.do("mousemove", "5", "5")
    with subprocess.Popen([sys.executable, *command], env=screen.environment) as opened:
        try:
            player = Rehearsal(hands(screen), settings, tmp_path / "beside.sqlite")
            for step in STORY:
                step.does(player)
                if step.does is not Rehearsal.cut_power:
                    player.see_lamps()
            screen.do("key", "ctrl+q")
            assert opened.wait(PATIENCE) == 0
        finally:
            opened.kill()


class Patience(Bell):
    """A bell that nobody rings; the window's looks are counted, and the last one closes it."""

    def __init__(self, looks: int, change: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self.looks, self.change = looks, change

    def wait(self, timeout: float | None = None) -> bool:
        """Count, and do not wait."""
        assert timeout, "it must sleep between looks"
        self.looks -= 1
        self.change()
        if self.looks == 0:
            pygame.event.post(pygame.event.Event(pygame.QUIT))
        return False


@pytest.mark.parametrize("turns", [False, True])
def test_only_a_change_is_drawn(
    turns: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a hundred looks it draws once; the control, a knob that turns all the time, each time."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    blank, times = draw(View()), []

    def counted(view: View) -> Image.Image:
        times.append(view.turned)
        return blank

    monkeypatch.setattr("turnkeeper_sim.window.draw", counted)
    bell = Patience(100)
    opened = Window(Desk(tmp_path), bell)
    if turns:
        bell.change = lambda: opened._hands.turn(1)
    opened.run()
    assert len(times) == (101 if turns else 1)


@pytest.mark.parametrize("display", ["", ":4711"])
def test_no_screen_is_seen_as_none(display: str) -> None:
    """SDL opens a blind driver without a word, with no DISPLAY and with one that is not there."""
    environment = {**os.environ, "DISPLAY": display}
    environment.pop("WAYLAND_DISPLAY", None)
    code = "from turnkeeper_sim import window; print(window.screen_there())"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    )
    assert done.stdout.splitlines()[-1] == "False"
