"""Any battle of any book: what a table might say next, legal or not, as luck has it.

Generic over `SYSTEMS`: verbs, prompts, marks and settings are read off the system, so that a book
joins by being registered; only what a combatant of it brings stands here, in `BRINGS`.

The luck is given, one number a command, so that hypothesis can leave commands out and find the
shortest battle that goes wrong, and so that the same numbers are the same battle everywhere.
"""

from collections.abc import Callable, Sequence
from random import Random

from turnkeeper.errors import Refused
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.command import Command
from turnkeeper.rules.verbs import Arg, Kind, Verb
from turnkeeper.systems import SYSTEMS

NAMES = ("Ann", "Bo", "Cy", "Dee", "Orc 1", "Orc 2", "A+B", "No. #5", "李小龍", "Zoë")
SIDES = ("party", "party", "foes", "foes", "the others")
MOST = 7
"""No more combatants than this join: few enough that they meet, enough for two tied groups."""


def maybe(luck: Random, word: str) -> list[str]:
    """Give *word*, or nothing, as one does not know of every combatant what it has."""
    return [word] if luck.random() < 0.6 else []


def a_tank(luck: Random) -> list[str]:
    """Close in Reflexes, so that ties are many."""
    return [
        f"ref={luck.randint(-1, 1)}",
        *maybe(luck, f"bonus={luck.randint(-2, 2)}"),
        *maybe(luck, f"speed={luck.choice((0, 5, 30))}"),
        *maybe(luck, f"pool={luck.randint(0, 2)}"),
    ]


def a_creature(luck: Random) -> list[str]:
    """Of few weights, so that ties are many."""
    return [
        *maybe(luck, f"dodge={luck.randint(8, 12)}"),
        *maybe(luck, f"attack={luck.randint(8, 12)}"),
        *maybe(luck, f"weight={luck.choice(('0', '2.5', '2.50', '3'))}"),
        *maybe(luck, f"move={luck.choice((0, 6, 9))}"),
        *maybe(luck, f"sp={luck.randint(0, 3)}"),
    ]


def a_character(luck: Random) -> list[str]:
    """Of a few strike ranks, so that groups act together."""
    return [
        f"dex={luck.randint(6, 8)}",
        *maybe(luck, f"actions={luck.randint(1, 3)}"),
        *maybe(luck, f"skills=Sword:{luck.choice((60, 70, 71))},Long Bow:65"),
    ]


def a_fighter(luck: Random) -> list[str]:
    """Close in Reaction, so that groups act together."""
    return [
        f"reaction={luck.randint(4, 5)}",
        f"agility={luck.randint(1, 5)}",
        *maybe(luck, f"quickdraw={luck.randint(8, 12)}"),
    ]


BRINGS: dict[str, Callable[[Random], list[str]]] = {
    "hummel": a_tank,
    "u8": a_creature,
    "request": a_character,
    "reaction": a_fighter,
}


def options(name: str, luck: Random) -> dict[str, str]:
    """Give the settings of a battle of that book."""
    if name == "u8" and luck.random() < 0.7:
        return {"check": luck.choice(("over", "under")), "die": luck.choice(("6", "10", "100"))}
    return {}


def begun(name: str, numbers: Sequence[int]) -> Battle:
    """Give a battle of that book in which a few have come and some are marked, not yet started."""
    luck = Random(numbers[0] if numbers else 0)
    battle = Battle(SYSTEMS[name], options(name, luck))
    for _ in range(luck.randint(2, MOST - 1)):
        took(battle, joining(battle, luck))
    for _ in range(luck.randint(0, 2)):
        command = guess(battle, luck, battle.verbs["mark"])
        if battle.is_legal(command):
            battle.push(command)
    return battle


def joining(battle: Battle, luck: Random) -> Command:
    """Give somebody who comes; with a little luck under a name that is free."""
    free = [name for name in NAMES if not battle.table.find(name)]
    name = luck.choice(free or NAMES) if luck.random() < 0.95 else luck.choice(NAMES)
    words = [f"side={luck.choice(SIDES)}", *BRINGS[battle.system.name](luck)]
    return Command("combatant", (name, *words))


def some(battle: Battle, number: int) -> Command:
    """Give what somebody at the table says next: mostly an answer, else anything at all."""
    luck = Random(number)
    (way,) = luck.choices(list(WAYS), [*WAYS.values()])
    return way(battle, luck) or anything(battle, luck)


def answer(battle: Battle, luck: Random) -> Command | None:
    """Give an answer to the open question, by one who is asked."""
    prompt = battle.prompt
    if not prompt.asked:
        return Command("start") if prompt.kind == "positions" else None
    name = luck.choice([prompt.press or prompt.verbs[0], luck.choice(prompt.verbs)])
    return guess(battle, luck, battle.verbs[name], luck.choice(prompt.asked).name)


