"""A game tried out: two of it fight a few rounds, every verb is said once, every word is looked at.

It finds what fails when it is played, before anybody plays it. What is luck at the table goes
through in turn here, so that the same game is the same tryout.
"""

from collections.abc import Iterator

from turnkeeper.errors import RuleFault
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.command import Command
from turnkeeper.rules.faults import told
from turnkeeper.rules.system import Attribute, System
from turnkeeper.rules.verbs import Arg, Kind, Verb

ROUNDS = 4
STEPS = 300
"""Commands after which a tryout ends, wherever it is."""
SEVERAL = 4
"""Words that are tried at each place of a verb."""


def fails(system: System) -> str:
    """What fails in the game, as a sentence; "" where nothing does."""
    battle = Battle(system)
    try:
        for name, side in (("Ann", "party"), ("Bo", "foes")):
            battle.push(Command("combatant", (name, f"side={side}", *_brings(system))))
        for step in range(STEPS):
            _look(battle)
            command = _next(battle, step)
            if not command or battle.table.round > ROUNDS:
                break
            battle.push(command)
            if battle.fault:
                break
    except Exception as fault:  # noqa: BLE001 - a game of one's own may fail in any way
        return told(fault)
    return battle.fault


def _brings(system: System) -> list[str]:
    """A value for each attribute that a combatant may bring; a text only where it must."""
    wanted = (a for a in system.attributes if a.required or a.kind in ("whole", "decimal"))
    return [f"{attribute.name}={_value(attribute)}" for attribute in wanted]


def _value(attribute: Attribute) -> str:
    if attribute.kind in ("text", "skills"):
        return "Sword:74" if attribute.kind == "skills" else "x"
    return str(max(attribute.low, min(attribute.high, 3)))


def _look(battle: Battle) -> None:
    """Whatever a page, a lamp or a script asks of the game."""
    system, table = battle.system, battle.table
    system.aside(table)
    for one in table.roster:
        system.value(table, one)
        system.why(table, one).split("; ")
        "; ".join(system.tell(table, one) if system.tell else [])
        system.adds(table, one).strip()
        dict(system.left(table, one))
        for flag in system.flags:
            flag.shown(table, one)


def _next(battle: Battle, step: int) -> Command | None:
    """Something new where there is any, else the plain answer; None where nothing can be said."""
    if not battle.table.started:
        return Command("start")
    said = {command.verb for command, _, _ in battle.events}
    for verb in battle.system.verbs:
        for command in _sayings(battle, verb) if verb.name not in said else ():
            if _legal(battle, command):
                return command
    return next((c for c in _plain(battle, step) if _legal(battle, c)), None)


def _legal(battle: Battle, command: Command) -> bool:
    """Whether it may be said; RuleFault where the game fails to tell."""
    reason = battle.refusal(command)
    if reason and reason.startswith("rule error"):
        raise RuleFault(f"at '{command}', {reason}")
    return reason is None


def _plain(battle: Battle, step: int) -> Iterator[Command]:
    """The default, a die, or any answer to the open question."""
    prompt = battle.prompt
    yield Command("next")
    for who in prompt.asked:
        if prompt.sides:
            yield Command("roll", (who.name, str(1 + step % prompt.sides)))
        for name in prompt.verbs:
            if name != "roll" and name in battle.verbs:
                yield from _sayings(battle, battle.verbs[name], who)


def _sayings(battle: Battle, verb: Verb, who: Combatant | None = None) -> Iterator[Command]:
    """The verb with words that might fit, *who* first."""
    words: list[tuple[str, ...]] = [(who.name,)] if who else [()]
    for arg in verb.args[len(words[0]) :]:
        words = [(*begun, w) for begun in words for w in _tried(battle, verb, arg, begun)]
    yield from (Command(verb.name, one) for one in words)


def _tried(battle: Battle, verb: Verb, arg: Arg, begun: tuple[str, ...]) -> list[str]:
    """A few words for one place of a verb."""
    if arg.offers:
        return list(arg.offers(battle.table, *battle.read(verb, begun)))[:SEVERAL]
    if arg.kind is Kind.CHOICE:
        return [*arg.choices[:SEVERAL]]
    if arg.kind is Kind.WHOLE:
        return [str(n) for n in dict.fromkeys((max(arg.low, 1), arg.low, arg.high))]
    names = [c.name for c in battle.table.roster]
    return [*battle.table.sides, *names] if arg.kind is Kind.WHO_OR_SIDE else names
