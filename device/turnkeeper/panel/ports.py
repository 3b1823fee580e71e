"""All serial ports: which there are, and one `Port` for each.

A pod is found by the name that the system gives its cable, or by its USB id, and then by its HELLO.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from turnkeeper.config import PortSettings
from turnkeeper.link.memory import Memory
from turnkeeper.panel.port import Heard, Port

__all__ = ["Heard", "Port", "Ports", "find_ports"]

POD = (0x2E8A, 0x0005)  # every MicroPython Pico; its HELLO tells whether it is one of ours
MOST_PORTS = 8


class Ports:
    """All ports of the settings, or all pods that are found, as they come.

    Arguments as for `Port`. `look` is to be called about once a second; it starts a thread for a
    port that is new, and that thread then waits for its pod for good.
    """

    def __init__(
        self, settings: PortSettings, emit: Callable[[Heard], None], seen: Iterable[str] = ()
    ) -> None:
        """Look for the first time."""
        self.ports: dict[str, Port] = {}
        self._settings, self._emit = settings, emit
        self._memory = Memory(tuple(seen))
        self._lit: tuple[int, ...] = ()
        self._sides = 0
        self._terminals: frozenset[str] | None = None
        self.look()

    @property
    def state(self) -> str:
        """What is wrong with the ports that were set, in one sentence each; empty when nothing."""
        return " ".join(port.state for port in self.ports.values() if port.state)

    def look(self) -> None:
        """Start what is new; costs one look into /dev where ports are to be found."""
        terminals = _terminals() if not self._settings.paths else frozenset()
        if terminals == self._terminals:
            return
        self._terminals = terminals
        known = {os.path.realpath(path) for path in self.ports}
        for path in find_ports(self._settings):
            if path in self.ports or len(self.ports) >= MOST_PORTS:
                continue
            if self._settings.paths or os.path.realpath(path) not in known:
                port = self.ports[path] = Port(path, self._emit, self._memory)
                port.lamps(self._lit)
                port.ask(self._sides)

    def ack(self, heard: Heard, words: str = "") -> None:
        """What was heard is on the card: see `Port.ack`."""
        port = self.ports.get(heard.port)
        if port is not None:
            port.ack(heard.event, words)

    def lamps(self, lit: tuple[int, ...]) -> None:
        """Have the lamps of all pods so, also of those that come later."""
        if lit != self._lit:
            self._lit = lit
            for port in self.ports.values():
                port.lamps(lit)

    def ask(self, sides: int) -> None:
        """Tell all pods which die is awaited, by its sides; 0 for none."""
        if sides != self._sides:
            self._sides = sides
            for port in self.ports.values():
                port.ask(sides)

    def stuck(self, now: float) -> list[str]:
        """Say which thread does not come round any more."""
        return [sentence for port in self.ports.values() for sentence in port.stuck(now)]

    def close(self) -> None:
        """End all threads; takes a second at most for each."""
        for port in self.ports.values():
            port.close()


def find_ports(settings: PortSettings) -> tuple[str, ...]:
    """Return the paths that are set, else those of all MicroPython Picos that are plugged in.

    A pod's path is the one under /dev/serial/by-id, which stays when it is plugged in elsewhere.
    """
    if settings.paths:
        return tuple(dict.fromkeys(settings.paths))
    from serial.tools.list_ports import comports  # noqa: PLC0415 - 7 ms, where ports are set none

    pods = {os.path.realpath(port.device): port.device for port in comports() if _is_pod(port)}
    folder = Path("/dev/serial/by-id")
    for link in sorted(folder.iterdir()) if folder.is_dir() else ():
        if os.path.realpath(link) in pods:
            pods[os.path.realpath(link)] = str(link)
    return tuple(sorted(pods.values()))


def _is_pod(port: object) -> bool:
    return (getattr(port, "vid", None), getattr(port, "pid", None)) == POD


def _terminals() -> frozenset[str]:
    return frozenset(str(path) for path in Path("/dev").glob("ttyACM*"))
