"""L4: the cable goes out at any moment and in again, and each die is told once."""

import errno
import os
import select
import termios
import threading
from collections.abc import Callable
from random import Random

import pytest
import serial

from tests.panel.table import Table, descriptors, end
from tests.panel.tray import Cable, Tray, wait_for
from turnkeeper.panel import port as one_port
from turnkeeper.panel.port import Port

CYCLES = 100


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
    [(os, "read"), (os, "write"), (select, "select"), (serial, "Serial")],
    ids=["read", "write", "select", "open"],
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
