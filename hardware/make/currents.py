"""Currents, levels and times reckoned at the parts' worst, each against what is allowed.

The figures are wiring/currents.toml's and the resistors bill/parts.toml's; the result is the table
wiring/currents.md. A test holds every line of it, so that no part can be changed past a limit.
"""

import math
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hardware.make import bill
from hardware.make.drawings import WIRING

TOLERANCE = 0.99  # resistors of 1 %, at their least
QUARTER_WATT = 250.0  # mW
PAGE = WIRING / "currents.md"


@dataclass(frozen=True, slots=True)
class Line:
    """One reckoning: `value` must lie between `least` and `most`, in `unit`."""

    where: str
    what: str
    how: str
    value: float
    unit: str
    most: float = math.inf
    least: float = -math.inf

    @property
    def holds(self) -> bool:
        """Whether it is allowed."""
        return self.least <= self.value <= self.most


def figures() -> dict[str, Any]:
    """The figures of currents.toml, and the resistors' and capacitors' values under `bill`."""
    read: dict[str, Any] = tomllib.loads((WIRING / "currents.toml").read_text())
    parts = bill.load().parts
    read["bill"] = {p.id: p.value for p in parts.values() if p.value}
    return read


def lines(f: dict[str, Any]) -> list[Line]:
    """Everything that is reckoned, from figures as `figures` gives them."""
    return [*_pins(f), *_lamps(f), *_contacts(f), *_knob(f), *_buzzer(f), *_pico(f), *_budget(f)]


def _driver_input(f: dict[str, Any]) -> float:
    return float((f["pi"]["high"] - f["driver"]["input_drop"]) / f["driver"]["input_least"])


def _base(f: dict[str, Any], level: str) -> float:
    ohm = f["bill"]["r-1k"] * (TOLERANCE if level == "high" else 2 - TOLERANCE)
    return float((f["pi"][level] - f["buzzer"]["base_volts"]) / ohm * 1000)


def _pins(f: dict[str, Any]) -> Iterator[Line]:
    """What the Pi's pins give."""
    one, base = _driver_input(f), _base(f, "high")
    yield Line("Pi", "a lamp's pin, into the driver", "(3.45 V - drop) / driver's input", one, "mA",
               f["pi"]["pin_most"])  # fmt: skip
    yield Line("Pi", "the buzzer's pin, into the base", "(3.45 V - base) / 1 kOhm", base, "mA",
               f["pi"]["pin_most"])  # fmt: skip
    yield Line("Pi", "all its pins: eight lamps and the buzzer", "8 lamps + buzzer", 8 * one + base,
               "mA", f["pi"]["all_most"])  # fmt: skip


def _brightest(f: dict[str, Any]) -> float:
    volts = f["supply"]["high"] - f["driver"]["drop_least"] - f["lamp"]["volts_least"]
    return float(volts / (f["bill"]["r-150"] * TOLERANCE) * 1000)


def _lamps(f: dict[str, Any]) -> Iterator[Line]:
    """The lamps behind the driver."""
    most = _brightest(f)
    weakest = f["supply"]["low"] - f["driver"]["drop_most"] - f["lamp"]["volts_most"]
    short = f["supply"]["high"] / (f["bill"]["r-150"] * TOLERANCE) * 1000
    yield Line("lamp", "the brightest, red", "(5.25 V - drop - LED) / 150 Ohm", most, "mA",
               f["lamp"]["most"])  # fmt: skip
    yield Line("lamp", "the weakest, white", "(4.75 V - drop - LED) / 150 Ohm",
               weakest / (f["bill"]["r-150"] / TOLERANCE) * 1000, "mA",
               least=f["lamp"]["least"])  # fmt: skip
    yield Line("driver", "one output", "the brightest lamp", most, "mA",
               f["driver"]["channel_most"])  # fmt: skip
    yield Line("driver", "heat, eight lamps lit", "8 x lamp x drop",
               8 * most * f["driver"]["drop_most"], "mW", f["driver"]["heat_most"])  # fmt: skip
    yield Line("lead", "a plug shorts 5 V while it goes in: heat in 150 Ohm", "5.25 V squared / R",
               f["supply"]["high"] * short, "mW", QUARTER_WATT)  # fmt: skip
    yield Line("lead", "a plug brings 5 V onto a contact: into the Pi's pin",
               "(5.25 V - 3.15 V) / (150 Ohm + 1 kOhm)",
               (f["supply"]["high"] - f["pi"]["low"])
               / ((f["bill"]["r-150"] + f["bill"]["r-1k"]) * TOLERANCE) * 1000,
               "mA", 2.0)  # fmt: skip


def _contacts(f: dict[str, Any]) -> Iterator[Line]:
    """A pressed contact must read as low."""
    series = f["bill"]["r-1k"] / TOLERANCE
    net = 1 / (1 / (f["bill"]["r-net"] * TOLERANCE) + 1 / (f["pi"]["pull_up_least"] * 1000))
    for where, pull in (("in the box", f["pi"]["pull_up_least"] * 1000), ("on a lead", net)):
        yield Line("contact", f"pressed, {where}", "3.45 V x 1 kOhm / (1 kOhm + pull-up)",
                   f["pi"]["high"] * series / (series + pull), "V",
                   f["pi"]["reads_low"])  # fmt: skip
    yield Line("contact", "a pin wrongly set to drive, its button pressed", "3.45 V / 1 kOhm",
               f["pi"]["high"] / (f["bill"]["r-1k"] * TOLERANCE) * 1000, "mA",
               f["pi"]["pin_most"])  # fmt: skip


