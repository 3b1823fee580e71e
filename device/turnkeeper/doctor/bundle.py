"""A report to send with a bug: what was found, versions, settings, and the last battle, nameless.

Nobody's name leaves the table: combatants and sides are called C1, C2, S1, S2 throughout.
"""

import platform
import zipfile
from collections.abc import Iterable, Sequence
from importlib import metadata
from pathlib import Path

from turnkeeper.doctor.world import Finding, World
from turnkeeper.journal import Journal
from turnkeeper.script import lines

PACKAGES = (
    *("turnkeeper", "gpiozero", "lgpio", "luma.core", "luma.oled", "msgspec", "pillow"),
    *("pyserial", "smbus2", "cbor2"),
)


def pack(path: Path, world: World, findings: Sequence[Finding]) -> list[str]:
    """Write the report as a zip of texts to *path*; gives what is in it, name by name."""
    head, rows = last_battle(world.config.folders.journal)
    alias = aliases(rows)
    parts = {
        "findings.txt": "\n".join(nameless(str(finding), alias) for finding in findings),
        "versions.txt": "\n".join(versions(world)),
        "config.toml": _text(world.config_file),
        "config.txt": world.boot,
        "battle.battle": "\n".join([head, *(renamed(row, alias) for row in rows)] if head else []),
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name, text in parts.items():
            out.writestr(name, text + "\n")
    return list(parts)


def versions(world: World) -> Iterable[str]:
    """Of the machine and of all that we stand on."""
    yield f"machine {world.pi or 'no Pi'} {platform.machine()}"
    yield f"system {platform.platform()}"
    yield f"python {platform.python_version()}"
    for name in PACKAGES:
        try:
            yield f"{name} {metadata.version(name)}"
        except metadata.PackageNotFoundError:
            yield f"{name} is not there"


def last_battle(path: Path) -> tuple[str, list[str]]:
    """The `system` line of the last battle and its lines; empty where there is none."""
    if not path.exists():
        return "", []
    journal = Journal(path, reading=True)
    try:
        battles = journal.battles()
        if not battles:
            return "", []
        return battles[-1].line, [row.line for row in journal.rows(battles[-1].number)]
    finally:
        journal.close()


def aliases(rows: Iterable[str]) -> dict[str, str]:
    """What each combatant and each side is called in the report."""
    names: dict[str, str] = {}
    sides: dict[str, str] = {}
    for row in rows:
        verb, *words = lines.words(row)
        if verb == "combatant" and words:
            names.setdefault(words[0], f"C{len(names) + 1}")
            for word in words[1:]:
                if word.startswith("side="):
                    sides.setdefault(word.removeprefix("side="), f"S{len(sides) + 1}")
    return {**names, **sides}  # a side's own name wins, as in scripts


def renamed(row: str, alias: dict[str, str]) -> str:
    """A line of a battle without anybody's name."""
    verb, *words = lines.words(row)
    return " ".join([verb, *(_word(word, alias) for word in words)])


def _word(word: str, alias: dict[str, str]) -> str:
    if word in alias:
        return alias[word]
    for sign in ("=", ":", "+"):
        if sign in word:
            return sign.join(_word(part, alias) for part in word.split(sign))
    return f'"{word}"' if " " in word else word


def nameless(text: str, alias: dict[str, str]) -> str:
    """Any text without these names; the longest first, since one may stand in another."""
    for name in sorted(alias, key=len, reverse=True):
        text = text.replace(name, alias[name])
    return text


def _text(path: Path | None) -> str:
    try:
        return (
            path.read_text(encoding="utf-8", errors="replace") if path else "# none: all defaults"
        )
    except OSError as fault:
        return f"# cannot be read: {fault.strerror}"
