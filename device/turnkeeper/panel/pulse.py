"""Whether a thread still comes round: it says when it works on something, and when it is done.

Waiting for something to do is no work, and takes as long as it takes.
"""

import time
from collections.abc import Callable

MOST_S = 5.0  # no write to a bus or a port, and no opening or closing, takes so long


class Pulse:
    """The pulse of one thread, called *name* in sentences."""

    def __init__(self, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin at rest."""
        self._name, self._clock = name, clock
        self._since: float | None = None

    def work(self) -> None:
        """From now on the thread is at something that has an end."""
        self._since = self._clock()

    def rest(self) -> None:
        """It is done, and waits."""
        self._since = None

    def stuck(self, now: float) -> list[str]:
        """Say in a sentence that it does not come round; nothing where it does."""
        since = self._since
        if since is None or now - since < MOST_S:
            return []
        return [f"{self._name} has not come round for {MOST_S:.0f} seconds"]
