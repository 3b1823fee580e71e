"""What a box is told over the link.

Roll, Press, Release and NotAFace are numbered: the pod repeats them until the daemon has said
`BoxEnd.ack(event)`, so journal first, then acknowledge. Hello, OtherProto, Lost and Hand ask for
nothing.
"""


class Event:
    """Anything a BoxEnd gives; equal where it says the same."""

    __slots__ = ()
    names: tuple[str, ...] = ()  # of what it says, in order

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        said = ", ".join([f"{name}={getattr(self, name)!r}" for name in self.names])
        return f"{type(self).__name__}({said})"


class Hello(Event):
    """A pod is there, at first or again, and is listened to from now on.

    *has* tells how many "keys", "dice" and "lamps" it has (0 where it said nothing of them), and
    any other number that its HELLO told.
    """

    __slots__ = ("boot", "has", "id", "proto")
    names = ("id", "boot", "proto", "has")

    def __init__(self, id: str, boot: int, proto: int, has: dict[str, int]) -> None:
        self.id = id
        self.boot = boot
        self.proto = proto
        self.has = {what: has[what] for what in sorted(has)}


class OtherProto(Event):
    """A pod speaks another version of the link: it is not listened to. Told once."""

    __slots__ = ("id", "proto")
    names = ("id", "proto")

    def __init__(self, id: str, proto: int) -> None:
        self.id = id
        self.proto = proto


class Lost(Event):
    """A pod was silent for 5 s, or its port is gone, or another took its place."""

    __slots__ = ("id",)
    names = ("id",)

    def __init__(self, id: str) -> None:
        self.id = id


class Hand(Event):
    """At this port somebody types rolls in by hand from now on, or no longer does."""

    __slots__ = ("on",)
    names = ("on",)

    def __init__(self, on: bool) -> None:
        self.on = on


class Numbered(Event):
    """An event that one frame told: number *number* of start *boot* of pod *id*.

    *hand* is True for what was typed in by hand: *id* is "hand" then, *boot* and *seq* are 0, and
    each one counts, however like the last.
    """

    __slots__ = ("boot", "hand", "id", "seq")

    def __init__(self, id: str, boot: int, seq: int, hand: bool = False) -> None:
        self.id = id
        self.boot = boot
        self.seq = seq
        self.hand = hand

    @property
    def source(self) -> str:
        """What the journal keeps, so that a BoxEnd can be made anew: "pod7/41/42", or "hand"."""
        return "hand" if self.hand else f"{self.id}/{self.boot}/{self.seq}"


class Roll(Numbered):
    """A die shows a face: 1 to *sides*, or the 0 that a d10 or a d100 shows (the rules read it)."""

    __slots__ = ("face", "sides")
    names = ("sides", "face", "id", "boot", "seq", "hand")

    def __init__(
        self, sides: int, face: int, id: str, boot: int, seq: int, hand: bool = False
    ) -> None:
        super().__init__(id, boot, seq, hand)
        self.sides = sides
        self.face = face


class NotAFace(Numbered):
    """A whole frame names a face that the die has not; *text* says so in a sentence."""

    __slots__ = ("face", "sides", "text")
    names = ("sides", "face", "text", "id", "boot", "seq")

    def __init__(self, sides: int, face: int, text: str, id: str, boot: int, seq: int) -> None:
        super().__init__(id, boot, seq)
        self.sides = sides
        self.face = face
        self.text = text


class Press(Numbered):
    """Key *n* of the pod (from 1) went down *age_ms* before the frame was sent: 0 to 2,000."""

    __slots__ = ("age_ms", "n")
    names = ("n", "age_ms", "id", "boot", "seq")

    def __init__(self, n: int, age_ms: int, id: str, boot: int, seq: int) -> None:
        super().__init__(id, boot, seq)
        self.n = n
        self.age_ms = age_ms


class Release(Numbered):
    """Key *n* came up, *age_ms* before the frame was sent: told at any age, so that no key sticks.

    The press before it may have been too old to be told.
    """

    __slots__ = ("age_ms", "n")
    names = ("n", "age_ms", "id", "boot", "seq")

    def __init__(self, n: int, age_ms: int, id: str, boot: int, seq: int) -> None:
        super().__init__(id, boot, seq)
        self.n = n
        self.age_ms = age_ms
