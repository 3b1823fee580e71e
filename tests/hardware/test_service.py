"""The units, rules and users that `hardware/install` lays: what they allow, and that they agree.

Y2: the service needs no privilege and no network.
"""

import re
import shutil
import subprocess
from configparser import RawConfigParser
from pathlib import Path

import pytest

from tests.hardware import udev
from turnkeeper import cli
from turnkeeper.notify import OFF, RUNTIME

ROOT = Path(__file__).parents[2]
SYSTEM = ROOT / "hardware" / "system"
UNITS = ("turnkeeper.service", "turnkeeper-off.path", "turnkeeper-off.service")
PROGRAM = "/usr/lib/turnkeeper/bin/turnkeeper"
MOST = 1.0
"""Of 10: how exposed the service may be, as systemd-analyze reckons."""


def analyzed(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """What systemd-analyze says of units that are not installed."""
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze")
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)


def laid(folder: Path, *, change: tuple[str, str] = ("", "")) -> list[Path]:
    """The units, with a program that is here in place of ours, and a *change* for the control."""
    paths = []
    for name in UNITS:
        text = (SYSTEM / name).read_text("utf-8").replace(PROGRAM, "/bin/true")
        if name == "turnkeeper.service" and change[0]:
            assert change[0] in text
            text = text.replace(*change)
        path = folder / name
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    return paths


def exposure(unit: Path) -> float:
    """How exposed it is, 0 to 10."""
    said = analyzed("security", "--offline=true", "--threshold=10", unit)
    found = re.search(r"exposure level for \S+: ([\d.]+)", said.stdout)
    assert found, said.stdout + said.stderr
    return float(found[1])


