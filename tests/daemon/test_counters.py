"""What the box counts, and where it leaves it: for the doctor, at no cost, and without names."""

import json
from pathlib import Path

import gpiozero
import msgspec
import pytest

from tests.daemon import box
from tests.daemon.conftest import SitDown
from turnkeeper import counters
from turnkeeper.counters import EVERY_S, FILE, Counted, Line, Past, Tally, after, read, still
from turnkeeper.daemon import Daemon


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A runtime folder, as the service manager gives one."""
    folder = tmp_path / "run"
    folder.mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(folder))
    return folder


def now(daemon: Daemon) -> Counted:
    return daemon.tally.snapshot(0.0, *daemon._counted)


def left(runtime: Path) -> Counted:
    found = read(runtime / FILE)
    assert found
    return found


def test_what_happens_at_the_table_is_counted(runtime: Path, sit_down: SitDown) -> None:
    table = sit_down()
    table.press("seat1")
    table.level("seat3", down=True)
    found = now(table.daemon)
    assert found.gestures == table.daemon.handled == 6
    assert found.events == 1 + len(table.session.journal.rows(1)), "and the system line"
    assert found.sent > 0
    assert (found.setups, found.failures, found.faults, found.unsaved) == (1, 0, 0, 0)
    (line,) = found.lines
    assert line.pod == next(iter(found.pods))
    assert line.ok > 3
    assert (line.bad, line.opened) == (0, 1)
    assert 0 < found.slowest_ms < 5_000
    assert 1_000 < found.memory <= found.most_memory
    table.until((runtime / FILE).exists, "it has written")
    assert left(runtime).state == "running"
    table.close()
    assert left(runtime).state == "ended"
    assert left(runtime).gestures == 6


def test_what_goes_wrong_is_counted(
    runtime: Path, sit_down: SitDown, monkeypatch: pytest.MonkeyPatch
) -> None:
    del runtime
    table = sit_down()
    monkeypatch.setattr(table.session, "handle", lambda *_: 1 / 0)
    table.press("seat1")
    monkeypatch.setattr("turnkeeper.panel.contacts.STUCK_S", 0.05)
    table.level("seat3", down=True)
    table.until(lambda: "stuck" in str(table.page), "the button is named")
    table.bus.fail()
    table.daemon.shown.display.whole()
    table.until(lambda: now(table.daemon).setups == 2, "the display is set up anew")
    (port,) = table.daemon.senses.ports.ports.values()
    port.box.receive(b"nonsense\n", 0)
    found = now(table.daemon)
    assert (found.faults, found.failures) == (1, 1)
    assert found.stuck == {"the button of seat 3": 1}
    assert (found.lines[0].bad, found.lines[0].dropped) == (1, 8)


def test_nobodys_name_is_in_it(runtime: Path, sit_down: SitDown) -> None:
    table = sit_down()
    table.press("seat1")
    table.close()
    text = (runtime / FILE).read_text(encoding="utf-8")
    for name in ("Ann", "Bo", "Orc", "ford"):
        assert name not in text
    assert set(json.loads(text)) == set(Counted.__struct_fields__)
    assert (runtime / FILE).stat().st_mode & 0o777 == 0o644


def test_each_start_is_counted_and_each_that_ended_badly(runtime: Path, sit_down: SitDown) -> None:
    first = sit_down(box.at_home)
    first.until((runtime / FILE).exists, "it has written")
    began = left(runtime).past.since
    gpiozero.Device.pin_factory = None
    second = sit_down(box.at_home)
    second.until(lambda: left(runtime).past.starts == 2, "it has written")
    assert left(runtime).past == Past(since=began, starts=2, broken=1)
    first.close()
    second.close()
    assert after(left(runtime), 9.0) == Past(since=began, starts=3, broken=1)


def test_it_is_written_once_a_minute_at_most_and_only_where_something_changed(
    runtime: Path, sit_down: SitDown
) -> None:
    parts = sit_down()
    counted = parts.daemon._counted
    tally = Tally(runtime, 0.0, 0.0)
    path = runtime / FILE

    def writes(at: float) -> bool:
        path.unlink(missing_ok=True)
        tally.look(at, *counted)
        return path.exists()

    assert writes(0.0)
    tally.gestures += 1
    assert not writes(EVERY_S - 1)
    assert writes(EVERY_S)
    assert not writes(2 * EVERY_S), "nobody did anything"
    tally.gestures += 1
    assert writes(3 * EVERY_S)


def test_time_memory_and_pulse_are_no_change() -> None:
    line = Line(path="/dev/ttyACM0", ok=1)
    one = Counted(seconds=1, sent=1, memory=1, lines=(line,))
    other = Counted(seconds=2, sent=2, memory=2, lines=(msgspec.structs.replace(line, ok=9),))
    assert still(one) == still(other)
    noisy = msgspec.structs.replace(other, lines=(msgspec.structs.replace(line, bad=1),))
    assert still(one) != still(noisy)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"gestures": "x"}', b"\xff\xfe", b"null"])
def test_a_file_that_is_not_ours_is_nothing(runtime: Path, content: bytes) -> None:
    (runtime / FILE).write_bytes(content)
    assert read(runtime / FILE) is None
    assert Tally(runtime, 0.0, 7.0)._past == Past(since=7.0)


def test_a_folder_that_cannot_be_written_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sit_down: SitDown
) -> None:
    """P4: whatever becomes of the counters, the table goes on."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "file"))
    monkeypatch.setattr(counters, "STATUS", str(tmp_path / "none"))
    table = sit_down()
    table.press("seat1")
    assert now(table.daemon).memory == 0
    table.close()
    assert table.daemon.tally.state == "ended"
