"""Nobody does anything: dim, then dark or the name alone; and the first press after it (D4)."""

import msgspec
import pytest

from tests.daemon import box
from tests.daemon.box import up
from tests.daemon.conftest import SitDown
from turnkeeper.config import Config, DisplaySettings

SOON = msgspec.structs.replace(DisplaySettings(), dim_after=0.2, dark_after=0.5)
SLEEPY = Config(display=SOON)
"""A box that dims and goes dark in no time."""


def test_at_home_it_dims_and_goes_dark_and_the_first_press_only_wakes(sit_down: SitDown) -> None:
    table = sit_down(box.at_home, config=SLEEPY)
    assert table.panel.contrast == SOON.contrast
    table.until(lambda: table.panel.contrast == SOON.dim_contrast, "it is dim")
    table.until(lambda: table.panel.dark, "it is dark")
    here = str(table.session.page())
    table.press("seat2")
    assert not table.panel.dark
    assert table.panel.contrast == SOON.contrast
    assert str(table.session.page()) == here
    table.press("seat2")
    assert "~Bo~ | away" in str(table.page)


def test_in_a_battle_the_name_alone_stays_and_every_press_counts(sit_down: SitDown) -> None:
    table = sit_down(config=SLEEPY)
    table.until(lambda: table.page.name == "idle", "the name is alone")
    table.see()
    assert not table.panel.dark
    assert table.panel.contrast == SOON.dim_contrast
    assert [row.text for row in table.page.rows] == ["Ann"]
    table.press("seat1")
    assert up(table) == ["Bo"]
    assert table.page.name == "turn"
    assert table.panel.contrast == SOON.contrast


def test_a_die_that_comes_to_rest_counts_too(sit_down: SitDown) -> None:
    table = sit_down(box.asked, config=SLEEPY)
    table.until(lambda: table.page.name == "idle", "the name is alone")
    table.throw(10, 5)
    assert "# Bo" in str(table.page)


def test_control_a_glass_that_never_sleeps_is_seen(
    sit_down: SitDown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turnkeeper_sim.workbench.PATIENCE", 1.0)
    table = sit_down(box.at_home)
    with pytest.raises(Exception, match="it is dark"):
        table.until(lambda: table.panel.dark, "it is dark")
