"""What comes through the door, and what is said of what does not: never an exception."""

import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from tests.games.coin import COIN, PARTY, at_home, with_coin
from turnkeeper import games
from turnkeeper.cli import main
from turnkeeper.errors import Refused
from turnkeeper.systems import SYSTEMS, system
from turnkeeper.tonight import gather, rules

BOOKS = ("hummel", "u8", "request", "reaction")


def said(folder: Path, text: str) -> list[str]:
    """What is said of a file with this text."""
    path = folder / "games" / "coin.py"
    path.write_text(text, encoding="utf-8")
    return [problem.sentence for problem in games.load(path)]


# Found, and offered like the four


def test_a_game_in_a_folder_stands_beside_the_books(folder: Path) -> None:
    at_home(folder)
    tonight, head = gather((folder,))
    assert (tonight.title, tonight.problem, tonight.notes) == ("Coin", "", ())
    assert head == "system coin"
    assert [*SYSTEMS] == [*BOOKS, "coin"]
    assert [rule.name for rule in rules()["coin"].attributes] == ["luck"]


def test_control_without_its_file_there_is_no_such_party(tmp_path: Path) -> None:
    at_home(tmp_path)
    tonight, _ = gather((tmp_path,))
    assert "'coin' is no system" in tonight.problem
    assert [*SYSTEMS] == [*BOOKS]


def test_the_earlier_folder_hides_the_later_ones_file(tmp_path: Path) -> None:
    for name, title in (("first", "First"), ("second", "Second")):
        (tmp_path / name / "games").mkdir(parents=True)
        text = with_coin(('title="Coin"', f'title="{title}"'))
        (tmp_path / name / "games" / "coin.py").write_text(text, encoding="utf-8")
    assert games.offer([tmp_path / "first", tmp_path / "second"]) == []
    assert system("coin").title == "First"


def test_only_python_files_that_a_person_put_there_are_taken(folder: Path) -> None:
    for name in (".hidden.py", "notes.txt", "__pycache__"):
        (folder / "games" / name).write_text("1/0", encoding="utf-8")
    assert [path.name for path in games.find([folder, folder / "nowhere"])] == ["coin.py"]


def test_a_file_that_has_not_changed_is_run_once(folder: Path) -> None:
    games.offer([folder])
    first = system("coin")
    games.offer([folder])
    assert system("coin") is first
    assert said(folder, with_coin(('title="Coin"', 'title="Mint"'))) == []
    assert system("coin").title == "Mint"
    assert said(folder, with_coin(('name="coin"', 'name="mint"'))) == []
    assert [*SYSTEMS] == [*BOOKS, "mint"]


def test_a_file_that_is_named_takes_the_place_of_one_that_was_found(folder: Path) -> None:
    games.offer([folder])
    mine = folder / "mine.py"
    mine.write_text(with_coin(('title="Coin"', 'title="Mine"')), encoding="utf-8")
    assert "there is a game called coin already" in str(games.load(mine)[0])
    assert games.load(mine, instead=True) == []
    assert system("coin").title == "Mine"


# Packages


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """An installed package that brings a game."""
    module = ModuleType("coin_package")
    exec(COIN, module.__dict__)  # noqa: S102 - as its import would
    monkeypatch.setitem(sys.modules, "coin_package", module)
    points = [
        EntryPoint("coin", "coin_package:SYSTEM", games.GROUP),
        EntryPoint("gone", "not_there:SYSTEM", games.GROUP),
        EntryPoint("hummel", "turnkeeper.systems.hummel:SYSTEM", games.GROUP),
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: points * bool(group))
    return module


@pytest.mark.usefixtures("package")
def test_a_package_brings_a_game_by_an_entry_point(tmp_path: Path) -> None:
    at_home(tmp_path)
    tonight, head = gather((tmp_path,))
    assert (tonight.title, head) == ("Coin", "system coin")
    gone, taken = tonight.notes
    assert gone.startswith("gone = not_there:SYSTEM: it cannot be loaded: ModuleNotFoundError")
    assert "there is a game called hummel already" in taken


@pytest.mark.usefixtures("package")
def test_packages_are_asked_only_for_a_name_that_nobody_knows(tmp_path: Path) -> None:
    games.offer([tmp_path])
    system("hummel")
    assert "coin" not in SYSTEMS
    with pytest.raises(Refused, match=r"no game is called chess; there is hummel.* and coin"):
        system("chess")
    assert system("coin").title == "Coin"


def test_control_a_package_of_another_group_is_not_asked(tmp_path: Path) -> None:
    games.offer([tmp_path])
    with pytest.raises(Refused):
        system("coin")


# On the screen, and by check


def test_a_bad_game_is_named_on_the_home_page_and_the_rest_plays_on(folder: Path) -> None:
    (folder / "games" / "bad.py").write_text("def\n", encoding="utf-8")
    at_home(folder)
    tonight, _ = gather((folder,))
    assert tonight.title == "Coin"
    assert tonight.problem == "skipped: bad.py"
    assert tonight.notes == ("games/bad.py, line 1: this is no Python: invalid syntax",)


def test_a_party_whose_game_is_bad_says_what_is_wrong_with_the_game(folder: Path) -> None:
    at_home(folder)
    (folder / "games" / "coin.py").write_text(COIN + "\n1 / 0\n", encoding="utf-8")
    tonight, head = gather((folder,))
    assert tonight.problem.startswith("games/coin.py: it cannot be run: ZeroDivisionError")
    assert "'coin' is no system" in tonight.notes[0]
    assert head == "system hummel"


def test_check_tries_a_game_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "games" / "coin.py"
    file.write_text(with_coin(('["brags"] -= 1', '["brag"] -= 1')), encoding="utf-8")
    assert main(["check", str(file)]) == 1
    told = capsys.readouterr().out
    assert told.startswith(f"{file}: it fails when it is played: KeyError: 'brag', at coin.py line")


def test_check_knows_a_game_for_the_party_beside_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    party, file = folder / "party.toml", folder / "games" / "coin.py"
    party.write_text(PARTY, encoding="utf-8")
    assert main(["check", str(party), str(file)]) == 0
    party.write_text(PARTY.replace("luck = 1", "luck = 10"), encoding="utf-8")
    assert main(["check", str(party), str(file)]) == 1
    assert "luck: 10 is out of bounds; luck takes a whole number" in capsys.readouterr().out
