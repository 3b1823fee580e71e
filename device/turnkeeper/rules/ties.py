"""Dice that make an order: the first die of each, and further ones for those who are tied.

The tied share all their dice so far. They roll in waves: all tied groups at once, the highest
first; a group that is tied again waits until every group has rolled this die (HQ-06, U8-04).
"""

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from turnkeeper.rules.combatant import Combatant, Number
from turnkeeper.rules.order import ranked
from turnkeeper.rules.table import Table


class Roller(Combatant):
    """A combatant whose place comes of dice.

    rolled: what the first die came to, then one further die for each tie.  parted: how many of
    those count; a die rolled in a tie that it left by going down does not.  in_dice: it has its
    part in the first dice.  late: 0, or how many were placed by themselves before it and it: set
    by the GM, or come later; such a one is in no tie, and the later comes after.  below: it was
    down when the order was made, and is placed below those it tied with.
    """

    def __init__(
        self, name: str, side: str, attributes: dict[str, Number | str], seat: int | None = None
    ) -> None:
        """One who has not rolled."""
        super().__init__(name, side, attributes, seat)
        self.take_up_dice()

    def take_up_dice(self) -> None:
        """The dice are taken up again."""
        self.rolled: list[Any] = []
        self.parted = 1
        self.in_dice = True
        self.late = 0
        self.below = False


R = TypeVar("R", bound=Roller)


def thrown(table: Table[R]) -> list[R]:
    """All who have rolled, down or not."""
    return [c for c in table.roster if c.rolled]


def first_owing(table: Table[R]) -> list[R]:
    """Who owes the first die, in roster order."""
    return [c for c in table.roster if c.in_dice and not c.rolled and not c.down]


def join_first_dice(table: Table[R], newcomer: R) -> None:
    """A newcomer joins the first dice while any of them is owed (HQ-13, RX-12)."""
    owing = [] if table.order.made else first_owing(table)
    newcomer.in_dice = any(other is not newcomer for other in owing)


def tie_owing(table: Table[R]) -> list[R]:
    """Who owes a further die, the highest first, in roster order within a group.

    Who is down counts in no tie, nor does who was placed by itself.
    """
    rolling = (c for c in table.roster if c.rolled and not c.down and not c.late)
    groups = ranked(rolling, lambda c: c.rolled[0])
    die = 1
    while tied := [group for group in groups if len(group) > 1]:
        if owing := [c for group in tied for c in group if len(c.rolled) == die]:
            return owing
        for group in tied:
            for c in group:
                c.parted = die + 1
        groups = [again for group in tied for again in _by_die(group, die)]
        die += 1
    return []


def _by_die(group: list[R], die: int) -> list[list[R]]:
    """The group by what each rolled with that die, the highest first."""
    return ranked(group, lambda c: c.rolled[die])


async def all_answer(
    owing: Callable[[], list[R]],
    ask: Callable[[list[R]], Coroutine[Any, Any, tuple[R, int] | None]],
    take: Callable[[R, int], None],
) -> None:
    """Ask those who owe, again and again, until nobody does.

    *owing* is worked out anew whenever the table has changed, and when all of it have answered.
    *ask* gives who answered and what, or None when the table has changed.
    """
    while asked := owing():
        while asked:
            answer = await ask(asked)
            if not answer:
                break
            take(*answer)
            asked = [c for c in asked if c is not answer[0]]


def place_late(table: Table[R], roller: R, first: object) -> None:
    """The roller is placed by itself: nobody rolls for it, and it goes after its equals."""
    roller.rolled = [first]
    roller.parted = 1
    roller.in_dice = True
    roller.late = 1 + max(other.late for other in table.roster)


def place(roller: R) -> tuple[Any, int, list[Any], bool]:
    """What the order sorts by, the highest first; who was placed by itself goes after equals."""
    first, *further = roller.rolled[: roller.parted]
    return first, -roller.late, further, not roller.below


def in_order(table: Table[R]) -> list[R]:
    """All who have rolled, the highest first, as the order is made of them."""
    rolled = thrown(table)
    for roller in rolled:
        roller.below = roller.down
    return sorted(rolled, key=place, reverse=True)


def why_besides(table: Table[R], roller: R) -> list[str]:
    """ALL-06: what put it at its place besides its dice: it was down, or the GM's word."""
    tied = any(o.rolled[0] == roller.rolled[0] for o in thrown(table) if o is not roller)
    down = [f"{roller.name} was down, and goes below those it tied with"]
    gm = ["the GM has overruled"] if roller in table.overruled else []
    return (down if roller.below and tied else []) + gm
