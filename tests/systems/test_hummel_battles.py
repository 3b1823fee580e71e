# long because a broken copy of every rule stands here, beside the rule that it breaks.
"""The battles of HUMMEL QUEST prove its rules: one that is broken on purpose fails its battles.

Which rules a battle proves stands on its first line. That they hold is told by `test_battles.py`.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from turnkeeper.rules import common, ties
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.command import Command
from turnkeeper.rules.order import Order
from turnkeeper.rules.table import Table
from turnkeeper.script import reader
from turnkeeper.script.play import Rules, play
from turnkeeper.systems import SYSTEMS, hummel
from turnkeeper.systems.hummel import Battlefield, Tank

BATTLES = Path(__file__).parents[1] / "battles" / "hummel"
FILES = sorted(BATTLES.glob("*.battle"))
RULES = [f"HQ-{n:02}" for n in range(1, 14)] + [f"ALL-{n:02}" for n in range(1, 11)]
RULE = re.compile(r"\b(?:ALL|HQ)-[0-9]{2}\b")

Patch = pytest.MonkeyPatch


def named(file: Path) -> list[str]:
    """Give the rules that the battle proves, by its first line."""
    first, _, _ = file.read_text(encoding="utf-8").partition("\n")
    return RULE.findall(first) if first.startswith("#") else []


def fails(file: Path) -> bool:
    """Whether something does not hold in the battle."""
    script = reader.read(file.read_text(encoding="utf-8"), file.name)
    box = Rules(script)
    failed = [done for done in play(script, box) if done.failures]
    assert not box.battle.fault
    return bool(failed)


def test_every_rule_has_a_battle_and_every_battle_names_its_rules() -> None:
    assert len(FILES) >= 30
    proved = {rule for file in FILES for rule in named(file)}
    assert proved == set(RULES)
    assert [file.name for file in FILES if not named(file)] == []


@pytest.mark.parametrize("word", ["undo", "redo"])
def test_there_is_undo_and_redo_in_every_battle(word: str) -> None:
    line = re.compile(rf"^{word}$", re.MULTILINE)
    assert [f.name for f in FILES if not line.search(f.read_text(encoding="utf-8"))] == []


# Controls: a copy with one rule broken


def book(patch: Patch, **changed: Any) -> None:  # noqa: ANN401 - any field of a system
    """Put a changed copy of the book in its place."""
    patch.setitem(SYSTEMS, "hummel", replace(SYSTEMS["hummel"], **changed))


def verb(patch: Patch, name: str, **changed: Any) -> None:  # noqa: ANN401 - any field of a verb
    """Put a changed copy of one of the book's verbs in its place."""
    verbs = SYSTEMS["hummel"].verbs
    book(patch, verbs=tuple(replace(v, **changed) if v.name == name else v for v in verbs))


def of_all(patch: Patch, name: str, **changed: Any) -> None:  # noqa: ANN401 - any field of a verb
    """Put a changed copy of a verb of all books in its place."""
    verbs = tuple(replace(v, **changed) if v.name == name else v for v in common.VERBS)
    patch.setattr("turnkeeper.rules.battle.VERBS", verbs)


def the_positions_are_not_waited_for(patch: Patch) -> None:
    async def positions(table: Table[Any]) -> None:
        table.started = bool(table.roster)
        await table.ask("positions", (), ("start",))
        table.started = True

    patch.setattr(Table, "positions", positions)


def the_ambushed_do_not_roll(patch: Patch) -> None:
    right = ties.first_owing

    def owing(field: Battlefield) -> list[Tank]:
        return [tank for tank in right(field) if not hummel.cannot_act(field, tank)]

    patch.setattr(hummel, "first_owing", owing)


def bonuses_are_forgotten(patch: Patch) -> None:
    right = hummel.added
    patch.setattr(hummel, "added", lambda field, tank: right(field, tank) | {"bonus": 0})


def the_ambush_counts_in_every_round(patch: Patch) -> None:
    def added(field: Battlefield, tank: Tank) -> dict[str, int]:
        ambush = 2 if field.marked(tank, "ambushing") else 0
        return {"Ref": tank.number("ref"), "bonus": tank.number("bonus"), "ambush": ambush}

    patch.setattr(hummel, "added", added)


