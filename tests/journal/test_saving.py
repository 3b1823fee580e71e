# long because each way in which a card fails is a story of its own.
"""P4: what cannot be saved is said at once and kept, and is saved as soon as it can be."""

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from turnkeeper.errors import JournalError
from turnkeeper.journal import Journal, Row, card, files

NAME = "battles.db"


def append(journal: Journal, *lines: str) -> list[bool]:
    """Append some lines, and tell of each whether it was saved."""
    saved = []
    for line in lines:
        try:
            journal.append(line, "turn", 7, 1e9, f"pod:1:{line}")
        except JournalError:
            saved.append(False)
        else:
            saved.append(True)
        assert journal.saving == saved[-1]
    return saved


def rows(*lines: str) -> list[Row]:
    """Give what these lines must be read as."""
    return [Row(line, "turn", 7, 1e9, f"pod:1:{line}") for line in lines]


def on_the_card(path: Path, battle: int) -> list[str]:
    """Give a battle's lines as a journal opened now has them."""
    journal = Journal(path)
    assert journal.notes == []
    lines = [row.line for row in journal.rows(battle)]
    journal.close()
    return lines


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / NAME


def break_card(path: Path) -> None:
    """Let a file stand where the folder was, so that nothing can be opened there."""
    path.parent.rename(path.parent.with_name("elsewhere"))
    path.parent.touch()


def mend_card(path: Path) -> None:
    """Put the folder back."""
    path.parent.unlink()
    path.parent.with_name("elsewhere").rename(path.parent)


def test_a_battle_goes_on_without_a_card_and_is_saved_when_there_is_one(path: Path) -> None:
    journal = Journal(path)
    journal.begin("system hummel", 0)
    assert append(journal, "a", "b") == [True, True]

    break_card(path)
    assert append(journal, "c", "d") == [False, False]
    assert journal.error == (
        f"Not saving to {path}: its folder is a file; the battle goes on, and is saved when it can."
    )
    assert not journal.retry()
    assert (journal.current(), journal.rows(1)) == (1, rows("a", "b", "c", "d"))
    assert journal.seen() == ["pod:1:a", "pod:1:b", "pod:1:c", "pod:1:d"]

    mend_card(path)
    assert append(journal, "e") == [True]
    assert (journal.error, journal.notes) == ("", [])
    journal.close()
    assert on_the_card(path, 1) == ["a", "b", "c", "d", "e"]


def test_several_battles_without_a_card_are_all_saved(path: Path) -> None:
    journal = Journal(path)
    journal.begin("system hummel", 0)
    append(journal, "a")
    break_card(path)
    append(journal, "b", "finish")
    with pytest.raises(JournalError):
        journal.begin("system u8", 1)
    assert journal.current() == 2
    append(journal, "c")
    with pytest.raises(JournalError):
        journal.begin("system u8", 2)
    assert [(info.number, info.events) for info in journal.battles()] == [(1, 3), (2, 1), (3, 0)]

    mend_card(path)
    assert journal.retry()
    assert append(journal, "d") == [True]
    journal.close()
    assert [on_the_card(path, number) for number in (1, 2, 3)] == [
        ["a", "b", "finish"],
        ["c"],
        ["d"],
    ]


def test_a_battle_begins_with_all_who_join_it_or_not_at_all(path: Path) -> None:
    """P2: half of a party is no step of anybody's."""
    journal = Journal(path)
    assert journal.begin("system hummel", 0, rows("a", "b")) == 1
    assert journal._db is not None
    journal._db.execute("PRAGMA max_page_count = 3")  # room for some rows more, not for all
    many = rows(*(f"{place} {'of many words ' * 20}" for place in range(40)))
    with pytest.raises(JournalError, match="the card is full"):
        journal.begin("system hummel", 1, many)
    assert (journal.current(), journal.rows(2)) == (2, many)
    saved = Journal(path, reading=True)
    assert [(info.number, info.events) for info in saved.battles()] == [(1, 2)]
    saved.close()
    assert journal.retry()
    journal.close()
    assert on_the_card(path, 1) == ["a", "b"]
    assert on_the_card(path, 2) == [row.line for row in many]


def test_a_card_changed_for_another_gets_the_whole_battle(path: Path) -> None:
    journal = Journal(path)
    journal.begin("system hummel", 0)
    append(journal, "a", "b")
    shutil.rmtree(path.parent)
    assert append(journal, "c") == [False]  # and not into a file that has no name any more
    assert append(journal, "d") == [True]
    journal.close()
    assert on_the_card(path, 1) == ["a", "b", "c", "d"]


