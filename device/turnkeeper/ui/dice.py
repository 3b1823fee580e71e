"""Whose die comes next: who claimed it, else the one who is asked first."""

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.command import Command
from turnkeeper.ui.outcomes import Outcome, Refuse, Take


def roller(battle: Battle, claim: str) -> Combatant | None:
    """Whose die it is; a newcomer, whose roll holds up nobody, only where it claimed it."""
    claimed: Combatant | None = battle.table.find(claim)
    if claimed and battle.table.asking(claimed, "roll"):
        return claimed
    return next(iter(battle.prompt.asked), None) if "roll" in battle.prompt.verbs else None


def sides(battle: Battle, claim: str) -> int:
    """The sides of the die that is asked for next; 0 for none."""
    who = roller(battle, claim)
    prompt = battle.table.asking(who, "roll") if who else None
    return prompt.sides if prompt else 0


def rested(battle: Battle | None, claim: str, die: int, face: int) -> Outcome:
    """What a die that came to rest on the tray comes to; ALL-09 is for the rules to say."""
    asked = sides(battle, claim) if battle else 0
    if not asked:
        return Refuse(f"a d{die} shows {face}: nobody is asked for a die")
    if die != asked:
        return Refuse(f"a d{asked} is asked for, not a d{die}")
    return Take(Command("roll", (claim, str(face))) if claim else Command("die", (str(face),)))
