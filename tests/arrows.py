"""Reads the imports of `device/` and `sim/` and says which of them the design does not allow.

Nothing is imported here: the files are read as text. An import counts wherever it stands, in a
function or under TYPE_CHECKING too, since an arrow is about what a part knows, not when it loads.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

# Who knows whom. Each may import what its arrows reach, over any number of steps, and errors; only
# link, which the Pico runs too, may not import errors.
ARROWS = {
    "__main__": ["cli"],
    "cli": ["daemon", "blank", "doctor", "past"],
    "doctor": ["daemon", "blank", "party"],  # it looks at every part
    "blank": ["shown", "notify"],  # what is seen when no daemon runs
    "sim": ["daemon"],
    "daemon": ["shown", "tonight", "power", "watch", "senses", "counters"],
    "senses": ["panel", "pods", "config"],  # what comes in, made gestures
    "counters": ["senses", "journal"],  # what a run has counted, for the doctor
    "power": ["notify"],
    "notify": [],  # what is said to the service manager
    "watch": ["panel"],  # whether all parts work
    "shown": ["session", "panel", "config", "pods"],
    "pods": ["panel", "ui"],  # what pods say, at the table
    "tonight": ["ui", "games", "party"],  # files in, the home page out
    "games": ["script", "files", "leash"],  # a file of one's own in, a system out
    "leash": ["rules"],  # what keeps it from going on for ever
    "session": ["resume", "ui"],
    "past": ["journal"],  # what was played, as text
    "resume": ["journal", "script"],
    "journal": ["rules"],
    "ui": ["rules"],
    "script": ["systems"],  # a battle script names its system
    "systems": ["rules"],
    "rules": [],
    "panel": ["link", "config"],
    "link": [],
    "config": ["files"],
    "party": ["config"],  # one check for whatever a person wrote
    "files": [],
    "errors": [],
    "": [],  # the package itself
}

# Pure: time comes as an argument, chance as an answer, and nothing outside the process is reached.
PURE = {"rules", "systems", "script", "ui", "link", "panel.contacts", "errors"}
PURE |= {"pods.fingers", "pods.offer", "pods.watch"}
# Of Python's library it has what works things out and does nothing else; all others are refused.
HARMLESS = {
    *("abc", "binascii", "bisect", "collections", "contextlib", "copy", "dataclasses", "enum"),
    *("fractions", "functools", "hashlib", "heapq", "inspect", "itertools", "json", "math"),
    *("operator", "re", "shlex", "string", "struct", "textwrap", "types", "typing", "unicodedata"),
}
ALSO = {
    "ui": {"PIL"},  # a picture in memory
    "ui.fonts": {"importlib", "io", "pathlib"},  # the fonts of the package, read once
    "ui.typeface": {"pathlib"},  # what one of them has
}
LINK_MAY = {"binascii"}  # what MicroPython has too
# What reaches outside without an import.
TOUCHING = {"open", "input", "print", "exec", "eval", "compile", "breakpoint", "__import__"}

# What only some of the other parts may import.
KEPT = {
    "gpiozero": {"panel"},
    "luma": {"panel"},
    "serial": {"panel"},
    "pygame": {"sim"},
    "sqlite3": {"journal"},
    "time": {"blank", "cli", "doctor", "past", "daemon", "panel", "sim"},
    "datetime": {"cli", "daemon", "sim"},
    "random": {"daemon", "session", "sim"},
    "secrets": {"daemon", "session", "sim"},
    "threading": {"daemon", "doctor", "panel", "sim"},
    "queue": {"daemon", "panel", "sim"},
    "select": {"daemon", "panel", "sim"},
    "socket": {"notify", "sim"},
    "subprocess": {"doctor", "sim"},
    "asyncio": set[str](),  # 50 ms of the start, and nothing here waits for more than one queue
    "lgpio": set[str](),  # gpiozero asks it
    "smbus2": set[str](),  # luma asks it
}
# The simulator's parts stand in for gpiozero's pins and luma's bus, and fail as that bus does.
SIM_MAY = ("gpiozero.Device", "gpiozero.pins.mock", "luma.core.error")
BOX = "turnkeeper_sim.box"  # a process without a screen, so never pygame


class Import(NamedTuple):
    """One name imported, whole (`gpiozero.pins.mock.MockFactory`), and whether in a function."""

    name: str
    line: int
    lazy: bool


class Module(NamedTuple):
    """One file, by its name for Python (`turnkeeper.panel.ports`) and in the checkout."""

    name: str
    file: str
    tree: ast.Module
    imports: list[Import]


def faults(root: Path) -> list[str]:
    """Tell every import under *root*/device and *root*/sim that the design forbids."""
    modules = {module.name: module for module in read(root)}
    found = []
    for module in modules.values():
        if part(module.name) not in ARROWS:
            found.append(f"{module.file}: no arrow tells what {part(module.name)} may import")
            continue
        reasons = [(what, refusal(module, what, set(modules))) for what in module.imports]
        found += [
            f"{module.file}:{what.line} imports {what.name}: {why}" for what, why in reasons if why
        ]
        found += calls_outside(module)
    return [*found, *ways_to_a_screen(modules)]


def read(root: Path) -> Iterator[Module]:
    """Read the modules of the two packages."""
    for package in (root / "device" / "turnkeeper", root / "sim" / "turnkeeper_sim"):
        for path in sorted(package.rglob("*.py")):
            *folder, stem = path.relative_to(package.parent).with_suffix("").parts
            name = ".".join(folder if stem == "__init__" else [*folder, stem])
            tree = ast.parse(path.read_text(encoding="utf-8"))
            imports = list(imports_of(tree, folder))
            yield Module(name, str(path.relative_to(root)), tree, imports)


def imports_of(node: ast.AST, package: list[str], *, lazy: bool = False) -> Iterator[Import]:
    """All imports under *node*; *package* is where the file's relative ones start."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (Import(alias.name, child.lineno, lazy) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            above = package[: len(package) + 1 - child.level] if child.level else []
            source = [*above, *filter(None, [child.module])]
            for alias in child.names:
                yield Import(".".join([*source, alias.name]), child.lineno, lazy)
        else:
            function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from imports_of(child, package, lazy=lazy or function)


