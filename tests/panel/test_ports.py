"""L4: the cable goes out at any moment and in again, and the die is told once. On real terminals.

At the far end is the link's own pod. Nothing here waits for a time, but for what shall come.
"""

import errno
import os
import queue
import select
import termios
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
import serial

from tests.panel.tray import Cable, Tray, wait_for
from turnkeeper.config import PortSettings
from turnkeeper.link.events import Hello, Lost, Numbered, Roll
from turnkeeper.panel import port as one_port
from turnkeeper.panel import ports
from turnkeeper.panel.port import BACKOFF_S, Heard, Port
from turnkeeper.panel.ports import Ports, find_ports

CYCLES = 100


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


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    """A cable, plugged in."""
    cable = Cable(tmp_path)
    cable.plug()
    yield cable
    cable.pull()


@pytest.fixture
def table(cable: Cable) -> Iterator[Table]:
    """A box at its near end."""
    table = Table(cable.path)
    yield table
    end(table.port)


@pytest.fixture
def tray(cable: Cable) -> Iterator[Tray]:
    """A pod at its far end."""
    tray = Tray(cable)
    yield tray
    tray.end()


def end(port: Port) -> None:
    """Close it, and give a busy machine the time that the daemon would not wait."""
    port.close()
    port.join(10)
    assert not port.is_alive()


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_a_die_comes_to_the_table_and_is_acknowledged(table: Table, tray: Tray) -> None:
    assert tray.roll(20, 17)
    assert wait_for(table.knows(1))
    assert [(roll.sides, roll.face) for roll in table.rolls] == [(20, 17)]
    assert wait_for(lambda: tray.pod.waiting == 0)
    assert [type(event) for event in table.others] == [Hello]
    assert table.port.state == ""


def test_lamps_and_the_awaited_die_reach_the_pod(table: Table, tray: Tray) -> None:
    table.port.lamps((1, 0))
    table.port.ask(10)
    assert wait_for(lambda: (tray.pod.lamps, tray.pod.awaited) == ((1, 0), 10))
    table.port.lamps((0, 1))
    table.port.ask(0)
    assert wait_for(lambda: (tray.pod.lamps, tray.pod.awaited) == ((0, 1), 0))


def test_frames_that_come_byte_by_byte_are_whole(table: Table, tray: Tray) -> None:
    tray.chunk = 1
    for face in range(1, 6):
        assert tray.roll(20, face)
    assert wait_for(table.knows(5))
    assert [roll.face for roll in table.rolls] == [1, 2, 3, 4, 5]
    assert table.port.box.bad == 0


def test_unplugged_it_is_lost_and_says_so_and_plugged_in_it_is_there(
    table: Table, tray: Tray, cable: Cable
) -> None:
    assert wait_for(lambda: table.listen() and len(table.others) == 1)
    with tray.lock:
        cable.pull()
    assert wait_for(lambda: "is not there" in table.port.state)
    assert wait_for(lambda: table.listen() and table.others[-1] == Lost("tray"))
    assert tray.roll(6, 4), "thrown meanwhile"
    with tray.lock:
        cable.plug()
    assert wait_for(table.knows(1))
    assert table.port.state == ""


def test_a_port_that_is_not_there_at_the_start_is_taken_up_when_it_comes(tmp_path: Path) -> None:
    cable = Cable(tmp_path)
    table = Table(cable.path)
    assert wait_for(lambda: "No such file" in table.port.state)
    cable.plug()
    tray = Tray(cable)
    tray.roll(20, 1)
    assert wait_for(table.knows(1))
    end(table.port)
    tray.end()
    cable.pull()


def test_it_is_tried_so_often_that_two_seconds_are_enough() -> None:
    assert max(BACKOFF_S) <= 1.0
    assert BACKOFF_S[0] <= 0.05


def in_and_out(cycles: int, cable: Cable, table: Table, tray: Tray) -> None:
    """Pull the cable at any moment, throw a die in or out of it, plug it in; wait for the die."""
    chance = Random(cycles)
    assert tray.roll(20, 1)
    assert wait_for(table.knows(1))
    open_before, threads_before = descriptors(), threading.active_count()
    for cycle in range(1, cycles + 1):
        early = chance.random() < 0.5
        if early:
            assert tray.roll(20, cycle % 20 + 1)
        for _ in range(chance.randrange(6)):
            table.listen()
            select.select([], [], [], chance.random() / 500)
        with tray.lock:
            cable.pull()
            if chance.random() < 0.5:
                cable.plug()  # back before anybody noticed
        if not early:
            assert tray.roll(20, cycle % 20 + 1)
        if cable.far < 0:
            with tray.lock:
                cable.plug()
        assert wait_for(table.knows(cycle + 1)), f"cycle {cycle}"
        assert wait_for(lambda: tray.pod.waiting == 0)
    assert [roll.face for roll in table.rolls] == [cycle % 20 + 1 for cycle in range(cycles + 1)]
    assert threading.active_count() <= threads_before
    assert wait_for(lambda: descriptors() <= open_before)


