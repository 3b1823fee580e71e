"""A text that is no script: its file, line and what was found there, before anything is played."""

from pathlib import Path

import pytest

from turnkeeper import cli
from turnkeeper.errors import ScriptError
from turnkeeper.script import reader
from turnkeeper.systems import SYSTEMS

GOOD = """# a comment first

system hummel   # the game
combatant Ann side=party ref=3
combatant "Orc 1" side=foes ref=1

start
expect ask Ann "Orc 1"
roll Ann 5
"""


def test_a_script_is_read_whole_with_its_line_numbers() -> None:
    script = reader.read(GOOD, "a.battle")
    assert script.system is SYSTEMS["hummel"]
    assert [step.line for step in script.steps] == [4, 5, 7, 8, 9]
    assert [step.text for step in script.steps][2:] == [
        "start",
        'expect ask Ann "Orc 1"',
        "roll Ann 5",
    ]
    assert [bool(step.command) for step in script.steps] == [True, True, True, False, True]


def test_the_options_of_the_system_line_are_read() -> None:
    script = reader.read("system u8 check=over die=20\n", "a.battle")
    assert script.options == {"check": "over", "die": "20"}


NO_SCRIPT = {
    "": "a.battle:1: an empty file is no script; its first line is: system hummel",
    "# nothing\n\n": "a.battle:1: an empty file is no script; its first line is: system hummel",
    "\nstart\n": "a.battle:2: the first line is `system NAME`, as in: system hummel; not 'start'",
    "system\n": "a.battle:1: the first line is `system NAME`, as in: system hummel; not 'system'",
    "system chess\n": "a.battle:1: no game is called chess; there is hummel, u8, ",
    "system hummel fast\n": "a.battle:1: an option is written key=value, not 'fast'",
    "system hummel die=10\n": "a.battle:1: HUMMEL QUEST has no option die",
    "system u8 die=7.5\n": "a.battle:1: die is ",
    "system u8 die=10 die=20\n": "a.battle:1: die is given twice",
    'system hummel\nroll "Ann 5\n': "a.battle:2: a double quote is not closed",
    "system hummel\njump-about Ann\n": "a.battle:2: 'jump-about' is no verb; the verbs are act, ",
    "system hummel\n\nsystem u8\n": "a.battle:3: 'system' is no verb",
    "system hummel\nROLL Ann 5\n": "a.battle:2: 'ROLL' is no verb",
    "system hummel\nroll Ann\n": "'roll' is written: roll NAME VALUE; here it has 1 word",
    "system hummel\nroll Ann 5 6\n": "'roll' is written: roll NAME VALUE; here it has 3",
    "system hummel\nroll Ann five\n": "VALUE must be a whole number, not 'five'",
    "system hummel\nroll Ann 5.5\n": "VALUE must be a whole number, not '5.5'",
    "system hummel\nroll Ann \uff15\n": "VALUE must be a whole number, not '\uff15'",
    "system hummel\nroll Ann 1_0\n": "VALUE must be a whole number, not '1_0'",
    'system hummel\ndown ""\n': "a.battle:2: 'down' is written: down NAME; NAME may not be empty",
    "system hummel\nreorder A beside B\n": "must be before or after, not 'beside'",
    "system hummel\nset Ann move\n": "must be written key=value, not 'move'",
    "system hummel\ncombatant Ann party\n": "must be written key=value, not 'party'",
    "system hummel\nundo 3\n": "a.battle:2: 'undo' is written: undo; here it has 1 word after it",
    "system hummel\nexpect\n": "a.battle:2: expect nothing is not known; expect takes ask, turn, ",
    "system hummel\nexpect luck\n": "a.battle:2: expect 'luck' is not known",
    "system hummel\nexpect ask\n": "a.battle:2: it is written: expect ask NAME...",
    "system hummel\nexpect round one\n": "'one' is no whole number",
    "system hummel\nexpect round\n": "a.battle:2: it is written: expect round N",
    "system hummel\nexpect value Ann\n": "a.battle:2: it is written: expect value NAME N",
    "system hummel\nexpect left Ann move\n": "it is written: expect left NAME THING N",
    "system hummel\nexpect over and out\n": "a.battle:2: it is written: expect over",
    "system hummel\nexpect bonus A B x\n": "'x' is no whole number",
}


