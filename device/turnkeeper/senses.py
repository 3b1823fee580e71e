"""What the box feels: contacts, knob and pods, each thing made a gesture, or a sentence to be seen.

The pins' callbacks and the ports' threads only put what they have on the daemon's queue; here it
comes out again, one thing at a time.
"""

from collections import Counter
from collections.abc import Callable

from turnkeeper.config import Config
from turnkeeper.panel.contacts import Contacts, Touch
from turnkeeper.panel.inputs import Edge, Inputs, Turned
from turnkeeper.panel.ports import Heard, Ports
from turnkeeper.pods.table import News, Pods
from turnkeeper.ui.gestures import Button, Gesture, Key, Knob, Push


class Senses:
    """The inputs of the front and the pods at the ports. Times are seconds, monotonic.

    put: takes what happens, from any thread.  seen: what the journal remembers of the pods.
    settle: seconds that a contact may bounce; None: as real ones do.  stuck: how often each contact
    was stuck down, by what a person calls it.
    """

    def __init__(
        self, config: Config, put: Callable[[object], None], seen: list[str], settle: float | None
    ) -> None:
        """Listen from now on."""
        self.inputs = Inputs(config.pins, put)
        names = self.inputs.names
        self.contacts = Contacts(names) if settle is None else Contacts(names, settle)
        self.ports = Ports(config.ports, put, seen)
        self.pods = Pods(self.ports, config.folders.state, len(config.pins.seats))
        self.stuck: Counter[str] = Counter()

    @property
    def next_due(self) -> float:
        """When `pass_time` has something to do."""
        dues = (self.contacts.next_due, self.pods.next_due)
        return min((due for due in dues if due is not None), default=float("inf"))

    def first_look(self, now: float) -> list[News]:
        """Find what is held down from the start."""
        return self._touched(self.contacts.settle(self.inputs.levels(), now))

    def take(self, happened: object, now: float) -> list[News]:
        """What comes of one thing off the queue, in order."""
        match happened:
            case Edge(name, pressed, at):
                return self._touched(self.contacts.edge(name, pressed, at))
            case Turned(steps):
                return [News(Knob(steps))]
            case Heard():
                return self.pods.heard(happened, now)
        return []

    def answer(self, happened: object, words: str) -> None:
        """What a pod said is on the card, or refused in *words*: it need not be said again."""
        from turnkeeper.link.events import Numbered  # noqa: PLC0415 - loaded by then

        if isinstance(happened, Heard) and isinstance(happened.event, Numbered):
            self.ports.ack(happened, words)

    def pass_time(self, now: float) -> list[News]:
        """Holds, bounce that is over, and contacts that are stuck."""
        due = self.contacts.next_due
        touches = []
        if due is not None and now >= due:
            touches = self.contacts.settle(self.inputs.levels(), now)
        return [*self._touched(touches), *self.pods.tick(now)]

    def close(self) -> None:
        """Listen no more."""
        self.inputs.close()
        self.ports.close()

    def _touched(self, touches: list[Touch]) -> list[News]:
        self.stuck.update(label(touch.name) for touch in touches if touch.kind == "stuck")
        return [news for touch in touches for news in news_of(touch)]


def news_of(touch: Touch) -> list[News]:
    """What a touch of the front comes to; the power key does nothing when it is pressed short."""
    if touch.kind == "stuck":
        return [News(sentence=f"{label(touch.name)} is stuck down; the others work")]
    held = touch.kind == "hold"
    if touch.name == "power":
        return [News(power=True)] if held else []
    return [News(gesture_of(touch.name, held=held))]


def gesture_of(name: str, *, held: bool) -> Gesture:
    """The gesture that a contact makes."""
    if name.startswith("seat"):
        return Button(int(name[4:]), held)
    return Push(held) if name == "push" else Key("next" if name == "next" else "back", held)


def label(name: str) -> str:
    """What a person calls a contact: "the button of seat 3"."""
    if name.startswith("seat"):
        return f"the button of seat {name[4:]}"
    names = {"push": "the knob", "next": "the Next key", "back": "the Back key"}
    return names.get(name, "the power key")
