# long because each look at a machine has its made-up machine beside it.
"""`turnkeeper doctor`: what it says of machines that are made up, part by part, and of this one."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from turnkeeper import cli
from turnkeeper.config import Config, DisplaySettings, Folders, PortSettings
from turnkeeper.doctor import counted, hardware, system, visit
from turnkeeper.doctor.world import END, Finding, World
from turnkeeper.journal import Journal, keeping
from turnkeeper.link.events import Hello, OtherProto
from turnkeeper.panel.inputs import Inputs

RUNNING = {"systemctl is-active turnkeeper.service": "active"}


def world(
    root: Path, config: Config | None = None, asked: dict[str, str | None] | None = None
) -> World:
    """A machine of files under *root*; commands say what is in *asked*, or are not there."""
    folders = Folders(state=root / "state", parties=(root / "parties",))
    config = config or Config(folders=folders)
    return World(config, root=root, asked=asked or {})


def lay(root: Path, name: str, content: bytes = b"") -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def a_pi(root: Path) -> None:
    lay(root, "proc/device-tree/model", b"Raspberry Pi Zero 2 W Rev 1.0\0")


def states(found: Iterator[Finding]) -> list[str]:
    return [one.state for one in found]


@pytest.fixture
def header() -> Iterator[MockFactory]:
    factory = MockFactory()
    before, gpiozero.Device.pin_factory = gpiozero.Device.pin_factory, factory
    yield factory
    factory.close()
    factory.reset()
    gpiozero.Device.pin_factory = before


def test_on_a_machine_without_hardware_it_says_what_it_could_not_look_at(tmp_path: Path) -> None:
    desk = world(tmp_path)
    for look in hardware.LOOKS:
        found = list(look(desk))
        assert [one.state for one in found] == ["unseen"], found
        assert found[0].says
    assert states(system.service(desk)) == ["unseen"]
    assert states(system.card(desk)) == ["unseen"]


def test_every_part_of_the_box_is_looked_at() -> None:
    parts = {look.__name__ for look in (*hardware.LOOKS, *system.LOOKS, *counted.LOOKS)}
    named = "pins bus display ports pods card fonts files clock service counters"
    assert parts >= set(named.split())


def test_free_pins_are_fine(tmp_path: Path, header: MockFactory) -> None:
    del header
    lay(tmp_path, "dev/gpiochip0")
    (found,) = hardware.pins(world(tmp_path))
    assert found.state == "fine"
    assert found.says == "all are free; 12 contacts are open, as one is that is not wired"


def test_a_button_that_is_down_is_named(
    tmp_path: Path, header: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    del header
    lay(tmp_path, "dev/gpiochip0")
    monkeypatch.setattr(Inputs, "levels", lambda _: {"seat2": False, "seat3": True})
    (found,) = hardware.pins(world(tmp_path))
    assert found.state == "wrong"
    assert found.says == "the contact of seat 3, at pin 22, is closed"


def test_a_pin_that_somebody_has_is_named(tmp_path: Path, header: MockFactory) -> None:
    lay(tmp_path, "dev/gpiochip0")
    holder = gpiozero.LED(17, pin_factory=header)
    (found,) = hardware.pins(world(tmp_path))
    holder.close()
    assert found.state == "wrong"
    assert found.says.startswith("Pin 17 for seat 1 cannot be had")


def test_where_all_pins_are_somebody_elses_that_is_one_sentence(
    tmp_path: Path, header: MockFactory
) -> None:
    lay(tmp_path, "dev/gpiochip0")
    holders = [gpiozero.LED(pin, pin_factory=header) for pin in (17, 27, 22, 12)]
    (found,) = hardware.pins(world(tmp_path))
    for holder in holders:
        holder.close()
    assert found.says.endswith("So it is with 3 others")
    assert "Stop it" in found.do


def test_a_box_that_was_started_by_hand_is_left_its_parts_too(tmp_path: Path) -> None:
    lay(tmp_path, "dev/gpiochip0")
    lay(tmp_path, "dev/i2c-1")
    seen = world(tmp_path)
    folder = seen.config.folders.state
    handle = keeping.hold(folder)
    assert handle is not None
    lay(tmp_path, "proc/locks", Path(keeping.LOCKS).read_bytes())
    for look in (hardware.pins, hardware.display):
        (found,) = look(seen)
        assert (found.state, found.do) == ("unseen", END)
    os.close(handle)


def test_who_is_in_no_group_is_told_which_and_nothing_is_called_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("dev/gpiochip0", "dev/i2c-1", "dev/ttyACM0"):
        lay(tmp_path, name)
    monkeypatch.setattr(World, "mine", lambda *_: False)
    seen = world(tmp_path, Config(ports=PortSettings(paths=("/dev/ttyACM0",))))
    for look in (hardware.pins, hardware.bus, hardware.pods):
        (found,) = look(seen)
        assert found.state == "unseen"
        assert "you may not use /dev/" in found.says
        assert "sudo" in found.do
    assert states(hardware.display(seen)) == ["unseen"]


def test_while_the_box_runs_its_parts_are_left_in_its_hands(tmp_path: Path) -> None:
    lay(tmp_path, "dev/gpiochip0")
    lay(tmp_path, "dev/ttyACM0")
    config = Config(ports=PortSettings(paths=("/dev/ttyACM0",)))
    busy = world(tmp_path, config, asked=dict(RUNNING))
    for look in (hardware.pins, hardware.display, hardware.pods):
        (found,) = look(busy)
        assert found.state == "unseen"
        assert "systemctl stop turnkeeper" in found.do


@pytest.mark.parametrize(
    ("hertz", "state"), [(400_000, "fine"), (100_000, "wrong"), (None, "fine")]
)
def test_a_slow_bus_is_told(tmp_path: Path, hertz: int | None, state: str) -> None:
    lay(tmp_path, "dev/i2c-1")
    if hertz:
        node = "sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"
        lay(tmp_path, node, hertz.to_bytes(4))
    assert states(hardware.bus(world(tmp_path))) == [state]


def test_a_pi_without_its_bus_is_wrong(tmp_path: Path) -> None:
    a_pi(tmp_path)
    (found,) = hardware.bus(world(tmp_path))
    assert found.state == "wrong"
    assert "hardware/install" in found.do


def test_a_display_that_does_not_answer_is_told_with_its_address(tmp_path: Path) -> None:
    lay(tmp_path, "dev/i2c-22")
    config = Config(display=DisplaySettings(bus=22, address=0x3D))
    (found,) = hardware.display(world(tmp_path, config))
    assert found.state == "wrong"
    assert "the battle" not in found.says
    assert "0x3D" in found.do
    assert "i2cdetect -y 22" in found.do


def test_a_display_at_the_other_address_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(tmp_path, "dev/i2c-1")

    def show(settings: DisplaySettings, *_: object) -> list[str]:
        return [] if settings.address == 0x3D else ["The display does not answer."]

    monkeypatch.setattr(hardware, "show", show)
    (found,) = hardware.display(world(tmp_path))
    assert found.says == "it is not at 0x3C; one answers at 0x3D"
    assert "address = 0x3D" in found.do


def test_without_its_bus_a_display_on_spi_is_not_looked_for(tmp_path: Path) -> None:
    config = Config(display=DisplaySettings(interface="spi", dc=20, bus=0))
    assert states(hardware.display(world(tmp_path, config))) == ["unseen"]
    a_pi(tmp_path)
    (found,) = hardware.bus(world(tmp_path, config))
    assert found.says == "the bus is off: there is no /dev/spidev0.0"
    assert "dtparam=spi=on" in found.do


def test_ports_that_are_set_must_be_there(tmp_path: Path) -> None:
    lay(tmp_path, "dev/ttyACM0")
    config = Config(ports=PortSettings(paths=("/dev/ttyACM0", "/dev/ttyACM1")))
    assert states(hardware.ports(world(tmp_path, config))) == ["fine", "wrong"]


@pytest.mark.parametrize(
    ("event", "state", "words"),
    [
        (Hello("E66", 1, 1, {"keys": 4, "dice": 1, "lamps": 0}), "fine", "1 dice, 4 keys"),
        (OtherProto("E66", 2), "wrong", "another version"),
        (None, "wrong", "nobody"),
        ("The serial port is not there (busy).", "wrong", "busy"),
    ],
)
def test_a_pod_is_told_by_its_hello(tmp_path: Path, event: object, state: str, words: str) -> None:
    lay(tmp_path, "dev/ttyACM0")
    config = Config(ports=PortSettings(paths=("/dev/ttyACM0",)))
    (found,) = hardware.pods(world(tmp_path, config), listen=lambda _: event)
    assert found.state == state
    assert words in found.says


@pytest.mark.parametrize(
    ("word", "state"), [("0x0", "fine"), ("0x50000", "wrong"), ("0x50005", "wrong")]
)
def test_a_weak_supply_is_told(tmp_path: Path, word: str, state: str) -> None:
    asked: dict[str, str | None] = {"vcgencmd get_throttled": f"throttled={word}"}
    assert states(hardware.supply(world(tmp_path, asked=asked))) == [state]


def test_the_card_tells_its_battles_and_what_was_set_aside(tmp_path: Path) -> None:
    seen = world(tmp_path)
    folder = seen.config.folders.state
    folder.mkdir()
    assert states(system.card(seen)) == ["fine"]
    journal = Journal(seen.config.folders.journal)
    journal.begin("system hummel", 0.0)
    journal.close()
    assert next(system.card(seen)).says.startswith("one battle is kept")
    for name in ("battles.sqlite.aside-1", "pods.json.damaged-1", "left-over-0.battle"):
        (folder / name).touch()
        found = list(system.card(seen))
        assert [one.state for one in found] == ["wrong", "fine"]
        assert name in found[0].says


def test_a_file_of_another_user_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a start with sudo: the service could not write it, and would set it aside."""
    seen = world(tmp_path)
    state = seen.config.folders.state
    lay(tmp_path, "state/battles.sqlite-wal")
    assert states(system.card(seen)) == ["fine"]
    true = Path.stat

    def stat(path: Path, **more: bool) -> os.stat_result:
        found = true(path, **more)
        return os.stat_result((*found[:4], found.st_uid + (path.name[-3:] == "wal"), *found[5:10]))

    monkeypatch.setattr(Path, "stat", stat)
    found = next(system.card(seen))
    assert found.says == f"another user's in {state}: battles.sqlite-wal"
    assert f"chown -R --reference={state} {state}" in found.do


