"""The daemon as a process, under a stand-in for the service manager, on a real /dev/i2c-1.

D3: no stale battle on the glass, however it ends.  Y1: what hangs is started again, and the battle
is there.
"""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.daemon import fakebus
from tests.daemon.fakebus import FakeI2C
from tests.daemon.manager import Manager
from turnkeeper.journal import Journal
from turnkeeper.session import Session
from turnkeeper.shown import SAFE
from turnkeeper.tonight import gather
from turnkeeper.ui import rest
from turnkeeper.ui.draw import draw
from turnkeeper_sim.panel_model import Panel

WATCHDOG = 4.0


class Evening:
    """A box in mid-battle: its glass, its bus, whoever manages it."""

    def __init__(self, folder: Path, bus: FakeI2C, panel: Panel) -> None:
        """Begin a battle on the card, and start the box."""
        self.bus, self.panel = bus, panel
        self.journal = folder / "battles.sqlite"
        config = folder / "config.toml"
        config.write_text(
            f'[folders]\nstate = "{folder}"\nparties = ["{folder}"]\n', encoding="utf-8"
        )
        journal = Journal(self.journal)
        journal.begin("system hummel", 0.0)
        for name in ("Ann", "Bo"):
            journal.append(f"combatant {name} side=party ref=3 speed=30", "", 0, 0.0)
        journal.close()
        self.pages = self._pages()
        environment = {**bus.environment, "GPIOZERO_PIN_FACTORY": "mock"}
        self.manager = Manager(config, WATCHDOG, environment)

    def _pages(self) -> set[bytes]:
        """What the battle's page may look like, wherever it stands against burning in."""
        tonight, game = gather(())
        journal = Journal(self.journal, reading=True)
        session = Session(journal, tonight, game, dice=lambda sides: sides)
        journal.close()
        session.view.alert = ""  # ours is open for reading alone
        return {draw(session.page(), 128, 64, shift).tobytes() for shift in rest.SHIFTS}

    def shown(self) -> bool:
        """Whether the battle stands on the glass."""
        return self.panel.picture().tobytes() in self.pages

    def dark(self) -> bool:
        """Whether nothing stands on it."""
        return not self.panel.picture().getbbox()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    if not fakebus.available():
        pytest.skip("umockdev's preload library, for a /dev/i2c-1")
    panel = Panel()
    with FakeI2C(1, {0x3C: panel.write}) as bus:
        evening = Evening(tmp_path, bus, panel)
        try:
            evening.manager.until(evening.shown, "the battle is on the glass")
            yield evening
        finally:
            evening.manager.close()
    assert panel.faults == []


def test_what_ends_in_good_order_leaves_the_glass_dark(evening: Evening) -> None:
    evening.manager.process.terminate()
    assert evening.manager.process.wait(20) == 0
    assert evening.dark()


def test_what_is_killed_leaves_it_to_the_units_blank_command(evening: Evening) -> None:
    evening.manager.process.kill()
    evening.manager.process.wait(20)
    assert evening.shown(), "the control: without the command the battle would stand there"
    evening.manager.kill()
    assert evening.dark()


def test_a_daemon_that_lives_is_never_restarted(evening: Evening) -> None:
    before = evening.manager.process.pid
    for _ in range(2):
        assert evening.manager.ear.hears("WATCHDOG=1", WATCHDOG)
    assert evening.manager.process.pid == before
    assert evening.manager.process.poll() is None


def test_what_hangs_is_started_again_and_the_battle_is_there(evening: Evening) -> None:
    hung = evening.manager.process
    hung.send_signal(signal.SIGSTOP)
    evening.manager.watch()
    assert evening.manager.process.pid != hung.pid
    evening.manager.until(evening.shown, "the battle is on the glass again")


def test_the_power_keys_word_stays_until_it_is_safe(evening: Evening) -> None:
    manager = evening.manager
    (manager.runtime / "switch-off").touch()
    manager.process.kill()
    manager.kill()
    assert evening.shown(), "what the daemon left there is not touched"
    manager.run("blank", "--safe")
    assert evening.panel.picture().tobytes() == draw(SAFE, 128, 64).tobytes()


def test_a_config_that_cannot_be_used_is_told_on_the_glass(evening: Evening) -> None:
    manager = evening.manager
    manager.process.terminate()
    manager.process.wait(20)
    manager.config.write_text("[display]\ncontrast = 999\n", encoding="utf-8")
    manager.run("blank")
    assert not evening.dark()
    manager.config.write_text("", encoding="utf-8")
    manager.run("blank")
    assert evening.dark()
