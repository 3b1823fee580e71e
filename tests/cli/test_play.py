"""`turnkeeper play`: its exit codes, its sentences, its JSON, several files, the device."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Say
from turnkeeper.ui.page import Page, Row

Script = Callable[..., Path]
HOLDS = """\
system hummel
combatant Ann side=party ref=3
combatant "Orc 1" side=foes ref=5

start
expect ask Ann "Orc 1"
roll Ann 5
roll "Orc 1" 2      # a comment
expect order Ann "Orc 1"
done "Orc 1"
expect refused
done Ann
"""
NOT_ASKED = "Orc 1 is not asked: it is the turn of Ann"


def test_a_script_that_holds_ends_with_0(say: Say, script: Script) -> None:
    ended = say("play", script(HOLDS))
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.splitlines() == [
        "   2  combatant Ann side=party ref=3      the battle has not started",
        '   3  combatant "Orc 1" side=foes ref=5   the battle has not started',
        "   5  start                               round 1: Ann and Orc 1 owe a d10",
        "   7  roll Ann 5                          round 1: Orc 1 owes a d10",
        '   8  roll "Orc 1" 2      # a comment     round 1: it is the turn of Ann',
        f'  10  done "Orc 1"                        refused: {NOT_ASKED} (as expected)',
        "  12  done Ann                            round 1: it is the turn of Orc 1",
        "1 script, 7 commands, 3 expects: all held",
    ]


def test_an_expect_that_does_not_hold_ends_with_1(say: Say, script: Script) -> None:
    file = script(HOLDS + "expect round 2\nexpect turn Ann\n")
    ended = say("play", file)
    assert ended.status == 1
    assert ended.out.splitlines()[-3:] == [
        f"{file}:13: wanted: expect round 2; found: 1",
        f'{file}:14: wanted: expect turn Ann; found: "Orc 1"',
        f"1 script, 7 commands, 5 expects: {file}: did not hold",
    ]


def test_a_refusal_that_nobody_expected_ends_with_1(say: Say, script: Script) -> None:
    file = script(HOLDS + "down Nobody\n")
    ended = say("play", file)
    assert ended.status == 1
    assert (
        f"{file}:13: wanted: down Nobody; found: refused, nobody is called Nobody; "
        "here are Ann and Orc 1" in ended.out
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ":1: an empty file is no script; its first line is: system hummel"),
        ("combatant Ann\n", ":1: the first line is `system NAME`, as in: system hummel; not"),
        ("system humel\n", ":1: no game is called humel; there is hummel,"),
        ("system hummel check=over\n", ":1: HUMMEL QUEST has no option check; its options: none"),
        ("system hummel\nfire Ann\n", ":2: 'fire' is no verb; the verbs are "),
        ("system hummel\nstart\nroll Ann five\n", ":3: 'roll' is written: roll NAME VALUE; "),
        ("system hummel\nexpect nothing\n", ":2: "),
        ('system hummel\ncombatant "Ann side=party\n', ":2: a double quote is not closed; "),
    ],
)
def test_what_is_no_script_ends_with_2_and_a_sentence(
    say: Say, script: Script, text: str, said: str
) -> None:
    file = script(text)
    ended = say("play", file)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith(f"turnkeeper: {file}{said}")
    assert ended.err.count("\n") == 1


def test_all_files_are_read_before_any_is_played(say: Say, script: Script) -> None:
    good, bad = script(HOLDS), script("system hummel\nfire Ann\n", "b.battle")
    ended = say("play", good, bad)
    assert (ended.status, ended.out) == (2, "")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("missing.battle", None, "cannot be read: No such file or directory"),
        ("binary.battle", b"\xff\xfe\x00", "is no text in UTF-8, so no battle script"),
    ],
)
def test_a_file_that_cannot_be_read(
    say: Say, tmp_path: Path, name: str, content: bytes | None, said: str
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    assert say("play", path) == (2, "", f"turnkeeper: {path}: {said}\n")
    assert say("play", tmp_path).err == f"turnkeeper: {tmp_path}: cannot be read: Is a directory\n"


def test_several_files_each_have_a_title_and_a_summary_ends_them(say: Say, script: Script) -> None:
    first, second = script(HOLDS), script(HOLDS + "expect over\n", "b.battle")
    ended = say("play", first, second)
    assert ended.status == 1
    lines = ended.out.splitlines()
    assert lines[0] == f"{first}: HUMMEL QUEST"
    assert f"{second}: HUMMEL QUEST" in lines
    assert lines[-1] == f"2 scripts, 14 commands, 7 expects: {second}: did not hold"


def test_json_is_one_object_a_command(say: Say, script: Script) -> None:
    file = script(HOLDS + "expect round 2\ndown Nobody\nfinish\n")
    ended = say("play", "--json", file)
    assert ended.status == 1
    told = [json.loads(line) for line in ended.out.splitlines()]
    assert [one["line"] for one in told] == [2, 3, 5, 7, 8, 10, 12, 14, 15]
    assert {one["file"] for one in told} == {str(file)}
    assert told[4] == {
        "file": str(file),
        "line": 8,
        "command": 'roll "Orc 1" 2      # a comment',
        "refused": None,
        "says": "round 1: it is the turn of Ann",
        "failures": [],
        "round": 1,
        "cap": 0,
        "turn": ["Ann"],
        "ask": [],
        "order": [["Ann"], ["Orc 1"]],
        "acted": [],
        "values": {"Ann": 8, "Orc 1": 7},
        "down": [],
        "overruled": [],
        "offer": False,
        "over": False,
        "time": 0,
    }
    assert told[5]["refused"] == NOT_ASKED
    assert told[5]["failures"] == []
    assert told[6]["failures"] == [{"line": 13, "found": "wanted: expect round 2; found: 1"}]
    assert told[7]["failures"][0]["line"] == 14
    assert told[-1]["over"] is True


def test_names_are_whole_in_json(say: Say, script: Script) -> None:
    ended = say("play", "--json", script("system hummel\ncombatant 王小明 side=party ref=3\n"))
    assert "王小明" in ended.out


# Through the device


@pytest.mark.usefixtures("hurried")
def test_through_the_device_it_says_the_same(say: Say, script: Script, tmp_path: Path) -> None:
    file, frames = script(HOLDS), tmp_path / "frames"
    rules = say("play", file)
    device = say("play", "--through", "device", "--frames", frames, file)
    assert device.status == 0
    assert device.out.splitlines()[2:] == rules.out.splitlines()[2:]
    assert (frames / "0001.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("hurried")
def test_a_device_that_does_something_else_is_told_with_its_line(
    say: Say, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    lie = Page("turn", (Row("Mallory", "huge"),))
    monkeypatch.setattr("turnkeeper.session.page", lambda *_: lie)
    file = script(HOLDS)
    ended = say("play", "--through", "device", file)
    assert ended.status == 1
    assert ended.err.startswith(f"turnkeeper: {file}:5: the glass shows")
    assert ended.out.endswith(f"{file}: did not hold\n")


def test_frames_need_the_device(say: Say, script: Script, tmp_path: Path) -> None:
    ended = say("play", "--frames", tmp_path / "frames", script(HOLDS))
    assert ended.status == 2
    assert ended.err == (
        "turnkeeper: --frames needs --through device: the rules alone have no pictures\n"
    )


@pytest.mark.parametrize("words", [(), ("play",), ("play", "--through", "magic", "x"), ("dance",)])
def test_words_that_mean_nothing_end_with_2(say: Say, words: tuple[str, ...]) -> None:
    ended = say(*words)
    assert ended.status == 2
    assert "usage: turnkeeper" in ended.err
