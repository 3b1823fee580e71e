"""What does not come through the door, and what is said of it."""

import os
from pathlib import Path

import pytest

from tests.games.coin import COIN, with_coin
from turnkeeper import games
from turnkeeper.rules.suited import faults
from turnkeeper.rules.tryout import fails
from turnkeeper.script.expects import CHECKS
from turnkeeper.systems import SYSTEMS

BOOKS = ("hummel", "u8", "request", "reaction")


def said(folder: Path, text: str) -> list[str]:
    """What is said of a file with this text."""
    path = folder / "games" / "coin.py"
    path.write_text(text, encoding="utf-8")
    return [problem.sentence for problem in games.load(path)]


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
