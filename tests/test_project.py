"""What holds for the checkout itself: its files, not what they do."""

import ast
import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOP = {"pyproject.toml", "device", "sim", "tests", "hardware", "README.md", "LICENSE"}
LONGEST = 250

# Put together here, so that this file does not name them itself.
PLACES = [
    *(rf"(?<![\w./~-])/{folder}/" for folder in ("work", "root", "opt")),
    *(re.escape(host) for host in ("pypi" + ".org", "python" + "hosted.", "piwheels" + ".org")),
    *(re.escape(host) for host in ("deb.debian" + ".org", "registry" + ".npmjs", "." + "library/")),
]


def committed() -> list[Path]:
    """List the files that git keeps here, as they stand in the checkout."""
    if not (ROOT / ".git").exists():
        pytest.skip("a git checkout, to tell which files are ours")
    # Whoever runs the tests need not be the owner of the checkout.
    git = ["git", "-c", "safe.directory=*", "-C", str(ROOT), "ls-files", "-z"]
    names = subprocess.run(git, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in names.split("\0") if name and (ROOT / name).is_file()]


def modules() -> list[Path]:
    """List the Python files among them."""
    return [path for path in committed() if path.suffix == ".py"]


def undocumented(paths: list[Path]) -> list[Path]:
    """Pick the modules whose first statement does not say what lives there."""
    return [path for path in paths if not ast.get_docstring(ast.parse(path.read_text("utf-8")))]


def too_long(paths: list[Path]) -> list[str]:
    """Name the modules that are longer than agreed and give no reason near their top."""
    found = []
    for path in paths:
        lines = path.read_text("utf-8").splitlines()
        reasons = [line for line in lines[:30] if re.match(r"# long because \w", line)]
        if len(lines) > LONGEST and not reasons:
            found.append(f"{path}: {len(lines)} lines; split it, or say above: # long because ...")
    return found


def places(paths: list[Path]) -> list[str]:
    """Tell where a file names a folder of one machine, or a host that packages come from."""
    pattern = re.compile("|".join(PLACES).encode())
    return [
        f"{path}: {match.group().decode()}"
        for path in paths
        for match in pattern.finditer(path.read_bytes())
    ]


def test_every_module_says_what_lives_there() -> None:
    assert undocumented(modules()) == []


def test_no_module_is_long_without_a_reason() -> None:
    assert too_long(modules()) == []


def test_no_file_knows_the_machine_it_was_written_on() -> None:
    assert places(committed()) == []


def test_control_a_bad_file_is_found(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("import os\n" * (LONGEST + 1) + 'HOME = "/' + 'root/x"\n', encoding="utf-8")

    assert undocumented([bad]) == [bad]
    assert len(too_long([bad])) == 1
    assert len(places([bad])) == 1


def test_control_a_good_file_is_not_found(tmp_path: Path) -> None:
    good = tmp_path / "good.py"
    reason = '"""Says what lives here."""\n# long because the book is\n'
    good.write_text(reason + "import os\n" * LONGEST + 'A = "the/' + 'root/x"\n', encoding="utf-8")

    assert undocumented([good]) == []
    assert too_long([good]) == []
    assert places([good]) == []


def test_the_top_level_is_as_agreed() -> None:
    tops = {path.relative_to(ROOT).parts[0] for path in committed()}

    assert {top for top in tops if not top.startswith(".")} <= TOP


def test_what_the_readme_starts_can_be_started() -> None:
    for name in ("sim/run", "tests/run", ".ci/run", "device/pico/install"):
        path = ROOT / name
        assert os.access(path, os.X_OK), f"{name} is not executable"
        subprocess.run(["bash" if name == ".ci/run" else "sh", "-n", path], check=True)


def test_every_exception_from_a_rule_says_why() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    lint = tomllib.loads(text)["tool"]["ruff"]["lint"]
    codes = {
        *lint["ignore"],
        *(code for some in lint["per-file-ignores"].values() for code in some),
    }

    assert codes
    for code in codes:
        lines = [line for line in text.splitlines() if f'"{code}"' in line]
        assert any("#" in line for line in lines), f"{code} is ignored without a word"
