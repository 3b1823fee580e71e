"""Which ports there are: those that are set, or every pod as it is plugged in."""

import queue
from pathlib import Path

import pytest

from tests.panel.tray import Cable, Tray, wait_for
from turnkeeper.config import PortSettings
from turnkeeper.link.events import Roll
from turnkeeper.panel import ports
from turnkeeper.panel.port import Heard
from turnkeeper.panel.ports import Ports, find_ports


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
