"""The line itself: one frame into bytes, and bytes into frames.

Nothing here knows what a verb means. Nothing is decoded before the CRC holds, and numbers are read
by a strict pattern: under MicroPython `int(" 1_0")` is 10.
"""

from binascii import crc32

LONGEST = 80  # bytes of a frame, its LF counted; of a typed line too
HELD = 96  # bytes that a Framer keeps of a line whose end has not come
PROTO = 1  # raised when a pod and a box that differ could misunderstand each other
LAST_SEQ = 9_999_999_999
MOST_BOOT = 9_999_999  # what a pod draws at a start: 1 to this
DIGITS = "0123456789"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Frame:
    """One whole frame: its number, its verb, and its arguments as one text ("d20 17", or "")."""

    __slots__ = ("args", "seq", "verb")

    def __init__(self, seq: int, verb: str, args: str) -> None:
        self.seq = seq
        self.verb = verb
        self.args = args

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        return f"Frame({self.seq}, {self.verb!r}, {self.args!r})"


class Typed:
    """A line that a person typed: what stood after the `~`, without a CRC to vouch for it."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Typed) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Typed({self.text!r})"


def encode(seq: int, verb: str, args: str = "") -> bytes:
    """Give the bytes of one frame, with its LF.

    Raises ValueError where a Framer would not read the same frame back: a number outside
    0 to 9,999,999,999, a verb that is not 1 to 8 capitals, args that are not printable ASCII with
    single blanks between or that hold `!` or `*`, or more than 80 bytes in all.
    """
    text = f"{seq} {verb} {args}" if args else f"{seq} {verb}"
    body = text.encode()
    line = b"!" + body + b"*" + checksum(body) + b"\n"
    frame = understood(body)
    if len(line) > LONGEST or frame is None or frame != Frame(seq, verb, args):
        raise ValueError(f"{text!r} cannot be sent: a frame is <seq> <VERB> <args>, 80 bytes.")
    return line


def checksum(body: bytes) -> bytes:
    """Give the CRC-32 of what stands between `!` and `*`, as eight hex capitals."""
    return b"%08X" % crc32(body)


def understood(body: bytes) -> Frame | None:
    """Read what stood between `!` and `*` and whose CRC holds; None if it is no frame of ours."""
    text = printable(body)
    if text is None or "!" in text or "*" in text:
        return None
    parts = text.split(" ", 2)
    seq = decimal(parts[0], LAST_SEQ)
    verb = parts[1] if len(parts) > 1 else ""
    args = parts[2] if len(parts) > 2 else ""
    if seq is None or not 1 <= len(verb) <= 8 or verb.strip(CAPITALS):
        return None
    if "" in args.split(" ") and len(parts) > 2:
        return None  # a blank too many: only one spelling of a frame is taken
    return Frame(seq, verb, args)


def printable(line: bytes) -> str | None:
    """Decode a line of printable ASCII; None if anything else is in it."""
    if line and (min(line) < 0x20 or max(line) > 0x7E):
        return None
    return line.decode()


def decimal(text: str, most: int) -> int | None:
    """Read a whole number of 0 to *most*, written as it is printed: digits, no zero before them."""
    # What strip leaves begins and ends with something else; isdigit() takes other scripts' digits.
    if not text or len(text) > len(str(most)) or text.strip(DIGITS):
        return None
    if text[0] == "0" and len(text) > 1:
        return None
    number = int(text)
    return number if number <= most else None


class Framer:
    """Finds the whole frames in bytes as they come, in pieces of any size.

    A line ends at LF, or at CR: MicroPython's stdout puts one before each LF, and Enter sends one
    alone from a terminal. A line that outgrows 96 bytes is dropped to its end. Counted since the
    start: `ok` whole frames and typed lines, `bad` lines that were neither, `dropped` the bytes of
    those. Nothing that comes in raises.
    """

    def __init__(self) -> None:
        self.ok = 0
        self.bad = 0
        self.dropped = 0
        self._held = b""
        self._dropping = False

    def feed(self, data: bytes | bytearray) -> list[Frame | Typed]:
        """Take *data* in and give what it has made whole, in order."""
        found: list[Frame | Typed] = []
        pieces = bytes(data).replace(b"\r", b"\n").split(b"\n")
        for piece in pieces[:-1]:
            self._hold(piece)
            self._end(found)
        self._hold(pieces[-1])
        return found

    def forget(self) -> None:
        """Let go of a line that has begun: the port is gone, and the line's other half with it."""
        self.dropped += len(self._held)
        self._held = b""
        self._dropping = False

    def _hold(self, piece: bytes) -> None:
        """Put *piece* to what is held of the line, or drop both if that is too much."""
        line = self._held + piece
        if self._dropping or len(line) > HELD:
            self._dropping = True
            self.dropped += len(line)
            line = b""
        self._held = line

    def _end(self, found: list[Frame | Typed]) -> None:
        """The line has ended: add what it is, or count it."""
        line = self._held
        whole = self._read(line)
        if whole is not None:
            self.ok += 1
            found.append(whole)
        elif line or self._dropping:
            self.bad += 1
            self.dropped += len(line)
        self._held = b""
        self._dropping = False

    def _read(self, line: bytes) -> Frame | Typed | None:
        if len(line) >= LONGEST:
            return None
        if line[:1] == b"~":
            text = printable(line[1:])
            return None if text is None else Typed(text)
        if line[:1] != b"!" or line[-9:-8] != b"*" or not self._holds(line):
            return None
        return understood(line[1:-9])

    def _holds(self, line: bytes) -> bool:
        """Whether the CRC at the end of *line* is that of what it vouches for."""
        return line[-8:] == checksum(line[1:-9])
