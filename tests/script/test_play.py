"""Playing a script: what is refused, what is expected, and that each kind of expect can fail."""

import pytest

from turnkeeper.rules.command import Command
from turnkeeper.script import expects, reader
from turnkeeper.script.play import Rules, play
from turnkeeper.systems import SYSTEMS

HUMMEL = """system hummel
combatant Ann side=party ref=3 speed=30 pool=1
combatant Bo side=party ref=4
combatant "Orc 1" side=foes ref=0
mark "Orc 1" ambushed
start
roll Ann 6
roll Bo 5
roll "Orc 1" 1
roll Bo 9
roll Ann 5
done Bo
"""
"""Round 1; Bo beat Ann in a tie at 9 and has gone, Ann is up, Orc 1 is ambushed."""

U8 = """system u8
combatant Ann side=party
combatant Orc side=foes
start
margin Ann 3
margin Orc 1
attack Ann Orc
margin Ann {}
"""

REQUEST = """system request
combatant Ann side=party dex=9
combatant Bo side=party dex=8
combatant Orc side=foes dex=7
start
plan Ann dex
plan Bo dex
plan Orc dex
engage Ann Orc
engage Bo Orc
"""


def failures(text: str) -> list[tuple[int, str]]:
    """Give what did not hold, by line."""
    script = reader.read(text, "a.battle")
    return [found for done in play(script, Rules(script)) for found in done.failures]


# What is refused


def test_a_refusal_that_nobody_expects_fails_the_script() -> None:
    (line, said), *more = failures(HUMMEL + "done Bo\n")
    assert line == 13
    assert said == "wanted: done Bo; found: refused, Bo is not asked: it is the turn of Ann"
    assert more == []


def test_a_refusal_that_is_expected_holds_and_changes_nothing() -> None:
    assert failures(HUMMEL + "done Bo\nexpect refused\nexpect turn Ann\nundo\n") == []


def test_an_expected_refusal_that_does_not_come_fails_the_script() -> None:
    assert failures(HUMMEL + "done Ann\nexpect refused\n") == [
        (14, "wanted: expect refused; found: no")
    ]


def test_expect_refused_speaks_of_the_command_right_before_it() -> None:
    """Other expects may stand between; another command may not."""
    assert failures(HUMMEL + "done Bo\nexpect turn Ann\nexpect refused\n") == []
    lost = failures(HUMMEL + "done Bo\nmove Ann 1\nexpect refused\n")
    assert [line for line, _ in lost] == [13, 15]


def test_no_name_can_pass_for_an_expected_refusal() -> None:
    text = HUMMEL + 'down "(as expected)"\n'
    assert [line for line, _ in failures(text)] == [13]


def test_a_failing_script_is_played_to_its_end() -> None:
    text = HUMMEL + "expect turn Bo\ndone Bo\nexpect round 7\ndone Ann\nexpect round 2\n"
    assert [line for line, _ in failures(text)] == [13, 14, 15]


class Careless(Rules):
    """A box that says no and does it all the same."""

    def do(self, command: Command) -> str:
        """Do it; say that it was refused if it was `done`."""
        refused = super().do(command)
        return "not now" if command.verb == "done" else refused


def test_a_box_that_does_what_it_refused_is_found_out() -> None:
    script = reader.read(HUMMEL + "expect refused\n", "a.battle")
    found = [failure for done in play(script, Careless(script)) for failure in done.failures]
    assert found == [(12, "done Bo was refused, and changed the battle")]


def test_expects_before_any_command_are_checked_too() -> None:
    assert failures("system hummel\nexpect ask -\nexpect turn Ann\n") == [
        (3, "wanted: expect turn Ann; found: -")
    ]


# Every kind of expect: one that holds, and its control, one that fails

FACTS = ("hit", "miss")
"""The two of which each is the other's control."""

