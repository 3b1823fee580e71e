"""Who comes to the battle, and with what marks: `combatant`, `mark` and `unmark`, in every book."""

from typing import Any

from turnkeeper.errors import Refused
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.system import Flag
from turnkeeper.rules.table import Table

Field = Table[Any]


def listed(names: list[str]) -> str:
    """Ann; Ann and Bo; Ann, Bo and Cy."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def settings(words: tuple[str, ...]) -> dict[str, str]:
    """key=value words as a mapping; Refused where a key comes twice."""
    found: dict[str, str] = {}
    for word in words:
        key, _, value = word.partition("=")
        if key in found:
            raise Refused(f"{key} is given twice")
        found[key] = value
    return found


def newcomer(table: Field, name: str, *words: str) -> Combatant:
    """The combatant that the words describe; Refused, as a sentence, where they are wrong."""
    system = table.system
    given = settings(words)
    side = given.pop("side", "")
    if not side:
        raise Refused(f"{name} needs a side: side=party, or side=foes")
    if table.find(name):
        raise Refused(f"there is a {name} already; every combatant needs a name of its own")
    attributes = {}
    for key, text in given.items():
        if not (attribute := system.attribute(key)):
            known = listed([a.name for a in system.attributes])
            raise Refused(f"{system.title} knows no {key}; a combatant has {known}")
        attributes[key] = attribute.read(text)
    seat = attributes.pop("seat", None)
    if seat and (other := next((c for c in table.roster if c.seat == seat), None)):
        raise Refused(f"seat {seat} is {other.name}'s")
    for attribute in system.attributes:
        if attribute.required and attribute.name not in attributes:
            raise Refused(f"{name} needs {attribute.name}: {attribute.help}")
    return system.combatant(name, side, attributes, seat if isinstance(seat, int) else None)


def refuse_combatant(table: Field, name: str, *words: str) -> str | None:
    """A name that is taken, a missing side, an unknown or wrong attribute."""
    try:
        newcomer(table, name, *words)
    except Refused as wrong:
        return str(wrong)
    return None


def do_combatant(table: Field, name: str, *words: str) -> None:
    """Join: last in the roster, with the marks that its side hands on."""
    combatant = newcomer(table, name, *words)
    combatant.side_marks = dict(table.side_marks.get(combatant.side, {}))
    table.add(combatant)
    if table.started:
        table.system.join(table, combatant)


def members(table: Field, who: Combatant | str) -> list[Combatant]:
    """The combatant, or all of the side of that name."""
    return [c for c in table.roster if c.side == who] if isinstance(who, str) else [who]


def refuse_mark(table: Field, who: Combatant | str, *flags: str) -> str | None:
    """A flag that the book has not, or one that comes after the first roll."""
    for name in flags:
        if not (flag := table.system.flag(name)):
            known = [f.name for f in table.system.flags]
            its = f"its marks are {listed(known)}" if known else "it has no marks"
            return f"{table.system.title} knows no {name}; {its}"
        rolled = [c.name for c in members(table, who) if c.begun]
        if flag.before_roll and rolled:
            have = "have" if len(rolled) > 1 else "has"
            return f"{name} is said before the first roll; {listed(rolled)} {have} rolled already"
    return None


def do_mark(table: Field, who: Combatant | str, *flags: str) -> None:
    """Mark one, or a side: its members of now, and later joiners where the flag is handed on."""
    for name in flags:
        flag = table.system.flag(name) or Flag(name)
        if isinstance(who, Combatant):
            if who.own_marks.get(flag.opposite):  # a word of one's own, not one against the side's
                del who.own_marks[flag.opposite]
            who.own_marks[name] = True
            continue
        for member in members(table, who):
            _say(member.side_marks, flag)
        if flag.before_roll:
            _say(table.side_marks.setdefault(who, {}), flag)
    for member in members(table, who):
        table.system.marked(table, member)


def _say(marks: dict[str, bool], flag: Flag) -> None:
    marks[flag.name] = True
    if flag.opposite:
        marks[flag.opposite] = False


def do_unmark(table: Field, who: Combatant | str, *flags: str) -> None:
    """Take a mark back; one's own word still outweighs the side's."""
    for name in flags:
        flag = table.system.flag(name) or Flag(name)
        if isinstance(who, str):
            table.side_marks.get(who, {}).pop(name, None)
            for member in members(table, who):
                member.side_marks.pop(name, None)
        elif flag.before_roll and who.side_marks.get(name):
            who.own_marks[name] = False
        else:
            table.recover(who, name)
    for member in members(table, who):
        table.system.marked(table, member)
