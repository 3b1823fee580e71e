"""What the device's tests have around them: a process that is quick, and pins of its own."""

from pathlib import Path

import gpiozero
import pytest

from tests.device.quick import hurry


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Boxes of this process lie in the test's own folder, and leave no pins behind."""
    hurry(monkeypatch.setattr, str(tmp_path))
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