HOLDS: list[tuple[str, str, str, str]] = [
    # kind, the battle so far, what holds, what does not
    ("ask", HUMMEL + "done Ann\n", 'ask Ann Bo "Orc 1"', 'ask Bo Ann "Orc 1"'),
    ("ask", HUMMEL + "done Ann\n", 'ask Ann Bo "Orc 1"', "ask Ann Bo"),
    ("ask", HUMMEL, "ask -", "ask Ann"),
    ("turn", HUMMEL, "turn Ann", "turn Bo"),
    ("turn", HUMMEL, "turn Ann", "turn -"),
    ("turn", HUMMEL, "turn Ann", "turn ANN"),
    ("turn", HUMMEL + "done Ann\n", "turn -", "turn Ann"),
    ("order", HUMMEL, 'order Bo Ann "Orc 1"', 'order Ann Bo "Orc 1"'),
    ("order", HUMMEL, 'order Bo Ann "Orc 1"', 'order Bo+Ann "Orc 1"'),
    ("order", HUMMEL + "done Ann\n", "order -", "order Ann"),
    ("acted", HUMMEL + "done Ann\n", "acted Bo Ann", "acted Ann Bo"),
    ("acted", HUMMEL + "done Ann\n", "acted Bo Ann", "acted Bo+Ann"),
    ("acted", HUMMEL + "undo\n", "acted -", "acted Bo"),
    ("round", HUMMEL, "round 1", "round 2"),
    ("cap", REQUEST, "cap 1", "cap 2"),
    ("value", HUMMEL, "value Ann 9", "value Ann 5"),
    ("value", HUMMEL + "done Ann\n", "value Ann -", "value Ann 9"),
    ("value", HUMMEL, "value Ann 9", "value Ann -"),
    ("value", HUMMEL, "value Ann 9", "value Cy 9"),
    ("left", HUMMEL, "left Ann move 30", "left Ann move 29"),
    ("left", HUMMEL, "left Ann interactions 1", "left Bo interactions 1"),
    ("left", HUMMEL, "left Ann interactions 1", "left Ann mana 1"),
    ("left", HUMMEL, "left Ann interactions 1", "left Cy interactions 1"),
    ("marks", HUMMEL, 'marks "Orc 1" ambushed', 'marks "Orc 1" ambushing'),
    ("marks", HUMMEL, 'marks "Orc 1" ambushed', 'marks "Orc 1"'),
    ("marks", HUMMEL, "marks Ann", "marks Ann ambushed"),
    ("marks", HUMMEL, "marks Ann -", "marks Cy"),
    ("overruled", HUMMEL + "set Ann move=9\n", "overruled Ann", "overruled Bo"),
    ("overruled", HUMMEL + "set Ann move=9\n", "overruled Ann", "overruled -"),
    ("overruled", HUMMEL, "overruled -", "overruled Ann"),
    ("time", HUMMEL, "time 3", "time 6"),
    ("why", HUMMEL, """why "tie at 9: Bo's extra die 9 beats Ann's 5\"""", "why nonsense"),
    ("why", HUMMEL, "why TIE Bo Ann", "why TIE Bo nonsense"),
    ("hit", U8.format(2), "hit", "miss"),
    ("miss", U8.format(-2), "miss", "hit"),
    ("bonus", REQUEST, "bonus Ann Orc 10", "bonus Ann Orc 20"),
    ("bonus", REQUEST, "bonus Orc Ann 0", "bonus Orc Cy 0"),
]


@pytest.mark.parametrize(("kind", "said", "holds", "fails"), HOLDS)
def test_an_expect_that_holds_and_one_that_does_not(
    kind: str, said: str, holds: str, fails: str
) -> None:
    assert {kind} == {line.split(maxsplit=1)[0] for line in (holds, fails)} or kind in FACTS
    assert failures(f"{said}expect {holds}\n") == []
    ((line, found),) = failures(f"{said}expect {fails}\n")
    assert line == said.count("\n") + 1
    assert found.startswith(f"wanted: expect {fails}; found: ")
    assert len(found) > len(f"wanted: expect {fails}; found: ")


def test_expect_offer_and_over_hold_and_fail() -> None:
    """The two that say yes alone."""
    offered = HUMMEL + 'down "Orc 1"\n'
    assert failures(offered + "expect offer\n") == []
    assert failures(HUMMEL + "expect offer\n") == [(13, "wanted: expect offer; found: no")]
    assert failures(offered + "finish\nexpect over\n") == []
    assert failures(offered + "expect over\n") == [(14, "wanted: expect over; found: no")]
    assert failures(offered + "finish\nexpect offer\n") == [(15, "wanted: expect offer; found: no")]


def test_every_kind_of_expect_was_proved_above() -> None:
    facts = {fact.name for system in SYSTEMS.values() for fact in system.facts}
    proved = {kind for kind, *_ in HOLDS} | {"refused", "offer", "over"}
    assert proved == set(expects.CHECKS) | facts


def test_a_group_is_expected_in_any_order_and_as_one_place() -> None:
    together = REQUEST.replace("dex=8", "dex=9")
    assert failures(together + "expect turn Bo+Ann\nexpect order Bo+Ann Orc\n") == []
    assert failures(together + "expect order Ann Bo Orc\n") == [
        (11, "wanted: expect order Ann Bo Orc; found: Ann+Bo Orc")
    ]
    assert failures(together + "done Ann\nexpect acted Ann\ndone Bo\nexpect acted Bo+Ann\n") == []


def test_what_is_found_is_told_in_the_scripts_own_notation() -> None:
    text = HUMMEL + 'combatant "A+B" side=party ref=1\ndone Ann\nexpect ask -\n'
    assert failures(text) == [(15, 'wanted: expect ask -; found: Ann Bo "Orc 1" "A+B"')]


def test_a_fact_of_another_book_does_not_hold() -> None:
    assert failures(HUMMEL + "expect hit\n") == [
        (13, "wanted: expect hit; found: HUMMEL QUEST has no 'hit'")
    ]
    assert failures(HUMMEL + "expect cap 1\n") == [(13, "wanted: expect cap 1; found: 0")]


def test_expect_why_reads_the_last_refusal_too_and_only_the_last() -> None:
    text = HUMMEL + "move Ann 31\nexpect refused\nexpect why 30 31\n"
    assert failures(text) == []
    assert len(failures(text + 'move Ann 1\nexpect why "of movement left"\n')) == 1
