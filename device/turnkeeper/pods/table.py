"""All pods on one box: what they say becomes gestures, what the seats show goes to them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from turnkeeper.link.events import Event, Hello, Lost, NotAFace, OtherProto, Press, Release, Roll
from turnkeeper.panel.ports import Heard, Ports
from turnkeeper.pods import watch
from turnkeeper.pods.fingers import Fingers, Touch
from turnkeeper.pods.offer import Offer
from turnkeeper.pods.seats import NOBODY, Seats
from turnkeeper.ui.gestures import Button, Die, Gesture, Key, Knob, Push
from turnkeeper.ui.page import Page

FILE = "pods.json"


@dataclass(frozen=True, slots=True)
class News:
    """A gesture that was made, or a sentence that must be seen.

    source: what the journal keeps of a pod's gesture.  refused: something was done and came to
    nothing.  power: the power key was held.
    """

    gesture: Gesture | None = None
    source: str = ""
    sentence: str = ""
    refused: bool = False
    power: bool = False


def told(sentence: str) -> News:
    """Something to be seen, of which nobody has done anything."""
    return News(sentence=sentence)


class Pods:
    """The pods at *ports*; their seats are kept in *folder*. Times are seconds, monotonic.

    on_pins: how many seats the box has on its own pins.  stuck: how often each button was stuck
    down, by what a person calls it.
    """

    def __init__(self, ports: Ports, folder: Path, on_pins: int) -> None:
        """Read whose seat is whose."""
        self.ports = ports
        self.seats = Seats(folder / FILE, on_pins)
        self.offer: Offer | None = None
        self.stuck: Counter[str] = Counter()
        self._fingers = Fingers()
        self._watch = watch.Watch()
        self._at: dict[str, Hello] = {}  # who is at which port
        self._lit: dict[str, tuple[int, ...]] = {}

    @property
    def next_due(self) -> float | None:
        """When `tick` has something to do."""
        return self._fingers.next_due

    def heard(self, heard: Heard, now: float) -> list[News]:
        """Take what a pod said; gives what comes of it, in order."""
        event = heard.event
        match event:
            case Roll():
                return [News(Die(event.sides, event.face), event.source)]
            case NotAFace():
                return [News(sentence=event.text, refused=True)]
            case Press():
                self._fingers.press(event.id, event.n, event.source, event.age_ms / 1000, now)
                return []
            case Release():
                age = event.age_ms / 1000
                return self._touched(
                    self._fingers.release(event.id, event.n, event.source, age, now)
                )
        return [*self._about(heard.port, event, now)]

    def _about(self, port: str, event: Event, now: float) -> list[News]:
        """Something about the pod itself."""
        match event:
            case Hello():
                self._at[port] = event
                self._fingers.lift(event.id)
                said = self._watch.met(event, now)
                if left := self.seats.meet(event.id, event.has["keys"]):
                    said.append(f"{left} buttons of pod {event.id} have no seat: all 24 are given")
                return [*map(told, said), *self._notes()]
            case Lost():
                self._at.pop(port, None)
                self._fingers.lift(event.id)
                return [
                    News(sentence=f"pod {event.id} does not answer; the knob does it meanwhile")
                ]
            case OtherProto():
                return [News(sentence=f"pod {event.id} speaks another version and is not used")]
        return []

    @property
    def starts(self) -> Mapping[str, int]:
        """How often each pod was started, by its id."""
        return self._watch.starts

    def tick(self, now: float) -> list[News]:
        """Let time pass: holds, and buttons that are stuck."""
        return self._touched(self._fingers.tick(now))

    def look(self, now: float) -> list[News]:
        """Once a second: new ports, and noise."""
        self.ports.look()
        return [*map(told, self._watch.look(self._lines(), now)), *self._notes()]

    def health(self, now: float) -> tuple[tuple[str, str], ...]:
        """The health page's rows: words, and what stands at their right."""
        return watch.rows(self._lines(), now)

    # Whose button is whose

    def _touched(self, touches: list[Touch]) -> list[News]:
        found: list[News] = []
        for touch in touches:
            seat = self.seats.seat(touch.pod, touch.key)
            if touch.kind == "stuck":
                whose = f"the button of seat {seat}" if seat else f"button {touch.key}"
                whose += f" on pod {touch.pod}"
                self.stuck[whose] += 1
                found.append(News(sentence=f"{whose} is stuck down; the others work"))
            elif self.offer:
                if given := self.offer.touch(touch):
                    self.seats.give(touch.pod, touch.key, given)
            elif seat == NOBODY:
                said = f"button {touch.key} of pod {touch.pod} has no seat; Pods gives it one"
                found.append(News(sentence=said, refused=True))
            else:
                found.append(News(Button(seat, held=touch.kind == "hold"), touch.source))
        self._end_offer()
        return found

    def begin_offer(self) -> None:
        """Give the buttons to seats anew."""
        self.offer = Offer(self.seats.first)

    def offered(self, gesture: Gesture) -> bool:
        """Take the GM's knob and keys, while seats are given; False where it is none of ours."""
        if not self.offer or not isinstance(gesture, Knob | Key | Push):
            return False
        self.offer.gesture(gesture)
        self._end_offer()
        return True

    def page(self) -> Page | None:
        """The page that stands over all others while seats are given."""
        return self.offer.page() if self.offer else None

    def _end_offer(self) -> None:
        if self.offer and self.offer.done:
            self.offer = None
            for pod in self._at.values():
                self.seats.meet(pod.id, pod.has["keys"])

    # What the seats show

    def light(self, lit: Mapping[int, bool]) -> None:
        """Have the lamps of all pods as their seats are; while seats are given, as those given."""
        for path, pod in self._at.items():
            keys = range(1, pod.has["keys"] + 1)
            if self.offer:
                wanted = [(pod.id, key) in self.offer.given for key in keys]
            else:
                wanted = [lit.get(self.seats.seat(pod.id, key), False) for key in keys]
            pattern = tuple(map(int, wanted))
            if self._lit.get(path) != pattern:
                self._lit[path] = pattern
                self.ports.ports[path].lamps(pattern)

    def _lines(self) -> list[tuple[str, watch.Line]]:
        return [(path, port.box) for path, port in self.ports.ports.items()]

    def _notes(self) -> list[News]:
        notes, self.seats.notes = self.seats.notes, []
        return [*map(told, notes)]
