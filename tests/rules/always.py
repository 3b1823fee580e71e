"""What always holds of a battle, whatever the luck: checks for any book, by its name."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.rules.anybattle import BRINGS, begun, some, took
from tests.rules.snapshot import seen
from turnkeeper.errors import Refused
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.command import Command
from turnkeeper.script import lines, play, reader


def told(name: str, luck: list[int]) -> Battle:
    """Give the battle that came of that luck."""
    battle = begun(name, luck)
    for number in luck[1:]:
        took(battle, some(battle, number))
    return battle


def steps(battle: Battle) -> Iterator[tuple[Command, Battle]]:
    """Play the battle's events anew, without what was taken back; give each, and how it then is."""
    again = Battle(battle.system, battle.options)
    for command, _, _ in list(battle.events):
        before = again.table.round, again.table.cap, len(again.table.acted)
        again.push(command)
        assert again.table.round >= before[0], "rounds go down by undo alone"
        yield command, again


def check_refusals(name: str, luck: list[int]) -> None:
    """Say anything: a refusal is a sentence and changes nothing; no book's code ever fails."""
    battle = begun(name, luck)
    for number in luck[1:]:
        command = some(battle, number)
        before, events = seen(battle), list(battle.events)
        reason = battle.refusal(command)
        assert seen(battle) == before, f"to ask whether {command} is legal changes nothing"
        if reason is None:
            battle.push(command)
            assert battle.fault == ""
            continue
        assert is_sentence(reason), reason
        with pytest.raises(Refused, match=r".") as refused:
            battle.push(command)
        assert str(refused.value) == reason
        assert (seen(battle), battle.events) == (before, events), f"{command} was refused"


def is_sentence(reason: str) -> bool:
    """Whether it is one line, of three words or more, and no failure of the code."""
    return (
        len(reason.split()) > 2
        and "\n" not in reason
        and "Error" not in reason
        and not reason.startswith("rule error")
        and not reason.endswith(".")
    )


def check_history(name: str, luck: list[int]) -> None:
    """ALL-05: undo to the start and redo to the end, the same state at every step."""
    battle = told(name, luck)
    battle.undone.clear()
    stands = [seen(Battle(battle.system, battle.options))]
    stands += [seen(again) for _, again in steps(battle)]
    assert seen(battle) == stands[-1]
    for stand in reversed(stands[:-1]):
        battle.push(Command("undo"))
        assert seen(battle) == stand
    assert not battle.is_legal(Command("undo"))
    for stand in stands[1:]:
        battle.push(Command("redo"))
        assert seen(battle) == stand
    assert not battle.is_legal(Command("redo"))


def check_written(name: str, luck: list[int]) -> None:
    """What was taken, undo and redo with it, written as a script and read, is the same battle."""
    battle = begun(name, luck)
    taken = [command for command, _, _ in battle.events]
    for number in luck[1:]:
        command = some(battle, number)
        if took(battle, command):
            taken.append(command)
    head = play.title(reader.Script("", battle.system, battle.options, ()))
    text = "\n".join([head, *map(lines.written, taken)])
    box = play.Rules(reader.read(text, "any.battle"))
    failures = [done.failures for done in play.play(reader.read(text, "any.battle"), box)]
    assert not any(failures)
    assert seen(box.battle) == seen(battle)
    assert [str(c) for c, _, _ in box.battle.undone] == [str(c) for c, _, _ in battle.undone]


def check_turns(name: str, luck: list[int]) -> None:
    """Nobody acts twice in a round (or CAP) but by hand; the down are neither asked nor up."""
    battle = told(name, luck)
    handed: set[tuple[int, int, str]] = set()
    acted: list[tuple[int, int, str]] = []
    at, count = (0, 0), 0
    for command, again in steps(battle):
        flat = [c.name for group in again.table.acted for c in group]
        acted += [(*at, one) for one in flat[count:]]
        count = len(flat)
        at = again.table.round, again.table.cap
        if command.verb == "hand":
            handed.add((*at, command.args[0]))
        once = [turn for turn in acted if turn not in handed]
        assert len(once) == len(set(once)), f"somebody acted twice: {once[-1]}"
        check_down(again)


def check_down(battle: Battle) -> None:
    """ALL-01: the down owe nothing; they are up only in a group that began its turn together."""
    table, prompt = battle.table, battle.prompt
    if prompt.owed:
        assert not [c for c in prompt.asked if c.down]
    down = [c for c in table.up if c.down]
    assert not down or table.together
    won = len({c.side for c in table.standing}) < 2 or prompt.kind == "nobody"
    assert table.offer == (table.started and not table.over and won)


def check_goes_on(name: str, luck: list[int]) -> None:
    """From wherever it stands a battle comes to its next round, by dice and `next` alone."""
    battle = told(name, luck)
    if battle.table.over:
        battle.push(Command("undo"))
    if not battle.table.roster:
        battle.push(Command("combatant", ("Ann", "side=party", *BRINGS[name](Random(0)))))
    if not battle.table.started:
        battle.push(Command("start"))
    for one in [c for c in battle.table.roster if c.down]:
        battle.push(Command("up", (one.name,)))
    goal, dice = battle.table.round + 2, Random(0)
    for _ in range(2_000):
        if battle.table.round >= goal:
            break
        battle.push(plainly(battle, dice))
    assert battle.table.round >= goal
    check_ends(battle)


def plainly(battle: Battle, dice: Random) -> Command:
    """Give the plain answer: a die or a margin where they are owed, else the default."""
    if battle.is_legal(Command("next")):
        return Command("next")
    aside = battle.system.aside(battle.table)  # U8-15: a newcomer's, which holds up nobody
    asked = battle.prompt.asked or (aside.asked if aside else ())
    first, face = asked[0].name, str(dice.randint(1, min(6, battle.prompt.sides or 6)))
    throw = Command("roll", (first, face))
    return throw if battle.is_legal(throw) else Command("margin", (first, face))


def check_ends(battle: Battle) -> None:
    """ALL-03: whoever wins, the end is offered, can be had, and can be taken back."""
    side = battle.table.roster[0].side
    for one in [c for c in battle.table.standing if c.side != side]:
        battle.push(Command("down", (one.name,)))
    assert battle.table.offer
    before = seen(battle)
    battle.push(Command("finish"))
    assert battle.table.over
    verbs = [Command("next"), Command("redo"), Command("up", (battle.table.roster[0].name,))]
    assert not any(map(battle.is_legal, verbs))
    battle.push(Command("undo"))
    assert seen(battle) == before