def history(_: Battle, luck: Random) -> Command:
    """Take back, do again, or go on."""
    return Command(luck.choice(("undo", "undo", "redo", "redo", "next")))


def down_or_up(battle: Battle, luck: Random) -> Command | None:
    """Down for one who stands, up for one who is down."""
    if not battle.table.roster:
        return None
    who = luck.choice(battle.table.roster)
    return Command("up" if who.down else "down", (who.name,))


def newcomer(battle: Battle, luck: Random) -> Command | None:
    """Give somebody who comes, while there is room."""
    return joining(battle, luck) if len(battle.table.roster) < MOST else None


def overrule(battle: Battle, luck: Random) -> Command:
    """What the GM has against the order and the numbers."""
    return guess(battle, luck, battle.verbs[luck.choice(("hand", "reorder", "set"))])


def anything(battle: Battle, luck: Random) -> Command:
    """Give any verb but those that begin and end; most of it is not allowed now."""
    verbs = [v for v in battle.verbs.values() if v.name not in {"combatant", "finish"}]
    return guess(battle, luck, luck.choice(verbs))


WAYS: dict[Callable[[Battle, Random], Command | None], float] = {
    answer: 50,
    history: 12,
    down_or_up: 8,
    newcomer: 3,
    overrule: 5,
    anything: 22,
}
"""What is said, and how often in a hundred."""


def guess(battle: Battle, luck: Random, verb: Verb, who: str = "") -> Command:
    """Give the verb with words that might fit."""
    words = [who] if who else []
    for number, arg in enumerate(verb.args):
        if number < len(words):
            continue
        if arg.optional and luck.random() < 0.3:
            break
        words.append(word(battle, luck, verb, arg, words))
        while arg.many and luck.random() < 0.4:
            words.append(word(battle, luck, verb, arg, words))
    return Command(verb.name, tuple(words))


def word(battle: Battle, luck: Random, verb: Verb, arg: Arg, before: list[str]) -> str:
    """Give one word of a command; now and then one that cannot be."""
    if luck.random() < 0.02:
        return luck.choice(("Nobody", "-1", "0", "x", "a b", "party"))
    if arg.kind is Kind.WHOLE:
        return str(whole(battle, luck, arg))
    if arg.kind is Kind.SETTING:
        return setting(battle, luck, before)
    here = [c.name for c in battle.table.roster] or ["Nobody"]
    words: dict[Kind, Sequence[str]] = {
        Kind.WHO: [*here, *to_come(battle)],
        Kind.WHO_OR_SIDE: [*here, *battle.table.sides],
        Kind.NEW: NAMES,
        Kind.CHOICE: arg.choices,
        Kind.TEXT: offered(battle, arg, before) or flags(battle) or [verb.name],
    }
    return luck.choice(words[arg.kind])


def to_come(battle: Battle) -> list[str]:
    """Give those whose turn is still to come, twice: whom the GM mostly moves and hands turns."""
    return [c.name for place in battle.table.order.rest for c in place] * 2


def whole(battle: Battle, luck: Random, arg: Arg) -> int:
    """Give a number: small ones mostly, or a face of the die that is asked for."""
    if battle.prompt.sides and luck.random() < 0.8:
        return luck.randint(1, min(battle.prompt.sides, 3 + luck.randint(0, 97)))
    return luck.choice((luck.randint(-1, 12), luck.randint(min(arg.low, arg.high), arg.high)))


def setting(battle: Battle, luck: Random, before: list[str]) -> str:
    """Give what `set` may set of the one whose name stands before."""
    system, table = battle.system, battle.table
    who = table.find(before[0]) if before else None
    things: list[str] = [system.value_name, *(a.name for a in system.attributes)]
    if who:
        things += [*system.left(table, who)] * 2
    if system.settings and luck.random() < 0.4:
        key = luck.choice(list(system.settings))
        return f"{key}={luck.choice(system.settings[key])}"
    return f"{luck.choice(things)}={luck.randint(-1, 12)}"


def flags(battle: Battle) -> list[str]:
    """Give what one may be marked with."""
    return [flag.name for flag in battle.system.flags]


def offered(battle: Battle, arg: Arg, before: list[str]) -> list[str]:
    """Give the words that the menus would offer here."""
    if not arg.offers or not battle.table.roster:
        return []
    first = battle.table.find(before[0]) if before else None
    return list(arg.offers(battle.table, first or battle.table.roster[0], *before[1:]))


def took(battle: Battle, command: Command) -> bool:
    """Push it; tell whether the rules took it."""
    try:
        battle.push(command)
    except Refused:
        return False
    return True
