"""The menus: read off the verbs that the system declares; none is written by hand for one game.

A `Spec` says which list is open; `listing` makes its items from the battle as it is now, so that a
list that is open while the table changes is never stale.
"""

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.command import Command
from turnkeeper.rules.verbs import Kind, Verb, When
from turnkeeper.ui.building import build, hopeful, spell
from turnkeeper.ui.lists import Back, Item, Listing, Spec
from turnkeeper.ui.outcomes import GiveSeats, Leave, Take
from turnkeeper.ui.telling import told
from turnkeeper.ui.view import View

APART = ("start", "die", "next", "undo", "redo", "finish")
"""Verbs with a key of their own, or a place of their own in the menu."""

LOOK = {"why": "Why here?", "now": "How it stands"}
"""What there is to read of one combatant."""


def listing(spec: Spec, view: View) -> Listing:
    """The list that *spec* says, from the battle as it is now."""
    battle = view.battle
    if spec.kind == "pods" or not battle:
        return _pods(view) if spec.kind == "pods" else Listing("")
    if spec.verb:
        verb = battle.verbs[spec.verb]
        spelled = spec.kind == "spell"
        return spell(battle, verb, spec.words) if spelled else build(battle, view, verb, spec.words)
    if spec.kind == "menu":
        return _menu(battle, view)
    if not spec.words:
        return _order(battle) if spec.kind == "order" else _act(battle, spec.kind)
    who = battle.table.find(spec.words[0])
    if not who:
        return Listing(spec.words[0], (Item("is not in the battle any more", Back()),))
    return _one(battle, view, spec.kind, who)


def _pods(view: View) -> Listing:
    """How the lines to the pods are, and giving their buttons to seats."""
    lines = view.pods or (("none is plugged in", ""),)
    items = [Item(words, Back(), right) for words, right in lines]
    return Listing("Pods", (Item("Give seats", GiveSeats()), *items))


def able(battle: Battle) -> list[Combatant]:
    """Whoever stands, or is down and yet asked: its group's turn began before that (ALL-01)."""
    return [c for c in battle.table.roster if c in battle.prompt.asked or not c.down]


def _act(battle: Battle, kind: str) -> Listing:
    """For whom the GM presses: anybody, or one of those who owe an answer."""
    asked = battle.prompt.asked if kind == "asked" else able(battle)
    items = [Item(c.name, Spec("deeds", words=(c.name,))) for c in asked]
    start = next((n for n, c in enumerate(asked) if c in battle.table.up), 0)
    return Listing(battle.prompt.title if kind == "asked" else "Act for", tuple(items), start)


def _one(battle: Battle, view: View, kind: str, who: Combatant) -> Listing:
    """What there is to say of one combatant, and what it may do."""
    if kind == "why":
        said = battle.system.why(battle.table, who).split("; ")
        return Listing(f"Why {who.name}?", tuple(Item(line, Back()) for line in said))
    if kind == "now":
        return Listing(who.name, tuple(Item(line, Back()) for line in told(battle, who)))
    about = _about(battle, view, who) if kind == "about" else []
    deeds = _deeds(battle, view, who)
    leave = [Item("Close", Back())] if deeds and not about else []
    return Listing(who.name, (*about, *deeds, *leave))


def _menu(battle: Battle, view: View) -> Listing:
    """The GM's menu: the order, every verb of the GM that can be said now, and the end."""
    items = [Item("Order and why", Spec("order"))]
    for verb in battle.verbs.values():
        if verb.gm and verb.name not in APART and _open(battle, verb):
            items += _offer(battle, view, verb, ())
    if battle.table.started:
        items.append(Item("Act for", Spec("act")))
    else:
        items.append(Item("Leave for home", Leave()))
    for name, label in (("undo", "Undo"), ("redo", "Redo"), ("finish", "Finish the battle")):
        if battle.is_legal(Command(name)):
            at = 0 if name == "finish" and battle.table.offer else len(items)
            items.insert(at, Item(label, Take(Command(name))))
    items.append(Item("Pods", Spec("pods")))
    return Listing("Game master", tuple(items))


def _open(battle: Battle, verb: Verb) -> bool:
    """Whether the verb can come at this stage of the battle."""
    if battle.fault or battle.table.over:
        return False
    if not battle.table.started:
        return verb.when in (When.SETUP, When.ALWAYS)
    if verb.when is When.ASKED:
        return any(battle.table.asking(who, verb.name) for who in battle.table.roster)
    return verb.when is not When.SETUP


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
    items = [Item(label, Spec(kind, words=(who.name,))) for kind, label in LOOK.items()]
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
        if verb.when is When.ASKED and not battle.table.asking(who, verb.name):
            continue
        items += _offer(battle, view, verb, (who.name,))
    return items


def _offer(battle: Battle, view: View, verb: Verb, words: tuple[str, ...]) -> list[Item]:
    """The verb as an item, or none where nothing could come of it."""
    label = (verb.label or verb.name).capitalize()
    if len(words) == len(verb.args):
        command = Command(verb.name, words)
        return [Item(label, Take(command))] if battle.is_legal(command) else []
    if words and not hopeful(battle, verb, words):
        return []
    inside = build(battle, view, verb, words)
    return [Item(label, Spec("build", verb.name, words))] if inside.items or inside.dial else []
