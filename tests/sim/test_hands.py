"""Mouse and keyboard: what hands do in the window is what they do to the desk."""

import pytest

from turnkeeper_sim import keyboard, layout
from turnkeeper_sim.hands import Hands
from turnkeeper_sim.scene import Tray


class Notes:
    """A desk that writes down what is done to it."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.awaited = 0
        self.cards = ("one", "another")
        self.card = 0

    def press(self, name: str) -> None:
        """Write it down."""
        self.done.append(f"press {name}")

    def release(self, name: str) -> None:
        """Write it down."""
        self.done.append(f"release {name}")

    def turn(self, steps: int) -> None:
        """Write it down."""
        self.done.append(f"turn {steps}")

    def throw(self, sides: int, face: int) -> None:
        """Write it down."""
        self.done.append(f"throw d{sides} {face}")

    def switch(self) -> None:
        """Write it down."""
        self.done.append("switch")

    def insert(self, number: int) -> None:
        """Write it down."""
        self.done.append(f"insert {number}")


@pytest.fixture
def desk() -> Notes:
    """A desk to take notes of."""
    return Notes()


@pytest.fixture
def hands(desk: Notes) -> Hands:
    """Hands at that desk."""
    return Hands(desk)


def tap(hands: Hands, *keys: str, shift: bool = False) -> None:
    for key in keys:
        hands.key_down(key, shift=shift)
        hands.key_up(key)


def click(hands: Hands, at: layout.Point) -> None:
    hands.mouse_down(at)
    hands.mouse_up()


def every_part() -> list[tuple[str, str, layout.Point]]:
    seats = [
        (f"seat{n}", key, place.middle)
        for n, (key, place) in enumerate(zip(keyboard.SEATS, layout.SEATS, strict=True), start=1)
    ]
    return [
        *seats,
        ("push", "return", layout.CAP.middle),
        ("next", "n", layout.NEXT.middle),
        ("back", "b", layout.BACK.middle),
    ]


@pytest.mark.parametrize(("part", "key", "at"), every_part())
def test_each_part_has_a_key_and_a_place(
    part: str, key: str, at: layout.Point, hands: Hands, desk: Notes
) -> None:
    hands.key_down(key)
    assert hands.pressed == {part}, "held as long as the key is: that is a hold"
    hands.key_up(key)
    hands.mouse_down(at)
    assert hands.pressed == {part}
    hands.mouse_up()
    assert desk.done == [f"press {part}", f"release {part}"] * 2


def test_a_part_under_two_fingers_is_up_when_both_are(hands: Hands, desk: Notes) -> None:
    hands.mouse_down(layout.BACK.middle)
    hands.key_down("b")
    hands.mouse_up()
    assert desk.done == ["press back"]
    hands.key_up("b")
    assert desk.done == ["press back", "release back"]


def test_the_mouse_lets_go_wherever_it_is(hands: Hands, desk: Notes) -> None:
    hands.mouse_down(layout.SEATS[0].middle)
    hands.mouse_moved((0, 0))
    hands.mouse_up()
    assert desk.done == ["press seat1", "release seat1"]


def test_a_window_out_of_focus_holds_nothing(hands: Hands, desk: Notes) -> None:
    hands.key_down("a")
    hands.key_down("b")
    hands.let_go()
    assert desk.done[2:] == ["release seat1", "release back"]
    hands.key_up("a")
    assert len(desk.done) == 4


def test_the_knob_turns_by_key_wheel_and_its_rim(hands: Hands, desk: Notes) -> None:
    tap(hands, "right", "left", "down", "up")
    hands.turn(3)
    x, y = layout.KNOB.middle
    hands.mouse_down((x, y - 55))
    hands.mouse_moved((x + 55, y))  # a quarter: five detents of 18 degrees
    hands.mouse_moved((x, y + 55))
    hands.mouse_up()
    hands.mouse_moved((x - 55, y))
    steps = ["turn 1", "turn -1", "turn 1", "turn -1", "turn 3", "turn 5", "turn 5"]
    assert desk.done == steps
    assert hands.turned == 13 * 18 % 360


def test_the_rim_goes_on_past_the_bottom(hands: Hands, desk: Notes) -> None:
    x, y = layout.KNOB.middle
    hands.mouse_down((x + 20, y + 50))
    hands.mouse_moved((x - 20, y + 50))
    assert desk.done == ["turn 2"]


@pytest.mark.parametrize(("key", "face"), [*((str(n), n) for n in range(1, 10)), ("0", 10)])
def test_a_digit_sets_the_die(key: str, face: int, hands: Hands, desk: Notes) -> None:
    tap(hands, key, f"[{key}]")
    assert desk.done == [f"throw d10 {face}"] * 2


@pytest.mark.parametrize("sides", [6, 10, 20])
def test_each_face_can_be_clicked(sides: int, hands: Hands, desk: Notes) -> None:
    click(hands, layout.KINDS[sides].middle)
    for place, _ in layout.faces(sides):
        click(hands, place.middle)
    assert desk.done == [f"throw d{sides} {face}" for face in range(1, sides + 1)]


def test_a_face_that_the_die_has_not_is_not_set(hands: Hands, desk: Notes) -> None:
    click(hands, layout.KINDS[6].middle)
    tap(hands, "7")
    assert hands.said == "A d6 has no 7."
    tap(hands, "0")
    assert hands.said == "A d6 has no 10."
    assert desk.done == []


def test_shift_adds_ten_on_a_d20(hands: Hands, desk: Notes) -> None:
    click(hands, layout.KINDS[20].middle)
    tap(hands, "7", "0", shift=True)
    assert desk.done == ["throw d20 17", "throw d20 20"]


def test_a_d100_is_tens_and_ones_and_two_noughts_are_a_hundred(hands: Hands, desk: Notes) -> None:
    click(hands, layout.KINDS[100].middle)
    tap(hands, "8", "7", "0", "0")
    plates = {word: place for place, word in layout.faces(100)}
    click(hands, plates["40"].middle)
    assert hands.tray == Tray(100, "4-", tens=4)
    click(hands, plates["2"].middle)
    assert desk.done == ["throw d100 87", "throw d100 100", "throw d100 42"]


def test_a_thrown_die_tumbles_and_comes_to_rest_once(hands: Hands, desk: Notes) -> None:
    tap(hands, "space")
    seen = set()
    while hands.falling:
        seen.add(hands.tray.tilt)
        assert desk.done == []
        hands.tumble()
    assert len(seen) > 3
    assert hands.tray.tilt == 0
    assert desk.done == [f"throw d10 {hands.tray.shown}"]


def test_a_second_throw_lets_the_first_die_come_to_rest(hands: Hands, desk: Notes) -> None:
    click(hands, layout.DIE.middle)
    click(hands, layout.DIE.middle)
    assert len(desk.done) == 1
    assert hands.falling


def test_the_tray_takes_the_die_that_the_box_waits_for(hands: Hands, desk: Notes) -> None:
    desk.awaited = 20
    hands.look()
    assert hands.tray.sides == 20
    desk.awaited = 0
    hands.look()
    assert hands.tray.sides == 20, "and keeps it when none is awaited"
    tap(hands, "tab")
    assert hands.tray.sides == 100


def test_the_plug_is_pulled_by_key_and_mouse(hands: Hands, desk: Notes) -> None:
    tap(hands, "p")
    click(hands, layout.SOCKET.middle)
    assert desk.done == ["switch", "switch"]


def test_the_card_is_changed_by_key_and_mouse(hands: Hands, desk: Notes) -> None:
    tap(hands, "c")
    click(hands, layout.CARDS[0].middle)
    click(hands, layout.CARDS[3].middle)  # there are but two
    assert desk.done == ["insert 1", "insert 0"]


def test_a_click_on_the_bare_table_does_nothing(hands: Hands, desk: Notes) -> None:
    click(hands, (5, 5))
    assert desk.done == []


@pytest.mark.parametrize("key", ["x", "f1", "escape"])
def test_a_key_that_does_nothing_says_so_until_the_next(
    key: str, hands: Hands, desk: Notes
) -> None:
    tap(hands, key)
    assert key.upper() in hands.said
    assert desk.done == []
    tap(hands, "left shift")
    assert hands.said == ""
    tap(hands, key, "n")
    assert hands.said == ""
