"""Perft: every continuation of two small battles of each book, counted, against frozen numbers.

The numbers come of the code; those of the first two commands were reckoned by hand as well, beside
each battle. A rule that has changed shows here even where no battle script looks.
"""

from typing import Any

import pytest

from tests.rules.perft import after, divided, legal, perft
from tests.rules.snapshot import seen
from turnkeeper.errors import Refused
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.table import Table
from turnkeeper.systems import hummel, u8_attack

BATTLES: dict[str, tuple[str, list[int]]] = {
    # Each of two shows 1 or 10, or goes down: 2 x 3. After a die (4 ways) the other's two faces,
    # and two may go down: 4 each. After a fall (2) the other's faces and fall, or up again: 4 each.
    "hummel, two who tie": (
        """
        system hummel
        combatant Ann side=party ref=0 speed=10 pool=1
        combatant Orc side=foes ref=0
        start
        """,
        [6, 24, 140, 740, 4_116, 22_256],
    ),
    # 3 x 3. After a die (6 ways) two others' four faces and three falls: 7 each; after a fall (3)
    # four faces, two falls, or up again: 7 each.
    "hummel, an ambush": (
        """
        system hummel
        combatant Ann side=party ref=0
        combatant Bo side=party ref=9
        combatant Orc side=foes ref=2
        mark party ambushing
        mark Orc ambushed
        start
        """,
        [9, 63, 339, 2_205, 14_115],
    ),
    # Each of two rolls 1 or 10, says the margin -99 or 99, or goes down: 2 x 5. After an answer (8
    # ways) the other's four, and two falls: 6 each; after a fall (2) four answers, a fall, up: 6.
    "u8, the order": (
        """
        system u8 check=over die=10
        combatant Ann side=party dodge=5 attack=5 move=6 sp=1
        combatant Orc side=foes dodge=5 attack=5
        start
        """,
        [10, 60, 756, 9_752],
    ),
    # Orc owes its attack: two margins, two falls. After a margin, be it a miss, Ann's Dodge is owed
    # (U8-10): two margins, two falls, 4 each. If Ann falls the attack misses, and Orc has an action
    # left: done, brace, dodge, item, rummage, drink, other, and two ways each to move, cast and
    # jump, its own fall, or Ann up: 15. If Orc falls Ann begins round 2 with the same: 15.
    "u8, an attack on a dodger": (
        """
        system u8
        combatant Ann side=party
        combatant Orc side=foes
        start
        margin Ann 5
        margin Orc 0
        dodge Ann
        done Ann
        attack Orc Ann
        """,
        [4, 38, 489, 5_364],
    ),
    # Ann plans dex, Sword or defend, Orc dex or defend, or one falls: 7. After Ann's (3 ways) Orc's
    # two and two falls: 4 each; after Orc's (2) three and two: 5 each; with Ann down Orc's two, its
    # fall, or up: 4; with Orc down 5.
    "request, plans": (
        """
        system request
        combatant Ann side=party dex=9 skills=Sword:74
        combatant Orc side=foes dex=9 actions=1
        start
        """,
        [7, 31, 308, 2_858, 25_408],
    ),
    # Bo is up (done, stay, wait, carry, lose, two plans: 7), Ann waits (act, two plans: 3), three
    # may fall: 13. Done, stay, carry or lose brings Orc up: 7 + 3 + 3 each. Wait: Bo's act and
    # plans more: 16. Ann acts and Bo, held up, can say nothing: 7 + 3. Plans for a rank that has
    # passed change nothing (4 ways): 13 each. Ann down: 7, two falls, up: 10; Bo down: Orc is up:
    # 13; Orc down: 13.
    "request, one waits": (
        """
        system request
        combatant Ann side=party dex=9 actions=1
        combatant Bo side=party dex=8 actions=1
        combatant Orc side=foes dex=7 actions=1
        mark Orc surprised
        start
        plan Ann dex
        plan Bo dex
        plan Orc dex
        wait Ann
        """,
        [13, 166, 1_932, 20_372],
    ),
    # A: two faces, Quickdraw passed or failed, surprised by -5 or -10, down: 7; B the same without
    # Quickdraw: 5. After A's die (2) all of B's, and A down: 6 each; after B's (2) all of A's, and
    # B down: 8 each; after what comes before the die (6) all again: 12 each. With A down its four
    # words before the die, B's five, or up: 10; with B down two, seven, or up: 10.
    "reaction, before the roll": (
        """
        system reaction
        combatant A side=party reaction=5 agility=1 quickdraw=12
        combatant B side=foes reaction=5 agility=1
        start
        """,
        [12, 120, 1_100, 9_315],
    ),
    # A is up: done, yield, pass, cancel, three falls: 7. Done, pass or yield brings B and C up, the
    # lowest, who may not yield: two words each, three falls: 7. Cancelling leaves the turn open,
    # with nothing to cancel: 6. A down: 2 x 2, two falls, up: 7. B or C down: A's four, two falls,
    # up: 7 each.
    "reaction, yielding": (
        """
        system reaction
        combatant A side=party reaction=9 agility=2
        combatant B side=foes reaction=5 agility=1
        combatant C side=foes reaction=5 agility=1
        start
        roll A 5
        roll B 5
        roll C 5
        declare B
        declare C
        declare A move
        """,
        [7, 48, 282, 1_910],
    ),
}

