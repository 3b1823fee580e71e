"""A rule that is broken turns a battle red that names it: one mutant of one line for each rule.

The mutants stand in tests/mutants.toml. Each is made in a copy of the pure packages, and the
battles that name its rule are played there, by a process of their own.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

TESTS = Path(__file__).parent.parent
PACKAGE = TESTS.parent / "device" / "turnkeeper"
PURE = ("rules", "systems", "script")
BATTLES = sorted((TESTS / "battles").rglob("*.battle"))
PLAY = """
import sys
from turnkeeper.script import play, reader
for file in sys.argv[1:]:
    script = reader.read(open(file).read(), file)
    for done in play.play(script, play.Rules(script)):
        if done.failures:
            sys.exit(f"{file}: {done.failures[0]}")
print("all held")
"""


class Mutant(NamedTuple):
    """One line of one file, and what it is changed into, to break a rule."""

    rule: str
    file: str
    line: str
    into: str


MUTANTS = [Mutant(**m) for m in tomllib.loads((TESTS / "mutants.toml").read_text())["mutant"]]


def naming(rule: str) -> list[str]:
    """The battles whose comments name the rule."""
    return [str(f) for f in BATTLES if rule in "".join(re.findall("#.*", f.read_text()))]


def play(
    folder: Path, mutant: Mutant | None, battles: list[str]
) -> "subprocess.CompletedProcess[str]":
    """Play the battles on a copy of the pure packages, with the mutant in it."""
    copy = folder / "turnkeeper"
    copy.mkdir()
    for name in ("__init__.py", "errors.py"):
        shutil.copy(PACKAGE / name, copy)
    for name in PURE:
        shutil.copytree(PACKAGE / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    if mutant:
        path = copy / mutant.file
        text = path.read_text()
        found = re.compile(rf"^( *){re.escape(mutant.line)}$", re.MULTILINE)
        assert found.search(text), f"{mutant.file} has no line '{mutant.line}' any more"
        path.write_text(found.sub(lambda m: m[1] + mutant.into, text))
    return subprocess.run(
        [sys.executable, "-c", PLAY, *battles],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
    )


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda m: m.rule)
def test_a_battle_finds_the_mutant(mutant: Mutant, tmp_path: Path) -> None:
    done = play(tmp_path, mutant, naming(mutant.rule))
    assert done.returncode != 0, f"no battle that names {mutant.rule} finds it broken"
    assert "SyntaxError" not in done.stderr
    assert "all held" not in done.stdout


def test_control_without_a_mutant_all_holds(tmp_path: Path) -> None:
    done = play(tmp_path, None, [*map(str, BATTLES)])
    assert (done.stdout, done.returncode) == ("all held\n", 0)


def test_every_rule_has_its_mutant() -> None:
    books = {"ALL": 10, "U8": 15, "RQ": 21, "RX": 12}
    wanted = [f"{book}-{n:02}" for book, last in books.items() for n in range(1, last + 1)]
    assert [rule for rule in wanted if rule not in {mutant.rule for mutant in MUTANTS}] == []
