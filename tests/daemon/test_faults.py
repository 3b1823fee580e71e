"""I2: no fault in one action kills the buttons; a stuck one is named, and the others work."""

import time
from pkgutil import resolve_name

import gpiozero
import pytest

from tests.daemon import box
from tests.daemon.box import up
from tests.daemon.conftest import SitDown
from tests.device.quick import tap
from turnkeeper.daemon import Daemon
from turnkeeper.panel import contacts
from turnkeeper_sim import workbench
from turnkeeper_sim.bench import Stuck
from turnkeeper_sim.workbench import Workbench

PLACES = (
    "turnkeeper.session:Session.handle",
    "turnkeeper.session:Session.take",
    "turnkeeper.session:Session.lamps",
    "turnkeeper.session:Session.awaited",
    "turnkeeper.session:Session.tick",
    "turnkeeper.ui.front:Front.gesture",
    "turnkeeper.ui.front:Front.settle",
    "turnkeeper.rules.battle:Battle.push",
    "turnkeeper.shown:Shown.show",
    "turnkeeper.shown:draw",
    "turnkeeper.senses:Senses.take",
    "turnkeeper.senses:Senses.pass_time",
    "turnkeeper.panel.buzzer:Buzzer.play",
    "turnkeeper.panel.buzzer:Buzzer.tick",
    "turnkeeper.panel.lamps:Lamps.show",
    "turnkeeper.watch:Watch.news",
)
"""Where a bug of ours may sit between a finger and the glass."""


def buggy(place: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A bug that shows once; gives a list that is empty until it has."""
    shown: list[str] = []
    module, _, path = place.partition(":")
    owner, _, name = path.rpartition(".")
    target = resolve_name(f"{module}:{owner}" if owner else module)
    real = getattr(target, name)

    def once(*args: object, **more: object) -> object:
        if not shown:
            shown.append(place)
            raise LookupError("a bug of ours")
        return real(*args, **more)

    monkeypatch.setattr(target, name, once)
    return shown


def done(table: Workbench) -> list[str]:
    """The battle's events so far."""
    assert table.session.battle
    return [str(command) for command, *_ in table.session.battle.events]


def press_on(table: Workbench, who: str) -> None:
    """Press who is up until it is *who*'s turn: a press may have met the bug."""
    for _ in range(3):
        if up(table) == [who]:
            return
        table.press("seat1" if up(table) == ["Ann"] else "next")


@pytest.mark.parametrize("place", PLACES)
def test_a_fault_costs_one_action_alone(
    place: str,
    sit_down: SitDown,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = sit_down()
    shown = buggy(place, monkeypatch)
    tap(table, "seat1")
    table.until(lambda: bool(shown), "the bug shows")
    press_on(table, "Bo")
    table.until(lambda: table.shows(table.page), "the glass is still")
    assert up(table) == ["Bo"]
    assert done(table).count("done Ann") == 1
    assert "a bug of ours" in capsys.readouterr().err


def test_a_fault_of_ours_is_said_on_the_glass(
    sit_down: SitDown, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit_down()
    buggy("turnkeeper.ui.front:Front.gesture", monkeypatch)
    table.press("seat1")
    assert "fault of ours" in str(table.page)
    assert table.shows(table.page)
    assert up(table) == ["Ann"]
    table.press("seat1")
    assert up(table) == ["Bo"]


def test_a_page_that_cannot_be_drawn_at_all_leaves_the_buttons_alive(
    sit_down: SitDown, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit_down()

    def broken(*_: object) -> None:
        raise LookupError("a bug of ours")

    with monkeypatch.context() as patch:
        patch.setattr("turnkeeper.shown.draw", broken)
        tap(table, "seat1")
        table.until(lambda: up(table) == ["Bo"], "Ann's press counts")
    table.press("seat2")
    assert up(table) == ["Orc 1"]
    table.until(lambda: table.shows(table.page), "the glass shows the page again")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_control_without_the_guard_the_box_is_dead(
    sit_down: SitDown, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(_: Daemon, __: object, fault: Exception) -> None:
        raise SystemExit(1) from fault

    table = sit_down()
    monkeypatch.setattr(workbench, "PATIENCE", 0.5)
    monkeypatch.setattr(Daemon, "_faulted", dies)
    buggy("turnkeeper.ui.front:Front.gesture", monkeypatch)
    with pytest.raises(Stuck, match="seat1 counts"):
        table.press("seat1")


# Stuck buttons


def let_go(table: Workbench) -> None:
    """Bo's button comes up again, for longer than a contact chatters."""
    table.level("seat2", down=False)
    time.sleep(4 * contacts.GLITCH_S)


def test_a_button_that_is_down_from_the_start_is_named_and_the_others_work(
    sit_down: SitDown, monkeypatch: pytest.MonkeyPatch
) -> None:
    welcome = Daemon._welcome

    def held(daemon: Daemon) -> None:
        gpiozero.Device.pin_factory.pin(f"GPIO{daemon.config.pins.seats[1]}").drive_low()
        welcome(daemon)

    with monkeypatch.context() as patch:
        patch.setattr(Daemon, "_welcome", held)
        table = sit_down(box.at_home)
    assert str(table.page) == (
        "[told]\nMind\n----\n  ## The button of seat 2 is stuck down; the others work"
    )
    table.press("next")
    table.press("next")
    table.press("seat1")
    assert "# Ann\n  next die" in str(table.page)
    let_go(table)
    table.press("seat2")
    assert "# Bo\n  next die" in str(table.page)


def test_a_button_that_gets_stuck_is_named_once(
    sit_down: SitDown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contacts, "STUCK_S", 0.3)
    table = sit_down()
    table.level("seat2", down=True)
    table.until(lambda: "seat 2 is stuck" in str(table.page), "it is named")
    table.press("seat1")
    assert up(table) == ["Bo"]
    let_go(table)
    table.press("seat2")
    assert up(table) == ["Orc 1"]
