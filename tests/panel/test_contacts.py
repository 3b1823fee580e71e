"""I1: one press is one step. Bounce never doubles, fast presses never vanish, a hold is no press.

On a virtual clock, with the switch of switches.py.
"""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.panel.switches import KEY, Switch, play
from turnkeeper.panel.contacts import HOLD_S, LOOK_S, SETTLE_S, STUCK_S, Contacts, Touch

PRESSES = 100_000

PRESS, HOLD, STUCK = Touch(KEY, "press"), Touch(KEY, "hold"), Touch(KEY, "stuck")


class Unread(Contacts):
    """Control: waits for the bounce to end, and then does not read the level again."""

    def _look(self, name: str, contact: object, level: bool | None, now: float) -> list[Touch]:
        del name, level, now
        contact.look_at, contact.bouncing = None, False  # type: ignore[attr-defined]
        return []


def an_evening(presses: int, seed: int) -> tuple[Switch, Counter[Touch]]:
    """Presses and holds by all sorts of hands on all sorts of switches; what should come of it."""
    chance = Random(seed)
    switch, wanted = Switch(chance), Counter[Touch]()
    for _ in range(presses):
        kind = chance.random()
        if kind < 0.4:  # as fast as fingers go, on a bad switch
            switch.press(0.030, bounce=0.020)
        elif kind < 0.6:  # a tap so short that bounce would hide it
            switch.press(chance.uniform(0.002, 0.029))
        elif kind < 0.9:
            switch.press(chance.uniform(0.030, 0.490), bounce=chance.uniform(0, 0.020))
        else:
            switch.press(chance.uniform(0.510, 2.0), bounce=chance.uniform(0, 0.020))
        wanted[PRESS if kind < 0.9 else HOLD] += 1
        switch.wait(chance.choice((0.0, 0.0, chance.uniform(0, 3.0))))
    return switch, wanted


@pytest.mark.parametrize("lost", [0.0, 0.5], ids=["all edges told", "half a burst lost"])
def test_every_press_is_one_step(lost: float) -> None:
    switch, wanted = an_evening(PRESSES, seed=1)
    touches = play(Contacts([KEY]), switch.edges, switch.now + 2, lost)
    assert Counter(touches) == wanted


@pytest.mark.release
@pytest.mark.parametrize("seed", range(10, 20))
def test_every_press_is_one_step_all_night(seed: int) -> None:
    switch, wanted = an_evening(PRESSES, seed)
    assert Counter(play(Contacts([KEY]), switch.edges, switch.now + 2, lost=seed / 20)) == wanted


def test_control_without_a_time_of_bounce_presses_double() -> None:
    switch, wanted = an_evening(1000, seed=2)
    touches = Counter(play(Contacts([KEY], settle=0.0), switch.edges, switch.now + 2))
    assert touches[PRESS] > wanted[PRESS]


def test_control_without_reading_again_presses_vanish() -> None:
    switch, wanted = an_evening(1000, seed=3)
    touches = Counter(play(Unread([KEY]), switch.edges, switch.now + 2))
    assert touches[PRESS] < wanted[PRESS]


def test_a_press_every_thirty_milliseconds_counts_each() -> None:
    for down in range(1, 25):
        switch = Switch(Random(down))
        for _ in range(200):
            switch.move()
            switch.wait(down / 1000)
            switch.move()
            switch.wait((30 - down) / 1000)
        assert play(Contacts([KEY]), switch.edges, switch.now + 1) == [PRESS] * 200


def test_a_press_counts_at_its_releasing_edge_and_not_before() -> None:
    contacts = Contacts([KEY])
    assert contacts.edge(KEY, pressed=True, now=1.0) == []
    assert contacts.settle({KEY: True}, 1.0 + SETTLE_S) == []
    assert contacts.edge(KEY, pressed=False, now=1.4) == [PRESS]


def test_a_hold_counts_once_at_half_a_second_and_its_release_does_nothing() -> None:
    contacts = Contacts([KEY])
    contacts.settle({KEY: False}, 0.9)
    contacts.edge(KEY, pressed=True, now=1.0)
    contacts.settle({KEY: True}, 1.2)
    assert contacts.next_due == 1.0 + HOLD_S
    assert contacts.settle({KEY: True}, 1.499) == []
    assert contacts.settle({KEY: True}, 1.5) == [HOLD]
    assert contacts.settle({KEY: True}, 3.0) == []
    assert contacts.edge(KEY, pressed=False, now=3.5) == []


def test_a_hold_is_a_hold_though_the_clock_was_late_and_the_release_came_first() -> None:
    contacts = Contacts([KEY])
    contacts.edge(KEY, pressed=True, now=1.0)
    assert contacts.edge(KEY, pressed=False, now=1.6) == [HOLD]


def test_a_contact_that_chatters_under_the_thumb_is_one_press() -> None:
    switch = Switch(Random(0))
    switch.move()
    switch.wait(0.2)
    for _ in range(3):  # opens for 4 ms, as worn switches do
        switch.move()
        switch.wait(0.004)
        switch.move()
        switch.wait(0.1)
    switch.move()
    assert play(Contacts([KEY]), switch.edges, switch.now + 1) == [PRESS]


def test_a_hold_that_chatters_is_no_press_afterwards() -> None:
    switch = Switch(Random(0))
    switch.move()
    switch.wait(0.8)
    switch.move()
    switch.wait(0.001)
    switch.move()
    switch.wait(0.2)
    switch.move()
    assert play(Contacts([KEY]), switch.edges, switch.now + 1) == [HOLD]


