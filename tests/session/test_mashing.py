"""I3: mashing does no harm, and all of it can be undone.

Fingers, dice and the knob at random, in battles of at most 200 events, on a session whose journal
is a list. After every gesture: the page can be drawn, nobody acts beside another, the round only
grows unless a step is taken back, and each event is a row of the journal.
"""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.session.evening import FOES, PARTY, Evening, guest, meeting, tonight
from turnkeeper.journal import Journal, Row
from turnkeeper.resume import folded
from turnkeeper.rules.battle import Battle
from turnkeeper.script import lines, play
from turnkeeper.session import Session
from turnkeeper.ui.draw import draw
from turnkeeper.ui.fit import fit
from turnkeeper.ui.front import Front
from turnkeeper.ui.gestures import Button, Die, Gesture, Key, Knob, Push
from turnkeeper.ui.outcomes import Outcome
from turnkeeper.ui.view import Tonight

LONGEST = 200
GESTURES = 20_000
"""Of each seed; with the other games, 100,000 in all, and 10^7 for a release."""
OTHERS = {
    "system u8 check=under die=20": "dodge=12 attack=11 weight={n} move=9 sp=3",
    "system u8": "weight=2.5 move=9",
    "system request": 'dex=1{n} actions=2 skills="Sword:7{n},Bow:65"',
    "system reaction": "reaction={n} agility=5 quickdraw=12",
}
"""What the combatants of the other games bring, the n-th of each side."""


