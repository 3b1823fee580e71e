"""Who comes after whom: a line of places, and how far the turn has gone along it.

A place is a list of combatants, more than one where the book lets them act together. `past` holds
the places that the turn has reached, as it went, the one who is up last of all; `rest` holds those
to come. Equals never move around: every sort here is stable.
"""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from turnkeeper.rules.combatant import Combatant

C = TypeVar("C", bound=Combatant)


def ranked(
    combatants: Iterable[C], key: Callable[[C], object], *, lowest_first: bool = False
) -> list[list[C]]:
    """The combatants in groups of equals, highest *key* first; within a group as they came."""
    groups: dict[object, list[C]] = {}
    for combatant in combatants:
        groups.setdefault(key(combatant), []).append(combatant)
    return [groups[k] for k in sorted(groups, reverse=not lowest_first)]  # type: ignore[type-var]


class Order(Generic[C]):
    """The order of a round (or CAP); `made` is False until all have rolled or planned."""

    def __init__(self) -> None:
        """No order yet."""
        self.made = False
        self.past: list[list[C]] = []
        self.rest: list[list[C]] = []

    def make(self, places: Iterable[Iterable[C]]) -> None:
        """A new order; nobody has had a turn in it."""
        self.made = True
        self.past = []
        self.rest = [list(place) for place in places]

    def clear(self) -> None:
        """No order, as while dice are owed."""
        self.made = False
        self.past = []
        self.rest = []

    def places(self) -> list[list[C]]:
        """All places: those whose turn came, as it went, then the rest."""
        return self.past + self.rest

    def has(self, combatant: C) -> bool:
        """Whether the combatant has a place, gone by or not."""
        return any(combatant in place for place in self.places())

    def to_come(self, combatant: C) -> bool:
        """Whether the combatant's turn is still to come."""
        return any(combatant in place for place in self.rest)

    def step(self) -> list[C]:
        """The turn goes on to the next place, which is given; [] where there is none."""
        if not self.rest:
            return []
        place = self.rest.pop(0)
        self.past.append(place)
        return place

    def remove(self, combatant: C) -> None:
        """The combatant leaves the line; an empty place closes up."""
        for line in (self.past, self.rest):
            for number, place in enumerate(line):
                if combatant in place:
                    place.remove(combatant)
                    if not place:
                        del line[number]
                    return

    def insert(
        self,
        combatant: C,
        before: Callable[[C], bool],
        *,
        up: bool,
        joins: Callable[[C], bool] | None = None,
    ) -> None:
        """Place anew before the first of the line for whom *before* is true, else last.

        With *up*, the last place of `past` is having its turn: whoever lands before it has been
        passed, all others are queued. Who is parted from a group gets a place of its own.
        """
        self.remove(combatant)
        above = not up or not self.past or any(map(before, self.past[-1]))
        for number, place in enumerate(self.past if above else ()):
            if any(map(before, place)):
                self.past.insert(number, [combatant])
                return
        self.queue(combatant, before, joins=joins)

    def queue(
        self,
        combatant: C,
        before: Callable[[C], bool],
        *,
        joins: Callable[[C], bool] | None = None,
        after: int = 0,
    ) -> None:
        """Place anew in the rest: before the first for whom *before* is true, else last.

        It comes *after* the first so many places, and into a place of such as it *joins*.
        """
        self.remove(combatant)
        for number in range(after, len(self.rest)):
            place = self.rest[number]
            if joins and joins(place[0]):
                place.append(combatant)
                return
            if any(map(before, place)):
                self.rest.insert(number, [combatant])
                return
        self.rest.append([combatant])

    def again(self) -> None:
        """The same line comes round again, from its first place on."""
        self.rest = self.past + self.rest
        self.past = []

    def split(self, apart: Callable[[C], bool]) -> list[list[C]]:
        """Take those for whom *apart* is true out of `past`; they are given as they stood."""
        taken = [[c for c in place if apart(c)] for place in self.past]
        if not any(taken):
            return []
        kept = ([c for c in place if not apart(c)] for place in self.past)
        self.past = [place for place in kept if place]
        return [place for place in taken if place]

    def pass_by(self, combatant: C) -> None:
        """The combatant's place is passed: it stands before the one who is up."""
        self.remove(combatant)
        self.past.insert(max(0, len(self.past) - 1), [combatant])

    def move(self, combatant: C, other: C, *, after: bool) -> None:
        """Put *combatant* right before or after *other*; a group is parted there if need be."""
        self.remove(combatant)
        for line in (self.past, self.rest):
            for number, place in enumerate(line):
                if other not in place:
                    continue
                now = line is self.past and number == len(line) - 1
                if now and after:  # right after the one who is up: the first place still to come
                    self.rest.insert(0, [combatant])
                    return
                cut = 0 if now else place.index(other) + after
                parts = [place[:cut], [combatant], place[cut:]]
                line[number : number + 1] = [part for part in parts if part]
                return

    def hand(self, combatant: C, up: Iterable[C]) -> None:
        """The next place is *combatant*'s; whoever is up comes right after it."""
        self.remove(combatant)
        waiting = [c for c in up if c is not combatant]
        for one in waiting:
            self.remove(one)
        if waiting:
            self.rest.insert(0, waiting)
        self.rest.insert(0, [combatant])
