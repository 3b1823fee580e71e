"""The wiring texts, followed wire by wire, and the pictures that are made of them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image, ImageChops, ImageStat

from hardware.make import bill, drawings, maps, pictures
from hardware.make.drawings import Drawing, End, Wire

BOXES = {"seats-starter": (4, "Seat"), "seats-table": (8, "Socket")}
FRONT = {
    "knob_a": ("Knob", "CLK = A"),
    "knob_b": ("Knob", "DT = B"),
    "knob_push": ("Knob", "SW = push"),
    "next": ("Next", "contact"),
    "back": ("Back", "contact"),
    "power": ("Power", "contact"),
}
GROUND = {"GND", "contact GND", "9 GND", "emitter", "ring 2 = GND", "- short leg"}
TOLERANCE = 0.02  # levels of 255, on the average: less than one wire elsewhere


def way(drawing: Drawing, start: End) -> Iterator[End]:
    """Every end that is reached to the right of *start*, through rows of resistors and the like."""
    for end in drawing.beyond(start):
        yield end
        yield from way(drawing, end)


def at(drawing: Drawing, head: str, use: str) -> list[End]:
    """What the wire with that label leads to, on and on, from the header called *head*."""
    starts = [w.left for w in drawing.wires if w.left.part == head and w.use == use]
    assert len(starts) == 1, use
    return list(way(drawing, starts[0]))


def last(ends: list[End]) -> tuple[str, str]:
    return ends[-1].part, ends[-1].label


def front(drawing: Drawing) -> None:
    """Each contact through its 1 kOhm to where it belongs, and the display straight."""
    for use, where in FRONT.items():
        ends = at(drawing, "Pi", use)
        assert [end.part for end in ends] == ["Contacts", where[0]], use
        assert last(ends) == where
    for use, row in (("3V3", "VCC"), ("SCL", "SCL"), ("SDA", "SDA"), ("GND", "GND")):
        ends = [
            w.right
            for w in drawing.wires
            if w.left.part == "Pi" and w.cable == "WDisplay" and w.use == use
        ]
        assert last(ends) == ("Display", row)


def seats(drawing: Drawing, many: int, where: str) -> None:
    """Button and lamp of each seat meet at one place, through resistor, fuse and driver."""
    for n in range(1, many + 1):
        button = at(drawing, "Pi", f"seats {n}")
        assert (button[-1].part, button[-1].pin) == (f"{where}{n}", 1)
        behind = drawing.before(button[-1])
        assert [end.part for end in behind] == ["Series"]
        assert [end.pin for end in behind] == [n]
        lamp = at(drawing, "Pi", f"lamps {n}")
        assert [end.part for end in lamp] == ["Driver", f"{where}{n}"]
        assert lamp[-1].label.endswith("lamp -")
        feed = [w.left for w in drawing.wires
                if w.right.part == f"{where}{n}" and w.right.label.endswith("lamp +")]  # fmt: skip
        assert [end.part for end in feed] == ["Feed"]
        assert [end.part for end in drawing.before(feed[0])] == ["Fuse"]
    five = [w for w in drawing.wires if w.left.label == "5V"]
    assert [w.right.part for w in five] == ["Fuse"], "nothing has 5 V but through the fuse"


def ground(drawing: Drawing) -> None:
    """What must be at ground is, and nothing else."""
    for wire in drawing.wires:
        grounded = wire.left.part == "Ground" or wire.left.label == "GND"
        if wire.right.part in {"Ground", "Seat"} or wire.left.label == "ring 2 = GND":
            continue
        pod = drawing.name == "pod" and wire.right.label == "lamp -"
        assert grounded == (wire.right.label in GROUND or pod), wire


CHECKS: dict[str, Callable[[Drawing], None]] = {
    "front": front,
    "seats-starter": lambda drawing: seats(drawing, *BOXES["seats-starter"]),
    "seats-table": lambda drawing: seats(drawing, *BOXES["seats-table"]),
}


@pytest.mark.parametrize("name", CHECKS)
def test_each_wire_of_a_box_leads_where_it_must(name: str) -> None:
    CHECKS[name](drawings.drawing(name))


@pytest.mark.parametrize(
    ("name", "this", "that"),
    [
        ("front", "{Knob: [1, 2, 3]}", "{Knob: [2, 1, 3]}"),
        ("front", "{Display: [2, 3, 4, 1]}", "{Display: [2, 4, 3, 1]}"),
        ("front", "{WNext: [1]}, {Next: [1]}", "{WNext: [1]}, {Next: [2]}"),
        ("seats-starter", "{Driver: [3]}, {W3: [4]}", "{Driver: [2]}, {W3: [4]}"),
        ("seats-starter", "{Fuse: [1, 1, 1, 1]}", "{Pi: [4, 4, 4, 4]}"),
        ("seats-table", "{Series: [5]}", "{PullUp: [5]}"),
        ("seats-table", "{W8: [2]}, {Socket8: [2]}", "{W8: [2]}, {Socket7: [2]}"),
    ],
)
def test_a_wire_that_leads_elsewhere_is_seen(name: str, this: str, that: str) -> None:
    changed = drawings.text(name).replace(this, that)
    assert changed != drawings.text(name)
    with pytest.raises(AssertionError):
        CHECKS[name](drawings.read(name, changed))


@pytest.mark.parametrize("name", drawings.NAMES)
def test_ground_is_ground_everywhere(name: str) -> None:
    ground(drawings.drawing(name))


def test_a_contact_that_is_not_grounded_is_seen() -> None:
    changed = drawings.text("pod").replace(
        "{Ground: [1]}, {W2: [2]}, {Seat2: [2]}", "{Feed: [2]}, {W2: [2]}, {Seat2: [2]}"
    )
    with pytest.raises(AssertionError):
        ground(drawings.read("pod", changed))


def colour(drawing: Drawing, wire: Wire) -> str | None:
    """The colour that a wire must have for what it carries; None for what is no supply."""
    if wire.right.label in GROUND | {"GND"} or "Ground" in {wire.left.part, wire.right.part}:
        return "BK"
    if wire.left.label == "3V3" or wire.left.part == "Rail":
        return "OG"
    fed = drawing.name != "pod" and wire.right.label.endswith("lamp +")  # a pod's by a pin
    return "RD" if fed or wire.left.label == "5V" or wire.left.part == "Fuse" else None


def colours(drawing: Drawing) -> None:
    """Each supply and ground in its own colour, and no other wire in one of these."""
    for wire in drawing.wires:
        due = colour(drawing, wire)
        assert wire.colour == due if due else wire.colour not in {"RD", "OG", "BK"}, wire


@pytest.mark.parametrize("name", drawings.NAMES)
def test_red_is_5_v_orange_3_3_black_ground_and_nothing_else_is(name: str) -> None:
    colours(drawings.drawing(name))


def test_a_lamps_minus_in_red_is_seen() -> None:
    changed = drawings.text("seats-starter").replace("[WH, BK, RD, YE]", "[WH, BK, RD, RD]")
    with pytest.raises(AssertionError):
        colours(drawings.read("seats-starter", changed))


def test_a_lead_joins_a_box_socket_and_a_puck_row_by_row() -> None:
    lead = drawings.drawing("lead")
    ends = {w.left.label: w.right.label for w in lead.wires if w.left.part == "SeatSocket"}
    assert ends == {
        "tip = contact": "contact",
        "ring 1 = lamp -": "lamp -",
        "ring 2 = GND": "contact GND",
        "sleeve = lamp +": "lamp +",
    }
    straight = [w for w in lead.wires if w.cable == "Lead"]
    assert [w.left.label for w in straight] == [w.right.label for w in straight]
    table = drawings.drawing("seats-table")
    rows = {w.right.label for w in table.wires if w.right.part == "Socket1"}
    assert rows == ends.keys()


def test_a_pods_lamps_and_keys_pass_their_resistors() -> None:
    pod = drawings.drawing("pod")
    for n in range(1, 5):
        assert [e.part for e in at(pod, "Pico", f"KEYS {n}")] == ["Series", f"Seat{n}"]
        lamp = at(pod, "Pico", f"LAMPS {n}")
        assert [e.part for e in lamp] == ["Feed", f"Seat{n}"]
        assert lamp[-1].label == "lamp +"


def test_the_keypads_rows_and_columns_are_those_of_its_signs() -> None:
    tray = drawings.drawing("tray")
    rows = [at(tray, "Pico", f"ROWS {n}")[0].label for n in range(1, 5)]
    columns = [at(tray, "Pico", f"COLUMNS {n}")[0].label for n in range(1, 5)]
    signs = (maps.ROOT / "device/pico/keys.py").read_text().split('SIGNS = "')[1][:16]
    assert rows == [f"row {signs[n : n + 4]}" for n in range(0, 16, 4)]
    assert columns == [f"column {signs[n::4]}" for n in range(4)]


def test_every_drawing_is_part_of_a_build() -> None:
    used = {name for names in bill.load().drawings.values() for name in names}
    assert used == set(drawings.NAMES)
    texts = {path.stem for path in drawings.WIRING.glob("*.yml")} - {"common"}
    assert used == texts


@pytest.mark.parametrize("name", drawings.NAMES)
def test_each_text_is_drawn_with_a_table_of_its_parts(name: str, tmp_path: Path) -> None:
    if drawings.graphviz() is None:
        pytest.skip("graphviz")
    drawings.draw(name, tmp_path)
    assert ET.parse(tmp_path / f"{name}.svg").getroot().tag.endswith("svg")  # noqa: S314 - our own
    table = next(tmp_path.glob(f"{name}*.tsv")).read_text()
    for part in drawings.drawing(name).parts:
        assert part in table
    if pictures.tool(name) == drawings.graphviz():
        assert difference(name) < TOLERANCE


def difference(name: str) -> float:
    """How far a kept picture is from one that is made now, in levels of 255 on the average."""
    with Image.open(pictures.FOLDER / f"{name}.png") as kept:
        one, other = kept.convert("L"), pictures.make(name).convert("L")
    if one.size != other.size:
        return 255.0
    return float(ImageStat.Stat(ImageChops.difference(one, other)).mean[0])


def test_one_wire_elsewhere_is_seen_in_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    if drawings.graphviz() is None:
        pytest.skip("graphviz")
    honest = drawings.text
    monkeypatch.setattr(
        drawings, "text", lambda name: honest(name).replace("colors: [WH]", "colors: [PK]")
    )
    assert difference("front") > TOLERANCE


@pytest.mark.parametrize("name", pictures.all_pictures())
def test_every_picture_is_of_the_sources_as_they_are(name: str) -> None:
    assert not pictures.stale(name), "start hardware/build pictures"


def test_a_picture_of_other_sources_is_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = drawings.text
    monkeypatch.setattr(drawings, "text", lambda name: honest(name).replace("GPIO17", "GPIO20"))
    assert pictures.stale("front")
    assert not pictures.stale("build-starter")


def test_no_picture_is_left_over_and_all_together_are_small() -> None:
    kept = {path.name for path in pictures.FOLDER.iterdir()}
    made = {f"{name}.png" for name in pictures.all_pictures()}
    made |= {f"{name}.svg" for name in pictures.all_pages()}
    assert kept == made
    assert sum(path.stat().st_size for path in pictures.FOLDER.iterdir()) < 3_000_000
