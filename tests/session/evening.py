"""An evening at the table, in words: gestures in, pages and cues out; and the plug to pull.

What people do are the methods of `Evening`; each gives the page that then stands there, as text.
Time is the evening's own, so that nothing here waits.
"""

from pathlib import Path
from shutil import copyfile
from textwrap import dedent

from turnkeeper.journal import Journal
from turnkeeper.rules.battle import Battle
from turnkeeper.script import lines
from turnkeeper.session import Clock, Session
from turnkeeper.ui.choices import listing
from turnkeeper.ui.gestures import Button, Die, Gesture, Key, Knob, Push
from turnkeeper.ui.view import Guest, Meeting, Tonight

LONG = "Bartholomew Featherstonehaugh"
PARTY = (
    "combatant Ann side=party seat=1 ref=3 speed=30 pool=2",
    "combatant Bo side=party seat=2 ref=5 speed=25 pool=1",
    "combatant Žofia side=party seat=3 ref=4 speed=30 pool=2",
    "combatant 王小明 side=party seat=4 ref=4 speed=30",
)
FOES = tuple(f'combatant "Orc {n}" side=foes ref=4 speed=20 pool=1' for n in range(1, 7))
RESERVE = (
    "combatant Wolf side=foes ref=8 speed=40",
    "combatant Ferryman side=party ref=2 speed=15 pool=1",
)


def guest(line: str) -> Guest:
    """A character of the party, by the line that joins it."""
    joins = lines.command(line)
    seat = next((int(w.partition("=")[2]) for w in joins.args if w.startswith("seat=")), None)
    return Guest(joins.args[0], seat, joins)


def meeting(name: str, foes: tuple[str, ...], reserve: tuple[str, ...] = RESERVE) -> Meeting:
    """An encounter, by the lines that join its foes and its reserve."""
    return Meeting(name, tuple(map(lines.command, foes)), tuple(map(lines.command, reserve)))


def tonight(party: tuple[str, ...] = PARTY, foes: tuple[str, ...] = FOES) -> Tonight:
    """Who and what is there."""
    return Tonight("HUMMEL QUEST", tuple(map(guest, party)), (meeting("The bridge", foes),))


def shows(page: str, words: str) -> None:
    """The page is this one, word for word."""
    assert page == dedent(words).strip("\n")


class Evening:
    """People at a session whose journal is at *path*.

    heard: the cues so far, "" for a gesture without one.  faces: what the box's own dice show.
    """

    def __init__(
        self, path: Path, there: Tonight | None = None, game: str = "system hummel"
    ) -> None:
        """Plug it in."""
        self.path = path
        self.there = there or tonight()
        self.game = game
        self.now = 100.0
        self.heard: list[str] = []
        self.faces = [1]
        self._cuts = 0
        self.session = self.plugged_in()

    def plugged_in(self) -> Session:
        """A session on the journal as it is on the card."""
        return Session(Journal(self.path), self.there, self.game, lambda _: self.faces.pop(0))

    def pull_the_plug(self) -> str:
        """Without any goodbye; then plug it in again, with what is on the card now."""
        self._cuts += 1
        card = self.path.parents[self._cuts > 1] / f"card-{self._cuts}"
        card.mkdir()
        for file in self.path.parent.glob(f"{self.path.name}*"):
            copyfile(file, card / file.name)
        self.session.journal.close()
        self.path = card / self.path.name
        self.session = self.plugged_in()
        return self.page

    @property
    def page(self) -> str:
        """The page that stands there."""
        return str(self.session.page())

    @property
    def battle(self) -> Battle:
        """The battle in play."""
        assert self.session.battle
        return self.session.battle

    def clock(self) -> Clock:
        """This moment."""
        return Clock(self.now, 1e9 + self.now)

    def do(self, *gestures: Gesture, wait: float = 1.0) -> str:
        """One gesture after another, each some seconds after the one before."""
        for gesture in gestures:
            self.now += wait
            self.session.tick(self.now)
            self.heard.append(self.session.handle(gesture, self.clock()))
        return self.page

    def meanwhile(self, line: str) -> None:
        """An event that no finger on an open list led to."""
        self.session.front.lists.chose = None
        self.session.take(lines.command(line.replace("Orc 2", '"Orc 2"')), self.clock())

    def press(self, *seats: int) -> str:
        """Short presses of players' own buttons."""
        return self.do(*map(Button, seats))

    def hold(self, seat: int) -> str:
        """A player holds the own button."""
        return self.do(Button(seat, held=True))

    def roll(self, *faces: int, sides: int = 10) -> str:
        """Dice come to rest on the tray."""
        return self.do(*(Die(sides, face) for face in faces))

    def turn(self, steps: int) -> str:
        """The GM turns the knob."""
        return self.do(Knob(steps))

    def turn_quickly(self, steps: int) -> str:
        """The same without a pause."""
        return self.do(Knob(steps), wait=0.05)

    def push(self) -> str:
        """The GM pushes the knob."""
        return self.do(Push())

    def next(self) -> str:
        """The Next key."""
        return self.do(Key("next"))

    def back(self) -> str:
        """The Back key."""
        return self.do(Key("back"))

    def redo(self) -> str:
        """The Back key, held."""
        return self.do(Key("back", held=True))

    def choose(self, *labels: str) -> str:
        """The GM's menu, item by item by what they are called; a number is dialled."""
        if not self.session.front.stack:
            self.push()
        for label in labels:
            top = self.session.front.stack[-1]
            shown = listing(top.spec, self.session.view)
            names = [item.label for item in shown.items]
            assert shown.dial or label in names, f"{label} is not among {names}"
            goal = int(label) if shown.dial else names.index(label)
            self.turn(goal - top.cursor)
            self.push()
        return self.page

    def begin(self) -> str:
        """Sit down, take positions, and go on to the first dice."""
        self.next()
        return self.next()

    def started(self, *faces: int) -> str:
        """Begin, and roll the first dice."""
        self.begin()
        return self.roll(*faces)

    def wait(self, seconds: float) -> str:
        """Nobody does anything."""
        self.now += seconds
        self.session.tick(self.now)
        return self.page
