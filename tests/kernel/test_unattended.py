"""The installed box under a real systemd, on a real kernel: what it does by itself.

A fresh Bookworm, as debootstrap and `hardware/install` make it, is booted three times from its card
(tests/kernel/pi): for an evening, in which the plug is pulled in mid battle; for the morning after;
and with a system that is never written. `unattended.py` tells the stories in the guest, beside it.
"""

import base64
import re

import pytest

from tests.kernel import card
from tests.kernel import unattended as stories
from tests.kernel.guests import Told, Unattended
from tests.kernel.header import fed
from turnkeeper.shown import SAFE, SWITCHING_OFF
from turnkeeper.ui.draw import draw
from turnkeeper_sim.panel_model import Panel

pytestmark = pytest.mark.root


@pytest.mark.parametrize(
    ("when", "name"),
    [(when, story.__name__) for when, told in stories.STORIES.items() for story in told],
)
def test_by_itself(unattended: Unattended, when: str, name: str) -> None:
    told = unattended.told(when).get(name, Told(holds=False, says="it was not told"))
    assert told.holds, told.says


def last_look(unattended: Unattended, when: str) -> tuple[Panel, list[str]]:
    """The display as the machine switches off, and where partitions are mounted then, and how."""
    unattended.told(when)
    console = unattended.consoles[when]
    assert "last-look: poweroff" in console, console
    log = base64.b64decode("".join(re.findall(r"^last-look-log: (\S+)$", console, re.MULTILINE)))
    panel = Panel()
    fed(panel, log)
    disks = re.findall(r"^last-look-mounts: /dev/vd. (\S+ \S+ r[ow])", console, re.MULTILINE)
    return panel, disks


@pytest.mark.parametrize(("when", "left"), [("morning", ["/ ext4 ro"]), ("read-only", [])])
def test_safe_to_unplug_is_said_once_all_is_let_go(
    unattended: Unattended, when: str, left: list[str]
) -> None:
    panel, disks = last_look(unattended, when)
    assert disks == left
    assert panel.picture().tobytes() == draw(SAFE, *panel.picture().size).tobytes()
    assert panel.picture().tobytes() != draw(SWITCHING_OFF, *panel.picture().size).tobytes()
    assert panel.contrast == card.CONTRAST, "as the box's settings say, whose partition is gone"


def test_a_system_that_is_read_only_was_not_written(unattended: Unattended) -> None:
    told = unattended.told("read-only")
    assert told["the_system_is_read_only"].holds
    assert not unattended.written


def test_what_was_played_on_it_is_on_the_battles_partition(unattended: Unattended) -> None:
    unattended.told("read-only")
    battles = unattended.card.battles
    assert battles
    assert "battles.sqlite" in card.debugfs(battles, "ls")
