"""The pin map once: settings, firmware, wiring texts and bill of materials name the same pins.

Each of the four is read where it stands; each comparison is shown to fail on a changed pin.
"""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from hardware.make import bill, drawings, maps, pictures
from turnkeeper.config import Pins
from turnkeeper.files.pins import ALWAYS, clashes
from turnkeeper.files.settings import DisplaySettings

Found = dict[str, set[str]]
SOURCES = {"3V3", "5V", "GND", "VBUS"}
# On a board of its own the lamps of a pod are the first of as many as board.py has.
STARTER_SEATS, POD_SEATS = 4, 4


def label(use: str) -> str:
    """A wire's own label for a use; the I2C wires are called as the display calls them."""
    return use.upper() if use in maps.I2C else use


def wired(names: Iterable[str], part: str, heads: tuple[str, ...]) -> Found:
    """Each use that wires at the header of *part* have as their label, with the pins they are on.

    Fails where a wire sits on another pin than the header's row says.
    """
    found: Found = {}
    for name in names:
        for wire in drawings.drawing(name).wires:
            if wire.left.part == part:
                pin = heads[wire.left.pin - 1]
                assert wire.left.label.split()[0] == pin, (name, wire)
                if pin not in SOURCES:
                    found.setdefault(wire.use, set()).add(pin)
    return found


def expected(uses: dict[str, int], kind: str) -> Found:
    return {label(use): {f"{kind}{pin}"} for use, pin in uses.items()}


def pi_wired(build: str) -> Found:
    return wired(bill.load().drawings[build], "Pi", maps.PI_HEADER)


def without_seats(uses: dict[str, int], seats: int) -> dict[str, int]:
    """A box with that many seats; the buzzer belongs to the table alone."""
    left = {use: pin for use, pin in uses.items() if not use.startswith(("seats", "lamps"))}
    left |= {f"{part} {n}": uses[f"{part} {n}"]
             for part in ("seats", "lamps") for n in range(1, seats + 1)}  # fmt: skip
    if seats < len(Pins().seats):
        del left["buzzer"]
    return left


@pytest.mark.parametrize(
    ("build", "seats"), [("starter", STARTER_SEATS), ("table", 8), ("pods", 0)]
)
def test_the_boxes_are_wired_as_the_daemon_believes(build: str, seats: int) -> None:
    assert pi_wired(build) == expected(without_seats(maps.pi_uses(), seats), "GPIO")


def test_a_pin_that_was_changed_in_the_settings_is_seen_in_the_wiring() -> None:
    moved = Pins(knob_a=20)
    assert pi_wired("table") != expected(without_seats(maps.pi_uses(moved), 8), "GPIO")
    swapped = Pins(seats=(27, 17, *Pins().seats[2:]))
    assert pi_wired("starter") != expected(without_seats(maps.pi_uses(swapped), 4), "GPIO")


def pico_wired() -> Found:
    return wired(("pod", "tray"), "Pico", maps.PICO_PADS)


def pico_drawn(uses: dict[str, int]) -> dict[str, int]:
    """Of the eight buttons that a pod may have, those that its drawing shows."""
    return {
        use: pin
        for use, pin in uses.items()
        if not use.startswith(("KEYS", "LAMPS")) or int(use.split()[1]) <= POD_SEATS
    }


def test_tray_and_pod_are_wired_as_the_firmware_believes() -> None:
    assert pico_wired() == expected(pico_drawn(maps.pico_uses()), "GP")


@pytest.mark.parametrize(
    ("this", "that"), [("(0, 1, 2,", "(1, 0, 2,"), ("(16, 17,", "(17, 16,"), ("(27,", "(28,")]
)
def test_a_pin_that_was_changed_in_the_firmware_is_seen_in_the_wiring(this: str, that: str) -> None:
    text = maps.BOARD.read_text()
    assert text.count(this) == 1
    assert pico_wired() != expected(pico_drawn(maps.pico_uses(text.replace(this, that))), "GP")


