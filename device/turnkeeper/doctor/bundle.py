"""A report to send with a bug: what was found, versions, settings, counters, the last battles.

Nobody's name leaves the table: who is called what is in `names`. Paths, and whatever else a person
has written, stay here too.
"""

import io
import platform
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path

import msgspec

from turnkeeper.counters import Counted, read
from turnkeeper.doctor import people
from turnkeeper.doctor.names import Names
from turnkeeper.doctor.retold import Teller, plays_alike
from turnkeeper.doctor.world import Finding, World
from turnkeeper.errors import ConfigError, JournalError, TurnkeeperError
from turnkeeper.journal import BattleInfo, Journal
from turnkeeper.resume import new_battle

OWN = ("versions.txt", "settings.txt", "counters.txt")
"""What is made of numbers and words of ours alone, and need not go through the sieves."""
PACKAGES = (
    *("turnkeeper", "gpiozero", "lgpio", "luma.core", "luma.oled", "msgspec", "pillow"),
    *("pyserial", "smbus2", "cbor2"),
)
LAST = 3
"""So many battles are packed, of those that were played last."""
LOG = ("journalctl", "--unit=turnkeeper.service", "--lines=300", "--no-hostname", "--no-pager",
       "--output=short-iso", "--quiet")  # fmt: skip
BOOT = re.compile(r"\[[a-z0-9+=-]+\]|(dtparam|dtoverlay|enable_uart|gpio|core_freq\w*|arm_\w+)=.*")
"""Lines of the Pi's config.txt that concern the box."""


def refuse(path: Path) -> None:
    """Raise ConfigError, as a sentence, where no report can be written to *path*."""
    if path.is_dir():
        raise ConfigError(f"{path} is a folder; name a file in it, such as {path / 'report.zip'}")
    if path.exists():
        raise ConfigError(f"{path} is there already, and is left as it is; give another name")
    try:
        path.open("xb").close()
        path.unlink()
    except OSError as fault:
        raise ConfigError(f"no report can be written to {path}: {fault.strerror}") from None


def pack(path: Path, world: World, findings: Sequence[Finding]) -> list[str]:
    """Write the report as a zip of texts to *path*; gives what is in it, a line each.

    Raises ConfigError where it cannot be written, or stands there already.
    """
    parts = dict(contents(world, findings, Names()))
    beside = io.BytesIO()
    with zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED) as out:
        for name, (_, text) in parts.items():
            out.writestr(name, text + "\n")
    refuse(path)
    try:
        path.write_bytes(beside.getvalue())
    except OSError as fault:
        path.unlink(missing_ok=True)
        raise ConfigError(f"no report can be written to {path}: {fault.strerror}") from None
    return [f"{name:20}  {what}" for name, (what, _) in parts.items()]


def contents(
    world: World, findings: Sequence[Finding], names: Names
) -> Iterator[tuple[str, tuple[str, str]]]:
    """The parts of the report: a file's name, what it is, and its text.

    A part that fails, in whatever way, says so in its place: a report is for when things fail.
    """
    counted = read(world.counters)
    journal = Journal(world.config.folders.journal, reading=True)
    met = guarded(names, lambda: people.meet(world, journal, counted, names))
    told = dict(battles(journal, names))
    parts: dict[str, tuple[str, Callable[[], str]]] = {
        "findings.txt": ("what is said above", lambda: "\n".join(map(str, findings))),
        "versions.txt": ("of the machine and of what we stand on", lambda: versions(world)),
        "settings.txt": ("what you have set, without your paths", lambda: settings(world)),
        "boot.txt": ("what the Pi's config.txt says of pins", lambda: boot(world.boot)),
        "counters.txt": ("what the last run has counted", lambda: counters(counted, names)),
        "log.txt": ("the last lines of the log", lambda: log(world)),
    }
    for name, (what, text) in parts.items():
        found = guarded(names, text)
        yield name, (what, found if name in OWN else names.text(found))
    yield from told.items()
    if met or not told:
        said = [one for one in (met, *map(names.text, journal.notes)) if one]
        yield "battles.txt", ("why there is no battle", "\n".join(said or ["# none"]))
    journal.close()


