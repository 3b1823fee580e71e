"""The menus: read off the verbs that the system declares; none is written by hand for one game.

A `Spec` says which list is open; `listing` makes its items from the battle as it is now, so that a
list that is open while the table changes is never stale.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.command import Command
from turnkeeper.rules.verbs import Arg, Kind, Verb, When
from turnkeeper.ui.outcomes import Take
from turnkeeper.ui.view import View

APART = ("start", "die", "next", "undo", "redo", "finish")
"""Verbs with a key of their own, or a place of their own in the menu."""


@dataclass(frozen=True, slots=True)
class Spec:
    """Which list is open.

    kind: "menu" (the GM's), "order", "about" (one combatant), "deeds" (what it may do), "act" (for
    whom), "build" (the next word of a verb), "why" (a text).  words: what is chosen so far.
    """

    kind: str
    verb: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Back:
    """Leave the list; what was read is read."""


Does = Take | Spec | Back


@dataclass(frozen=True, slots=True)
class Item:
    """One row to choose: what it is called, and what choosing it does."""

    label: str
    does: Does
    right: str = ""
    struck: bool = False
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """An open list: items to choose or to read, or a number to dial."""

    title: str
    items: tuple[Item, ...] = ()
    start: int = 0
    dial: tuple[int, int] | None = None


def listing(spec: Spec, view: View) -> Listing:
    """The list that *spec* says, from the battle as it is now."""
    battle = view.battle
    if not battle:
        return Listing("")
    if spec.kind == "build":
        return _build(battle, view, battle.verbs[spec.verb], spec.words)
    if spec.kind == "menu":
        return _menu(battle, view)
    if spec.kind in ("order", "act"):
        return _order(battle) if spec.kind == "order" else _act(battle)
    who = battle.table.find(spec.words[0])
    if not who:
        return Listing(spec.words[0], (Item("is not in the battle any more", Back()),))
    return _one(battle, view, spec.kind, who)


def _act(battle: Battle) -> Listing:
    """For whom the GM presses."""
    items = [Item(c.name, Spec("deeds", words=(c.name,))) for c in battle.table.standing]
    return Listing("Act for", tuple(items))


def _one(battle: Battle, view: View, kind: str, who: Combatant) -> Listing:
    """What there is to say of one combatant, and what it may do."""
    if kind == "why":
        said = battle.system.why(battle.table, who).split("; ")
        return Listing(f"Why {who.name}?", tuple(Item(line, Back()) for line in said))
    about = _about(battle, view, who) if kind == "about" else []
    return Listing(who.name, (*about, *_deeds(battle, view, who)))


def _menu(battle: Battle, view: View) -> Listing:
    """The GM's menu: the order, every verb of the GM that can be said now, and the end."""
    items = [Item("Order and why", Spec("order"))]
    for verb in battle.verbs.values():
        if verb.gm and verb.name not in APART and _open(battle, verb):
            items += _offer(battle, view, verb, ())
    if battle.table.started:
        items.append(Item("Act for", Spec("act")))
    for name, label in (("undo", "Undo"), ("redo", "Redo"), ("finish", "Finish the battle")):
        if battle.is_legal(Command(name)):
            items.append(Item(label, Take(Command(name))))
    return Listing("Game master", tuple(items))


def _open(battle: Battle, verb: Verb) -> bool:
    """Whether the verb can come at this stage of the battle."""
    if battle.fault or battle.table.over:
        return False
    if not battle.table.started:
        return verb.when in (When.SETUP, When.ALWAYS)
    return verb.when is not When.SETUP and (
        verb.when is not When.ASKED or verb.name in battle.prompt.verbs
    )


def _order(battle: Battle) -> Listing:
    """Everybody, in the order of this round; then those without a place."""
    table = battle.table
    placed = [c for place in table.order.places() for c in place]
    line = placed + [c for c in table.roster if c not in placed]
    values = {c: battle.system.value(table, c) for c in line}
    items = [
        Item(
            c.name,
            Spec("about", words=(c.name,)),
            ("! " if c in table.overruled else "") + ("-" if values[c] is None else str(values[c])),
            struck=c.down,
            strong=c in table.up,
        )
        for c in line
    ]
    start = next((n for n, c in enumerate(line) if c in table.up), 0)
    return Listing(battle.system.value_name.capitalize(), tuple(items), start)


def _about(battle: Battle, view: View, who: Combatant) -> list[Item]:
    """What the GM can do with one combatant."""
    items = [Item("Why here?", Spec("why", words=(who.name,)))]
    for verb in battle.verbs.values():
        if verb.gm and verb.args and verb.args[0].kind in (Kind.WHO, Kind.WHO_OR_SIDE):
            items += _offer(battle, view, verb, (who.name,)) if _open(battle, verb) else []
    return items


def _deeds(battle: Battle, view: View, who: Combatant) -> list[Item]:
    """What the combatant may do now, by its own button."""
    items: list[Item] = []
    for verb in battle.verbs.values():
        if verb.gm or not _open(battle, verb):
            continue
        if verb.when is When.ASKED and who not in battle.prompt.asked:
            continue
        items += _offer(battle, view, verb, (who.name,))
    return items