@pytest.mark.parametrize(
    ("name", "this", "that"),
    [
        ("front", "29, 31, 33", "31, 29, 33"),
        ("seats-starter", "[12, 16, 18, 22]", "[12, 16, 22, 18]"),
        ("seats-table", "{Pi: [36]}", "{Pi: [38]}"),
    ],
)
def test_a_wire_that_was_changed_in_the_drawing_is_seen(
    name: str, this: str, that: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = drawings.text(name).replace(this, that)
    assert changed != drawings.text(name)
    build = "starter" if name == "seats-starter" else "table"
    honest = {one: drawings.drawing(one) for one in bill.load().drawings[build]}
    honest[name] = drawings.read(name, changed)
    before = pi_wired(build)
    monkeypatch.setattr(drawings, "drawing", honest.__getitem__)
    assert pi_wired(build) != before


def billed(parts: Iterable[bill.Part]) -> dict[str, int]:
    """Each use that the bill's parts name, with its pin; a use of two parts is a fault."""
    found: dict[str, int] = {}
    for part in parts:
        for use, pins in part.pins.items():
            listed = {f"{use} {n}": pin for n, pin in enumerate(pins, 1)} if isinstance(
                pins, list) else {use: pins}  # fmt: skip
            assert not found.keys() & listed.keys(), part
            found |= listed
    return found


def test_the_bill_names_every_pin_of_settings_and_firmware() -> None:
    assert billed(bill.load().parts.values()) == maps.pi_uses() | maps.pico_uses()


def test_a_pin_that_was_changed_in_the_bill_is_seen() -> None:
    parts = bill.load().parts
    knob = parts["knob"]
    parts["knob"] = replace(knob, pins={**knob.pins, "knob_a": 6})
    assert billed(parts.values()) != maps.pi_uses() | maps.pico_uses()


def test_no_pin_of_the_header_takes_two_plugs_in_any_build() -> None:
    for build, names in bill.load().drawings.items():
        taken: list[int] = []
        for name in names:
            taken += [w.left.pin for w in drawings.drawing(name).wires if w.left.part == "Pi"]
        assert len(taken) == len(set(taken)), (build, sorted(taken))


def test_the_default_pins_clash_with_nothing_of_the_pi() -> None:
    assert not list(clashes(Pins(), DisplaySettings(), {}))
    assert set(maps.I2C.values()) <= set(ALWAYS)
    # the starter's four seats leave SPI, the UART and 1-Wire to others
    starter = without_seats(maps.pi_uses(), STARTER_SEATS)
    assert not set(starter.values()) & {4, 7, 8, 9, 10, 11, 14, 15}


def test_the_headers_are_those_that_their_makers_print() -> None:
    gpios = [pin for pin in maps.PI_HEADER if pin.startswith("GPIO")]
    assert sorted(gpios, key=lambda pin: int(pin[4:])) == [f"GPIO{n}" for n in range(28)]
    grounds = [n for n, pin in enumerate(maps.PI_HEADER, 1) if pin == "GND"]
    assert grounds == [6, 9, 14, 20, 25, 30, 34, 39]
    grounds = [n for n, pin in enumerate(maps.PICO_PADS, 1) if pin == "GND"]
    assert grounds == [3, 8, 13, 18, 23, 28, 33, 38]


@pytest.mark.parametrize("name", pictures.all_pages())
def test_the_pages_of_the_pins_are_made_of_these_maps(name: str) -> None:
    page = pictures.all_pages()[name]()
    assert (pictures.FOLDER / f"{name}.svg").read_text() == page
    assert page.count("<rect") == 41  # the paper, and 40 pins


def test_a_changed_pin_changes_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    before = pictures.all_pages()["pi"]()
    monkeypatch.setattr("hardware.make.header.pi_uses", lambda: maps.pi_uses(Pins(power=20)))
    assert pictures.all_pages()["pi"]() != before
