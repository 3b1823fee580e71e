"""Counts every continuation of a battle to a depth, as chess programs do: one number, any fault.

A continuation is a row of commands, each legal where it stands. Of numbers the extreme ones alone
are said (a die's lowest and highest face, the least and the most that may be dialled), and of what
may be said many times, nothing or one. What says the same as another (`next`, `die`), takes back,
or has no end (joining, marks, setting, the order by the GM's hand) is left out; `down` and `up` are
the GM's part in it. A book's own verbs are there, but for those that never move the turn.
"""

from collections.abc import Iterator

from turnkeeper.errors import Refused
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.command import Command
from turnkeeper.rules.verbs import Arg, Kind, Verb
from turnkeeper.script import lines, reader
from turnkeeper.ui.building import span

COMMON = ("roll", "done", "down", "up")
STILL = {"u8": ("free",), "request": ("react", "engage", "disengage", "focus")}
"""What may be said at any time, and changes nothing that others may say."""


def after(text: str) -> Battle:
    """The battle after these lines."""
    first, *rest = text.strip().splitlines()
    battle = Battle(*reader.header(lines.words(first)))
    for line in rest:
        battle.push(lines.command(line))
    return battle


def perft(battle: Battle, depth: int) -> int:
    """How many continuations of so many commands there are."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in legal(battle))
    return sum(divided(battle, depth).values())


def divided(battle: Battle, depth: int) -> dict[str, int]:
    """The same, by the first command: where two counts differ, this tells where to look."""
    counts = {}
    for command in list(legal(battle)):
        battle.push(command)
        counts[lines.written(command)] = perft(battle, depth - 1)
        battle.pop()
    return counts


def legal(battle: Battle) -> Iterator[Command]:
    """What may be said next."""
    still = STILL.get(battle.system.name, ())
    own = (verb for verb in battle.system.verbs if verb.name not in still)
    for verb in (*(battle.verbs[name] for name in COMMON), *own):
        yield from filter(battle.is_legal, sayings(battle, verb))


def sayings(battle: Battle, verb: Verb) -> Iterator[Command]:
    """The verb with all words that count here."""
    rows: list[tuple[str, ...]] = [()]
    for arg in verb.args:
        more = [(*row, word) for row in rows for word in words(battle, verb, arg, row)]
        rows = [*rows, *more] if arg.optional else more
    yield from (Command(verb.name, row) for row in rows)


def words(battle: Battle, verb: Verb, arg: Arg, before: tuple[str, ...]) -> list[str]:
    """What may stand at one place."""
    if arg.offers:
        try:
            offered = arg.offers(battle.table, *battle.read(verb, before))
        except Refused:
            return []
        return [word for word in offered if not word.endswith(":")]
    if arg.kind is Kind.WHOLE:
        if verb.name == "roll" and not battle.table.asking(battle.read(verb, before)[0], "roll"):
            return []
        return [str(number) for number in dict.fromkeys(span(battle, verb, before, arg))]
    if arg.kind is Kind.CHOICE:
        return [*arg.choices]
    return [one.name for one in battle.table.roster]
