"""What the turn page says in each of the three books: budgets, statuses, reminders, outcomes."""

from typing import Any

import pytest

from turnkeeper.errors import Refused, ScriptError
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.prompts import Prompt
from turnkeeper.script import lines, reader
from turnkeeper.systems import system


def after(text: str) -> Battle:
    """The battle after these lines, all of which are taken."""
    first, *rest = text.strip().splitlines()
    game, options = reader.header(lines.words(first))
    battle = Battle(game, options)
    for line in rest:
        battle.push(lines.command(line))
    return battle


def told(battle: Battle, name: str) -> str:
    """What the turn page says of one."""
    assert battle.system.tell
    return "; ".join(battle.system.tell(battle.table, battle.table.find(name)))


MELEE = """
system request
combatant Ann side=party dex=12 skills=Sword:74
combatant Orc side=foes dex=9
combatant Bat side=foes dex=8
start
"""


def test_rq17_engaged_has_fewer_choices_and_needs_a_breakaway() -> None:
    assert "unengaged" in told(after(MELEE), "Ann")
    battle = after(MELEE + "engage Orc Ann")
    assert "close combat" in told(battle, "Ann")
    assert "to leave Orc takes a breakaway action" in told(battle, "Ann")
    battle = after(MELEE + "engage Orc Ann\nset Ann grapple=yes")
    assert "grappling" in told(battle, "Ann")
    battle = after(MELEE + "engage Orc Ann\ndisengage Ann Orc")
    assert "unengaged" in told(battle, "Ann")


@pytest.mark.parametrize(
    ("mine", "its", "granted"),
    [
        ("flying", "grounded", True),
        ("flying", "mounted", True),
        ("flying", "flying", False),
        ("flying", "flying+mounted", False),
        ("mounted", "grounded", True),
        ("mounted", "mounted", False),
        ("mounted", "flying", False),
        ("flying+mounted", "mounted", True),
        ("flying+mounted", "flying", False),
        ("grounded", "grounded", False),
    ],
)
def test_rq17_a_breakaway_is_granted(mine: str, its: str, granted: bool) -> None:
    stances = f"set Ann stance={mine}\nset Orc stance={its}"
    battle = after(MELEE + "engage Orc Ann\n" + stances)
    assert ("breakaway from Orc is granted" in told(battle, "Ann")) is granted
    assert ("takes a breakaway action" in told(battle, "Ann")) is not granted


def test_rq20_reach_that_is_not_normal_is_reminded_of() -> None:
    assert "opportunity attack" in told(after(MELEE + "set Ann reach=long"), "Ann")
    assert "improvised" in told(after(MELEE + "set Ann reach=short"), "Ann")
    normal = told(after(MELEE + "set Ann reach=long\nset Ann reach=normal"), "Ann")
    assert "reach" not in normal
    assert "opportunity" not in normal


def test_rq19_the_bonus_stands_on_the_page() -> None:
    battle = after(MELEE + "engage Orc Ann\nengage Bat Ann")
    assert "+10% to hit Ann" in told(battle, "Orc")
    assert "to hit" not in told(battle, "Ann")


def test_rq11_rq13_rq14_statuses_are_told_in_words() -> None:
    battle = after(MELEE + "mark Ann surprised vulnerable overextended\nreact Orc\nreact Orc")
    said = told(battle, "Ann")
    assert "no reactions" in said
    assert "2 more damage when hit" in said
    assert said.count("-20% to all skills") == 2
    assert "2 reactions taken" in told(battle, "Orc")


def test_rq05_a_press_takes_the_last_plan_again() -> None:
    battle = after(MELEE + "plan Ann Sword\nplan Orc dex\nplan Bat dex\nnext\nnext\nnext")
    ann: Any = battle.table.find("Ann")
    assert battle.table.cap == 2
    assert battle.prompt.pressed(ann) == ("plan", "Ann", "Sword")
    assert Prompt("turn", (ann,), press="done").pressed(ann) == ("done", "Ann")
    assert Prompt("turn", (), press="done").pressed(ann) == ()