def test_battles_that_are_in_memory_are_told(tmp_path: Path) -> None:
    seen = world(tmp_path)
    seen.config.folders.state.mkdir()
    mounts = f"25 1 179:2 / / rw - ext4 /dev/mmcblk0p2 rw\n26 25 0:9 / {tmp_path} rw - tmpfs x rw"
    lay(tmp_path, "proc/self/mountinfo", mounts.encode())
    found = next(system.card(seen))
    assert (found.state, found.says) == ("wrong", keeping.FLEETING)
    assert "--read-only" in found.do
    lay(tmp_path, "proc/self/mountinfo", mounts.replace("tmpfs", "ext4").encode())
    assert states(system.card(seen)) == ["fine"]


def test_a_bad_file_is_told_with_its_line(tmp_path: Path) -> None:
    seen = world(tmp_path)
    (fine,) = system.files(seen)
    assert "the example plays" in fine.says
    lay(tmp_path, "parties/party.toml", b'system = "hummel"\ncharacters = []\n')
    (fine,) = system.files(seen)
    assert fine.says.startswith("your party")
    lay(tmp_path, "parties/party.toml", b'system = "chess"\n')
    found = list(system.files(seen))
    assert "wrong" in {one.state for one in found}
    assert "party.toml" in found[0].says


