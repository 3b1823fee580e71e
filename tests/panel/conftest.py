"""Pins without a Pi: gpiozero's mock factory, new for each test."""

from collections.abc import Iterator

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory


@pytest.fixture
def header() -> Iterator[MockFactory]:
    """The header of a Pi that is not there; `header.pin(n).drive_low()` presses."""
    factory = MockFactory()
    before, gpiozero.Device.pin_factory = gpiozero.Device.pin_factory, factory
    yield factory
    factory.close()
    factory.reset()
    gpiozero.Device.pin_factory = before
