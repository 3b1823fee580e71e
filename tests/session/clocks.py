"""An evening under a clock that is wrong: prints all that came of it, the wall times left out.

    python -m tests.session.clocks FOLDER CLOCK [--believed]

CLOCK is seconds since 1970 at the evening's beginning, or `jumps`. With `--believed`, a control,
the box measures turns by it. `test_clocks.py` compares what different clocks come to.
"""

import random
import sys
from hashlib import sha256
from pathlib import Path

from tests.session.evening import FOES, PARTY, Evening, tonight
from tests.session.test_mashing import anything
from turnkeeper.journal import Journal
from turnkeeper.session import Clock
from turnkeeper.ui.draw import draw

GESTURES = 400


class Astray(Evening):
    """People whose box has that clock on the wall."""

    def __init__(self, folder: Path, wall: str, *, believed: bool) -> None:
        self.wall, self.believed = wall, believed
        self.chance = random.Random(1)
        super().__init__(folder / "battles.sqlite", tonight(PARTY[:3], FOES[:3]))

    def clock(self) -> Clock:
        """This moment, and what the clock on the wall makes of it."""
        if self.wall == "jumps":
            wall = self.chance.choice((0.0, -1e9, 2.0**31, 1e9 + self.now, 253_402_300_800.0))
        else:
            wall = float(self.wall) + self.now
        return Clock(wall if self.believed else self.now, wall)


def main(folder: Path, wall: str, *, believed: bool) -> None:
    """Play, with the plug pulled now and then, and tell page by page what stood there."""
    evening = Astray(folder, wall, believed=believed)
    evening.faces = [1 + number % 10 for number in range(GESTURES)]
    hands = random.Random(2)
    for number in range(GESTURES):
        page = evening.do(anything(hands, evening.session), wait=hands.choice((0.2, 1.0, 7.0)))
        picture = draw(evening.session.page(), 128, 64).tobytes()
        print(number, page, sha256(picture).hexdigest(), evening.session.lamps())
        if number % 100 == 70:
            print(evening.pull_the_plug(), evening.session.notes)
    evening.session.journal.close()
    journal = Journal(evening.path)
    for info in journal.battles():
        print(info.number, info.line, info.events, info.finished)
        print(*((*row[:3], row.source) for row in journal.rows(info.number)), sep="\n")
    journal.close()


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    main(Path(sys.argv[1]), sys.argv[2], believed=len(sys.argv) > 3)
