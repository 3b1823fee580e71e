"""A report to send with a bug: what was found, versions, settings, counters, the last battles.

Nobody's name leaves the table: who is called what is in `names`. Paths, and whatever else a person
has written, stay here too.
"""

import io
import platform
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
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
    """The parts of the report: a file's name, what it is, and its text."""
    counted = read(world.counters)
    path = world.config.folders.journal
    journal = Journal(path, reading=True) if path.exists() else None
    try:
        people.meet(world, journal, counted, names)
        told = list(battles(journal, names)) if journal else []
    finally:
        if journal:
            journal.close()
    found = names.text("\n".join(map(str, findings)))
    yield "findings.txt", ("what is said above", found)
    yield "versions.txt", ("of the machine and of all that we stand on", "\n".join(versions(world)))
    yield "settings.txt", ("what you have set, without your paths", "\n".join(settings(world)))
    yield "boot.txt", ("what config.txt of the Pi says of pins and buses", boot(world.boot, names))
    yield "counters.txt", ("what the last run has counted", counters(counted, names))
    yield "log.txt", ("the last lines of the log", log(world, names))
    yield from told


def versions(world: World) -> Iterator[str]:
    """Of the machine and of all that we stand on."""
    yield f"machine: {world.pi or 'no Pi'}, {platform.machine()}"
    release = dict(line.partition("=")[::2] for line in world.read("/etc/os-release").splitlines())
    yield f"system: {release.get('PRETTY_NAME', 'unknown').strip(chr(34))}"
    yield f"kernel: {platform.release()}"
    yield f"python: {platform.python_version()}"
    for name in PACKAGES:
        try:
            yield f"{name}: {metadata.version(name)}"
        except metadata.PackageNotFoundError:
            yield f"{name}: is not there"


def settings(world: World) -> Iterator[str]:
    """What is set otherwise than by default; of paths only that there is one."""
    yield "# what config.toml sets otherwise" if world.config_file else "# there is no config.toml"
    for table in world.config.__struct_fields__:
        given = getattr(world.config, table)
        default = type(given)()
        for key in given.__struct_fields__:
            value = getattr(given, key)
            if value == getattr(default, key):
                continue
            if table in ("folders", "ports"):
                count = len(value) if isinstance(value, tuple) else 1
                value = f"{count} of your own"
            elif key == "address":
                value = f"0x{value:02X}"
            yield f"{table}.{key} = {value}"


def boot(text: str, names: Names) -> str:
    """Lines of config.txt, without comments and whatever else a person wrote."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return names.text("\n".join(line for line in lines if BOOT.fullmatch(line)))


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


def log(world: World, names: Names) -> str:
    """The last lines of ours in the system's log."""
    said = world.ask(*LOG)
    if said is None:
        return "# there is no journalctl here"
    return names.text(said) or "# it has none for us (it may, with sudo)"


def battles(journal: Journal, names: Names) -> Iterator[tuple[str, tuple[str, str]]]:
    """The last battles, as scripts."""
    for battle in journal.battles()[-LAST:]:
        name = f"battle-{battle.number}.battle"
        try:
            yield name, script(journal, battle, names)
        except JournalError:
            yield name, ("a battle that cannot be read", "# it cannot be read")


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
