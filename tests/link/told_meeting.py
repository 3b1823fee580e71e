"""Stories of who is there: hello, again, another, anew, and lost."""

from tests.link.telling import ROLL, met, pass_on, refuses
from turnkeeper.link.box import BoxEnd
from turnkeeper.link.events import (
    Hello,
    Lost,
    OtherProto,
    Roll,
)
from turnkeeper.link.frames import encode
from turnkeeper.link.memory import Memory
from turnkeeper.link.pod import PodEnd


def tell_a_pod_says_hello_and_waits_with_all_else() -> None:
    pod = PodEnd("tray", 41, keys=8, dice=1, lamps=8)
    pod.roll(20, 17, 0)
    hello = encode(41, "HELLO", "id=tray boot=41 proto=1 keys=8 dice=1 lamps=8")
    assert pod.data_to_send() == b"\n" + hello
    assert (pod.greeted, pod.waiting) == (False, 1)
    pod.tick(249)
    assert pod.data_to_send() == b""
    pod.tick(250)
    assert pod.data_to_send() == b"\n" + hello
    pod.receive(encode(1, "ACK", "41"), 260)
    assert (pod.greeted, pod.waiting) == (True, 1)
    assert pod.data_to_send() == ROLL


def tell_the_longest_hello_fits() -> None:
    PodEnd("0a1b2c3d", 9_999_999, keys=8, dice=1, lamps=8)
    assert refuses(PodEnd, "0a1b2c3d4e5f6071", 9_999_999, 8, 1, 8)
    assert refuses(PodEnd, "tray", 0)
    assert refuses(PodEnd, "tray", 10_000_000)
    assert refuses(PodEnd, "a tray\n", 41)


def tell_a_hello_counts_when_it_is_answered_for_now() -> None:
    box = BoxEnd()
    hello = encode(41, "HELLO", "id=tray boot=41 proto=1 dice=1")
    assert box.receive(hello, 7) == []
    question = box.data_to_send()
    assert question == b"\n" + encode(8, "HELLO")
    assert box.receive(encode(7, "PONG", "41 42"), 8) == []  # the answer to another question
    assert box.receive(encode(8, "PONG", "40 42"), 8) == []  # another's answer
    greeted = Hello("tray", 41, 1, {"keys": 0, "dice": 1, "lamps": 0})
    assert box.receive(encode(8, "PONG", "41 42"), 8) == [greeted]
    assert box.pod == greeted
    assert b" ACK 41*" in box.data_to_send()


def tell_an_old_hello_brings_nobody_back() -> None:
    old = [encode(11, "HELLO", "id=tray boot=11 proto=1 dice=1"), encode(12, "ROLL", "d20 1")]
    box, pod, now = met()
    pod.roll(20, 17, now)
    told = pass_on(box, pod, now)
    for late in old:
        told += box.receive(late, now)
    pod.roll(20, 16, now)
    told += pass_on(box, pod, now + 100)
    assert told == [Roll(20, 17, "tray", 41, 42), Roll(20, 16, "tray", 41, 43)]


def tell_a_rebooted_pod_counts_anew() -> None:
    box, pod, now = met()
    pod.roll(20, 17, now)
    pass_on(box, pod, now)
    pod = PodEnd("tray", 900, keys=2, dice=1, lamps=2)
    pod.roll(20, 16, now)
    pod.receive(encode(9, "ACK", "41") + encode(10, "ACK", "42"), now)  # for its former life
    assert (pod.waiting, pod.greeted) == (1, False)
    has = {"keys": 2, "dice": 1, "lamps": 2}
    told = pass_on(box, pod, now + 100)
    assert told == [Hello("tray", 900, 1, has), Roll(20, 16, "tray", 900, 901)]


def tell_a_box_made_anew_drops_what_is_on_the_card() -> None:
    box, pod, now = met()
    pod.roll(20, 17, now)
    (rolled,) = box.receive(pod.data_to_send(), now)
    assert isinstance(rolled, Roll)
    assert rolled.source == "tray/41/42"
    pod.tick(now + 250)
    box = BoxEnd(seen=["hand", "", "tray/41/7/7", "tray/x/42", "cue/5/9", rolled.source])
    told = pass_on(box, pod, now + 300)
    assert [type(event) for event in told] == [Hello]
    assert pod.waiting == 0
    pod.roll(20, 17, now + 400)
    assert pass_on(box, pod, now + 400) == [Roll(20, 17, "tray", 41, 43)]


