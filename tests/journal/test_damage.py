# long because each kind of damage is a story, and all of them damage the same journal.
"""P5: a damaged save never keeps the box from starting, and is never thrown away.

A journal is made as a power cut leaves it, its newest events in the WAL alone; something is done to
its bytes; and then it is opened. Whatever was done: it opens, it saves, what it shows is a
beginning of what was written, and the bytes that it could not use are still there.
"""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnkeeper.errors import JournalError
from turnkeeper.journal import Journal, Row, card, files
from turnkeeper.journal import rows as book

NAME = "battles.db"
WAL = NAME + "-wal"
BATTLES = 3
EVENTS = 120
OPEN_EVENTS = 12
"""Of the last battle, all still in the WAL alone."""


class Parts(dict[str, bytes]):
    """The files of a journal by name; hypothesis and pytest need not print their bytes."""

    def __repr__(self) -> str:
        return "Parts(...)"


def events(battle: int, last: int) -> list[Row]:
    """Give what is written of a battle."""
    return [
        Row(f"roll Ädä d20 {place}", f"roll {battle}", place, 1e9 + place, f"pod:1:{place}")
        for place in range(last)
    ]


@pytest.fixture(scope="module", autouse=True)
def _quick() -> Iterator[None]:
    """Wait for no card, and for no 4 MB of zeros: nothing here is about a power cut."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(card, "SYNCHRONOUS", "OFF")
        patch.setattr(os, "fsync", lambda _: None)
        patch.setattr(files, "ROOM", files.WAL_HEADER + 64 * (files.WAL_FRAME + files.PAGE))
        yield


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Parts:
    """The bytes of the files of a journal as a power cut leaves it."""
    folder = tmp_path_factory.mktemp("saved")
    journal = Journal(folder / NAME)
    for battle in range(1, BATTLES + 1):
        journal.begin("system hummel", 1e9)
        for row in events(battle, EVENTS if battle < BATTLES else OPEN_EVENTS):
            journal.append(*row)
    parts = Parts({part: (folder / part).read_bytes() for part in (NAME, WAL)})
    journal.close()
    assert len(parts[NAME]) > 4 * files.PAGE
    return parts


def bad_page(saved: Parts) -> Parts:
    """Give the files with noise in a page of the first battle."""
    page = saved[NAME].index("roll Ädä d20 17".encode()) // files.PAGE * files.PAGE
    return Parts(saved | {NAME: damaged(saved[NAME], ("noise", page, files.PAGE))})


def lay(folder: Path, parts: dict[str, bytes]) -> Path:
    """Put the files into a folder."""
    for part, content in parts.items():
        (folder / part).write_bytes(content)
    return folder / NAME


def opened(path: Path, parts: Parts, quiet: int = 1) -> Journal:
    """Open a journal of these bytes, hold P5 against it, play on, and give it opened again.

    So many of the newest events may be missing without a word.
    """
    journal = Journal(path)
    assert journal.saving, journal.error
    for info in journal.battles():
        whole = events(info.number, EVENTS if info.number < BATTLES else OPEN_EVENTS)
        rows = journal.rows(info.number)
        assert rows == whole[: len(rows)]
        lost = len(whole) - len(rows)
        told = " ".join(journal.notes)  # what is old may be told only when it is read
        assert lost <= (quiet if info.number == BATTLES else 0) or told, f"{lost} lost, no word"
    told = " ".join(journal.notes)
    assert len(journal.battles()) == BATTLES or quiet > OPEN_EVENTS or told
    kept = {file.read_bytes() for file in path.parent.iterdir() if ".aside-" in file.name}
    if "kept" in told:
        assert kept, told
        assert kept <= set(parts.values()), "what was set aside is not as it was"
    number = journal.begin("system u8", 5.0)
    journal.append("done Ada", "turn", 1, 6.0)
    shown = journal.battles()
    journal.close()

    again = Journal(path)
    assert again.notes == []
    assert again.battles() == shown
    assert again.rows(number) == [Row("done Ada", "turn", 1, 6.0, "")]
    return again


def test_what_was_not_damaged_is_opened_without_a_word(tmp_path: Path, saved: Parts) -> None:
    journal = Journal(lay(tmp_path, saved))
    assert journal.notes == []
    assert journal.current() == BATTLES
    assert journal.rows(BATTLES) == events(BATTLES, OPEN_EVENTS)
    journal.close()


DAMAGES = st.one_of(
    st.tuples(st.just("flip"), st.integers(0, 1 << 20), st.integers(1, 255)),
    st.tuples(st.just("truncate"), st.integers(0, 1 << 20), st.just(0)),
    st.tuples(st.just("zero"), st.integers(0, 1 << 20), st.sampled_from([1, 16, 512, 4096])),
    st.tuples(st.just("noise"), st.integers(0, 1 << 20), st.sampled_from([1, 16, 512, 4096])),
    st.tuples(st.just("swap"), st.integers(0, 1 << 20), st.integers(0, 1 << 20)),
)


def damaged(content: bytes, damage: tuple[str, int, int]) -> bytes:
    """Do one damage to some bytes."""
    how, where, much = damage
    where %= len(content)
    if how == "flip":
        return content[:where] + bytes([content[where] ^ much]) + content[where + 1 :]
    if how == "truncate":
        return content[:where]
    if how == "swap":  # two sectors
        one, two = sorted((where // 512 * 512, much % len(content) // 512 * 512))
        mixed = bytearray(content)
        mixed[one : one + 512], mixed[two : two + 512] = (
            content[two : two + 512],
            content[one : one + 512],
        )
        return bytes(mixed[: len(content)])
    fill = bytes(much) if how == "zero" else bytes(i * 167 % 251 for i in range(much))
    return (content[:where] + fill + content[where + much :])[: len(content)]


def damage_it(saved: Parts, part: str, damages: list[tuple[str, int, int]]) -> None:
    """Damage a part of the journal so, and hold P5 against what comes of it."""
    content = saved[part]
    for damage in damages:
        content = damaged(content, damage) if content else content
    parts = Parts(saved | {part: content})
    # A power cut may tear the last event, and so may damage. A WAL that is cut short or ends in
    # zeros is one of some moments earlier.
    quiet = 1 + 2 * len(damages)
    if part == WAL and {how for how, *_ in damages} & {"truncate", "zero", "swap"}:
        quiet = OPEN_EVENTS + 1
    with TemporaryDirectory() as folder:
        opened(lay(Path(folder), parts), parts, quiet).close()


def test_whatever_happens_to_its_bytes_it_starts_and_throws_nothing_away(
    saved: Parts, *, release: bool
) -> None:
    @settings(max_examples=10_000 if release else 500)
    @given(part=st.sampled_from([NAME, WAL]), damages=st.lists(DAMAGES, min_size=1, max_size=3))
    def holds(part: str, damages: list[tuple[str, int, int]]) -> None:
        damage_it(saved, part, damages)

    holds()


@pytest.mark.parametrize("said", [True, False], ids=["it is deleted", "nothing is said"])
def test_control_a_damaged_journal_that_goes_is_missed(
    tmp_path: Path, saved: Parts, monkeypatch: pytest.MonkeyPatch, *, said: bool
) -> None:
    put_away = card.put_away

    def gone(path: Path, db: sqlite3.Connection, damage: card.Damaged) -> str:
        told = put_away(path, db, damage)
        for file in path.parent.glob("*.aside-*") if said else ():
            file.unlink()
        return told if said else ""

    monkeypatch.setattr(card, "put_away", gone)
    broken = bad_page(saved)
    with pytest.raises(AssertionError):
        opened(lay(tmp_path, broken), broken)


def test_one_bad_bit_in_a_text_costs_the_events_behind_it_and_no_battle_before(
    tmp_path: Path, saved: Parts
) -> None:
    """SQLite alone would have shown a die that nobody rolled."""
    place = saved[NAME].index("roll Ädä d20 17".encode()) + len("roll Ädä d20 1".encode())
    flipped = damaged(saved[NAME], ("flip", place, ord("7") ^ ord("9")))
    with sqlite3.connect(lay(tmp_path, {NAME: flipped})) as plain:  # the control
        assert plain.execute("PRAGMA quick_check").fetchone() == ("ok",)
        lines = {line for (line,) in plain.execute("SELECT line FROM event")}
    plain.close()
    assert "roll Ädä d20 19" in lines

    journal = Journal(lay(tmp_path, {NAME: flipped}))
    shown = [row.line for info in journal.battles() for row in journal.rows(info.number)]
    assert journal.rows(1) == events(1, 17)
    assert any("damaged after" in note for note in journal.notes)
    assert len(shown) == len(set(shown)) or shown.count("roll Ädä d20 19") <= 2
    journal.close()


def test_a_battle_that_is_damaged_in_its_first_row_is_there_and_empty(
    tmp_path: Path, saved: Parts
) -> None:
    """A release found it: it was listed, and asked for it was said not to be there."""
    second = saved[NAME].index(b"system hummel", saved[NAME].index(b"system hummel") + 1)
    flipped = Parts(saved | {NAME: damaged(saved[NAME], ("flip", second, 1))})
    journal = opened(lay(tmp_path, flipped), flipped)
    assert [info.number for info in journal.battles()][:3] == [1, 2, 3]
    assert journal.rows(2) == []
    assert "Battle 2 was damaged after 0 rows." in journal.notes
    with pytest.raises(JournalError, match="no battle 9"):
        journal.rows(9)
    journal.close()


def test_what_a_damaged_file_still_holds_is_read_out_of_it(tmp_path: Path, saved: Parts) -> None:
    broken = bad_page(saved)
    journal = opened(lay(tmp_path, broken), broken)
    # Read from both ends, up to the bad page; of a battle, what is before its first damage.
    assert journal.rows(BATTLES) == events(BATTLES, OPEN_EVENTS)
    assert 1 not in [info.number for info in journal.battles()]
    journal.close()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("PRAGMA user_version = 2", "was written by a newer turnkeeper"),
        ("PRAGMA application_id = 7", "is not a journal of turnkeeper"),
        ("DROP TABLE event", "was damaged"),
        ("ALTER TABLE event RENAME COLUMN chain TO links", "was damaged"),
    ],
)
def test_a_file_of_another_kind_is_set_aside_whole_with_words(
    tmp_path: Path, saved: Parts, change: str, words: str
) -> None:
    path = lay(tmp_path, saved)
    other = sqlite3.connect(path)
    other.execute(change)
    other.commit()
    other.close()
    content = path.read_bytes()

    journal = Journal(path)
    assert words in journal.notes[0]
    assert f"kept as {NAME}.aside-1" in journal.notes[0]
    assert files.beside(path, ".aside-1").read_bytes() == content
    assert journal.saving
    assert journal.begin("system hummel", 0) >= 1
    journal.close()


def test_the_next_one_set_aside_gets_the_next_name(tmp_path: Path) -> None:
    path = tmp_path / NAME
    for number in (1, 2, 3):
        path.write_bytes(b"no database at all, but long enough to be looked at" * number)
        journal = Journal(path)
        assert f"{NAME}.aside-{number}" in journal.notes[0]
        journal.close()
    sizes = [files.beside(path, f".aside-{number}").stat().st_size for number in (1, 2, 3)]
    assert sizes == sorted(sizes)


def test_a_folder_a_pipe_or_a_lone_wal_in_its_place_is_set_aside(
    tmp_path: Path, saved: Parts
) -> None:
    path = tmp_path / NAME
    path.mkdir()
    (path / "inside").write_text("a letter")
    journal = Journal(path)
    assert "is not a file" in journal.notes[0]
    journal.close()
    assert (files.beside(path, ".aside-1") / "inside").read_text() == "a letter"

    path.unlink()
    os.mkfifo(path)
    journal = Journal(path)
    assert journal.saving
    journal.close()
    assert files.beside(path, ".aside-2").is_fifo()

    path.unlink()
    lay(tmp_path, {WAL: saved[WAL]})  # SQLite deletes a WAL whose database is empty
    journal = Journal(path)
    assert "only its newest events" in journal.notes[0]
    journal.close()
    assert files.beside(path, ".aside-3-wal").read_bytes() == saved[WAL]


CUT_OFF = """
import os, sys
from pathlib import Path
from turnkeeper.journal import Journal

