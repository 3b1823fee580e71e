"""A switch as it is: its contact bounces, and an edge may get lost on the way."""

from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from turnkeeper.panel.contacts import Contacts, Touch

KEY = "seat1"


class Edge(NamedTuple):
    """A change of level; *bounce*: the person had nothing to do with it."""

    at: float
    level: bool
    bounce: bool


@dataclass
class Switch:
    """The level of one contact over time, as a person moves it; times in seconds."""

    chance: Random
    now: float = 1.0
    level: bool = False
    edges: list[Edge] = field(default_factory=list)

    def wait(self, seconds: float) -> None:
        """Leave it as it is for a while."""
        self.now += seconds

    def move(self, bounce: float = 0.0) -> None:
        """Press it, or let go; for *bounce* seconds its contact chatters before it rests."""
        self.level = not self.level
        times = sorted(self.chance.uniform(0, bounce) for _ in range(2 * self.chance.randrange(6)))
        level = self.level
        self.edges.append(Edge(self.now, level, bounce=False))
        for later in times if bounce else ():
            level = not level
            self.edges.append(Edge(self.now + later, level, bounce=True))

    def press(self, seconds: float, bounce: float = 0.0) -> None:
        """Hold it down for so long, then let go and wait for 30 ms."""
        self.move(bounce)
        self.wait(seconds)
        self.move(bounce)
        self.wait(0.030)


def play(contacts: Contacts, edges: list[Edge], until: float, lost: float = 0.0) -> list[Touch]:
    """Tell *contacts* the edges, and read the level whenever they ask for it.

    A share of *lost* of the edges of bounce is not told, as when the kernel's queue overflows.
    """
    chance, level = Random(7), False
    touches: list[Touch] = contacts.settle({KEY: False}, 0.0)

    def pass_time(to: float) -> None:
        while (due := contacts.next_due) is not None and due < to:
            touches.extend(contacts.settle({KEY: level}, due))

    for edge in edges:
        pass_time(edge.at)
        level = edge.level
        if not edge.bounce or chance.random() >= lost:
            touches += contacts.edge(KEY, level, edge.at)
    pass_time(until)
    return touches
