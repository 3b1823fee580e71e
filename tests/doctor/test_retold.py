"""A battle without names plays just as it did, whatever anybody is called."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnkeeper.doctor.names import Names
from turnkeeper.doctor.retold import Teller, plays_alike
from turnkeeper.errors import Refused
from turnkeeper.files.names import name_fault, tidy
from turnkeeper.journal import Row
from turnkeeper.resume import new_battle
from turnkeeper.script import lines, play

BATTLES = sorted(Path(__file__).parents[1].glob("battles/[hru]*/*.battle"))
HOSTILE = (
    *("roll", "attack", "Orc", "Orc 1", "王小明", "O'Brien", "dex", "draw", "3", "74", "C2", "S1"),
    *("Ann: the Bold", "Ann", "a=b", "x+y", "#1 fan", "T1", "Žofia", "2:3", "Jack, him", "-1"),
    *("🐉", "party", "foes", "combatant", "side=party", "move", "defend", "Mark", "all", "undo"),
)


class Renaming(Names):
    """Calls everybody what it is told to, in order: the way back from a report."""

    def __init__(self, called: Sequence[str]) -> None:
        super().__init__()
        self._called = iter(called)

    def of(self, name: str, kind: str) -> str:
        """The next of those names, for a combatant."""
        if name not in self._given:
            self._given[name] = next(self._called) if kind == "C" else f"kept {name}"
        return self._given[name]


def events(path: Path) -> tuple[str, list[str]]:
    """What a journal would have of a script: its `system` line, and what was not refused."""
    head, *rest = (line for line in path.read_text("utf-8").split("\n") if lines.words(line))
    battle, taken = new_battle(head), []
    for line in rest:
        if not line.startswith("expect"):
            try:
                battle.push(lines.command(line))
            except Refused:
                continue
            taken.append(lines.written(lines.command(line)))
    return head, taken


def told(head: str, rows: Sequence[str], names: Names) -> list[str]:
    teller = Teller(names)
    teller.meet(rows)
    game = new_battle(head).system
    return [teller.line(row, game) for row in rows]


def courses(head: str, rows: Sequence[str]) -> Iterator[Any]:
    """The states that `turnkeeper play --json` tells, with everybody called by a number."""
    battle = new_battle(head)
    numbers: dict[str, str] = {}
    for row in rows:
        battle.push(lines.command(row))
        for one in battle.table.roster:
            numbers.setdefault(one.name, f"number {len(numbers)}")
        yield renamed(play.state(battle), numbers)


def renamed(found: Any, numbers: dict[str, str]) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(found, dict):
        return {renamed(k, numbers): renamed(v, numbers) for k, v in found.items()}
    if isinstance(found, list | tuple):
        return [renamed(one, numbers) for one in found]
    return numbers.get(found, found) if isinstance(found, str) else found


def people(rows: Sequence[str]) -> list[str]:
    """Who joins, in order, and on which side."""
    joining = [lines.command(row).args for row in rows if row.startswith("combatant ")]
    return [word.removeprefix("side=") for args in joining for word in args[:2]]


@pytest.mark.parametrize("path", BATTLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_battle_without_names_plays_as_it_did(path: Path) -> None:
    head, rows = events(path)
    names = Names()
    report = told(head, rows, names)
    assert list(courses(head, report)) == list(courses(head, rows))
    given = [Row(row, "", 0, 0.0, "") for row in rows]
    assert plays_alike(head, given, report, names)
    for who in people(report):
        assert who in ("party", "foes") or who[0] in "CS"


@pytest.mark.parametrize("path", BATTLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_it_does_so_whatever_anybody_is_called(path: Path) -> None:
    head, rows = events(path)
    hostile = told(head, rows, Renaming([*HOSTILE, *(f"more {n}" for n in range(99))]))
    names = Names()
    report = told(head, hostile, names)
    assert list(courses(head, report)) == list(courses(head, rows))
    assert not {*HOSTILE} & ({*people(report)} - {"party", "foes", "C2", "S1"})


called = st.text(max_size=12).map(tidy).filter(lambda name: not name_fault(name))
some = next(
    p for p in BATTLES if all(verb in p.read_text("utf-8") for verb in ("\nroll ", "attack:"))
)


@settings(max_examples=30, deadline=None)
@given(st.lists(called, min_size=40, max_size=40, unique=True))
def test_with_any_names_that_a_party_may_have(given: list[str]) -> None:
    head, rows = events(some)
    hostile = told(head, rows, Renaming(given))
    report = told(head, hostile, Names())
    assert list(courses(head, report)) == list(courses(head, rows))


def test_control_another_die_is_another_course() -> None:
    head, rows = events(some)
    names = Names()
    report = told(head, rows, names)
    die = next(n for n, line in enumerate(report) if line.startswith("roll"))
    *words, face = report[die].split()
    report[die] = " ".join([*words, str(int(face) % 9 + 1)])
    given = [Row(row, "", 0, 0.0, "") for row in rows]
    assert not plays_alike(head, given, report, names)


def test_of_a_game_that_is_not_known_only_words_of_ours_stay() -> None:
    names = Names()
    teller = Teller(names)
    rows = [
        "combatant Žofia side=Rebels luck=3 motto=Hurrah",
        "bless Žofia Orc:3",
        "curse Wilhelmina",
    ]
    teller.meet(rows)
    assert teller.head("system wilhelminas-game way=short", None) == "system … way=short"
    assert [teller.line(row, None) for row in rows] == [
        "combatant C1 side=S1 …=3 …=T1",
        "… C1 T2:3",
        "… T3",
    ]
    assert teller.line('odd "quote', None) == "# a line that cannot be read"
