"""What a run of the box has counted, in a small file of the runtime folder, for the doctor to read.

The folder is in memory, so that it costs the card nothing; what cannot be written there is left.
Nobody's name is in the file: of the table it has numbers alone.
"""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from turnkeeper.journal import Journal
    from turnkeeper.panel.display import Display
    from turnkeeper.panel.port import Port
    from turnkeeper.senses import Senses

FILE = "counters.json"
EVERY_S = 60.0
STATUS = "/proc/self/status"
RUNNING, ENDED = "running", "ended"


class Line(Struct, frozen=True, kw_only=True):
    """A serial port: who was last there, its frames, and how often it was opened.

    ok, bad, dropped, repeated: see `BoxEnd`.
    """

    path: str
    pod: str = ""
    ok: int = 0
    bad: int = 0
    dropped: int = 0
    repeated: int = 0
    opened: int = 0


class Past(Struct, frozen=True, kw_only=True):
    """The runs since the Pi was started, this one among them.

    since: when the first began, in seconds since 1970, by a clock that may be wrong.  broken: how
    many did not end in good order.
    """

    since: float = 0.0
    starts: int = 1
    broken: int = 0


class Counted(Struct, frozen=True, kw_only=True):
    """All counters of one run, as they stand in the file.

    state: "running", "ended", or why it ended otherwise.  seconds: how long it ran.  waiting: the
    most that ever waited to be taken.  slowest_ms: from what happened to its picture, handed to
    the display.  unsaved: tries to save that failed.  sent: bytes to the display; setups, failures:
    see `Display.counted`.  pods: starts by id.  stuck: how often, by button.  Memory is in kB,
    now and at most.
    """

    process: int = 0
    state: str = RUNNING
    past: Past = Past()
    seconds: int = 0
    gestures: int = 0
    events: int = 0
    faults: int = 0
    unsaved: int = 0
    waiting: int = 0
    slowest_ms: int = 0
    sent: int = 0
    setups: int = 0
    failures: int = 0
    lines: tuple[Line, ...] = ()
    pods: dict[str, int] = {}
    stuck: dict[str, int] = {}
    memory: int = 0
    most_memory: int = 0


class Tally:
    """The counters of this run, written to *folder* at most once a minute, and at its end.

    gestures, faults: what the daemon itself counts.  state: as in `Counted`.
    """

    def __init__(self, folder: Path, now: float, wall: float) -> None:
        """Begin, and take over what the runs before have left."""
        self.gestures = self.faults = 0
        self.state = RUNNING
        self._waiting = 0
        self._slowest = 0.0
        self._path = folder / FILE
        self._began, self._next = now, now
        self._past = after(read(self._path), wall)
        self._written: Counted | None = None
        self._who: dict[str, str] = {}

    def took(self, seconds: float) -> None:
        """From what happened to its picture it took so long."""
        self._slowest = max(self._slowest, seconds)

    def waited(self, things: int) -> None:
        """So many things waited to be taken, besides the one that was."""
        self._waiting = max(self._waiting, things)

    def look(self, now: float, senses: "Senses", display: "Display", journal: "Journal") -> None:
        """Once a second: write, if it is time to and anything has changed."""
        if now >= self._next:
            self._next = now + EVERY_S
            self._write(self.snapshot(now, senses, display, journal))

    def end(self, now: float, senses: "Senses", display: "Display", journal: "Journal") -> None:
        """Write for the last time."""
        if self.state == RUNNING:
            self.state = ENDED
        self._write(self.snapshot(now, senses, display, journal))

    def snapshot(
        self, now: float, senses: "Senses", display: "Display", journal: "Journal"
    ) -> Counted:
        """All counters as they are now."""
        setups, failures = display.counted
        own = _own()
        return Counted(
            process=own.get("Pid", 0),
            state=self.state,
            past=self._past,
            seconds=int(now - self._began),
            gestures=self.gestures,
            events=journal.events,
            faults=self.faults,
            unsaved=journal.failures,
            waiting=self._waiting,
            slowest_ms=round(self._slowest * 1000),
            sent=display.bytes_sent,
            setups=setups,
            failures=failures,
            lines=tuple(map(self._line, senses.ports.ports.values())),
            pods=dict(senses.pods.starts),
            stuck=dict(senses.stuck + senses.pods.stuck),
            memory=own.get("VmRSS", 0),
            most_memory=own.get("VmHWM", 0),
        )

    def _line(self, port: "Port") -> Line:
        box = port.box
        if box.pod:
            self._who[port.path] = box.pod.id
        return Line(
            path=port.path,
            pod=self._who.get(port.path, ""),
            ok=box.ok,
            bad=box.bad,
            dropped=box.dropped,
            repeated=box.repeated,
            opened=port.opened,
        )

    def _write(self, counted: Counted) -> None:
        """Put it in the file's place whole, readable for everybody."""
        if self._written and still(counted) == still(self._written):
            return
        self._written = counted
        beside = self._path.with_name(FILE + ".new")
        with suppress(OSError):
            beside.write_bytes(msgspec.json.format(msgspec.json.encode(counted), indent=1) + b"\n")
            beside.chmod(0o644)
            beside.replace(self._path)


def still(counted: Counted) -> Counted:
    """The same without what changes though nobody does anything."""
    return msgspec.structs.replace(
        counted, seconds=0, sent=0, memory=0, most_memory=0, lines=_still(counted.lines)
    )


def _still(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    return tuple(msgspec.structs.replace(line, ok=0) for line in lines)


def after(before: Counted | None, wall: float) -> Past:
    """What a run that begins at *wall* knows of those before, by the last one's counters."""
    if before is None:
        return Past(since=wall)
    past = before.past
    broken = past.broken + (before.state != ENDED)
    return Past(since=past.since, starts=past.starts + 1, broken=broken)


def read(path: Path) -> Counted | None:
    """What a run has left there; None where it is nothing that we understand."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Counted)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


def _own() -> dict[str, int]:
    """What the kernel says of this process: its number, and its memory in kB."""
    found: dict[str, int] = {}
    with suppress(OSError, ValueError, IndexError):
        for line in Path(STATUS).read_text(encoding="ascii", errors="replace").splitlines():
            key, _, value = line.partition(":")
            if key in ("Pid", "VmRSS", "VmHWM"):
                found[key] = int(value.split()[0])
    return found
