"""The bill of materials: bill/parts.toml read and checked, and its table, bill/README.md."""

import tomllib
from collections import Counter
from dataclasses import dataclass
from typing import Any

from hardware.make.drawings import drawing
from hardware.make.maps import HARDWARE

SOURCE = HARDWARE / "bill" / "parts.toml"
PAGE = HARDWARE / "bill" / "README.md"
VALUES = ("ohm", "nf")
WORDS = {"name", "must", "instead", "price", "drawn", "pins", *VALUES}


class BillError(ValueError):
    """A line of the bill that cannot be right."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part. `quantities` has a number for each build; `value` is in ohm or nanofarad, or 0."""

    id: str
    name: str
    must: str
    instead: str
    price: float
    quantities: dict[str, int]
    drawn: bool
    pins: dict[str, int | list[int]]
    value: float


@dataclass(frozen=True, slots=True)
class Bill:
    """All parts by id, and for each build what it is and how often each drawing is wired."""

    parts: dict[str, Part]
    whats: dict[str, str]
    drawings: dict[str, dict[str, int]]

    def total(self, build: str) -> float:
        """What a build costs, in euro."""
        return sum(p.quantities[build] * p.price for p in self.parts.values())

    def drawn(self, build: str) -> Counter[str]:
        """How many of each part the drawings of a build name."""
        parts: Counter[str] = Counter()
        for name, times in self.drawings[build].items():
            for part, number in drawing(name).parts.items():
                parts[part] += number * times
        return parts


def load(text: str | None = None) -> Bill:
    """Read the bill; a field that nobody reads, or a part in no build, is a BillError."""
    read = tomllib.loads(text or SOURCE.read_text())
    builds = read["builds"]
    return Bill(
        parts={key: _part(key, table, list(builds)) for key, table in read["parts"].items()},
        whats={name: table["what"] for name, table in builds.items()},
        drawings={name: table["drawings"] for name, table in builds.items()},
    )


def _part(key: str, table: dict[str, Any], builds: list[str]) -> Part:
    unread = set(table) - WORDS - set(builds)
    if unread:
        raise BillError(f"{key} has {', '.join(sorted(unread))}, which nobody reads.")
    quantities = {build: int(table.get(build, 0)) for build in builds}
    if not any(quantities.values()):
        raise BillError(f"{key} is in no build.")
    value = next((float(table[name]) for name in VALUES if name in table), 0.0)
    return Part(
        key, table["name"], table["must"], table["instead"], float(table["price"]), quantities,
        bool(table.get("drawn", True)), table.get("pins", {}), value,
    )  # fmt: skip


def page(bill: Bill) -> str:
    """The table as bill/README.md, with totals."""
    builds = list(bill.whats)
    rows = [
        f"| {p.name} | {' | '.join(str(p.quantities[b] or '') for b in builds)} | {p.must} "
        f"| {p.instead} | {_pins(p)} | {p.price:.2f} |"
        for p in bill.parts.values()
    ]
    totals = " | ".join(f"**{bill.total(build):.0f}**" for build in builds)
    return "\n".join((
        "# What to buy",
        "",
        "Made by `hardware/build pages` from [parts.toml](parts.toml); do not edit this page.",
        "Prices are rough, in euro, for one piece; no shop is meant, and any part will do that",
        "is what it must be.",
        "",
        *(f"* **{build}**: {what}." for build, what in bill.whats.items()),
        "",
        f"| part | {' | '.join(builds)} | must be | or else | pins | each |",
        f"|---|{'---|' * len(builds)}---|---|---|---|",
        *rows,
        f"| **all, in euro** | {totals} | | | | |",
        "",
    ))  # fmt: skip


def _pins(part: Part) -> str:
    """The pins a part hangs on: GPIO of the Pi; GP of the Pico, as board.py's capitals tell."""
    words = []
    for name, pins in part.pins.items():
        numbers = pins if isinstance(pins, list) else [pins]
        kind = "GP" if name.isupper() else "GPIO"
        words.append(f"{name} {kind} {', '.join(map(str, numbers))}")
    return "; ".join(words)
