"""What a change of turn costs the display's bus in each book, with names of several kinds.

Pages and pixels are the daemon's own, wherever against burning in the picture may stand. Bytes that
differ on the glass are the least that any way of sending can cost: the panel's memory takes bytes
as they are. So the target is for names of one at a time that are short; others have more pixels.
"""

import random
from itertools import pairwise

import pytest

from tests.bench import play
from tests.bench.figures import line, quantile, target, title
from tests.bench.wire import Ours
from turnkeeper.rules.battle import Battle
from turnkeeper.systems import SYSTEMS
from turnkeeper.ui.draw import draw
from turnkeeper.ui.front import Front
from turnkeeper.ui.page import Page
from turnkeeper.ui.pages import page
from turnkeeper.ui.rest import SHIFTS
from turnkeeper.ui.view import Tonight, View

EVENTS = 200
LUMA = 1034
NAMES = {
    "short": ("Ann", "Bo", "Cy", "Dee", *(f"Orc {n}" for n in range(1, 7))),
    "long": (
        "Bartholomew", "Žofia", "Ангелина", "Gwendolyn", "Cave troll", "Goblin archer",
        "Orc chief", "Wolf 1", "Wolf 2", "Spider",
    ),
    "Chinese, Japanese, Korean": (
        "王小明", "李娜", "佐藤健", "김철수", "鬼一", "鬼二", "鬼三", "竜", "巨人", "魔法使い",
    ),
}  # fmt: skip


def turns(battle: Battle, dice: random.Random) -> list[tuple[int, Page]]:
    """So many events on: how many are up, and the page; 0 where it is nobody's turn."""
    found = []
    for _ in range(EVENTS):
        shown = page(Front(), View(Tonight(), battle))
        found.append((len(battle.table.up) if shown.name == "turn" else 0, shown))
        battle.push(play.answer(battle, dice))
    return found


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("game", SYSTEMS)
def test_a_change_of_turn(game: str, names: str) -> None:
    dice, ours = random.Random(1), Ours()
    battle = play.joined(SYSTEMS[game], len(NAMES[names]), dice, NAMES[names])
    single, groups, differ = list[int](), list[int](), list[int]()
    for (many, old), (more, new) in pairwise(turns(battle, dice)):
        if not (many and more) or old.rows[0].text == new.rows[0].text:
            continue
        for shift in SHIFTS:
            sent, least = ours.between(draw(old, 128, 64, shift), draw(new, 128, 64, shift))
            (single if many == more == 1 else groups).append(sent)
            differ.append(least)
    title(f"{game}: bytes for a change of turn, {names} names")
    tell("one after the other", single)
    tell("a group, before or after", groups)
    line("  what differs on the glass", f"p50 {quantile(differ, 0.5):g}  max {max(differ)}")
    if names == "short":
        target("  most, one after the other", max(single), 300, "bytes")
    target("  most of all; luma sends as many each time", max(single + groups), LUMA, "bytes")


def tell(what: str, sent: list[int]) -> None:
    """Print bytes, where there are any."""
    if sent:
        middle = quantile(sent, 0.5)
        line(f"{what}, {len(sent)}", f"min {min(sent)}  p50 {middle:g}  max {max(sent)}")