rename, left = Path.rename, [int(sys.argv[2])]

def cut_off(self, target):
    if not left[0]:
        os._exit(9)
    left[0] -= 1
    return rename(self, target)

Path.rename = cut_off
Journal(Path(sys.argv[1])).close()
"""


@pytest.mark.parametrize("renames", [0, 1, 2, 3])
def test_a_power_cut_while_it_is_set_aside_loses_nothing(
    tmp_path: Path, saved: Parts, renames: int
) -> None:
    """P5: cut off before any of the renames, the next start finishes or begins anew."""
    broken = bad_page(saved)
    whole = tmp_path / "whole"
    whole.mkdir()
    journal = opened(lay(whole, broken), broken)
    told = journal.battles()[:-1]
    journal.close()

    path = lay(tmp_path, broken)
    cut = subprocess.run([sys.executable, "-c", CUT_OFF, path, str(renames)], check=False)
    assert cut.returncode == (9 if renames < 3 else 0)

    journal = Journal(path)
    assert journal.saving
    assert journal.battles() == told
    journal.close()
    kept = {file.read_bytes() for file in tmp_path.iterdir() if ".aside-" in file.name}
    assert set(broken.values()) <= kept


def test_a_large_file_is_looked_over_where_the_battle_is(
    tmp_path: Path, saved: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Start-up stays quick: what is old and damaged there is told when it is read."""
    monkeypatch.setattr(card, "CHECKED_WHOLE", 0)
    place = saved[NAME].index("roll Ädä d20 17".encode())
    path = lay(tmp_path, saved | {NAME: damaged(saved[NAME], ("flip", place, 1))})
    journal = Journal(path)
    assert journal.notes == []
    assert journal.rows(BATTLES) == events(BATTLES, OPEN_EVENTS)
    assert journal.rows(1) == events(1, 17)
    assert "damaged" in journal.notes[0]
    journal.close()


