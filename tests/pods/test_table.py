"""All pods on one box: gestures at seats, seats given, lamps, and what is said of pods."""

from pathlib import Path
from typing import Any, cast

import pytest

from turnkeeper.link.events import Event, Hello, Lost, NotAFace, OtherProto, Press, Release, Roll
from turnkeeper.panel.ports import Heard, Ports
from turnkeeper.pods.table import News, Pods
from turnkeeper.ui.gestures import Button, Die, Key, Knob, Push


class Port:
    """A port that keeps the lamps that it was told."""

    def __init__(self) -> None:
        """All dark."""
        self.told: list[tuple[int, ...]] = []

    def lamps(self, lit: tuple[int, ...]) -> None:
        """Keep it."""
        self.told.append(lit)


class TwoPorts:
    """As much of the ports as it takes."""

    def __init__(self) -> None:
        """Plug two in."""
        self.ports: dict[str, Any] = {"A": Port(), "B": Port()}


class Box:
    """A box with two pods, and a clock."""

    def __init__(self, folder: Path, on_pins: int = 8) -> None:
        """Hear them."""
        self.ports = TwoPorts()
        self.pods = Pods(cast("Ports", self.ports), folder, on_pins)
        self.now = 100.0
        self.seq = 1
        self.hears("A", Hello("a", 1, 1, {"keys": 3, "dice": 1, "lamps": 3}))
        self.hears("B", Hello("b", 1, 1, {"keys": 2, "dice": 0, "lamps": 2}))

    def hears(self, port: str, event: Event) -> list[News]:
        """Take what a pod says."""
        return self.pods.heard(Heard(port, event), self.now)

    def press(self, pod: str, key: int, seconds: float = 0.1) -> list[News]:
        """Press and let go."""
        self.seq += 2
        port = pod.upper()
        news = self.hears(port, Press(key, 0, pod, 1, self.seq))
        self.now += seconds
        news += self.pods.tick(self.now)
        news += self.hears(port, Release(key, 0, pod, 1, self.seq + 1))
        self.now += 1.0
        return news


@pytest.fixture
def box(tmp_path: Path) -> Box:
    """A box with its state in a folder."""
    return Box(tmp_path)


def test_buttons_are_seats_from_9_up(box: Box) -> None:
    assert box.press("a", 1) == [News(Button(9), "a/1/4")]
    assert box.press("b", 2) == [News(Button(13), "b/1/6")]
    assert box.press("b", 1, 0.6) == [News(Button(12, held=True), "b/1/7")]


def test_on_a_box_of_pods_alone_they_are_seats_from_1_up(tmp_path: Path) -> None:
    box = Box(tmp_path, on_pins=0)
    assert box.press("a", 1) == [News(Button(1), "a/1/4")]
    assert box.press("b", 2) == [News(Button(5), "b/1/6")]
    box.pods.begin_offer()
    assert "seat 1" in str(box.pods.page())


def test_dice_come_with_their_source_and_no_face_in_words(box: Box) -> None:
    assert box.hears("A", Roll(20, 17, "a", 1, 2)) == [News(Die(20, 17), "a/1/2")]
    assert box.hears("A", NotAFace(10, 47, "a d10 shows no 47.", "a", 1, 3)) == [
        News(sentence="a d10 shows no 47.", refused=True)
    ]


def test_lamps_are_those_of_the_seats_and_told_where_they_change(box: Box) -> None:
    box.pods.light({9: True, 13: True, 1: True})
    box.pods.light({9: True, 13: True, 2: True})
    box.pods.light({13: True})
    assert box.ports.ports["A"].told == [(1, 0, 0), (0, 0, 0)]
    assert box.ports.ports["B"].told == [(0, 1)]


def test_giving_seats_is_a_press_for_each(box: Box, tmp_path: Path) -> None:
    box.pods.begin_offer()
    assert "seat 9" in str(box.pods.page())
    assert box.press("b", 2) == []
    assert "seat 10" in str(box.pods.page())
    assert "seat 9 has its button" in str(box.pods.page())
    assert box.press("b", 2) == []  # one's own again
    assert "that is the button of seat 9" in str(box.pods.page())
    assert box.pods.offered(Knob(-9))
    assert "seat 1" in str(box.pods.page())
    assert box.press("a", 3) == []
    assert box.pods.offered(Key("next"))  # seat 2 stays as it is
    assert "seat 3" in str(box.pods.page())
    box.pods.light({})
    assert box.ports.ports["A"].told == [(0, 0, 1)]
    assert box.ports.ports["B"].told == [(0, 1)]
    assert box.pods.offered(Key("back"))
    assert box.pods.page() is None
    # Who lost a seat by it has another.
    assert (box.pods.seats.of("a"), box.pods.seats.of("b")) == ((11, 10, 1), (12, 9))
    assert box.press("a", 3) == [News(Button(1), f"a/1/{box.seq + 1}")]
    assert Box(tmp_path).pods.seats.of("b") == (12, 9)


def test_the_players_buttons_and_dice_are_not_the_offers(box: Box) -> None:
    assert not box.pods.offered(Push())  # nobody gives seats
    box.pods.begin_offer()
    assert not box.pods.offered(Button(1))
    assert not box.pods.offered(Die(20, 17))
    assert box.pods.offered(Push())
    assert box.pods.page() is None


def test_it_ends_by_itself_after_the_last_seat(box: Box) -> None:
    box.pods.begin_offer()
    assert box.pods.offered(Knob(99))
    assert "seat 24" in str(box.pods.page())
    assert box.press("a", 1) == []
    assert box.pods.page() is None
    assert box.pods.seats.seat("a", 1) == 24


def test_a_button_without_a_seat_says_so(box: Box) -> None:
    full = {"keys": 8, "dice": 0, "lamps": 8}
    box.hears("A", Hello("c", 1, 1, full))
    [news] = box.hears("B", Hello("d", 1, 1, full))
    assert news.sentence == "5 buttons of pod d have no seat: all 24 are given"
    [news] = box.press("d", 8)
    assert news.refused
    assert "button 8 of pod d has no seat" in news.sentence


def test_what_is_wrong_with_a_pod_is_named(box: Box) -> None:
    assert ["does not answer" in one.sentence for one in box.hears("A", Lost("a"))] == [True]
    assert ["another version" in one.sentence for one in box.hears("A", OtherProto("x", 2))] == [
        True
    ]
    box.hears("B", Press(1, 0, "b", 1, 2))
    stuck = box.pods.tick(box.now + 10)
    assert [one.sentence for one in stuck[1:]] == [
        "the button of seat 12 on pod b is stuck down; the others work"
    ]
    assert stuck[0].gesture == Button(12, held=True)


def test_a_pod_that_went_away_with_a_finger_on_it_has_held_nothing(box: Box) -> None:
    box.hears("B", Press(1, 0, "b", 1, 2))
    box.hears("B", Lost("b"))
    assert box.pods.tick(box.now + 20) == []
    box.pods.light({12: True})
    assert box.ports.ports["B"].told == []
