"""What is written loads back equal, whatever names, numbers and texts it holds."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.files.systems import RULES
from turnkeeper.files import write
from turnkeeper.files.intake import UNSEEN
from turnkeeper.files.names import looks, name_fault, text_fault, tidy
from turnkeeper.party import (
    Character,
    Encounter,
    Foe,
    Party,
    load_encounter,
    load_party,
    write_encounter,
    write_party,
)

CHARS = st.characters(exclude_categories=["C", "Z"], exclude_characters=['"', *UNSEEN])
SLY = st.sampled_from(["Orc 1", "O'Brien", "a#b", "[x]", "a = b", "back\\slash", "王小明", "Žofia"])
WORDS = st.lists(st.text(CHARS, min_size=1, max_size=30), min_size=1, max_size=14).map(" ".join)
TEXTS = WORDS.map(tidy).filter(lambda text: not text_fault(text))
NAMES = (
    (SLY | st.text(CHARS, min_size=1, max_size=12))
    .map(tidy)
    .filter(lambda name: not name_fault(name))
)
WHOLE = st.integers(-999_999_999, 999_999_999).map(str)
DECIMAL = st.integers(-9_999_999, 9_999_999).map(
    lambda n: f"{n / 1000:.3f}".rstrip("0").rstrip(".")
)
KEYS = (st.sampled_from(["ref", "a b", "é", "x.y"]) | NAMES).filter(
    lambda key: key not in ("name", "seat", "side", "count")
)
ATTRIBUTES = st.dictionaries(KEYS, WHOLE | DECIMAL | TEXTS, max_size=4)


def named(least: int = 0, most: int = 6) -> st.SearchStrategy[list[str]]:
    return st.lists(NAMES, min_size=least, max_size=most, unique_by=looks)


@st.composite
def parties(draw: st.DrawFn) -> Party:
    names = draw(named())
    seats = draw(st.permutations(range(1, 25)))
    characters = [
        Character(
            name=name,
            seat=draw(st.sampled_from([None, seat])),
            side=draw(NAMES),
            attributes=draw(ATTRIBUTES),
        )
        for name, seat in zip(names, seats, strict=False)
    ]
    return Party(system=draw(NAMES), options=draw(ATTRIBUTES), characters=tuple(characters))


@st.composite
def encounters(draw: st.DrawFn) -> Encounter:
    foes = [Foe(name=n, side=draw(NAMES), attributes=draw(ATTRIBUTES)) for n in draw(named())]
    cut = draw(st.integers(0, len(foes)))
    system = draw(st.just("") | NAMES)
    return Encounter(
        name=draw(NAMES), system=system, foes=tuple(foes[:cut]), reserve=tuple(foes[cut:])
    )


def written(party: Party) -> Party:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "party.toml"
        write_party(path, party)
        return load_party(path)


@given(parties())
def test_a_party_loads_back_equal(party: Party) -> None:
    assert written(party) == party


@given(encounters())
def test_an_encounter_loads_back_equal(encounter: Encounter) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "encounter.toml"
        write_encounter(path, encounter)
        assert load_encounter(path) == encounter


def test_control_without_escapes_it_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write, "_escaped", str)
    party = Party(system="hummel", characters=(Character(name="a\\\\b"),))
    assert written(party) != party


def test_the_scripts_own_words_come_back(tmp_path: Path) -> None:
    """As in the battles: skills in one word, a weight with decimals, options of u8."""
    skilled = Character(name="Fahir", attributes={"dex": "14", "skills": "Sword:74,Disruption:47"})
    party = Party(system="request", characters=(skilled,))
    write_party(tmp_path / "party.toml", party)
    assert load_party(tmp_path / "party.toml", RULES) == party

    loaded = Character(name="X1", side="raiders", attributes={"dodge": "6", "weight": "2.5"})
    party = Party(system="u8", options={"check": "over", "die": "10"}, characters=(loaded,))
    write_party(tmp_path / "party.toml", party)
    assert load_party(tmp_path / "party.toml", RULES) == party


def test_skills_may_be_a_table(tmp_path: Path) -> None:
    file = tmp_path / "party.toml"
    file.write_text(
        'system = "request"\n[[characters]]\nname = "Fahir"\ndex = 14\n'
        "[characters.skills]\nSword = 74\n'Two-handed axe' = 101\n"
    )
    (fahir,) = load_party(file, RULES).characters
    assert fahir.attributes["skills"] == "Sword:74,Two-handed axe:101"


def test_accents_are_put_on_their_letters(tmp_path: Path) -> None:
    """What looks the same is the same: a decomposed name loads as a composed one."""
    file = tmp_path / "party.toml"
    file.write_text('system = "hummel"\n[[characters]]\nname = "Z\u030cofia"\n', encoding="utf-8")
    assert load_party(file).characters[0].name == "\u017dofia"