def the_ambush_counts_for_a_tie_die(patch: Patch) -> None:
    right = hummel.take_die

    def take(field: Battlefield, tank: Tank, face: int) -> None:
        ambush = 2 if tank.rolled and field.marked(tank, "ambushing") else 0
        right(field, tank, face + ambush)

    patch.setattr(hummel, "take_die", take)


def the_lower_goes_first(patch: Patch) -> None:
    right = ties.in_order
    patch.setattr(hummel, "in_order", lambda field: right(field)[::-1])


def the_extra_die_is_added(patch: Patch) -> None:
    def take(field: Battlefield, tank: Tank, face: int) -> None:
        tank.sum = "added up"
        tank.rolled = [tank.rolled[0] + face if tank.rolled else face + tank.number("ref")]
        tank.begun = field.started

    patch.setattr(hummel, "take_die", take)


def a_tie_stays_in_roster_order(patch: Patch) -> None:
    patch.setattr(hummel, "tie_owing", lambda _: [])


def the_tied_are_asked_in_roster_order(patch: Patch) -> None:
    right = ties.tie_owing
    patch.setattr(hummel, "tie_owing", lambda field: [c for c in field.roster if c in right(field)])


def all_of_a_tie_roll_again(patch: Patch) -> None:
    """Until nobody of them is tied; the settled too."""

    def owing(field: Battlefield) -> list[Tank]:
        rolled = [c for c in field.roster if c.rolled and not c.down and not c.late]
        found = []
        for tank in rolled:
            group = [c for c in rolled if c.rolled[0] == tank.rolled[0]]
            longest = max(len(c.rolled) for c in group)
            keys = [tuple(c.rolled) for c in group]
            if len(tank.rolled) < longest or len(set(keys)) < len(keys):
                found.append(tank)
            tank.parted = longest
        return found

    patch.setattr(hummel, "tie_owing", owing)


def the_down_are_not_placed_below(patch: Patch) -> None:
    def in_order(field: Battlefield) -> list[Tank]:
        return sorted(ties.thrown(field), key=ties.place, reverse=True)

    patch.setattr(hummel, "in_order", in_order)


def the_ambushed_act(patch: Patch) -> None:
    patch.setattr(hummel, "cannot_act", lambda *_: False)


def the_ambushed_never_act(patch: Patch) -> None:
    patch.setattr(hummel, "cannot_act", lambda field, tank: field.marked(tank, "ambushed"))


def one_roll_for_the_battle(patch: Patch) -> None:
    right = Tank.take_up_dice

    def take_up(tank: Tank) -> None:
        if not getattr(tank, "rolled", []):
            right(tank)

    patch.setattr(Tank, "take_up_dice", take_up)


def a_pivot_costs_five(patch: Patch) -> None:
    patch.setattr(hummel, "PIVOT_METRES", 5)


def movement_is_not_counted(patch: Patch) -> None:
    verb(patch, "move", refuse=lambda *_: None)


def a_pool_of_none_lets_interact(patch: Patch) -> None:
    def refuse(field: Battlefield, tank: Tank) -> str | None:
        done = tank in field.up and tank.left["interactions"] <= 0 and tank.has("pool")
        return "one a turn" if done else None

    verb(patch, "interact", refuse=refuse)


def interactions_without_end(patch: Patch) -> None:
    def refuse(_: Battlefield, tank: Tank) -> str | None:
        return None if tank.number("pool", 1) else "the pool is 0"

    verb(patch, "interact", refuse=refuse)


def an_interaction_costs_from_the_pool(patch: Patch) -> None:
    def interact(_: Battlefield, tank: Tank) -> None:
        tank.left["interactions"] = 0
        if tank.has("pool"):
            tank.attributes["pool"] = tank.number("pool") - 1

    verb(patch, "interact", do=interact)


def nobody_may_end_a_turn_idle(patch: Patch) -> None:
    right = Table.end_turn

    def end(table: Table[Any], tank: Any, *, joined: bool = False) -> None:  # noqa: ANN401
        idle = tank.left == hummel.fresh(tank)
        if idle and tank.has("speed"):
            return
        right(table, tank, joined=joined)

    patch.setattr(Table, "end_turn", end)


def six_seconds(patch: Patch) -> None:
    book(patch, seconds=6)


def newcomers_always_roll_at_once(patch: Patch) -> None:
    book(patch, join=lambda *_: None)


