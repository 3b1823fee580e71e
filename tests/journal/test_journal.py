# long because it tells one journal from its first row to its last.
"""The journal as the session uses it: begun, appended to, opened again, read, and asked."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.errors import JournalError
from turnkeeper.journal import BattleInfo, Journal, Row, card, files
from turnkeeper.journal import rows as book
from turnkeeper.journal.journal import plain


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A place for a journal, in a folder that is not there yet."""
    return tmp_path / "state" / "turnkeeper" / "battles.db"


def test_a_battle_is_there_again_with_all_that_is_known_of_each_event(path: Path) -> None:
    journal = Journal(path)
    assert journal.begin("system hummel", 1e9) == 1
    journal.append("join Ada 3 5", "setup", 0, 1e9 + 0.25)
    journal.append("roll Ada d20 17", "roll Ada", 2150, 1e9 + 2.5, "E66138:7f3a:42")
    journal.append("undo", "roll Ada", 300, 1e9 + 3)
    rows = [
        Row("join Ada 3 5", "setup", 0, 1e9 + 0.25, ""),
        Row("roll Ada d20 17", "roll Ada", 2150, 1e9 + 2.5, "E66138:7f3a:42"),
        Row("undo", "roll Ada", 300, 1e9 + 3, ""),
    ]
    assert journal.rows(1) == rows
    journal.close()

    again = Journal(path)
    assert (again.current(), again.rows(1)) == (1, rows)
    assert again.battles() == [BattleInfo(1, "system hummel", 1e9, 3, finished=False)]
    assert (again.saving, again.error, again.notes) == (True, "", [])
    again.close()


def test_a_battle_is_open_until_its_finish_or_the_next_one(path: Path) -> None:
    journal = Journal(path)
    assert journal.current() is None
    journal.begin("system hummel", 1)
    assert journal.current() == 1
    assert journal.begin("system u8", 2) == 2
    assert journal.current() == 2
    for line, current in (("finish", None), ("undo", 2), ("redo", None)):
        journal.append(line, "", 0, 3)
        assert journal.current() == current  # a finish pressed by mistake is undone as all else
        journal.close()
        journal = Journal(path)
        assert journal.current() == current
    assert [(info.number, info.line, info.finished) for info in journal.battles()] == [
        (1, "system hummel", False),
        (2, "system u8", True),
    ]
    assert journal.begin("system hummel", 4) == 3
    journal.close()


def test_it_remembers_what_it_had_from_a_pod_over_the_end_of_a_battle(path: Path) -> None:
    """L3: a roll that was not acknowledged comes again, and must not count in the next battle."""
    journal = Journal(path)
    journal.begin("system hummel", 0)
    journal.append("roll Ada d20 3", "", 0, 0, "pod:1:1")
    journal.append("finish", "", 0, 0)
    journal.begin("system hummel", 0)
    journal.append("roll Ben d20 4", "", 0, 0, "pod:1:2")
    journal.append("done Ben", "", 0, 0)
    assert journal.seen() == ["pod:1:1", "pod:1:2"]
    journal.close()
    again = Journal(path)
    assert again.seen() == ["pod:1:1", "pod:1:2"]
    again.close()


@pytest.mark.parametrize("wall", [0.0, -1.0, 2**31 + 0.5, 4e9, float("inf")])
def test_a_wrong_clock_changes_nothing(path: Path, wall: float) -> None:
    """P6: wall times are kept as they came, and order nothing."""
    journal = Journal(path)
    journal.begin("system hummel", wall)
    journal.append("done Ada", "", 5, -wall)
    journal.close()
    again = Journal(path)
    assert again.rows(1) == [Row("done Ada", "", 5, -wall, "")]
    assert (again.current(), again.notes) == (1, [])
    again.close()


def test_what_no_file_can_hold_is_refused_and_nothing_has_changed(path: Path) -> None:
    journal = Journal(path)
    with pytest.raises(JournalError, match="No battle has begun"):
        journal.append("done Ada", "", 0, 0)
    journal.begin("system hummel", 0)
    with pytest.raises(UnicodeEncodeError):
        journal.append("done \ud800", "", 0, 0)
    assert (journal.rows(1), journal.saving) == ([], True)
    with pytest.raises(JournalError, match="no battle 7"):
        journal.rows(7)
    journal.close()


def test_a_battle_has_its_room_and_the_next_one_is_not_touched(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book, "SPAN", 5)
    journal = Journal(path)
    journal.begin("system hummel", 0)
    for place in range(4):
        journal.append(f"event {place}", "", 0, 0)
    with pytest.raises(JournalError, match="room for 4 events"):
        journal.append("one more", "", 0, 0)
    assert journal.saving
    journal.begin("system u8", 0)
    assert [(info.line, info.events) for info in journal.battles()] == [
        ("system hummel", 4),
        ("system u8", 0),
    ]
    journal.close()


