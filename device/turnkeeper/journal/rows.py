"""What stands in the journal's file: one table of rows, and how they are written and read.

A battle's rows are numbered from 0, its `system` line. The key of a row is battle * SPAN + place,
so that rows only ever join at the end of the table: one page an event, and no index. Every row
carries a chain: the CRC-32 of itself after the chain of the row before. So a bit that fell over
inside a row, which SQLite does not see, ends the battle there and plays nothing wrong.
"""

import sqlite3
from binascii import crc32
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

SPAN = 1_000_000
"""Rows that a battle has keys for."""

VERSION = 1
"""Of the schema below; a file with a greater one was written by a newer turnkeeper."""

APPLICATION = 0x54_4B_4A_31
"""Tells our files from those of others: "TKJ1"."""

SCHEMA = f"""
    BEGIN;
    CREATE TABLE event (
        key INTEGER PRIMARY KEY,
        line TEXT NOT NULL,
        digest TEXT NOT NULL,
        elapsed_ms INTEGER NOT NULL,
        wall REAL NOT NULL,
        source TEXT NOT NULL,
        chain INTEGER NOT NULL
    );
    PRAGMA application_id = {APPLICATION};
    PRAGMA user_version = {VERSION};
    COMMIT;
"""

COLUMNS = "line, digest, elapsed_ms, wall, source, chain"


class Row(NamedTuple):
    """One event: a script line, and what is worth knowing about its moment."""

    line: str
    digest: str
    """Of the prompt that the line met."""
    elapsed_ms: int
    """Since the row before, on the monotonic clock, less pauses."""
    wall: float
    """Seconds since 1970 by a clock that may be wrong: for show alone."""
    source: str
    """The roll or press of a pod that it came from, "" for none."""


DAMAGED = Row("", "", 0, 0.0, "")
"""Stands for a battle's first row where that cannot be read."""


@dataclass(frozen=True)
class BattleInfo:
    """A battle as the history lists it."""

    number: int
    line: str
    """Its `system` line; "" where that was damaged."""
    started: float
    """Wall time of its beginning."""
    events: int
    """Rows after the `system` line, undo and redo among them."""
    finished: bool


def link(before: int, key: int, row: Row) -> int:
    """Give the chain of `row` under `key`, after the chain `before` (0 at a battle's beginning)."""
    text = "\0".join(map(repr, (key, *row)))
    return crc32(text.encode("utf-8", "replace"), before)


def write(db: sqlite3.Connection, battle: int, place: int, rows: Iterable[Row], chain: int) -> int:
    """Insert `rows` from `place` on after `chain`, and give the new chain. The caller commits."""
    for key, row in enumerate(rows, battle * SPAN + place):
        chain = link(chain, key, row)
        db.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", (key, *row, chain))
    return chain


def write_whole(
    db: sqlite3.Connection, battle: int, place: int, rows: Sequence[Row], chain: int
) -> int:
    """Insert `rows` as `write` does, and commit them: all or none."""
    if len(rows) == 1:
        return write(db, battle, place, rows, chain)  # a transaction of its own
    db.execute("BEGIN IMMEDIATE")
    chain = write(db, battle, place, rows, chain)
    db.execute("COMMIT")
    return chain


def chained(battle: int, rows: Iterable[Row]) -> int:
    """Give the chain of the last of a battle's `rows`, which are all from the first on."""
    chain = 0
    for key, row in enumerate(rows, battle * SPAN):
        chain = link(chain, key, row)
    return chain


def read(db: sqlite3.Connection, battle: int) -> tuple[list[Row], bool]:
    """Give a battle's rows from its `system` line on, and whether they are whole.

    Where a row is missing or its chain is wrong the rows end, and are not whole.
    """
    keys = (battle * SPAN, (battle + 1) * SPAN)
    found = db.execute(
        f"SELECT key, {COLUMNS} FROM event WHERE key >= ? AND key < ? ORDER BY key",  # noqa: S608 our own words
        keys,
    ).fetchall()
    rows = sound(battle, found)
    return rows, len(rows) == len(found)


def sound(battle: int, found: Sequence[tuple[object, ...]]) -> list[Row]:
    """Give the rows of `found` (key, columns; in order) up to the first that is not as written."""
    rows: list[Row] = []
    chain = 0
    for key, (at, *values, kept) in enumerate(found, battle * SPAN):
        row = Row(*values)  # type: ignore[arg-type]  # what a damaged file holds may be anything
        chain = link(chain, key, row)
        if at != key or kept != chain:
            break
        rows.append(row)
    return rows


def last(db: sqlite3.Connection) -> int:
    """Give the number of the last battle, 0 when there is none."""
    (key,) = db.execute("SELECT max(key) FROM event").fetchone()
    return 0 if key is None else int(key) // SPAN


def battles(db: sqlite3.Connection) -> list[BattleInfo]:
    """Give all battles, oldest first: two look-ups each, whatever their length."""
    found: list[BattleInfo] = []
    number = 0
    while True:
        first = db.execute(
            f"SELECT key, {COLUMNS} FROM event WHERE key >= ? ORDER BY key LIMIT 1",  # noqa: S608
            ((number + 1) * SPAN,),
        ).fetchone()
        if first is None:
            return found
        number = first[0] // SPAN
        end, line = db.execute(
            "SELECT key, line FROM event WHERE key < ? ORDER BY key DESC LIMIT 1",
            ((number + 1) * SPAN,),
        ).fetchone()
        over = finished(read(db, number)[0]) if line == "redo" else line == "finish"
        start = (*sound(number, [first]), DAMAGED)[0]
        found.append(BattleInfo(number, start.line, start.wall, end % SPAN, over))


def sources(db: sqlite3.Connection, within: int) -> list[str]:
    """Give the sources among the last `within` rows, oldest first."""
    query = "SELECT source FROM (SELECT key, source FROM event ORDER BY key DESC LIMIT ?)"
    return [str(source) for (source,) in db.execute(f"{query} ORDER BY key", (within,)) if source]


def finished(rows: Sequence[Row]) -> bool:
    """Tell whether a `finish` holds, after all undo and redo."""
    if rows and rows[-1].line != "redo":
        return rows[-1].line == "finish"  # nothing but undo comes after one
    done: list[bool] = []
    undone: list[bool] = []
    for row in rows:
        if row.line == "undo":
            undone.extend(done[-1:])
            del done[-1:]
        elif row.line == "redo":
            done.extend(undone[-1:])
            del undone[-1:]
        else:
            undone.clear()
            done.append(row.line == "finish")
    return done[-1:] == [True]
