"""The files of a journal as names and bytes, without SQLite: copied, renamed, never deleted.

Whatever is renamed or made here is on the card when the function returns.
"""

import contextlib
import itertools
import os
import struct
from pathlib import Path

PARTS = ("", "-wal", "-shm", "-journal")
"""What belongs to one database: only together are they a journal."""

PAGE, WAL_HEADER, WAL_FRAME = 4096, 32, 24
"""Bytes of a page, and of what the WAL file has before all pages and before each."""

ROOM = WAL_HEADER + 1024 * (WAL_FRAME + PAGE)
"""Bytes of a WAL file that never grows: after 1,000 pages SQLite begins it anew."""


def beside(path: Path, part: str) -> Path:
    """Give the path of a part of the database at `path`."""
    return path.with_name(path.name + part)


def sync_folder(folder: Path) -> None:
    """Wait until the names in `folder` are on the card."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def new_folder(folder: Path) -> None:
    """Make `folder` and those above it, each on the card before the next."""
    if not folder.exists():
        new_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def copy(old: Path, new: Path) -> None:
    """Copy a file's bytes."""
    with new.open("wb") as file:
        file.write(old.read_bytes())
        file.flush()
        os.fsync(file.fileno())


def misplaced(path: Path) -> str:
    """Say what keeps SQLite from even opening what stands at `path`; "" for nothing."""
    parts = [beside(path, part) for part in PARTS if beside(path, part).exists()]
    if not all(part.is_file() for part in parts):
        return "is not a file"
    ours = all(os.access(part, os.R_OK | os.W_OK) for part in parts)
    if not ours and os.access(path.parent, os.W_OK):  # a card that is read-only is another matter
        return "belongs to somebody else"
    size = path.stat().st_size if path.exists() else 0
    if 0 < size < PAGE:
        return "was cut short"  # and SQLite would write over what is left
    wal = beside(path, "-wal")
    if not size and wal in parts and wal.stat().st_size:
        return "is empty, and only its newest events are there"  # which SQLite would delete
    return ""


def unused(path: Path) -> Path:
    """Give the first name for a set-aside journal that nothing has yet."""
    for number in itertools.count(1):
        name = beside(path, f".aside-{number}")
        if not any(os.path.lexists(beside(name, part)) for part in PARTS):
            break
    return name


def set_aside(path: Path, why: str) -> str:
    """Give the journal at `path` another name, with all its parts, and say so.

    The database goes first: cut off between two parts, the next start finds the rest without it.
    """
    aside = unused(path)
    for part in PARTS:
        if os.path.lexists(beside(path, part)):
            beside(path, part).rename(beside(aside, part))
    sync_folder(path.parent)
    return f"The journal {path} {why}; it is kept as {aside.name}."


def rescued(path: Path) -> Path:
    """Give where what was read out of a damaged journal waits for the journal's own name."""
    return beside(path, ".rescued")


def adopt(path: Path) -> None:
    """Put what was read out of a damaged journal in its place, once that is free.

    While the damaged one is still there, a power cut broke the reading out off: it begins anew.
    """
    if path.exists():
        rescued(path).unlink(missing_ok=True)
    elif rescued(path).exists():
        rescued(path).rename(path)
        sync_folder(path.parent)


def commits(wal: Path) -> list[int]:
    """Give the frames of a WAL file that end a commit since it last began anew.

    https://www.sqlite.org/fileformat2.html#walformat. Whether their checksums hold is SQLite's to
    say. Where the file's own header is damaged, all that are there count.
    """
    found: list[int] = []
    with contextlib.suppress(FileNotFoundError), wal.open("rb") as file:
        header = file.read(WAL_HEADER)
        head = file.read(WAL_FRAME)
        whole = len(header) == WAL_HEADER and summed(header)
        size = int.from_bytes(header[8:12]) if whole else PAGE
        for frame in itertools.count(1):
            if len(head) < WAL_FRAME:
                break
            if any(head[4:8]) and (head[8:16] == header[16:24] or not whole):
                found.append(frame)
            file.seek(WAL_HEADER + frame * (WAL_FRAME + size))
            head = file.read(WAL_FRAME)
    return found


def make_room(wal: Path) -> None:
    """Lengthen a WAL file beyond its frames, so that the next ones are written over old bytes.

    A file that grows costs each sync a write of the file system's own journal, which waits for
    whatever else is written on the card: that was 5 ms instead of 0.5 for one commit in twenty.
    SQLite takes zeros for no frame. On a full card the file is left as it was.
    """
    with wal.open("r+b", buffering=0) as file:
        length = file.seek(0, os.SEEK_END)
        zeros = bytes(max(0, ROOM - length))
        with contextlib.suppress(OSError):
            if file.write(zeros) == len(zeros):
                os.fsync(file.fileno())
                return
        file.truncate(length)


def summed(header: bytes) -> bool:
    """Tell whether the checksum in a WAL file's header is that of its bytes."""
    order = ">" if header[3] & 1 else "<"
    one = two = 0
    for a, b in struct.iter_unpack(order + "II", header[:24]):
        one = (one + a + two) & 0xFFFFFFFF
        two = (two + b + one) & 0xFFFFFFFF
    return struct.pack(">II", one, two) == header[24:]


def keep_newest(path: Path) -> str:
    """Copy a damaged WAL file to another name before it is written over, and say so."""
    aside = beside(unused(path), "-wal")
    copy(beside(path, "-wal"), aside)
    sync_folder(path.parent)
    return f"The newest events in {path} could not be read; they are kept as {aside.name}."


def snapshot(path: Path, here: Path) -> bool:
    """Copy the database and its WAL as of one moment; False where there is none.

    Raises BlockingIOError when it is written anew again and again meanwhile.
    """
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
