# long because opening, examining and reading out a card are one story, told in one place.
"""The journal's database on the card: opened, examined, read out where it is damaged.

Nothing here ever deletes a journal. A file that cannot be used gets another name, and what can be
read out of it goes into the new one. WAL with synchronous FULL: one sync, and the row is on the
card. The lock is held as long as the file is open, so no second daemon can write between, and
SQLite needs no memory shared through the card.
"""

import contextlib
import errno
import itertools
import os
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from turnkeeper.errors import JournalError
from turnkeeper.journal import files
from turnkeeper.journal import rows as book

SYNCHRONOUS = "FULL"
"""What a commit waits for. The proof of power cuts puts OFF here and must turn red."""

CHECKED_WHOLE = 4 << 20
"""Bytes up to which a file is examined page by page at start; beyond, its last battle alone."""

BUSY_SECONDS = 0.2
"""How long another program's lock is waited for."""

FAULTS = (sqlite3.Error, UnicodeError)
"""What a query may raise: where the damage is in a name, Python cannot read SQLite's complaint."""

SQLITE_SAYS = {
    sqlite3.SQLITE_BUSY: "another program has it open",
    sqlite3.SQLITE_LOCKED: "another program has it open",
    sqlite3.SQLITE_FULL: "the card is full",
    sqlite3.SQLITE_READONLY: "the card is read-only",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened there",
    sqlite3.SQLITE_PERM: "the card does not allow it",
    sqlite3.SQLITE_IOERR: "the card does not answer",
    sqlite3.SQLITE_NOMEM: "there is no memory left",
}
"""The primary codes of SQLite's errors that are no fault of the file, as a person would say them.

https://www.sqlite.org/rescode.html
"""

SYSTEM_SAYS = {
    errno.EIO: "the card does not answer",
    errno.ENOSPC: "the card is full",
    errno.EROFS: "the card is read-only",
    errno.EACCES: "the card does not allow it",
    errno.EPERM: "the card does not allow it",
    errno.ENOTDIR: "its folder is a file",
    errno.EEXIST: "its folder is a file",
}


class Damaged(Exception):
    """The file is there and cannot be used as it is; its text says why, after its name."""


class Newer(Damaged):
    """It is whole, but of a later turnkeeper: nothing is read out of it."""


def trouble(path: Path, fault: Exception) -> JournalError:
    """Say in one sentence why the journal at `path` cannot be written, and what goes on."""
    why = str(fault)
    if isinstance(fault, OSError):
        why = SYSTEM_SAYS.get(fault.errno or 0, fault.strerror or why)
    elif isinstance(fault, sqlite3.Error):
        why = SQLITE_SAYS.get(primary(fault), why)
    with contextlib.suppress(OSError):
        if os.statvfs(path.parent).f_flag & os.ST_RDONLY:  # SQLite has five other words for it
            why = "the card is read-only"
    return JournalError(
        f"Not saving to {path}: {why}; the battle goes on, and is saved when it can."
    )


def primary(fault: Exception) -> int:
    """Give the primary code of SQLite's error; what Python's layer raises itself is damage."""
    return getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF


def open_card(path: Path, notes: list[str]) -> sqlite3.Connection:
    """Open the journal at `path`, made anew where there is none.

    A file that cannot be used is set aside, what can be read out of it goes into the new one, and
    `notes` says so. Raises JournalError when the card itself does not let us: then the journal
    stays as it is.
    """
    try:
        files.new_folder(path.parent)
        why = files.misplaced(path)
        if why:
            notes.append(files.set_aside(path, why))
        files.adopt(path)
        try:
            return ready(path, notes)
        except Damaged:
            files.adopt(path)
            return ready(path, notes)
    except (OSError, *FAULTS, Damaged) as fault:
        raise trouble(path, fault) from fault


def ready(path: Path, notes: list[str]) -> sqlite3.Connection:
    """Open the journal at `path`, look it over, and make it ready to write.

    Raises Damaged for a file of no use, once that is out of the way, and OSError and sqlite3.Error
    where the card is to blame.
    """
    commits = files.commits(files.beside(path, "-wal"))
    db = connect(path)
    try:
        try:
            with judged(path):
                examine(db)
                prepare(db)
                reached = checkpoint(db)
        except Damaged as damage:
            # Renamed while it is open: then SQLite leaves a damaged file's bytes as they are.
            notes.append(put_away(path, db, damage))
            raise
        # A power cut can tear the last commit alone, for each waits for the one before it.
        if sum(commit > reached for commit in commits) > 1:
            notes.append(files.keep_newest(path))
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        files.sync_folder(path.parent)
    except BaseException:
        db.close()
        raise
    return db