class Paper(Journal):
    """A journal of the open battle alone, on paper."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.error = ""
        self.written: list[Row] = []

    def begin(self, line: str, wall: float, events: Sequence[Row] = ()) -> int:  # noqa: ARG002
        """A new sheet."""
        self.written = list(events)
        return 1

    def append(
        self, line: str, digest: str, elapsed_ms: int, wall: float, source: str = ""
    ) -> None:
        """One more line."""
        self.written.append(Row(line, digest, elapsed_ms, wall, source))

    def battles(self) -> list[object]:  # type: ignore[override]
        """Nothing is taken up."""
        return []


class Mashing(Evening):
    """People who press whatever is there."""

    def plugged_in(self) -> Session:
        """A session on paper."""
        self.paper = Paper()
        return Session(
            self.paper, self.there, self.game, lambda sides: 1 + int(self.now * 10) % sides
        )

    def make(self, gesture: Gesture) -> None:
        """One gesture, and nobody looks yet."""
        self.now += 0.1
        self.session.tick(self.now)
        self.heard.append(self.session.handle(gesture, self.clock()))

    def check(self, before: int) -> None:
        """What must always hold; *before*: the round before the gesture."""
        page = self.session.page()
        if not (battle := self.session.battle):
            return
        assert page.name != "fault"
        groups = battle.system.name in ("request", "reaction")
        assert len(battle.table.up) <= 1 or groups, "one turn at a time"
        last = self.paper.written[-1].line if self.paper.written else ""
        assert battle.table.round >= before or last == "undo"
        if len(self.heard) % 20 == 0:
            fit(page, 128, 64)
            self.check_the_journal(battle)

    def check_the_journal(self, battle: Battle) -> None:
        """Each event is a row, and nothing else is."""
        done, undone = folded(self.paper.written)
        assert [row.line for row in done] == [lines.written(e[0]) for e in battle.events]
        assert [row.line for row in undone] == [lines.written(e[0]) for e in battle.undone]


def anything(chance: random.Random, session: Session) -> Gesture:
    """A gesture, of what is asked for now and then."""
    gestures: list[Gesture] = [
        Button(chance.randint(1, 6), held=chance.random() < 0.3),
        Knob(chance.choice((-3, -1, 1, 2, 5))),
        Push(held=chance.random() < 0.1),
        Key("next", held=chance.random() < 0.1),
        Key("back", held=chance.random() < 0.4),
        Die(chance.choice((10, 10, 10, 6, 100)), chance.randint(0, 12)),
    ]
    weights = [4, 5, 7, 3, 2, 6 if session.awaited() else 1]
    return chance.choices(gestures, weights)[0]


def rounds(session: Session) -> int:
    """The round of the battle in play."""
    return session.battle.table.round if session.battle else 0


def start_again(evening: Mashing) -> None:
    """Undo to the first step, and there it is as it was; then begin anew."""
    battle = evening.battle
    evening.make(Push(held=True))
    forth = play.state(battle)
    steps = 0
    while battle.events:
        evening.make(Key("back"))
        evening.now += 9
        steps += 1
        assert steps <= 2 * LONGEST
    fresh = Battle(battle.system, battle.options)
    assert play.state(battle) == play.state(fresh)
    for _ in range(steps):
        evening.make(Key("back", held=True))
    assert play.state(battle) == forth
    evening.session.view.battle = evening.session._left = None
    evening.session.front = Front()


def mash(evening: Mashing, chance: random.Random, gestures: int) -> int:
    """Make that many gestures; gives how many battles were undone from end to start."""
    begun = 0
    while len(evening.heard) < gestures:
        before = rounds(evening.session)
        evening.make(anything(chance, evening.session))
        evening.check(before)
        battle = evening.session.battle
        if battle and len(battle.events) >= LONGEST:
            start_again(evening)
            begun += 1
    if evening.session.battle:
        start_again(evening)
        begun += 1
    return begun


@pytest.mark.parametrize("seed", range(3))
def test_mashing_does_no_harm(tmp_path: Path, seed: int, *, release: bool) -> None:
    evening = Mashing(tmp_path / "none", tonight(PARTY[:3], FOES[:3]))
    assert mash(evening, random.Random(seed), GESTURES * (100 if release else 1)) > 0


@pytest.mark.parametrize("game", OTHERS)
def test_mashing_does_no_harm_in_other_games(tmp_path: Path, game: str, *, release: bool) -> None:
    party = [f"combatant P{n} side=party seat={n} {OTHERS[game]}".format(n=n) for n in (1, 2, 3)]
    foes = [f"combatant F{n} side=foes {OTHERS[game]}".format(n=n) for n in (1, 2, 3)]
    there = Tonight(game, tuple(map(guest, party)), (meeting("Others", tuple(foes), ()),))
    evening = Mashing(tmp_path / "none", there, game)
    assert mash(evening, random.Random(4), GESTURES * (100 if release else 1) // 2) > 0


def test_the_cursor_of_the_home_page_stays_there(tmp_path: Path) -> None:
    """4 million gestures found it: it stood below the last row of the battle gone back to."""
    evening = Mashing(tmp_path / "none", tonight(PARTY[:2], FOES[:1]))
    evening.next()
    evening.do(*[Key("back")] * 3)  # nobody has joined
    evening.choose("Leave for home")
    evening.turn(3)
    assert evening.back().startswith("[positions]")
    assert evening.push().startswith("[menu]")


def test_whatever_is_mashed_can_be_drawn(tmp_path: Path) -> None:
    evening = Mashing(tmp_path / "none", tonight(PARTY[:3], FOES[:3]))
    chance = random.Random(9)
    seen = set()
    for _ in range(1_000):
        evening.do(anything(chance, evening.session), wait=0.1)
        page = evening.session.page()
        seen.add(page.name)
        for size in ((128, 64), (128, 32), (256, 64)):
            assert draw(page, *size).getbbox(), page
    assert len(seen) > 8, seen


def test_control_a_redo_that_is_lost_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pop = Battle.pop

    def forgetful(battle: Battle) -> object:
        last = pop(battle)
        del battle.undone[:1]
        return last

    monkeypatch.setattr(Battle, "pop", forgetful)
    evening = Mashing(tmp_path / "none", tonight(PARTY[:3], FOES[:3]))
    with pytest.raises(AssertionError):
        mash(evening, random.Random(1), GESTURES)


def test_control_a_front_that_presses_for_others_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An event that is played without being journaled."""
    gesture = Front.gesture

    def sly(front: Front, made: Gesture, view: object) -> Outcome | None:
        battle = getattr(view, "battle", None)
        if isinstance(made, Knob) and battle and battle.table.up:
            battle.push(lines.command(f"done {lines.quoted(battle.table.up[0].name)}"))
        return gesture(front, made, view)  # type: ignore[arg-type]

    monkeypatch.setattr(Front, "gesture", sly)
    evening = Mashing(tmp_path / "none", tonight(PARTY[:3], FOES[:3]))
    with pytest.raises(AssertionError):
        mash(evening, random.Random(2), GESTURES)
