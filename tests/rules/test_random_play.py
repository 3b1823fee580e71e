"""Random battles of every book: what always holds, whatever is said (ALL-01 to ALL-10).

Illegal means: refused with a sentence, and nothing has changed. Undo and redo give back the very
state at every step. The checks stand in `always`, their controls in `test_random_controls`.
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.always import (
    check_goes_on,
    check_history,
    check_refusals,
    check_turns,
    check_written,
    told,
)
from turnkeeper.rules.battle import Battle
from turnkeeper.systems import SYSTEMS

some_battles = settings(max_examples=min(500, max(1, settings().max_examples // 4)))
"""Each of them is some fifty commands long, and is played by four books."""

numbers = st.lists(st.integers(0, 2**32 - 1), min_size=30, max_size=80).map(
    lambda luck: [luck[0], *filter(None, luck[1:])]
)
"""One number is what luck brings for one command, and 0 is nothing: what shrinking leaves out."""

every_book = pytest.mark.parametrize("name", SYSTEMS)

# What is refused


@every_book
@some_battles
@given(luck=numbers)
def test_what_is_illegal_is_refused_with_a_sentence_and_changes_nothing(
    name: str, luck: list[int]
) -> None:
    check_refusals(name, luck)


# Undo, redo, and replay


@every_book
@some_battles
@given(luck=numbers)
def test_undo_to_the_first_step_and_redo_to_the_last(name: str, luck: list[int]) -> None:
    check_history(name, luck)


@every_book
@some_battles
@given(luck=numbers)
def test_a_battle_written_as_a_script_is_the_same_battle(name: str, luck: list[int]) -> None:
    check_written(name, luck)


# Who is asked, and who acts


@every_book
@some_battles
@given(luck=numbers)
def test_nobody_acts_twice_and_the_down_not_at_all(name: str, luck: list[int]) -> None:
    check_turns(name, luck)


# It goes on, and it ends


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