def tell_a_box_made_anew_takes_what_is_not_on_the_card() -> None:
    box, pod, now = met(keys=2)
    pod.press(1, now)
    pass_on(box, pod, now)
    pod.roll(20, 17, now)
    assert len(box.receive(pod.data_to_send(), now)) == 1  # and then the plug is pulled
    box = BoxEnd(seen=[])  # the press was no history
    told = pass_on(box, pod, now + 300)
    assert told[1:] == [Roll(20, 17, "tray", 41, 43)]


def tell_a_line_put_to_another_port_counts_nothing_twice() -> None:
    memory = Memory()
    box, pod, now = met(box=BoxEnd(memory))
    pod.roll(20, 17, now)
    (rolled,) = box.receive(pod.data_to_send(), now)
    other = BoxEnd(memory)
    pod.tick(now + 2_000)
    assert [type(event) for event in pass_on(other, pod, now + 2_000)] == [Hello]
    other.ack(rolled)  # the daemon was slow
    pass_on(other, pod, now + 2_100)
    assert pod.waiting == 0


def tell_a_pod_is_not_forgotten_while_it_is_here() -> None:
    memory = Memory()
    box, pod, now = met(box=BoxEnd(memory))
    for boot in range(1_000, 1_100):  # at another port something starts over and over
        memory.meet("other", boot, boot + 1)
    pod.roll(20, 17, now)
    assert pass_on(box, pod, now) == [Roll(20, 17, "tray", 41, 42)]
    assert pod.waiting == 0


def tell_two_starts_that_drew_the_same_number_lose_nothing() -> None:
    box = BoxEnd(seen=["tray/41/57"])
    box, pod, now = met(box=box)
    pod.roll(20, 17, now)
    assert pass_on(box, pod, now) == [Roll(20, 17, "tray", 41, 42)]


def tell_a_pod_of_another_proto_is_named_once_and_not_used() -> None:
    box, pod, now = met()
    hello = encode(3, "HELLO", "id=new proto=2 colour=blue")
    assert box.receive(hello, now) == [OtherProto("new", 2)]
    assert box.receive(hello + encode(4, "ROLL", "d20 1") + hello, now) == []
    pod.roll(20, 17, now)
    assert pass_on(box, pod, now) == [Roll(20, 17, "tray", 41, 42)]


def tell_what_is_no_hello_says_nothing() -> None:
    for args in (
        "",
        "id=tray",
        "id=tray boot=41",
        "id=tray boot=40 proto=1",
        "id=tray boot=0 proto=1",
        "id= boot=41 proto=1",
        "id=tray id=tray boot=41 proto=1",
        "id=a/b boot=41 proto=1",
        "id=12345678901234567 boot=41 proto=1",
        "id=tray boot=41 proto=one",
        "id=tray boot=41 proto=1 dice",
    ):
        box = BoxEnd()
        assert box.receive(encode(41, "HELLO", args), 7) == []
        assert box.receive(encode(8, "PONG", "41 42"), 8) == [], args


def tell_a_silent_pod_is_lost_and_comes_back() -> None:
    box, pod, now = met()
    while now < 6_000:
        assert box.tick(now) == [] or now >= 5_000
        box.data_to_send()
        now += 100
    assert box.pod is None
    assert box.next_due(now) is not None
    assert [type(event) for event in pass_on(box, pod, now + 1_000)] == [Hello]


def tell_another_pod_on_the_same_line_takes_its_place() -> None:
    box, _, now = met()
    told = pass_on(box, PodEnd("buttons", 5, keys=8, lamps=8), now + 100)
    assert told == [Lost("tray"), Hello("buttons", 5, 1, {"keys": 8, "dice": 0, "lamps": 8})]


def tell_a_port_that_closed_is_started_over() -> None:
    box, pod, now = met()
    box.receive(b"~HAND ON\r!42 ROLL d2", now)
    assert box.closed() == [Lost("tray")]
    assert box.closed() == []
    assert box.receive(b"0 17*249DAD47\n~ROLL d10 7\r", now) == []
    assert [type(event) for event in pass_on(box, pod, now + 100)] == [Hello]
