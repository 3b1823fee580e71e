"""The printed parts: closed, printable, thick enough, and each bought part in its place.

All are made anew from their texts; where OpenSCAD is missing, only the places are looked at.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from shapely.geometry import Point, Polygon, box

from hardware.make import bill, case, pictures
from tests.hardware.test_wiring import TOLERANCE, difference

BED = 180.0
THIN = 1.6
CRUMB = 1.0  # mm2: what a corner loses when it is rounded, and no wall
SIZES = case.sizes()
Sizes = dict[str, list[float]]
DISPLAYS = {"242": "big", "130": "mid", "096": "small"}


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, trimesh.Trimesh]:
    """Every part, made now."""
    if case.openscad() is None:
        pytest.skip("OpenSCAD")
    folder = tmp_path_factory.mktemp("case")
    case.make(folder)
    return {name: trimesh.load_mesh(folder / f"{name}.stl") for name in case.PRINTS}


@pytest.mark.parametrize("name", case.PRINTS)
def test_each_part_is_one_closed_body_that_fits_the_bed(
    name: str, made: dict[str, trimesh.Trimesh]
) -> None:
    mesh = made[name]
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.body_count == 1
    assert mesh.volume > 0
    assert (mesh.extents <= BED).all(), mesh.extents
    assert abs(mesh.bounds[0][2]) < 0.01, "it stands on the bed"


def thin(mesh: trimesh.Trimesh) -> list[tuple[str, float, float]]:
    """Where a cut through the part is thinner than allowed: the axis, the place, the area there.

    What is thinner than a round brush of 1.6 mm is not painted by it.
    """
    found = []
    for axis, normal in enumerate(np.eye(3)):
        low, high = mesh.bounds[:, axis]
        for share in np.linspace(0.013, 0.987, 14):
            place = low + share * (high - low)
            cut = mesh.section(plane_origin=normal * place, plane_normal=normal)
            if cut is None:
                continue
            for shape in cut.to_2D()[0].polygons_full:
                brush = THIN / 2 - 0.02
                left = shape.difference(shape.buffer(-brush).buffer(brush + 0.01))
                worst = max((p.area for p in getattr(left, "geoms", [left])), default=0.0)
                if worst > CRUMB:
                    found.append(("xyz"[axis], float(place), float(worst)))
    return found


@pytest.mark.parametrize("name", case.PRINTS)
def test_no_wall_is_thinner_than_a_printer_prints(
    name: str, made: dict[str, trimesh.Trimesh]
) -> None:
    assert thin(made[name]) == []


def test_a_thin_wall_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if case.openscad() is None:
        pytest.skip("OpenSCAD")
    monkeypatch.setitem(case.PRINTS, "seat", case.Print("seat", {"wall": "1.3"}))
    assert thin(trimesh.load_mesh(case.stl("seat", tmp_path)))


def open_at(mesh: trimesh.Trimesh, points: list[tuple[float, float]]) -> np.ndarray:
    """For each point of the front, whether one can look through the plate there."""
    starts = np.array([(x, SIZES["box_size"][1] - y, -10.0) for x, y in points])  # face down
    ways = np.tile([0.0, 0.0, 1.0], (len(points), 1))
    ray: Any = mesh.ray
    return ~np.asarray(ray.intersects_any(starts, ways))


def lit(size: str, shift: float = 0.0) -> Polygon:
    """The lit area of a display of that size where its board sits, seen from the front."""
    kind = DISPLAYS[size]
    wide, high = SIZES[f"{kind}_lit"]
    x, y = SIZES["display_at"]
    y += SIZES[f"{kind}_up"][0]
    return box(x + shift - wide / 2, y - high / 2, x + shift + wide / 2, y + high / 2)


def window_fits(mesh: trimesh.Trimesh, area: Polygon) -> bool:
    """Whether all that is lit is seen, and nothing that is not, but for a bevel."""
    edge = [area.exterior.interpolate(s, normalized=True) for s in np.linspace(0, 1, 60)]
    ring = area.buffer(SIZES["window_gap"][0] + 2.6, join_style="mitre").exterior
    around = [ring.interpolate(s, normalized=True) for s in np.linspace(0, 1, 60)]
    seen = open_at(mesh, [(p.x, p.y) for p in [area.centroid, *edge]])
    hidden = open_at(mesh, [(p.x, p.y) for p in around])
    return bool(seen.all() and not hidden.any())


@pytest.mark.parametrize("name", [name for name in case.PRINTS if name[4:7] in DISPLAYS])
def test_the_window_is_where_the_display_is_lit(
    name: str, made: dict[str, trimesh.Trimesh]
) -> None:
    assert window_fits(made[name], lit(name[4:7]))
    assert not window_fits(made[name], lit(name[4:7], shift=3.0)), "and a shift is seen"


@pytest.mark.parametrize("name", ["lid-242-seats", "lid-pod"])
def test_the_seats_holes_are_where_the_seats_are(
    name: str, made: dict[str, trimesh.Trimesh]
) -> None:
    at = np.reshape(SIZES["seats_at"], (-1, 2))
    if name == "lid-pod":  # printed face up
        at = at * [1, -1] + [0, SIZES["box_size"][1]]
    assert open_at(made[name], [(x, y) for x, y in at]).all()
    rim = SIZES["button"][0] / 2 + 0.5
    assert not open_at(made[name], [(x + rim, y) for x, y in at]).any()


@dataclass(frozen=True, slots=True)
class Room:
    """The room that a bought part takes: its outline from above, and from and to which height."""

    name: str
    outline: Polygon
    low: float
    high: float

    def meets(self, other: "Room") -> bool:
        """Whether two parts would be at one place."""
        apart = self.high <= other.low or other.high <= self.low
        return not apart and self.outline.intersection(other.outline).area > 0.01


def rectangle(at: list[float], size: list[float]) -> Polygon:
    return box(at[0], at[1], at[0] + size[0], at[1] + size[1])


class Places:
    """The sizes by name: a number where it is one, else a list of them."""

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - a number or some
        value = self.sizes[name]
        return value[0] if len(value) == 1 else value


def rooms(build: str, sizes: Sizes) -> list[Room]:
    """All bought parts of a box of that build."""
    s = Places(sizes)
    wide, back = s.box_size
    high, board = s.box_high - s.plate, s.wall + s.board_high
    pi = [wide - s.wall - 0.8 - s.pi_board[0], back - s.wall - 1 - s.pi_board[1]]
    display = [at - size / 2 for at, size in zip(s.display_at, s.big_board, strict=True)]
    power, (x, y) = s.power_at, s.knob_at
    found = [
        Room("Pi and its plugs", rectangle(pi, s.pi_board), board, board + 24),
        Room("breadboard", rectangle([10.3, 54.3], s.breadboard), s.wall, s.wall + 22),
        Room("display", rectangle(display, s.big_board), high - 11, high),
        Room("power key", box(0, power[0] - 6, s.wall + 20, power[0] + 6),
             power[1] - 6, power[1] + 6),
        # its board's pins, and the plugs on them, look to the left
        Room("knob", box(x - 34, y - 14, x + 14, y + 14), high - 24, high),
    ]  # fmt: skip
    below = [("Next", s.next_at, 8.0, 22.0), ("Back", s.back_at, 8.0, 22.0)]
    if build == "starter":
        seats = np.reshape(s.seats_at, (-1, 2))
        below += [(f"seat {n}", at, 14.0, s.button_deep) for n, at in enumerate(seats, 1)]
    else:
        half, z = s.socket_collar / 2, s.sockets_at[1]
        for n in range(8):
            x = s.sockets_at[0] + n * s.sockets_apart
            outline = box(x - half, back - s.wall - 20, x + half, back)
            found.append(Room(f"socket {n + 1}", outline, z - half, z + half))
    return found + [
        Room(name, Point(*at).buffer(radius), high - down, high) for name, at, radius, down in below
    ]


def collisions(found: list[Room]) -> list[tuple[str, str]]:
    pairs = [(a, b) for n, a in enumerate(found) for b in found[n + 1 :]]
    return [(a.name, b.name) for a, b in pairs if a.meets(b)]


@pytest.mark.parametrize("build", ["starter", "table"])
def test_no_two_parts_in_the_box_are_at_one_place(build: str) -> None:
    assert collisions(rooms(build, SIZES)) == []


def test_a_key_in_the_way_of_a_seats_button_is_seen() -> None:
    wrong = {**SIZES, "power_at": [36.0, 32.0]}
    assert ("power key", "seat 1") in collisions(rooms("starter", wrong))


@pytest.mark.parametrize(("build", "name"), [("starter", "box"), ("table", "box-table")])
def test_no_part_is_in_the_box_s_plastic(
    build: str, name: str, made: dict[str, trimesh.Trimesh]
) -> None:
    for room in rooms(build, SIZES):
        inner = room.outline.buffer(-0.3)
        if room.name.startswith(("power", "socket")):  # they pass a wall, through their hole
            continue
        ring = [inner.exterior.interpolate(s, normalized=True) for s in np.linspace(0, 1, 40)]
        points = [(p.x, p.y, z) for p in ring for z in np.linspace(room.low + 0.3, room.high, 6)]
        assert not made[name].contains(points).any(), room.name


def test_what_sits_on_the_lid_leaves_room_for_fingers() -> None:
    s = Places(SIZES)
    wide, deep = s.box_size
    circles = [(s.knob_at, s.knob_cap), (s.next_at, s.key_collar), (s.back_at, s.key_collar)]
    circles += [(at, s.button_collar) for at in np.reshape(s.seats_at, (-1, 2))]
    circles += [((x, y), s.screw_head) for x in (7, wide - 7) for y in (7, deep - 7)]
    shapes = [Point(*at).buffer(across / 2) for at, across in circles] + [lit("242").buffer(3)]
    for number, shape in enumerate(shapes):
        assert box(0, 0, wide, deep).contains(shape)
        for other in shapes[number + 1 :]:
            assert shape.distance(other) > 1.5


def test_every_build_has_a_box_and_a_lid_of_one_kind() -> None:
    for prints in case.BUILDS.values():
        assert prints.keys() <= case.PRINTS.keys()
        lids = sum(n for name, n in prints.items() if name.startswith("lid"))
        boxes = sum(n for name, n in prints.items() if name.startswith("box"))
        assert lids == boxes


@pytest.mark.parametrize("build", case.BUILDS)
def test_the_bill_has_filament_enough(build: str, made: dict[str, trimesh.Trimesh]) -> None:
    grams = sum(made[name].volume / 1000 * 1.27 * n for name, n in case.BUILDS[build].items())
    bought = 100 * bill.load().parts["filament"].quantities[build]
    assert grams < bought < grams + 150, "of PETG, printed solid"


@pytest.mark.parametrize("name", ["build-starter"])
def test_the_picture_of_a_build_is_made_again_as_it_is_kept(name: str) -> None:
    if case.openscad() is None:
        pytest.skip("OpenSCAD")
    if pictures.tool(name) == case.openscad():
        assert difference(name) < TOLERANCE
    else:
        assert pictures.make(name).size[0] > 400
