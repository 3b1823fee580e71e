# long because all that keeps a row whole, on the card and in memory, is read together.
"""The battles as the daemon keeps them: begun, appended to, looked up, and saved whatever happens.

The rows of the battle at the table are also kept here in memory. So a card that fails costs nothing
but the saving: once it answers again, or another is put in, all that is missing there is written in
one transaction. A failed sync is never retried as it stands, for the kernel forgets what it could
not write: the file is opened anew, its WAL brought into the database, and what is really there is
compared with what should be.
"""

import contextlib
import errno
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from turnkeeper.errors import JournalError
from turnkeeper.journal import card, files
from turnkeeper.journal import rows as book
from turnkeeper.journal.rows import BattleInfo, Row

REMEMBERED = 1000
"""Newest rows whose sources are told to the links: a pod repeats only what is fresh."""


@dataclass(eq=False)
class Kept:
    """A battle in memory: all its rows, and how much of it is known to be on the card."""

    number: int
    rows: list[Row] = field(default_factory=list)
    saved: int = 0
    chain: int = 0
    """Of the last saved row."""


class Journal:
    """The journal at `path`; opening it never fails.

    What could not be used was set aside, and `notes` says so in sentences; what cannot be saved is
    told by `saving` and `error`. `events` counts the rows given so far, `failures` the tries to
    save that failed. *fleeting*: a sentence where what is saved here does not last. With `reading`,
    a copy is read and the file is never touched: for another process than the daemon. (In the
    daemon's own process no one else may open the file: POSIX drops a process's locks on it at the
    first close.)
    """

    def __init__(self, path: Path, *, reading: bool = False, fleeting: str = "") -> None:
        self.path = Path(path)
        self.fleeting = fleeting
        self.notes: list[str] = [fleeting] if fleeting else []
        self.events = self.failures = 0
        self.error = ""
        """Why nothing can be saved now, one sentence; "" while all is saved."""
        self._reading = reading
        self._db: sqlite3.Connection | None = None
        self._copy: sqlite3.Connection | None = None
        self._identity = (0, 0)
        self._kept: list[Kept] = []
        if reading:
            self.error = f"{self.path} is open for reading alone."
        else:
            with contextlib.suppress(JournalError):
                self._recover()
        if self.error:
            self._take_up(self._reader())

    def _take_up(self, db: sqlite3.Connection) -> None:
        """Take the last battle that stands in `db` into memory."""
        number = book.last(db)
        if number:
            rows, _ = book.read(db, number)
            self._kept = [Kept(number, rows, len(rows), book.chained(number, rows))]

    @property
    def saving(self) -> bool:
        """Whether all that was given is on the card."""
        return not self.error

    def begin(self, line: str, wall: float, events: Sequence[Row] = ()) -> int:
        """Begin a battle with its `system` line and its first *events*, and give its number.

        All of it is on the card or none: half of a party is no step of anybody's (P2). Raises
        JournalError when it is not; then too the battle has begun, current() tells its number, and
        it is saved later, under another number if this one is taken by then.
        """
        if self._db is not None:
            # Between two battles no one waits for a light. What fails here fails below as well.
            with contextlib.suppress(sqlite3.Error, OSError):
                self._db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                files.make_room(files.beside(self.path, "-wal"))
        number = self._kept[-1].number + 1 if self._kept else 1
        self._add(Kept(number), [Row(line, "", 0, plain(wall), ""), *events])
        return self._kept[-1].number

    def append(
        self, line: str, digest: str, elapsed_ms: int, wall: float, source: str = ""
    ) -> None:
        """Put one event of the last battle on the card; it is there when this returns.

        Raises JournalError when it is not; the event is kept, and the next append, begin or retry
        saves it too.
        """
        if not self._kept:
            raise JournalError("No battle has begun that an event could belong to.")
        self._add(self._kept[-1], [Row(line, digest, elapsed_ms, plain(wall), source)])

    def retry(self) -> bool:
        """Try again to save what is missing; tell whether all is saved now.

        For a tick of some seconds while `saving` is false, and before the box is switched off.
        """
        if self.error:
            with contextlib.suppress(JournalError):
                self._recover()
        return self.saving

    def current(self) -> int | None:
        """Give the number of the battle that is open: the last, unless a `finish` holds in it."""
        if not self._kept or book.finished(self._kept[-1].rows):
            return None
        return self._kept[-1].number

    def rows(self, battle: int) -> list[Row]:
        """Give the events of a battle, without its `system` line, which battles() gives.

        A battle that was damaged on the card ends before the damage, be that in its very first
        line, and `notes` says so. Raises JournalError where there is none of that number.
        """
        for kept in self._kept:
            if kept.number == battle:
                return kept.rows[1:]
        try:
            rows, whole = book.read(self._reader(), battle)
        except card.FAULTS as fault:
            raise JournalError(f"Battle {battle} cannot be read: {fault}.") from fault
        if not whole:
            self.notes.append(f"Battle {battle} was damaged after {len(rows)} rows.")
        elif not rows:
            raise JournalError(f"There is no battle {battle}; `history` lists those there are.")
        return rows[1:]

    def battles(self) -> list[BattleInfo]:
        """Give all battles, oldest first, the unsaved ones among them."""
        kept = [
            BattleInfo(
                battle.number,
                battle.rows[0].line,
                battle.rows[0].wall,
                len(battle.rows) - 1,
                book.finished(battle.rows),
            )
            for battle in self._kept
        ]
        try:
            saved = book.battles(self._reader())
        except card.FAULTS as fault:
            raise JournalError(f"The battles in {self.path} cannot be read: {fault}.") from fault
        memory = {info.number for info in kept}
        return [info for info in saved if info.number not in memory] + kept

    def seen(self) -> list[str]:
        """Give the sources of the newest events, oldest first, so that none counts twice.

        Not of the open battle alone: what was journaled in the one before may come again too.
        """
        try:
            saved = book.sources(self._reader(), REMEMBERED)
        except card.FAULTS as fault:
            self.notes.append(f"What the pods sent lately cannot be read: {fault}.")
            saved = []
        kept = [row.source for battle in self._kept for row in battle.rows[-REMEMBERED:]]
        return list(dict.fromkeys(saved + [source for source in kept if source]))

    def close(self) -> None:
        """Close the file, all in one piece; what is not saved by then is lost."""
        for db in (self._db, self._copy):
            if db is not None:
                db.close()
        self._db = self._copy = None

    def _reader(self) -> sqlite3.Connection:
        """Give what can be asked: the file, or a copy of it while it cannot be written."""
        if self._db is not None:
            return self._db
        if self._copy is None:
            try:
                self._copy = card.copied(self.path, self.notes)
            except (OSError, *card.FAULTS) as fault:
                self.notes.append(f"{self.path} cannot be read: {fault}.")
                self._copy = card.blank()
        return self._copy

    def _add(self, battle: Kept, rows: list[Row]) -> None:
        """Save `rows` as the next of `battle`, or keep them and raise JournalError."""
        if len(battle.rows) + len(rows) > book.SPAN:
            raise JournalError(f"A battle has room for {book.SPAN - 1} events; this one is full.")
        for row in rows:
            for text in (row.line, row.digest, row.source):
                text.encode()  # what no file can hold is refused before anything has changed
            row.elapsed_ms.to_bytes(8, signed=True)
        battle.rows.extend(rows)
        self.events += len(rows)
        if battle not in self._kept:
            self._kept.append(battle)
        if self._db is None:
            self._recover()
            return
        try:
            if identity(self.path) != self._identity:
                raise FileNotFoundError(errno.ENOENT, "the file is no longer there")
            battle.chain = book.write_whole(
                self._db, battle.number, battle.saved, rows, battle.chain
            )
        except (OSError, *card.FAULTS) as fault:
            self._fail(fault)
        battle.saved = len(battle.rows)
        del self._kept[:-1]

    def _fail(self, fault: Exception) -> NoReturn:
        """Give the file up until the next try, for what SQLite knows of it may not be so."""
        trouble = card.trouble(self.path, fault)
        self.failures += 1
        self.error = str(trouble)
        if self._db is not None:
            self._db.close()
            self._db = None
        raise trouble from fault

    def _recover(self) -> None:
        """Open the file anew and write what is missing there, in one transaction."""
        if self._reading:
            raise JournalError(self.error)
        try:
            db = card.open_card(self.path, self.notes)
        except JournalError as trouble:
            self.error = str(trouble)
            self.failures += 1
            raise
        try:
            found = identity(self.path)
            db.execute("BEGIN IMMEDIATE")
            places = [bring(db, battle) for battle in self._kept]
            db.execute("COMMIT")
        except (OSError, *card.FAULTS) as fault:
            db.close()
            self._fail(fault)
        for battle, (number, chain) in zip(self._kept, places, strict=True):
            if number != battle.number:
                self.notes.append(f"Battle {battle.number} is saved as battle {number}.")
            battle.number, battle.chain, battle.saved = number, chain, len(battle.rows)
        del self._kept[:-1]
        if not self._kept:
            self._take_up(db)
        self._db, self._identity, self.error = db, found, ""
        if self._copy is not None:
            self._copy.close()
            self._copy = None


def bring(db: sqlite3.Connection, battle: Kept) -> tuple[int, int]:
    """Write what `db` lacks of `battle`, and give its number there and its new chain.

    A battle of that number which is not the beginning of ours is another one: then ours gets the
    next number.
    """
    there, whole = book.read(db, battle.number)
    top = book.last(db)
    number = battle.number
    if not whole or there != battle.rows[: len(there)] or (not there and number <= top):
        there, number = [], top + 1
    chain = book.chained(number, there)
    return number, book.write(db, number, len(there), battle.rows[len(there) :], chain)


def plain(wall: float) -> float:
    """Give the float that SQLite gives back for `wall`: it knows no -0.0."""
    return float(wall) + 0.0


def identity(path: Path) -> tuple[int, int]:
    """Tell a file from another that took its name."""
    status = path.stat()
    return status.st_dev, status.st_ino
