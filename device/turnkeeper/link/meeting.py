"""Which pod is at the far end of a line, and whether it is there now.

A pod is listened to when it has said HELLO and then answered, with PONG, a question that was never
asked before: an old frame, late on the line, brings nobody back. While one pod is listened to,
frames that it cannot have sent, and another's HELLO, raise the question anew.
"""

from turnkeeper.link import meaning
from turnkeeper.link.events import Event, Hello, Lost, OtherProto
from turnkeeper.link.frames import Frame
from turnkeeper.link.memory import Mark, Memory

SILENT = 5_000  # milliseconds: a pod that says nothing for so long is lost
PATIENCE = 50  # milliseconds between two questions, however much comes that nobody owns
WRAP = 1_000_000_000  # a question's number has nine digits at most


class Meeting:
    """One line's far end: `pod` and its `mark` in the memory, both None while nobody is there.

    `heard_ms` is when the pod last said something; None: never. `question` is the number of the
    HELLO that is to be answered; 0: none is open.
    """

    def __init__(self, memory: Memory) -> None:
        self.pod: Hello | None = None
        self.mark: Mark | None = None
        self.heard_ms: int | None = None
        self.question = 0
        self._memory = memory
        self._caller: Hello | None = None  # has said HELLO; is it there now?
        self._other: OtherProto | None = None  # named already
        self._asking = True
        self._asked_ms: int | None = None

    def mark_of(self, id: str, boot: int) -> Mark | None:
        """Give the mark of this start of this pod, be it here or not; None if it is forgotten."""
        mark = self.mark
        if mark is not None and (mark.id, mark.boot) == (id, boot):
            return mark
        return self._memory.find(id, boot)

    def wonder(self) -> None:
        """Ask who is there, as soon as patience allows."""
        self._asking = True

    def hello(self, frame: Frame, now_ms: int) -> list[Event]:
        """A pod says who it is. The frame may be an old one: whom we listen to stays as it is."""
        told = meaning.hello(frame)
        if isinstance(told, OtherProto):
            news = told != self._other
            self._other = told
            return [told] if news else []
        if told is None:
            return []
        if self.pod is not None and (self.pod.id, self.pod.boot) == (told.id, told.boot):
            self.heard_ms = now_ms
        else:
            self._caller = told
            self._asking = True
        return []

    def pong(self, frame: Frame, now_ms: int) -> list[Event]:
        """A pod is there now; if it answers our question, it is the one to listen to."""
        told = meaning.pong(frame)
        if told is None:
            return []
        boot, following = told
        before, caller, mark = self.pod, self._caller, self.mark
        if before is not None and before.boot == boot:
            self.heard_ms = now_ms
            caller = before
        if frame.seq != self.question or caller is None or caller.boot != boot:
            return []
        self.question = 0
        if caller is before:
            if mark is not None:
                mark.reach(following - 1)
            return []
        self._caller = self._other = None
        self._asking = False
        self.pod = caller
        self.heard_ms = now_ms
        self.mark = self._memory.meet(caller.id, boot, following)
        return [caller] if before is None or before.id == caller.id else [Lost(before.id), caller]

    def silent(self, now_ms: int) -> list[Event]:
        """Give Lost if the pod has said nothing for 5 s."""
        if self.pod is None or self.heard_ms is None or now_ms - self.heard_ms < SILENT:
            return []
        return self.lose()

    def lose(self) -> list[Event]:
        """Listen to nobody, and ask; give Lost if there was a pod."""
        before, self.pod, self.mark = self.pod, None, None
        self._asking = True
        return [] if before is None else [Lost(before.id)]

    def close(self) -> list[Event]:
        """The line is gone: forget all that was said on it."""
        self._caller = self._other = None
        self.question = 0
        return self.lose()

    def asks(self, seq: int, now_ms: int) -> bool:
        """Whether the question is to be put now; it counts as put.

        A new one is numbered above *seq*, and by the time: no box before us on this line, and none
        of our frames, had that number.
        """
        if not self._asking or self.next_due(now_ms):
            return False
        self._asking = False
        self._asked_ms = now_ms
        self.question = self.question or max(seq, now_ms % WRAP) + 1
        return True

    def next_due(self, now_ms: int) -> int | None:
        """Milliseconds until the question is to be put; None: it is not."""
        if not self._asking:
            return None
        return 0 if self._asked_ms is None else max(0, self._asked_ms + PATIENCE - now_ms)