def test_a_lost_release_is_found_and_the_next_press_counts() -> None:
    contacts = Contacts([KEY])
    contacts.settle({KEY: False}, 0.0)
    contacts.edge(KEY, pressed=True, now=1.0)
    touches: list[Touch] = []
    while contacts.next_due is not None and contacts.next_due < 5:
        touches += contacts.settle({KEY: contacts.next_due < 1.3}, contacts.next_due)
    assert touches == [PRESS], "let go before the hold, though no edge said so"
    contacts.edge(KEY, pressed=True, now=6.0)
    assert contacts.edge(KEY, pressed=False, now=6.1) == [PRESS]


def test_a_lost_press_is_found_within_a_second() -> None:
    contacts = Contacts([KEY])
    contacts.settle({KEY: False}, 0.0)
    contacts.settle({KEY: True}, LOOK_S)
    assert contacts.settle({KEY: True}, LOOK_S + SETTLE_S) == []
    assert contacts.edge(KEY, pressed=False, now=LOOK_S + 0.1) == [PRESS]


def test_a_level_read_before_its_edge_was_told_does_not_double() -> None:
    contacts = Contacts([KEY])
    contacts.settle({KEY: False}, 0.0)
    contacts.settle({KEY: True}, 1.002)
    assert contacts.edge(KEY, pressed=True, now=1.001) == [], "it was late in the queue"
    assert contacts.settle({KEY: True}, 1.1) == []
    assert contacts.edge(KEY, pressed=False, now=1.2) == [PRESS]
    assert contacts.settle({KEY: False}, 2.0) == []


def test_edges_that_waited_for_a_slow_card_all_count_if_they_are_told_before_the_time() -> None:
    contacts = Contacts([KEY])
    contacts.settle({KEY: False}, 0.0)
    touches: list[Touch] = []
    for press in range(5):
        touches += contacts.edge(KEY, pressed=True, now=1.0 + press / 10)
        touches += contacts.edge(KEY, pressed=False, now=1.05 + press / 10)
    touches += contacts.settle({KEY: False}, 3.0)
    assert touches == [PRESS] * 5


# I2: a stuck contact is named, and the others work.


def test_a_contact_down_from_the_start_is_stuck_until_let_go() -> None:
    contacts = Contacts(["seat1", "seat2"])
    assert contacts.settle({"seat1": True, "seat2": False}, 5.0) == [STUCK]
    assert list(contacts.stuck) == ["seat1"]
    contacts.edge("seat2", pressed=True, now=6.0)
    assert contacts.edge("seat2", pressed=False, now=6.1) == [Touch("seat2", "press")]
    assert contacts.edge("seat1", pressed=False, now=7.0) == []
    assert list(contacts.stuck) == []
    contacts.edge("seat1", pressed=True, now=8.0)
    assert contacts.edge("seat1", pressed=False, now=8.1) == [PRESS]


def test_a_contact_down_for_very_long_is_stuck_and_named_once() -> None:
    contacts = Contacts([KEY])
    contacts.settle({KEY: False}, 0.0)
    contacts.edge(KEY, pressed=True, now=1.0)
    touches: list[Touch] = []
    for second in range(2, 60):
        touches += contacts.settle({KEY: True}, float(second))
    assert touches == [HOLD, STUCK]
    assert contacts.edge(KEY, pressed=False, now=1.0 + STUCK_S + 60) == []
    assert list(contacts.stuck) == []


@pytest.mark.parametrize("stuck", [f"seat{n}" for n in range(1, 9)])
def test_any_contact_may_be_stuck_and_the_others_do_not_notice(stuck: str) -> None:
    names = [f"seat{n}" for n in range(1, 9)]
    contacts = Contacts(names)
    levels = {name: name == stuck for name in names}
    assert contacts.settle(levels, 0.0) == [Touch(stuck, "stuck")]
    for number, name in enumerate(names, start=1):
        if name != stuck:
            contacts.edge(name, pressed=True, now=float(number))
            done = contacts.edge(name, pressed=False, now=number + 0.1)
            assert done == [Touch(name, "press")]


# Whatever comes: it never fails, never asks for the past for ever, and comes to rest where the
# pin stands.

moments = st.lists(st.tuples(st.floats(0, 0.6), st.booleans(), st.booleans()), max_size=40)


@given(moments)
def test_whatever_the_pin_does_it_comes_to_rest_and_the_next_press_counts_once(
    story: list[tuple[float, bool, bool]],
) -> None:
    contacts, now = Contacts([KEY]), 0.0
    touches = contacts.settle({KEY: False}, now)
    for wait, level, told in story:
        now += wait
        touches += contacts.edge(KEY, level, now) if told else contacts.settle({KEY: level}, now)
    assert touches.count(PRESS) <= len(story)
    for step in range(200):
        contacts.settle({KEY: False}, now + step * 0.01)
    due = contacts.next_due
    assert due is not None
    assert due > now + 1.9, "nothing is left to do but to look once a second"
    contacts.edge(KEY, pressed=True, now=now + 3)
    assert contacts.edge(KEY, pressed=False, now=now + 3.1) == [PRESS]


def test_a_name_that_is_nobodys_does_nothing() -> None:
    contacts = Contacts([])
    assert contacts.edge("seat9", pressed=True, now=1.0) == []
    assert contacts.next_due is None
