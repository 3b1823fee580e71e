# long because it is the one thing that a system sees.
"""The table: all that a system can see, ask and change.

A system is a coroutine. ``await`` means "wait for the people at the table"; there is no event
loop: `Battle` drives it with answers. Whatever the GM can change (who stands, the order, values,
budgets, who is up) is on the table, and a system reads it anew after each ``await``.
"""

import types
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from turnkeeper.errors import RuleFault
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.order import Order
from turnkeeper.rules.prompts import Answer, Default, Prompt

if TYPE_CHECKING:
    from turnkeeper.rules.system import System

C = TypeVar("C", bound=Combatant)

MOST_STEPS = 10_000
"""Steps that a system may take without asking anybody; beyond it, it would go on for ever."""


@types.coroutine
def _wait(prompt: Prompt[C]) -> Generator[Prompt[C], Answer[C] | None, Answer[C] | None]:
    return (yield prompt)


def anyone(_: object) -> bool:
    """Everybody may have a turn."""
    return True


class Table(Generic[C]):
    """One battle's people and places. A system may subclass it for what its book keeps of all.

    roster: everyone in the battle, down or not, in the order in which they came.
    round: 0 before the first dice, then from 1 on.  cap: the CAP of the round; 0 where none.
    order: the places of this round (or CAP).  up: the group that is having its turn now.
    acted: the turns taken since the battle began, as groups.  gone: who took one in this order.
    overruled: whom the GM moved, set or handed a turn; until the order is made anew.
    handed: who was handed the turn that comes next.  afresh: whose turn was handed on, and begins
    again after that one.  together: the turn began as a group's.
    prompt: the open question.  side_marks: what later joiners of a side bear.
    system: the game that is played.  options: the battle's settings, by name.
    """

    def __init__(self, system: "System", options: dict[str, str]) -> None:
        """An empty table for one battle of *system*."""
        self.system = system
        self.options = options
        self.roster: list[C] = []
        self._named: dict[str, C] = {}
        self.side_marks: dict[str, dict[str, bool]] = {}
        self.started = False
        self.over = False
        self.round = 0
        self.cap = 0
        self.order: Order[C] = Order()
        self.up: list[C] = []
        self.acted: list[list[C]] = []
        self.gone: list[C] = []
        self.overruled: list[C] = []
        self.handed: C | None = None
        self.afresh: list[C] = []
        self.together = False
        self.prompt: Prompt[C] = Prompt("positions", verbs=("start",))
        self._steps = 0

    # Who is here

    @property
    def standing(self) -> list[C]:
        """All who are not down, in roster order."""
        return [c for c in self.roster if not c.down]

    @property
    def sides(self) -> list[str]:
        """The sides, as they came."""
        return list(dict.fromkeys(c.side for c in self.roster))

    def find(self, name: str) -> C | None:
        """The combatant of that name, whole and exact."""
        return self._named.get(name)

    def add(self, combatant: C) -> None:
        """The combatant is in the battle, last in the roster."""
        self.roster.append(combatant)
        self._named[combatant.name] = combatant

    @property
    def offer(self) -> bool:
        """The end is offered: no two sides have anyone standing, or nobody can act (ALL-03)."""
        if not self.started or self.over:
            return False
        return self.prompt.kind == "nobody" or len({c.side for c in self.standing}) < 2

    # Marks

    def marked(self, combatant: C, flag: str) -> bool:
        """Whether the flag holds; one's own mark, or its opposite's, outweighs the side's."""
        own = combatant.own_marks
        if flag in own:
            return own[flag]
        known = self.system.flag(flag)
        if known and own.get(known.opposite):
            return False
        return combatant.side_marks.get(flag, False)

    def side_marked(self, side: str, flag: str) -> bool:
        """Whether all of a side bear the flag, whatever one of them was marked for itself."""
        members = [c for c in self.roster if c.side == side]
        return bool(members) and all(c.side_marks.get(flag, False) for c in members)

    def marks(self, combatant: C) -> list[str]:
        """The flags that the combatant bears, in the system's order."""
        return [flag.name for flag in self.system.flags if self.marked(combatant, flag.name)]

    def recover(self, combatant: C, flag: str) -> None:
        """The combatant bears the flag no more, whoever gave it."""
        combatant.own_marks.pop(flag, None)
        combatant.side_marks.pop(flag, None)

    # Asking

    async def ask(
        self,
        kind: str,
        asked: Sequence[C],
        verbs: tuple[str, ...],
        *,
        owed: bool = False,
        sides: int = 0,
        title: str = "",
        press: str = "",
        default: Default | None = None,
    ) -> Answer[C] | None:
        """The first answer of one of *asked*; None when the table has changed: look again.

        The fields are those of `Prompt`.
        """
        prompt = Prompt(kind, tuple(asked), verbs, owed, sides, title, press, default)
        return await self.put(prompt)

    async def put(self, prompt: Prompt[C]) -> Answer[C] | None:
        """Put a prompt that is made already; else as `ask`."""
        self._steps = 0
        return await _wait(prompt)

    async def die(self, owing: Sequence[C], sides: int, title: str) -> tuple[C, int] | None:
        """Ask those who owe for one die of so many *sides*: who rolled, and the face; else None."""
        answer = await self.ask("roll", owing, ("roll",), owed=True, sides=sides, title=title)
        if not answer or not answer.who:
            return None
        return answer.who, answer.args[0] or sides  # ALL-09: 0 on a d10 is 10, on a d100 100

    def asking(self, who: C, verb: str) -> Prompt[C] | None:
        """The question that *who* may answer with *verb*: the open one, or one that waits aside."""
        if verb in self.prompt.verbs and who in self.prompt.asked:
            return self.prompt
        aside = self.system.aside(self)
        return aside if aside and verb in aside.verbs and who in aside.asked else None

    async def positions(self) -> None:
        """Wait until the GM says that the battle starts."""
        while not self.started:
            answer = await self.ask("positions", (), ("start",))
            self.started = answer is not None

    # Rounds and turns

    async def next_round(self) -> None:
        """Begin the next round, as soon as somebody stands (ALL-03); what was overruled lapses."""
        self.order.clear()
        await self.somebody(anyone)
        self.round += 1
        self.begin_order()

    async def somebody(self, may: Callable[[C], bool]) -> None:
        """Wait until somebody stands who *may* act: with nobody, the round stays as it is."""
        self.up = []
        self.step()
        while not any(may(c) for c in self.roster if not c.down):
            title = "Nobody can act" if self.standing else "Nobody stands"
            await self.ask("nobody", (), (), title=title)

    def begin_order(self) -> None:
        """An order is about to be made anew: what was overruled lapses (ALL-08)."""
        self.order.clear()
        self.overruled = []
        self.gone = []
        self.afresh = []
        for combatant in self.roster:
            combatant.granted = {}

    def next_up(self, may: Callable[[C], bool] = anyone) -> list[C]:
        """Go on to the next place in which somebody stands who *may* act; [] after the last.

        Places in which nobody can act are passed (ALL-01). Who was handed the turn may act, and
        whoever had it then, whatever gave it to that one (ALL-08).
        """
        while place := self.order.step():
            self.step()
            due = [self.handed, *self.afresh]
            up = [c for c in place if not c.down and (c in due or may(c))]
            self.handed = None
            self.afresh = [c for c in self.afresh if c not in place]
            if up:
                return up
        return []

    def begin_turn(self, group: Iterable[C], fresh: Callable[[C], dict[str, int]]) -> None:
        """It is the turn of *group*, each with its *fresh* budget and what the GM granted."""
        self.step()
        self.up = list(group)
        self.together = len(self.up) > 1
        for combatant in self.up:
            combatant.left = fresh(combatant) | combatant.granted

    def end_turn(self, combatant: C, *, joined: bool = False) -> None:
        """The combatant has taken its turn; with *joined*, as one of the group that acted last."""
        self.step()
        self.up.remove(combatant)
        self.gone.append(combatant)
        combatant.granted = {}
        if joined and self.acted:
            self.acted[-1].append(combatant)
        else:
            self.acted.append([combatant])

    def step(self) -> None:
        """Count a step; RuleFault where a system goes on and on without asking anybody."""
        self._steps += 1
        if self._steps > MOST_STEPS + 10 * len(self.roster):
            raise RuleFault("the rules go on for ever without asking anybody")

    # What the GM does to it

    def down(self, combatant: C) -> None:
        """Out of the fight; if it was up, its turn ends and is not a turn taken (ALL-02).

        One of a group that began its turn together answers all the same (ALL-01).
        """
        combatant.down = True
        if combatant in self.up and not self.together:
            self.up.remove(combatant)
            combatant.granted = {}

    def to_come(self, combatant: C) -> bool:
        """Whether its turn is still to come, so that it may be moved (ALL-08)."""
        return self.order.to_come(combatant)

    def remove(self, combatant: C) -> None:
        """Taken out of the battle; the turns that it took stay told."""
        self.down(combatant)
        if combatant in self.up:
            self.up.remove(combatant)
        self.roster.remove(combatant)
        del self._named[combatant.name]
        self.order.remove(combatant)
        if combatant in self.overruled:
            self.overruled.remove(combatant)

    def hand(self, combatant: C) -> None:
        """The turn goes to *combatant*; who was up comes right after, afresh (ALL-08)."""
        self.order.hand(combatant, self.up)
        self.afresh += self.up
        self.up = []
        self.handed = combatant
        self.overrule(combatant)

    def overrule(self, combatant: C) -> None:
        """Mark what the GM overruled."""
        if combatant not in self.overruled:
            self.overruled.append(combatant)
