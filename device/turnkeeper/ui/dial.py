"""A number that is dialled: slowly by ones, and by tens once the knob has gone round."""

from dataclasses import dataclass

ROUND = 20
"""Detents of the knob once round; whoever goes on the same way has far to go."""
PACES = (1, 10, 100)
"""How far a detent goes on the first round, the second, and from then on."""


@dataclass(slots=True)
class Spin:
    """How many single detents the knob went on in one direction, below 0 to the left."""

    run: int = 0

    def turned(self, at: int, steps: int, low: int, high: int) -> int:
        """The number after *steps* from *at*, between *low* and *high*; it comes round again.

        A pace of ten goes to the next round ten, so that nobody reckons; the way back is by ones.
        """
        if abs(steps) != 1 or high - low < 2 * ROUND:
            return low + (at - low + steps) % (high - low + 1)
        self.run = self.run + steps if self.run * steps > 0 else steps
        pace = PACES[min((abs(self.run) - 1) // ROUND, len(PACES) - 1)]
        if at == (high if steps > 0 else low):
            return low if steps > 0 else high
        reached = (at // pace + 1) * pace if steps > 0 else (-(-at // pace) - 1) * pace
        return min(max(reached, low), high)
