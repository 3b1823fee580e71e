"""Whose die comes next: who claimed it, else the one who is asked first; or what is dialled."""

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.command import Command
from turnkeeper.rules.verbs import Kind
from turnkeeper.ui.outcomes import Outcome, Refuse, Take


def roller(battle: Battle, claim: str) -> Combatant | None:
    """Whose die it is; a newcomer, whose roll holds up nobody, only where it claimed it."""
    claimed: Combatant | None = battle.table.find(claim)
    if claimed and claims(battle, claimed):
        return claimed
    prompt = battle.prompt
    asked = prompt.asked if "roll" in prompt.verbs else ()
    return next((c for c in asked if c not in prompt.no_die), None)


def number(battle: Battle) -> tuple[str, tuple[str, ...]] | None:
    """What the knob dials where a number is owed that is no die: its verb, and for whom."""
    prompt = battle.prompt
    if not prompt.owed or not prompt.asked:
        return None
    for name in prompt.verbs:
        args = battle.verbs[name].args
        if [arg.kind for arg in args] == [Kind.WHO, Kind.WHOLE] and name != "roll":
            return name, (prompt.asked[0].name,)
    return None


def claims(battle: Battle, who: Combatant) -> bool:
    """Whether the next die may be *who*'s."""
    prompt = battle.table.asking(who, "roll")
    return bool(prompt) and who not in (prompt.no_die if prompt else ())


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
