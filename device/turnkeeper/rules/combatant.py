"""Who fights: a name, a side, the numbers that the book asks for, and where one stands now."""

from fractions import Fraction

Number = int | Fraction
"""A whole number, or an exact fraction where the book allows decimals (a weight)."""


class Combatant:
    """One fighter on the table. A system may subclass it to hold what its book keeps of one.

    Two combatants are the same only if they are one object; a replay makes new ones.

    name: as spoken at the table, whole and exact.
    side: who fights together.
    attributes: by name, as the book knows them; a missing one has no entry.
    down: out of the fight, by the GM's word.
    own_marks: flags said of this one itself, True or False; they outweigh the side's.
    side_marks: flags said of its side while it was there, or handed on as it joined.
    seat: the number of its button, 1 to 24, or None.
    begun: its first roll of the battle is made, so that what must come before it is refused.
    left: what is left of the turn it is having, by thing.
    granted: what the GM set of a turn still to come, by thing.
    """

    def __init__(
        self, name: str, side: str, attributes: dict[str, Number | str], seat: int | None = None
    ) -> None:
        """A fighter as it comes to the table: standing, unmarked, with nothing spent."""
        self.name = name
        self.side = side
        self.attributes = attributes
        self.seat = seat
        self.down = False
        self.own_marks: dict[str, bool] = {}
        self.side_marks: dict[str, bool] = {}
        self.begun = False
        self.left: dict[str, int] = {}
        self.granted: dict[str, int] = {}

    def number(self, attribute: str, default: int = 0) -> int:
        """The whole number under *attribute*; *default* where it has none."""
        value = self.attributes.get(attribute, default)
        return value if isinstance(value, int) else default

    def has(self, attribute: str) -> bool:
        """Whether the combatant came with this attribute, or was given it since."""
        return attribute in self.attributes

    def __repr__(self) -> str:
        """The name, for a failing test's message."""
        return f"<{self.name}>"
