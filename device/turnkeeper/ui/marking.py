"""The positions page: a row a side or a combatant, and the marks it steps through."""

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.command import Command
from turnkeeper.ui.outcomes import Take


def rows_of(battle: Battle) -> list[str]:
    """The rows of the positions page: the sides, then all; none where the book has no flag."""
    if not battle.system.flags:
        return []
    return [*battle.table.sides, *(c.name for c in battle.table.roster)]


def next_mark(battle: Battle, who: str) -> Take:
    """The next mark of a row of the positions page: none, each flag in turn, none again."""
    flags = [flag.name for flag in battle.system.flags]
    marks = marks_of(battle, who)
    if not marks:
        return Take(Command("mark", (who, flags[0])))
    after = flags.index(marks[-1]) + 1
    if after == len(flags):
        return Take(Command("unmark", (who, *marks)))
    return Take(Command("mark", (who, flags[after])))


def marks_of(battle: Battle, who: str) -> list[str]:
    """The marks of a side, or of a combatant."""
    table = battle.table
    if who in table.sides:
        return [f.name for f in battle.system.flags if table.side_marked(who, f.name)]
    found = table.find(who)
    return table.marks(found) if found else []
