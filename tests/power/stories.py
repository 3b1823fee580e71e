"""What happens to a journal that is open while its card fails, with real file systems.

    unshare --mount python -m tests.power.stories IMAGE FOLDER STORY

A story that does not hold ends with an AssertionError; `tests/power/test_failing_cards.py` tells
them by name. They run in a process of their own, since they mount.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.power.bench import NAME, cut, mount, mounted, unmount
from turnkeeper.errors import JournalError
from turnkeeper.journal import Journal, Row


def append(journal: Journal, place: int) -> bool:
    """Give the journal its next event, and tell whether it was saved."""
    try:
        journal.append(f"roll Ada d20 {place}", "roll", place, 1e9, f"pod:1:{place}")
    except JournalError:
        assert not journal.saving
        return False
    assert journal.saving
    return True


def events(last: int) -> list[Row]:
    """Give the rows of that many events."""
    return [
        Row(f"roll Ada d20 {place}", "roll", place, 1e9, f"pod:1:{place}")
        for place in range(1, last + 1)
    ]


def power_goes_and_the_card_comes_back(image: Path, folder: Path) -> None:
    """P4: the card dies under the open journal; put in again, it gets all that it missed."""
    mount(image, folder)
    journal = Journal(folder / NAME)
    journal.begin("system hummel", 1e9)
    assert all(append(journal, place) for place in range(1, 6))
    cut(folder)
    assert not any(append(journal, place) for place in range(6, 9))
    assert not journal.retry()
    assert journal.rows(1) == events(8)  # the battle goes on
    assert "the card does not answer" in journal.error, journal.error
    unmount(folder)
    with mounted(image, folder):
        assert append(journal, 9)
        journal.close()
        again = Journal(folder / NAME)
        assert again.rows(1) == events(9)
        assert (again.notes, journal.notes) == ([], [])
        again.close()


def the_card_is_full(_: Path, folder: Path) -> None:
    """P4: 64 kB are soon full; with room again all is saved, and nothing was set aside."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], check=True)
    journal = Journal(folder / NAME)
    journal.begin("system hummel", 1e9)
    saved = [append(journal, place) for place in range(1, 301)]
    assert all(saved[:5])
    # Now and then there was room again, made by bringing the WAL into the database.
    assert not any(saved[-100:])
    assert "the card is full" in journal.error, journal.error
    last = 300 - saved[::-1].index(True)
    assert Journal(folder / NAME, reading=True).rows(1) == events(last)  # what was saved stays
    assert not journal.retry()
    subprocess.run(["mount", "-o", "remount,size=4m", folder], check=True)
    assert journal.retry()
    assert append(journal, 301)
    journal.close()
    assert Journal(folder / NAME).rows(1) == events(301)
    assert journal.notes == []
    assert [file.name for file in folder.iterdir() if "aside" in file.name] == []


def the_card_is_read_only(image: Path, folder: Path) -> None:
    """P4: the battle is there to be played on, its newest events too, and is saved when it can."""
    with mounted(image, folder):
        journal = Journal(folder.parent / "other" / NAME)
        journal.begin("system hummel", 1e9)
        assert all(append(journal, place) for place in range(1, 6))
        for part in (NAME, NAME + "-wal"):  # as a power cut leaves them
            shutil.copy(folder.parent / "other" / part, folder)
        journal.close()
        shutil.rmtree(folder.parent / "other")
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        journal = Journal(folder / NAME)
        assert not journal.saving
        assert "the card is read-only" in journal.error, journal.error
        assert journal.current() == 1
        assert journal.rows(1) == events(5)
        assert journal.seen() == [row.source for row in events(5)]
        assert not append(journal, 6)
        assert journal.rows(1) == events(6)
        subprocess.run(["mount", "-o", "remount,rw", folder], check=True)
        assert append(journal, 7)
        journal.close()
        again = Journal(folder / NAME)
        assert again.rows(1) == events(7)
        assert again.notes == []
        again.close()


STORIES = {
    story.__name__: story
    for story in (
        power_goes_and_the_card_comes_back,
        the_card_is_full,
        the_card_is_read_only,
    )
}

if __name__ == "__main__":
    STORIES[sys.argv[3]](Path(sys.argv[1]), Path(sys.argv[2]))
