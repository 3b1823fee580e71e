"""What the counters of the box say: each that is suspicious a sentence, and what to do."""

import time
from collections.abc import Iterator

from turnkeeper.counters import ENDED, RUNNING, Counted, Line, read
from turnkeeper.doctor.world import Finding, World
from turnkeeper.pods.watch import NOISY

PART = "counters"
NOISE = 0.001
"""The share of damaged lines that no sound cable has."""
CABLE = 10
"""So often a cable may be out and in again, as when somebody tries whether that does harm."""
STARTS = 5
SETUPS = 10
STUCK = 3
REPEATED = 20
WAITING = 200
SLOW_MS = 1_000
MEMORY_KB = 80_000
"""The service's own limit is 96 MB."""
REPORT = "Send a report: turnkeeper doctor --bundle"


def counters(world: World) -> Iterator[Finding]:
    """What the box that runs has counted, or the last that did."""
    path = world.counters
    counted = read(path)
    if counted is None:
        says = f"no box has left counters in {path.parent} since this machine was started"
        if path.exists():
            says = f"{path} cannot be read"
        yield Finding(PART, "unseen", says)
        return
    found = list(suspicious(counted, running=bool(world.holder)))
    yield from found
    if not found:
        yield Finding(PART, "fine", f"{told(counted)}: nothing is suspicious")


def told(counted: Counted) -> str:
    """What was done in the run, in a few words."""
    hours, minutes = divmod(counted.seconds // 60, 60)
    long = f"{hours} h {minutes} min" if hours else f"{minutes} min"
    return f"in {long} {counted.gestures:,} gestures and {counted.events:,} events"


def times(count: int) -> str:
    """once, 2 times, 1,000 times."""
    return "once" if count == 1 else f"{count:,} times"


def suspicious(counted: Counted, *, running: bool) -> Iterator[Finding]:
    """Each counter that is too high, as a sentence."""
    for says, do in (
        *runs(counted, running=running),
        *(one for line in counted.lines for one in cable(line)),
        *pods(counted),
        *front(counted),
        *box(counted),
    ):
        yield Finding(PART, "wrong", says, do)


Said = Iterator[tuple[str, str]]


def runs(counted: Counted, *, running: bool) -> Said:
    """How often it was started, and how it ended."""
    past, why = counted.past, "Why: journalctl -u turnkeeper; mostly it is the supply."
    lost = past.broken + (counted.state == RUNNING and not running)
    if lost:
        since = time.strftime("%H:%M", time.localtime(past.since))
        yield f"since {since} it was started {times(past.starts)}, and broke off {times(lost)}", why
    if counted.state not in (RUNNING, ENDED):
        yield f"the last run ended by itself: {counted.state}", why


def cable(line: Line) -> Said:
    """The line to a pod."""
    who = f"pod {line.pod}" if line.pod else f"the port {line.path}"
    if line.bad >= max(NOISY, NOISE * (line.ok + line.bad)):
        every = f"{line.bad:,} damaged lines of {line.ok + line.bad:,}"
        yield (
            f"{who} sent {every}",
            "Look at its cable: a shorter one, away from a lamp's transformer.",
        )
    if line.repeated >= REPEATED:
        do = "What the box answers is lost on the way: look at its cable."
        yield f"{who} said {line.repeated:,} rolls and presses again", do
    if line.opened > CABLE:
        do = "A plug that sits tight; a hub with a supply of its own."
        yield f"the cable of {who} was out and in again {times(line.opened - 1)}", do


def pods(counted: Counted) -> Said:
    """Pods that start again and again."""
    for pod, starts in counted.pods.items():
        if starts > STARTS:
            do = "Its voltage drops: another cable, a hub with a supply of its own."
            yield f"pod {pod} was started {times(starts)}", do


def front(counted: Counted) -> Said:
    """Display and buttons."""
    if counted.failures and not counted.setups:
        do = "Its four wires, its address; or no display is meant to be there."
        yield f"the display never answered; it was asked {times(counted.failures)}", do
    elif counted.setups > SETUPS:
        do = "Shorter wires; 10 uF and 100 nF at the display."
        yield f"the display was set up anew {times(counted.setups - 1)}", do
    for button, count in counted.stuck.items():
        if count >= STUCK:
            do = "What lies on it? Else its wire touches ground now and then."
            yield f"{button} was stuck down {times(count)}", do


def box(counted: Counted) -> Said:
    """The daemon itself."""
    if counted.unsaved:
        do = "See what is said of the card here; if that is fine, buy another card."
        yield f"saving failed {times(counted.unsaved)}, and NOT SAVING was shown", do
    if counted.faults:
        yield f"a fault of ours came {times(counted.faults)}", REPORT
    if counted.waiting > WAITING:
        do = "A contact that chatters, or a pod that babbles: its cable, its 10 kOhm."
        yield f"{counted.waiting:,} things waited at once", do
    if counted.slowest_ms > SLOW_MS:
        do = "A slow card, or another program on the Pi. Once, as at a start, it is nothing."
        yield f"a press took up to {counted.slowest_ms / 1000:.1f} s to its picture", do
    if counted.most_memory > MEMORY_KB:
        yield f"it took up to {counted.most_memory // 1000} MB of memory", REPORT


LOOKS = (counters,)
