"""Two daemons on one folder of battles: the second ends with a sentence, and the first plays on."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.daemon import box
from tests.daemon.conftest import SitDown
from tests.daemon.manager import Manager
from turnkeeper import blank
from turnkeeper.counters import FILE, read
from turnkeeper.daemon import Daemon
from turnkeeper.journal import keeping
from turnkeeper.panel import library

MEMORY = Path("/dev", "shm")
MOCK = {"GPIOZERO_PIN_FACTORY": "mock"}


def set_up(folder: Path, state: Path) -> Path:
    folder.mkdir()
    path = folder / "config.toml"
    path.write_text(
        f'[folders]\nstate = "{state}"\nparties = ["{folder}"]\n[ports]\npaths = ["/dev/none"]\n',
        encoding="utf-8",
    )
    return path


@pytest.fixture
def first(tmp_path: Path) -> Iterator[Manager]:
    """A box that plays."""
    manager = Manager(set_up(tmp_path / "first", tmp_path / "state"), 60.0, MOCK)
    yield manager
    manager.close()


def start(
    tmp_path: Path, state: Path, *words: str, patience: float = 3.0
) -> "subprocess.CompletedProcess[str]":
    """Start another, for *patience* at most; TimeoutExpired where it plays till then."""
    config = set_up(tmp_path / f"for {state.name}", state)
    return subprocess.run(
        [sys.executable, "-m", "turnkeeper", "run", *words, "--config", str(config)],
        env={**MOCK, "LG_WD": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=patience,
    )


def test_a_second_daemon_ends_with_a_sentence(first: Manager, tmp_path: Path) -> None:
    state = tmp_path / "state"
    second = start(tmp_path, state, patience=30)
    assert second.returncode == 2
    assert second.stdout == ""
    assert second.stderr.startswith(f"turnkeeper: another turnkeeper keeps its battles in {state};")
    assert len(second.stderr.splitlines()) == 1
    assert first.process.poll() is None


def test_control_on_a_folder_of_its_own_it_plays(first: Manager, tmp_path: Path) -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        start(tmp_path, tmp_path / "other")
    assert first.process.poll() is None


@pytest.mark.skipif(not MEMORY.is_dir(), reason="a folder in memory")
def test_battles_in_memory_are_told_unless_they_are_meant_to_be(tmp_path: Path) -> None:
    for words, told in ((), True), (("--in-memory",), False):
        with (
            TemporaryDirectory(dir=MEMORY) as folder,
            pytest.raises(subprocess.TimeoutExpired) as ended,
        ):
            start(tmp_path, Path(folder), *words)
        assert (keeping.FLEETING.encode() in (ended.value.stderr or b"")) == told


def test_the_glass_says_so_too(sit_down: SitDown, monkeypatch: pytest.MonkeyPatch) -> None:
    fleeting = partial(Daemon, fleeting=keeping.FLEETING)
    monkeypatch.setattr("turnkeeper_sim.workbench.Daemon", fleeting)
    table = sit_down(box.at_home)
    assert "The battles are in memory" in str(table.page)
    table.turn(1)
    assert "battles do not last" in str(table.page)


def test_a_killed_one_lets_go_at_once_and_is_counted(first: Manager, tmp_path: Path) -> None:
    first.until((first.runtime / FILE).exists, "it has written its counters")
    first.kill(signal.SIGKILL)
    assert not keeping.busy(tmp_path / "state")
    first.process = first._start()
    first.until(lambda: starts(first) == 2, "the second start is counted")
    found = read(first.runtime / FILE)
    assert found
    assert (found.past.broken, found.state, found.process) == (1, "running", first.process.pid)


def starts(manager: Manager) -> int:
    found = read(manager.runtime / FILE)
    return found.past.starts if found else 0


def test_the_glass_of_a_box_that_plays_is_left_to_it(
    first: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The service manager's command after a second one's end must not darken the first's."""
    blanked: list[str] = []
    monkeypatch.setattr(blank, "blank", lambda *_, **__: blanked or ["blanked"])
    monkeypatch.setattr(library, "choose", lambda _: None)
    assert blank.after_the_daemon(first.config, safe=False) == []
    assert blank.after_the_daemon(first.config, safe=True) == ["blanked"]
    first.process.terminate()
    first.process.wait(20)
    assert blank.after_the_daemon(first.config, safe=False) == ["blanked"]
