"""The pages of the pins: the Pi's header and the Pico's pads with what hangs on each, as SVG.

Made from the pin maps alone, so that they cannot say anything else. Pin 1 is at the top left; the
Pi lies with its header at the right edge, its card at the top.
"""

from collections.abc import Sequence
from html import escape

from hardware.make.maps import PI_HEADER, PICO_PADS, pi_uses, pico_uses

ROW, WIDTH, MIDDLE = 26, 760, 380
FILLS = {"GND": "#222", "5V": "#d33", "3V3": "#e80"}
LIT, FREE = "#2a6fb0", "#ccc"
WORDS = {
    "sda": "display SDA",
    "scl": "display SCL",
    "knob_a": "knob A (CLK)",
    "knob_b": "knob B (DT)",
    "knob_push": "knob push (SW)",
    "next": "Next key",
    "back": "Back key",
    "buzzer": "buzzer",
    "power": "power key",
    "TRAY_LAMPS 1": "tray's lamp",
}
GROUPS = {
    "seats": "seat {} button",
    "lamps": "seat {} lamp",
    "KEYS": "button {}",
    "LAMPS": "lamp {}",
    "ROWS": "keypad row {}",
    "COLUMNS": "keypad column {}",
}


def words(use: str) -> str:
    """A use as a maker reads it: "seats 1" is "seat 1 button"."""
    if use in WORDS:
        return WORDS[use]
    group, _, number = use.partition(" ")
    return GROUPS[group].format(number)


def pi() -> str:
    """The Pi's header, odd pins left and even ones right."""
    uses = {f"GPIO{pin}": words(use) for use, pin in pi_uses().items()}
    rows = [(n, n + 1) for n in range(1, 41, 2)]
    return _page("Raspberry Pi: 40 pins, seen from above", PI_HEADER, rows, uses)


def pico() -> str:
    """The Pico's pads, as it lies with its USB socket at the top."""
    uses = {f"GP{pin}": words(use) for use, pin in pico_uses().items()}
    rows = [(n, 41 - n) for n in range(1, 21)]
    return _page("Raspberry Pi Pico: USB at the top, seen from above", PICO_PADS, rows, uses)


def _page(
    title: str, labels: Sequence[str], rows: Sequence[tuple[int, int]], uses: dict[str, str]
) -> str:
    height = ROW * len(rows) + 60
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}" font-family="DejaVu Sans, sans-serif" font-size="14">'
        ),
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="{MIDDLE}" y="28" text-anchor="middle" font-weight="bold">{escape(title)}</text>',
    ]
    for index, pair in enumerate(rows):
        y = 50 + ROW * index
        for number, side in zip(pair, (-1, 1), strict=True):
            parts += _pin(number, labels[number - 1], uses, side, y)
    return "\n".join([*parts, "</svg>", ""])


def _pin(number: int, label: str, uses: dict[str, str], side: int, y: int) -> list[str]:
    """One pin: its number in its colour, its name, and its use at the outside."""
    anchor = "end" if side < 0 else "start"
    fill = FILLS.get(label, LIT if label in uses else FREE)
    ink = "#000" if fill == FREE else "#fff"
    x = MIDDLE + side * 18 - 14
    text = y + 16
    return [
        f'<rect x="{x}" y="{y}" width="28" height="22" rx="4" fill="{fill}"/>',
        f'<text x="{x + 14}" y="{text}" text-anchor="middle" fill="{ink}">{number}</text>',
        (
            f'<text x="{MIDDLE + side * 42}" y="{text}" text-anchor="{anchor}" fill="#555">'
            f"{escape(label)}</text>"
        ),
        (
            f'<text x="{MIDDLE + side * 120}" y="{text}" text-anchor="{anchor}">'
            f"{escape(uses.get(label, ''))}</text>"
        ),
    ]
