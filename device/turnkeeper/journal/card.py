"""The journal's file on the card: found, opened, examined, set aside, read out, copied.

Nothing here ever deletes a journal. A file that cannot be used gets another name, and what can be
read out of it goes into the new one. WAL with synchronous FULL: one sync, and the row is on the
card. The lock is held as long as the file is open, so no second daemon can write between, and
SQLite needs no memory shared through the card.
"""

import contextlib
import itertools
import os
import sqlite3
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from turnkeeper.errors import JournalError
from turnkeeper.journal import rows as book

SYNCHRONOUS = "FULL"
"""What a commit waits for. The proof of power cuts puts OFF here and must turn red."""

CHECKED_WHOLE = 4 << 20
"""Bytes up to which a file is examined page by page at start; beyond, its last battle alone."""

BUSY_SECONDS = 0.2
"""How long another program's lock is waited for."""

PAGE, WAL_HEADER, WAL_FRAME = 4096, 32, 24
"""Bytes of a page, and of what the WAL file has before all pages and before each."""

PARTS = ("", "-wal", "-shm", "-journal")
"""What belongs to one database: only together are they a battle."""

CARD_TROUBLE = {
    sqlite3.SQLITE_BUSY: "another program has it open",
    sqlite3.SQLITE_LOCKED: "another program has it open",
    sqlite3.SQLITE_FULL: "the card is full",
    sqlite3.SQLITE_READONLY: "the card is read-only",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened there",
    sqlite3.SQLITE_PERM: "the card does not allow it",
    sqlite3.SQLITE_IOERR: "the card does not answer",
    sqlite3.SQLITE_NOMEM: "there is no memory left",
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_NOTADB: "the file is damaged",
}
"""SQLite's primary error codes, as a person would say it."""


class Damaged(Exception):
    """The file is there and cannot be used as it is; its text says why, after its name."""


class Newer(Damaged):
    """It is whole, but of a later turnkeeper: nothing is read out of it."""


def trouble(path: Path, fault: Exception) -> JournalError:
    """Say in one sentence why the journal at `path` cannot be written, and what goes on."""
    code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    why = CARD_TROUBLE.get(code) or getattr(fault, "strerror", None) or str(fault)
    return JournalError(
        f"Not saving to {path}: {why}; the battle goes on, and is saved when it can."
    )


def open_card(path: Path, notes: list[str]) -> sqlite3.Connection:
    """Open the journal at `path`, made anew where there is none.

    A file that cannot be used is set aside, what can be read out of it goes into the new one, and
    `notes` says so. Raises JournalError when the card itself does not let us: then the journal
    stays as it is.
    """
    try:
        new_folder(path.parent)
        why = misplaced(path)
        if why:
            notes.append(set_aside(path, why))
        adopt(path)
        try:
            return ready(path, notes)
        except Damaged:
            adopt(path)
            return ready(path, notes)
    except (OSError, sqlite3.Error, Damaged) as fault:
        raise trouble(path, fault) from fault


def ready(path: Path, notes: list[str]) -> sqlite3.Connection:
    """Open the journal at `path`, look it over, and make it ready to write.

    Raises Damaged for a file of no use, once that is out of the way, and OSError and sqlite3.Error
    where the card is to blame.
    """
    commits = committed(beside(path, "-wal"))
    db = connect(path)
    try:
        with judged(path):
            flaw(db)
            prepare(db)
            lost = newest_lost(db, commits)
    except Damaged as damage:
        # Renamed while it is open: SQLite then leaves the bytes of a damaged file as they are.
        notes.append(put_away(path, db, damage))
        db.close()
        raise
    except sqlite3.Error:
        db.close()
        raise
    try:
        if lost:
            notes.append(keep_newest(path))
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        sync_folder(path.parent)
    except (OSError, sqlite3.Error):
        db.close()
        raise
    return db


