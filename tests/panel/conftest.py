"""What the tests of the front have before them: a header of pins, a cable with a pod at its end."""

from collections.abc import Iterator
from pathlib import Path

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from tests.panel.table import Table, end
from tests.panel.tray import Cable, Tray


@pytest.fixture
def header() -> Iterator[MockFactory]:
    """The header of a Pi that is not there; `header.pin(n).drive_low()` presses."""
    factory = MockFactory()
    before, gpiozero.Device.pin_factory = gpiozero.Device.pin_factory, factory
    yield factory
    factory.close()
    factory.reset()
    gpiozero.Device.pin_factory = before


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    """A cable, plugged in."""
    cable = Cable(tmp_path)
    cable.plug()
    yield cable
    cable.pull()


@pytest.fixture
def table(cable: Cable) -> Iterator[Table]:
    """A box at its near end."""
    table = Table(cable.path)
    yield table
    end(table.port)


@pytest.fixture
def tray(cable: Cable) -> Iterator[Tray]:
    """A pod at its far end."""
    tray = Tray(cable)
    yield tray
    tray.end()
