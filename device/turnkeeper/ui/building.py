"""A command built word by word, from what its verb declares: names, numbers, few words, letters."""

import string
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.command import Command
from turnkeeper.rules.verbs import Arg, Kind, Verb, When
from turnkeeper.ui.lists import Item, Listing, Spec
from turnkeeper.ui.outcomes import Take
from turnkeeper.ui.view import View

LETTERS = string.ascii_lowercase + string.digits + string.ascii_uppercase + "-_:, "
DETAIL = (1, 999)
"""The number that follows a word with a colon, such as shots."""


def build(battle: Battle, view: View, verb: Verb, words: tuple[str, ...]) -> Listing:
    """The next word of a command: names, a number to dial, or the words that the system offers."""
    title = titled(battle, verb, words)
    if words and words[-1].endswith("="):
        return number_of(battle, title, verb, words)
    if words and words[-1].endswith(":"):
        return Listing(put(battle, verb, words), start=1, dial=DETAIL)
    arg = verb.args[min(len(words), len(verb.args) - 1)]
    if arg.kind is Kind.WHOLE and not arg.offers:
        low, high = span(battle, verb, words, arg)
        return Listing(title, start=max(low, min(high, 0)), dial=(low, high))
    if arg.kind is Kind.NEW:
        here = {c.name for c in battle.table.roster}
        late = [c for c in view.reserve if c.args[0] not in here]
        return Listing(title, tuple(Item(c.args[0], Take(c)) for c in late))
    items = [one for w in next_words(battle, verb, arg, words) for one in item_for(battle, verb, w)]
    if arg.kind is Kind.TEXT and arg.offers and (items or not arg.many):
        items.append(Item("another word", Spec("spell", verb.name, (*words, ""))))
    if arg.many and len(words) >= len(verb.args) - arg.optional:
        command = Command(verb.name, words)
        so_far = [put(battle, verb, words[:n]) for n in range(len(verb.args), len(words) + 1)]
        items.insert(
            0, Item(": ".join(["That is all", *filter(None, [", ".join(so_far)])]), Take(command))
        )
    return Listing(title, tuple(items))


def titled(battle: Battle, verb: Verb, words: tuple[str, ...]) -> str:
    """What is being built: the GM's verb and its words; or who does it, and what."""
    label = verb.label or verb.name
    said = [put(battle, verb, words[: n + 1]) for n in range(len(words))]
    if verb.gm or not said or verb.args[0].kind is not Kind.WHO:
        return " ".join((label.capitalize(), *said))
    many = verb.args[-1].many  # of these the list itself says what was chosen so far
    return f"{said[0]}: {' '.join((label, *(() if many else said[1:])))}"


def put(battle: Battle, verb: Verb, words: tuple[str, ...]) -> str:
    """The last of *words* as people say it."""
    arg = verb.args[min(len(words), len(verb.args)) - 1]
    if arg.says and words[-1]:
        return arg.says(battle.table, *battle.read(verb, words))
    return words[-1].replace("=", " ").strip()


def item_for(battle: Battle, verb: Verb, words: tuple[str, ...]) -> list[Item]:
    """The item that chooses the last of *words*: the command, if it is whole and legal."""
    label = put(battle, verb, words)
    last = verb.args[min(len(words), len(verb.args)) - 1]
    if last.many or words[-1].endswith(("=", ":")) or len(words) < len(verb.args):
        leads = hopeful(battle, verb, words)
        return [Item(label, Spec("build", verb.name, words))] if leads else []
    command = Command(verb.name, words)
    return [Item(label, Take(command))] if battle.is_legal(command) else []


def hopeful(battle: Battle, verb: Verb, words: tuple[str, ...]) -> bool:
    """Whether the rules take any of what can follow; told only of a number and of a few words."""
    rest = verb.args[len(words) :]
    if not rest or rest[0].offers:
        return True
    if rest[0].kind is Kind.TEXT:  # a flag
        return bool(battle.system.flags)
    if len(rest) > 1 or rest[0].kind not in (Kind.CHOICE, Kind.WHOLE):
        return True
    ends = rest[0].choices or map(str, span(battle, verb, words, rest[0]))
    return any(battle.is_legal(Command(verb.name, (*words, word))) for word in ends)


