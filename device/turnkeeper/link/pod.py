"""The pod's end of the link: rolls and presses become frames, repeated until acknowledged.

Here is what a pod keeps and when it says it again. No pins, no port, no clock: the firmware, or the
simulated pod, tells it what happened and what time it is (milliseconds of any clock that never runs
backwards: of MicroPython's ticks, add up the differences).
"""

from turnkeeper.link.dice import MOST_FACE, MOST_SIDES, sides_of
from turnkeeper.link.frames import MOST_BOOT, PROTO, Frame, Framer, Typed, decimal, encode

QUEUE = 32  # rolls, presses and releases kept; a press is let in only with room for its release
FIRST_WAIT = 250  # until a frame is said again; doubled each time
LAST_WAIT = 2_000
SILENT = 5_000  # when the box says nothing for so long, no lamp is lit on its word
MOST_AGE = 999_999


class Kept:
    """One thing that the box shall know: verb, and two numbers; of a press, when it was."""

    __slots__ = ("first", "second", "timed", "verb")

    def __init__(self, verb: str, first: int, second: int, timed: bool) -> None:
        self.verb = verb
        self.first = first  # sides, or key
        self.second = second  # face, or the time of the press
        self.timed = timed

    def args(self, now_ms: int) -> str:
        """What stands in the frame if it is sent now."""
        if not self.timed:
            return f"d{self.first} {self.second}"
        return f"{self.first} {min(max(0, now_ms - self.second), MOST_AGE)}"


