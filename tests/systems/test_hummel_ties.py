"""HUMMEL QUEST's order, counted over every fall of the dice, and reckoned another way."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.systems.test_hummel import HUMMEL, battle_of, order, tank
from turnkeeper.rules import ties
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.command import Command
from turnkeeper.script import expects
from turnkeeper.systems import hummel
from turnkeeper.systems.hummel import Tank

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
