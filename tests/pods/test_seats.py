"""Which button is whose seat: given in order, kept by the pods' names, and never lost."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.pods.seats import AFTER_PINS, LAST, NOBODY, Seats


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the box keeps them."""
    return tmp_path / "state" / "pods.json"


def test_new_pods_have_the_free_seats_from_9_up(path: Path) -> None:
    seats = Seats(path)
    assert seats.meet("a", 3) == 0
    assert seats.meet("tray", 0) == 0
    assert seats.meet("b", 2) == 0
    assert (seats.of("a"), seats.of("b"), seats.of("tray")) == ((9, 10, 11), (12, 13), ())
    assert seats.seat("b", 2) == 13
    assert [seats.seat("b", key) for key in (0, 3)] == [NOBODY, NOBODY]
    assert seats.seat("nobody", 1) == NOBODY


def test_on_a_box_without_seats_of_its_own_they_have_them_from_1_up(path: Path) -> None:
    seats = Seats(path, on_pins=0)
    seats.meet("a", 3)
    seats.meet("b", 2)
    assert (seats.of("a"), seats.of("b")) == ((1, 2, 3), (4, 5))
    assert Seats(path.with_name("other"), on_pins=1).first == AFTER_PINS


def test_they_stay_whoever_comes_first_after_a_power_cut(path: Path) -> None:
    seats = Seats(path)
    seats.meet("a", 2)
    seats.meet("b", 2)
    again = Seats(path)
    again.meet("b", 2)
    again.meet("a", 2)
    assert (again.of("a"), again.of("b")) == ((9, 10), (11, 12))
    assert again.notes == []


def test_a_seat_that_is_given_is_nobody_elses(path: Path) -> None:
    seats = Seats(path)
    seats.meet("a", 2)
    seats.meet("b", 2)
    seats.give("b", 1, 9)
    assert (seats.of("a"), seats.of("b")) == ((NOBODY, 10), (9, 12))
    seats.give("b", 2, 1)  # a seat on the box's pins may be a pod's too
    assert Seats(path).of("b") == (9, 1)
    seats.meet("a", 2)
    assert seats.of("a") == (11, 10)


def test_a_pod_that_has_more_buttons_now_keeps_those_it_had(path: Path) -> None:
    seats = Seats(path)
    seats.meet("a", 1)
    seats.meet("b", 1)
    seats.meet("a", 2)
    assert seats.of("a") == (9, 11)
    seats.meet("a", 1)
    assert seats.of("a") == (9, 11)


def test_there_are_no_more_than_24_seats(path: Path) -> None:
    seats = Seats(path)
    assert [seats.meet(name, 8) for name in "abc"] == [0, 0, 8]
    assert seats.seat("b", 8) == LAST
    assert seats.seat("c", 1) == NOBODY


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"{",
        b"\xff",
        b"[]",
        b'{"a": 9}',
        b'{"a": ["9"]}',
        b'{"a": [9, 9]}',
        b'{"a": [25]}',
        b'{"a": [-1]}',
        b"[" * 10_000,
        b'{"a": [' + b"0," * 40 + b"0]}",
    ],
)
def test_a_damaged_file_is_set_aside_and_named(path: Path, damaged: bytes) -> None:
    path.parent.mkdir()
    for number in (1, 2):
        path.write_bytes(damaged)
        seats = Seats(path)
        assert len(seats.notes) == 1
        assert "cannot be read" in seats.notes[0]
        seats.meet("a", 1)
        assert seats.of("a") == (AFTER_PINS,)
        assert (path.parent / f"pods.json.damaged-{number}").read_bytes() == damaged


def test_where_nothing_can_be_kept_it_says_so_once_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file, no folder", "utf-8")
    seats = Seats(tmp_path / "state" / "pods.json")
    seats.notes.clear()
    seats.meet("a", 1)
    seats.meet("b", 1)
    assert (seats.of("a"), seats.of("b")) == ((9,), (10,))
    assert len(seats.notes) == 1
    assert "cannot be kept" in seats.notes[0]


def test_it_is_on_the_card_before_it_has_its_name(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def synced(handle: int) -> None:
        done.append("folder" if Path(f"/proc/self/fd/{handle}").is_dir() else "file")
        fsync(handle)

    def renamed(old: Path, new: Path) -> Path:
        done.append("name")
        return replace(old, new)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", renamed)
    Seats(path).meet("a", 1)
    assert done == ["file", "name", "folder"]


POD = st.sampled_from("abcd")


@given(
    steps=st.lists(
        st.one_of(
            st.tuples(st.just("meet"), POD, st.integers(0, 8), st.just(0)),
            st.tuples(st.just("give"), POD, st.integers(1, 8), st.integers(1, 24)),
        ),
        max_size=12,
    )
)
def test_whatever_is_given_no_seat_has_two_buttons(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, str, int, int]]
) -> None:
    path = tmp_path_factory.mktemp("seats") / "pods.json"
    seats = Seats(path)
    for what, pod, number, seat in steps:
        if what == "meet":
            seats.meet(pod, number)
        else:
            seats.give(pod, number, seat)
            assert seats.seat(pod, number) == seat
        given_out = [one for name in "abcd" for one in seats.of(name) if one != NOBODY]
        assert len(set(given_out)) == len(given_out)
    again = Seats(path)
    assert [again.of(name) for name in "abcd"] == [seats.of(name) for name in "abcd"]