@pytest.mark.parametrize("text", NO_SCRIPT)
def test_what_is_no_script_is_told_with_its_line(text: str) -> None:
    with pytest.raises(ScriptError) as wrong:
        reader.read(text, "a.battle")
    said = str(wrong.value)
    assert said.startswith("a.battle:")
    assert NO_SCRIPT[text] in said
    assert "\n" not in said


def test_a_later_line_that_cannot_be_read_comes_before_all_that_would_be_refused() -> None:
    with pytest.raises(ScriptError, match=r"^a.battle:3: 'nonsense' is no verb"):
        reader.read("system hummel\nroll Nobody 99\nnonsense\n", "a.battle")


def test_verbs_of_other_books_are_read_since_they_are_refused_when_played() -> None:
    script = reader.read("system hummel\nyield Ann\nplan Ann Sword\nexpect bonus A B 10\n", "a")
    assert len(script.steps) == 3


@pytest.mark.parametrize("mark", ["\u2028", "\x0b", "\x0c", "\x85", "\x1c"])
def test_a_line_ends_at_a_line_feed_alone(mark: str) -> None:
    """A name may hold what else ends a line elsewhere; outside quotes it is a blank."""
    script = reader.read(f'system hummel\r\ndown "A{mark}B"\r\nroll{mark}Ann 5', "a")
    assert [step.line for step in script.steps] == [2, 3]
    assert [step.command.args for step in script.steps if step.command] == [
        (f"A{mark}B",),
        ("Ann", "5"),
    ]


# Exit codes, as the command line has them


def play(folder: Path, capsys: pytest.CaptureFixture[str], *texts: str) -> tuple[int, str, str]:
    """Play these scripts by the command line: the exit status, what it printed, what was wrong."""
    files = []
    for number, text in enumerate(texts):
        files.append(folder / f"{number}.battle")
        files[-1].write_text(text, encoding="utf-8")
    status = cli.main(["play", *map(str, files)])
    told = capsys.readouterr()
    return status, told.out.replace(f"{folder}/", ""), told.err.replace(f"{folder}/", "")


def test_exit_0_where_everything_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = play(tmp_path, capsys, GOOD, "\ufeff" + GOOD)
    assert status == 0
    assert out.endswith("2 scripts, 8 commands, 2 expects: all held\n")


def test_exit_1_where_an_expect_does_not_hold_and_the_rest_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = play(tmp_path, capsys, GOOD + "expect ask Ann\n", GOOD)
    assert status == 1
    assert '0.battle:10: wanted: expect ask Ann; found: "Orc 1"' in out
    assert out.endswith("2 scripts, 8 commands, 3 expects: 0.battle: did not hold\n")


def test_exit_1_where_a_command_is_refused_unexpectedly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = play(tmp_path, capsys, GOOD + "roll Ann 6\n")
    assert status == 1
    assert (
        "0.battle:10: wanted: roll Ann 6; found: refused, Ann is not asked: Orc 1 owes a d10" in out
    )


def test_exit_2_where_one_of_them_is_no_script_and_nothing_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = play(tmp_path, capsys, GOOD, GOOD + "rol Ann 6\n")
    assert status == 2
    assert out == ""
    assert err.startswith("turnkeeper: 1.battle:10: 'rol' is no verb")


def test_exit_2_where_a_file_is_not_there_or_no_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "latin").write_bytes(b"system hummel # \xe9")
    assert cli.main(["play", str(tmp_path / "none")]) == 2
    assert "none: cannot be read" in capsys.readouterr().err
    assert cli.main(["play", str(tmp_path / "latin")]) == 2
    assert "latin: is no text in UTF-8" in capsys.readouterr().err