def test_a_hundred_times_in_and_out_no_die_is_lost_and_nothing_leaks(
    cable: Cable, table: Table, tray: Tray
) -> None:
    in_and_out(CYCLES, cable, table, tray)


@pytest.mark.release
def test_thousands_of_times_in_and_out(cable: Cable, table: Table, tray: Tray) -> None:
    in_and_out(50 * CYCLES, cable, table, tray)


FAILURES = [
    OSError(errno.EIO, "Input/output error"),
    OSError(errno.ENXIO, "No such device or address"),
    OSError(errno.EBADF, "Bad file descriptor"),
    serial.SerialException("device reports readiness to read but returned no data"),
    termios.error(5, "Input/output error"),
    TypeError("argument must be an int, or have a fileno() method."),
]


class Failing:
    """Stands for a module in ports.py; its function *name* fails three times in a port's thread."""

    def __init__(self, module: object, name: str, failure: Exception) -> None:
        self.module, self.name, self.failure, self.left = module, name, failure, 3

    def __getattr__(self, name: str) -> object:
        real = getattr(self.module, name)
        return self.around(real) if name == self.name else real

    def around(self, real: Callable[..., object]) -> Callable[..., object]:
        """Return *real* with the failures in front of it."""

        def called(*args: object, **more: object) -> object:
            if self.left and isinstance(threading.current_thread(), Port):
                self.left -= 1
                raise self.failure
            return real(*args, **more)

        return called


every_failure = pytest.mark.parametrize(
    "failure", FAILURES, ids=[f"{type(one).__name__}-{at}" for at, one in enumerate(FAILURES)]
)


@every_failure
@pytest.mark.parametrize(
    ("module", "call"),
    [(os, "read"), (os, "write"), (select, "select"), (serial, "Serial"), (os, "ttyname")],
    ids=["read", "write", "select", "open", "lock"],
)
def test_whatever_call_fails_in_whatever_way_the_die_comes(
    monkeypatch: pytest.MonkeyPatch, cable: Cable, module: object, call: str, failure: Exception
) -> None:
    failing = Failing(module, call, failure)
    monkeypatch.setattr(one_port, getattr(module, "__name__", ""), failing)
    monkeypatch.setattr(one_port, "BACKOFF_S", (0.001,))
    before = descriptors()
    table, tray = Table(cable.path), Tray(cable)
    assert tray.roll(20, 17)
    assert wait_for(table.knows(1))
    assert failing.left == 0, "it did fail"
    assert len(table.rolls) == 1
    end(table.port)
    tray.end()
    assert descriptors() <= before


class Narrow(Port):
    """Control: catches what pyserial's manual names, and ends at anything else."""

    def _open_and_serve(self) -> None:
        try:
            super()._open_and_serve()
        except serial.SerialException:
            raise
        except Exception as error:
            raise SystemExit from error


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@every_failure
def test_control_to_catch_serial_exceptions_alone_is_not_enough(
    monkeypatch: pytest.MonkeyPatch, cable: Cable, failure: Exception
) -> None:
    monkeypatch.setattr(one_port, "os", Failing(os, "read", failure))
    monkeypatch.setattr(one_port, "BACKOFF_S", (0.001,))
    tray, port = Tray(cable), Narrow(cable.path, lambda _: None)
    assert tray.roll(20, 17)
    if isinstance(failure, serial.SerialException):
        assert wait_for(lambda: tray.pod.greeted)
    else:
        assert wait_for(lambda: not port.is_alive())
    end(port)
    tray.end()