def test_a_card_with_other_battles_keeps_them(path: Path) -> None:
    """Ours gets another number there, and that is said."""
    journal = Journal(path)
    journal.begin("system hummel", 0)
    append(journal, "a")
    break_card(path)
    append(journal, "b")
    path.parent.unlink()
    other = Journal(path)
    for line in ("x", "y"):
        other.begin("system hummel", 5)
        append(other, line)
    other.close()

    assert append(journal, "c") == [True]
    assert journal.current() == 3
    assert journal.notes == ["Battle 1 is saved as battle 3."]
    journal.close()
    assert [on_the_card(path, number) for number in (1, 2, 3)] == [["x"], ["y"], ["a", "b", "c"]]


def test_a_start_without_a_card_begins_anew_and_overwrites_nothing(path: Path) -> None:
    journal = Journal(path)
    journal.begin("system hummel", 0)
    append(journal, "a")
    journal.close()
    break_card(path)

    journal = Journal(path)
    assert not journal.saving
    assert (journal.battles(), journal.current(), journal.notes) == ([], None, [])
    with pytest.raises(JournalError):
        journal.begin("system hummel", 0)
    assert append(journal, "b") == [False]
    mend_card(path)
    assert journal.retry()
    assert journal.current() == 2
    journal.close()
    assert [on_the_card(path, number) for number in (1, 2)] == [["a"], ["b"]]


def test_a_start_before_the_card_takes_its_battle_up_once_it_is_there(path: Path) -> None:
    journal = Journal(path)
    journal.begin("system hummel", 0)
    append(journal, "a")
    journal.close()
    break_card(path)
    journal = Journal(path)
    mend_card(path)
    assert journal.retry()
    assert (journal.current(), journal.rows(1)) == (1, rows("a"))
    journal.close()


def test_a_file_damaged_in_play_is_set_aside_and_the_battle_is_whole(path: Path) -> None:
    journal = Journal(path)
    for number in (1, 2):
        journal.begin("system hummel", number)
        append(journal, "a", "b")
    journal.append("c", "", 0, 0)
    assert journal._db is not None
    with pytest.raises(sqlite3.DatabaseError):  # a root page that cannot be: as a bad cell makes it
        journal._db.executescript(
            "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 9999;"
            "PRAGMA writable_schema = RESET; SELECT * FROM event;"
        )
    assert append(journal, "d") == [False]
    assert append(journal, "e") == [True]
    assert "it is kept as battles.db.aside-1" in journal.notes[0]
    assert journal.current() == 2
    journal.close()
    assert on_the_card(path, 2) == ["a", "b", "c", "d", "e"]


def test_a_failed_write_is_tried_again_on_a_new_connection_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What SQLite and the kernel believe after a failed sync may not be so."""
    opened = []
    connect = card.connect

    def count(path: Path) -> sqlite3.Connection:
        opened.append(path)
        return connect(path)

    monkeypatch.setattr(card, "connect", count)
    journal = Journal(path)
    journal.begin("system hummel", 0)
    assert append(journal, "a", "b") == [True, True]
    assert journal._db is not None
    journal._db.execute("PRAGMA max_page_count = 1")  # to this connection the card is full
    lines = ["a", "b", "many words " * 400]
    while append(journal, lines[-1])[0]:
        lines.append(lines[-1])
    assert "the card is full" in journal.error
    assert len(opened) == 1
    assert append(journal, "c") == [True]
    assert len(opened) == 2
    journal.close()
    assert on_the_card(path, 1) == [*lines, "c"]


LIMITED = """
import resource, sys
from pathlib import Path
from turnkeeper.errors import JournalError
from turnkeeper.journal import Journal

journal = Journal(Path(sys.argv[1]))
journal.begin("system hummel", 0)
_, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (12_000, hard))
failed = 0
for place in range(300):
    try:
        journal.append(f"event {place}", "", 0, 0)
    except JournalError:
        failed += 1
print(failed > 100, journal.saving, journal.error)
resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
print(journal.retry())
journal.close()
"""


def test_a_file_that_may_not_grow_is_a_card_that_does_not_answer(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, path], capture_output=True, text=True, check=True
    )
    before, after = done.stdout.splitlines()
    assert before.startswith(f"True False Not saving to {path}: the card does not answer;")
    assert after == "True"
    assert on_the_card(path, 1) == [f"event {place}" for place in range(300)]


def test_the_control_a_journal_that_forgets_what_failed_is_found_out(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(path)
    journal.begin("system hummel", 0)
    append(journal, "a")
    break_card(path)
    append(journal, "b")
    mend_card(path)
    monkeypatch.setattr(
        "turnkeeper.journal.journal.bring", lambda _, battle: (battle.number, battle.chain)
    )
    assert journal.retry()
    journal.close()
    assert on_the_card(path, 1) != ["a", "b"]


def test_parts_that_are_no_files_are_set_aside_together(path: Path) -> None:
    journal = Journal(path)
    journal.begin("system hummel", 0)
    journal.close()
    files.beside(path, "-wal").mkdir()
    journal = Journal(path)
    assert "is not a file" in journal.notes[0]
    assert journal.saving
    journal.close()
    assert files.beside(path, ".aside-1").is_file()
    assert files.beside(path, ".aside-1-wal").is_dir()
