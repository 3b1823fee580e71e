"""What the installed box does by itself under a real systemd: the guest of tests/kernel/pi.

`python -m tests.kernel.unattended evening` plays until the guest is killed; `... morning` finds
the battle again, and switches the box off by its power key; `... read-only` does so too with a
system that is never written. What became of each story is left in RIG_OUT, as by stories.py,
and test_unattended.py looks at it from outside.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

from tests.kernel.bench import events
from tests.kernel.evening import BESIDE, PICO, Evening
from tests.kernel.header import RECORDER, until
from tests.kernel.parts import LONG
from tests.kernel.probe import OPEN, probed
from tests.kernel.service import BATTLES, journaled, systemctl, unit
from tests.kernel.stories import leave
from turnkeeper.shown import SWITCHING_OFF

OUT = Path(os.environ.get("RIG_OUT", "."))
Y1 = 15.0
"""Seconds until a box that hangs is there again."""


# One evening


def it_starts_by_itself(evening: Evening) -> str:
    """Nobody logs in, nobody types: the home page is on the glass (READY, the first time)."""
    evening.bench.settled("the home page is there", 30)
    said = systemctl("Type", "ActiveState", "NRestarts")
    assert (said["Type"], said["ActiveState"], said["NRestarts"]) == ("notify", "active", "0"), said
    evening.service.begun()
    return f"ready {unit('ActiveEnterTimestampMonotonic') / 1e6:.1f} s after the kernel began"


def its_devices_have_their_groups(_: Evening) -> str:
    """The udev rules: group and mode of pins, bus and port, and the Pico's lasting name."""
    for path, group in (("gpiochip0", "gpio"), ("i2c-1", "i2c"), ("ttyACM0", "dialout")):
        device = Path("/dev", path)
        assert (device.group(), device.stat().st_mode & 0o777) == (group, 0o660), path
    assert Path(PICO).resolve() == Path("/dev/ttyACM0")
    told = subprocess.run(
        ["udevadm", "info", "/dev/ttyACM0"], capture_output=True, text=True, check=True
    ).stdout
    assert "E: ID_MM_DEVICE_IGNORE=1" in told, told
    return PICO


def a_battle_is_played(evening: Evening) -> str:
    """Presses at the pins, dice from the Pico by its name."""
    evening.bench.press("push")
    evening.play(16)
    rows = events(evening.bench.session.journal)
    assert any(line.startswith("die ") for line, _ in rows), rows
    assert (BATTLES.owner(), BATTLES.stat().st_mode & 0o777) == ("turnkeeper", 0o600)
    return f"{len(rows)} events"


def its_sandbox_holds(evening: Evening) -> str:
    """No privilege, no network, no other device, nothing to write but its own (Y2)."""
    status = evening.service.status()
    assert status["Uid"].split() == [str(evening.service.user)] * 4
    for name, wanted in (
        ("NoNewPrivs", "1"),
        ("Seccomp", "2"),
        ("CapEff", "0" * 16),
        ("CapBnd", "0" * 16),
    ):
        assert status[name] == wanted, status
    inside, outside = evening.service.probe(), probed()
    assert inside == {**dict.fromkeys(outside, False), **dict.fromkeys(OPEN, True)}, inside
    assert all(outside.values()), f"the control: {outside}"
    limit, most = evening.service.memory()
    assert most < limit == 96 << 20, (most, limit)
    shut = len(inside) - len(OPEN)
    return f"{shut} doors are shut, {len(OPEN)} open; {most >> 20} MB at most"


def hung(evening: Evening) -> str:
    """A daemon that hangs is killed and started again, and the battle is there (Y1)."""
    restarts = evening.service.restarts()
    began = time.monotonic()
    evening.service.signal(signal.SIGSTOP)
    until(evening.service.gone, "it is killed", 2 * Y1)
    killed = time.monotonic() - began
    until(evening.parts.glass.dark, "the glass is dark", Y1)
    dark = time.monotonic() - began
    evening.again("the battle is back", 2 * Y1)
    back = time.monotonic() - began
    evening.service.begun()
    assert evening.service.restarts() == restarts + 1
    evening.play(1)
    assert back <= Y1, f"killed after {killed:.1f} s, dark {dark:.1f} s, back {back:.1f} s"
    return f"killed after {killed:.1f} s, dark {dark:.1f} s, back {back:.1f} s"


def killed(evening: Evening) -> str:
    """Of one that is killed no battle is left on the glass (D3), and it is back in seconds."""
    began = time.monotonic()
    evening.service.signal(signal.SIGKILL)
    assert not evening.parts.glass.dark(), "the control: the battle stands there still"
    until(evening.parts.glass.dark, "the glass is dark", Y1)
    dark = time.monotonic() - began
    assert not any(evening.parts.lamps())
    evening.again("the battle is back", Y1)
    back = time.monotonic() - began
    evening.service.begun()
    evening.play(1)
    return f"dark after {dark:.1f} s, back after {back:.1f} s"


