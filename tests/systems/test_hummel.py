"""HUMMEL QUEST beyond what a script can say: every fall of the dice, and what the box shows."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.rules import ties
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.command import Command
from turnkeeper.script import expects, lines
from turnkeeper.systems import SYSTEMS, hummel
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


# HQ-04 to HQ-06, counted: every fall of the dice


def test_of_a_thousand_falls_of_three_dice_720_settle_the_order_and_280_leave_a_tie() -> None:
    """10 x 9 x 8 have no tie, in 270 two are tied, in 10 all three; counted by playing each."""
    start = [f"combatant {name} side={name} ref=0" for name in "ABC"]
    battle = battle_of(*start, "start")
    owing: Counter[int] = Counter()
    for faces in product(range(1, 11), repeat=3):
        for name, face in zip("ABC", faces, strict=True):
            battle.push(Command("roll", (name, str(face))))
        owing[len(expects.asked(battle))] += 1
        for _ in "ABC":
            battle.push(Command("undo"))
    assert owing == {0: 720, 2: 270, 3: 10}


def test_two_tied_pairs_are_each_parted_or_tied_again_by_themselves() -> None:
    """Two falls that part a pair and two that do not, for each of the two pairs."""
    start = [f"combatant {name} side=x ref={ref}" for name, ref in zip("ABCD", "0055", strict=True)]
    battle = battle_of(*start, "start", *(f"roll {name} 1" for name in "ABCD"))
    parted: Counter[int] = Counter()
    for high, low in product([(1, 1), (5, 5), (1, 2), (10, 9)], repeat=2):
        for name, face in zip("CDAB", (*high, *low), strict=True):
            battle.push(Command("roll", (name, str(face))))
        parted[len(expects.asked(battle))] += 1
        for _ in "ABCD":
            battle.push(Command("undo"))
    assert parted == {0: 4, 2: 8, 4: 4}


# HQ-05, HQ-06: told by another way of reckoning


@st.composite
def some_tanks(draw: st.DrawFn) -> tuple[list[int], int]:
    """Give the Reflexes of a few tanks, close enough to be tied, and what luck they have."""
    return draw(st.lists(st.integers(-1, 1), min_size=2, max_size=8)), draw(st.integers(0, 9999))


def dice(battle: Battle, luck: Random) -> Iterator[tuple[list[str], dict[str, list[int]]]]:
    """Throw whatever is owed, in any order, few faces so that ties are many; give what is known.

    Before each die: who is asked, and the total and the further dice of each.
    """
    known: dict[str, list[int]] = {}
    while asked := expects.asked(battle):
        yield asked, known
        name, face = luck.choice(asked), luck.randint(1, 4)
        first = face + tank(battle, name).number("ref")
        known[name] = [*known[name], face] if name in known else [first]
        battle.push(Command("roll", (name, str(face))))
    yield [], known


@given(some_tanks())
def test_the_order_is_that_of_the_totals_and_then_of_each_further_die(
    given: tuple[list[int], int],
) -> None:
    """HQ-05: the dice of a tie are keys of their own; HQ-06: none is thrown that nothing needs."""
    refs, luck = given
    names = [f"T{n}" for n in range(len(refs))]
    battle = battle_of(
        *(f"combatant {n} side={n} ref={ref}" for n, ref in zip(names, refs, strict=True)), "start"
    )
    *_, (_, known) = dice(battle, Random(luck))
    assert order(battle) == sorted(names, key=lambda n: known[n], reverse=True)
    for name in names:
        needed = known[name][:-1]
        alike = [other for other in names if known[other][: len(needed)] == needed]
        assert len(alike) > 1 or not needed, f"{name} threw more than it had to"
    assert {n: HUMMEL.value(battle.table, tank(battle, n)) for n in names} == {
        n: known[n][0] for n in names
    }


def is_right(asked: list[str], known: dict[str, list[int]], names: list[str]) -> bool:
    """Whether those are asked who must be, in the order of HQ-06, told by what is known alone."""
    if new := [name for name in names if name not in known]:
        return asked == new
    shortest = min((len(known[name]) for name in asked), default=99)
    tied = [n for n in names if sum(known[o][:shortest] == known[n][:shortest] for o in names) > 1]
    owing = [name for name in tied if len(known[name]) == shortest]
    return asked == sorted(owing, key=lambda n: ([-die for die in known[n]], names.index(n)))


def all_right(refs: list[int], luck: int) -> bool:
    """Whether the right ones are asked from the first die to the last."""
    names = [f"T{n}" for n in range(len(refs))]
    come = [f"combatant {n} side={n} ref={ref}" for n, ref in zip(names, refs, strict=True)]
    battle = battle_of(*come, "start")
    return all(is_right(asked, known, names) for asked, known in dice(battle, Random(luck)))


@given(some_tanks())
def test_who_is_asked_is_tied_or_new_in_waves_from_the_highest_down(
    given: tuple[list[int], int],
) -> None:
    """HQ-06: those of one wave owe the same die; by their dice so far, then in roster order."""
    assert all_right(*given)


def test_control_asking_the_tied_in_roster_order_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = ties.tie_owing
    monkeypatch.setattr(hummel, "tie_owing", lambda f: [c for c in f.roster if c in right(f)])
    assert not all(all_right([0, 1, 0, 1, 0, 1], luck) for luck in range(20))


def test_control_one_group_after_the_other_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = ties.tie_owing

    def owing(field: hummel.Battlefield) -> list[Tank]:
        found = right(field)
        return [c for c in found if c.rolled[0] == found[0].rolled[0]]

    monkeypatch.setattr(hummel, "tie_owing", owing)
    assert not all(all_right([0, 1, 0, 1, 0, 1], luck) for luck in range(20))


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
        "Bo has -4: die 5 - Ref 9; Bo is down, and goes below those it tied with"
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
