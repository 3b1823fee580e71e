"""The lamps in the buttons: on or off, written only where they changed.

No PWM and no blink of gpiozero's, which run a thread for each lamp: what blinks is shown anew by
the daemon's tick, at most twice a second on the whole device (D4).
"""

from collections.abc import Mapping
from typing import Any

import gpiozero

from turnkeeper.config import Pins
from turnkeeper.panel.pins import bounded, claim, sentence


class Lamps:
    """The lamps of the seats, dark at first; pins that could not be had are told in `busy`."""

    def __init__(self, pins: Pins) -> None:
        """Have the pins; raises ConfigError if there is no way to any pin."""
        self.busy: list[str] = []
        self.fault = ""
        self._lamps: dict[int, Any] = {}
        self._lit: dict[int, bool | None] = {}
        for seat, number in enumerate(pins.lamps, start=1):
            lamp = claim(_lamp, number, f"the lamp of seat {seat}", self.busy)
            if lamp is not None:
                self._lamps[seat], self._lit[seat] = lamp, False

    def show(self, lit: Mapping[int, bool]) -> None:
        """Light those seats' lamps, and no others; seats without a lamp are passed over."""
        for seat, lamp in self._lamps.items():
            wanted = bool(lit.get(seat))
            if wanted != self._lit[seat]:
                self._write(seat, lamp, wanted)

    def close(self) -> None:
        """Leave them dark; takes a second at most."""
        lamps, self._lamps = self._lamps, {}

        def goodbye() -> None:
            for lamp in lamps.values():
                lamp.off()
                lamp.close()

        bounded(goodbye)

    def _write(self, seat: int, lamp: Any, wanted: bool) -> None:  # noqa: ANN401 - gpiozero carries no types
        try:
            lamp.value = wanted
        except Exception as error:  # noqa: BLE001 - each pin library has errors of its own
            self.fault = f"The lamp of seat {seat} cannot be lit ({sentence(error)})."
            self._lit[seat] = None  # unknown: written again the next time
        else:
            self._lit[seat] = wanted


def _lamp(number: int) -> Any:  # noqa: ANN401 - gpiozero carries no types
    return gpiozero.DigitalOutputDevice(number, initial_value=False)
