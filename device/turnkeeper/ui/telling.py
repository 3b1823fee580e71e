"""What there is to say of one combatant now: what is left of its turn, and what holds of it."""

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.ui.flow import wrap
from turnkeeper.ui.typeface import SMALL

LINES, WIDTH = 2, 128
"""Lines of small text, and their pixels, that leave room for a name read across the table."""


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
        lines = wrap(", ".join([*short, words]), SMALL, WIDTH, WIDTH)
        if lines and len(lines) <= LINES:
            short.append(words)
    return ", ".join(short)
