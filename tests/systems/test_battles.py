"""Every battle under tests/battles is played, taken back to its first step, and done again.

What must happen stands in the files, written from the books; the rules that one proves are named in
its comments. A system's rules are all named, or the last test here says which are not.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.command import Command
from turnkeeper.script import reader
from turnkeeper.script.play import Rules, play, state
from turnkeeper.systems import SYSTEMS

BATTLES = Path(__file__).parent.parent / "battles"
FILES = sorted(BATTLES.rglob("*.battle"))
RULE = re.compile(r"\b(?:ALL|HQ|U8|RQ|RX)-[0-9]{2}\b")
LAST = {"u8": ("U8", 15), "request": ("RQ", 21), "reaction": ("RX", 12)}

every_battle = pytest.mark.parametrize("file", FILES, ids=lambda f: f"{f.parent.name}/{f.stem}")


def played(file: Path) -> tuple[Battle, list[str]]:
    """The battle that the file writes, and what did not hold."""
    script = reader.read(file.read_text(), file.name)
    box = Rules(script)
    failures = [
        f"{file.name}:{line}: {said}" for done in play(script, box) for line, said in done.failures
    ]
    return box.battle, failures


def seen(battle: Battle) -> dict[str, Any]:
    """All that can be seen of a battle, by its own words."""
    table, system = battle.table, battle.system
    return state(battle) | {
        "digest": battle.digest(),
        "awaited": battle.awaited(),
        "left": {c.name: system.left(table, c) for c in table.roster},
        "marks": {c.name: table.marks(c) for c in table.roster},
        "why": {c.name: system.why(table, c) for c in table.roster},
        "tell": {c.name: system.tell(table, c) for c in table.roster if system.tell},
    }


@every_battle
def test_the_battle_goes_as_its_file_says(file: Path) -> None:
    battle, failures = played(file)
    assert failures == []
    assert battle.fault == ""


@every_battle
def test_all_of_it_can_be_undone_and_redone_step_by_step(file: Path) -> None:
    """ALL-05, over every step of every battle."""
    battle, _ = played(file)
    events = [command for command, _, _ in battle.events]
    steps, undone = len(events), len(battle.undone)
    before = {steps: seen(battle)}
    for step in reversed(range(steps)):
        battle.push(Command("undo"))
        before[step] = seen(battle)
    assert battle.table.roster == []
    assert not battle.is_legal(Command("undo"))
    fresh = Battle(battle.system, battle.options)
    for step, command in enumerate(events, 1):
        fresh.push(command)
        battle.push(Command("redo"))
        assert seen(battle) == before[step]
        assert seen(fresh) == before[step]
    assert len(battle.undone) == undone


@every_battle
def test_the_battle_names_the_rules_that_it_proves(file: Path) -> None:
    comments = "".join(re.findall("#.*", file.read_text()))
    assert RULE.search(comments)


@pytest.mark.parametrize("name", LAST)
def test_every_rule_of_the_book_is_named_by_a_battle(name: str) -> None:
    book, last = LAST[name]
    files = [*(BATTLES / name).glob("*.battle"), *(BATTLES / "given").glob(f"{name}-*.battle")]
    named = {
        rule
        for f in files
        for line in re.findall("#.*", f.read_text())
        for rule in RULE.findall(line)
    }
    wanted = {f"{book}-{n:02}" for n in range(1, last + 1)} | {f"ALL-{n:02}" for n in range(1, 11)}
    assert wanted - named == set()
    assert name in SYSTEMS
    assert len(files) >= 25
