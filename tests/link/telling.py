"""What the stories of the link share, and how they are told where there is no pytest.

Stories are functions named `tell_...` in the modules `told_...`. They fail by AssertionError, and
are played by Python and by a real MicroPython: nothing there or here uses more than the Pico has.
"""

import sys
from binascii import crc32

from turnkeeper.link.box import BoxEnd
from turnkeeper.link.events import Event, Hello
from turnkeeper.link.pod import PodEnd

ROLL = b"!42 ROLL d20 17*249DAD47\n"


def met(
    *, box: BoxEnd | None = None, keys: int = 0, dice: int = 1, lamps: int = 2
) -> tuple[BoxEnd, PodEnd, int]:
    """Give a box, a pod that it listens to, and the time; nothing is waiting to be sent."""
    box = BoxEnd() if box is None else box
    pod = PodEnd("tray", 41, keys=keys, dice=dice, lamps=lamps)
    told = pass_on(box, pod, 7)
    assert told == [Hello("tray", 41, 1, {"keys": keys, "dice": dice, "lamps": lamps})]
    return box, pod, 7


def pass_on(box: BoxEnd, pod: PodEnd, now: int) -> list[Event]:
    """Let both talk over a good wire until they have nothing to say; acknowledge everything."""
    told = box.tick(now)
    pod.tick(now)
    said = True
    while said:
        from_pod, from_box = pod.data_to_send(), box.data_to_send()
        said = bool(from_pod or from_box)
        pod.receive(from_box, now)
        events = box.receive(from_pod, now)
        for event in events:
            box.ack(event)
        told += events
    return told


def signed(body: bytes) -> bytes:
    """Give a line whose CRC holds, whatever is in it."""
    return b"!" + body + b"*" + b"%08X" % crc32(body) + b"\n"


def refuses(make: object, *given: object) -> bool:
    """Whether *make* raises ValueError."""
    assert callable(make)
    try:
        make(*given)
    except ValueError:
        return True
    return False


def names(module: object) -> list[str]:
    """The stories of a module, by name."""
    return sorted([name for name in dir(module) if name.startswith("tell_")])


def tell(module: object) -> None:
    """Play every story, and print how each went."""
    for name in names(module):
        try:
            getattr(module, name)()
        except Exception as fault:  # noqa: BLE001 - whatever it is, the story does not hold
            print(f"broken {name}")
            sys.print_exception(fault)  # type: ignore[attr-defined]
        else:
            print(f"holds {name}")
