"""The line of places: who comes after whom, how far the turn has gone, and what may move in it."""

from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.order import Order, ranked

Line = Order[Combatant]


def told(order: Line) -> str:
    """Give the line as "Ann Bo | Cy+Dee Ed": to the left of the bar whom the turn has reached."""
    sides = (" ".join("+".join(c.name for c in p) for p in s) for s in (order.past, order.rest))
    return " | ".join(sides).strip()


class Stage:
    """A line with people in it who are called by name."""

    def __init__(self, line: str, reached: int = 0) -> None:
        """*line*: "Ann Bo Cy+Dee"; the turn has reached so many of its places."""
        places = [place.split("+") for place in line.split()]
        self.people = {n: Combatant(n, "", {}) for place in places for n in place}
        self.order: Line = Order()
        self.order.make([self.people[name] for name in place] for place in places)
        for _ in range(reached):
            self.order.step()

    def who(self, name: str) -> Combatant:
        """Whoever is called so; somebody new if nobody is."""
        return self.people.setdefault(name, Combatant(name, "", {}))

    def move(self, name: str, other: str, *, after: bool) -> str:
        """Move one next to the other; give the line."""
        self.order.move(self.who(name), self.who(other), after=after)
        return told(self.order)

    def insert(self, name: str, *lower: str, up: bool = True) -> str:
        """Place one before those who are *lower*; give the line."""
        self.order.insert(self.who(name), lambda other: other.name in lower, up=up)
        return told(self.order)

    def hand(self, name: str, *up: str) -> str:
        """Hand the turn from those who are up; give the line."""
        self.order.hand(self.who(name), [self.who(n) for n in up])
        return told(self.order)


# Sorting


def test_the_higher_come_first_and_equals_stay_as_they_came() -> None:
    people = [
        Combatant(name, "", {"n": n}) for name, n in zip("ABCDE", (2, 9, 2, 0, 9), strict=True)
    ]
    groups = ranked(people, lambda c: c.number("n"))
    assert [[c.name for c in group] for group in groups] == [["B", "E"], ["A", "C"], ["D"]]
    lowest = ranked(people, lambda c: c.number("n"), lowest_first=True)
    assert lowest == groups[::-1]


@given(st.lists(st.integers(-3, 3)))
def test_ranking_never_moves_equals_around(numbers: list[int]) -> None:
    people = [Combatant(str(place), "", {"n": n}) for place, n in enumerate(numbers)]
    flat = [c for group in ranked(people, lambda c: c.number("n")) for c in group]
    assert flat == sorted(people, key=lambda c: c.number("n"), reverse=True)


# Going along it


def test_a_new_line_has_not_begun_and_the_turn_goes_along_it_once() -> None:
    stage = Stage("Ann Bo+Cy")
    order = stage.order
    assert told(order) == "| Ann Bo+Cy"
    assert order.made
    assert [c.name for c in order.step()] == ["Ann"]
    assert [c.name for c in order.step()] == ["Bo", "Cy"]
    assert told(order) == "Ann Bo+Cy |"
    assert order.step() == []
    order.again()
    assert told(order) == "| Ann Bo+Cy"
    order.clear()
    assert (order.made, told(order)) == (False, "|")


def test_who_has_a_place_and_whose_turn_is_still_to_come() -> None:
    stage = Stage("Ann Bo", reached=1)
    ann, bo, cy = (stage.who(name) for name in ("Ann", "Bo", "Cy"))
    assert [stage.order.has(c) for c in (ann, bo, cy)] == [True, True, False]
    assert [stage.order.to_come(c) for c in (ann, bo, cy)] == [False, True, False]


def test_who_is_removed_leaves_no_empty_place() -> None:
    stage = Stage("Ann Bo+Cy Dee", reached=1)
    for name, line in (("Bo", "Ann | Cy Dee"), ("Cy", "Ann | Dee"), ("Ann", "| Dee")):
        stage.order.remove(stage.who(name))
        assert told(stage.order) == line
    stage.order.remove(stage.who("Nobody"))
    assert told(stage.order) == "| Dee"


# ALL-08: placed anew, in the order of Ann, Bo (who is up), Cy, Dee


def test_one_placed_above_who_is_up_has_been_passed() -> None:
    assert Stage("Ann Bo Cy Dee", 2).insert("Dee", "Bo", "Cy") == "Ann Dee Bo | Cy"
    assert Stage("Ann Bo Cy Dee", 2).insert("Dee", "Ann", "Bo", "Cy") == "Dee Ann Bo | Cy"


def test_an_equal_of_who_is_up_goes_right_after() -> None:
    assert Stage("Ann Bo Cy Dee", 2).insert("Dee", "Cy") == "Ann Bo | Dee Cy"


def test_one_placed_last_is_last_and_one_without_a_place_gets_one() -> None:
    assert Stage("Ann Bo Cy Dee", 2).insert("Cy") == "Ann Bo | Dee Cy"
    assert Stage("Ann Bo Cy Dee", 2).insert("Ed", "Dee") == "Ann Bo | Cy Ed Dee"


