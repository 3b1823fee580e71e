"""A book of one's own whose code fails, or never asks: said as a rule error, and taken back."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.rules.snapshot import seen
from tests.rules.test_battle import battle_of, push, refusal
from turnkeeper.errors import Refused
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.command import Command
from turnkeeper.rules.prompts import Answer
from turnkeeper.rules.system import Attribute, Flag, System
from turnkeeper.rules.table import Table
from turnkeeper.rules.verbs import WHO, Arg, Kind, Verb, When

Field = Table[Combatant]
HERE = r"at test_faults.py line [0-9]+"
"""Where the toy fails: its own file, and not the engine's."""


async def wait_for_shouts(field: Field) -> None:
    """The toy's whole procedure: it asks everybody for a shout, again and again."""
    await field.positions()
    field.round = 1
    while True:
        answer = await field.ask("shout", field.standing, ("shout", "fail"), owed=True)
        fail_if_told(answer)
        if answer and answer.who:
            field.acted.append([answer.who])


def fail_if_told(answer: Answer[Combatant] | None) -> None:
    if answer and answer.verb == "fail":
        raise KeyError("no such shout")


def fail(*_: object) -> Any:  # noqa: ANN401 - stands in for any of a system's functions
    """Fail, as code of one's own may."""
    raise ZeroDivisionError("a toy of ours")


def toy(battle: Callable[[Field], Any] = wait_for_shouts, **changed: Any) -> System:  # noqa: ANN401
    """A book of our own, as anybody might write one."""
    verbs = (
        Verb("shout"),
        Verb("fail"),
        Verb("break", (), when=When.BATTLE, gm=True, do=fail),
        Verb("ponder", (WHO,), when=When.BATTLE, refuse=fail, do=lambda *_: None),
        Verb("say", (WHO, Arg("WORD", Kind.TEXT)), do=lambda *_: None),
    )
    system = System(
        name="toy",
        title="The Toy",
        value_name="loudness",
        attributes=(Attribute("loud"),),
        flags=(Flag("hoarse"),),
        battle=battle,
        value=lambda _, who: who.number("loud"),
        place=lambda *_: None,
        left=lambda *_: {},
        why=lambda *_: "",
        verbs=verbs,
    )
    return replace(system, **changed)


def shouting(*said: str, system: System | None = None) -> Battle:
    return battle_of("combatant Ann side=a", "start", *said, system=system or toy())


def test_a_book_whose_code_fails_says_so_and_undo_takes_it_back() -> None:
    battle = shouting("shout Ann")
    before = seen(battle)
    push(battle, "fail Ann")
    assert re.fullmatch(f"KeyError: 'no such shout', {HERE}", battle.fault)
    assert battle.prompt.kind == "fault"
    assert refusal(battle, "shout Ann") == f"rule error: {battle.fault}; undo?"
    assert refusal(battle, "finish").startswith("rule error: ")
    assert len(battle.events) == 4
    push(battle, "undo")
    assert battle.fault == ""
    assert seen(battle) == before
    push(battle, "shout Ann")
    assert len(battle.table.acted) == 2


def test_a_failing_step_done_again_fails_again_and_keeps_all_events() -> None:
    battle = shouting("fail Ann", "undo", "redo")
    assert battle.fault.startswith("KeyError: 'no such shout'")
    assert [str(c) for c, _, _ in battle.events[1:]] == ["start", "fail Ann"]
    push(battle, "undo", "undo", "redo", "shout Ann")
    assert battle.fault == ""


def test_a_verb_that_fails_as_it_changes_the_table_is_a_rule_error_too() -> None:
    battle = shouting("break")
    assert re.fullmatch(f"ZeroDivisionError: a toy of ours, {HERE}", battle.fault)
    push(battle, "undo")
    assert battle.fault == ""


def test_a_verb_whose_refusal_fails_is_refused_and_changes_nothing() -> None:
    battle = shouting()
    before, events = seen(battle), list(battle.events)
    why = f"rule error: ZeroDivisionError: a toy of ours, {HERE}; nothing has changed"
    assert re.fullmatch(why, refusal(battle, "ponder Ann"))
    with pytest.raises(Refused, match="rule error"):
        push(battle, "ponder Ann")
    assert (seen(battle), battle.events) == (before, events)
    push(battle, "shout Ann")


async def turn_for_ever(field: Field) -> None:
    """Rounds in which everybody's turn is over before anybody was asked."""
    await field.positions()
    while True:
        await field.next_round()
        field.order.make([one] for one in field.standing)
        while up := field.next_up():
            field.begin_turn(up, lambda _: {})
            field.end_turn(up[0])


def test_a_book_that_never_asks_anybody_is_stopped() -> None:
    battle = shouting(system=toy(turn_for_ever))
    assert battle.fault == "the rules go on for ever without asking anybody"
    assert [str(c) for c, _, _ in battle.events[1:]] == ["start"]
    push(battle, "undo")
    assert battle.fault == ""
    assert battle.awaited() == "the battle has not started"


def test_control_a_book_that_asks_is_never_stopped_however_long_it_plays() -> None:
    battle = shouting()
    for _ in range(11_000):
        battle.push(Command("shout", ("Ann",)))
    assert battle.fault == ""


async def end_by_itself(field: Field) -> None:
    """A battle of one shout."""
    await field.positions()
    while not await field.ask("shout", field.standing, ("shout",), owed=True):
        pass


def test_a_book_may_end_the_battle_by_itself() -> None:
    battle = shouting("shout Ann", system=toy(end_by_itself))
    assert battle.prompt.kind == "over"
    assert refusal(battle, "shout Ann") == "the battle is over; undo takes the end back"
    push(battle, "undo")
    assert not battle.table.over
    assert [c.name for c in battle.prompt.asked] == ["Ann"]


def test_a_flag_of_the_toy_may_come_after_its_first_roll() -> None:
    battle = shouting("mark a hoarse")
    assert battle.table.marks(battle.table.roster[0]) == ["hoarse"]
    push(battle, "combatant Bo side=a")
    assert battle.table.marks(battle.table.roster[1]) == []
