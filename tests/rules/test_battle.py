"""A battle: push, pop, undo, redo, what a refusal says, and what a book's own failing code does."""

from dataclasses import replace

import pytest

from tests.rules.snapshot import seen
from turnkeeper.errors import Refused
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.command import Command
from turnkeeper.rules.system import System
from turnkeeper.rules.table import Table
from turnkeeper.script import lines
from turnkeeper.systems import SYSTEMS

Field = Table[Combatant]

TWO = ("combatant Ann side=party ref=3 speed=30 pool=1", "combatant Bo side=foes ref=1")


def battle_of(*said: str, system: System = SYSTEMS["hummel"]) -> Battle:
    """Give a battle in which all this was said."""
    battle = Battle(system)
    push(battle, *said)
    return battle


def push(battle: Battle, *said: str) -> None:
    for line in said:
        battle.push(lines.command(line))


def refusal(battle: Battle, said: str) -> str:
    """Give why the rules do not take it; "" where they do."""
    return battle.refusal(lines.command(said)) or ""


# Push and pop


def test_a_battle_is_its_events_and_a_replay_of_them_is_the_same_battle() -> None:
    battle = battle_of(*TWO, "start", "roll Ann 5", "roll Bo 2", "move Ann 10")
    events = [command for command, _, _ in battle.events]
    assert [str(command) for command in events[2:]] == [
        "start",
        "roll Ann 5",
        "roll Bo 2",
        "move Ann 10",
    ]
    again = Battle(SYSTEMS["hummel"])
    for event in events:
        again.push(event)
    assert seen(again) == seen(battle)


def test_a_refused_command_raises_a_sentence_and_changes_nothing() -> None:
    battle = battle_of(*TWO, "start", "roll Ann 5")
    before, events = seen(battle), list(battle.events)
    for said, why in REFUSED.items():
        assert refusal(battle, said) == why
        assert not battle.is_legal(lines.command(said))
        with pytest.raises(Refused) as refused:
            push(battle, said)
        assert str(refused.value) == why
        assert (seen(battle), battle.events) == (before, events)


REFUSED = {
    "roll Ann 5": "Ann is not asked: Bo owes a d10",
    "roll Bo 11": "Bo rolls a d10: a face is 1 to 10, and 0 for 10, not 11",
    "roll Bo -1": "Bo rolls a d10: a face is 1 to 10, and 0 for 10, not -1",
    "roll Cy 5": "nobody is called Cy; here are Ann and Bo",
    "die 12": "Bo rolls a d10: a face is 1 to 10, and 0 for 10, not 12",
    "done Bo": "Bo has no turn to end: Bo owes a d10",
    "next": "Next answers for nobody here: Bo owes a d10",
    "move Bo 5": "that is not asked for now: Bo owes a d10",
    "start": "the battle has started already",
    "down Cy": "nobody is called Cy; here are Ann and Bo",
    "up Ann": "Ann stands already",
    "combatant Ann side=foes ref=1": (
        "there is a Ann already; every combatant needs a name of its own"
    ),
    "combatant Cy ref=1": "Cy needs a side: side=party, or side=foes",
    "combatant Cy side=foes": "Cy needs ref: the Reflexes score, any whole number",
    "combatant Cy side=foes ref=a": "ref must be a whole number, not 'a'",
    "combatant Cy side=foes ref=1 ref=2": "ref is given twice",
    "combatant Cy side=foes ref=1 luck=2": (
        "HUMMEL QUEST knows no luck; a combatant has ref, bonus, speed and pool"
    ),
    "mark Bo brave": "HUMMEL QUEST knows no brave; its marks are ambushing and ambushed",
    "mark Ann ambushed": "ambushed is said before the first roll; Ann has rolled already",
    "set Bo luck=3": ("Bo has no luck to set; there is ref, bonus, speed, pool and initiative"),
    "reorder Bo before Ann": "there is no order yet; it is made when all have answered",
    "hand Bo": "nobody has the turn now: Bo must answer first",
    "wait Bo": "HUMMEL QUEST has no 'wait'",
    "redo": "there is nothing to redo",
}


def test_whether_it_is_legal_can_be_asked_of_everything_and_changes_nothing() -> None:
    battle = battle_of(*TWO, "start", "roll Ann 5")
    before = seen(battle)
    taken = [*REFUSED, "roll Bo 3", "undo", "finish", "down Bo"]
    assert [said for said in taken if battle.is_legal(lines.command(said))] == taken[-4:]
    assert seen(battle) == before


def test_pop_gives_back_the_last_event_and_the_state_before_it() -> None:
    battle = battle_of(*TWO, "start", "roll Ann 5")
    before = seen(battle)
    push(battle, "roll Bo 2")
    after = seen(battle)
    assert str(battle.pop()) == "roll Bo 2"
    assert seen(battle) == before
    push(battle, "redo")
    assert seen(battle) == after


def test_pop_of_an_empty_battle_is_refused() -> None:
    battle = Battle(SYSTEMS["hummel"])
    with pytest.raises(Refused, match="there is nothing to undo"):
        battle.pop()
    assert refusal(battle, "undo") == "there is nothing to undo"


def test_what_was_taken_back_is_gone_once_something_else_is_taken_but_not_if_refused() -> None:
    battle = battle_of(*TWO, "start", "roll Ann 5", "undo")
    with pytest.raises(Refused):
        push(battle, "roll Ann 11")
    assert battle.is_legal(Command("redo"))
    push(battle, "roll Ann 6")
    assert not battle.is_legal(Command("redo"))


def test_what_a_journal_remembers_as_taken_back_can_be_done_again() -> None:
    battle = battle_of(*TWO, "start")
    battle.remember([Command("roll", ("Bo", "2")), Command("roll", ("Ann", "5"))])
    push(battle, "redo", "redo")
    assert [str(c) for c, _, _ in battle.events[-2:]] == ["roll Ann 5", "roll Bo 2"]
    assert not battle.is_legal(Command("redo"))


def test_an_option_that_the_book_has_not_is_refused_at_once() -> None:
    with pytest.raises(Refused, match="HUMMEL QUEST has no option check; its options: none"):
        Battle(SYSTEMS["hummel"], {"check": "over"})


# The digest of the open question


def test_the_digest_tells_the_kind_of_the_question_and_who_is_asked_and_no_words() -> None:
    battle = battle_of(*TWO, "start")
    first = battle.digest()
    push(battle, "roll Ann 5")
    assert battle.digest() != first
    push(battle, "undo")
    assert battle.digest() == first
    battle.table.prompt = replace(battle.table.prompt, title="Another word for it", sides=12)
    assert battle.digest() == first
    assert len(first) == 8


def test_the_digest_tells_a_roll_of_two_from_a_turn_of_theirs() -> None:
    battle = battle_of(*TWO, "start", "roll Bo 5")
    roll = battle.digest()
    push(battle, "roll Ann 5")
    assert [c.name for c in battle.prompt.asked] == ["Ann"]
    assert battle.digest() != roll


# What is waited for, in words


@pytest.mark.parametrize(
    ("said", "awaited"),
    [
        ((), "the battle has not started"),
        (("start",), "Ann and Bo owe a d10"),
        (("start", "roll Ann 2"), "Bo owes a d10"),
        (("start", "roll Ann 2", "roll Bo 1"), "it is the turn of Ann"),
        (("start", "down Ann", "down Bo"), "nobody stands"),
    ],
)
def test_what_is_waited_for_is_half_a_sentence(said: tuple[str, ...], awaited: str) -> None:
    assert battle_of(*TWO, *said).awaited() == awaited
