"""The verbs of every book: setting up, dice, one's turn over, and the powers of the GM (ALL-08)."""

from turnkeeper.errors import Refused
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.joining import (
    Field,
    do_combatant,
    do_mark,
    do_unmark,
    listed,
    refuse_combatant,
    refuse_mark,
)
from turnkeeper.rules.system import MOST, Attribute
from turnkeeper.rules.verbs import WHO, Arg, Kind, Verb, When

ZERO_IS_HIGHEST = (10, 100)
"""The dice whose 0 is the highest face (ALL-09)."""


# Dice


def refuse_face(table: Field, who: Combatant, face: int) -> str | None:
    """ALL-09: a face is a whole number from 1 to the die's sides."""
    prompt = table.asking(who, "roll")
    sides = prompt.sides if prompt else 0
    if prompt and who in prompt.no_die:
        return f"{who.name} has no number to roll against: the result itself is entered"
    if 1 <= face <= sides or (face == 0 and sides in ZERO_IS_HIGHEST):
        return None
    zero = f", and 0 for {sides}" if sides in ZERO_IS_HIGHEST else ""
    return f"{who.name} rolls a d{sides}: a face is 1 to {sides}{zero}, not {face}"


# The GM


def refuse_down(_: Field, who: Combatant) -> str | None:
    """One who is down already."""
    return f"{who.name} is down already" if who.down else None


def refuse_up(_: Field, who: Combatant) -> str | None:
    """One who stands."""
    return None if who.down else f"{who.name} stands already"


def do_up(_: Field, who: Combatant) -> None:
    """ALL-10: back in its old place."""
    who.down = False


def refuse_reorder(table: Field, who: Combatant, _: str, other: Combatant) -> str | None:
    """ALL-08: for those whose turn is still to come, next to one who has a place."""
    if not table.order.made:
        return "there is no order yet; it is made when all have answered"
    if who is other:
        return f"{who.name} is moved next to somebody else, not to itself"
    if who in table.up:
        return f"it is {who.name}'s turn; reordering is for those who have one to come"
    if not table.to_come(who):
        return f"{who.name} has no turn to come; reordering is for those who have"
    if not table.order.has(other):
        return f"{other.name} has no place in this order; choose somebody who has"
    return None


def do_reorder(table: Field, who: Combatant, where: str, other: Combatant) -> None:
    """Move one in the order; the turn stays where it is."""
    table.order.move(who, other, after=where == "after")
    table.overrule(who)


def refuse_hand(table: Field, who: Combatant) -> str | None:
    """ALL-08: not for the down, nor those without a place, nor the one who is up."""
    if who.down:
        return f"{who.name} is down; the turn is handed to one who stands"
    if who in table.up:
        return f"{who.name} is up already"
    if table.prompt.owed:
        owing = listed([c.name for c in table.prompt.asked])
        return f"nobody has the turn now: {owing} must answer first"
    if not table.order.made or not table.order.has(who):
        return f"{who.name} has no place in the order; the turn is handed to one who has"
    return None


def do_hand(table: Field, who: Combatant) -> None:
    """The turn goes to that one now."""
    table.hand(who)


def refuse_set(table: Field, who: Combatant, setting: str) -> str | None:
    """What is no number of that combatant, or no number at all."""
    key, _, text = setting.partition("=")
    system = table.system
    if choices := system.settings.get(key):
        return None if text in choices else f"{key} is {' or '.join(choices)}, not '{text}'"
    left, attribute = system.left(table, who), system.attribute(key)
    try:
        if key in left or key == system.value_name:
            Attribute(key, low=0 if key in left else -MOST).read(text)
        elif attribute and key != "seat":
            attribute.read(text)
        else:
            names = [a.name for a in system.attributes]
            known = listed(list(dict.fromkeys([*names, system.value_name, *left])))
            return f"{who.name} has no {key} to set; there is {known}"
    except Refused as wrong:
        return str(wrong)
    if key == system.value_name and not table.round:
        return f"there is no {key} to set before the first round"
    return None


def do_set(table: Field, who: Combatant, setting: str) -> None:
    """ALL-08: set any number; what was set is marked as overruled."""
    key, _, text = setting.partition("=")
    system = table.system
    attribute = system.attribute(key)
    left = system.left(table, who)
    if key in system.settings:
        system.choose(table, who, key, text)
        return
    if key == system.value_name:
        system.place(table, who, int(text))
    elif key in left:
        system.grant(table, who, key, int(text))
    if attribute and attribute.takes(text):
        who.attributes[key] = attribute.read(text)
    table.overrule(who)


def do_finish(table: Field) -> None:
    """The battle is over."""
    table.over = True
    table.up = []


FACE = Arg("VALUE", Kind.WHOLE, low=0, high=100)
FLAG = Arg("FLAG", Kind.TEXT, many=True)
WHOM = Arg("WHO", Kind.WHO_OR_SIDE)
OTHER = Arg("OTHER", Kind.WHO)
WHERE = Arg("before|after", Kind.CHOICE, ("before", "after"))
ATTRIBUTES = Arg("side=SIDE", Kind.SETTING, many=True)
THING = Arg("THING=N", Kind.SETTING)

VERBS = (
    Verb("down", (WHO,), "out of the fight", When.ALWAYS, gm=True,
         refuse=refuse_down, do=lambda table, who: table.down(who)),
    Verb("up", (WHO,), "back in the fight", When.ALWAYS, gm=True, refuse=refuse_up, do=do_up),
    Verb("hand", (WHO,), "the turn is this one's now", When.BATTLE, gm=True,
         refuse=refuse_hand, do=do_hand, label="hand the turn"),
    Verb("reorder", (WHO, WHERE, OTHER), "move one in the order", When.BATTLE, gm=True,
         refuse=refuse_reorder, do=do_reorder),
    Verb("combatant", (Arg("NAME", Kind.NEW), ATTRIBUTES), "somebody joins", When.ALWAYS,
         gm=True, refuse=refuse_combatant, do=do_combatant, label="join"),
    Verb("remove", (WHO,), "taken out of the battle", When.ALWAYS, gm=True,
         do=lambda table, who: table.remove(who)),
    Verb("set", (WHO, THING), "set a number", When.ALWAYS, gm=True,
         refuse=refuse_set, do=do_set),
    Verb("mark", (WHOM, FLAG), "say what holds of one or of a side", When.ALWAYS,
         gm=True, refuse=refuse_mark, do=do_mark),
    Verb("unmark", (WHOM, FLAG), "take a mark back", When.ALWAYS,
         gm=True, refuse=refuse_mark, do=do_unmark),
    Verb("start", (), "everybody is in position", When.SETUP, gm=True),
    Verb("roll", (WHO, FACE), "the die shows a face", refuse=refuse_face),
    Verb("die", (FACE,), "a die that nobody claimed", gm=True),
    Verb("done", (WHO,), "I have acted, my turn is over"),
    Verb("next", (), "go on with the default", When.BATTLE, gm=True),
    Verb("finish", (), "the battle is over", When.BATTLE, gm=True, do=do_finish),
    Verb("undo", (), "take back the last step", When.ALWAYS, gm=True),
    Verb("redo", (), "do again what was taken back", When.ALWAYS, gm=True),
)  # fmt: skip