def guarded(names: Names, part: Callable[[], str]) -> str:
    """What *part* gives, or how it failed."""
    try:
        return part()
    except Exception as fault:  # noqa: BLE001 - one part's fault must not cost the report
        return names.text(f"# it failed: {fault!r}")


def versions(world: World) -> str:
    """Of the machine and of all that we stand on."""
    release = dict(line.partition("=")[::2] for line in world.read("/etc/os-release").splitlines())
    said = [
        f"machine: {world.pi or 'no Pi'}, {platform.machine()}",
        f"system: {release.get('PRETTY_NAME', 'unknown').strip(chr(34))}",
        f"kernel: {platform.release()}",
        f"python: {platform.python_version()}",
    ]
    for name in PACKAGES:
        version = "is not there"
        with suppress(metadata.PackageNotFoundError):
            version = metadata.version(name)
        said.append(f"{name}: {version}")
    return "\n".join(said)


def settings(world: World) -> str:
    """What is set otherwise than by default; of paths only that there is one."""
    none, some = "# there is no config.toml", "# what config.toml sets otherwise"
    said = [some if world.config_file else none]
    for table in world.config.__struct_fields__:
        given = getattr(world.config, table)
        default = type(given)()
        for key in given.__struct_fields__:
            value = getattr(given, key)
            if value == getattr(default, key):
                continue
            if table in ("folders", "ports"):
                value = f"{len(value) if isinstance(value, tuple) else 1} of your own"
            elif key == "address":
                value = f"0x{value:02X}"
            said.append(f"{table}.{key} = {value}")
    return "\n".join(said)


def boot(text: str) -> str:
    """Lines of config.txt, without comments and what does not concern the box."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return "\n".join(line for line in lines if BOOT.fullmatch(line)) or "# none"


def counters(counted: Counted | None, names: Names) -> str:
    """The counters, with pods and ports as they are called in the report."""
    if counted is None:
        return "# none"
    lines = [
        msgspec.structs.replace(line, path=names.text(line.path), pod=names.of(line.pod, "P"))
        for line in counted.lines
    ]
    named = msgspec.structs.replace(
        counted,
        state=names.text(counted.state),
        lines=tuple(lines),
        pods={names.of(pod, "P"): number for pod, number in counted.pods.items()},
        stuck={names.text(button): number for button, number in counted.stuck.items()},
    )
    return msgspec.json.format(msgspec.json.encode(named), indent=1).decode()


def log(world: World) -> str:
    """The last lines of ours in the system's log."""
    said = world.ask(*LOG)
    if said is None:
        return "# there is no journalctl here"
    return said or "# it has none for us (it may, with sudo)"


def battles(journal: Journal, names: Names) -> Iterator[tuple[str, tuple[str, str]]]:
    """The last battles, as scripts."""
    try:
        found = journal.battles()[-LAST:]
    except JournalError as fault:
        yield "battles.txt", ("why there is no battle", names.text(str(fault)))
        return
    for battle in found:
        try:
            yield f"battle-{battle.number}.battle", script(journal, battle, names)
        except Exception as fault:  # noqa: BLE001 - as in `guarded`
            said = names.text(f"# it failed: {fault!r}")
            yield f"battle-{battle.number}.battle", ("a battle that cannot be told", said)


def script(journal: Journal, battle: BattleInfo, names: Names) -> tuple[str, str]:
    """What a battle is, in words; and its script."""
    rows = journal.rows(battle.number)
    teller = Teller(names)
    game = None
    with suppress(TurnkeeperError):
        game = new_battle(battle.line).system
    told = [teller.line(row.line, game) for row in rows]
    what = f"a battle of {len(rows)} events"
    if not game:
        what += ", of a game that is not known here"
    elif not plays_alike(battle.line, rows, told, names):
        what += "; without names it does not play as it did"
    return what, "\n".join([teller.head(battle.line, game), *told])


def summary(path: Path, parts: Iterable[str]) -> str:
    """What is said when it is written."""
    listed = "".join(f"\n  {part}" for part in parts)
    return f"The report is {path}; look at it before you send it. Without names, it has:{listed}"
