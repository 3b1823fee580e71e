"""A battle script played through the whole device: fingers, dice, and a look at the glass.

What comes before `start` goes in as party and encounter files. Then each command is made by hand:
a press of one's own button, a die from the tray, the knob in the game master's menu. Beside the box
the rules alone play the same script: both must be the same battle, and the glass show its page.
"""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.command import Command
from turnkeeper.script import play
from turnkeeper.script.reader import Script
from turnkeeper.ui import dice
from turnkeeper.ui.front import Front
from turnkeeper.ui.pages import page
from turnkeeper.ui.view import View
from turnkeeper_sim.bench import Bench, Stuck
from turnkeeper_sim.props import seated, write_files
from turnkeeper_sim.ways import row_of, steps_to, towards
from turnkeeper_sim.workbench import Workbench

NOT_OFFERED = "the device does not offer that"


def through_device(
    script: Script, frames: Path | None, make: Callable[[Path], Bench] = Workbench
) -> Iterator[play.Done]:
    """Play the script through a box of its own; *frames*: a folder for each new picture.

    make: gives the box, set up by the files in a folder.
    """
    with tempfile.TemporaryDirectory(prefix="turnkeeper-") as folder:
        box = Playback(script, Path(folder), frames, make)
        try:
            yield from play.play(script, box)
        finally:
            box.bench.close()