def keep_playing(evening: Evening) -> None:
    """Until the plug is pulled; each event that was shown is told outside."""
    while True:
        evening.play(1)
        rows = events(evening.bench.session.journal)
        kept = OUT / "shown.new"
        kept.write_text("\n".join(line for line, _ in rows), encoding="utf-8")
        kept.rename(OUT / "shown")


# The morning after


def the_battle_is_there(evening: Evening) -> str:
    """All that was shown before the plug was pulled, and at most one event more (P1)."""
    shown = (OUT / "shown").read_text(encoding="utf-8").splitlines()
    found = [line for line, _ in events(evening.bench.session.journal)]
    assert found[: len(shown)] == shown, (shown, found)
    assert len(found) <= len(shown) + 1, (shown, found)
    evening.bench.settled("its page is on the glass", 30)
    evening.service.begun()
    return f"{len(shown)} events were shown, {len(found)} are there"


def the_system_is_read_only(evening: Evening) -> str:
    """What is written to the system is gone with the memory; battles are on their partition."""
    mounts = Path("/proc/mounts").read_text(encoding="utf-8")
    assert "overlayroot / overlay " in mounts, mounts
    assert f"/dev/vdc {BATTLES.parent} ext4 rw," in mounts, mounts
    assert "/dev/vdb /boot/firmware ext4 ro," in mounts, mounts
    Path("/etc/a-file-of-ours").write_text("written", encoding="utf-8")
    os.sync()
    evening.play(3)
    return f"{len(events(evening.bench.session.journal))} events"


def its_log_is_quiet_and_in_memory(_: Evening) -> str:
    """Nobody complains of anything of ours, and nothing of it is on the card."""
    assert not list(Path("/var/log").rglob("*.journal"))
    assert list(Path("/run/log").rglob("*.journal"))
    said = journaled("--unit=turnkeeper.service", "--unit=turnkeeper-off.path")
    assert "Started turnkeeper.service" in said, f"the control: {said}"
    assert "turnkeeper: " not in said, said
    wrong = journaled("--priority=warning")
    assert "turnkeeper" not in wrong, wrong
    return f"{said.count(chr(10))} lines"


def the_doctor(evening: Evening) -> str:
    """While the box is stopped root may ask what is wrong, and nothing is."""
    subprocess.run(["systemctl", "stop", "turnkeeper.service"], check=True)
    assert evening.parts.glass.dark()
    done = subprocess.run(["turnkeeper", "doctor"], capture_output=True, text=True, check=False)
    subprocess.run(["systemctl", "start", "turnkeeper.service"], check=True)
    evening.again("the battle is back", 30)
    assert "WRONG" not in done.stdout, done.stdout + done.stderr
    for part in ("pins", "bus", "display", "ports", "pods", "card", "files", "clock"):
        assert f"fine   {part} " in done.stdout, done.stdout + done.stderr
    assert BATTLES.owner() == "turnkeeper"
    return done.stdout


def the_power_key(evening: Evening) -> str:
    """Held, it switches the machine off; what is on the glass at the very end is seen outside."""
    evening.parts.header.pull(evening.parts.number("power"), up=False)
    time.sleep(LONG)
    evening.parts.header.pull(evening.parts.number("power"), up=True)
    until(lambda: evening.bench.shows(SWITCHING_OFF), "the glass says so")
    (RECORDER / "log").write_text("emptied")
    return "switching off"


EVENING = (
    it_starts_by_itself,
    its_devices_have_their_groups,
    a_battle_is_played,
    its_sandbox_holds,
    hung,
    killed,
)
MORNING = (the_battle_is_there, its_log_is_quiet_and_in_memory, the_doctor, the_power_key)
READ_ONLY = (the_battle_is_there, the_system_is_read_only, the_power_key)
STORIES = {"evening": EVENING, "morning": MORNING, "read-only": READ_ONLY}


def main(when: str) -> int:
    """Tell the stories of that time; 1 where one did not hold."""
    for kept in BATTLES.parent.glob(f"{BATTLES.name}*"):  # what is known of a battle begun before
        shutil.copy(kept, BESIDE.with_name(kept.name.replace(BATTLES.stem, BESIDE.stem)))
    signal.signal(
        signal.SIGTERM, signal.SIG_IGN
    )  # there is a last word to say as all is switched off
    evening = Evening()
    plan = [(story.__name__, partial(story, evening)) for story in STORIES[when]]
    if not leave(plan, lambda: None):
        return 1
    if when == "evening":
        keep_playing(evening)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