def test_the_names_of_a_new_journal_and_of_its_folders_are_on_the_card(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P1: an event in a file that has no name after the power cut is lost."""
    synced: list[Path] = []
    sync = files.sync_folder

    def note(folder: Path) -> None:
        synced.append(folder)
        sync(folder)

    monkeypatch.setattr(files, "sync_folder", note)
    Journal(path).close()
    assert synced == [path.parent.parent.parent, path.parent.parent, path.parent]


def test_another_process_reads_while_the_daemon_writes(path: Path) -> None:
    """`turnkeeper history` beside a running daemon: a copy, and the file is left alone."""
    journal = Journal(path)
    journal.begin("system hummel", 0)
    journal.append("done Ada", "", 0, 0)
    script = (
        "import sys; from pathlib import Path; from turnkeeper.journal import Journal;"
        "journal = Journal(Path(sys.argv[1]), reading=sys.argv[2] == 'reading');"
        "print(journal.saving, [row.line for row in journal.rows(1)], journal.error)"
    )
    for way, error in (("reading", "open for reading alone"), ("writing", "another program")):
        said = subprocess.run(
            [sys.executable, "-c", script, path, way], capture_output=True, text=True, check=True
        ).stdout
        assert said.startswith("False ['done Ada'] ")
        assert error in said
    journal.append("done Ben", "", 0, 0)
    assert journal.saving
    journal.close()


def test_reading_makes_nothing_where_nothing_is(path: Path) -> None:
    journal = Journal(path, reading=True)
    assert (journal.battles(), journal.current(), journal.seen()) == ([], None, [])
    assert not journal.retry()
    with pytest.raises(JournalError, match="reading alone"):
        journal.begin("system hummel", 0)
    assert not path.parent.exists()
    journal.close()


def test_the_wal_stays_small_in_a_battle_without_end(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card, "SYNCHRONOUS", "OFF")  # the size is the same, and the test is quick
    journal = Journal(path)
    journal.begin("system hummel", 0)
    wal = files.beside(path, "-wal")
    largest = 0
    for place in range(2500):
        journal.append(f"roll Ada d20 {place}", "roll", 0, 0)
        if place % 50 == 0:
            largest = max(largest, wal.stat().st_size)
    assert 3 << 20 < largest < 5 << 20
    journal.close()


LINES = st.lists(st.sampled_from(["done Ada", "undo", "redo", "finish"]), max_size=12)


@given(LINES)
def test_whether_a_battle_is_finished_is_told_by_its_lines_alone(lines: list[str]) -> None:
    """Against the plain meaning of undo and redo: a cursor in a list that a new event cuts."""
    done: list[str] = []
    cursor = 0
    legal: list[Row] = []
    for line in lines:
        if line == "undo" and cursor > 0:
            cursor -= 1
        elif line == "redo" and cursor < len(done):
            cursor += 1
        elif line in ("done Ada", "finish") and (cursor == 0 or done[cursor - 1] != "finish"):
            done[cursor:] = [line]
            cursor += 1
        else:
            continue
        legal.append(Row(line, "", 0, 0, ""))
    # With and without the short way for a last line that tells it all.
    over = cursor > 0 and done[cursor - 1] == "finish"
    assert book.finished([Row("system hummel", "", 0, 0, ""), *legal]) == over


TEXT = st.text(st.characters(codec="utf-8"), max_size=20)
ROWS = st.builds(
    Row,
    TEXT,
    TEXT,
    st.integers(0, 2**62),
    st.floats(allow_nan=False).map(plain),
    TEXT,
)


@given(st.lists(ROWS, max_size=8))
def test_what_is_written_is_what_is_read(rows: list[Row]) -> None:
    db = card.blank()
    chain = book.write(db, 3, 0, rows, 0)
    assert book.read(db, 3) == (rows, True)
    assert chain == book.chained(3, rows)
    db.close()


@given(st.lists(ROWS, min_size=1, max_size=8), st.data())
def test_a_row_that_is_not_as_written_ends_the_battle(rows: list[Row], data: st.DataObject) -> None:
    """The control of the chain: change one thing that SQLite itself would not miss."""
    place = data.draw(st.integers(0, len(rows) - 1))
    column, value = data.draw(
        st.sampled_from(
            [
                ("line", rows[place].line + "!"),
                ("digest", rows[place].digest[1:] or "?"),
                ("elapsed_ms", rows[place].elapsed_ms ^ 1),
                ("wall", 0.5 if rows[place].wall != 0.5 else 0.25),
                ("source", rows[place].source + "\0"),
            ]
        )
    )
    db = card.blank()
    book.write(db, 3, 0, rows, 0)
    db.execute(f"UPDATE event SET {column} = ? WHERE key = ?", (value, 3 * book.SPAN + place))  # noqa: S608
    assert book.read(db, 3) == (rows[:place], False)
    db.close()


def grown(path: Path, events: int) -> int:
    """Bytes by which so many events lengthen the WAL file of a new battle."""
    journal = Journal(path)
    journal.begin("system hummel", 1)
    before = files.beside(path, "-wal").stat().st_size
    for number in range(events):
        journal.append(f"event {number}", "", 0, 2)
    after = files.beside(path, "-wal").stat().st_size
    rows = journal.rows(1)
    journal._db = None  # the plug is pulled: nothing is brought into the database
    again = Journal(path)
    assert (again.notes, again.rows(1)) == ([], rows)
    again.close()
    return after - before


def test_a_battle_of_any_length_lies_in_room_that_was_made_for_them(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card, "SYNCHRONOUS", "OFF")
    assert grown(path, 3000) == 0
    monkeypatch.setattr(files, "make_room", lambda _: None)
    assert grown(path.with_name("other.db"), 100) > 50 * files.PAGE, "control"


def test_where_there_is_no_room_the_file_is_left_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    wal = files.beside(path, "-wal")
    wal.parent.mkdir(parents=True)
    wal.write_bytes(b"frames")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        files.make_room(wal)
    assert wal.read_bytes() == b"frames"
    for _ in range(2):
        files.make_room(wal)
        assert wal.stat().st_size == files.ROOM, "with room it is made, once"