def test_one_who_is_above_those_gone_by_alone_is_not_passed() -> None:
    """Ann went though she is low, handed the turn: who is above her alone comes after Bo."""
    assert Stage("Ann Bo Cy Dee", 2).insert("Dee", "Ann") == "Ann Bo | Cy Dee"


def test_with_nobody_up_the_whole_line_is_looked_along() -> None:
    assert Stage("Ann Bo Cy Dee", 2).insert("Dee", "Ann", up=False) == "Dee Ann Bo | Cy"


def test_whoever_lands_in_a_group_gets_a_place_before_it() -> None:
    assert Stage("Ann Bo+Cy Dee", 1).insert("Dee", "Cy") == "Ann | Dee Bo+Cy"
    assert Stage("Ann Bo+Cy Dee", 1).insert("Cy", "Dee") == "Ann | Bo Cy Dee"


# ALL-08: moved next to somebody


def test_one_is_moved_before_and_after_another() -> None:
    assert Stage("Ann Bo Cy Dee", 1).move("Dee", "Bo", after=False) == "Ann | Dee Bo Cy"
    assert Stage("Ann Bo Cy Dee", 1).move("Bo", "Cy", after=True) == "Ann | Cy Bo Dee"
    assert Stage("Ann Bo Cy Dee", 1).move("Bo", "Dee", after=True) == "Ann | Cy Dee Bo"
    assert Stage("Ann Bo Cy Dee", 1).move("Bo", "Cy", after=False) == "Ann | Bo Cy Dee"


def test_after_who_is_up_is_next_and_before_is_passed() -> None:
    assert Stage("Ann Bo Cy Dee", 2).move("Dee", "Bo", after=True) == "Ann Bo | Dee Cy"
    assert Stage("Ann Bo Cy Dee", 2).move("Dee", "Bo", after=False) == "Ann Dee Bo | Cy"
    assert Stage("Ann Bo Cy Dee", 2).move("Dee", "Ann", after=True) == "Ann Dee Bo | Cy"


def test_a_group_is_parted_where_one_is_moved_into_it() -> None:
    assert Stage("Ann Bo+Cy+Dee Ed", 1).move("Ed", "Cy", after=False) == "Ann | Bo Ed Cy+Dee"
    assert Stage("Ann Bo+Cy+Dee Ed", 1).move("Ed", "Cy", after=True) == "Ann | Bo+Cy Ed Dee"
    assert Stage("Ann Bo+Cy+Dee Ed", 1).move("Ed", "Bo", after=False) == "Ann | Ed Bo+Cy+Dee"
    assert Stage("Ann Bo+Cy+Dee Ed", 1).move("Ed", "Dee", after=True) == "Ann | Bo+Cy+Dee Ed"
    assert Stage("Ann Bo+Cy", 1).move("Cy", "Bo", after=True) == "Ann | Bo Cy"


def test_a_group_that_is_up_is_never_parted() -> None:
    assert Stage("Ann+Bo Cy", 1).move("Cy", "Bo", after=False) == "Cy Ann+Bo |"
    assert Stage("Ann+Bo Cy", 1).move("Cy", "Ann", after=True) == "Ann+Bo | Cy"


# ALL-08: handed the turn


def test_who_is_handed_the_turn_is_next_and_who_was_up_right_after() -> None:
    assert Stage("Ann Bo Cy Dee", 2).hand("Dee", "Bo") == "Ann | Dee Bo Cy"
    assert Stage("Ann Bo Cy Dee", 2).hand("Ann", "Bo") == "| Ann Bo Cy Dee"
    assert Stage("Ann Bo+Cy Dee", 2).hand("Dee", "Bo", "Cy") == "Ann | Dee Bo+Cy"
    assert Stage("Ann Bo+Cy Dee", 2).hand("Dee", "Cy") == "Ann Bo | Dee Cy"
    assert Stage("Ann Bo", 2).hand("Ann") == "Bo | Ann"


@given(st.data())
def test_whatever_is_moved_nobody_is_lost_or_doubled_and_no_place_is_empty(
    data: st.DataObject,
) -> None:
    """And what never moves the turn leaves those who are up last of the past."""
    stage = Stage("A B+C D E+F G", data.draw(st.integers(1, 5)))
    names, up = list(stage.people), stage.order.past[-1]
    for _ in range(data.draw(st.integers(1, 4))):
        coming = [n for n in names if stage.order.to_come(stage.who(n))]
        if not coming:
            break
        one, other = data.draw(st.sampled_from(coming)), data.draw(st.sampled_from(names))
        if data.draw(st.booleans()):
            stage.insert(one, *data.draw(st.lists(st.sampled_from(names))))
        elif one != other:
            stage.move(one, other, after=data.draw(st.booleans()))
        assert sorted(c.name for place in stage.order.places() for c in place) == names
        assert all(stage.order.places())
        assert stage.order.past[-1] == up