def new_folder(folder: Path) -> None:
    """Make `folder` and those above it, each on the card before the next."""
    if not folder.exists():
        new_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Wait until the names in `folder` are on the card."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def misplaced(path: Path) -> str:
    """Say what stands at `path` that SQLite must not even open, or ""."""
    wal = beside(path, "-wal")
    if path.exists() and not path.is_file():
        return "is not a file"
    if path.exists() and not os.access(path, os.R_OK | os.W_OK) and os.access(path.parent, os.W_OK):
        return "belongs to somebody else"
    if (not path.exists() or path.stat().st_size == 0) and wal.exists() and wal.stat().st_size:
        return "was empty, and only its newest rows are there"  # SQLite would delete those
    return ""


def beside(path: Path, part: str) -> Path:
    """Give the path of a part of the database at `path`."""
    return path.with_name(path.name + part)


def adopt(path: Path) -> None:
    """Finish, or begin anew, a reading out that a power cut broke off."""
    rescued = beside(path, ".rescued")
    if path.exists():
        rescued.unlink(missing_ok=True)
    elif rescued.exists():
        rescued.rename(path)
        sync_folder(path.parent)


def connect(path: Path) -> sqlite3.Connection:
    """Open the file and hold its lock; nothing in it changes yet."""
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
    except sqlite3.Error as fault:
        code = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        blameless = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
        if code == sqlite3.SQLITE_READONLY and os.access(path, os.W_OK):
            raise Damaged("claims to be read-only") from fault
        if code in CARD_TROUBLE and code not in blameless:
            raise
        raise Damaged(f"was damaged ({fault})") from fault


def flaw(db: sqlite3.Connection) -> None:
    """Raise Damaged unless the file is a journal of ours, whole as far as we look, or empty."""
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


def newest_lost(db: sqlite3.Connection, commits: list[int]) -> bool:
    """Bring the WAL's commits into the database; tell whether damage kept some of them out.

    A power cut can tear the last one alone, for each waits for the one before it.
    """
    frames: int
    _, frames, _ = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return sum(commit > frames for commit in commits) > 1


def keep_newest(path: Path) -> str:
    """Copy a damaged WAL file to another name before it is written over, and say so."""
    aside = beside(unused(path), "-wal")
    copy(beside(path, "-wal"), aside)
    return f"The newest events in {path} could not be read; they are kept as {aside.name}."


def copy(old: Path, new: Path) -> None:
    """Copy a file, and wait until it is on the card."""
    with new.open("wb") as file:
        file.write(old.read_bytes())
        file.flush()
        os.fsync(file.fileno())


def unused(path: Path) -> Path:
    """Give the first name for a set-aside journal that nothing has yet."""
    for number in itertools.count(1):
        name = beside(path, f".aside-{number}")
        if not any(os.path.lexists(beside(name, part)) for part in PARTS):
            break
    return name


def set_aside(path: Path, why: str) -> str:
    """Give the journal at `path` another name, with all its parts, and say so."""
    aside = unused(path)
    for part in PARTS:
        if os.path.lexists(beside(path, part)):
            beside(path, part).rename(beside(aside, part))
    sync_folder(path.parent)
    return f"The journal {path} {why}; it is kept as {aside.name}."


def put_away(path: Path, db: sqlite3.Connection, damage: Damaged) -> str:
    """Set a damaged journal aside, and put what can be read out of it where adopt() finds it."""
    for part in PARTS:  # a card that cannot be read is no damage: this raises OSError
        with contextlib.suppress(FileNotFoundError):
            beside(path, part).read_bytes()
    battles = {} if isinstance(damage, Newer) else read_out(db)
    if battles:
        rescued = beside(path, ".rescued")
        rescued.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(rescued, isolation_level=None)) as new:
            fill(new, battles)
    events = sum(len(rows) - 1 for rows in battles.values())
    kept = f" {len(battles)} battles with {events} events were read out of it." if battles else ""
    return set_aside(path, str(damage)) + kept


def fill(db: sqlite3.Connection, battles: Mapping[int, list[book.Row]]) -> None:
    """Write `battles` into an empty database, all or nothing."""
    db.executescript(book.SCHEMA)
    db.execute("BEGIN")
    for number, rows in battles.items():
        book.write(db, number, 0, rows, 0)
    db.execute("COMMIT")


