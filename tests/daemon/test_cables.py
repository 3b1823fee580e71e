"""Cables go out and in while people play: the display's, the dice tray's; and the plug's own."""

from pathlib import Path

import gpiozero
import pytest

from tests.daemon import box
from tests.daemon.box import asked, up
from tests.daemon.conftest import SitDown
from tests.device.quick import tap
from turnkeeper.config import Config, PortSettings
from turnkeeper.daemon import Daemon
from turnkeeper.journal import Journal
from turnkeeper.panel.ports import Ports
from turnkeeper_sim import workbench
from turnkeeper_sim.bus import ModelBus
from turnkeeper_sim.panel_model import Panel
from turnkeeper_sim.pod import Pod
from turnkeeper_sim.workbench import Workbench


def rolls(table: Workbench) -> list[str]:
    """The dice of the battle so far."""
    battle = table.session.battle
    assert battle
    return [str(command) for command, *_ in battle.events if command.verb in ("die", "roll")]


# The display


def test_without_a_display_the_game_goes_on_and_with_it_the_picture_is_whole(
    sit_down: SitDown,
) -> None:
    """D1."""
    table = sit_down()
    table.bus.unplug()
    display = table.daemon.shown.display
    table.until(lambda: "does not answer" in display.state, "it is noticed")
    tap(table, "seat1")
    table.until(lambda: up(table) == ["Bo"], "Ann's press counts")
    assert table.panel.dark
    table.bus.plug()
    table.until(lambda: not table.panel.dark and not display.state, "the glass is lit again")
    assert table.shows(table.page)
    table.press("seat2")
    assert up(table) == ["Orc 1"]
    assert table.shows(table.page)


class Unplugged(ModelBus):
    """A bus with nothing on it yet."""

    def __init__(self, panel: Panel) -> None:
        """Pull the panel off."""
        super().__init__(panel)
        self.unplug()


def test_a_box_starts_without_a_display(sit_down: SitDown, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(workbench, "ModelBus", Unplugged)
        patch.setattr(Workbench, "see", lambda table: table.panel.picture())
        table = sit_down()
        assert up(table) == ["Ann"]
    table.bus.plug()
    table.until(lambda: not table.panel.dark, "the glass is lit")


# The tray


def test_the_trays_cable_is_pulled_and_plugged_in_again(sit_down: SitDown) -> None:
    """L4."""
    table = sit_down(asked)
    table.throw(10, 5)
    table.tray.close()
    table.until(lambda: "does not answer" in str(table.page), "the tray is missed")
    table.press("seat2")
    assert "# Bo\n  next die" in str(table.page)
    table.tray = Pod(table.tray.path)
    table.throw(10, 7)
    assert rolls(table) == ["die 5", "roll Bo 7"]


def test_a_die_that_was_thrown_while_the_cable_was_out_is_not_lost(sit_down: SitDown) -> None:
    table = sit_down(asked)
    path = table.tray.path
    table.tray.close()
    pod = Pod(path.with_name("elsewhere"), boot=77)
    pod.throw(10, 8)
    path.symlink_to(pod.path.readlink())
    table.until(lambda: rolls(table) == ["die 8"], "the die counts")
    table.until(lambda: pod.waiting == 0, "it is acknowledged")
    path.unlink()
    pod.close()


def twice_plugged(quick: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[str]]:
    """A die whose acknowledgement is lost, since the plug goes first; the dice before and after."""
    pod = Pod(quick.parent / "pod")
    config = Config(ports=PortSettings(paths=(str(pod.path),)))
    with monkeypatch.context() as patch:
        patch.setattr(Ports, "ack", lambda *_: None)
        table = asked(quick, config)
        pod.throw(10, 5)
        table.until(lambda: rolls(table) == ["die 5"], "the die counts")
        assert pod.waiting == 1
        before = rolls(table)
        table.close()
    table = box.at_home(quick, config)
    table.until(lambda: pod.waiting == 0, "it is acknowledged")
    table.see()
    after = rolls(table)
    table.close()
    pod.close()
    return before, after


def test_a_die_whose_acknowledgement_was_lost_counts_once(
    quick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """L3: across a restart, by what the journal remembers."""
    before, after = twice_plugged(quick, monkeypatch)
    assert before == after == ["die 5"]


def test_control_a_journal_that_remembers_no_sources_counts_it_twice(
    quick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Journal, "seen", lambda _: [])
    before, after = twice_plugged(quick, monkeypatch)
    assert (before, after) == (["die 5"], ["die 5", "die 5"])


# The plug


def test_a_box_that_is_switched_off_is_dark_and_its_pins_are_free(quick: Path) -> None:
    """D3; the next start finds everything free, and the battle where it was."""
    table = box.in_play(quick)
    page = table.page
    assert table.lamp(1)
    table.close()
    assert table.panel.dark
    assert not table.lamp(1)
    again = box.at_home(quick)
    assert again.page == page
    assert again.daemon.watch._told == []
    again.press("seat1")
    assert up(again) == ["Bo"]
    again.close()


def test_a_pin_that_is_taken_is_named_and_the_rest_works(
    quick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control for free pins."""
    parts = Daemon._open_parts

    def taken(daemon: Daemon) -> None:
        held = gpiozero.DigitalInputDevice(daemon.config.pins.seats[0], pull_up=True)
        parts(daemon)
        held.close()

    monkeypatch.setattr(Daemon, "_open_parts", taken)
    table = box.in_play(quick)
    assert any("seat 1" in sentence for sentence in table.daemon.watch._told)
    table.press("next")
    assert up(table) == ["Bo"]
    table.press("seat2")
    assert up(table) == ["Orc 1"]
    table.close()
