"""Plays on whatever the card does: appends N events, tries once more, and says how it went.

    python -m tests.power.player JOURNAL N

Prints how many events were not saved at once, and whether all is saved in the end.
"""

import sys
from pathlib import Path

from turnkeeper.errors import JournalError
from turnkeeper.journal import Journal


def main(path: Path, events: int) -> None:
    """Play one battle."""
    journal = Journal(path)
    failed = int(not journal.saving)
    try:
        journal.begin("system hummel", 1e9)
    except JournalError:
        failed += 1
    for place in range(events):
        try:
            journal.append(f"event {place}", "", 1, 1e9)
        except JournalError:
            failed += 1
    print(failed, journal.retry())


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
