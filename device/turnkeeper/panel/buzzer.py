"""A sounder that beeps while its pin is high, and a short pattern for each cue.

No PWM and no thread: `play` begins a pattern, and `tick` goes on with it when it is due. What is
to sound at all (the table [sound]) is decided by whoever plays it.
"""

from collections import deque
from typing import Any

import gpiozero

from turnkeeper.panel.pins import bounded, claim, sentence

# Milliseconds on, off, on, ... for each cue; the last off keeps it apart from the next.
PATTERNS: dict[str, tuple[int, ...]] = {
    "turn": (90, 60),
    "round": (60, 60, 60, 60, 160, 60),
    "refused": (25, 50, 25, 60),
    "taken": (15, 60),
}
MOST_WAITING = 3  # cues; a table that mashes does not want to hear it all


class Buzzer:
    """The buzzer on pin *number*, or none; a pin that cannot be had is told in `busy`."""

    def __init__(self, number: int | None) -> None:
        """Have the pin; raises ConfigError if there is no way to any pin."""
        self.busy: list[str] = []
        self.fault = ""
        self._pin = None if number is None else claim(_pin, number, "the buzzer", self.busy)
        self._waiting: deque[str] = deque()
        self._steps: deque[float] = deque()
        self._on = False
        self._due: float | None = None

    @property
    def next_due(self) -> float | None:
        """When to call `tick` next, in seconds of the clock given to `play`; None: it is still."""
        return self._due

    def play(self, cue: str, now: float) -> float | None:
        """Begin the pattern of *cue*, or after what sounds now; return when `tick` is due.

        A cue without a pattern is silent; so is one more of the same that waits already.
        """
        if self._pin is None or cue not in PATTERNS or len(self._waiting) >= MOST_WAITING:
            return self._due
        if not self._waiting or self._waiting[-1] != cue:
            self._waiting.append(cue)
        if self._due is None:
            self._due = now
        return self.tick(now)

    def tick(self, now: float) -> float | None:
        """Go on with the pattern; return when this is due again, None: it is still."""
        while self._due is not None and now >= self._due:
            if not self._steps and self._waiting:
                cue = self._waiting.popleft()
                self._steps.extend(length / 1000 for length in PATTERNS[cue])
            if not self._steps:
                self._due = None
                break
            self._write(on=not self._on)
            self._due = now + self._steps.popleft()
        return self._due

    def close(self) -> None:
        """Be still and stay so; takes a second at most."""
        pin, self._pin = self._pin, None
        self._waiting.clear()
        self._steps.clear()
        self._due, self._on = None, False
        if pin is not None:
            bounded(lambda: (pin.off(), pin.close()))

    def _write(self, on: bool) -> None:
        self._on = on
        if self._pin is None:
            return
        try:
            self._pin.value = on
        except Exception as error:  # noqa: BLE001 - each pin library has errors of its own
            self.fault = f"The buzzer cannot be sounded ({sentence(error)})."


def _pin(number: int) -> Any:  # noqa: ANN401 - gpiozero carries no types
    return gpiozero.DigitalOutputDevice(number, initial_value=False)