def _offer(battle: Battle, view: View, verb: Verb, words: tuple[str, ...]) -> list[Item]:
    """The verb as an item, or none where nothing could come of it."""
    label = (verb.label or verb.name).capitalize()
    if len(words) == len(verb.args):
        command = Command(verb.name, words)
        return [Item(label, Take(command))] if battle.is_legal(command) else []
    inside = _build(battle, view, verb, words)
    return [Item(label, Spec("build", verb.name, words))] if inside.items or inside.dial else []


def _build(battle: Battle, view: View, verb: Verb, words: tuple[str, ...]) -> Listing:
    """The next word of a command: names, a number to dial, or the words that the system offers."""
    title = " ".join(((verb.label or verb.name).capitalize(), *words)).replace("=", " ")
    if words and words[-1].endswith("="):
        return _number_of(battle, title, verb, words)
    arg = verb.args[min(len(words), len(verb.args) - 1)]
    if arg.kind is Kind.WHOLE and not arg.offers:
        low, high = _span(battle, verb, words, arg)
        return Listing(title, start=low, dial=(low, high))
    if arg.kind is Kind.NEW:
        here = {c.name for c in battle.table.roster}
        late = [c for c in view.reserve if c.args[0] not in here]
        return Listing(title, tuple(Item(c.args[0], Take(c)) for c in late))
    items = [
        item for word in _words(battle, verb, arg, words) for item in _step(battle, verb, word)
    ]
    if arg.many and len(words) >= len(verb.args) - arg.optional:
        command = Command(verb.name, words)
        items.insert(0, Item("That is all", Take(command)))
    return Listing(title, tuple(items))


def _step(battle: Battle, verb: Verb, words: tuple[str, ...]) -> list[Item]:
    """The item that chooses the last of *words*: the command, if it is whole and legal."""
    label = words[-1].rstrip("=")
    last = verb.args[min(len(words), len(verb.args)) - 1]
    if last.many or words[-1].endswith("=") or len(words) < len(verb.args):
        return [Item(label, Spec("build", verb.name, words))]
    command = Command(verb.name, words)
    return [Item(label, Take(command))] if battle.is_legal(command) else []


def _words(
    battle: Battle, verb: Verb, arg: Arg, words: tuple[str, ...]
) -> Iterable[tuple[str, ...]]:
    """All that may stand next, each with the words before it."""
    table = battle.table
    if arg.offers:
        found = list(arg.offers(table, *battle.read(verb, words)))
    elif arg.kind is Kind.CHOICE:
        found = list(arg.choices)
    elif arg.kind in (Kind.WHO, Kind.WHO_OR_SIDE):
        asked = verb.when is When.ASKED and not words
        found = [c.name for c in (battle.prompt.asked if asked else table.roster)]
        found = (table.sides if arg.kind is Kind.WHO_OR_SIDE else []) + found
    elif arg.kind is Kind.SETTING:
        who = table.find(words[0])
        found = [f"{thing}=" for thing in _things(battle, who)] if who else []
    else:  # a flag
        found = [flag.name for flag in battle.system.flags if flag.name not in words]
    return [(*words, word) for word in found]


def _things(battle: Battle, who: Combatant) -> list[str]:
    """All that the GM can set of one combatant."""
    system = battle.system
    numbers = [a.name for a in system.attributes if a.kind != "text"]
    every = [*system.settings, system.value_name, *system.left(battle.table, who), *numbers]
    return list(dict.fromkeys(every))


def _number_of(battle: Battle, title: str, verb: Verb, words: tuple[str, ...]) -> Listing:
    """The value of a `key=` that was chosen: a few words, or a number that starts where it is."""
    key = words[-1][:-1]
    if choices := battle.system.settings.get(key):
        made = [(*words[:-1], f"{key}={choice}") for choice in choices]
        items = [Item(w[-1].partition("=")[2], Take(Command(verb.name, w))) for w in made]
        return Listing(title, tuple(items))
    who = battle.table.find(words[0])
    now: object = None
    if who:
        left = battle.system.left(battle.table, who)
        now = left.get(key, who.attributes.get(key))
        now = battle.system.value(battle.table, who) if key == battle.system.value_name else now
    return Listing(
        title, start=int(now) if isinstance(now, int | Fraction) else 0, dial=(-999, 999)
    )


def _span(battle: Battle, verb: Verb, words: tuple[str, ...], arg: Arg) -> tuple[int, int]:
    """What can be dialled: a die's faces, what is left of a budget, or what the word allows."""
    if verb.name in ("roll", "die"):
        return 1, battle.prompt.sides
    who = battle.table.find(words[0]) if words else None
    budget = battle.system.left(battle.table, who).get(verb.name) if who else None
    return arg.low, arg.high if budget is None else max(arg.low, min(arg.high, budget))


def dialled(spec: Spec, value: int) -> Take:
    """The command that a dialled number completes."""
    *before, last = spec.words or ("",)
    words = (*before, f"{last}{value}") if last.endswith("=") else (*spec.words, str(value))
    return Take(Command(spec.verb, words))
