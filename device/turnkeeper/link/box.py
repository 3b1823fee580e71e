"""The daemon's end of the link: a pod's bytes become events, what the table wants becomes bytes.

Here is whom a box believes, what it takes and when it speaks; what a frame looks like is in
`frames`, what it means in `meaning`, what was taken before in `memory`. It holds no port and no
clock: times are milliseconds of any clock that never runs backwards.

What is to be sent is kept as what is due, not as bytes: a pod that does not read costs no memory,
and what it reads at last is what holds then.
"""

from turnkeeper.link import meaning
from turnkeeper.link.events import Event, Hello, Lost, Numbered, OtherProto, Roll
from turnkeeper.link.frames import Frame, Framer, Typed, encode
from turnkeeper.link.hand import HandDesk, taken
from turnkeeper.link.memory import Mark, Memory

BEAT = 1_000  # lamps, the die asked for, and PING (or who is there?): so often
SILENT = 5_000  # a pod that says nothing for so long is lost
PATIENCE = 50  # between two questions who is there, however much comes that nobody owns
ANSWERS = 8  # lines kept for a person who types faster than the port sends
MOST_LAMPS = 32


class BoxEnd:
    """One port's end at the box.

    *seen* are the `source` texts that the journal kept, oldest first, or a Memory that several
    ports share. `pod` is the Hello of the pod listened to, None while there is none. Counted since
    the start: `ok`, `bad`, `dropped` as by a Framer, and `repeated`, the rolls and presses that
    came again. `heard_ms` is when the pod last said something; None: never.
    """

    def __init__(self, seen: "list[str] | tuple[str, ...] | Memory" = ()) -> None:
        self.memory = seen if isinstance(seen, Memory) else Memory(seen)
        self.pod: "Hello | None" = None
        self.repeated = 0
        self.heard_ms: "int | None" = None
        self._framer = Framer()
        self._desk = HandDesk()
        self._mark: "Mark | None" = None  # of the pod; None whenever `pod` is
        self._caller: "Hello | None" = None  # said HELLO; whether it is there now, a PONG tells
        self._other: "OtherProto | None" = None  # named already
        self._lamps = ""
        self._sides = 0
        self._seq = 0  # of our last frame
        self._question = 0  # the number of the HELLO that a PONG must answer; 0: none is open
        self._asking = True  # HELLO is wanted
        self._asked_ms: "int | None" = None
        self._beat_ms: "int | None" = None  # when the next beat is due; None: at once
        self._due: "list[str]" = []  # what is to be sent, each at most once
        self._answers: "list[str]" = []

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

    def receive(self, data: "bytes | bytearray", now_ms: int) -> "list[Event]":
        """Take bytes from the port; give the events that are whole now, in order. Never raises."""
        events: "list[Event]" = []
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
        mark = self.memory.find(event.id, event.boot)
        if mark is not None and mark.acked < event.seq <= mark.given:
            mark.acked = event.seq
            if mark is self._mark:
                self._want("ACK")

    def lamps(self, lit: "tuple[int, ...] | list[int]") -> None:
        """Say how all lamps of this pod shall be, up to 32, in the order of its keys: 1 is lit."""
        pattern = "".join(["1" if lamp else "0" for lamp in lit[:MOST_LAMPS]])
        if pattern != self._lamps:
            self._lamps = pattern
            self._want("LAMPS")

    def ask(self, sides: int) -> None:
        """Tell the pod which die is awaited: 2 to 100 sides, 0 for none."""
        if sides != self._sides:
            self._sides = sides
            self._want("ASK")

    def tick(self, now_ms: int) -> "list[Event]":
        """Let the time pass: say every second how things are; give Lost when the pod is silent."""
        events: "list[Event]" = []
        if self.heard_ms is not None and now_ms - self.heard_ms >= SILENT:
            events = self._lose()
        if self._beat_ms is None or now_ms >= self._beat_ms:
            self._beat_ms = now_ms + BEAT
            self._asking = self._asking or self.pod is None
            self._want("LAMPS", "ASK", "PING")
        self._ask_in_time(now_ms)
        return events

    def next_due(self, now_ms: int) -> "int | None":
        """Milliseconds from *now_ms* until tick has something to do; 0: at once. Never None."""
        due = now_ms if self._beat_ms is None else self._beat_ms
        if self._asking:
            due = min(due, now_ms if self._asked_ms is None else self._asked_ms + PATIENCE)
        return max(0, due - now_ms)

    def data_to_send(self) -> bytes:
        """Give the bytes that are due, once; b"" if none are. Look after every other call."""
        due, self._due = self._due, []
        answers, self._answers = self._answers, []
        frames = [self._frame(what) for what in due]
        return b"".join(frames + [f"{answer}\r\n".encode() for answer in answers])

    def closed(self) -> "list[Event]":
        """The port is gone: forget all that hung on it; give Lost if a pod did.

        What was taken is remembered, and lamps and die are told to the next pod that comes.
        """
        self._framer.forget()
        self._desk.on = False
        self._caller = self._other = self._beat_ms = None
        self._question = 0
        self._asking = True
        self._due = []
        self._answers = []
        return self._lose()

    # What comes in.

    def _read(self, frame: Frame, now_ms: int) -> "list[Event]":
        if frame.verb == "HELLO":
            return self._hello(frame, now_ms)
        if frame.verb == "PONG":
            return self._pong(frame, now_ms)
        if frame.verb in ("ACK", "LAMPS", "ASK", "PING"):
            return []  # our own, come back over a shorted line
        mark, pod = self._mark, self.pod
        if mark is None or pod is None or not mark.boot < frame.seq <= mark.given + 1:
            self._asking = True  # nobody's we know: it comes again when we know whose
            return []
        self.heard_ms = now_ms
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

    def _hello(self, frame: Frame, now_ms: int) -> "list[Event]":
        """A pod says who it is. That may be an old frame, so whom we listen to stays as it is."""
        told = meaning.hello(frame)
        pod = self.pod
        if isinstance(told, OtherProto):
            news = told != self._other
            self._other = told
            return [told] if news else []
        if told is None:
            return []
        if pod is not None and (pod.id, pod.boot) == (told.id, told.boot):
            self.heard_ms = now_ms
            self._want("WELCOME")
        else:
            self._caller = told
            self._asking = True
        return []

    def _pong(self, frame: Frame, now_ms: int) -> "list[Event]":
        """Some pod is there now; if it answers our question, it is the one to listen to."""
        told = meaning.pong(frame)
        if told is None:
            return []
        boot, following = told
        before, caller = self.pod, self._caller
        if before is not None and before.boot == boot:
            self.heard_ms = now_ms
            caller = before
        if frame.seq != self._question or caller is None or caller.boot != boot:
            return []
        self._question = 0
        if caller is before:
            self.memory.follow(caller.id, boot, following)
            return []
        self._caller = self._other = None
        self._asking = False
        self.pod = caller
        self.heard_ms = now_ms
        self._mark = self.memory.meet(caller.id, boot, following)
        self._want("WELCOME", "LAMPS", "ASK")
        return [caller] if before is None or before.id == caller.id else [Lost(before.id), caller]

    def _lose(self) -> "list[Event]":
        before, self.pod, self._mark = self.pod, None, None
        return [] if before is None else [Lost(before.id)]

    # What goes out.

    def _ask_in_time(self, now_ms: int) -> None:
        """Ask who is there, if that is wanted and was not asked just now."""
        if not self._asking or (self._asked_ms is not None and now_ms < self._asked_ms + PATIENCE):
            return
        self._asking = False
        self._asked_ms = now_ms
        if not self._question:
            # The time makes it a number that no box before us on this line has used.
            self._seq = max(self._seq, now_ms % 1_000_000_000) + 1
            self._question = self._seq
        self._want("HELLO")

    def _want(self, *what: str) -> None:
        self._due += [one for one in what if one not in self._due]

    def _answer(self, words: str) -> None:
        if words:
            self._answers = self._answers[1 - ANSWERS :] + [words]

    def _frame(self, what: str) -> bytes:
        """Give the bytes of what is due, as things are now; b"" where it has come to nothing."""
        mark, pod = self._mark, self.pod
        if what == "HELLO":
            # The LF ends what a pod that was cut short may have left on the line.
            return b"\n" + encode(self._question, "HELLO") if self._question else b""
        if mark is None or pod is None:
            return b""
        verb, args, has = {
            "WELCOME": ("ACK", str(mark.boot), 1),
            "ACK": ("ACK", str(mark.acked), 1),
            "LAMPS": ("LAMPS", self._lamps, min(pod.has["lamps"], len(self._lamps))),
            "ASK": ("ASK", f"d{self._sides}" if self._sides else "none", pod.has["dice"]),
            "PING": ("PING", "", 1),
        }[what]
        if not has:
            return b""
        self._seq += 1
        return encode(self._seq, verb, args)
