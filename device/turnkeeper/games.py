"""The door for games of one's own: a Python file in a folder, or what another package brings.

`games/coin.py` in a configuration folder, or an entry point of the group `turnkeeper.systems`, has
a `SYSTEM`; once it is found good it stands beside the four books, and nothing tells it from them.
Such a file is code: it may do all that the box may, so it is taken from the owner's folders alone.
What is wrong with one is a sentence for the screen; the rest plays on.
"""

import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from msgspec.structs import replace

from turnkeeper.errors import RuleFault
from turnkeeper.files.intake import NotTaken, read_text
from turnkeeper.files.people import Problem
from turnkeeper.files.shelf import files_in
from turnkeeper.leash import leash, leashed
from turnkeeper.rules.faults import told
from turnkeeper.rules.system import System
from turnkeeper.script.expects import CHECKS
from turnkeeper.systems import LOOK, SYSTEMS

GROUP = "turnkeeper.systems"
FOLDER = "games"
MOST_GAMES = 32

_files: dict[Path, tuple[str, str]] = {}
"""The files that were good, by their whole path: each one's text, and the name of its game."""
_packages: list[Problem] | None = None
"""What is wrong with what other packages bring; None until they were asked."""


def find(folders: Sequence[Path]) -> list[Path]:
    """The games/*.py of these folders, by name; one in an earlier folder hides its namesakes."""
    found: dict[str, Path] = {}
    for folder in folders:
        for path in files_in(folder / FOLDER, ".py"):
            found.setdefault(path.name, path)
    return [found[name] for name in sorted(found)[:MOST_GAMES]]


def offer(folders: Sequence[Path]) -> list[Problem]:
    """Put the games of these folders beside the books; gives what is wrong with any. Never raises.

    From now on packages are asked too, once a name comes up that nobody knows.
    """
    if installed not in LOOK:
        LOOK.append(installed)
    return [problem for path in find(folders) for problem in load(path)]


def load(path: Path, *, instead: bool = False) -> list[Problem]:
    """Put the game of one file beside the books, in place of what it was before. Never raises.

    instead: it takes the place of another file's of the same name, too.
    """
    try:
        text = read_text(path, links=True)
    except NotTaken as why:
        return [Problem(str(path), why.line, "", why.sentence)]
    before, name = _files.get(path.absolute(), ("", ""))
    if before == text and name in SYSTEMS:
        return []
    mine = [name, *(other for _, other in _files.values() if instead)]
    taken = [known for known in SYSTEMS if known not in mine]
    found = _run(path, text)
    if isinstance(found, Problem):
        return [found]
    system, wrong = _judged(found, taken)
    if not system:
        return [Problem(str(path), None, "", sentence) for sentence in wrong]
    SYSTEMS.pop(name, None)
    SYSTEMS[system.name] = system
    _files[path.absolute()] = text, system.name
    return []


def check(path: Path) -> list[Problem]:
    """All that is wrong with a file: as for `load`, and what fails when it is tried out."""
    from turnkeeper.rules.tryout import fails  # noqa: PLC0415 - on the desk alone

    if problems := load(path, instead=True):
        return problems
    failed = fails(SYSTEMS[_files[path.absolute()][1]])
    return [Problem(str(path), None, "", f"it fails when it is played: {failed}")] if failed else []


def short(problem: Problem) -> str:
    """The problem for the screen: its file without the folders before it."""
    return str(replace(problem, file="/".join(Path(problem.file).parts[-2:])))


def installed() -> list[Problem]:
    """Put beside the books what other packages bring; gives what is wrong with any. Never raises.

    They are asked once: it takes some 35 ms, so nobody asks where every name is known.
    """
    global _packages  # noqa: PLW0603 - one process, one set of packages
    if _packages is not None:
        return _packages
    from importlib.metadata import entry_points  # noqa: PLC0415 - the 35 ms

    _packages = []
    for point in entry_points(group=GROUP):
        try:
            found = point.load()
        except (Exception, SystemExit) as fault:  # noqa: BLE001 - it may fail in any way
            wrong = [f"it cannot be loaded: {told(fault)}"]
        else:
            system, wrong = _judged(found, [*SYSTEMS])
            if system:
                SYSTEMS[system.name] = system
        _packages += [Problem(f"{point.name} = {point.value}", None, "", said) for said in wrong]
    return _packages


def _judged(found: object, taken: Collection[str]) -> tuple[System | None, list[str]]:
    """The game that a module has, or is, on a leash; or what is wrong with it."""
    from turnkeeper.rules.suited import faults  # noqa: PLC0415 - only where there is a game to judge

    system: Any = getattr(found, "SYSTEM", None if isinstance(found, ModuleType) else found)
    try:
        with leash():
            wrong = faults(system, taken, CHECKS)
    except RuleFault as fault:
        wrong = [str(fault)]
    return (None, wrong) if wrong else (leashed(system), [])


def _run(path: Path, text: str) -> ModuleType | Problem:
    """What the file makes when it is run; or why it cannot be."""
    module = ModuleType(f"turnkeeper_game_{path.stem}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # dataclasses look for their module there
    try:
        code = compile(text, str(path), "exec", dont_inherit=True)
        with leash(str(path)):
            exec(code, module.__dict__)  # noqa: S102 - a game of one's own is code
    except SyntaxError as fault:
        line = fault.lineno if fault.filename == str(path) else None
        return Problem(str(path), line, "", f"this is no Python: {fault.msg}")
    except (Exception, SystemExit) as fault:  # noqa: BLE001 - it may fail in any way
        return Problem(str(path), None, "", f"it cannot be run: {told(fault)}")
    return module
