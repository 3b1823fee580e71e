"""The bill of materials against the drawings, and the reckoning of currents against its limits."""

import copy

import pytest

from hardware.make import bill, case, currents

BUILDS = ("starter", "table", "pods")


@pytest.mark.parametrize("build", BUILDS)
def test_the_bill_has_as_many_of_each_part_as_the_drawings_wire(build: str) -> None:
    read = bill.load()
    bought = {p.id: p.quantities[build] for p in read.parts.values() if p.drawn}
    assert {part: n for part, n in bought.items() if n} == dict(read.drawn(build))


def test_a_part_too_few_is_seen() -> None:
    text = bill.SOURCE.read_text()
    short = text.replace("starter = 10\ntable = 15", "starter = 9\ntable = 15")
    assert short != text
    read = bill.load(short)
    assert read.parts["r-1k"].quantities["starter"] != read.drawn("starter")["r-1k"]


def test_a_word_that_nobody_reads_is_refused_and_so_is_a_part_of_no_build() -> None:
    text = bill.SOURCE.read_text()
    with pytest.raises(bill.BillError, match="pi has prise, which nobody reads"):
        bill.load(text.replace("price = 20.0", "price = 20.0\nprise = 1", 1))
    with pytest.raises(bill.BillError, match="npn is in no build"):
        bill.load(text.replace('name = "NPN transistor"\ntable = 1', 'name = "NPN"\ntable = 0'))


def test_the_bills_page_is_made_of_it_and_adds_up() -> None:
    read = bill.load()
    page = bill.page(read)
    assert page == bill.PAGE.read_text()
    for build in BUILDS:
        by_hand = 0.0
        for part in read.parts.values():
            by_hand += part.price * part.quantities[build]
        assert f"**{by_hand:.0f}**" in page.splitlines()[-1]


@pytest.mark.parametrize("build", BUILDS)
def test_there_is_a_puck_or_a_place_in_a_lid_for_every_seat(build: str) -> None:
    prints, seats = case.BUILDS[build], bill.load().parts["button-lamp"].quantities[build]
    in_lids = sum(4 * n for name, n in prints.items() if name.endswith(("-seats", "lid-pod")))
    assert in_lids + prints.get("seat", 0) == seats
    assert bill.load().parts["socket"].quantities[build] == 2 * prints.get("seat", 0)


LINES = currents.lines(currents.figures())


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.where}: {line.what}")
def test_no_current_no_level_and_no_time_passes_its_limit(line: currents.Line) -> None:
    assert line.holds, f"{line.how} = {line.value:.3g} {line.unit}"


@pytest.mark.parametrize(
    ("group", "name", "value", "where", "what"),
    [
        # eight lamps straight from the pins, as if there were no driver
        ("driver", "input_least", 0.15, "Pi", "all its pins: eight lamps and the buzzer"),
        ("bill", "r-150", 100.0, "lamp", "the brightest, red"),
        ("bill", "r-150", 220.0, "lamp", "the weakest, white"),
        ("bill", "r-330", 220.0, "pod", "all its pins: eight lamps and the tray's"),
        ("bill", "r-1k", 4700.0, "contact", "pressed, on a lead"),
        ("bill", "r-1k", 100.0, "lead", "a plug brings 5 V onto a contact: into the Pi's pin"),
        ("bill", "c-10n", 100.0, "knob", "time constant, opening"),
        ("fuse", "hold", 200.0, "fuse", "eight lamps and the buzzer"),
        ("supply", "gives", 1000.0, "5 V", "table, everything at once"),
    ],
)
def test_a_wrong_part_is_seen(group: str, name: str, value: float, where: str, what: str) -> None:
    figures = copy.deepcopy(currents.figures())
    figures[group][name] = value
    wrong = {(line.where, line.what) for line in currents.lines(figures) if not line.holds}
    assert (where, what) in wrong


def test_the_page_of_currents_is_made_of_them() -> None:
    assert currents.PAGE.read_text() == currents.page(LINES)
