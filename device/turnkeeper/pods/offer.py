"""Giving the buttons of pods to seats: "press the button of seat 1", one after the other. Pure."""

from turnkeeper.pods.fingers import Touch
from turnkeeper.ui.gestures import Gesture, Key, Knob, Push
from turnkeeper.ui.page import Page, Row

SEATS = 24


class Offer:
    """One round of giving seats. `done` is True when the GM has ended it, or all seats have one."""

    def __init__(self, seat: int) -> None:
        """Ask for the button of *seat* first."""
        self.seat = seat
        self.done = False
        self.given: dict[tuple[str, int], int] = {}
        self._told = ""

    def gesture(self, gesture: Gesture) -> None:
        """The GM: the knob chooses the seat, Next goes on to the next, Back or a push ends it."""
        self._told = ""
        match gesture:
            case Knob(steps):
                self.seat = min(max(self.seat + steps, 1), SEATS)
            case Key("next"):
                self._on()
            case Key("back") | Push():
                self.done = True

    def touch(self, touch: Touch) -> int:
        """A pod's button was pressed; gives the seat that it has now, 0 for none anew."""
        button = (touch.pod, touch.key)
        if button in self.given:
            self._told = f"that is the button of seat {self.given[button]}"
            return 0
        self.given = {one: seat for one, seat in self.given.items() if seat != self.seat}
        self.given[button] = self.seat
        self._told = f"seat {self.seat} has its button"
        given = self.seat
        self._on()
        return given

    def page(self) -> Page:
        """What the glass shows meanwhile."""
        rows = (
            Row("Press the button of", centre=True),
            Row(f"seat {self.seat}", "huge", centre=True),
        )
        return Page(
            "offer",
            rows,
            top=self._told or "Seats on pods",
            foot="Next: skip",
            foot_right="Back: done",
        )

    def _on(self) -> None:
        self.done = self.seat == SEATS
        self.seat = min(self.seat + 1, SEATS)
