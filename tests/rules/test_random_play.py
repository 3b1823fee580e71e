"""Random battles of every book: what always holds, whatever is said (ALL-01 to ALL-10).

Illegal means: refused with a sentence, and nothing has changed. Undo and redo give back the very
state at every step. Each proof has a control: a battle or a book that is broken on purpose, and
must turn it red.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.anybattle import BRINGS, begun, some, took
from tests.rules.snapshot import seen
from turnkeeper.errors import Refused, TurnkeeperError
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.command import Command
from turnkeeper.rules.table import Table
from turnkeeper.script import lines, play, reader
from turnkeeper.systems import SYSTEMS

some_battles = settings(max_examples=min(500, max(1, settings().max_examples // 4)))
"""Each of them is some fifty commands long, and is played by four books."""

numbers = st.lists(st.integers(0, 2**32 - 1), min_size=30, max_size=80).map(
    lambda luck: [luck[0], *filter(None, luck[1:])]
)
"""One number is what luck brings for one command, and 0 is nothing: what shrinking leaves out."""

every_book = pytest.mark.parametrize("name", SYSTEMS)

Check = Callable[[str, list[int]], None]


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


# What is refused


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


@every_book
@some_battles
@given(luck=numbers)
def test_what_is_illegal_is_refused_with_a_sentence_and_changes_nothing(
    name: str, luck: list[int]
) -> None:
    check_refusals(name, luck)


# Undo, redo, and replay


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


@every_book
@some_battles
@given(luck=numbers)
def test_undo_to_the_first_step_and_redo_to_the_last(name: str, luck: list[int]) -> None:
    check_history(name, luck)


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


@every_book
@some_battles
@given(luck=numbers)
def test_a_battle_written_as_a_script_is_the_same_battle(name: str, luck: list[int]) -> None:
    check_written(name, luck)


# Who is asked, and who acts


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
    assert table.offer == (
        table.started and not table.over and len({c.side for c in table.standing}) < 2
    )


@every_book
@some_battles
@given(luck=numbers)
def test_nobody_acts_twice_and_the_down_not_at_all(name: str, luck: list[int]) -> None:
    check_turns(name, luck)


# It goes on, and it ends


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
    first, face = asked[0].name, str(dice.randint(1, 6))
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


@every_book
@some_battles
@given(luck=numbers)
def test_every_battle_goes_on_and_can_be_ended(name: str, luck: list[int]) -> None:
    check_goes_on(name, luck)


def test_random_battles_say_every_verb_and_mostly_what_is_taken() -> None:
    """So that what holds above holds of all that there is to say, and not of next to nothing."""
    for name in SYSTEMS:
        said: set[str] = set()
        rounds = 0
        for seed in range(60):
            luck = Random(seed)
            battle = told(name, [luck.getrandbits(32) for _ in range(80)])
            said |= {command.verb for command, _, _ in battle.events}
            rounds += battle.table.round
        unsaid = set(Battle(SYSTEMS[name]).verbs) - said - {"undo", "redo", "finish", "roll"}
        assert unsaid <= {"reorder", "mark", "unmark", "die", "focus", "critical"}, name
        assert rounds > 100


# Controls: what is broken on purpose is found


def finds(check: Check, name: str = "hummel") -> bool:
    """Whether the check turns red in one of a few random battles."""
    for seed in range(40):
        luck = Random(seed)
        try:
            check(name, [luck.getrandbits(32) for _ in range(60)])
        except (AssertionError, TurnkeeperError):
            return True
    return False


every_check = pytest.mark.parametrize(
    "check", [check_refusals, check_history, check_written, check_turns, check_goes_on]
)


@every_check
def test_control_nothing_is_found_where_nothing_is_broken(check: Check) -> None:
    assert not finds(check)


def test_control_a_refusal_that_spends_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    verb = next(v for v in SYSTEMS["hummel"].verbs if v.name == "move")

    def refuse(table: Table[Any], who: Combatant, metres: int) -> str | None:
        if reason := verb.refuse(table, who, metres):
            who.left["move"] = 0
        return reason

    use(monkeypatch, verbs=(replace(verb, refuse=refuse), *SYSTEMS["hummel"].verbs[1:]))
    assert finds(check_refusals)


def test_control_a_push_that_plays_what_it_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Battle.push

    def push(battle: Battle, command: Command) -> None:
        try:
            right(battle, command)
        except Refused:
            battle.table.round += command.verb == "done"
            raise

    monkeypatch.setattr(Battle, "push", push)
    assert finds(check_refusals)


def test_control_a_refusal_without_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Battle.refusal

    def refusal(battle: Battle, command: Command) -> str | None:
        return "no" if right(battle, command) else None

    monkeypatch.setattr(Battle, "refusal", refusal)
    assert finds(check_refusals)


def test_control_an_undo_that_drops_one_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def pop(battle: Battle) -> Command:
        *kept, last = battle.events
        battle.undone.append(last)
        battle._replay(kept[:-1])
        return last[0]

    monkeypatch.setattr(Battle, "pop", pop)
    assert finds(check_history)


def test_control_a_state_that_outlives_its_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system that keeps something to itself, across undo."""
    right = SYSTEMS["hummel"]
    kept: list[str] = []

    def why(table: Table[Any], who: Combatant) -> str:
        kept.append(who.name)
        return f"{right.why(table, who)}; {len(kept)}"

    use(monkeypatch, why=why)
    assert finds(check_history)


def test_control_names_that_are_written_without_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "quoted", lambda word: word.replace(" ", "_"))
    assert finds(check_written)


def test_control_the_down_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def owing(field: Table[Any]) -> list[Any]:
        return [tank for tank in field.roster if tank.in_dice and not tank.rolled]

    monkeypatch.setattr("turnkeeper.systems.hummel.first_owing", owing)
    assert finds(check_turns)


def test_control_a_turn_that_is_taken_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Table.end_turn

    def end_turn(table: Table[Any], one: Combatant, *, joined: bool = False) -> None:
        first = not table.acted
        right(table, one, joined=joined)
        if first:
            table.order.rest.append([one])

    monkeypatch.setattr(Table, "end_turn", end_turn)
    assert finds(check_turns)


def test_control_a_round_that_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one who has gone stands in line again; the battle does not come to its next round."""
    right = Table.end_turn

    def end_turn(table: Table[Any], one: Combatant, *, joined: bool = False) -> None:
        right(table, one, joined=joined)
        table.order.rest.append([one])

    monkeypatch.setattr(Table, "end_turn", end_turn)
    assert finds(check_goes_on)


def use(monkeypatch: pytest.MonkeyPatch, **changed: Any) -> None:  # noqa: ANN401 - any field
    """Put a changed copy of HUMMEL QUEST among the books."""
    monkeypatch.setitem(SYSTEMS, "hummel", replace(SYSTEMS["hummel"], **changed))
