"""Stories of a roll's way and of a press's."""

from tests.link.telling import met, pass_on
from turnkeeper.link.events import NotAFace, Press, Release, Roll
from turnkeeper.link.frames import encode
from turnkeeper.link.pod import QUEUE


def tell_a_roll_arrives_and_is_told_again_until_it_is_acknowledged() -> None:
    box, pod, now = met()
    assert pod.roll(20, 17, now)
    start, times = now, []
    while now < start + 8_000:
        pod.tick(now)
        if pod.data_to_send():
            times.append(now - start)
        now += 10
    assert times == [0, 250, 750, 1_750, 3_750, 5_750, 7_750]
    rolled = Roll(20, 17, "tray", 41, 42)
    assert box.receive(encode(42, "ROLL", "d20 17"), now) == [rolled]
    box.ack(rolled)
    pod.receive(box.data_to_send(), now)
    assert pod.waiting == 0
    assert pod.next_due(now) is None


def tell_nothing_is_acknowledged_before_the_daemon_says_so() -> None:
    box, pod, now = met()
    pod.roll(20, 17, now)
    frame = pod.data_to_send()
    rolled = box.receive(frame, now)
    assert len(rolled) == 1
    assert box.receive(frame * 3, now) == []
    assert box.data_to_send() == b""
    box.ack(rolled[0])
    assert b" ACK 42*" in box.data_to_send()
    assert box.receive(frame, now) == []
    assert b" ACK 42*" in box.data_to_send()
    assert box.repeated == 4


def tell_one_is_on_its_way_at_a_time() -> None:
    box, pod, now = met(keys=2)
    pod.roll(20, 17, now)
    pod.press(2, now)
    pod.release(2, now + 90)
    told = []
    for _ in range(3):
        frame = pod.data_to_send()
        assert frame.count(b"\n") == 1
        events = box.receive(frame, now + 100)
        told += events
        box.ack(events[0])
        pod.receive(box.data_to_send(), now + 100)
    assert told == [
        Roll(20, 17, "tray", 41, 42),
        Press(2, 100, "tray", 41, 43),
        Release(2, 10, "tray", 41, 44),
    ]
    assert pod.data_to_send() == b""


def tell_the_box_takes_the_next_number_alone() -> None:
    box, _, now = met()
    assert box.receive(encode(44, "ROLL", "d20 17"), now) == []
    assert box.receive(encode(41, "ROLL", "d20 17"), now) == []
    assert box.receive(encode(42, "ROLL", "d20 17"), now) == [Roll(20, 17, "tray", 41, 42)]
    assert box.receive(encode(43, "ROLL", "d20 16"), now) == [Roll(20, 16, "tray", 41, 43)]


def tell_a_face_is_handed_over_as_it_was_sent() -> None:
    box, _, now = met()
    seq = 42
    for args, face in (("d10 0", 0), ("d100 0", 0), ("d10 10", 10), ("d100 100", 100)):
        event = box.receive(encode(seq, "ROLL", args), now)[0]
        assert isinstance(event, Roll)
        assert event.face == face
        seq += 1


def tell_a_face_that_the_die_has_not_is_said_in_words() -> None:
    box, pod, now = met()
    for seq, sides, face, text in (
        (42, 10, 11, "a d10 shows 1 to 10, or 0 for 10, not 11."),
        (43, 20, 0, "a d20 shows 1 to 20, not 0."),
        (44, 100, 101, "a d100 shows 1 to 100, or 0 for 100, not 101."),
        (45, 20, 999, "a d20 shows 1 to 20, not 999."),
    ):
        assert pod.roll(sides, face, now)
        told = box.receive(pod.data_to_send(), now)
        assert told == [NotAFace(sides, face, text, "tray", 41, seq)]
        box.ack(told[0])  # or the pod would stay at it
        pod.receive(box.data_to_send(), now)
    assert pod.waiting == 0


def tell_a_pod_refuses_what_is_no_die_and_no_key() -> None:
    _, pod, now = met(keys=2)
    for sides, face in ((1, 1), (101, 5), (20, -1), (20, 1_000)):
        assert not pod.roll(sides, face, now)
    for key in (0, 3, -1):
        assert not pod.press(key, now)
        assert not pod.release(key, now)
    assert pod.press(2, now)
    assert not pod.press(2, now)  # it is down already
    assert (pod.waiting, pod.refused) == (1, False)


def tell_what_we_cannot_read_does_not_stop_the_rest() -> None:
    box, _, now = met()
    for seq, verb, args in (
        (42, "ROLL", "d20"),
        (43, "ROLL", "d20 17 3"),
        (44, "ROLL", "d101 17"),
        (45, "ROLL", "d20 017"),
        (46, "PRESS", "0 5"),
        (47, "PRESS", "1"),
        (48, "JUMP", "3"),
    ):
        assert box.receive(encode(seq, verb, args), now) == []
        assert f" ACK {seq}*".encode() in box.data_to_send(), args
    assert box.receive(encode(49, "ROLL", "d20 17"), now) == [Roll(20, 17, "tray", 41, 49)]


def tell_a_press_older_than_2_s_is_acknowledged_and_not_told() -> None:
    box, pod, now = met(keys=2)
    pod.press(1, now)
    pod.data_to_send()  # lost
    now += 2_001
    pod.tick(now)
    assert box.receive(pod.data_to_send(), now) == []
    pod.receive(box.data_to_send(), now)
    assert pod.waiting == 0
    pod.release(1, now)
    now += 60_000  # a release is told at any age, or the key would stick
    pod.tick(now)
    assert box.receive(pod.data_to_send(), now) == [Release(1, 60_000, "tray", 41, 43)]


def tell_a_press_of_2_s_still_counts() -> None:
    box, pod, now = met(keys=2)
    pod.press(1, now)
    pod.data_to_send()  # lost
    pod.tick(now + 2_000)
    assert box.receive(pod.data_to_send(), now + 2_000) == [Press(1, 2_000, "tray", 41, 42)]


def tell_a_pod_keeps_32_and_shows_that_it_refuses_more() -> None:
    box, pod, now = met(keys=2)
    assert pod.press(1, now)
    for _ in range(QUEUE - 2):
        assert pod.roll(20, 17, now)
    assert (pod.refused, pod.waiting) == (False, QUEUE - 1)
    assert not pod.roll(20, 17, now)  # the last place is for the release
    assert (pod.refused, pod.waiting) == (True, QUEUE - 1)
    assert not pod.press(2, now)
    assert not pod.release(2, now)  # its press was not taken
    assert pod.release(1, now)
    assert (pod.refused, pod.waiting) == (False, QUEUE)
    assert not pod.roll(20, 17, now)
    assert len(pass_on(box, pod, now)) == QUEUE
    assert pod.roll(20, 17, now)
    assert (pod.refused, pod.waiting) == (False, 1)