def test_reading_a_damaged_file_shows_what_it_holds_and_moves_nothing(
    tmp_path: Path, saved: Parts
) -> None:
    broken = bad_page(saved)
    path = lay(tmp_path, broken)
    journal = Journal(path, reading=True)
    assert journal.battles()
    assert "what can be read of it is shown" in journal.notes[0]
    journal.close()
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == broken


def test_a_file_of_somebody_else_is_set_aside(
    tmp_path: Path, saved: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = lay(tmp_path, saved)
    access = os.access
    monkeypatch.setattr(  # root may all
        os, "access", lambda what, mode: Path(what) != path and access(what, mode)
    )
    journal = Journal(path)
    assert "belongs to somebody else" in journal.notes[0]
    assert journal.saving
    assert journal.battles() == []
    journal.close()
    assert files.beside(path, ".aside-1").read_bytes() == saved[NAME]


def test_the_schema_is_the_one_that_is_written_down(tmp_path: Path) -> None:
    """A change of it is a new VERSION, and a way from the old one."""
    Journal(tmp_path / NAME).close()
    db = sqlite3.connect(tmp_path / NAME)
    (sql,) = db.execute("SELECT sql FROM sqlite_master").fetchone()
    db.close()
    assert book.VERSION == 1
    assert " ".join(sql.split()) == (
        "CREATE TABLE event ( key INTEGER PRIMARY KEY, line TEXT NOT NULL, digest TEXT NOT NULL, "
        "elapsed_ms INTEGER NOT NULL, wall REAL NOT NULL, source TEXT NOT NULL, "
        "chain INTEGER NOT NULL )"
    )
