"""Controls of the random battles: what is broken on purpose turns one of the checks red."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.rules.always import (
    check_goes_on,
    check_history,
    check_refusals,
    check_turns,
    check_written,
)
from turnkeeper.errors import Refused, TurnkeeperError
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.command import Command
from turnkeeper.rules.table import Table
from turnkeeper.script import lines
from turnkeeper.systems import SYSTEMS

Check = Callable[[str, list[int]], None]


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
