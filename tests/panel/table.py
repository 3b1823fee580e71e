"""As much of a daemon as one serial port needs, and what a port may not leave behind."""

import queue
from collections.abc import Callable
from pathlib import Path

from turnkeeper.link.events import Numbered, Roll
from turnkeeper.panel.port import Heard, Port


class Table:
    """As much of a daemon as it takes: journals what it hears, then acknowledges."""

    def __init__(self, path: str, seen: tuple[str, ...] = ()) -> None:
        """Listen at *path*."""
        self.heard: queue.SimpleQueue[Heard] = queue.SimpleQueue()
        self.rolls: list[Roll] = []
        self.others: list[object] = []
        self.port = Port(path, self.heard.put, seen)

    def listen(self) -> bool:
        """Take what came; always true."""
        while not self.heard.empty():
            heard = self.heard.get_nowait()
            if isinstance(heard.event, Roll):
                self.rolls.append(heard.event)
            else:
                self.others.append(heard.event)
            if isinstance(heard.event, Numbered):
                self.port.ack(heard.event)
        return True

    def knows(self, count: int) -> Callable[[], bool]:
        """Whether so many rolls have come."""
        return lambda: self.listen() and len(self.rolls) >= count


def end(port: Port) -> None:
    """Close it, and give a busy machine the time that the daemon would not wait."""
    port.close()
    port.join(10)
    assert not port.is_alive()


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))