every_battle = pytest.mark.parametrize("name", BATTLES)


def battle_of(name: str) -> Battle:
    """The battle, where its continuations begin."""
    text, _ = BATTLES[name]
    return after("\n".join(line.strip() for line in text.strip().splitlines()))


def counts(name: str, *, depth: int = 9) -> list[int]:
    """How many continuations there are, of one command, of two, as far as they were frozen."""
    deepest = min(depth, len(BATTLES[name][1]))
    return [perft(battle_of(name), n) for n in range(1, deepest + 1)]


@every_battle
def test_as_many_continuations_as_ever(name: str) -> None:
    assert counts(name) == BATTLES[name][1], divided(battle_of(name), 2)


@every_battle
def test_counting_leaves_the_battle_as_it_was(name: str) -> None:
    battle = battle_of(name)
    before = seen(battle)
    assert sum(divided(battle, 3).values()) == perft(battle, 3)
    assert seen(battle) == before


def test_every_book_has_two_battles() -> None:
    books = [battle_of(name).system.name for name in BATTLES]
    assert all(books.count(book) == 2 for book in ("hummel", "u8", "request", "reaction"))


# Controls: a rule that is broken changes a number


def test_control_the_down_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def owing(field: Table[Any]) -> list[Any]:
        return [c for c in field.roster if c.in_dice and not c.rolled]

    monkeypatch.setattr(hummel, "first_owing", owing)
    assert counts("hummel, two who tie", depth=2) == [6, 28]


def test_control_the_ambushed_act(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hummel, "cannot_act", lambda *_: False)
    name = "hummel, an ambush"
    assert counts(name, depth=3) == BATTLES[name][1][:3], "nobody's turn has come so soon"
    assert counts(name) != BATTLES[name][1]


def test_control_a_dodge_that_is_rolled_for_hits_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(u8_attack, "evades", lambda dodged, struck: (dodged or 0) >= struck)
    name = "u8, an attack on a dodger"
    assert counts(name, depth=2) == BATTLES[name][1][:2]
    assert counts(name) != BATTLES[name][1]


def test_control_an_undo_that_forgets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Battle, "pop", lambda battle: battle.events.pop()[0])
    with pytest.raises(Refused):
        perft(battle_of("reaction, yielding"), 2)


def test_control_what_is_not_legal_is_not_counted() -> None:
    battle = battle_of("reaction, yielding")
    said = [str(command) for command in legal(battle)]
    assert "yield A" in said
    assert "cancel A 2" not in said
    assert "roll A 1" not in said
