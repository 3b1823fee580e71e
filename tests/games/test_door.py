"""What comes through the door, and what is said of what does not: never an exception."""

import os
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from tests.games.coin import COIN, PARTY, at_home, with_coin
from turnkeeper import games
from turnkeeper.cli import main
from turnkeeper.errors import Refused
from turnkeeper.rules.suited import faults
from turnkeeper.rules.tryout import fails
from turnkeeper.script.expects import CHECKS
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


# What does not come through


FILES: list[tuple[str, str]] = [
    ("def battle(:\n    pass", "this is no Python: invalid syntax"),
    ('"""A."""\n1 / 0\n', "cannot be run: ZeroDivisionError: division by zero, at coin.py line 2"),
    ("import nothing_like_it", "cannot be run: ModuleNotFoundError: No module named"),
    ("import sys\nsys.exit(3)", "cannot be run: SystemExit: 3, at coin.py line 2"),
    ("", "SYSTEM is nothing; it must be a System of turnkeeper.rules.system"),
    ("SYSTEM = 5", "SYSTEM is of the type int; it must be a System"),
    ("from turnkeeper.systems.hummel import SYSTEM", "there is a game called hummel already"),
    ("x = '" + "x" * 600 + "'", "the line is longer than 512 bytes"),
    ("#" * 500 + ("\n" + "#" * 500) * 200, "larger than 64 KiB"),
]


@pytest.mark.parametrize(("text", "expected"), FILES, ids=[why for _, why in FILES])
def test_a_bad_file_is_told_in_a_sentence(folder: Path, text: str, expected: str) -> None:
    assert expected in said(folder, text)[0]
    assert [*SYSTEMS] == [*BOOKS]


BRAG = 'Verb("brag", (WHO,), "say how good you are", refuse=refuse_brag, do=brag)'
LUCK = 'Attribute("luck", "what is added to the coin", low=0, high=9)'
IMPORTS = "from turnkeeper.rules.verbs import WHO, Verb"
MORE = "from turnkeeper.rules.verbs import WHO, Arg, Kind, Verb, When"
LAST = '    title="Coin",\n'
FLAG = "from turnkeeper.rules.system import Attribute, Fact, Flag, System"
SYSTEM_IMPORT = "from turnkeeper.rules.system import Attribute, System"

ASLEEP = (("import WHO, Verb\n", "import WHO, Verb\nfrom asyncio import sleep as asleep\n"),)
"""What waits for something else than the table."""


def verb(text: str) -> tuple[tuple[str, str], ...]:
    """Another verb than to brag."""
    return ((IMPORTS, MORE), (BRAG, text))


def more(text: str) -> tuple[tuple[str, str], ...]:
    """A field more, of one's own words."""
    return ((SYSTEM_IMPORT, FLAG), (LAST, f"{LAST}    {text},\n"))


