"""An evening with the installed box: the service, and our own session with the same dice beside."""

import itertools
from pathlib import Path
from typing import TYPE_CHECKING, cast

from tests.kernel.bench import KernelBench
from tests.kernel.parts import Parts
from tests.kernel.service import FILES, Service
from turnkeeper.journal import Journal
from turnkeeper.session import Session
from turnkeeper.tonight import gather

if TYPE_CHECKING:
    from tests.kernel.box import Box

BESIDE = Path("/run/rig/beside.sqlite")
"""Our own session's journal, in memory."""
PICO = "/dev/serial/by-id/turnkeeper-E6614C311B"
PICO_END = "/dev/ttyGS0"


class Evening:
    """The box as the service manager runs it, and our own session beside it."""

    def __init__(self) -> None:
        """Wait until it is up."""
        self.parts = Parts(PICO, PICO_END)
        self.service = Service()
        self._faces = itertools.cycle((7, 3, 9, 1, 5, 8, 2, 6, 4))
        self.bench = self._beside()

    def _beside(self) -> KernelBench:
        tonight, game = gather((FILES,))
        session = Session(Journal(BESIDE), tonight, game, dice=lambda sides: sides)
        return KernelBench.beside(cast("Box", self.service), session, self.parts)

    def again(self, what: str, patience: float) -> None:
        """Take our own battle up again as the box must, and wait until it has."""
        self.bench.session.journal.close()
        self.bench = self._beside()
        self.bench.settled(what, patience)

    def play(self, times: int) -> None:
        """Throw the die that is asked for, or press Next, so many times."""
        for _ in range(times):
            sides = self.bench.session.awaited()
            if sides:
                assert self.bench.throw(sides, min(next(self._faces), sides))
            else:
                self.bench.press("next")
