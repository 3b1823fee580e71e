"""Finding party and encounter files: the configuration folders first, then the examples."""

import os
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from msgspec import Struct

from turnkeeper.files.intake import MOST_BYTES, visible
from turnkeeper.files.names import looks
from turnkeeper.files.people import MOST_COMBATANTS, Encounter, Party, Problem
from turnkeeper.files.roster import Rules, read_encounter
from turnkeeper.files.sheet import Sheet

# Beside this package, not by importlib.resources: that costs the start 10 ms and gives the same.
EXAMPLES = Path(__file__).parent.parent / "examples"

# A stick may hold anything; a menu of more than this helps nobody.
MOST_FILES = 64
MOST_ENTRIES = 4096
# Bytes of all that are read for a menu: of files made to annoy, this many keep the box for a second
# (a Pi for some), and all 64 of them would for half a minute. One of ten foes has about 1,000.
MOST_TOGETHER = 256 * 1024


class Listed(Struct, frozen=True):
    """An encounter file as the menu lists it: playable, or with its first problem."""

    path: Path
    name: str
    encounter: Encounter | None
    problem: Problem | None


def find_party(folders: Sequence[Path]) -> Path:
    """The first party.toml in these folders, else the example. A broken one is found too."""
    paths = [folder / "party.toml" for folder in folders]
    return next((path for path in paths if os.path.lexists(path)), EXAMPLES / "party.toml")


def list_encounters(
    folders: Sequence[Path],
    system: str = "",
    rules: Rules | None = None,
    party: Party | None = None,
) -> list[Listed]:
    """The encounters/*.toml of these folders, by file name; the examples where there are none.

    A name in an earlier folder hides the same name in a later one. A bad file is listed with its
    problem, and so is one for another system, or one that cannot meet `party`. Never raises.
    """
    found: dict[str, Path] = {}
    for folder in folders:
        for path in files_in(folder / "encounters", ".toml"):
            found.setdefault(path.name, path)
    if not found:
        found = {path.name: path for path in files_in(EXAMPLES / "encounters", ".toml")}
    listed, left = [], MOST_TOGETHER
    for name in sorted(found)[:MOST_FILES]:
        left -= _size(found[name])
        listed.append(
            _listed(found[name], system, rules, party) if left >= 0 else _passed_over(found[name])
        )
    return listed


def files_in(folder: Path, ending: str) -> list[Path]:
    """The folder's files of that ending, whatever they are; none where it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in islice(entries, MOST_ENTRIES)]
    except (OSError, ValueError):
        return []
    # A name that begins with a dot is an editor's or another system's, not a person's.
    return [folder / name for name in names if name.endswith(ending) and name[0] != "."]


def _size(path: Path) -> int:
    """The bytes that would be read of it."""
    try:
        return min(path.lstat().st_size, MOST_BYTES)
    except (OSError, ValueError):
        return 0


def _passed_over(path: Path) -> Listed:
    together = MOST_TOGETHER // 1024
    sentence = f"not read: the encounters up to here have more than {together} KiB together"
    problem = Problem(visible(str(path), 200), None, "", f"{sentence}; take some away")
    return Listed(path, visible(path.stem, 40), None, problem)


def _listed(path: Path, system: str, rules: Rules | None, party: Party | None) -> Listed:
    sheet = Sheet.from_file(path)
    name = visible(path.stem, 40)
    if sheet.problems:
        return Listed(path, name, None, sheet.problems[0])
    encounter = read_encounter(sheet, rules, system)
    name = encounter.name or name
    if party is not None and not sheet.problems and (fault := apart(party, encounter)):
        sheet.wrong((), fault)
    if sheet.problems:
        return Listed(path, name, None, sheet.problems[0])
    return Listed(path, name, encounter, None)


def apart(party: Party, encounter: Encounter) -> str:
    """Why these two cannot meet in one battle, as a sentence; empty where they can."""
    foes = {looks(foe.name) for foe in (*encounter.foes, *encounter.reserve)}
    for character in party.characters:
        if looks(character.name) in foes:
            return f"'{character.name}' is in the party too; each name is used once in a battle"
    total = len(party.characters) + len(foes)
    if total > MOST_COMBATANTS:
        return f"with the party there are {total} combatants; a battle holds {MOST_COMBATANTS}"
    return ""
