"""What there is to say of one combatant now: what is left of its turn, and what holds of it."""

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant

SHORT = 40
"""Characters that a turn page has room for beside a name that is read across the table."""


def told(battle: Battle, who: Combatant) -> list[str]:
    """All of it, each in a few words: two things of the turn, the marks that matter, the rest."""
    system, table = battle.system, battle.table
    if system.tell:
        said = list(system.tell(table, who))
    else:
        said = [f"{n} {thing}" for thing, n in system.left(table, who).items()]
    marks = [f.name for f in system.flags if table.marked(who, f.name) and f.shown(table, who)]
    return said[:2] + marks + said[2:]


def in_short(said: list[str]) -> str:
    """As much of it as a turn page has room for; the rest is in the combatant's own list."""
    short: list[str] = []
    for words in said:
        if len(", ".join([*short, words])) <= SHORT:
            short.append(words)
    return ", ".join(short)