CHANGES: list[tuple[tuple[tuple[str, str], ...], str]] = [
    ((('name="coin"', 'name="Coin of Fate"'),), "its name must be a short word of small letters"),
    ((('title="Coin"', 'title=""'),), "its title must be one line of 1 to 59 characters"),
    ((('value_name="flip"', 'value_name="luck"'),), "attributes: 'luck' is taken already"),
    ((("async def battle", "def battle"), ("await ", "")), "must be written: async def battle"),
    ((("    await table.positions()\n", ""),), "must begin with: await table.positions()"),
    ((("await table.positions()", "1 / 0"),), "it begins: ZeroDivisionError: division by zero"),
    ((("await table.positions()", "await anyone()"),), "name 'anyone' is not defined"),
    ((("await table.positions()", "await asleep(0)"), *ASLEEP), "not the table"),
    ((("combatant=Player", "combatant=int"),), "must be a class made of Combatant"),
    (more("table=dict"), "table must be a class made of Table"),
    (more("tell=3"), "tell must be a function, not of the type int"),
    (more("join=None"), "join must be a function, not nothing"),
    (more("seconds=-1"), "seconds must be a whole number from 0 on"),
    (((f"verbs=({BRAG},)", f"verbs={BRAG}"),), "verbs must be a tuple, not of the type Verb"),
    (((BRAG, '"brag"'),), "verbs: number 1 is of the type str; it must be a Verb"),
    (((BRAG, f"{BRAG}, {BRAG}"),), "verbs: 'brag' is there twice"),
    (((BRAG, BRAG.replace('"brag"', '"done"')),), "verbs: 'done' is a verb of every book"),
    (((BRAG, BRAG.replace('"brag"', '"expect"')),), "verbs: 'expect' is a verb of every book"),
    (((BRAG, BRAG.replace('"brag"', '"big brag"')),), "the name of number 1 must be a short word"),
    (((BRAG, BRAG.replace("say how good you are", "")),), "'brag' needs a line of help"),
    (((BRAG, BRAG.replace("(WHO,)", "()")),), "'brag' must begin with WHO"),
    (((BRAG, BRAG.replace("(WHO,)", "WHO")),), "must have its words as a tuple of Arg"),
    (((BRAG, BRAG.replace("do=brag", 'do="brag"')),), "do must be a function"),
    (((BRAG, BRAG.replace("refuse_brag,", "None,")),), "refuse must be a function, not nothing"),
    (verb('Verb("brag", (WHO,), "so", When.BATTLE)'), "must say what it does (do)"),
    (verb('Verb("brag", (WHO, Arg("N", Kind.WHOLE)), "so")'), "N needs low and high"),
    (verb('Verb("brag", (WHO, Arg("A", Kind.CHOICE)), "so")'), "A needs choices"),
    (verb('Verb("brag", (WHO, Arg("A", Kind.TEXT)), "so")'), "A needs offers"),
    (verb('Verb("brag", (WHO, Arg("A", Kind.NEW)), "so")'), "A is of the kind NEW"),
    (verb('Verb("brag", (WHO, Arg("A", Kind.WHO, many=True), WHO), "so")'), "only as its last"),
    (((LUCK, LUCK.replace('"luck"', '"seat"')),), "attributes: 'seat' is taken already"),
    (((LUCK, LUCK.replace("low=0", "low=10")),), "'luck' goes from 10 to 9, which is nothing"),
    (((LUCK, LUCK.replace("low=0", 'kind="dice"')),), "'luck' is of the kind 'dice'"),
    (((LUCK, LUCK.replace("low=0", "check=1")),), "'luck' check must be a function"),
    (((LUCK, LUCK.replace("low=0", 'low="0"')),), "SYSTEM cannot be read: TypeError"),
    (more('flags=(Flag("drunk", opposite="sober"),)'), "'sober', which is no flag of this game"),
    (more('flags=(Flag("drunk", shown=1),)'), "'drunk' shown must be a function"),
    (more('facts=(Fact("turn", bool),)'), "facts: 'turn' is expected of every book"),
    (more('facts=(Fact("rich", 1),)'), "'rich' value must be a function"),
    (more('options={"coin": "gold"}'), "options: 'coin' needs a tuple of the words"),
    (more("options=[]"), "options must be a mapping"),
    (more('settings={"Mood": ("good",)}'), "settings: a name must be a short word"),
]


@pytest.mark.parametrize(("changes", "expected"), CHANGES, ids=[why for _, why in CHANGES])
def test_a_system_that_does_not_fit_is_told_in_a_sentence(
    folder: Path, changes: tuple[tuple[str, str], ...], expected: str
) -> None:
    assert any(expected in sentence for sentence in said(folder, with_coin(*changes)))
    assert [*SYSTEMS] == [*BOOKS]


def test_control_a_system_that_fits_is_not_complained_of(folder: Path) -> None:
    assert said(folder, COIN) == []
    for name in BOOKS:
        others = [other for other in SYSTEMS if other != name]
        assert faults(SYSTEMS[name], others, CHECKS) == []
        assert fails(SYSTEMS[name]) == ""


def test_a_file_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    os.mkfifo(tmp_path / "games" / "pipe.py")
    (tmp_path / "games" / "folder.py").mkdir()
    told = [str(problem) for problem in games.offer([tmp_path])]
    assert len(told) == 2
    assert all("this is no ordinary file" in sentence for sentence in told)
    assert "no such file" in str(games.load(tmp_path / "nowhere.py")[0])


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
