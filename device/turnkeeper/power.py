"""The power key: it asks whoever may halt the Pi to do so, and plays on where nobody does."""

from turnkeeper.notify import Manager

HALT_SECONDS = 20.0
"""How long after the power key was held somebody must have halted the Pi."""


class Power:
    """The power key of a box whose service *manager* may halt it. Times are seconds, monotonic."""

    def __init__(self, manager: Manager) -> None:
        """Nobody holds it."""
        self._manager = manager
        self._until: float | None = None

    @property
    def off(self) -> bool:
        """Whether the box is being switched off: all that was done is on the card."""
        return self._until is not None

    def held(self, now: float) -> str:
        """Ask for the halt; a sentence where that cannot be asked here, else ""."""
        try:
            self._manager.switch_off()
        except OSError as fault:
            return f"the box cannot be switched off here: {fault.strerror}"
        self._until = now + HALT_SECONDS
        return ""

    def look(self, now: float) -> str:
        """A sentence where nobody has halted the Pi in time: the battle goes on; else ""."""
        if self._until is None or now < self._until:
            return ""
        self._until = None
        self._manager.stay()
        return "nobody has switched the box off; see that it is set up"