def test_a_port_whose_closing_fails_leaves_nothing_open(
    monkeypatch: pytest.MonkeyPatch, cable: Cable
) -> None:
    before = descriptors()
    real, failed = os.close, list[int]()

    def close(fd: int) -> None:
        real(fd)  # the kernel lets go whatever it says
        if not failed and isinstance(threading.current_thread(), Port):
            failed.append(fd)
            raise OSError(errno.EIO, "Input/output error")

    port = Port(cable.path, lambda _: None)
    assert wait_for(lambda: descriptors() > before + 2)
    monkeypatch.setattr("serial.serialposix.os.close", close)
    end(port)
    assert failed
    assert descriptors() <= before


def test_what_the_journal_remembers_is_not_taken_again(cable: Cable) -> None:
    tray = Tray(cable)
    first = Table(cable.path)
    assert tray.roll(20, 17)
    assert wait_for(lambda: not first.heard.empty())
    source = ""
    while not source:
        event = first.heard.get(timeout=5).event
        source = event.source if isinstance(event, Roll) else ""
    end(first.port)  # the plug was pulled: on the card, and never acknowledged
    second = Table(cable.path, seen=(source,))
    assert wait_for(lambda: second.listen() and tray.pod.waiting == 0)
    assert second.rolls == []
    assert tray.roll(20, 3)
    assert wait_for(second.knows(1))
    assert second.rolls[0].face == 3
    end(second.port)
    tray.end()


def test_an_acknowledgement_while_the_cable_is_out_holds_when_it_is_in(
    cable: Cable, tray: Tray
) -> None:
    table = Table(cable.path)
    assert tray.roll(20, 17)
    assert wait_for(lambda: table.heard.qsize() >= 2)
    with tray.lock:
        cable.pull()
    assert wait_for(lambda: "is not there" in table.port.state)
    table.listen()
    with tray.lock:
        cable.plug()
    assert wait_for(lambda: tray.pod.waiting == 0)
    table.listen()
    assert len(table.rolls) == 1
    end(table.port)


# L5: a deaf pod blocks nobody, and a babbling one is read no faster than people press.


def test_a_port_that_is_never_read_blocks_nobody(cable: Cable) -> None:
    table = Table(cable.path)
    greeting = Tray(cable)
    assert wait_for(lambda: table.listen() and bool(table.others))
    greeting._end = True
    greeting.join()  # from here on nobody reads
    for press in range(20_000):
        table.port.lamps((press % 2, 1))
        table.port.ask(press % 19 + 2)
    assert wait_for(lambda: not table.port._errands)
    assert len(table.port._unsent) < 1000
    assert table.port.is_alive()
    end(table.port)


def test_a_port_whose_buffer_is_full_keeps_what_is_newest(cable: Cable) -> None:
    table, tray = Table(cable.path), Tray(cable)
    assert wait_for(lambda: table.listen() and bool(table.others))
    tray.lock.acquire()  # it stops reading
    for press in range(3000):
        table.port.lamps((press % 2, 0))
        if press % 100 == 0:
            wait_for(lambda: not table.port._errands)
    table.port.lamps((0, 1))
    tray.lock.release()
    assert wait_for(lambda: tray.pod.lamps == (0, 1))
    end(table.port)
    tray.end()


def test_a_babbling_pod_is_read_slowly_and_costs_no_memory(table: Table, cable: Cable) -> None:
    chance, sent, waits = Random(1), 0, 0
    while waits < 20:
        went = cable.write(chance.randbytes(4096))
        sent += went
        if went == 0:
            waits += 1
            select.select([], [cable.far], [], 0.005)
    assert table.port.box.ok == 0
    assert sent < 400_000, "most of it stays where it came from"
    assert table.port.is_alive()
    table.listen()
    assert table.rolls == []


def test_control_a_port_read_without_rest_takes_all_the_babble(
    monkeypatch: pytest.MonkeyPatch, table: Table, cable: Cable
) -> None:
    monkeypatch.setattr(one_port, "_BYTES_A_SECOND", 10**9)
    sent = 0
    assert wait_for(lambda: table.port.state == "" and cable.far >= 0)
    while sent < 400_000:
        sent += cable.write(bytes(4096))
        select.select([], [cable.far], [], 1.0)
    assert table.port.is_alive()


def test_a_die_gets_through_when_the_babble_ends(table: Table, tray: Tray, cable: Cable) -> None:
    with tray.lock:
        for _ in range(5):
            cable.write(Random(2).randbytes(4096))
    tray.roll(20, 17)
    assert wait_for(table.knows(1))
    assert table.rolls[0].face == 17


