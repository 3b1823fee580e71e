"""The way to one command: how far to turn the knob in the list, or on the page, that is open."""

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.command import Command
from turnkeeper.rules.verbs import WHOLE
from turnkeeper.ui.choices import listing
from turnkeeper.ui.dial import ROUND
from turnkeeper.ui.lists import Item, Listing, Spec
from turnkeeper.ui.marking import next_mark, rows_of
from turnkeeper.ui.outcomes import Take
from turnkeeper.ui.overlays import Overlay
from turnkeeper.ui.view import View
from turnkeeper_sim.props import same_one


def steps_to(command: Command, top: Overlay, view: View, battle: Battle) -> int | None:
    """Steps of the knob to the item that leads on to *command*, or the next one to its number.

    None where none leads there. Look again after each turn: many in a row go far (ui/dial.py).
    """
    opened = listing(top.spec, view)
    if opened.dial:
        return steps_to_number(command, top, opened.dial)
    for number, item in enumerate(opened.items):
        if leads(item, opened, command, battle):
            return number - min(top.cursor, len(opened.items) - 1)
    return None


def steps_to_number(command: Command, top: Overlay, dial: tuple[int, int]) -> int | None:
    """Steps to the command's number, the short way round: a dial comes round again."""
    words = top.spec.words
    begun = words[-1] if words and words[-1].endswith(("=", ":")) else ""
    place = len(words) - bool(begun)
    if len(command.args) <= place:
        return None
    word = command.args[place].removeprefix(begun)
    low, high = dial
    if not (WHOLE.fullmatch(word) and low <= int(word) <= high):
        return None
    return towards(int(word), top.cursor, low, high)


def towards(goal: int, at: int, low: int, high: int) -> int:
    """Steps to a number that is dialled: one where the dial has paces, 0 once it is there."""
    span = high - low + 1
    ahead = (goal - at) % span
    steps = ahead if ahead <= span // 2 else ahead - span
    return steps if span <= 2 * ROUND else min(max(steps, -1), 1)


def leads(item: Item, opened: Listing, command: Command, battle: Battle) -> bool:
    """Whether choosing *item* leads on to *command*."""
    verb, args = command.verb, command.args
    match item.does:
        case Take(found):
            return found == command or same_one(found, command)
        case Spec("build", name, words):
            return name == verb and is_prefix(words, args)
        case Spec("spell", name, (*before, begun)):
            at = len(before)
            same = name == verb and args[:at] == tuple(before) and len(args) > at
            return same and args[at].startswith(begun)
        case Spec() as spec:
            return leads_by_name(spec, opened, command, battle)
    return False


def leads_by_name(spec: Spec, opened: Listing, command: Command, battle: Battle) -> bool:
    """Whether the list of names, or of what one of them may do, leads on to *command*.

    Whom "Act for" does not name stands in the order: everybody before the start, and the down.
    """
    name, verb = command.args[:1], battle.verbs.get(command.verb)
    match spec:
        case Spec("act"):
            return verb is not None and not verb.gm
        case Spec("deeds"):
            return opened.title == "Act for" and name == spec.words
        case Spec("about"):
            return name == spec.words
        case Spec("order") if name and verb and not verb.gm:
            who = battle.table.find(name[0])
            named = battle.table.started and who and (not who.down or who in battle.prompt.asked)
            return bool(who) and not named
    return False


def is_prefix(words: tuple[str, ...], args: tuple[str, ...]) -> bool:
    """Whether the command may go on so: `move=` begins `move=5`, and `attack:Bo:` a number."""
    *before, last = words or ("",)
    if not last.endswith(("=", ":")) or len(args) < len(words):
        return words == args[: len(words)]
    word = args[len(before)]
    begins = args[: len(before)] == tuple(before) and word.startswith(last)
    return begins and (last.endswith("=") or bool(WHOLE.fullmatch(word.removeprefix(last))))


def row_of(command: Command, battle: Battle) -> int | None:
    """The row of the positions page that makes the mark next; None where none does."""
    who, *flags = command.args
    rows = rows_of(battle)
    marks = who in rows and len(flags) == 1 and next_mark(battle, who) == Take(command)
    return rows.index(who) if marks else None
