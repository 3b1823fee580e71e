"""Who may be named in what a report holds: in battles, in files and their names, and on this Pi."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from turnkeeper.counters import Counted
from turnkeeper.doctor.names import Names
from turnkeeper.doctor.retold import Teller
from turnkeeper.doctor.world import World
from turnkeeper.errors import JournalError
from turnkeeper.files.sheet import Sheet
from turnkeeper.journal import Journal
from turnkeeper.pods.table import FILE as PODS

NAMES = {"name": "C", "side": "S"}
"""Keys of party and encounter files whose values are names, and the letter that these get."""
MOST_BYTES = 1 << 16
COMMON = {"", "turnkeeper", "pi", "raspberrypi", "localhost"}
"""Names of machines and their users that tell nobody."""


def meet(world: World, journal: Journal, counted: Counted | None, names: Names) -> str:
    """Have all of them known to *names*: the people at the table first. Gives nothing to say."""
    teller = Teller(names)
    for rows in battles(journal):
        teller.meet(rows)
    for path in files(world):
        for name, kind in named(path):
            names.of(name, kind)
    for pod in pods(world, journal, counted):
        names.of(pod, "P")
    for name in machine(world):
        if name not in COMMON:
            names.of(name, "U")
    return ""


def battles(journal: Journal) -> Iterator[list[str]]:
    """The lines of each battle that can be read."""
    for battle in journal.battles():
        try:
            yield [row.line for row in journal.rows(battle.number)]
        except JournalError:
            continue


def files(world: World) -> Iterator[Path]:
    """Parties, encounters and games in the folders of the configuration."""
    for folder in world.config.folders.parties:
        yield folder / "party.toml"
        for inner in ("encounters", "games"):
            try:
                yield from sorted((folder / inner).iterdir())
            except OSError:
                continue


def named(path: Path) -> Iterator[tuple[str, str]]:
    """The names in a file, and its own; of one that is no TOML, whatever stands in quotes."""
    if path.stem != "party":
        yield path.name, "F"
        yield path.stem, "F"
    if path.suffix != ".toml":
        return
    sheet = Sheet.from_file(path)
    yield from _values(sheet.data)
    if not sheet.data:
        yield from _quoted(path)


def _quoted(path: Path) -> Iterator[tuple[str, str]]:
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return
    for line in text.splitlines():
        key, sign, _ = line.partition("=")
        quoted = line.replace("'", '"').split('"')[1::2]
        yield from ((word, NAMES.get(key.strip(), "T")) for word in quoted if sign)


def _values(found: object, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(found, dict):
        for name, value in found.items():
            yield from _values(value, str(name))
    elif isinstance(found, list):
        for value in found:
            yield from _values(value, key)
    elif isinstance(found, str) and key in NAMES:
        yield found, NAMES[key]


def pods(world: World, journal: Journal, counted: Counted | None) -> Iterator[str]:
    """The pods' ids: somebody may have called one after its owner."""
    if counted:
        yield from counted.pods
        yield from (line.pod for line in counted.lines)
    try:
        seats = (world.config.folders.state / PODS).read_bytes()
        yield from msgspec.json.decode(seats, type=dict[str, list[int]])
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        pass
    for source in journal.seen():
        if source.count("/") == 2:
            yield source.partition("/")[0]


def machine(world: World) -> Iterator[str]:
    """What the machine is called, and its users."""
    yield world.read("/etc/hostname")
    for line in world.read("/etc/passwd").splitlines():
        fields = line.split(":")
        if len(fields) > 4 and fields[2].isdecimal() and 1000 <= int(fields[2]) < 60_000:
            yield fields[0]
            yield fields[4].partition(",")[0]
