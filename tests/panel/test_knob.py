"""The knob: one detent is one step, and bounce never turns it back."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.panel.contacts import Quadrature

CLOCKWISE = [(True, False), (True, True), (False, True), (False, False)]
COUNTER = [(False, True), (True, True), (True, False), (False, False)]


def test_each_detent_is_one_step_at_its_end() -> None:
    knob = Quadrature()
    assert [knob.step(*levels) for levels in CLOCKWISE * 2] == [0, 0, 0, 1] * 2
    assert [knob.step(*levels) for levels in COUNTER * 2] == [0, 0, 0, -1] * 2


def bouncing(turns: list[int], chance: Random) -> list[tuple[bool, bool]]:
    """The levels that those detents give, each contact bouncing as it moves."""
    seen, rest = [], (False, False)
    for turn in turns:
        for levels in CLOCKWISE if turn > 0 else COUNTER:
            seen += [levels] + [rest, levels] * chance.randrange(4)
            rest = levels
    return seen


@given(st.lists(st.sampled_from([1, -1]), max_size=60), st.integers(0, 1000))
def test_bounce_makes_no_step_and_none_backwards(turns: list[int], seed: int) -> None:
    knob = Quadrature()
    steps = [knob.step(*levels) for levels in bouncing(turns, Random(seed))]
    assert [step for step in steps if step] == turns


def test_control_a_decoder_that_asks_the_other_contact_steps_backwards_on_bounce() -> None:
    def naive(levels: list[tuple[bool, bool]]) -> list[int]:
        """Step at each closing of A, by where B stands then."""
        before, steps = False, []
        for a, b in levels:
            if a and not before:
                steps.append(-1 if b else 1)
            before = a
        return steps

    turns = [1] * 200
    assert naive(bouncing(turns, Random(1))) != turns


@given(st.lists(st.sampled_from([1, -1]), min_size=1, max_size=30), st.data())
def test_a_lost_edge_costs_a_detent_and_never_turns_back(
    turns: list[int], data: st.DataObject
) -> None:
    turns = [turns[0]] * len(turns)
    levels = bouncing(turns, Random(0))
    del levels[data.draw(st.integers(0, len(levels) - 1))]
    knob = Quadrature()
    steps = [step for pair in levels if (step := knob.step(*pair))]
    assert set(steps) <= {turns[0]}
    assert len(turns) - 1 <= len(steps) <= len(turns) + 1