def newcomers_never_roll_at_once(patch: Patch) -> None:
    def join(_: Battlefield, tank: Tank) -> None:
        tank.in_dice = False

    book(patch, join=join)


def the_down_keep_their_turn(patch: Patch) -> None:
    def next_up(table: Table[Any], may: Callable[[Any], bool] = bool) -> list[Any]:
        while place := table.order.step():
            table.step()
            if up := [c for c in place if c is table.handed or may(c)]:
                table.handed = None
                return up
        return []

    patch.setattr(Table, "next_up", next_up)


def the_down_are_asked(patch: Patch) -> None:
    patch.setattr(
        hummel, "first_owing", lambda f: [c for c in f.roster if c.in_dice and not c.rolled]
    )


def the_turn_of_the_down_is_taken(patch: Patch) -> None:
    right = Table.down

    def down(table: Table[Any], one: Any) -> None:  # noqa: ANN401 - any combatant
        if one in table.up:
            table.acted.append([one])
        right(table, one)

    patch.setattr(Table, "down", down)
    of_all(patch, "down", do=lambda table, who: table.down(who))


def the_turn_of_the_down_goes_on(patch: Patch) -> None:
    def down(_: Table[Any], one: Any) -> None:  # noqa: ANN401 - any combatant
        one.down = True

    patch.setattr(Table, "down", down)


def downing_another_begins_the_turn_anew(patch: Patch) -> None:
    right = Table.down

    def down(table: Table[Any], one: Any) -> None:  # noqa: ANN401 - any combatant
        right(table, one)
        for tank in table.up:
            tank.left = hummel.fresh(tank)

    patch.setattr(Table, "down", down)


def the_end_is_never_offered(patch: Patch) -> None:
    patch.setattr(Table, "offer", False)


def the_round_goes_on_with_nobody(patch: Patch) -> None:
    right = Table.somebody

    async def somebody(table: Table[Any], may: Callable[[Any], bool]) -> None:
        table.round += not any(not c.down for c in table.roster) and table.round > 0
        await right(table, may)

    patch.setattr(Table, "somebody", somebody)


def no_total_is_below_zero(patch: Patch) -> None:
    right = hummel.take_die

    def take(field: Battlefield, tank: Tank, face: int) -> None:
        first = not tank.rolled
        right(field, tank, face)
        if first:
            tank.rolled = [max(0, tank.rolled[0])]

    patch.setattr(hummel, "take_die", take)


def a_zero_is_missing(patch: Patch) -> None:
    book(patch, value=lambda _, tank: (tank.rolled or [None])[0] or None)


def redo_is_forgotten(patch: Patch) -> None:
    right = Battle.pop

    def pop(battle: Battle) -> Command:
        done = right(battle)
        battle.undone = battle.undone[-1:]
        return done

    patch.setattr(Battle, "pop", pop)


def undo_leaves_the_rounds(patch: Patch) -> None:
    right = Battle.pop

    def pop(battle: Battle) -> Command:
        before = battle.table.round
        done = right(battle)
        battle.table.round = before
        return done

    patch.setattr(Battle, "pop", pop)


def why_is_not_told(patch: Patch) -> None:
    book(patch, why=lambda *_: "so the dice fell")


def all_roll_again_for_a_newcomer(patch: Patch) -> None:
    def join(field: Battlefield, _: Tank) -> None:
        field.order.rest.clear()
        field.up = []

    book(patch, join=join)


def what_was_overruled_stays_so(patch: Patch) -> None:
    def begin(table: Table[Any]) -> None:
        table.order.clear()
        table.gone = []

    patch.setattr(Table, "begin_order", begin)


def one_moved_above_who_is_up_is_next(patch: Patch) -> None:
    right = Order.move

    def move(order: Order[Any], one: Any, other: Any, *, after: bool) -> None:  # noqa: ANN401
        right(order, one, other, after=after)
        if not order.to_come(one):
            order.remove(one)
            order.rest.insert(0, [one])

    patch.setattr(Order, "move", move)


def who_was_up_has_lost_its_turn(patch: Patch) -> None:
    right = Order.hand
    patch.setattr(Order, "hand", lambda order, one, _: right(order, one, ()))


def an_equal_one_that_is_set_goes_before(patch: Patch) -> None:
    def late(table: Any, roller: Any, first: object) -> None:  # noqa: ANN401 - any table
        roller.rolled, roller.parted, roller.in_dice = [first], 1, True
        roller.late = -1 + min(other.late for other in table.roster)

    patch.setattr(hummel, "place_late", late)


