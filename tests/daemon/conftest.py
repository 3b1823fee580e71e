"""What the daemon's tests have around them."""

from collections.abc import Callable, Iterator
from pathlib import Path

import gpiozero
import pytest

from tests.daemon import box
from tests.device.quick import hurry
from turnkeeper_sim.workbench import Workbench

SitDown = Callable[..., Workbench]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Short holds, and pins that are left free; gives a folder for a box."""
    hurry(monkeypatch.setattr, str(tmp_path))
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    return tmp_path / "card"


@pytest.fixture
def sit_down(quick: Path) -> Iterator[SitDown]:
    """Have a box in play, or as *how* says; it is switched off at the end."""
    boxes: list[Workbench] = []

    def made(how: Callable[..., Workbench] = box.in_play, **more: object) -> Workbench:
        boxes.append(how(quick, **more))
        return boxes[-1]

    yield made
    for one in boxes:
        one.close()
