"""The guides: their links and pictures are there, and what they quote is what the box says."""

import ast
import re
from pathlib import Path

import pytest

from hardware.make import __main__ as maker
from hardware.make import bill, case, maps, pictures
from turnkeeper.config import Config

GUIDES = maps.HARDWARE / "guides"
PAGES = sorted([*GUIDES.glob("*.md"), maps.HARDWARE / "README.md"])
ORDER = ("order", "print", "wire", "flash", "test", "read-only", "what-if")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)#\s]+)\)")


def links(page: Path) -> list[str]:
    return [link for link in LINK.findall(page.read_text()) if "://" not in link]


def broken(page: Path, found: list[str]) -> list[str]:
    return [link for link in found if not (page.parent / link).resolve().exists()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    found = links(page)
    assert found
    assert broken(page, found) == []
    assert broken(page, ["../pictures/none.png"]), "a link to nothing is seen"


@pytest.mark.parametrize("name", ORDER)
def test_each_guide_has_a_picture_and_the_way_to_it_starts_at_the_readme(name: str) -> None:
    assert re.search(r"!\[.+\]\(", (GUIDES / f"{name}.md").read_text())
    assert f"guides/{name}.md" in links(maps.HARDWARE / "README.md")


def test_every_picture_is_shown_somewhere() -> None:
    shown = {Path(link).name for page in PAGES for link in links(page) if "pictures/" in link}
    assert shown >= {path.name for path in pictures.FOLDER.iterdir()}


def test_the_print_guide_lists_what_each_build_takes() -> None:
    text = (GUIDES / "print.md").read_text()
    for build, prints in case.BUILDS.items():
        row = next(line for line in text.splitlines() if line.startswith(f"| {build} |"))
        listed = {name: int(many or 1) for many, name in re.findall(r"(?:(\d+) x )?`([^`]+)`", row)}
        assert listed == prints


def test_the_readme_s_prices_are_the_bills() -> None:
    row = next(
        line
        for line in (maps.HARDWARE / "README.md").read_text().splitlines()
        if line.startswith("| about |")
    )
    said = [int(price) for price in re.findall(r"(\d+) euro", row)]
    read = bill.load()
    for price, build in zip(said, read.whats, strict=True):
        assert abs(price - read.total(build)) <= 10, build


def test_the_flash_guides_pins_are_the_starters() -> None:
    text = (GUIDES / "flash.md").read_text()
    pins = Config().pins
    assert f"seats = {list(pins.seats[:4])}" in text
    assert f"lamps = {list(pins.lamps[:4])}" in text


def test_the_last_step_of_the_test_guide_is_the_doctor() -> None:
    steps = re.split(r"^\d+\. ", (GUIDES / "test.md").read_text(), flags=re.MULTILINE)
    assert "sudo turnkeeper doctor\n" in steps[-1]
    assert steps[-1].startswith("**Doctor.**")


def sayings() -> str:
    """All that the daemon may say, a line each, with … for what is filled in."""
    found = []
    for path in sorted((maps.ROOT / "device" / "turnkeeper").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.JoinedStr):
                found.append("".join(
                    str(part.value) if isinstance(part, ast.Constant) else "…"
                    for part in node.values
                ))  # fmt: skip
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(node.value)
    return "\n".join(found)


def quoted(text: str) -> list[str]:
    """The first column of the tables of what is said, as it is quoted there."""
    said = text.split("## Without a word", maxsplit=1)[0]
    return re.findall(r"^\| `([^`]+)` \|", said, re.MULTILINE)


# Put together of two sentences of the code, neither of which holds the other.
JOINED = {"The journal … was damaged (…)": ("The journal … …", "was damaged (…)")}


def test_what_if_quotes_the_box_word_for_word() -> None:
    said, found = sayings(), quoted((GUIDES / "what-if.md").read_text())
    assert len(found) > 20
    for sentence in found:
        for part in JOINED.get(sentence, (sentence,)):
            assert part in said, sentence
    assert "The display does not reply" not in said, "another wording is seen"


def test_build_names_what_the_system_lacks_and_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None if name == "dot" else f"/bin/{name}")
    assert maker.main(["wiring"]) == 1
    assert "sudo apt install --no-install-recommends graphviz\n" in capsys.readouterr().err
    assert maker.missing(["pages"]) == []
    assert maker.missing(list(maker.STEPS)) == ["graphviz"]


def test_build_and_ci_name_the_same_packages() -> None:
    packages = {name for needs in maker.NEEDS.values() for name in needs.items()}
    for file in ("hardware/build", ".ci/run"):
        text = (maps.ROOT / file).read_text()
        for program, package in packages - {("xvfb-run", "xvfb")}:
            assert re.search(rf"\b{program}[: ]+{package}\b", text), (file, package)
        assert "xvfb" in text


def test_a_step_that_is_none_is_refused_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        maker.main(["cases"])
    assert "there is no step cases; there are pages, wiring" in capsys.readouterr().err