DUEL = """
system u8 check=over die=10
combatant Ann side=party dodge=5 attack=5 move=11 sp=3
combatant Orc side=foes dodge=5 attack=5
start
roll Ann 9
roll Orc 6
"""


def test_u8_09_a_braced_hit_rolls_its_damage_twice() -> None:
    battle = after(DUEL + "brace Ann\nattack Ann Orc\nroll Ann 3\nroll Ann 5")
    assert "hit; roll the damage twice" in told(battle, "Ann")
    missed = after(DUEL + "brace Ann\nattack Ann Orc\nroll Ann 3\nroll Ann 4")
    assert "miss" in told(missed, "Ann")
    assert "damage" not in told(missed, "Ann")
    plain = after(DUEL + "brace Ann\ndone Ann\nattack Orc Ann\nroll Orc 5")
    assert "damage" not in told(plain, "Orc")


@pytest.mark.parametrize(("face", "disarmed"), [(7, True), (6, False), (1, False)])
def test_u8_12_the_second_dodge_disarms_by_the_greater_margin(face: int, disarmed: bool) -> None:
    text = DUEL + "dodge Ann\ndone Ann\nattack Orc Ann\nroll Orc 6\nroll Ann 9\ncritical Ann yes"
    battle = after(f"{text}\nroll Ann {face}")
    assert ("Orc is disarmed" in told(battle, "Orc")) is disarmed


def test_u8_14_the_page_tells_how_far_a_jump_goes() -> None:
    assert "jump 5 m, or 1.83 up" in told(after(DUEL), "Ann")
    assert "jump" not in told(after(DUEL + "done Ann"), "Orc")


def test_u8_05_the_device_says_at_the_start_that_nobody_initiates() -> None:
    text = "system u8\ncombatant A side=a\ncombatant B side=b\nmark a off-guard\n"
    assert "off guard changes nothing" in after(text + "start").prompt.note
    assert after(text + "mark b initiating\nstart").prompt.note == ""


def test_the_die_of_a_check_is_a_setting_of_the_battle() -> None:
    game = system("u8")
    assert game.refuse_option("die", "20") is None
    assert game.refuse_option("check", "over") is None
    for key, value in (("die", "1"), ("die", "d10"), ("check", "at"), ("dice", "10")):
        with pytest.raises(Refused):
            Battle(game, {key: value})
        with pytest.raises(ScriptError):
            reader.header(lines.words(f"system u8 {key}={value}"))


def test_u8_15_a_newcomer_is_asked_aside() -> None:
    battle = after(DUEL + "combatant Bo side=party")
    aside = battle.system.aside(battle.table)
    bo = battle.table.find("Bo")
    assert aside
    assert aside.asked == (bo,)
    assert bo not in battle.prompt.asked
    battle.push(lines.command("margin Bo +2"))
    assert battle.system.aside(battle.table) is None


ROUND = """
system reaction
combatant A side=party reaction=9 agility=5 quickdraw=12
combatant B side=foes reaction=5 agility=5
start
"""


def test_rx06_what_was_declared_stands_on_the_page() -> None:
    rolled = ROUND + "quickdraw A fail\nroll A 1\nroll B 1\n"
    assert "3 actions; no attack" in told(after(rolled), "A")
    battle = after(rolled + "declare B move attack:A:2\ndeclare A draw\ndone A\ncancel B 1")
    assert told(battle, "B") == "attack A x2"
    battle = after(rolled + "next\nnext")
    assert "nothing declared" in told(battle, "A")


def test_rx03_the_page_tells_what_is_added_to_the_die() -> None:
    battle = after(ROUND + "quickdraw A pass\nsurprise A -6")
    said = battle.system.adds(battle.table, battle.table.find("A"))
    assert said == "+ Reaction 9 + Quickdraw 2 - surprise 6"
