"""What a command costs in the engine, with few or many at the table, early and late in a battle.

Processor time of this thread, so that others on the machine count for little. Taking up a battle
reads a file, and is told in the time that passed too.
"""

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bench import play
from tests.bench.figures import MS, folder_on_disk, line, quantile, spread, target, title, took
from turnkeeper.journal import Journal
from turnkeeper.rules.battle import Battle
from turnkeeper.session import Session
from turnkeeper.systems import SYSTEMS
from turnkeeper.ui.view import Tonight

EVENTS = 10_000
games = pytest.mark.parametrize("game", SYSTEMS)


def pushed(battle: Battle, dice: random.Random) -> float:
    """Answer the open question; the seconds that it took."""
    command = play.answer(battle, dice)
    return worked(lambda: battle.push(command))


def worked(work: Callable[[], object]) -> float:
    """The processor time in seconds that *work* takes."""
    began = time.thread_time()
    work()
    return time.thread_time() - began


@games
@pytest.mark.parametrize("count", [10, 1000])
def test_a_round(game: str, count: int) -> None:
    dice = random.Random(1)
    battle = play.joined(SYSTEMS[game], count, dice)
    found: list[float] = []
    while battle.table.round < 2 and len(found) < 10 * count:
        found.append(pushed(battle, dice))
    title(f"{game}: a round of {count} combatants, {len(found)} commands")
    line("a command", spread(found))
    line("commands a second", f"{len(found) / sum(found):,.0f}")
    target("a command, mean", sum(found) / len(found) * MS, 1, "ms")
    target("a command, p99", quantile(found, 0.99) * MS, 1, "ms")


@games
def test_a_long_battle(game: str) -> None:
    dice = random.Random(1)
    battle = play.joined(SYSTEMS[game], 10, dice)
    found = [pushed(battle, dice) for _ in range(EVENTS)]
    part = EVENTS // 10
    early, late = found[part : 2 * part], found[-part:]
    title(f"{game}: {EVENTS} events, 10 combatants")
    grown = quantile(late, 0.5) / quantile(early, 0.5)
    line("a command, late / early, p50", f"{grown:.2f}")
    line("a command, late / early, mean", f"{sum(late) / sum(early):.2f}")
    line("undo, which replays", f"{worked(battle.pop) * MS:.0f} ms")


@games
def test_taking_a_long_battle_up_again(game: str) -> None:
    with folder_on_disk("resume") as folder:
        path = folder / "battles.sqlite"
        battle = play.write_journal(path, game, EVENTS)
        assert taken_up(path) == EVENTS == len(battle.events)
        title(f"{game}: taken up from a journal of {EVENTS} events")
        opened = took(lambda: Journal(path).close(), 5)
        line("its file opened and examined, shortest of 5", f"{opened * MS:.0f} ms")
        work = min(worked(lambda: taken_up(path)) for _ in range(5))
        line("all, in processor time", f"{work * MS:.0f} ms")
        target("all, shortest of 5", took(lambda: taken_up(path), 5) * MS, 300, "ms")


def taken_up(path: Path) -> int:
    """Open a journal and stand where it ends; how many events that is."""
    journal = Journal(path)
    session = Session(journal, Tonight(), "system hummel", lambda sides: sides)
    journal.close()
    assert session.battle
    return len(session.battle.events)
