"""Where the bought parts are: none in another, none in the plastic, and room for fingers."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
import trimesh
from shapely.geometry import Point, Polygon, box

from tests.hardware.test_case import SIZES, lit

Sizes = dict[str, list[float]]


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