class Playback:
    """People at a box that was set up for *script*."""

    def __init__(
        self, script: Script, folder: Path, frames: Path | None, make: Callable[[Path], Bench]
    ) -> None:
        """Write the files, plug the box in, and choose the encounter on the home page."""
        self.rules = play.Rules(script)
        self._joined = write_files(script, folder)
        self._frames, self._count = frames, 0
        self._last: Image.Image | None = None
        if not self._joined:
            raise Stuck("nobody is in the battle before its start")
        self.bench = make(folder)
        self.bench.press("push")

    @property
    def battle(self) -> Battle:
        """The daemon's battle."""
        if not (battle := self.bench.session.battle):
            raise Stuck("the box is in no battle")
        return battle

    @property
    def front(self) -> Front:
        """What is open at the front."""
        return self.bench.session.front

    @property
    def view(self) -> View:
        """All that the box's pages are made from."""
        return self.bench.session.view

    def do(self, command: Command) -> str:
        """Do the command by hand; "" or why it was refused."""
        expected = self.rules.do(command)
        if command in self._joined and not self.rules.battle.table.started:
            self._joined.remove(command)  # it sat down when the encounter was chosen
            return expected
        before = self._history()
        said = self._by_hand(command)
        taken = self._history() != before
        refused = "" if taken else said or self.front.message or NOT_OFFERED
        self._look(refused)
        if bool(refused) != bool(expected):
            told = f"the rules say '{expected or 'taken'}', the device '{refused or 'taken'}'"
            raise Stuck(f"{command}: {told}")
        self._same(command)
        return expected and (refused if refused != NOT_OFFERED else expected)

    def _history(self) -> tuple[int, int]:
        return len(self.battle.events), len(self.battle.undone)

    def _same(self, command: Command) -> None:
        if not self.rules.battle.table.started:
            return  # the files brought everybody in at once
        ours, theirs = play.state(self.battle), play.state(self.rules.battle)
        if differ := [key for key in ours if ours[key] != theirs[key]]:
            raise Stuck(f"{command}: the device and the rules differ in {', '.join(differ)}")

    def _look(self, refused: str) -> None:
        """See that the glass shows the page; with nothing open, the page of the rules' battle."""
        shown = self.bench.page
        if not self.bench.shows(shown):
            raise Stuck(f"the glass does not show this page:\n{shown}")
        glass = self.bench.see()
        if self._last is None or glass.tobytes() != self._last.tobytes():
            self._keep(glass)
        self._last = glass
        if refused and self.front.message:
            self.bench.press("push")  # read; back to the page
        self._close()
        if self.rules.battle.table.started and not self.front.claim:
            wanted = page(Front(), View(self.view.tonight, seated(self.rules.battle, self.battle)))
            if not self.bench.shows(wanted):
                seen = self.bench.page
                raise Stuck(f"the glass shows\n{seen}\nnot the rules' page\n{wanted}")

    def _keep(self, glass: Image.Image) -> None:
        if self._frames:
            self._frames.mkdir(parents=True, exist_ok=True)
            self._count += 1
            glass.save(self._frames / f"{self._count:04}.png")

    # By hand

    def _by_hand(self, command: Command) -> str:
        """Make the gestures; "" or, where none can be made, why."""
        match command:
            case Command("start" | "next", ()):
                return self._key("next", wanted=command)
            case Command("undo" | "redo", ()):
                self.bench.press("back", held=command.verb == "redo")
                return ""
            case Command("die" | "roll", _):
                return self._dice(command)
            case Command("done", (name,)):
                return self._done(name, command)
            case Command("mark" | "unmark", _) if not self.battle.table.started:
                return self._positions(command)
        return self._menu(command)

    def _dice(self, command: Command) -> str:
        *name, face = command.args
        return self._roll(name[0], int(face)) if name else self._die(int(face))

    def _key(self, name: str, wanted: Command) -> str:
        """A key means what the stage of the battle makes of it."""
        started = self.battle.table.started
        if self.battle.table.over or (wanted.verb == "start") == started:
            return NOT_OFFERED
        self.bench.press(name)
        return ""

    def _die(self, face: int) -> str:
        """A die that nobody claimed: who claimed one lets go first."""
        who = self.battle.table.find(self.front.claim)
        if who:
            self.bench.press(f"seat{who.seat}")
        sides = self.battle.prompt.sides or 10
        return "" if self.bench.throw(sides, face) else f"a d{sides} has no face {face}"

    def _roll(self, name: str, face: int) -> str:
        """One's own button claims the die; for one without a seat the GM dials it."""
        prompt = self.battle.prompt
        who = next((c for c in prompt.asked if c.name == name), None)
        if not who or "roll" not in prompt.verbs:
            return self._menu(Command("roll", (name, str(face))))
        if who.seat:
            return self._claimed(who.seat, name, face)
        face = prompt.sides if face == 0 and prompt.sides in (10, 100) else face
        if dice.roller(self.battle, self.front.claim) is who and 1 <= face <= prompt.sides:
            while step := towards(face, self.front.face, 0, prompt.sides + 1):
                self.bench.turn(step)
            self.bench.press("push")
            return ""
        return self._menu(Command("roll", (name, str(face))))

    def _claimed(self, seat: int, name: str, face: int) -> str:
        """Claim the next die, and throw it; a face that the tray does not throw is dialled."""
        sides = self.battle.prompt.sides
        if self.front.claim != name:
            self.bench.press(f"seat{seat}")
        if self.front.claim != name:
            return NOT_OFFERED  # the button claims no die: the number itself is entered
        if self.bench.throw(sides, face):
            return ""
        self.bench.press(f"seat{seat}")
        return self._menu(Command("roll", (name, str(face)))) or f"a d{sides} has no face {face}"

    def _done(self, name: str, command: Command) -> str:
        """A short press of one's own button; the Next key for one without a seat."""
        who = self.battle.table.find(name)
        prompt = self.battle.prompt
        if not who or ("roll" in prompt.verbs and who in prompt.asked):
            return NOT_OFFERED
        if (said := prompt.pressed(who)) and said[0] != "done":
            return NOT_OFFERED  # the press would say something else
        if who.seat:
            self.bench.press(f"seat{who.seat}")
            return ""
        if prompt.asked == (who,) and prompt.kind == "turn":
            self.bench.press("next")
            return ""
        return self._menu(command)

    def _positions(self, command: Command) -> str:
        """Marks before the start: the rows of the positions page step through them."""
        row = row_of(command, self.battle)
        if row is None:
            return self._menu(command)
        self.bench.turn(row + 1 - self.front.cursor)
        self.bench.press("push")
        return ""

    # The menus

    def _menu(self, command: Command) -> str:
        """Through the game master's menu to that very command; its items are looked up."""
        self._close()
        if not self.battle.table.started:
            self.bench.turn(-self.front.cursor)
        if self.battle.table.over:
            return NOT_OFFERED
        self.bench.press("push")
        while self.front.stack:
            steps = steps_to(command, self.front.stack[-1], self.view, self.battle)
            if steps is None:
                self._close()
                return NOT_OFFERED
            if steps:
                self.bench.turn(steps)
                continue
            self.bench.press("push")
            if self.front.message:
                return ""
        return ""

    def _close(self) -> None:
        """Step back out of what is open."""
        while self.front.stack:
            self.bench.press("back")
