"""What a pod's frames mean: from a frame whose CRC held to an event. No state; `box` has that."""

from turnkeeper.link.dice import die_and_face, faces, has_face
from turnkeeper.link.events import Hello, NotAFace, Numbered, OtherProto, Press, Release, Roll
from turnkeeper.link.frames import CAPITALS, DIGITS, MOST_BOOT, PROTO, Frame, decimal

STALE = 2_000  # milliseconds: a press is acted on up to this age
MOST_AGE = 999_999
MOST_KEY = 99
MOST_COUNT = 9_999
IN_AN_ID = DIGITS + CAPITALS + CAPITALS.lower() + "-_"


def hello(frame: Frame) -> Hello | OtherProto | None:
    """Read `!41 HELLO id=tray boot=41 proto=1 dice=1`; None if it is not all there.

    Of another proto only its name and its proto are read: the rest may mean anything.
    """
    told = values(frame.args)
    name = told.get("id", "")
    proto = decimal(told.get("proto", ""), MOST_COUNT)
    if proto is None or not 1 <= len(name) <= 16 or name.strip(IN_AN_ID):
        return None
    if proto != PROTO:
        return OtherProto(name, proto)
    boot = decimal(told.get("boot", ""), MOST_BOOT)
    if not boot or boot != frame.seq:
        return None
    has = {"keys": 0, "dice": 0, "lamps": 0}
    for what, value in told.items():
        number = decimal(value, MOST_COUNT)
        if number is not None and what not in ("id", "boot", "proto"):
            has[what] = number
    return Hello(name, boot, proto, has)


def values(args: str) -> dict[str, str]:
    """Read "id=tray boot=41" into names and values; {} if one is told twice or has no `=`."""
    told: dict[str, str] = {}
    for word in args.split(" "):
        name, equals, value = word.partition("=")
        if not equals or name in told:
            return {}
        told[name] = value
    return told


def pong(frame: Frame) -> tuple[int, int] | None:
    """Read the boot and the next number out of `!7 PONG 41 57`; None if they cannot be."""
    first, _, second = frame.args.partition(" ")
    boot, following = decimal(first, MOST_BOOT), decimal(second, 100 * MOST_BOOT)
    if not boot or following is None or following <= boot:
        return None
    return boot, following


def numbered(frame: Frame, pod: Hello) -> Numbered | None:
    """Read a roll, press or release of *pod*; None for a stale press, and for what we cannot read.

    Only a pod that is not of this file's make sends the latter; it must not stop the rest.
    """
    if frame.verb == "ROLL":
        told = die_and_face(frame.args)
        return None if told is None else _roll(told[0], told[1], pod, frame.seq)
    first, _, second = frame.args.partition(" ")
    key, age = decimal(first, MOST_KEY), decimal(second, MOST_AGE)
    if not key or age is None:
        return None
    if frame.verb == "PRESS" and age <= STALE:
        return Press(key, age, pod.id, pod.boot, frame.seq)
    if frame.verb == "RELEASE":
        return Release(key, age, pod.id, pod.boot, frame.seq)
    return None


def _roll(sides: int, face: int, pod: Hello, seq: int) -> Numbered:
    if has_face(sides, face):
        return Roll(sides, face, pod.id, pod.boot, seq)
    return NotAFace(sides, face, f"{faces(sides)}, not {face}.", pod.id, pod.boot, seq)