def next_words(
    battle: Battle, verb: Verb, arg: Arg, words: tuple[str, ...]
) -> Iterable[tuple[str, ...]]:
    """All that may stand next, each with the words before it."""
    table = battle.table
    if arg.offers:
        found = list(arg.offers(table, *battle.read(verb, words)))
    elif arg.kind is Kind.CHOICE:
        found = list(arg.choices)
    elif arg.kind in (Kind.WHO, Kind.WHO_OR_SIDE):
        only = verb.when is When.ASKED and not words
        who = table.find(words[0]) if words and not verb.gm else None
        foes_first = sorted(table.roster, key=lambda c: who is not None and c.side == who.side)
        found = [c.name for c in foes_first if not only or table.asking(c, verb.name)]
        found = (table.sides if arg.kind is Kind.WHO_OR_SIDE else []) + found
    elif arg.kind is Kind.SETTING:
        who = table.find(words[0])
        found = [f"{thing}=" for thing in things(battle, who)] if who else []
    else:  # a flag
        found = [flag.name for flag in battle.system.flags if flag.name not in words]
    return [(*words, word) for word in found]


def things(battle: Battle, who: Combatant) -> list[str]:
    """All that the GM can set of one combatant."""
    system = battle.system
    numbers = [a.name for a in system.attributes if a.kind in ("whole", "decimal")]
    texts = [a.name for a in system.attributes if a.kind in ("text", "skills")]
    left = system.left(battle.table, who)
    every = [*system.settings, system.value_name, *left, *numbers, *texts]
    return list(dict.fromkeys(every))


def number_of(battle: Battle, title: str, verb: Verb, words: tuple[str, ...]) -> Listing:
    """The value of a `key=` that was chosen: few words, letters, or a number from where it is."""
    key = words[-1][:-1]
    if choices := battle.system.settings.get(key):
        made = [(*words[:-1], f"{key}={choice}") for choice in choices]
        items = [Item(w[-1].partition("=")[2], Take(Command(verb.name, w))) for w in made]
        return Listing(title, tuple(items))
    attribute = battle.system.attribute(key)
    if attribute and attribute.kind in ("text", "skills"):
        return spell(battle, verb, words)
    who = battle.table.find(words[0])
    now: object = None
    if who:
        left = battle.system.left(battle.table, who)
        now = left.get(key, who.attributes.get(key))
        now = battle.system.value(battle.table, who) if key == battle.system.value_name else now
    start = int(now) if isinstance(now, int | Fraction) else 0
    return Listing(title, start=start, dial=(min(start, -999), max(start, 999)))


def span(battle: Battle, verb: Verb, words: tuple[str, ...], arg: Arg) -> tuple[int, int]:
    """What can be dialled: a die's faces, what is left of a budget, or what the word allows."""
    who = battle.table.find(words[0]) if words else None
    if verb.name == "roll" and who and (prompt := battle.table.asking(who, "roll")):
        return 1, prompt.sides
    budget = battle.system.left(battle.table, who).get(verb.name) if who else None
    return arg.low, arg.high if budget is None else max(arg.low, min(arg.high, budget))


def spell(battle: Battle, verb: Verb, words: tuple[str, ...]) -> Listing:
    """A word letter by letter, for what no list can know; Back takes a letter away."""
    *before, begun = words
    whole = item_for(battle, verb, words) if begun and not begun.endswith("=") else []
    items = [replace(one, label=f"take {begun}") for one in whole]
    letters = [
        Item("a blank" if c == " " else c, Spec("spell", verb.name, (*before, begun + c)))
        for c in dict.fromkeys(LETTERS + in_names(battle))
    ]
    return Listing(begun or "a word", (*items, *letters))


def in_names(battle: Battle) -> str:
    """The letters of everybody's name: an attack on one of one's own side is spelled."""
    return "".join(c.name for c in battle.table.roster)


def dialled(battle: Battle, spec: Spec, value: int) -> Take | Spec:
    """What a dialled number completes: the command, or a word with more to follow."""
    *before, last = spec.words or ("",)
    words = (*before, f"{last}{value}") if last.endswith(("=", ":")) else (*spec.words, str(value))
    verb = battle.verbs[spec.verb]
    if verb.args and verb.args[-1].many and len(words) >= len(verb.args):
        return Spec("build", spec.verb, words)
    return Take(Command(spec.verb, words))
