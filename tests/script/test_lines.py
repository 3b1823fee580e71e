"""One line of a script: words, quotes, comments, and what is written reads back the same."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from turnkeeper.errors import ScriptError
from turnkeeper.rules.command import Command
from turnkeeper.script import lines


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("roll Ann 5", ["roll", "Ann", "5"]),
        ('  roll\t"Orc 1"   5  ', ["roll", "Orc 1", "5"]),
        ("roll Ann 5 # a comment", ["roll", "Ann", "5"]),
        ("roll Ann#5", ["roll", "Ann"]),
        ('roll "No. #5" 5', ["roll", "No. #5", "5"]),
        ("# nothing but a comment", []),
        ("", []),
        ('combatant Ann side="the foes"', ["combatant", "Ann", "side=the foes"]),
        ('plan Ann skills="Long Bow:65"', ["plan", "Ann", "skills=Long Bow:65"]),
        ('expect turn "Orc 1"+Ann', ["expect", "turn", "Orc 1+Ann"]),
        ('down ""', ["down", ""]),
        ("roll Ann 5\r", ["roll", "Ann", "5"]),
        ("roll\u00a0李小龍\u30005", ["roll", "李小龍", "5"]),
    ],
)
def test_words_are_parted_by_blanks_outside_quotes(line: str, words: list[str]) -> None:
    assert [str(word) for word in lines.words(line)] == words


def test_a_quote_that_is_not_closed_is_no_line() -> None:
    with pytest.raises(ScriptError, match="a double quote is not closed"):
        lines.words('roll "Orc 1 5')


def test_an_empty_line_is_no_command() -> None:
    with pytest.raises(ScriptError, match="an empty line is no command"):
        lines.command("   # nothing")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Ann+Bo", ["Ann", "Bo"]),
        ('"Orc 1"+Ann', ["Orc 1", "Ann"]),
        ('"A+B"+Cy', ["A+B", "Cy"]),
        ('"A+B"', ["A+B"]),
        ('A"+"B', ["A+B"]),
    ],
)
def test_a_plus_joins_a_group_outside_quotes_alone(text: str, parts: list[str]) -> None:
    (word,) = lines.words(text)
    assert word.parts("+") == parts


def test_a_bare_dash_is_nobody_and_one_in_quotes_is_a_name() -> None:
    bare, name = lines.words('- "-"')
    assert bare.nobody
    assert not name.nobody
    assert bare == name


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (Command("roll", ("Orc 1", "5")), 'roll "Orc 1" 5'),
        (Command("roll", ("A+B", "5")), 'roll "A+B" 5'),
        (Command("margin", ("Ann", "+3")), "margin Ann +3"),
        (Command("combatant", ("Ann", "side=the foes")), 'combatant Ann side="the foes"'),
        (Command("down", ("-",)), 'down "-"'),
        (Command("down", ("",)), 'down ""'),
        (Command("next"), "next"),
    ],
)
def test_a_command_is_written_with_quotes_where_it_needs_them(command: Command, line: str) -> None:
    assert lines.written(command) == line
    assert lines.command(line) == command


words = st.text(st.characters(exclude_characters='"\n', exclude_categories=["Cs"]))
hard = st.text('ab=+-# \t#\u00a0"'.replace('"', ""))
verbs = st.from_regex(r"[a-z]+", fullmatch=True)


@given(verb=verbs, args=st.lists(words | hard))
@example(verb="down", args=["+5", "-", "", "=", "a=", "=a", "a=b c", "a b=c", "+", "#", "a=#"])
def test_what_is_written_reads_back_the_same(verb: str, args: list[str]) -> None:
    command = Command(verb, tuple(args))
    assert lines.command(lines.written(command)) == command


@given(names=st.lists(words.filter(bool) | hard.filter(bool), min_size=1))
@example(names=["+5", "a=b+c", "-", "A+B"])
def test_names_of_a_group_read_back_one_for_one(names: list[str]) -> None:
    (word,) = lines.words("+".join(map(lines.quoted, names)))
    assert word.parts("+") == names
    assert not word.nobody


def test_control_words_without_their_quotes_do_not_read_back() -> None:
    command = Command("down", ("Orc 1",))
    assert lines.command(str(command)) != command
