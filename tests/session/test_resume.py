"""P2, ALL-05: after a power cut at any event the box stands at the very same step."""

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.session.evening import FOES, PARTY, Evening, shows, tonight
from turnkeeper import resume
from turnkeeper.journal import Row
from turnkeeper.journal import rows as book
from turnkeeper.rules.battle import Battle
from turnkeeper.script import play
from turnkeeper.session import Session
from turnkeeper.ui.gestures import Button, Die, Gesture, Key, Push

Taken = Callable[[str, list[Row]], resume.TakenUp]


def step(session: Session) -> dict[str, Any]:
    """Everything that a person could notice, and what can still be undone and redone."""
    battle = session.battle
    assert battle
    table, system = battle.table, battle.system
    return {
        "page": str(session.page()),
        "lamps": session.lamps(),
        "awaited": session.awaited(),
        "state": play.state(battle),
        "prompt": (battle.prompt.kind, battle.prompt.title, battle.prompt.asked.__repr__()),
        "left": {c.name: system.left(table, c) for c in table.roster},
        "marks": {c.name: table.marks(c) for c in table.roster},
        "why": [system.why(table, c) for c in table.roster],
        "events": [str(command) for command, *_ in battle.events],
        "undone": [str(command) for command, *_ in battle.undone],
        "reserve": session.view.reserve,
    }


def likely(evening: Evening, chance: random.Random) -> Gesture:
    """What people do: mostly what is asked for, now and then a step back or forth."""
    what = chance.random()
    if what < 0.1:
        return Key("back")
    if what < 0.2:
        return Key("back", held=True)
    if (sides := evening.session.awaited()) and what < 0.9:
        return Die(sides, chance.randint(1, sides))
    usual: list[Gesture] = [Key("next"), *(Button(seat) for seat in range(1, 5))]
    return chance.choice(usual)


@pytest.mark.parametrize("seed", range(3))
def test_after_every_event_a_new_session_stands_at_the_same_step(
    evening: Evening, seed: int
) -> None:
    """In mid-roll, mid-tie and mid-turn, after an undo, after a redo."""
    chance = random.Random(seed)
    evening.next()
    kinds = set()
    for _ in range(60):
        evening.do(likely(evening, chance))
        evening.wait(9)
        evening.session.front.claim = ""  # who claims a die is no history
        kinds.add(evening.session.page().name)
        before = step(evening.session)
        evening.pull_the_plug()
        assert step(evening.session) == before
    assert {"roll", "turn"} <= kinds
    assert seed or "tie" in kinds


def test_control_a_session_that_forgets_what_was_undone_is_found_out(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.started(5)
    evening.back()
    before = step(evening.session)
    monkeypatch.setattr(Battle, "remember", lambda *_: None)
    evening.pull_the_plug()
    assert step(evening.session) != before


def test_a_battle_that_is_over_is_over_still_and_its_end_can_be_undone(evening: Evening) -> None:
    evening.started(*range(1, 11))
    evening.choose("Finish the battle")
    before = step(evening.session)
    assert before["page"].startswith("[over]")
    evening.pull_the_plug()
    assert step(evening.session) == before
    assert evening.back().startswith(("[turn]", "[tie]"))
    assert evening.redo() == before["page"]


def test_redo_reaches_across_a_power_cut(evening: Evening) -> None:
    evening.started(5, 6)
    page = evening.page
    evening.back()
    evening.back()
    evening.pull_the_plug()
    evening.redo()
    evening.pull_the_plug()
    assert evening.redo() == page
    assert "There is nothing to redo" in evening.redo()


def test_the_reserve_is_known_again(evening: Evening) -> None:
    evening.started(5)
    evening.choose("Join", "Wolf")
    evening.pull_the_plug()
    shows(
        evening.choose("Join"),
        """
        [build]
        Join | 1/1
        ----
        > Ferryman
        """,
    )


def test_what_was_open_is_closed_and_nothing_is_lost_by_it(evening: Evening) -> None:
    evening.started(*range(1, 11))
    page = evening.page
    evening.push()
    assert evening.pull_the_plug() == page


def test_a_battle_begins_whole_or_not_at_all(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P2: the plug goes between two combatants."""
    cut_after(3, monkeypatch)
    evening.next()
    monkeypatch.undo()
    assert evening.pull_the_plug().startswith("[home]")


def test_control_written_one_by_one_half_a_party_is_left(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_after(3, monkeypatch)
    monkeypatch.setattr(book, "write_whole", book.write)
    evening.next()
    monkeypatch.undo()
    assert evening.pull_the_plug().startswith("[positions]")
    assert len(evening.battle.table.roster) == 2


def cut_after(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The power goes when so many rows were written: the connection is never heard of again."""
    link, left = book.link, [rows]

    def cut(before: int, key: int, row: Row) -> int:
        left[0] -= 1
        if left[0] < 0:
            raise sqlite3.OperationalError("the power has gone")
        return link(before, key, row)

    monkeypatch.setattr(book, "link", cut)


def test_small_and_quick(tmp_path: Path) -> None:
    """What a person sees after the plug was pulled in the middle of a tie."""
    evening = Evening(tmp_path / "battles.sqlite", tonight(PARTY[:2], FOES[:1]))
    evening.started(6, 4, 1, 8)
    shows(
        evening.pull_the_plug(),
        """
        [tie]
        Tie at 9 | 1 to roll
        ----
          # Bo
          rolls d10
        """,
    )
    evening.do(Push())
    assert evening.page.startswith("[menu]")
