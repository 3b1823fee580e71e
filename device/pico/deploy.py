"""Gets the firmware onto a Pico: finds it, copies the files, starts it, and waits for its HELLO.

`device/pico/install` starts this. The copying is mpremote's, by way of MicroPython's prompt; a pod
at work has none, so whoever wants it holds a key while the pod is plugged in (`main.py`).
"""

import argparse
import queue
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from turnkeeper.config import PortSettings
from turnkeeper.errors import PortError
from turnkeeper.link.events import Event, Hello, OtherProto
from turnkeeper.panel.ports import Heard, Port, find_ports

sys.path.insert(0, str(Path(__file__).parent))  # also where it is imported, as the tests do
import files  # it stands beside this file

OLDEST = (1, 23)  # of MicroPython: what mpy-cross makes today, none before it reads
AT_WORK_S = 1.5  # a pod at work says HELLO in that time
HELLO_S = 15.0  # and after a reset in that, with the time that USB takes
COPY_S = 120.0
DRIVES = ("RPI-RP2", "RP2350")  # what a Pico is without MicroPython, or with BOOTSEL held

PROBE = """
import os, sys
for folder, names in {names!r}:
    for name in names:
        for end in (".py", ".mpy"):
            try:
                os.remove(folder + name + end)
            except OSError:
                pass
print("version", *sys.implementation.version[:3])
print(sys.implementation._machine)
"""


class Desk:
    """What the installer reaches outside: the ports, mpremote, a pod's HELLO. Tests have others."""

    def ports(self) -> tuple[str, ...]:
        """Give the ports of all MicroPython Picos."""
        return find_ports(PortSettings())

    def drives(self) -> list[str]:
        """Name the Picos that are plugged in as a drive."""
        return [name for name in DRIVES if Path("/dev/disk/by-label", name).exists()]

    def mpremote(self, port: str, words: Sequence[str]) -> str:
        """Have mpremote do something at a port; give what it printed. PortError if it could not."""
        command = [sys.executable, "-m", "mpremote", "connect", port, *words]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, timeout=COPY_S
            )
        except subprocess.TimeoutExpired:
            raise PortError(
                f"The Pico at {port} does not answer; unplug it and try again."
            ) from None
        if done.returncode:
            said = (done.stderr or done.stdout).strip().splitlines()
            raise PortError(
                f"mpremote could not do it at {port}: {said[-1] if said else 'no word'}."
            )
        return done.stdout

    def hello(self, port: str, seconds: float) -> Event | None:
        """Wait so long for a pod at a port, as the box does; None if none says who it is.

        PortError where the port cannot be had.
        """
        heard: queue.SimpleQueue[Heard] = queue.SimpleQueue()
        thread = Port(port, heard.put)
        try:
            with suppress(queue.Empty):
                while True:
                    event = heard.get(timeout=seconds).event
                    if isinstance(event, Hello | OtherProto):
                        return event
            if "lock" in thread.state or "busy" in thread.state:
                raise PortError(
                    f"{port} is in use; if that is the box: sudo systemctl stop turnkeeper."
                )
            if thread.state:
                raise PortError(thread.state)
            return None
        finally:
            thread.close()


def main(words: Sequence[str] | None = None, desk: Desk | None = None) -> int:
    """Install as the words say; gives the exit status, 2 where it could not be done."""
    parser = argparse.ArgumentParser(
        prog="device/pico/install", description="Makes a pod out of a Pico with MicroPython on it."
    )
    parser.add_argument("--no-tray", action="store_true", help="it has no keypad for dice")
    parser.add_argument(
        "--buttons",
        type=int,
        default=0,
        choices=range(files.MOST_BUTTONS + 1),
        help="how many buttons with lamps it has (default: none)",
        metavar="0..8",
    )
    parser.add_argument("--port", default="", help="which Pico, where several are plugged in")
    given = parser.parse_args(words)
    if given.no_tray and not given.buttons:
        parser.error("a pod has a tray, or --buttons 1 to 8, or both")
    try:
        install(
            desk or Desk(), given.port, tray=not given.no_tray, buttons=given.buttons, say=print
        )
    except PortError as fault:
        print(f"device/pico/install: {fault}", file=sys.stderr)
        return 2
    return 0


def install(
    desk: Desk, port: str, *, tray: bool, buttons: int, say: Callable[[str], None]
) -> Hello:
    """Do it all; PortError says in a sentence what is in the way."""
    port = port or the_one(desk)
    if isinstance(at_work := desk.hello(port, AT_WORK_S), Hello | OtherProto):
        raise PortError(
            f"pod {at_work.id} is at work at {port} and has no prompt. Pull its cable, hold its "
            "first button (a tray: the * key), plug it in, hold for 3 seconds more; then again."
        )
    names = [("", (*files.PLAIN, *files.FIRMWARE)), ("turnkeeper/link/", files.SHARED)]
    known = desk.mpremote(port, ["exec", PROBE.format(names=names)])
    say(f"Found: {checked(known)}, at {port}")
    with tempfile.TemporaryDirectory(prefix="turnkeeper-") as folder:
        laid = files.lay_out(Path(folder), tray=tray, buttons=buttons)
        say(f"Copying {len(laid)} files, {sum(path.stat().st_size for path in laid)} bytes")
        top = sorted(str(path) for path in Path(folder).iterdir())
        desk.mpremote(port, ["fs", "cp", "-r", *top, ":"])
    desk.mpremote(port, ["reset"])
    return welcome(desk.hello(port, HELLO_S), port, say)


def the_one(desk: Desk) -> str:
    """Give the port of the only Pico; PortError where there is none, or several."""
    ports = desk.ports()
    if len(ports) == 1:
        return ports[0]
    if ports:
        raise PortError(f"several Picos are plugged in; name one: --port {' or '.join(ports)}.")
    if drives := desk.drives():
        raise PortError(
            f"there is a Pico, as the drive {drives[0]}, without MicroPython: copy MicroPython's "
            ".uf2 file for your board to that drive, and start this again."
        )
    raise PortError(
        "no Pico with MicroPython is plugged in. A new one: hold BOOTSEL, plug it in, and copy "
        "MicroPython's .uf2 file for your board to the drive that appears. Is it a data cable?"
    )


def checked(known: str) -> str:
    """Read what PROBE printed, into words; PortError where MicroPython is too old."""
    lines = known.split("\n")
    numbers = next((line.split()[1:] for line in lines if line.startswith("version ")), [])
    machine = next((line.strip() for line in lines[1:] if line.strip()), "a board")
    version = ".".join(numbers)
    if tuple(int(number) for number in numbers[:2]) < OLDEST:
        oldest = ".".join(str(number) for number in OLDEST)
        raise PortError(f"MicroPython {version or '?'} is too old; {oldest} or newer is needed.")
    return f"{machine}, MicroPython {version}"


def welcome(event: Event | None, port: str, say: Callable[[str], None]) -> Hello:
    """Say what has said HELLO; PortError where nothing has."""
    if not isinstance(event, Hello):
        raise PortError(
            f"the files are on the Pico at {port}, but it does not say HELLO. Unplug it and plug "
            "it in again; to see why: DEV = True in board.py, and a terminal at that port."
        )
    has = event.has
    parts = ["a dice tray"] * bool(has["dice"]) + [f"{has['keys']} buttons"] * bool(has["keys"])
    say(f"Pod {event.id} is at work: {' and '.join(parts)}")
    return event


if __name__ == "__main__":
    sys.exit(main())
