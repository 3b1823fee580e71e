"""The daemon's end of the link: a pod's bytes become events, what the table wants becomes bytes.

Here is what a box takes and when it speaks; what a frame looks like is in `frames`, what it means
in `meaning`, who is at the far end in `meeting`, what was taken before in `memory`. It holds no
port and no clock: times are milliseconds of any clock that never runs backwards.

What is to be sent is kept as what is due, not as bytes: a pod that does not read costs no memory,
and what it reads at last is what holds then.
"""

from turnkeeper.link import meaning
from turnkeeper.link.events import Event, Hello, Numbered, Roll
from turnkeeper.link.frames import Frame, Framer, Typed, encode
from turnkeeper.link.hand import HandDesk, taken
from turnkeeper.link.meeting import Meeting
from turnkeeper.link.memory import Memory

BEAT = 1_000  # milliseconds: lamps, the die asked for, and PING (or who is there?) so often
ANSWERS = 8  # lines kept for a person who types faster than the port sends
MOST_LAMPS = 32


class BoxEnd:
    """One port's end at the box.

    *seen* are the `source` texts that the journal kept, oldest first, or a Memory that several
    ports share. `ok`, `bad`, `dropped` are counted since the start as by a Framer, and `repeated`
    the rolls and presses that came again.
    """

    def __init__(self, seen: list[str] | tuple[str, ...] | Memory = ()) -> None:
        self.memory = seen if isinstance(seen, Memory) else Memory(seen)
        self.repeated = 0
        self._framer = Framer()
        self._meeting = Meeting(self.memory)
        self._desk = HandDesk()
        self._lamps = ""
        self._sides = 0
        self._seq = 0  # of our last frame
        self._beat_ms: int | None = None  # when the next beat is due; None: at once
        self._due: list[str] = []  # what is to be sent, each at most once
        self._answers: list[str] = []

    @property
    def pod(self) -> Hello | None:
        """The pod that is listened to, as it introduced itself; None while there is none."""
        return self._meeting.pod

    @property
    def heard_ms(self) -> int | None:
        """When a pod last said something; None: never."""
        return self._meeting.heard_ms

    @property
    def ok(self) -> int:
        """Whole frames and typed lines so far."""
        return self._framer.ok

    @property
    def bad(self) -> int:
        """Lines that were neither."""
        return self._framer.bad

    @property
    def dropped(self) -> int:
        """Bytes of those lines."""
        return self._framer.dropped

    def receive(self, data: bytes | bytearray, now_ms: int) -> list[Event]:
        """Take bytes from the port; give the events that are whole now, in order. Never raises."""
        events: list[Event] = []
        for item in self._framer.feed(data):
            if isinstance(item, Typed):
                event, answer = self._desk.read(item.text)
                self._answer(answer)
                events += [] if event is None else [event]
            else:
                events += self._read(item, now_ms)
        self._ask_in_time(now_ms)
        return events

    def ack(self, event: Event, words: str = "") -> None:
        """Say that the event is on the card, or need not be: the pod may go on to its next.

        Every Numbered event must be acknowledged, or the pod stays at it; twice does no harm, and
        other events are passed over. A person who typed is told *words*; "" tells what was taken.
        """
        if not isinstance(event, Numbered):
            return
        if event.hand:
            self._answer(words or (taken(event) if isinstance(event, Roll) else ""))
            return
        mark = self._meeting.mark_of(event.id, event.boot)
        if mark is not None and mark.acked < event.seq <= mark.given:
            mark.acked = event.seq
            if mark is self._meeting.mark:
                self._want("ACK")

    def lamps(self, lit: tuple[int, ...] | list[int]) -> None:
        """Say how the pod's lamps shall be, in the order of its keys: 1 is lit, all others dark."""
        pattern = "".join(["1" if lamp else "0" for lamp in lit])
        if pattern != self._lamps:
            self._lamps = pattern
            self._want("LAMPS")

    def ask(self, sides: int) -> None:
        """Tell the pod which die is awaited: 2 to 100 sides, 0 for none."""
        if sides != self._sides:
            self._sides = sides
            self._want("ASK")

    def tick(self, now_ms: int) -> list[Event]:
        """Let the time pass: say every second how things are; give Lost when the pod is silent."""
        events = self._meeting.silent(now_ms)
        if self._beat_ms is None or now_ms >= self._beat_ms:
            self._beat_ms = now_ms + BEAT
            if self.pod is None and not self._desk.on:  # a person at a terminal knows who is there
                self._meeting.wonder()
            self._want("LAMPS", "ASK", "PING")
        self._ask_in_time(now_ms)
        return events

    def next_due(self, now_ms: int) -> int | None:
        """Milliseconds from *now_ms* until tick has something to do; 0: at once. Never None."""
        beat = 0 if self._beat_ms is None else max(0, self._beat_ms - now_ms)
        asks = self._meeting.next_due(now_ms)
        return beat if asks is None else min(beat, asks)

    def data_to_send(self) -> bytes:
        """Give the bytes that are due, once; b"" if none are. Look after every other call."""
        due, self._due = self._due, []
        answers, self._answers = self._answers, []
        frames = [self._frame(what) for what in due]
        return b"".join(frames + [f"{answer}\r\n".encode() for answer in answers])

    def closed(self) -> list[Event]:
        """The port is gone: forget all that hung on it; give Lost if a pod did.

        What was taken is remembered, and lamps and die are told to the next pod that comes.
        """
        self._framer.forget()
        self._desk.on = False
        self._beat_ms = None
        self._due = []
        self._answers = []
        return self._meeting.close()

    def _read(self, frame: Frame, now_ms: int) -> list[Event]:
        if frame.verb == "HELLO":
            events = self._meeting.hello(frame, now_ms)
            self._want("WELCOME")
            return events
        if frame.verb == "PONG":
            events = self._meeting.pong(frame, now_ms)
            if events:
                self._want("WELCOME", "LAMPS", "ASK")
            return events
        if frame.verb in ("ACK", "LAMPS", "ASK", "PING"):
            return []  # our own, come back over a shorted line
        return self._take(frame, now_ms)

    def _take(self, frame: Frame, now_ms: int) -> list[Event]:
        """A roll, a press or a release: give it if it is the next, acknowledge it if it was."""
        mark, pod = self._meeting.mark, self.pod
        if mark is None or pod is None or not mark.boot < frame.seq <= mark.given + 1:
            self._meeting.wonder()  # nobody's that we know: it comes again when we know whose
            return []
        self._meeting.heard_ms = now_ms
        event = None
        if frame.seq <= mark.given:
            self.repeated += 1
        else:
            mark.given = frame.seq
            event = meaning.numbered(frame, pod)
            if event is None:
                mark.acked = frame.seq
        if mark.acked == mark.given:
            self._want("ACK")
        return [] if event is None else [event]

    def _ask_in_time(self, now_ms: int) -> None:
        if self._meeting.asks(self._seq, now_ms):
            self._seq = max(self._seq, self._meeting.question)
            self._want("HELLO")

    def _want(self, *what: str) -> None:
        self._due += [one for one in what if one not in self._due]

    def _answer(self, words: str) -> None:
        if words:
            self._answers = self._answers[1 - ANSWERS :] + [words]

    def _frame(self, what: str) -> bytes:
        """Give the bytes of what is due, as things are now; b"" where it has come to nothing."""
        mark, pod, question = self._meeting.mark, self.pod, self._meeting.question
        if what == "HELLO":
            # The LF ends what a pod that was cut short may have left on the line.
            return b"\n" + encode(question, "HELLO") if question else b""
        if mark is None or pod is None:
            return b""
        lamps = min(pod.has["lamps"], MOST_LAMPS)
        verb, args, has = {
            "WELCOME": ("ACK", str(mark.boot), 1),
            "ACK": ("ACK", str(mark.acked), 1),
            "LAMPS": ("LAMPS", (self._lamps + "0" * lamps)[:lamps], lamps),
            "ASK": ("ASK", f"d{self._sides}" if self._sides else "none", pod.has["dice"]),
            "PING": ("PING", "", 1),
        }[what]
        if not has:
            return b""
        self._seq += 1
        return encode(self._seq, verb, args)