def connect(path: Path) -> sqlite3.Connection:
    """Open the file, and hold its lock from the first look into it; nothing in it changes yet."""
    db = sqlite3.connect(path, BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    # A damaged text is found by its chain, not by an exception in the middle of a query.
    db.text_factory = lambda raw: raw.decode("utf-8", "replace")
    db.execute("PRAGMA locking_mode = EXCLUSIVE")
    return db


@contextlib.contextmanager
def judged(path: Path) -> Iterator[None]:
    """Tell a damaged file from a card that does not let us, by SQLite's error."""
    try:
        yield
    except FAULTS as fault:
        if primary(fault) == sqlite3.SQLITE_READONLY and os.access(path, os.W_OK):
            raise Damaged("claims to be read-only") from fault
        if primary(fault) in SQLITE_SAYS:
            raise
        raise Damaged(f"was damaged ({fault})") from fault


def examine(db: sqlite3.Connection) -> None:
    """Raise Damaged unless the file is empty, or a journal of ours and whole as far as we look."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not (version or application or tables):
        return
    if application != book.APPLICATION:
        raise Damaged("is not a journal of turnkeeper")
    if version > book.VERSION:
        raise Newer("was written by a newer turnkeeper")
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    (size,) = db.execute("PRAGMA page_size").fetchone()
    if pages * size <= CHECKED_WHOLE:
        (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise Damaged(f"was damaged ({' '.join(verdict.split())})")
    _, whole = book.read(db, book.last(db))
    if not whole:
        raise Damaged("was damaged in its last battle")


def prepare(db: sqlite3.Connection) -> None:
    """Set how the file is written, and make the table if there is none."""
    db.execute("PRAGMA journal_mode = WAL")
    db.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if not version:
        db.executescript(book.SCHEMA)


def checkpoint(db: sqlite3.Connection) -> int:
    """Bring what the WAL holds into the database, and give the number of its frames.

    The next commit then begins the WAL anew, over its old bytes. In between SQLite does the same by
    itself after 1,000 pages: a battle of any length keeps to 4 MB.
    """
    frames: int
    _, frames, _ = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return frames


def put_away(path: Path, db: sqlite3.Connection, damage: Damaged) -> str:
    """Set a damaged journal aside, with what can be read out of it left where adopt() finds it."""
    for part in files.PARTS:
        # SQLite takes a card that cannot be read for a damaged file. This tells them apart.
        with contextlib.suppress(FileNotFoundError):
            files.beside(path, part).read_bytes()
    battles = {} if isinstance(damage, Newer) else read_out(db)
    if not battles:
        return files.set_aside(path, str(damage))
    files.rescued(path).unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(files.rescued(path), isolation_level=None)) as new:
        fill(new, battles)
    events = sum(len(rows) - 1 for rows in battles.values())
    return (
        f"{files.set_aside(path, str(damage))} "
        f"Battles read out of it: {len(battles)}, with {events} events."
    )


def read_out(db: sqlite3.Connection) -> dict[int, list[book.Row]]:
    """Give what a damaged file still holds: of each battle the rows up to its first damage."""
    found: dict[int, tuple[object, ...]] = {}
    query = f"SELECT key, {book.COLUMNS} FROM event ORDER BY key"  # noqa: S608 our own words
    # From both ends, each up to the first page that cannot be read.
    for way in ("ASC", "DESC"):
        with contextlib.suppress(*FAULTS):
            found.update((record[0], record) for record in db.execute(f"{query} {way}"))
    battles: dict[int, list[book.Row]] = {}
    for number, keys in itertools.groupby(sorted(found), lambda key: key // book.SPAN):
        rows = book.sound(number, [found[key] for key in keys])
        if rows:
            battles[number] = rows
    return battles


def fill(db: sqlite3.Connection, battles: Mapping[int, list[book.Row]]) -> None:
    """Write `battles` into an empty database, all or nothing."""
    db.executescript(book.SCHEMA)
    db.execute("BEGIN")
    for number, rows in battles.items():
        book.write(db, number, 0, rows, 0)
    db.execute("COMMIT")


def blank(battles: Mapping[int, list[book.Row]] = MappingProxyType({})) -> sqlite3.Connection:
    """Give a journal in memory with these battles."""
    db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    fill(db, battles)
    return db


def copied(path: Path, notes: list[str]) -> sqlite3.Connection:
    """Give the journal at `path` as a copy in memory; the file itself is not touched.

    For a card that cannot be written, and for reading while a daemon writes.
    """
    import tempfile  # noqa: PLC0415  # a start on a sound card need not load it

    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder, path.name)
        if not files.snapshot(path, here):
            return blank()
        with contextlib.closing(connect(here)) as db:
            try:
                with judged(here):
                    examine(db)
            except Damaged as damage:
                notes.append(f"The journal {path} {damage}; what can be read of it is shown.")
            return blank(read_out(db))
