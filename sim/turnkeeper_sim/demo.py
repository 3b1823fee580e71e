"""The demonstration: a battle played on the real box, in the terminal, and its picture."""

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from turnkeeper_sim.cards import GAMES
from turnkeeper_sim.desk import Desk
from turnkeeper_sim.rehearsal import OtherPage, Rehearsal
from turnkeeper_sim.story import BEGINNING, D10, STORY, set_up
from turnkeeper_sim.terminal import Terminal

READING = 2.2  # seconds for one step's words


def play(*, fast: bool = False) -> int:
    """Play the story in the terminal; 0 if every page came as it must, 1 and words if not."""
    terminal = Terminal()
    with table() as player:
        try:
            for step in STORY:
                step.does(player)
                terminal.show(step.says, player.desk.seen)
                linger(player, terminal, step.says, 0 if fast else READING)
        except OtherPage as wrong:
            print(wrong, file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            return 130
    print("That was a battle. With a screen, sim/run opens the window to play your own.")
    return 0


def linger(player: Rehearsal, terminal: Terminal, words: str, seconds: float) -> None:
    """Let *words* be read; meanwhile lamps may blink."""
    end, shown = time.monotonic() + seconds, player.desk.seen
    while time.monotonic() < end:
        if terminal.in_place and player.desk.seen != shown:
            shown = player.desk.seen
            terminal.show(words, shown)
        time.sleep(0.05)


def screenshot(path: Path) -> int:
    """Play the story's beginning and save the window's picture as PNG; the exit status."""
    from turnkeeper_sim.scene import Tray, View, draw  # noqa: PLC0415 - the demo needs none of it

    with table() as player:
        try:
            for step in BEGINNING:
                step.does(player)
            player.see_lamps()
        except OtherPage as wrong:
            print(wrong, file=sys.stderr)
            return 1
        seen = replace(player.desk.seen, picture=player.picture(), buzzer=False)
    shown = View(seen, turned=126, tray=Tray(D10, "9"), cards=(*GAMES.values(),))
    draw(shown).convert("RGB").save(path, optimize=True)
    return 0


@contextmanager
def table() -> Iterator[Rehearsal]:
    """Set up the story's box in a folder of its own, switched on, and clear it away after."""
    with tempfile.TemporaryDirectory(prefix="turnkeeper-demo-") as name:
        folder = Path(name)
        settings = set_up(folder / "card")
        desk = Desk(folder / "state", settings=settings)
        try:
            desk.plug_in()
            yield Rehearsal(desk, settings, folder / "beside.sqlite")
        finally:
            desk.close()