def read_out(db: sqlite3.Connection) -> dict[int, list[book.Row]]:
    """Give what a damaged file still holds: of each battle the rows up to its first damage."""
    found: dict[int, tuple[object, ...]] = {}
    query = f"SELECT key, {book.COLUMNS} FROM event ORDER BY key"  # noqa: S608 our own words
    # From both ends, each up to the first page that cannot be read.
    for way in ("ASC", "DESC"):
        with contextlib.suppress(sqlite3.Error):
            found.update((record[0], record) for record in db.execute(f"{query} {way}"))
    battles: dict[int, list[book.Row]] = {}
    for number, records in itertools.groupby(sorted(found), lambda key: key // book.SPAN):
        rows = book.sound(number, [found[key] for key in records])
        if rows:
            battles[number] = rows
    return battles


def committed(wal: Path) -> list[int]:
    """Give the frames of the WAL file that end a commit since it was last begun anew.

    https://www.sqlite.org/fileformat2.html#walformat. Their checksums are SQLite's to judge; where
    the file's own header is damaged the first frame says which belong together.
    """
    with contextlib.suppress(FileNotFoundError), wal.open("rb") as file:
        header = file.read(WAL_HEADER)
        first = file.read(WAL_FRAME)
        if len(first) < WAL_FRAME:
            return []
        size, salt = PAGE, first[8:16]
        if summed(header):
            size, salt = int.from_bytes(header[8:12]), header[16:24]
        ends: list[int] = []
        for frame in itertools.count(1):
            if len(first) < WAL_FRAME:
                return ends
            if first[8:16] == salt and any(first[4:8]):
                ends.append(frame)
            file.seek(WAL_HEADER + frame * (WAL_FRAME + size))
            first = file.read(WAL_FRAME)
    return []


def summed(header: bytes) -> bool:
    """Tell whether the checksum in a WAL file's header is that of its bytes."""
    order = ">" if header[3] & 1 else "<"
    one = two = 0
    for a, b in struct.iter_unpack(order + "II", header[:24]):
        one = (one + a + two) & 0xFFFFFFFF
        two = (two + b + one) & 0xFFFFFFFF
    return struct.pack(">II", one, two) == header[24:]


def copied(path: Path, notes: list[str]) -> sqlite3.Connection:
    """Give the journal at `path` as a copy in memory; the file itself is not touched.

    For a card that cannot be written, and for reading while a daemon writes.
    """
    import tempfile  # noqa: PLC0415  # 10 ms that a start on a sound card need not pay

    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder, path.name)
        if not snapshot(path, here):
            return blank()
        with contextlib.closing(connect(here)) as db:
            try:
                with judged(here):
                    flaw(db)
            except Damaged as damage:
                notes.append(f"The journal {path} {damage}; what can be read of it is shown.")
            return blank(read_out(db))


def blank(battles: Mapping[int, list[book.Row]] = MappingProxyType({})) -> sqlite3.Connection:
    """Give a journal in memory with these battles."""
    db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    fill(db, battles)
    return db


def snapshot(path: Path, here: Path) -> bool:
    """Copy the database and its WAL as of one moment; False where there is none."""
    wal = beside(path, "-wal")
    for _ in range(5):
        if not path.is_file():
            return False
        before = generation(wal)
        copy(path, here)
        with contextlib.suppress(FileNotFoundError):
            copy(wal, beside(here, "-wal"))
        # The database changes only at a checkpoint, and what it changes to is in the WAL as well
        # until the WAL begins anew, with another header.
        if generation(wal) == before:
            return True
    raise BlockingIOError(0, "it is being written too fast to be read")


def generation(wal: Path) -> bytes:
    """Give the WAL's header, which is another one each time it begins anew."""
    try:
        with wal.open("rb") as file:
            return file.read(WAL_HEADER)
    except FileNotFoundError:
        return b""