class PodEnd:
    """One pod: *id* is its own for ever, *boot* drawn anew at each start (1 to 9,999,999).

    *id* is up to 8 letters and digits where the pod has all three of *keys*, *dice*, *lamps*: HELLO
    must fit a frame, or ValueError tells. `lamps` and `awaited` (the sides of the die that is
    awaited, 0: none) are as the box last told; dark and 0 when it is silent. `refused` is True from
    when something was not taken, for lack of room, until something is: show it.
    """

    def __init__(self, id: str, boot: int, keys: int = 0, dice: int = 0, lamps: int = 0) -> None:
        if not 1 <= boot <= MOST_BOOT:
            raise ValueError(f"A pod's boot is a number from 1 to {MOST_BOOT}, not {boot}.")
        has = [("keys", keys), ("dice", dice), ("lamps", lamps)]
        words = [f"id={id}", f"boot={boot}", f"proto={PROTO}"]
        words += [f"{name}={count}" for name, count in has if count]
        self.id = id
        self.boot = boot
        self.keys = keys
        self.lamps = (0,) * lamps
        self.awaited = 0
        self.refused = False
        self.heard_ms: int | None = None  # when the box last said something whole
        self._greeting = encode(boot, "HELLO", " ".join(words))
        self._greeted = False  # the box has acknowledged HELLO
        self._framer = Framer()
        self._queue: list[Kept] = []
        self._seq = boot + 1  # of the first in the queue, or of the next to come
        self._down: list[int] = []  # keys whose release has room kept for it
        self._wait = FIRST_WAIT
        self._again_ms: int | None = None  # when to say it again; None: at once
        self._due = False  # HELLO, or the first in the queue, is to be sent
        self._question = 0  # the number of a question that PONG shall answer; 0: none
        self._now_ms = 0

    @property
    def waiting(self) -> int:
        """How much is not acknowledged yet."""
        return len(self._queue)

    @property
    def greeted(self) -> bool:
        """Whether the box knows this pod."""
        return self._greeted

    def roll(self, sides: int, face: int, now_ms: int) -> bool:
        """A die of *sides* shows *face* (a d10's 0 is 0). False: no room, or no such numbers."""
        if not (2 <= sides <= MOST_SIDES and 0 <= face <= MOST_FACE):
            return False
        return self._keep(Kept("ROLL", sides, face, timed=False), 1, now_ms)

    def press(self, n: int, now_ms: int) -> bool:
        """Key *n*, from 1, went down. False: no room for it and its release, or no such key."""
        if not 1 <= n <= self.keys or n in self._down:
            return False
        if not self._keep(Kept("PRESS", n, now_ms, timed=True), 2, now_ms):
            return False
        self._down.append(n)
        return True

    def release(self, n: int, now_ms: int) -> bool:
        """Key *n* came up. False: its press was not taken, so this is not either."""
        if n not in self._down:
            return False
        self._down.remove(n)
        return self._keep(Kept("RELEASE", n, now_ms, timed=True), 1, now_ms)

    def receive(self, data: bytes | bytearray, now_ms: int) -> None:
        """Take bytes from the box. Never raises."""
        self._now_ms = now_ms
        for item in self._framer.feed(data):
            if not isinstance(item, Typed):
                self._read(item, now_ms)
        self.tick(now_ms)

    def tick(self, now_ms: int) -> None:
        """Let the time pass: say again what is not acknowledged."""
        self._now_ms = now_ms
        if self.heard_ms is not None and now_ms - self.heard_ms >= SILENT:
            self.lamps = (0,) * len(self.lamps)
            self.awaited = 0
        if self._greeted and not self._queue:
            return
        if self._again_ms is None or now_ms >= self._again_ms:
            self._due = True
            self._again_ms = now_ms + self._wait
            self._wait = min(2 * self._wait, LAST_WAIT)

    def next_due(self, now_ms: int) -> int | None:
        """Milliseconds from *now_ms* until tick has something to do; None: nothing for now."""
        if self._greeted and not self._queue:
            return None
        return max(0, (now_ms if self._again_ms is None else self._again_ms) - now_ms)

    def data_to_send(self) -> bytes:
        """Give the bytes that are due, once; b"" if none are. Ask after every other call."""
        data = b""
        if self._due and not self._greeted:
            data = b"\n" + self._greeting  # the LF ends what was left on the line by a reset
        elif self._due and self._queue:
            first = self._queue[0]
            data = encode(self._seq, first.verb, first.args(self._now_ms))
        self._due = False
        if self._question:
            data += encode(self._question, "PONG", f"{self.boot} {self._seq}")
            self._question = 0
        return data

    def _keep(self, kept: Kept, room: int, now_ms: int) -> bool:
        self._now_ms = now_ms
        self.refused = len(self._queue) + len(self._down) + room > QUEUE
        if self.refused:
            return False
        self._queue.append(kept)
        if self._greeted and len(self._queue) == 1:
            self._say_at_once()
        self.tick(now_ms)
        return True

    def _say_at_once(self) -> None:
        """What is to be said is new: say it now, and be quick to say it again."""
        self._wait = FIRST_WAIT
        self._again_ms = None

    def _read(self, frame: Frame, now_ms: int) -> None:
        if frame.verb == "ACK":
            self._acked(decimal(frame.args, MOST_BOOT * 100))
        elif frame.verb == "HELLO" and not frame.args:
            self._question = frame.seq
            self._greeted = False
            self._say_at_once()
        elif frame.verb == "PING" and not frame.args:
            self._question = frame.seq
        elif frame.verb == "LAMPS" and not frame.args.strip("01"):
            lit = [int(sign) for sign in frame.args[: len(self.lamps)]]
            self.lamps = tuple(lit + [0] * (len(self.lamps) - len(lit)))
        elif frame.verb == "ASK" and (frame.args == "none" or sides_of(frame.args)):
            self.awaited = sides_of(frame.args) or 0
        else:
            return
        self.heard_ms = now_ms

    def _acked(self, seq: int | None) -> None:
        """The box has it: HELLO, or what was first in the queue. Any other is an old one's."""
        if seq == self.boot and not self._greeted:
            self._greeted = True
        elif seq == self._seq and self._queue:
            self._queue.pop(0)
            self._seq += 1
        else:
            return
        self._say_at_once()
