"""D4: what the glass does while nobody does anything, on times that are given."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.session.evening import LONG, PARTY, Evening, tonight
from turnkeeper.ui import rest
from turnkeeper.ui.draw import draw
from turnkeeper.ui.page import Page, Row
from turnkeeper.ui.rest import Glass, glass, next_change

DIM, DARK = 120.0, 600.0
SIZES = ((128, 64), (128, 32), (256, 64))


def at(idle: float, *, playing: bool, now: float = 0.0) -> Glass:
    """The glass after so many idle seconds, with the defaults of config.toml."""
    return glass(idle, now, dim_after=DIM, dark_after=DARK, playing=playing)


def test_it_dims_after_two_minutes() -> None:
    assert not at(119.9, playing=True).dim
    assert at(120, playing=True).dim
    assert at(120, playing=False).dim


def test_out_of_battle_it_goes_dark_after_ten_minutes() -> None:
    assert not at(599.9, playing=False).dark
    assert at(600, playing=False).dark


def test_in_a_battle_it_is_never_dark_and_the_name_alone_moves() -> None:
    glasses = [at(idle, playing=True, now=idle) for idle in range(600, 36_000, 60)]
    assert not any(one.dark for one in glasses)
    assert all(one.dim and one.alone for one in glasses)
    assert {one.shift for one in glasses} == set(rest.WANDER)


def test_the_picture_moves_by_a_pixel_now_and_then() -> None:
    shifts = [at(0, playing=True, now=minute * 60.0).shift for minute in range(8)]
    assert set(shifts) == set(rest.SHIFTS)
    assert len(set(rest.SHIFTS)) > 1
    assert at(0, playing=True, now=59.9).shift == shifts[0]


@given(st.floats(0, 40_000, allow_nan=False), st.floats(0, 1e6, allow_nan=False), st.booleans())
def test_nothing_changes_before_it_is_said_to(idle: float, now: float, playing: bool) -> None:
    due = next_change(idle, now, dim_after=DIM, dark_after=DARK)
    assert due > now
    just_before = (due - now) * 0.999
    later = at(idle + just_before, playing=playing, now=now + just_before)
    assert later == at(idle, playing=playing, now=now)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("shift", rest.WANDER)
def test_the_name_alone_is_whole_wherever_it_wanders(
    tmp_path: Path, size: tuple[int, int], shift: tuple[int, int]
) -> None:
    party = (f'combatant "{LONG}" side=party seat=1 ref=9', *PARTY[1:])
    evening = Evening(tmp_path / "battles.sqlite", tonight(party, ()))
    evening.started(10, 5, 3, 1)
    page = rest.alone(evening.battle, evening.session.page())
    assert page == Page("idle", (Row(LONG, "huge", centre=True),))
    lit = draw(page, *size, shift).convert("L").tobytes().count(255)
    assert lit == draw(page, *size).convert("L").tobytes().count(255) > 0


def test_alone_it_names_who_owes_a_die_and_keeps_the_alert(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "battles.sqlite")
    evening.begin()
    evening.session.view.alert = "NOT SAVING"
    page = rest.alone(evening.battle, evening.session.page())
    assert (page.rows[0].text, page.alert) == ("Ann", "NOT SAVING")
    evening.choose("Finish the battle")
    over = rest.alone(evening.battle, evening.session.page())
    assert "Battle over" in str(over)
    assert not over.foot


def share_of_the_most_lit(folder: Path) -> float:
    """In eight hours of a battle in which nobody does anything from the first turn on."""
    evening = Evening(folder / "battles.sqlite")
    evening.started(*range(10, 0, -1))
    evening.wait(9)
    while evening.session.awaited():
        evening.roll(5 + len(evening.heard) % 5)
    counts = [0] * (128 * 64)
    minutes = range(8 * 60)
    for minute in minutes:
        glass_now = at(minute * 60.0, playing=True, now=minute * 60.0)
        page = evening.session.page()
        page = rest.alone(evening.battle, page) if glass_now.alone else page
        for place, level in enumerate(draw(page, 128, 64, glass_now.shift).convert("L").tobytes()):
            counts[place] += level > 0
    return max(counts) / len(minutes)


def test_no_pixel_is_lit_for_more_than_three_fifths_of_eight_hours(tmp_path: Path) -> None:
    assert share_of_the_most_lit(tmp_path) <= 0.6


def test_control_a_name_that_does_not_wander_burns_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rest, "WANDER", ((0, 0),))
    assert share_of_the_most_lit(tmp_path) > 0.6
