"""Finding files: the folders in their order, then the examples; a bad file is named, not fatal."""

import os
from pathlib import Path

import pytest

from tests.files.systems import RULES
from turnkeeper.files import shelf
from turnkeeper.party import (
    EXAMPLES,
    Character,
    Encounter,
    Foe,
    Listed,
    Party,
    apart,
    check,
    find_party,
    list_encounters,
    load_encounter,
    load_party,
    write_encounter,
)

ORC = Foe(name="Orc", attributes={"ref": "4"})


def put(folder: Path, file: str, text: str | None = None, name: str = "The bridge") -> Path:
    """Write an encounter into a folder's encounters."""
    path = folder / "encounters" / file
    path.parent.mkdir(parents=True, exist_ok=True)
    if text is None:
        write_encounter(path, Encounter(name=name, foes=(ORC,)))
    else:
        path.write_text(text, encoding="utf-8")
    return path


def said(listed: Listed) -> str:
    return "" if listed.problem is None else listed.problem.sentence


def test_without_files_of_ones_own_there_are_the_examples(tmp_path: Path) -> None:
    found = list_encounters([tmp_path], "hummel", RULES)
    assert [listed.name for listed in found] == ["The bridge at dusk", "Tanks at the depot"]
    assert all(listed.encounter is not None for listed in found)
    assert find_party([tmp_path]) == EXAMPLES / "party.toml"


def test_the_example_battle_is_four_against_six() -> None:
    """A long name, an accented one and a Chinese one are at the seats."""
    party = load_party(EXAMPLES / "party.toml", RULES)
    names = [each.name for each in party.characters]
    assert names == ["Bartholomew Featherstonehaugh", "Žofia", "王小明", "Ann"]
    assert [each.seat for each in party.characters] == [1, 2, 3, 4]
    bridge = load_encounter(EXAMPLES / "encounters" / "bridge.toml", RULES, "hummel")
    assert [foe.name for foe in bridge.foes] == [
        *("Orc 1", "Orc 2", "Orc 3", "Orc 4", "Orc 5", "Captain Grull")
    ]
    assert [(foe.name, foe.side) for foe in bridge.reserve] == [
        ("Wolf 1", "foes"), ("Wolf 2", "foes"), ("The ferryman", "party"),
    ]  # fmt: skip
    assert bridge.foes[1].attributes == {"ref": "4", "speed": "20", "pool": "1"}


def test_ones_own_files_take_the_examples_place_and_a_nearer_folder_comes_first(
    tmp_path: Path,
) -> None:
    near, far = tmp_path / "boot", tmp_path / "etc"
    put(near, "b.toml", name="Near b")
    put(far, "b.toml", name="Far b")
    put(far, "a.toml", name="Far a")
    put(far, ".b.toml.swp.toml", "no")
    put(far, "notes.txt", "no")
    found = list_encounters([near, far, tmp_path / "none"], "hummel", RULES)
    assert [listed.name for listed in found] == ["Far a", "Near b"]
    (far / "party.toml").touch()
    assert find_party([near, far]) == far / "party.toml"


def test_a_bad_file_is_listed_with_its_problem(tmp_path: Path) -> None:
    put(tmp_path, "1.toml", "name = ")
    put(tmp_path, "2.toml", 'name = "The bridge"\n[[foes]]\nname = "Orc"\nref = "high"\n')
    put(tmp_path, "3.toml")
    os.mkfifo(tmp_path / "encounters" / "4.toml")
    (tmp_path / "encounters" / "5.toml").symlink_to("3.toml")
    (tmp_path / "encounters" / "6.toml").mkdir()
    put(tmp_path, "7.toml", 'name = "Far"\nsystem = "u8"\nfoes = []\n')
    found = list_encounters([tmp_path], "hummel", RULES)
    assert [(listed.name, said(listed)) for listed in found] == [
        ("1", "an empty place is no value; text stands in double quotes, a number by itself"),
        ("The bridge", "'high' is no whole number; ref takes a whole number such as 3"),
        ("The bridge", ""),
        ("4", "this is no ordinary file; a text file is wanted"),
        ("5", "this is a link to another file; copy the file itself to here"),
        ("6", "this is no ordinary file; a text file is wanted"),
        ("Far", "the encounter is for u8, and the party plays hummel"),
    ]
    assert [listed.encounter is None for listed in found] == [said(each) != "" for each in found]


def test_a_folder_that_is_none_is_no_harm(tmp_path: Path) -> None:
    (tmp_path / "encounters").write_text("a file")
    assert len(list_encounters([tmp_path, Path("zero\0")], "hummel", RULES)) == 2


def test_names_that_are_no_text_and_numbers_of_files_do_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = os.fsencode(put(tmp_path, "0.toml").parent) + b"/\xff\x1b[2J.toml"
    Path(os.fsdecode(odd)).write_text("x = 1")
    first, second = list_encounters([tmp_path], "hummel", RULES)
    assert first.name == "The bridge"
    assert second.name.isprintable()
    assert str(second.problem).isprintable()
    monkeypatch.setattr(shelf, "MOST_FILES", 3)
    for number in range(9):
        put(tmp_path, f"{number}.toml")
    assert len(list_encounters([tmp_path], "hummel", RULES)) == 3


def test_an_encounter_that_cannot_meet_the_party_says_so(tmp_path: Path) -> None:
    party = Party(system="hummel", characters=(Character(name="Orc"),))
    put(tmp_path, "a.toml")
    (listed,) = list_encounters([tmp_path], "hummel", RULES, party)
    assert said(listed) == "'Orc' is in the party too; each name is used once in a battle"
    assert said(list_encounters([tmp_path], "hummel", RULES)[0]) == ""

    many = tuple(Foe(name=f"Rat {number}") for number in range(40))
    crowd = tuple(Character(name=f"Ann {number}") for number in range(25))
    fault = apart(Party(system="hummel", characters=crowd), Encounter(name="x", reserve=many))
    assert fault == "with the party there are 65 combatants; a battle holds 64"
    assert apart(Party(system="hummel", characters=crowd[1:]), Encounter(name="x", foes=many)) == ""


def test_without_rules_every_attribute_is_taken_as_it_looks(tmp_path: Path) -> None:
    text = 'name = "x"\n[[foes]]\nname = "Orc"\nany = 3\nweight = 2.5\nword = "left"\n'
    path = put(tmp_path, "x.toml", text + "skills = { Axe = 40 }\n")
    (orc,) = load_encounter(path).foes
    assert orc.attributes == {"any": "3", "weight": "2.5", "word": "left", "skills": "Axe:40"}


def test_without_rules_nothing_unseen_is_taken_either(tmp_path: Path) -> None:
    """Promise U1: system and attributes are words of a battle script."""
    path = tmp_path / "party.toml"
    path.write_text('system = "a\\u202Eb"\ncharacters = []\n')
    assert "not right-to-left override" in str(check(path)[0])
    path.write_text('system = "a"\n[[characters]]\nname = "Ann"\n"re\\u200Bf" = 3\n')
    assert "not zero width space" in str(check(path)[0])


def test_without_a_system_an_encounter_takes_what_any_system_takes(tmp_path: Path) -> None:
    text = 'name = "x"\n[[foes]]\nname = "Orc"\nagility = 3\n'
    path = put(tmp_path, "x.toml", text)
    assert load_encounter(path, RULES).foes[0].attributes == {"agility": "3"}
    put(tmp_path, "x.toml", text + "agilty = 3\n")
    assert said(list_encounters([tmp_path], "", RULES)[0]) == (
        "there is no such key; did you mean agility?"
    )
