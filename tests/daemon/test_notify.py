"""What the service manager is told, by whom, and when it is told nothing.

Y1: the watchdog hears only from the loop that plays, and only while every thread comes round.
"""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.daemon.manager import Ear
from turnkeeper import daemon
from turnkeeper.notify import Manager, switching_off
from turnkeeper.panel import pulse
from turnkeeper.watch import Watch
from turnkeeper_sim.workbench import Workbench

ALIVE = "WATCHDOG=1"
SOON = 0.4


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    ear = Ear(tmp_path)
    yield ear
    ear.close()


def test_a_line_goes_to_the_socket_that_the_environment_names(ear: Ear) -> None:
    Manager({"NOTIFY_SOCKET": str(ear.address)}).tell("READY=1")
    assert ear.hears("READY=1", 1)


def test_without_a_manager_or_with_one_that_has_gone_nothing_happens(tmp_path: Path) -> None:
    Manager({}).tell("READY=1")
    Manager({"NOTIFY_SOCKET": str(tmp_path / "gone")}).tell("READY=1")
    Manager({"NOTIFY_SOCKET": "@turnkeeper-nobody"}).tell("READY=1")


@pytest.mark.parametrize(
    ("environment", "pings"),
    [
        ({"WATCHDOG_USEC": "8000000"}, 4),
        ({"WATCHDOG_USEC": "8000000", "WATCHDOG_PID": "1"}, 0),  # meant for another process
        ({}, 0),
        ({"WATCHDOG_USEC": "soon"}, 0),
    ],
)
def test_the_watchdog_hears_four_times_in_its_time(
    ear: Ear, environment: dict[str, str], pings: int
) -> None:
    manager = Manager({"NOTIFY_SOCKET": str(ear.address), **environment})
    for tenth in range(80):  # of the 8 seconds
        manager.alive(100.0 + tenth / 10)
    while ear.listen(0.05):
        pass
    assert ear.heard == [ALIVE] * pings


def test_a_halt_is_asked_for_by_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    assert not switching_off()
    Manager().switch_off()
    assert switching_off()
    Manager().stay()
    assert not switching_off()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "none"))
    with pytest.raises(OSError, match="No such file"):
        Manager().switch_off()


@pytest.fixture
def box(tmp_path: Path, ear: Ear, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workbench]:
    """A box whose watchdog waits for a fifth of a second."""
    monkeypatch.setenv("NOTIFY_SOCKET", str(ear.address))
    monkeypatch.setenv("WATCHDOG_USEC", "200000")
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(daemon, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(pulse, "MOST_S", 0.1)
    box = Workbench(tmp_path)
    yield box
    box.close()


def test_it_is_ready_once_a_press_counts_and_alive_from_then_on(box: Workbench, ear: Ear) -> None:
    del box
    assert ear.hears("READY=1")
    assert ear.hears(ALIVE)
    assert ear.hears(ALIVE)


def hang(monkeypatch: pytest.MonkeyPatch, where: object, what: str) -> Callable[[], None]:
    """Let a method never come back, until the function that this gives is called."""
    go_on = threading.Event()
    before = getattr(where, what)

    def hung(*words: object, **more: object) -> object:
        go_on.wait()
        return before(*words, **more)

    monkeypatch.setattr(where, what, hung)
    return go_on.set


@pytest.mark.parametrize("thread", ["the display", "the port"])
def test_a_thread_that_hangs_is_told_at_once(
    box: Workbench, ear: Ear, monkeypatch: pytest.MonkeyPatch, thread: str
) -> None:
    """Y1: its own time and the watchdog's, one after the other, would be more than 15 s."""
    assert ear.hears(ALIVE)
    port = next(iter(box.daemon.senses.ports.ports.values()))
    where, what = {
        "the display": (box.daemon.shown.display._painter, "paint"),
        "the port": (port.box, "tick"),
    }[thread]
    go_on = hang(monkeypatch, where, what)
    try:
        box.daemon.shown.display.whole()
        port.lamps((1,))
        assert ear.hears("WATCHDOG=trigger")
    finally:
        go_on()


@pytest.mark.parametrize("thread", ["the loop", "the display", "the port"])
def test_a_thread_that_hangs_silences_it(
    box: Workbench, ear: Ear, monkeypatch: pytest.MonkeyPatch, thread: str
) -> None:
    assert ear.hears(ALIVE)
    port = next(iter(box.daemon.senses.ports.ports.values()))
    where, what = {
        "the loop": (box.daemon.session, "page"),
        "the display": (box.daemon.shown.display._painter, "paint"),
        "the port": (port.box, "tick"),
    }[thread]
    go_on = hang(monkeypatch, where, what)
    try:
        box.daemon.shown.display.whole()
        port.lamps((1,))
        while ear.hears(ALIVE, SOON):  # until it has come to where it hangs
            pass
        assert not ear.hears(ALIVE, SOON)
    finally:
        go_on()
    assert ear.hears(ALIVE), "and when it comes round again, all is well"


def test_control_a_watchdog_that_is_told_by_the_loop_alone_misses_a_thread(
    box: Workbench, ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Watch, "well", lambda *_: True)
    go_on = hang(monkeypatch, box.daemon.shown.display._painter, "paint")
    try:
        box.daemon.shown.display.whole()
        for _ in range(10):
            assert ear.hears(ALIVE), "though the display hangs"
    finally:
        go_on()


def test_a_thread_that_has_died_silences_it(
    box: Workbench, ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ear.hears(ALIVE)
    monkeypatch.setattr(box.daemon.shown.display, "alive", lambda: False)
    while ear.hears(ALIVE, SOON):
        pass
    assert not ear.hears(ALIVE, SOON)


def test_the_power_key_held_asks_for_a_halt_and_takes_it_back_if_nobody_halts(
    box: Workbench, tmp_path: Path
) -> None:
    number = box.config.pins.power
    assert number is not None
    pin = box.factory.pin(f"GPIO{number}")
    pin.drive_low()
    box.until((tmp_path / "switch-off").exists, "the halt is asked for")
    pin.drive_high()
    box.until(lambda: box.page.name == "switching off", "the page says so")
    box.until(lambda: box.shows(box.page), "the glass shows it")
    box.daemon.power._until = 0.0  # the time is up
    box.until(lambda: not (tmp_path / "switch-off").exists(), "nobody halts")
    box.until(lambda: box.page.name != "switching off", "the battle goes on")
    assert not box.daemon.shown.off