def within(name: str) -> str:
    """Give a module's name inside its package: `panel.contacts`, and `sim.box` in the simulator."""
    package, _, rest = name.partition(".")
    return f"sim.{rest}" if package == "turnkeeper_sim" else rest


def part(name: str) -> str:
    """Give the part of the design that a module belongs to: `panel`."""
    return within(name).partition(".")[0]


def pure(name: str) -> bool:
    """Tell whether a module, or the part that it belongs to, is pure."""
    return within(name) in PURE or part(name) in PURE


def reach(start: str) -> set[str]:
    """Follow the arrows from a part to their ends; it knows itself too."""
    known, ahead = {start} if start == "link" else {start, "errors"}, [*ARROWS[start]]
    while ahead:
        step = ahead.pop()
        if step not in known:
            known.add(step)
            ahead += ARROWS[step]
    return known


def refusal(module: Module, what: Import, ours: set[str]) -> str:
    """Tell why *module* may not import *what*; "" if it may."""
    top = what.name.partition(".")[0]
    here = part(module.name)
    if top in {"turnkeeper", "turnkeeper_sim"}:
        return refusal_of_ours(module, what, ours)
    if here == "link":
        return "" if top in LINK_MAY else f"the Pico has only {' and '.join(LINK_MAY)}"
    if pure(module.name):
        also = ALSO.get(here, set()) | ALSO.get(within(module.name), set())
        return "" if top in HARMLESS | also else f"{within(module.name)} is pure"
    lent = here == "sim" and any(f"{what.name}.".startswith(f"{may}.") for may in SIM_MAY)
    if lent or here in KEPT.get(top, {here}):
        return ""
    return f"only {' and '.join(sorted(KEPT[top])) or 'nobody'} may"


def refusal_of_ours(module: Module, what: Import, ours: set[str]) -> str:
    """Tell why *module* may not know *what*, which is our own; "" if it may."""
    target = what.name if what.name in ours else what.name.rpartition(".")[0]
    here, there = part(module.name), part(target)
    if here == "cli" and there == "sim":
        return "" if what.lazy else "the simulator is loaded in the function that needs it"
    if there not in reach(here):
        return f"no arrow leads from {here or 'the package itself'} to {there or target}"
    if pure(module.name) and not pure(target):
        return f"{within(module.name)} is pure, {within(target)} is not"
    return ""


def calls_outside(module: Module) -> Iterator[str]:
    """Find the calls in a pure module that reach outside without an import."""
    for node in ast.walk(module.tree) if pure(module.name) else []:
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Name) and called.id in TOUCHING:
            yield f"{module.file}:{called.lineno} calls {called.id}: {within(module.name)} is pure"


def ways_to_a_screen(modules: dict[str, Module]) -> Iterator[str]:
    """Find what the simulator's box loads, over our own modules, that loads pygame."""
    seen, ahead = {BOX}, [BOX] if BOX in modules else []
    while ahead:
        module = modules[ahead.pop()]
        for what in module.imports:
            if what.name.partition(".")[0] == "pygame":
                yield f"{module.file}:{what.line} imports pygame: {BOX} loads this file"
            # Importing a.b.c loads a and a.b on the way.
            steps = what.name.split(".")
            loaded = {".".join(steps[:end]) for end in range(1, len(steps) + 1)}
            ahead += sorted(loaded & set(modules) - seen)
            seen |= loaded
