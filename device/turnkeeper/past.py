"""Past battles as text: all of them in a list, or one as the script that it was."""

import time
from collections.abc import Iterator

from turnkeeper.errors import JournalError
from turnkeeper.journal import Journal


def every(journal: Journal) -> Iterator[str]:
    """A line for each battle: its number, when it began, how long it is, what was played."""
    for battle in journal.battles():
        began = time.strftime("%Y-%m-%d %H:%M", time.localtime(battle.started))
        state = "over" if battle.finished else "open"
        yield f"{battle.number:4}  {began}  {battle.events:5} events  {state}  {battle.line}"


def script(journal: Journal, number: int) -> Iterator[str]:
    """The lines of one battle, undo and redo among them; JournalError where there is none such."""
    battles = journal.battles()
    info = next((battle for battle in battles if battle.number == number), None)
    if not info:
        known = ", ".join(str(battle.number) for battle in battles[-9:]) or "none"
        raise JournalError(f"there is no battle {number}; the last ones are {known}")
    yield info.line
    for row in journal.rows(number):
        yield row.line
