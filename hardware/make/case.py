"""The printed parts: which there are, which a build takes, their STL files and pictures."""

import re
import shutil
import subprocess
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from hardware.make.maps import HARDWARE

FOLDER = HARDWARE / "case"
SIZES = FOLDER / "parts.scad"
ASSEMBLY = FOLDER / "assembly.scad"
VIEWS = ("starter", "table", "pods", "inside")


@dataclass(frozen=True, slots=True)
class Print:
    """One STL file: the text it is made of, and the settings in which it differs from that text."""

    source: str
    settings: dict[str, str] = field(default_factory=dict)


PRINTS = {
    "box": Print("box"),
    "box-table": Print("box", {"sockets": "8"}),
    "box-pod": Print("box", {"pico": "true"}),
    "lid-242-seats": Print("lid-large"),
    "lid-242": Print("lid-large", {"seats": "0"}),
    "lid-130-seats": Print("lid-small"),
    "lid-130": Print("lid-small", {"seats": "0"}),
    "lid-096-seats": Print("lid-small", {"inch": "0.96"}),
    "lid-096": Print("lid-small", {"inch": "0.96", "seats": "0"}),
    "lid-pod": Print("lid-pod"),
    "seat": Print("seat"),
    "seat-base": Print("seat-base"),
    "tray": Print("tray"),
    "tray-lid": Print("tray-lid"),
}
TRAY = {"tray": 1, "tray-lid": 1}
BUILDS: dict[str, dict[str, int]] = {
    "starter": {"box": 1, "lid-242-seats": 1},
    "table": {"box-table": 1, "lid-242": 1, "seat": 8, "seat-base": 8, **TRAY},
    "pods": {"box": 1, "lid-242": 1, "box-pod": 2, "lid-pod": 2, **TRAY},
}


def sizes(text: str | None = None) -> dict[str, list[float]]:
    """The sizes in parts.scad, each as a list of its numbers, in mm."""
    found = re.findall(r"^(\w+) = ([^;]+);", text or SIZES.read_text(), re.MULTILINE)
    return {
        name: [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", value)] for name, value in found
    }


def sources(extra: Iterable[str] = ()) -> str:
    """All texts of the case and *extra*, which the picture of any part may come from."""
    return "".join(path.read_text() for path in sorted(FOLDER.glob("*.scad"))) + "".join(extra)


def openscad() -> str | None:
    """The version of OpenSCAD, or None where it is missing."""
    if shutil.which("openscad") is None:
        return None
    told = subprocess.run(["openscad", "--version"], capture_output=True, text=True, check=False)
    return (told.stdout + told.stderr).strip()


def make(folder: Path, names: Iterable[str] = PRINTS) -> None:
    """Make NAME.stl of each of these, two at a time."""
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda name: stl(name, folder), names))


def stl(name: str, folder: Path) -> Path:
    """Make one part's STL file; OpenSCAD's own words are shown where it fails."""
    part, made = PRINTS[name], folder / f"{name}.stl"
    _run(["openscad", "-q", "-o", str(made), *_settings(part), str(FOLDER / f"{part.source}.scad")])
    return made


def view(name: str, made: Path) -> None:
    """Make a coloured picture of a build, or of the box's inside, as a PNG of 1200 x 900."""
    camera = "0,0,0,35,0,20,500" if name == "inside" else "0,0,0,50,0,18,500"
    _picture(made, ["-D", f'show="{name}"', f"--camera={camera}"], ASSEMBLY, "1200,900")


def portrait(name: str, made: Path) -> None:
    """Make a picture of one part as it is printed, of 480 x 360, rendered in full."""
    part = PRINTS[name]
    words = ["--render=1", "--camera=0,0,0,50,0,25,500", *_settings(part)]
    _picture(made, words, FOLDER / f"{part.source}.scad", "480,360")


def _settings(part: Print) -> list[str]:
    return [word for key, value in part.settings.items() for word in ("-D", f"{key}={value}")]


def _picture(made: Path, words: list[str], source: Path, size: str) -> None:
    """OpenSCAD draws through OpenGL, so that it wants a screen: a virtual one."""
    _run([
        "xvfb-run", "-a", "openscad", "-q", f"--imgsize={size}", "--colorscheme=Tomorrow",
        "--autocenter", "--viewall", *words, "-o", str(made), str(source),
    ])  # fmt: skip


def _run(words: list[str]) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode or "WARNING" in done.stderr or "ERROR" in done.stderr:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip() or 'failed'}")