def test_systemd_has_no_word_to_say_about_the_units(tmp_path: Path) -> None:
    done = analyzed("verify", *laid(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_control_of_a_setting_that_there_is_not_it_has(tmp_path: Path) -> None:
    done = analyzed("verify", *laid(tmp_path, change=("WatchdogSec=10", "WatchdogTime=10")))
    assert "WatchdogTime" in done.stderr


def test_the_service_is_hardly_exposed(tmp_path: Path) -> None:
    assert exposure(laid(tmp_path)[0]) <= MOST


def test_control_without_its_sandbox_it_would_be(tmp_path: Path) -> None:
    open_ = ("PrivateNetwork=yes\nRestrictAddressFamilies=AF_UNIX\nIPAddressDeny=any\n", "")
    assert exposure(laid(tmp_path, change=open_)[0]) > MOST


def unit(name: str) -> RawConfigParser:
    """A unit's settings; of those that stand there twice the last."""
    parser = RawConfigParser(strict=False, comment_prefixes="#", inline_comment_prefixes=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(SYSTEM / name, encoding="utf-8")
    return parser


def test_what_it_starts_the_command_line_knows() -> None:
    service = unit("turnkeeper.service")["Service"]
    shutdown = (SYSTEM / "shutdown").read_text("utf-8")
    for line in (service["ExecStart"], service["ExecStopPost"].removeprefix("-")):
        program, action = line.split()
        assert program == PROGRAM
        assert action in cli.ACTIONS
    assert PROGRAM in shutdown
    assert "blank --safe" in shutdown


def test_what_may_hide_the_pins_is_not_set() -> None:
    text = (SYSTEM / "turnkeeper.service").read_text("utf-8")
    settings = [line for line in text.splitlines() if not line.startswith("#")]
    assert not [line for line in settings if line.startswith(("PrivateDevices", "ProcSubset"))]
    for device in ("gpiochip", "i2c", "spi", "ttyACM", "ttyUSB"):
        assert f"DeviceAllow=char-{device} rw" in settings


def test_it_sees_everything_that_it_must_write() -> None:
    service = unit("turnkeeper.service")["Service"]
    runtime = Path("/run") / service["RuntimeDirectory"]
    assert runtime == Path(RUNTIME) == Path(service["WorkingDirectory"])
    assert f"LG_WD={RUNTIME}" in service["Environment"].split()
    assert service["StateDirectory"] == "turnkeeper"


def test_the_power_key_halts_by_the_file_that_the_daemon_writes() -> None:
    path = unit("turnkeeper-off.path")["Path"]
    assert path["PathExists"] == f"{RUNTIME}/{OFF}"
    assert "poweroff" in unit("turnkeeper-off.service")["Service"]["ExecStart"]


def test_its_user_and_groups_are_made() -> None:
    service = unit("turnkeeper.service")["Service"]
    lines = [line.split() for line in (SYSTEM / "sysusers.conf").read_text("utf-8").splitlines()]
    groups = {words[1] for words in lines if words[:1] == ["g"]}
    users = {words[1] for words in lines if words[:1] == ["u"]}
    members = {tuple(words[1:]) for words in lines if words[:1] == ["m"]}
    assert users == {service["User"]}
    assert groups == set(service["SupplementaryGroups"].split())
    assert members == {(service["User"], group) for group in groups}


@pytest.mark.root
@pytest.mark.parametrize("other", ["", "g dialout 20 -\n"])
def test_its_groups_are_no_news_to_a_system_that_has_them(tmp_path: Path, other: str) -> None:
    """Debian's own lines come first, and at each start; what differs it would complain of."""
    if not shutil.which("systemd-sysusers"):
        pytest.skip("systemd-sysusers")
    for name, text in (
        ("usr/lib/sysusers.d/basic.conf", other),
        ("etc/sysusers.d/turnkeeper.conf", (SYSTEM / "sysusers.conf").read_text("utf-8")),
    ):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    words = ["systemd-sysusers", f"--root={tmp_path}"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert not re.search("conflict", done.stderr, re.IGNORECASE), done.stderr
    assert "turnkeeper:" in (tmp_path / "etc/passwd").read_text("utf-8")


TRAY = {
    "ACTION": "add", "SUBSYSTEM": "tty", "KERNEL": "ttyACM0",
    "idVendor": "2e8a", "idProduct": "0005", "serial": "E6614C",
}  # fmt: skip
RULES = SYSTEM / "udev.rules"


def test_a_pod_gets_its_name_and_group_and_no_modem_manager() -> None:
    assert udev.applied(RULES.read_text("utf-8"), TRAY) == {
        "GROUP": "dialout",
        "MODE": "0660",
        "SYMLINK": "serial/by-id/turnkeeper-E6614C",
        "ID_MM_DEVICE_IGNORE": "1",
    }


@pytest.mark.parametrize(
    ("kernel", "subsystem", "group"),
    [("gpiochip0", "gpio", "gpio"), ("i2c-1", "i2c-dev", "i2c"), ("spidev0.0", "spidev", "spi")],
)
def test_pins_and_buses_belong_to_their_groups(kernel: str, subsystem: str, group: str) -> None:
    device = {"ACTION": "add", "SUBSYSTEM": subsystem, "KERNEL": kernel}
    assert udev.applied(RULES.read_text("utf-8"), device) == {"GROUP": group, "MODE": "0660"}


def test_another_serial_port_or_one_that_goes_is_left_alone() -> None:
    text = RULES.read_text("utf-8")
    assert udev.applied(text, {**TRAY, "idVendor": "0403"}) == {}
    assert udev.applied(text, {**TRAY, "ACTION": "remove"}) == {}


@pytest.mark.parametrize(
    "wrong", ['SUBSYSTEM="tty", MODE="0660"', "MODE=0660", 'SUBSYSTEM=="tty" MODE="0660"']
)
def test_control_a_rule_that_udev_would_not_take_is_found(wrong: str) -> None:
    with pytest.raises(ValueError, match="line 1"):
        udev.rules(wrong)


def test_the_installer_lays_all_of_it() -> None:
    install = (ROOT / "hardware" / "install").read_text("utf-8")
    listed = dict(re.findall(r"^system/(\S+) +(/\S+)$", install, re.MULTILINE))
    assert set(listed) == {path.name for path in SYSTEM.iterdir()}
