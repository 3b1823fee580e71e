"""What is told of a command once it is played: in words, as plain data, and as a first line."""

from typing import Any

import pytest

from tests.script.test_play import HUMMEL
from turnkeeper.errors import Refused
from turnkeeper.rules.command import Command
from turnkeeper.script import reader
from turnkeeper.script.play import Rules, play, says, state, title


def test_what_the_device_would_say_after_each_command() -> None:
    script = reader.read(HUMMEL + 'done Bo\nexpect refused\ndown "Orc 1"\nfinish\n', "a")
    said = [done.says for done in play(script, Rules(script))]
    assert said[3] == "the battle has not started"
    assert said[4] == "round 1: Ann, Bo and Orc 1 owe a d10"
    assert said[7] == "round 1: Ann and Bo owe a d10"
    assert said[-4] == "round 1: it is the turn of Ann"
    assert said[-3] == "refused: Bo is not asked: it is the turn of Ann (as expected)"
    assert said[-2] == "round 1: it is the turn of Ann; end the battle?"
    assert said[-1] == "the battle is over"


def test_a_rule_error_is_said_as_one() -> None:
    script = reader.read(HUMMEL, "a")
    battle = Rules(script).battle
    battle.fault = "KeyError: 'x'"
    assert says(battle, "") == "rule error: KeyError: 'x'; undo?"


def test_the_state_after_each_command_is_plain_data() -> None:
    script = reader.read(HUMMEL + "set Ann move=9\ndown Bo\n", "a")
    *_, last = play(script, Rules(script))
    wanted: dict[str, Any] = {
        "round": 1,
        "cap": 0,
        "turn": ["Ann"],
        "ask": [],
        "order": [["Ann"], ["Orc 1"]],
        "acted": [["Bo"]],
        "values": {"Ann": 9, "Bo": 9, "Orc 1": 1},
        "down": ["Bo"],
        "overruled": ["Ann"],
        "offer": False,
        "over": False,
        "time": 3,
    }
    assert last.state == wanted
    assert last.expects == 0


def test_the_first_line_is_written_with_its_options() -> None:
    assert title(reader.read("system u8 die=20 check=over", "a")) == "system u8 die=20 check=over"


def test_the_rules_alone_push_and_say_why_not() -> None:
    box = Rules(reader.read(HUMMEL, "a"))
    assert box.do(Command("start")) == "nobody has joined the battle yet"
    before = state(box.battle)
    with pytest.raises(Refused):
        box.battle.push(Command("start"))
    assert state(box.battle) == before