def a_zero_is_refused(patch: Patch) -> None:
    patch.setattr(common, "ZERO_IS_HIGHEST", ())


def a_zero_stays_zero(patch: Patch) -> None:
    right = hummel.take_die
    patch.setattr(hummel, "take_die", lambda f, t, face: right(f, t, 0 if face == 10 else face))


def up_again_is_last_in_line(patch: Patch) -> None:
    def up(table: Table[Any], one: Any) -> None:  # noqa: ANN401 - any combatant
        one.down = False
        if table.order.has(one):
            table.order.remove(one)
            table.order.rest.append([one])

    of_all(patch, "up", do=up)


def up_again_has_to_roll_anew(patch: Patch) -> None:
    def up(_: Table[Any], one: Any) -> None:  # noqa: ANN401 - any combatant
        one.down = False
        one.rolled = []

    of_all(patch, "up", do=up)


BROKEN: list[tuple[str, Callable[[Patch], None]]] = [
    ("HQ-01", the_positions_are_not_waited_for),
    ("HQ-02", the_ambushed_do_not_roll),
    ("HQ-02", bonuses_are_forgotten),
    ("HQ-03", the_ambush_counts_in_every_round),
    ("HQ-03", the_ambush_counts_for_a_tie_die),
    ("HQ-04", the_lower_goes_first),
    ("HQ-05", the_extra_die_is_added),
    ("HQ-05", a_tie_stays_in_roster_order),
    ("HQ-06", the_tied_are_asked_in_roster_order),
    ("HQ-06", all_of_a_tie_roll_again),
    ("HQ-06", the_down_are_not_placed_below),
    ("HQ-07", the_ambushed_act),
    ("HQ-07", the_ambushed_never_act),
    ("HQ-08", one_roll_for_the_battle),
    ("HQ-09", a_pivot_costs_five),
    ("HQ-09", movement_is_not_counted),
    ("HQ-10", a_pool_of_none_lets_interact),
    ("HQ-10", interactions_without_end),
    ("HQ-10", an_interaction_costs_from_the_pool),
    ("HQ-11", nobody_may_end_a_turn_idle),
    ("HQ-12", six_seconds),
    ("HQ-12", the_turn_of_the_down_is_taken),
    ("HQ-13", newcomers_always_roll_at_once),
    ("HQ-13", newcomers_never_roll_at_once),
    ("ALL-01", the_down_keep_their_turn),
    ("ALL-01", the_down_are_asked),
    ("ALL-02", the_turn_of_the_down_is_taken),
    ("ALL-02", the_turn_of_the_down_goes_on),
    ("ALL-01", downing_another_begins_the_turn_anew),
    ("ALL-03", the_end_is_never_offered),
    ("ALL-03", the_round_goes_on_with_nobody),
    ("ALL-04", no_total_is_below_zero),
    ("ALL-04", a_zero_is_missing),
    ("ALL-05", redo_is_forgotten),
    ("ALL-05", undo_leaves_the_rounds),
    ("ALL-06", why_is_not_told),
    ("ALL-07", all_roll_again_for_a_newcomer),
    ("ALL-08", what_was_overruled_stays_so),
    ("ALL-08", one_moved_above_who_is_up_is_next),
    ("ALL-08", who_was_up_has_lost_its_turn),
    ("ALL-08", an_equal_one_that_is_set_goes_before),
    ("ALL-09", a_zero_is_refused),
    ("ALL-09", a_zero_stays_zero),
    ("ALL-10", up_again_is_last_in_line),
    ("ALL-10", up_again_has_to_roll_anew),
]


@pytest.mark.parametrize(("rule", "broken"), BROKEN, ids=lambda x: getattr(x, "__name__", x))
def test_a_rule_that_is_broken_fails_a_battle_that_names_it(
    rule: str, broken: Callable[[Patch], None], monkeypatch: Patch
) -> None:
    broken(monkeypatch)
    assert [file.name for file in FILES if rule in named(file) and fails(file)]


def test_control_of_the_controls_nothing_fails_unbroken_and_no_rule_is_without_one() -> None:
    assert [file.name for file in FILES if fails(file)] == []
    assert {rule for rule, _ in BROKEN} == set(RULES)
