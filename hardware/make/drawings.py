"""The wiring texts, as WireViz reads them: which wire goes where, and which parts they name."""

import shutil
import subprocess
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from wireviz.wireviz import parse

from hardware.make.maps import HARDWARE

WIRING = HARDWARE / "wiring"
COMMON = WIRING / "common.yml"
NAMES = ("front", "seats-starter", "seats-table", "lead", "tray", "pod")


@dataclass(frozen=True, slots=True)
class End:
    """One end of a wire: a connector's designator, the number of its row, and that row's label."""

    part: str
    pin: int
    label: str


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire, from its left end to its right.

    `use` is its own label, "" for none; `colour` is as IEC 60757 shortens it, "RD" for red.
    """

    cable: str
    use: str
    colour: str
    left: End
    right: End


@dataclass(frozen=True, slots=True)
class Drawing:
    """One wiring text: its wires, how many of each part it names, and each part's id."""

    name: str
    wires: tuple[Wire, ...]
    parts: Counter[str]

    def beyond(self, end: End) -> list[End]:
        """The ends that wires from this row of this part lead to, to the right."""
        return [w.right for w in self.wires if (w.left.part, w.left.pin) == (end.part, end.pin)]

    def before(self, end: End) -> list[End]:
        """The ends that wires to this row of this part come from, on the left."""
        return [w.left for w in self.wires if (w.right.part, w.right.pin) == (end.part, end.pin)]


def text(name: str) -> str:
    """A drawing's text with what is common to all before it."""
    return COMMON.read_text() + (WIRING / f"{name}.yml").read_text()


@cache
def drawing(name: str) -> Drawing:
    """The drawing of that name, as it stands."""
    return read(name, text(name))


def read(name: str, whole: str) -> Drawing:
    """What WireViz makes of a text, without drawing it."""
    harness = parse(whole, return_types="harness")

    def end(part: str, pin: Any) -> End:  # noqa: ANN401 - WireViz carries no types
        connector = harness.connectors[part]
        row = connector.pins.index(pin)
        return End(part, int(pin), connector.pinlabels[row] if connector.pinlabels else "")

    wires = tuple(
        Wire(
            cable.name,
            cable.wirelabels[joint.via_port - 1] if cable.wirelabels else "",
            cable.colors[joint.via_port - 1],
            end(joint.from_name, joint.from_pin),
            end(joint.to_name, joint.to_pin),
        )
        for cable in harness.cables.values()
        for joint in cable.connections
    )
    parts: Counter[str] = Counter()
    for row in harness.bom():  # of a cable, WireViz counts metres
        parts[row["pn"] or row["description"]] += (
            len(row["designators"]) if row.get("unit") == "m" else int(row["qty"])
        )
    return Drawing(name, wires, parts)


def graphviz() -> str | None:
    """The version of graphviz, which WireViz draws with, or None where it is missing."""
    if shutil.which("dot") is None:
        return None
    return subprocess.run(["dot", "-V"], capture_output=True, text=True, check=False).stderr.strip()


def draw(name: str, folder: Path) -> None:
    """Make NAME.svg, NAME.png and NAME.tsv, the table of its parts; this needs graphviz."""
    parse(text(name), output_formats=("svg", "png", "tsv"), output_dir=folder, output_name=name)
