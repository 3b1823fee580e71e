"""HUMMEL QUEST beyond what a script can say: every fall of the dice, and what the box shows."""

import pytest

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.command import Command
from turnkeeper.script import expects, lines
from turnkeeper.systems import SYSTEMS
from turnkeeper.systems.hummel import Tank

HUMMEL = SYSTEMS["hummel"]
TWO = ("combatant Ann side=party ref=3 bonus=-1 speed=30 pool=1", "combatant Bo side=foes ref=1")


def battle_of(*said: str) -> Battle:
    """Give a battle in which all this was said."""
    battle = Battle(HUMMEL)
    for line in said:
        battle.push(lines.command(line))
    return battle


def tank(battle: Battle, name: str) -> Tank:
    """Give the tank of that name."""
    found = battle.table.find(name)
    assert isinstance(found, Tank)
    return found


def order(battle: Battle) -> list[str]:
    """Give the order, by name."""
    return [name for place in expects.order(battle) for name in place]


# What the box shows


def test_the_roll_is_asked_with_its_die_and_what_is_added() -> None:
    battle = battle_of(*TWO, "mark Ann ambushing", "start")
    prompt = battle.prompt
    assert (prompt.kind, prompt.title, prompt.sides, prompt.owed) == (
        "roll",
        "Initiative",
        10,
        True,
    )
    assert HUMMEL.adds(battle.table, tank(battle, "Ann")) == "+ Ref 3 - bonus 1 + ambush 2"
    assert HUMMEL.adds(battle.table, tank(battle, "Bo")) == "+ Ref 1"


def test_the_ambush_is_added_for_show_in_the_first_roll_alone() -> None:
    battle = battle_of(*TWO, "mark Ann ambushing", "start", "roll Ann 1", "roll Bo 1")
    for line in ("done Ann", "done Bo"):
        battle.push(lines.command(line))
    assert HUMMEL.adds(battle.table, tank(battle, "Ann")) == "+ Ref 3 - bonus 1"


def test_a_tie_is_asked_by_its_total_with_nothing_added() -> None:
    battle = battle_of(*TWO, "start", "roll Ann 1", "roll Bo 2")
    assert battle.prompt.title == "Tie at 3"
    assert battle.prompt.sides == 10
    assert HUMMEL.adds(battle.table, tank(battle, "Ann")) == ""


def test_a_short_press_ends_the_turn_and_so_does_next() -> None:
    battle = battle_of(*TWO, "start", "roll Ann 5", "roll Bo 1")
    assert battle.prompt.press == "done"
    assert battle.prompt.verbs == ("done", "move", "pivot", "interact")
    battle.push(Command("next"))
    assert expects.names(battle.table.acted) == [["Ann"]]


def test_the_interaction_is_explained_in_the_books_words() -> None:
    """HQ-10: the screen says what an interaction is."""
    assert battle_of().verbs["interact"].help == "shoot, use arms, ram, push, check"


def test_the_end_is_offered_while_no_two_sides_stand_and_at_no_other_time() -> None:
    """ALL-03."""
    battle = battle_of(*TWO)
    offers = {"": battle.table.offer}
    for line in ("start", "down Bo", "down Ann", "up Bo", "up Ann", "finish"):
        battle.push(lines.command(line))
        offers[line] = battle.table.offer
    assert [line for line, offered in offers.items() if offered] == ["down Bo", "down Ann", "up Bo"]


@pytest.mark.parametrize("gone", ["down C", "remove C", "down D", "remove D"])
def test_downing_or_removing_another_leaves_the_question_and_the_turn_alone(gone: str) -> None:
    """ALL-02: no timer starts anew and nothing sounds, since the very same thing is asked."""
    four = [
        f"combatant {n} side={n} ref={ref} speed=30" for n, ref in zip("ABCD", "9753", strict=True)
    ]
    battle = battle_of(*four, "start", *(f"roll {n} 1" for n in "ABCD"), "done A", "move B 10")
    before = battle.digest(), battle.prompt.kind, expects.names([battle.table.up])
    left = HUMMEL.left(battle.table, tank(battle, "B"))
    battle.push(lines.command(gone))
    assert (battle.digest(), battle.prompt.kind, expects.names([battle.table.up])) == before
    assert HUMMEL.left(battle.table, tank(battle, "B")) == left == {"move": 20}


