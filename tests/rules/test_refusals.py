"""What each book says where it does not take a command: a plain sentence, and what is allowed."""

import pytest

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.command import Command
from turnkeeper.rules.verbs import Kind, When
from turnkeeper.script import lines, reader


def after(text: str) -> Battle:
    """The battle after these lines."""
    first, *rest = text.strip().splitlines()
    battle = Battle(*reader.header(lines.words(first)))
    for line in rest:
        battle.push(lines.command(line))
    return battle


TANKS = """
system hummel
combatant Ann side=party ref=3 speed=30 pool=0
combatant Bo side=party ref=1
combatant Orc side=foes ref=5
start
"""
TANKS_ROLLED = f"{TANKS}roll Ann 9\nroll Bo 5\nroll Orc 2\n"
CREATURES = """
system u8 check=over die=10
combatant Ann side=party dodge=5 attack=5 sp=3
combatant Orc side=foes dodge=5
start
"""
CREATURES_ROLLED = f"{CREATURES}roll Ann 9\nroll Orc 6\n"
MELEE = """
system request
combatant Ann side=party dex=12 skills=Sword:74
combatant Orc side=foes dex=9
start
"""
MELEE_PLANNED = f"{MELEE}plan Ann Sword\nplan Orc dex\n"
FIGHT = """
system reaction
combatant Ann side=party reaction=9 agility=5
combatant Orc side=foes reaction=5 agility=5
start
"""
FIGHT_DECLARED = f"{FIGHT}roll Ann 9\nroll Orc 2\nnext\nnext\n"
REFUSED = [
    ("system hummel", "done Ann", "the battle has not started: start it first"),
    ("system hummel", "start", "nobody has joined the battle yet"),
    (TANKS, "roll Bob 3", "nobody is called Bob; here are Ann, Bo and Orc"),
    (TANKS, "done Bo", "Bo has no turn to end: Ann, Bo and Orc owe a d10"),
    (TANKS, "move Bo 3", "that is not asked for now: Ann, Bo and Orc owe a d10"),
    (TANKS_ROLLED, "roll Bo 3", "Bo owes no die: it is the turn of Ann"),
    (TANKS_ROLLED, "move Bo 3", "Bo is not asked: it is the turn of Ann"),
    (TANKS_ROLLED, "die 3", "nobody is asked for a die; it is the turn of Ann"),
    (TANKS_ROLLED, "mark party ambushed",
     "ambushed is said before the first roll; Ann and Bo have rolled already"),
    (TANKS_ROLLED, "interact Ann", "Ann's Interaction Pool is 0: no interaction while it is"),
    (TANKS_ROLLED, "reorder Bo before Bo", "Bo is moved next to somebody else, not to itself"),
    (TANKS_ROLLED + "done Ann", "reorder Ann before Bo",
     "Ann has no turn to come; reordering is for those who have"),
    (TANKS_ROLLED + "down Bo", "hand Bo", "Bo is down; the turn is handed to one who stands"),
    (TANKS_ROLLED + "down Ann\ndown Bo\ndown Orc", "done Bo",
     "Bo has no turn to end: nobody stands"),
    (CREATURES, "item Ann", "that is not asked for now: Ann and Orc owe a d10"),
    (CREATURES_ROLLED, "margin Ann 3", "that is not asked for now: it is the turn of Ann"),
    (CREATURES_ROLLED, "attack Ann Ann", "Ann attacks somebody else, not itself"),
    (CREATURES_ROLLED + "down Orc", "attack Ann Orc",
     "Orc is down; an attack is on one who stands"),
    (CREATURES_ROLLED + "item Ann", "drink Ann",
     "that needs both item interactions of the turn; Ann has 1 left"),
    (CREATURES_ROLLED + "combatant Bo side=party dodge=4\ndown Ann\ndown Orc", "attack Bo Ann",
     "that is not asked for now: nobody can act; Bo owes a d10"),
    (MELEE, "lose Ann", "that is not asked for now: Ann and Orc owe an answer (Plan)"),
    (MELEE_PLANNED, "plan Ann dex",
     "Ann has no plan to change: that is for those who are up, or wait"),
    (MELEE_PLANNED, "act Ann", "Ann does not wait; only those who wait are called up"),
    (MELEE_PLANNED + "wait Orc\ndone Ann", "done Ann",
     "Ann has no turn to end: Orc is asked (End of the CAP)"),
    (MELEE_PLANNED + "lose Orc\nlose Ann\nplan Orc dex\nplan Ann dex\nlose Ann\nlose Orc",
     "done Ann", "Ann has no turn to end: Next goes on (Wrap-Up: fatigue, rolls)"),
    (MELEE_PLANNED + "down Ann\ndown Orc", "engage Ann Orc",
     "Ann and Orc are down; engaging takes two who stand"),
    (FIGHT, "declare Ann move", "that is not asked for now: Ann and Orc owe a d10"),
    (FIGHT, "quickdraw Ann pass", "Ann has no Quickdraw skill to announce"),
    (FIGHT_DECLARED, "yield Orc", "Orc is not asked: it is the turn of Ann"),
    (FIGHT_DECLARED + "done Ann", "yield Orc",
     "Orc is the lowest of those who have not gone: nobody is left to yield to"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said", "why"), REFUSED)
def test_a_refusal_is_a_sentence_and_says_what_is_allowed(text: str, said: str, why: str) -> None:
    assert after(text).refusal(lines.command(said)) == why


@pytest.mark.parametrize("text", [TANKS, CREATURES, MELEE, FIGHT])
def test_no_refusal_has_a_verbs_name_for_a_word_of_english(text: str) -> None:
    battle = after(text)
    verbs = [v for v in battle.verbs.values() if v.when is When.ASKED and not v.gm]
    others = [verb for verb in verbs if verb.name not in battle.prompt.verbs]
    assert len(others) > 2
    for verb in others:
        words = [arg.choices[0] if arg.choices else "1" for arg in verb.args[1:]]
        if len(words) == 1 and verb.args[1].kind is Kind.WHO:
            words = ["Orc"]
        said = battle.refusal(Command(verb.name, ("Ann", *words))) or ""
        assert verb.name not in said.split()
        assert said.endswith(f": {battle.awaited()}")
