"""The printed parts: closed, printable, thick enough, and each bought part in its place.

All are made anew from their texts; where OpenSCAD is missing, only the places are looked at.
"""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from shapely.geometry import Polygon, box

from hardware.make import bill, case, pictures
from tests.hardware.test_wiring import TOLERANCE, difference

BED = 180.0
THIN = 1.6
CRUMB = 1.0  # mm2: what a corner loses when it is rounded, and no wall
SIZES = case.sizes()
DISPLAYS = {"242": "big", "130": "mid", "096": "small"}


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


def cut(mesh: trimesh.Trimesh, x: float, y: float) -> bool:
    """Whether something is cut into the face there, seen from the front."""
    ray: Any = mesh.ray
    start = [[x, SIZES["box_size"][1] - y, -10.0]]  # face down
    return float(ray.intersects_location(start, [[0.0, 0.0, 1.0]])[0][:, 2].min()) > 0.3


@pytest.mark.parametrize(("key", "to"), [("next_at", 1), ("back_at", -1)])
def test_next_points_right_and_back_left(
    key: str, to: int, made: dict[str, trimesh.Trimesh]
) -> None:
    x, y = SIZES[key]
    above = y + SIZES["key_collar"][0] / 2 + 4 + 2.5
    assert cut(made["lid-242"], x - 2 * to, above), "wide where it comes from"
    assert not cut(made["lid-242"], x + 2 * to, above), "and a tip where it goes"


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
