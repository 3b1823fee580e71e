"""One broken line for each rule, and the test that must find it: `python -m tests.mutants`.

`mutants.toml` holds them. Each is put into a copy of the pure packages, and its test is run there
by a process of its own: a battle, or a test of pytest's. It must turn red: not by code that fails,
but by something that does not hold. Run as a module this prints a table, rule by rule.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).parent
ROOT = TESTS.parent
PACKAGE = ROOT / "device" / "turnkeeper"
PURE = ("rules", "systems", "script")
BATTLES = TESTS / "battles"
LAST = {"ALL": 10, "HQ": 13, "U8": 15, "RQ": 21, "RX": 12}
"""The books of rules.md, and the number of the last rule of each."""
RULE = re.compile(r"\b(?:ALL|HQ|U8|RQ|RX)-[0-9]{2}\b")
WORKERS = 2

PLAY = """
import sys
from pathlib import Path
from turnkeeper.script import play, reader
for file in sys.argv[1:]:
    script = reader.read(Path(file).read_text(encoding="utf-8"), Path(file).name)
    box = play.Rules(script)
    for done in play.play(script, box):
        if box.battle.fault or done.refused.startswith("rule error"):
            sys.exit(f"the code fails: {box.battle.fault or done.refused}")
        for line, said in done.failures:
            print(f"{script.file}:{line}: {said}")
            sys.exit(3)
print("all held")
"""
RED, PYTEST_RED = 3, 1


class Mutant(NamedTuple):
    """One line of one file, what it is changed into to break a rule, and the test that finds it.

    file: under device/turnkeeper.  line: as it stands there, without the blanks before it; with
    *within*, the first such line after that one.  test: a battle under tests/battles, or a test as
    pytest writes it.
    """

    rule: str
    file: str
    line: str
    into: str
    test: str
    within: str = ""


class Outcome(NamedTuple):
    """Whether a test turned red, and what it said; *sound*: nothing failed but what it proves."""

    red: bool
    sound: bool
    said: str


def mutants() -> list[Mutant]:
    """All of them, in the order of the rules."""
    text = (TESTS / "mutants.toml").read_text(encoding="utf-8")
    return [Mutant(**table) for table in tomllib.loads(text)["mutant"]]


def rules() -> list[str]:
    """Every numbered rule of every book."""
    return [f"{book}-{n:02}" for book, last in LAST.items() for n in range(1, last + 1)]


def changed(text: str, mutant: Mutant) -> str:
    """The file's text with the mutant in it; ValueError where its line is not there, or twice."""
    lines = text.split("\n")
    start = 0
    if mutant.within:
        start = _only(lines, mutant.within, mutant.file)
    matching = [n for n, line in enumerate(lines) if n >= start and line.strip() == mutant.line]
    if not matching or (len(matching) > 1 and not mutant.within):
        how = "no line" if not matching else f"{len(matching)} lines"
        raise ValueError(f"{mutant.rule}: {mutant.file} has {how} '{mutant.line}'")
    at = matching[0]
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    lines[at] = indent + mutant.into
    return "\n".join(lines)


def _only(lines: list[str], wanted: str, file: str) -> int:
    found = [n for n, line in enumerate(lines) if line.strip() == wanted]
    if len(found) != 1:
        raise ValueError(f"{file} has {len(found)} lines '{wanted}'; one is wanted")
    return found[0]


def names(test: str) -> str:
    """The text in which a test names its rules: a battle's comments, a test's own name."""
    if test.endswith(".battle"):
        return "".join(re.findall("#.*", (BATTLES / test).read_text(encoding="utf-8")))
    name = test.rpartition("::")[2]
    return " ".join(f"{a}-{b}".upper() for a, b in re.findall(r"(all|hq|u8|rq|rx)_?(\d\d)", name))


def naming(rule: str) -> list[str]:
    """The battles whose comments name the rule."""
    files = (str(path.relative_to(BATTLES)) for path in sorted(BATTLES.rglob("*.battle")))
    return [file for file in files if rule in RULE.findall(names(file))]


def run(test: str, mutant: Mutant | None = None) -> Outcome:
    """Run one test on a copy, with the mutant in it."""
    return run_all([test], mutant)


def run_all(tests: Iterable[str], mutant: Mutant | None = None) -> Outcome:
    """Run tests of one kind, all battles or all of pytest's, until one is red."""
    with tempfile.TemporaryDirectory(prefix="turnkeeper-") as folder:
        _copy(Path(folder) / "turnkeeper", mutant)
        return _run([*tests], folder)


def _copy(copy: Path, mutant: Mutant | None) -> None:
    copy.mkdir()
    for name in ("__init__.py", "errors.py"):
        shutil.copy2(PACKAGE / name, copy)
    for name in PURE:  # with its byte code, which holds for what has not changed
        shutil.copytree(PACKAGE / name, copy / name)
    if mutant:
        path = copy / mutant.file
        path.write_text(changed(path.read_text(encoding="utf-8"), mutant), encoding="utf-8")


def _run(tests: list[str], folder: str) -> Outcome:
    battles = tests[0].endswith(".battle")
    files = [str(BATTLES / test) for test in tests]
    words = ["-c", PLAY, *files]
    if not battles:
        cache = f"cache_dir={folder}/cache"
        words = ["-m", "pytest", "-q", "-x", "-o", cache, "--tb=line", *tests]
    done = subprocess.run(
        [sys.executable, "-X", "utf8", *words],
        cwd=ROOT,
        env={"PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1", "HOME": folder},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    red = done.returncode == (RED if battles else PYTEST_RED)
    sound = red or done.returncode == 0
    said = done.stdout.strip() if battles or not sound else done.stdout.strip().splitlines()[-1]
    return Outcome(red, sound, said if sound else f"{said}{done.stderr.strip()}")


def every_outcome(chosen: Iterable[Mutant]) -> Iterator[tuple[Mutant, Outcome]]:
    """Every mutant with what came of it, a few at a time."""
    listed = list(chosen)
    with ThreadPoolExecutor(WORKERS) as pool:
        yield from zip(listed, pool.map(lambda m: run(m.test, m), listed), strict=True)


def main() -> int:
    """Print the table; gives 0 where every rule's tests hold and every mutant is caught."""
    with ThreadPoolExecutor(WORKERS) as pool:
        tests = dict.fromkeys(mutant.test for mutant in mutants())
        passed = dict(zip(tests, pool.map(run, tests), strict=True))
    bad = set(rules()) - {mutant.rule for mutant in mutants()}
    print(f"{'rule':7} {'test':58} {'passed':7} mutant  battles that name the rule")
    for mutant, outcome in every_outcome(mutants()):
        held = passed[mutant.test].sound and not passed[mutant.test].red
        caught = outcome.red
        if not (held and caught):
            bad.add(mutant.rule)
        print(
            f"{mutant.rule:7} {mutant.test:58} {'yes' if held else 'NO':7}"
            f" {'caught' if caught else 'LIVES':7} {len(naming(mutant.rule))}",
            flush=True,
        )
    said = f"not proved: {', '.join(sorted(bad))}" if bad else "all proved"
    print(f"{len(rules())} rules, {len(mutants())} mutants: {said}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