def test_a_taker_that_fails_does_not_end_the_port(cable: Cable, tray: Tray) -> None:
    heard: list[Heard] = []

    def take(one: Heard) -> None:
        heard.append(one)
        if len(heard) == 1:
            raise queue.Full

    port = Port(cable.path, take)
    tray.roll(20, 17)
    assert wait_for(lambda: any(isinstance(one.event, Roll) for one in heard))
    end(port)


# Who opens what.


def test_a_second_reader_is_kept_out(cable: Cable, table: Table, tray: Tray) -> None:
    tray.roll(20, 1)
    assert wait_for(table.knows(1))
    with pytest.raises(serial.SerialException, match="exclusively lock"):
        serial.Serial(cable.path, exclusive=True)
    other = Port(cable.path, lambda _: None)
    assert wait_for(lambda: "is not there" in other.state)
    end(other)


def test_what_is_no_serial_port_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no port")
    port = Port(str(file), lambda _: None)
    assert wait_for(lambda: str(file) in port.state)
    end(port)
    assert file.read_text() == "no port"


def test_closing_ends_the_thread_and_the_descriptors(cable: Cable) -> None:
    before = descriptors()
    for _ in range(20):
        end(Port(cable.path, lambda _: None))
    assert descriptors() <= before


def test_calls_after_the_end_do_no_harm(cable: Cable) -> None:
    port = Port(cable.path, lambda _: None)
    end(port)
    port.lamps((1,))
    port.ask(6)
    end(port)


def test_the_ports_that_are_set_are_used_as_they_are() -> None:
    paths = ("/dev/turnkeeper-dice", "/dev/ttyS0", "/dev/ttyS0")
    assert find_ports(PortSettings(paths=paths)) == paths[:2]


class Plugged:
    """What pyserial tells of a port."""

    def __init__(self, device: str, vid: int | None, pid: int | None) -> None:
        self.device, self.vid, self.pid = device, vid, pid


def test_without_settings_each_pico_is_found_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = [
        Plugged("/dev/ttyS0", None, None),
        Plugged("/dev/ttyACM1", 0x2E8A, 0x0005),
        Plugged("/dev/ttyACM0", 0x2E8A, 0x0005),
        Plugged("/dev/ttyACM2", 0x2341, 0x0043),
    ]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: found)
    assert find_ports(PortSettings()) == ("/dev/ttyACM0", "/dev/ttyACM1")


def test_pods_are_taken_up_as_they_come_and_told_what_the_others_were(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    cables = [Cable(tmp_path / "a"), Cable(tmp_path / "b")]
    there: list[str] = []
    monkeypatch.setattr(ports, "find_ports", lambda _: tuple(there))
    monkeypatch.setattr(ports, "_terminals", lambda: frozenset(there))
    heard: queue.SimpleQueue[Heard] = queue.SimpleQueue()
    all_ports = Ports(PortSettings(), heard.put)
    all_ports.ask(8)
    all_ports.lamps((1, 1))
    trays = []
    for number, cable in enumerate(cables):
        cable.plug()
        there.append(cable.path)
        all_ports.look()
        all_ports.look()
        assert list(all_ports.ports) == there
        trays.append(Tray(cable, f"pod{number}"))
        trays[-1].roll(8, number + 1)
    assert wait_for(lambda: heard.qsize() == 4)
    said = [heard.get_nowait() for _ in range(4)]
    rolls = [one for one in said if isinstance(one.event, Roll)]
    assert {(one.port, one.event.face) for one in rolls if isinstance(one.event, Roll)} == {
        (cables[0].path, 1),
        (cables[1].path, 2),
    }
    for one in rolls:
        all_ports.ack(one)
    all_ports.ack(Heard("/dev/gone", rolls[0].event))
    assert wait_for(lambda: not any(tray.pod.waiting for tray in trays))
    assert wait_for(lambda: all(tray.pod.awaited == 8 for tray in trays))
    assert wait_for(lambda: all(tray.pod.lamps == (1, 1) for tray in trays))
    assert all_ports.state == ""
    all_ports.close()
    for tray, cable in zip(trays, cables, strict=True):
        tray.end()
        cable.pull()


def test_ports_that_are_set_are_named_while_they_are_not_there(tmp_path: Path) -> None:
    paths = (str(tmp_path / "one"), str(tmp_path / "two"))
    all_ports = Ports(PortSettings(paths=paths), lambda _: None)
    assert wait_for(lambda: all(path in all_ports.state for path in paths))
    all_ports.close()
