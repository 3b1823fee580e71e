"""One serial port, and the thread that alone opens, reads, writes and closes it.

What the bytes mean is the link's affair (`BoxEnd`); this file moves them, and outlives every way in
which a cable goes: an unplug shows as SerialException, OSError, termios.error or TypeError, or as
"ready" with nothing to read. Then the port is closed at once, or the pod would come back under
another name, and tried again. pyserial opens the port and locks it; reading and writing are the
system's own calls, since pyserial's may block, and its readline() splits a line on a timeout.
"""

import fcntl
import os
import select
import termios
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

import serial

from turnkeeper.link.box import BoxEnd
from turnkeeper.link.events import Event
from turnkeeper.link.memory import Memory
from turnkeeper.panel.bell import Bell
from turnkeeper.panel.pulse import Pulse

BAUD = 115_200  # USB takes no notice; never 1200, which asks a pod for its boot loader
BACKOFF_S = (0.05, 0.1, 0.2, 0.4, 0.8, 1.0)  # working within 2 s of being plugged in (L4)
GOODBYE_S = 1.0  # the longest that closing may take

# A port is read as fast as eight people press, and no faster: a pod that babbles at 1 MB/s waits
# in the kernel's buffer, not in the table's way (L5).
_READ = 4096
_BYTES_A_SECOND = 20_000


@dataclass(frozen=True, slots=True)
class Heard:
    """What a pod said (an event of the link), and at which port, by its path."""

    port: str
    event: Event


class Port(threading.Thread):
    """One serial port at *path*, tried again for as long as it is not there.

    *emit* is called with each `Heard`, in this thread, and must only put it on a queue. *seen* is
    what the journal remembers, or a Memory that several ports share. The other methods may be
    called from any thread; none waits. `opened` counts how often the port was there, and was taken.
    """

    def __init__(
        self, path: str, emit: Callable[[Heard], None], seen: Memory | Iterable[str] = ()
    ) -> None:
        """Start the thread; nothing is opened yet."""
        super().__init__(name=f"port {path}", daemon=True)
        self.path = path
        self.state = ""
        self.opened = 0
        self.box = BoxEnd(seen if isinstance(seen, Memory) else tuple(seen))
        self._emit = emit
        self._closing = False
        self._errands: deque[Callable[[], None]] = deque()
        self._bell = Bell()
        self._pulse = Pulse(f"the thread of {path}")
        self._unsent = b""
        self._debt, self._debt_at = 0.0, 0.0
        self.start()

    def ack(self, event: Event, words: str = "") -> None:
        """The event is on the card: the pod may go on; who typed it is answered with *words*."""
        self._do(lambda: self.box.ack(event, words))

    def lamps(self, lit: tuple[int, ...]) -> None:
        """Have the pod's lamps so (1 lit, 0 dark), now and whenever it comes back."""
        self._do(lambda: self.box.lamps(lit))

    def ask(self, sides: int) -> None:
        """Tell the pod which die is awaited, by its sides; 0 for none."""
        self._do(lambda: self.box.ask(sides))

    def close(self) -> None:
        """End the thread and close the port; takes a second at most."""
        self._closing = True
        self._bell.ring()
        self.join(GOODBYE_S)

    def stuck(self, now: float) -> list[str]:
        """Say in a sentence that its thread does not come round any more, or has ended."""
        if not self.is_alive() and not self._closing:
            return [f"the thread of {self.path} has ended"]
        return self._pulse.stuck(now)

    def _do(self, errand: Callable[[], None]) -> None:
        self._errands.append(errand)
        self._bell.ring()

    # In the thread

    def run(self) -> None:
        """Open, serve, close, and again."""
        failures = 0
        while not self._closing:
            heard = self.box.ok
            try:
                self._open_and_serve()
            except Exception as error:  # noqa: BLE001 - see above; and a dead thread hears no die
                self.state = f"The serial port {self.path} is not there ({_words(error)})."
            failures = 0 if self.box.ok > heard else failures + 1
            self._rest(BACKOFF_S[min(failures, len(BACKOFF_S) - 1)])
        self._bell.close()

    def _open_and_serve(self) -> None:
        self._pulse.work()
        port = serial.Serial(self.path, BAUD, timeout=0, write_timeout=0, exclusive=True)
        try:
            fd = port.fileno()
            _lock(fd, self.path)
            self.state = ""
            self.opened += 1
            while not self._closing:
                self._serve(fd)
        finally:
            self._pulse.work()
            if self._unsent:  # a pod that does not read must not hold up the closing
                with suppress(OSError, termios.error):
                    termios.tcflush(port.fileno(), termios.TCOFLUSH)
            self._unsent = b""
            _hang_up(port)
            self._tell(self.box.closed())

    def _serve(self, fd: int) -> None:
        """Say what is due, wait until there is something to do, take what came."""
        self._run_errands()
        if self._closing:  # the ring that said so was just taken
            return
        now = _now_ms()
        self._tell(self.box.tick(now))
        self._write(fd)
        resting = self._resting()
        due = self.box.next_due(now)
        wait = resting or (None if due is None else due / 1000)
        readers = [self._bell.fileno()] if resting else [self._bell.fileno(), fd]
        self._pulse.rest()
        ready, _, _ = select.select(readers, [fd] if self._unsent else [], [], wait)
        self._pulse.work()
        if fd in ready:
            data = os.read(fd, _READ)
            if not data:
                raise OSError("it was unplugged")
            self._debt += len(data)
            self._tell(self.box.receive(data, _now_ms()))

    def _write(self, fd: int) -> None:
        """Write as much as the port takes; what is due meanwhile stays with the box, as one."""
        if not self._unsent:
            self._unsent = self.box.data_to_send()
        if self._unsent:
            with suppress(BlockingIOError):
                self._unsent = self._unsent[os.write(fd, self._unsent) :]

    def _resting(self) -> float:
        """How many seconds not to read, after more came than people can have meant."""
        now = time.monotonic()
        self._debt = max(0.0, self._debt - (now - self._debt_at) * _BYTES_A_SECOND)
        self._debt_at = now
        return max(0.0, (self._debt - _READ) / _BYTES_A_SECOND)

    def _rest(self, seconds: float) -> None:
        """Wait, but run errands: what is acknowledged while a pod is away is not asked again."""
        self._pulse.rest()
        until = time.monotonic() + seconds
        while not self._closing and (wait := until - time.monotonic()) > 0:
            self._bell.wait(wait)
            self._run_errands()

    def _run_errands(self) -> None:
        self._bell.quiet()
        while self._errands:
            self._errands.popleft()()

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            self._emit(Heard(self.path, event))


def _lock(fd: int, path: str) -> None:
    """Keep others out who do not ask for pyserial's lock.

    Not on a pseudo-terminal, which would keep this lock when its reader is killed.
    """
    if not os.path.realpath(path).startswith("/dev/pts/"):
        fcntl.ioctl(fd, termios.TIOCEXCL)


def _hang_up(port: serial.Serial) -> None:
    """Close the port, and what pyserial has open besides.

    Where closing fails the kernel has let go of the port all the same, but pyserial's four pipes
    stay open, and its own second try would close a number that is somebody else's by now.
    """
    try:
        port.close()
    except (OSError, TypeError):
        port.fd = os.open(os.devnull, os.O_RDONLY)
        with suppress(OSError, TypeError):
            port.close()


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _words(error: BaseException) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text.strip().rstrip(".") or type(error).__name__
