"""`hardware/build`: make every drawing, part and table, or those of the steps that are named."""

import argparse
import shutil
import sys
from pathlib import Path

from hardware.make import bill, case, currents, drawings, pictures
from hardware.make.maps import HARDWARE

OUT = HARDWARE / "out"
# What each step starts, and Debian's and Raspberry Pi OS's package of it.
NEEDS = {
    "wiring": {"dot": "graphviz"},
    "case": {"openscad": "openscad"},
    "pictures": {
        "dot": "graphviz",
        "openscad": "openscad",
        "xvfb-run": "xvfb",
        "xauth": "xauth",
    },
}


def pages() -> None:
    """The tables of the bill and the currents, and the pages of the pins."""
    found = currents.lines(currents.figures())
    _write(bill.PAGE, bill.page(bill.load()))
    _write(currents.PAGE, currents.page(found))
    for name, page in pictures.all_pages().items():
        _write(pictures.FOLDER / f"{name}.svg", page())
    for line in found:
        if not line.holds:
            raise SystemExit(f"{line.where}: {line.what} comes to {line.value:.3g} {line.unit}.")


def wiring() -> None:
    """The drawings, each as SVG and PNG, with the table of its parts."""
    for name in drawings.NAMES:
        drawings.draw(name, OUT / "wiring")
        _told(OUT / "wiring" / f"{name}.svg")


def parts() -> None:
    """The printed parts as STL files."""
    case.make(OUT / "case")
    for name in case.PRINTS:
        _told(OUT / "case" / f"{name}.stl")


def shown() -> None:
    """The pictures of the guides that are not as their sources are now."""
    for name in pictures.all_pictures():
        if pictures.stale(name):
            _told(pictures.save(name))


STEPS = {"pages": pages, "wiring": wiring, "case": parts, "pictures": shown}


def missing(steps: list[str]) -> list[str]:
    """The system's packages that these steps need and that are not installed."""
    needed = {
        program: package for step in steps for program, package in NEEDS.get(step, {}).items()
    }
    return sorted({needed[program] for program in needed if shutil.which(program) is None})


def main(words: list[str]) -> int:
    """Make what is asked for; 1 where a package of the system is missing."""
    parser = argparse.ArgumentParser(prog="hardware/build", description=__doc__)
    parser.add_argument("step", nargs="*", help=f"one or more of {', '.join(STEPS)}; none: all")
    steps = parser.parse_args(words).step or list(STEPS)
    unknown = [step for step in steps if step not in STEPS]
    if unknown:
        parser.error(f"there is no step {unknown[0]}; there are {', '.join(STEPS)}")
    lacking = missing(steps)
    if lacking:
        print(
            "hardware/build needs what is not installed here; on Debian and Raspberry Pi OS:\n"
            f"    sudo apt install --no-install-recommends {' '.join(lacking)}",
            file=sys.stderr,
        )
        return 1
    for folder in ("wiring", "case"):
        (OUT / folder).mkdir(parents=True, exist_ok=True)
    for step in steps:
        STEPS[step]()
    return 0


def _write(path: Path, text: str) -> None:
    path.write_text(text)
    _told(path)


def _told(path: Path) -> None:
    print(path.relative_to(HARDWARE.parent))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