# ALL-06: why


WHY = {
    "Bo": "Bo has 9: die 4 + Ref 4 - bonus 1 + ambush 2; tie at 9: Bo's extra die 9 beats Ann's 5 "
    "and Cy's 5",
    "Cy": "Cy has 9: die 7 + Ref 2; tie at 9: Cy's extra die 5 loses to Bo's 9, equals Ann's 5: "
    "again; tie at 9: Cy's extra die 2 beats Ann's 1; Cy is ambushed: no turn in round 1",
    "Ann": "Ann has 9: die 4 + Ref 3 + ambush 2; tie at 9: Ann's extra die 5 loses to Bo's 9, "
    "equals Cy's 5: again; tie at 9: Ann's extra die 1 loses to Cy's 2",
    "Dee": "Dee has 9: set by the GM; the GM has overruled",
    "Ed": "Ed has not rolled this round: it rolls in the next",
}


def test_the_whole_explanation_of_an_order() -> None:
    battle = battle_of(
        "combatant Ann side=party ref=3",
        "combatant Bo side=party ref=4 bonus=-1",
        "combatant Cy side=foes ref=2",
        "combatant Dee side=foes ref=0",
        "mark party ambushing",
        "mark Cy ambushed",
        "start",
        *("roll Ann 4", "roll Bo 4", "roll Cy 7", "set Dee initiative=9"),
        *("roll Ann 5", "roll Bo 9", "roll Cy 5", "roll Ann 1", "roll Cy 2"),
        "combatant Ed side=foes ref=9",
    )
    assert order(battle) == ["Bo", "Cy", "Ann", "Dee"]
    assert expects.explanation(battle).split("\n") == [WHY[name] for name in (*order(battle), "Ed")]


def test_why_of_one_who_was_down_and_of_totals_below_zero() -> None:
    battle = battle_of(
        *(f"combatant {n} side={n} ref={r}" for n, r in (("Ann", -9), ("Bo", -9), ("Cy", 0))),
        *("start", "roll Ann 5", "roll Bo 5", "down Bo", "roll Cy 4"),
    )
    assert HUMMEL.why(battle.table, tank(battle, "Ann")) == "Ann has -4: die 5 - Ref 9"
    assert HUMMEL.why(battle.table, tank(battle, "Bo")) == (
        "Bo has -4: die 5 - Ref 9; Bo was down, and goes below those it tied with"
    )


def test_why_of_a_die_whose_rivals_have_left_names_no_one() -> None:
    battle = battle_of(
        *("combatant Ann side=a ref=0", "combatant Bo side=b ref=0", "combatant Cy side=c ref=0"),
        *("start", "roll Ann 5", "roll Bo 5", "roll Cy 9", "roll Ann 3", "roll Bo 2"),
        "remove Bo",
    )
    assert HUMMEL.why(battle.table, tank(battle, "Ann")) == (
        "Ann has 5: die 5 + Ref 0; tie at 5: Ann's extra die 3"
    )


def test_a_large_battle_costs_no_more_questions_than_it_has_dice_and_turns() -> None:
    """64 combatants, as many as a battle in play holds: one command a die and one a turn."""
    many = [f"combatant T{n} side={n % 2} ref={n * 20}" for n in range(64 - 16)]
    battle = battle_of(*many, *(f"combatant S{n} side=0 ref=-{n * 20 + 20}" for n in range(16)))
    battle.push(Command("start"))
    count = 0
    while battle.table.round == 1:
        die = battle.prompt.kind == "roll"
        battle.push(Command("die", ("5",)) if die else Command("next"))
        count += 1
    assert count == 64 + 64
    assert battle.time == 64 * 3