def _knob(f: dict[str, Any]) -> Iterator[Line]:
    """A and B pass 1 kOhm and 10 nF: slower than a spark, faster than a hand."""
    kilo = f["knob"]["pull_up"] + f["bill"]["r-1k"] / 1000
    rise = kilo * f["bill"]["c-10n"] / 1000  # kOhm x nF = us
    edge = 1000 / (f["knob"]["detents"] * f["knob"]["turns"] * f["knob"]["edges"])
    yield Line("knob", "time constant, opening", "(10 kOhm + 1 kOhm) x 10 nF", rise, "ms", edge / 5,
               0.05)  # fmt: skip


def _buzzer(f: dict[str, Any]) -> Iterator[Line]:
    """The transistor must be switched on well."""
    yield Line("buzzer", "base current", "(3.15 V - base) / 1 kOhm; needed: 3 x draw / gain",
               _base(f, "low"), "mA",
               least=f["buzzer"]["swamp"] * f["buzzer"]["draws"] / f["buzzer"]["gain"])  # fmt: skip


def _pico_lamp(f: dict[str, Any]) -> float:
    volts = f["pico"]["high"] - f["lamp"]["volts_least"]
    return float(volts / (f["bill"]["r-330"] * TOLERANCE) * 1000)


def _pico(f: dict[str, Any]) -> Iterator[Line]:
    """A pod's lamps hang on the Pico's own pins."""
    weakest = (f["pico"]["low"] - f["pico"]["lamp_most"]) / (f["bill"]["r-330"] / TOLERANCE) * 1000
    yield Line("pod", "a lamp's pin", "(3.45 V - LED) / 330 Ohm", _pico_lamp(f), "mA",
               f["pico"]["pin_most"])  # fmt: skip
    yield Line("pod", "the weakest lamp, green", "(3.15 V - LED) / 330 Ohm", weakest, "mA",
               least=f["lamp"]["least"])  # fmt: skip
    yield Line("pod", "all its pins: eight lamps and the tray's", "9 lamps",
               f["pico"]["lamps"] * _pico_lamp(f), "mA", f["pico"]["all_most"])  # fmt: skip


def _budget(f: dict[str, Any]) -> Iterator[Line]:
    """What all draws, at its worst and at once, of the 5 V supply."""
    lamp, pico = _brightest(f), f["pico"]["draws"] + 4 * _pico_lamp(f)
    base = f["pi"]["draws"] + f["display"]["draws"] + 8 * _driver_input(f) + _base(f, "high")
    net = 8 * f["pi"]["high"] / (f["bill"]["r-net"] * TOLERANCE) * 1000
    yield Line("3.3 V", "the display and the pull-ups", "display + 8 contacts",
               f["display"]["draws"] + net, "mA", f["pi"]["rail_most"])  # fmt: skip
    yield Line("fuse", "eight lamps and the buzzer", "must be held when warm: 0.8 x 0.5 A",
               8 * lamp + f["buzzer"]["draws"], "mA",
               f["fuse"]["hold"] * f["fuse"]["warm"])  # fmt: skip
    builds = (
        ("starter", "Pi, display, 4 lamps", base + 4 * lamp),
        ("table", "Pi, display, 8 lamps, buzzer, a Pico",
         base + 8 * lamp + f["buzzer"]["draws"] + pico),
        ("pods", "Pi, display, 3 Picos with their lamps, hub", base + 3 * pico + 100),
    )  # fmt: skip
    for build, how, value in builds:
        yield Line("5 V", f"{build}, everything at once", how, value, "mA",
                   0.8 * f["supply"]["gives"])  # fmt: skip


def page(found: list[Line]) -> str:
    """The table as wiring/currents.md."""
    rows = [
        f"| {line.where} | {line.what} | {line.how} | {_figure(line.value)} {line.unit} | "
        f"{_limit(line)} |"
        for line in found
    ]
    return "\n".join((
        "# Currents, levels and times",
        "",
        "Reckoned by `hardware/build pages` from [currents.toml](currents.toml) and the resistors",
        "of the [bill](../bill/parts.toml), each at its worst; a test holds every line.",
        "Do not edit this page.",
        "",
        "| where | what | how | comes to | allowed |",
        "|---|---|---|---|---|",
        *rows,
        "",
    ))  # fmt: skip


def _figure(value: float) -> str:
    """Three digits that count, and no powers of ten."""
    return f"{value:.0f}" if value >= 1000 else f"{value:.3g}"


def _limit(line: Line) -> str:
    words = [f"at least {_figure(line.least)}"] if line.least > -math.inf else []
    words += [f"at most {_figure(line.most)}"] if line.most < math.inf else []
    return f"{', '.join(words)} {line.unit}"
