"""One command gets the firmware onto a Pico; here the copying alone is a stand-in.

The stand-in for mpremote copies into a folder; its reset starts the real firmware there.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import copy, copytree

import pytest
from pico import deploy

from tests.link import micropython
from tests.pico.rig import ID, Pico
from turnkeeper.errors import PortError
from turnkeeper.link.events import Event, OtherProto

PORT = "/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e661-if00"
KNOWN = "version 1 28 0\nRaspberry Pi Pico with RP2040\n"


class Desk(deploy.Desk):
    """A desk with Picos on it, as they are said to be."""

    def __init__(self, folder: Path, *, ports: tuple[str, ...] = (PORT,)) -> None:
        """Nothing is on the one Pico that can be copied to."""
        self.folder = folder
        self.plugged = ports
        self.drive: list[str] = []
        self.known = KNOWN
        self.at_work: dict[str, Event] = {}
        self.pico: Pico | None = None
        self.asked: list[str] = []

    def ports(self) -> tuple[str, ...]:
        """Give those that are said to be there."""
        return self.plugged

    def drives(self) -> list[str]:
        """Give those that are said to be there."""
        return self.drive

    def mpremote(self, port: str, words: Sequence[str]) -> str:
        """Do as mpremote does."""
        assert port in self.plugged
        self.asked.append(words[0])
        match words:
            case ["exec", program]:
                compile(program, "probe", "exec")
                return self.known
            case ["fs", "cp", "-r", *paths, ":"]:
                for path in map(Path, paths):
                    if path.is_dir():
                        copytree(path, self.folder / path.name)
                    else:
                        copy(path, self.folder)
            case ["reset"]:
                self.pico = Pico(self.folder)
        return ""

    def hello(self, port: str, seconds: float) -> Event | None:
        """Wait for the pod, as the daemon does, where one was started."""
        return super().hello(self.pico.path, seconds) if self.pico else self.at_work.get(port)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """One new Pico with MicroPython on the desk."""
    desk = Desk(tmp_path)
    yield desk
    if desk.pico:
        desk.pico.unplug()


@pytest.mark.parametrize(
    ("words", "has"),
    [
        ([], "a dice tray"),
        (["--no-tray", "--buttons", "8"], "8 buttons"),
        (["--buttons", "4", "--port", PORT], "a dice tray and 4 buttons"),
    ],
)
def test_a_new_pico_becomes_a_pod(
    desk: Desk, capsys: pytest.CaptureFixture[str], words: list[str], has: str
) -> None:
    assert deploy.main(words, desk) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"Found: Raspberry Pi Pico with RP2040, MicroPython 1.28.0, at {PORT}"
    assert said[1].startswith("Copying 12 files, ")
    assert said[2:] == [f"Pod {ID} is at work: {has}"]
    assert desk.asked == ["exec", "fs", "reset"]


def refused(desk: Desk, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Give the sentence that it was refused with; nothing was copied."""
    assert deploy.main(words, desk) == 2
    assert "fs" not in desk.asked
    return capsys.readouterr().err


def test_where_there_is_none_it_says_what_a_new_one_needs(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.plugged = ()
    assert "no Pico with MicroPython is plugged in" in refused(desk, capsys)
    desk.drive = ["RPI-RP2"]
    assert "as the drive RPI-RP2, without MicroPython" in refused(desk, capsys)


def test_where_there_are_several_it_wants_one_named(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.plugged = (PORT, "/dev/ttyACM1")
    said = refused(desk, capsys)
    assert f"--port {PORT} or /dev/ttyACM1" in said
    assert deploy.main(["--port", PORT], desk) == 0


def test_a_pod_at_work_is_left_alone_and_the_way_back_is_told(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.at_work = {PORT: OtherProto("old", 9)}
    said = refused(desk, capsys)
    assert "pod old is at work" in said
    assert "hold its first button (a tray: the * key)" in said


def test_too_old_a_micropython_is_named(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    for known, version in (("version 1 22 2\nPico\n", "1.22.2"), ("what?", "?")):
        desk.known = known
        assert f"MicroPython {version} is too old; 1.23 or newer" in refused(desk, capsys)


def test_a_pod_without_anything_is_none(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--no-tray"], ["--buttons", "9"]):
        with pytest.raises(SystemExit) as ended:
            deploy.main(words, desk)
        assert ended.value.code == 2
        assert "--buttons" in capsys.readouterr().err


def test_where_no_hello_comes_it_says_how_to_see_why(desk: Desk) -> None:
    with pytest.raises(PortError, match="does not say HELLO"):
        deploy.welcome(None, PORT, print)
    assert desk.asked == []


def test_a_port_that_another_has_or_that_is_gone_is_named(tmp_path: Path) -> None:
    with pytest.raises(PortError, match="is not there"):
        deploy.Desk().hello(str(tmp_path / "none"), 0.1)


def test_mpremotes_own_complaint_is_passed_on(tmp_path: Path) -> None:
    # Whether it is installed here or not, it cannot reach such a port.
    with pytest.raises(PortError, match=r"mpremote could not do it at .*none: .+"):
        deploy.Desk().mpremote(str(tmp_path / "none"), ["reset"])


def test_what_is_removed_before_is_ours_alone(tmp_path: Path) -> None:
    names = [("", ("main", "board"))]
    ours = ["main.py", "main.mpy", "board.py"]
    for name in (*ours, "boot.py", "mine.py"):
        (tmp_path / name).touch()
    there = f"import os\nos.chdir({str(tmp_path)!r})\n"
    said = micropython.run(there + deploy.PROBE.format(names=names))
    assert deploy.checked(said).startswith("linux")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["boot.py", "mine.py"]
