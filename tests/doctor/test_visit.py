"""Where `doctor --bundle` writes its report, what it says of it, and what it never writes over."""

import os
import zipfile
from pathlib import Path

import pytest

from turnkeeper import config
from turnkeeper.doctor import hardware, system, visit
from turnkeeper.doctor.world import Finding, World
from turnkeeper.errors import ConfigError


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A visit without looks, on a machine without files of ours; gives a folder to be in."""
    monkeypatch.setattr(hardware, "LOOKS", ())
    monkeypatch.setattr(system, "LOOKS", ())
    monkeypatch.setattr(config, "find", lambda: None)
    monkeypatch.setattr(World, "ask", lambda *_: None)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_says_where_it_is_and_what_is_in_it(quick: Path) -> None:
    said: list[str] = []
    assert visit.visit(None, Path("report.zip"), said.append) == 0
    assert said[-1].startswith(f"The report is {quick / 'report.zip'}; look at it before you send")
    for name in zipfile.ZipFile(quick / "report.zip").namelist():
        assert f"\n  {name} " in said[-1]


def test_it_is_written_here_wherever_the_pin_library_goes(
    quick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (quick / "elsewhere").mkdir()

    def away(_: World) -> list[Finding]:
        os.chdir(quick / "elsewhere")
        return []

    monkeypatch.setattr(hardware, "LOOKS", (away,))
    (quick / "config.toml").write_text("[display]\naddress = 0x3D\n", encoding="utf-8")
    visit.visit(Path("config.toml"), Path("report.zip"), lambda _: None)
    with zipfile.ZipFile(quick / "report.zip") as found:
        assert "display.address = 0x3D" in found.read("settings.txt").decode()


def test_what_is_there_is_never_written_over(quick: Path) -> None:
    (quick / "report.zip").write_text("my own", encoding="utf-8")
    (quick / "folder").mkdir()
    for name, says in {
        "report.zip": "report.zip is there already, and is left as it is; give another name",
        "folder": "folder is a folder; name a file in it, such as",
        "none/report.zip": "none/report.zip: No such file or directory",
        "report.zip/report.zip": "Not a directory",
    }.items():
        said: list[str] = []
        with pytest.raises(ConfigError, match=says):
            visit.visit(None, Path(name), said.append)
        assert said == [], "it is told before anything is looked at"
    assert (quick / "report.zip").read_text(encoding="utf-8") == "my own"


def test_a_card_that_is_full_leaves_no_half_a_report(
    quick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> int:
        path.touch()
        raise OSError(28, "No space left on device", data[:1])

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(ConfigError, match=r"report\.zip: No space left on device"):
        visit.visit(None, Path("report.zip"), lambda _: None)
    assert not (quick / "report.zip").exists()


def test_a_config_that_is_not_there_is_told(quick: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml is not there"):
        visit.visit(quick / "none.toml", None, lambda _: None)
