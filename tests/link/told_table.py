"""Stories of what the box tells, of a person at a terminal, and of a bad wire."""

from tests.link.luck import play
from tests.link.telling import ROLL, met
from tests.link.world import World
from turnkeeper.link.box import BoxEnd
from turnkeeper.link.events import (
    Hand,
    Roll,
)
from turnkeeper.link.frames import encode


def tell_lamps_are_told_whole_on_a_change_every_second_and_after_hello() -> None:
    box = BoxEnd()
    box.lamps((1, 0, 1))
    assert box.data_to_send() == b""  # to nobody
    box, pod, now = met(box=box, lamps=3)
    assert pod.lamps == (1, 0, 1)
    box.lamps((0, 0, 1))
    assert b" LAMPS 001*" in box.data_to_send()  # and it is lost
    box.lamps((0, 0, 1))
    assert b"LAMPS" not in box.data_to_send()  # no change
    assert pod.lamps == (1, 0, 1)
    box.tick(now + 1_000)
    pod.receive(box.data_to_send(), now + 1_000)
    assert pod.lamps == (0, 0, 1)
    box.tick(now + 1_999)
    assert box.data_to_send() == b""
    assert box.next_due(now + 1_999) == 1


def tell_a_pod_with_fewer_or_more_lamps_lights_what_it_has() -> None:
    box, pod, now = met(lamps=2)
    for lit, shown in (((1, 1, 1), (1, 1)), ((1,), (1, 0)), ((), (0, 0))):
        box.lamps(lit)
        pod.receive(box.data_to_send(), now)
        assert pod.lamps == shown


def tell_which_die_is_awaited() -> None:
    box, pod, now = met()
    assert pod.awaited == 0
    for sides in (20, 100, 0):
        box.ask(sides)
        pod.receive(box.data_to_send(), now)
        assert pod.awaited == sides


def tell_a_pod_that_has_none_is_not_told_of_lamps_and_dice() -> None:
    box, _, now = met(dice=0, lamps=0, keys=1)
    box.lamps((1,))
    box.ask(20)
    box.tick(now + 2_000)
    sent = box.data_to_send()
    assert b"PING" in sent
    assert b"LAMPS" not in sent
    assert b"ASK" not in sent


def tell_no_lamp_is_lit_on_the_word_of_a_box_that_is_silent() -> None:
    box, pod, now = met(lamps=2)
    box.lamps((1, 1))
    box.ask(20)
    pod.receive(box.data_to_send(), now)
    pod.tick(now + 4_999)
    assert (pod.lamps, pod.awaited) == ((1, 1), 20)
    pod.tick(now + 5_000)
    assert (pod.lamps, pod.awaited) == ((0, 0), 0)


def tell_a_pod_that_does_not_read_costs_no_memory() -> None:
    box, _, now = met()
    for second in range(1_000):
        box.lamps((second % 2, 1))
        box.ask(second % 2 * 20)
        box.receive(encode(41, "HELLO", "id=tray boot=41 proto=1 dice=1 lamps=2") + ROLL, now)
        box.receive(b"~HAND ON\r~ROLL d10 11\r", now)
        now += 1_000
        box.tick(now)
    assert len(box.data_to_send()) < 1_000


def tell_a_shorted_line_does_not_make_us_babble() -> None:
    box, _, now = met()
    sent = 0
    for _ in range(1_000):
        box.tick(now)
        back = box.data_to_send()
        sent += len(back)
        assert box.receive(back, now) == []
        now += 1
    assert sent < 500


TYPED = (
    ("~ROLL d10 7", "Not taken: type ~HAND ON first."),
    ("~HAND ON", "Hand mode is on: ~ROLL d10 7 tells of a d10 that shows 7."),
    ("~ROLL d10 7", "Taken: d10 7."),
    ("~ROLL d10 7", "Taken: d10 7."),
    ("~roll  D100 00", "Taken: d100 0."),
    ("~ROLL d20 07", "Taken: d20 7."),
    ("~ROLL d10 11", "Not taken: a d10 shows 1 to 10, or 0 for 10, not 11."),
    ("~ROLL d20 0", "Not taken: a d20 shows 1 to 20, not 0."),
    ("~ROLL 20 7", "Not taken: what I read is ~HAND ON, ~ROLL d10 7 and ~HAND OFF."),
    ("~ROLL d10", "Not taken: what I read is ~HAND ON, ~ROLL d10 7 and ~HAND OFF."),
    ("~ROLL d10 1_0", "Not taken: what I read is ~HAND ON, ~ROLL d10 7 and ~HAND OFF."),
    ("~", "Not taken: what I read is ~HAND ON, ~ROLL d10 7 and ~HAND OFF."),
    ("~HAND OFF", "Hand mode is off."),
    ("~ROLL d10 7", "Not taken: type ~HAND ON first."),
)


def tell_a_terminal_is_a_dice_tray() -> None:
    box, told = BoxEnd(), []
    box.data_to_send()
    for line, answer in TYPED:
        events = box.receive(line.encode() + b"\r", 7)
        told += events
        for event in events:
            box.ack(event)
        assert box.data_to_send().split(b"\n")[-2] == answer.encode() + b"\r", line
    assert told == [
        Hand(on=True),
        Roll(10, 7, "hand", 0, 0, hand=True),
        Roll(10, 7, "hand", 0, 0, hand=True),
        Roll(100, 0, "hand", 0, 0, hand=True),
        Roll(20, 7, "hand", 0, 0, hand=True),
        Hand(on=False),
    ]
    assert told[1] != Roll(10, 7, "hand", 0, 0)


def tell_a_person_is_answered_in_the_daemons_words() -> None:
    box = BoxEnd()
    box.receive(b"~HAND ON\r", 7)
    (rolled,) = box.receive(b"~ROLL d10 7\r", 7)
    assert isinstance(rolled, Roll)
    assert rolled.source == "hand"
    box.ack(rolled, "Nobody owes a d10.")
    assert box.data_to_send().endswith(b"\r\nNobody owes a d10.\r\n")


def tell_all_arrives_once_and_in_order_over_a_bad_wire() -> None:
    for seed in range(40):
        play(World(), seed)