def test_a_clock_that_was_never_set_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert states(system.clock(world(tmp_path))) == ["fine"]
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert states(system.clock(world(tmp_path))) == ["wrong"]


@pytest.mark.parametrize(
    ("enabled", "active", "again", "state"),
    [
        ("enabled", "active", "0", "fine"),
        ("enabled", "active", "7", "wrong"),
        ("enabled", "failed", "0", "wrong"),
        ("disabled", "inactive", "0", "wrong"),
        ("enabled", "inactive", "0", "fine"),
        ("enabled", "activating", "3", "wrong"),
    ],
)
def test_a_service_that_is_not_up_is_told(
    tmp_path: Path, enabled: str, active: str, again: str, state: str
) -> None:
    a_pi(tmp_path)
    unit = "turnkeeper.service"
    asked: dict[str, str | None] = {
        "systemctl --version": "systemd 252",
        f"systemctl is-enabled {unit}": enabled,
        f"systemctl is-active {unit}": active,
        f"systemctl show --value --property=NRestarts {unit}": again,
    }
    assert states(system.service(world(tmp_path, asked=asked))) == [state]


def test_a_look_that_fails_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: World) -> Iterator[Finding]:
        raise RuntimeError("of ours")

    monkeypatch.setattr(hardware, "LOOKS", (broken,))
    found = list(visit.findings(world(tmp_path)))
    assert "of ours" in found[0].says
    assert len({one.part for one in found}) == 1 + len(system.LOOKS) + len(counted.LOOKS)


def test_the_command_ends_with_1_where_anything_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    left: list[int] = []
    monkeypatch.setattr(cli, "_leave", left.append)
    for state in ("fine", "unseen", "wrong"):
        found = Finding("pins", state, "a sentence", "what to do")
        monkeypatch.setattr(visit, "findings", lambda _, found=found: iter([found]))
        cli.main(["doctor"])
    assert left == [0, 0, 1]
    assert "what to do" in capsys.readouterr().out
