"""What a script says must hold, and how it is looked up in a battle.

Each check gives what was found, in the script's own notation; it holds where that equals what was
wanted. `-` is nobody.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from turnkeeper.errors import ScriptError
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.system import Fact
from turnkeeper.rules.verbs import WHOLE, Kind
from turnkeeper.script.lines import Word, quoted

Words = tuple[Word, ...]
Groups = list[list[str]]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a check may look at: the battle, and the last command's refusal, "" if it was taken."""

    battle: Battle
    refusal: str

    def who(self, name: str) -> Combatant | None:
        """The combatant of that name."""
        return self.battle.table.find(name)


@dataclass(frozen=True, slots=True)
class Check:
    """One kind of `expect`: how it is written, and (seen, words) -> None, or what was found."""

    usage: str
    holds: Callable[[Seen, Words], str | None]
    least: int = 0
    most: int = 999
    number: int | None = None


def read(found: Sequence[Word], facts: Mapping[str, Fact]) -> tuple[str, Words]:
    """An `expect` line's kind and words; ScriptError where there is no such kind.

    *facts*: what the games let a script expect besides.
    """
    kind, rest = str(found[0]) if found else "", tuple(found[1:])
    check = CHECKS.get(kind) or (_check(facts[kind]) if kind in facts else None)
    if not check:
        what = f"'{kind}'" if found else "nothing"
        raise ScriptError(
            f"expect {what} is not known; expect takes {', '.join([*CHECKS, *facts])}"
        )
    if not check.least <= len(rest) <= check.most:
        raise ScriptError(f"it is written: expect {kind} {check.usage}".rstrip())
    if check.number is not None and not (
        WHOLE.fullmatch(rest[check.number]) or rest[check.number].nobody
    ):
        raise ScriptError(f"expect {kind} {check.usage}: '{rest[check.number]}' is no whole number")
    return kind, rest


def found(seen: Seen, kind: str, words: Words) -> str | None:
    """None where what the line expects holds; else what was found."""
    if check := CHECKS.get(kind):
        return check.holds(seen, words)
    system = seen.battle.system
    fact = next((fact for fact in system.facts if fact.name == kind), None)
    return _fact(seen, fact, words) if fact else f"{system.title} has no '{kind}'"


def _check(fact: Fact) -> Check:
    count = len(fact.args) + fact.counts
    return Check(fact.usage, lambda *_: None, count, count, len(fact.args) if fact.counts else None)


def _fact(seen: Seen, fact: Fact, words: Words) -> str | None:
    known = []
    for arg, word in zip(fact.args, words, strict=False):
        who = seen.who(word) if arg.kind is Kind.WHO else word
        if who is None:
            return f"nobody called {word}"
        known.append(who)
    value = fact.value(seen.battle.table, *known)
    return _number(value, words[-1]) if fact.counts else _yes(value)


def groups(words: Iterable[Word]) -> Groups:
    """The groups that the words write, each sorted, since a group's order does not matter."""
    return [sorted(word.parts("+")) for word in words if not word.nobody]


def shown(places: Groups) -> str:
    """Groups as a script writes them."""
    return " ".join("+".join(map(quoted, place)) for place in places) or "-"


def names(places: Iterable[Iterable[Combatant]]) -> Groups:
    """Places as names, each sorted, without empty ones."""
    return [sorted(c.name for c in place) for place in places if place]


def order(battle: Battle) -> Groups:
    """The order of the round (or CAP) without the down; [] until it is made."""
    line = battle.table.order
    return names([c for c in place if not c.down] for place in line.places()) if line.made else []


def may_act(battle: Battle) -> list[str]:
    """Who may act now; nobody while dice, plans or declarations are owed."""
    return [] if battle.prompt.owed else [c.name for c in battle.table.up]


def asked(battle: Battle) -> list[str]:
    """Who owes an answer, in asking order."""
    return [c.name for c in battle.prompt.asked] if battle.prompt.owed else []


def compare(found: Groups, wanted: Words) -> str | None:
    """None where the groups are the same."""
    return None if found == groups(wanted) else shown(found)


def _ask(seen: Seen, wanted: Words) -> str | None:
    return compare([[name] for name in asked(seen.battle)], wanted)


def _turn(seen: Seen, wanted: Words) -> str | None:
    found = sorted(may_act(seen.battle))
    flat = sorted(name for place in groups(wanted) for name in place)
    return None if found == flat else shown([found] if found else [])


def _number(found: int | None, wanted: Word) -> str | None:
    if wanted.nobody:
        return None if found is None else str(found)
    return None if found is not None and found == int(wanted) else str(found)


def _value(seen: Seen, wanted: Words) -> str | None:
    if not (who := seen.who(wanted[0])):
        return f"nobody called {wanted[0]}"
    found = seen.battle.system.value(seen.battle.table, who)
    return "not known yet" if found is None and not wanted[1].nobody else _number(found, wanted[1])


def _left(seen: Seen, wanted: Words) -> str | None:
    if not (who := seen.who(wanted[0])):
        return f"nobody called {wanted[0]}"
    left = seen.battle.system.left(seen.battle.table, who)
    if str(wanted[1]) not in left:
        return f"{wanted[1]} is not counted for {who.name}; counted: {', '.join(left) or 'nothing'}"
    return _number(left[str(wanted[1])], wanted[2])


def _marks(seen: Seen, wanted: Words) -> str | None:
    if not (who := seen.who(wanted[0])):
        return f"nobody called {wanted[0]}"
    found = seen.battle.table.marks(who)
    flags = sorted(str(word) for word in wanted[1:] if not word.nobody)
    return None if sorted(found) == flags else " ".join(found) or "none"


def _overruled(seen: Seen, wanted: Words) -> str | None:
    found = [c.name for c in seen.battle.table.overruled]
    missing = [name for name in map(str, wanted) if name not in found]
    if all(word.nobody for word in wanted):
        missing = found
    return shown([[name] for name in found]) if missing else None


def explanation(battle: Battle) -> str:
    """Why the order is as it is: what the system says of each place, a line each."""
    places = [c for place in battle.table.order.places() for c in place]
    others = [c for c in battle.table.roster if c not in places]
    return "\n".join(battle.system.why(battle.table, c) for c in [*places, *others])


def _why(seen: Seen, wanted: Words) -> str | None:
    said = f"{seen.refusal}\n{explanation(seen.battle)}"
    missing = [word for word in wanted if word.casefold() not in said.casefold()]
    return f"no '{missing[0]}' in: {said.strip()}" if missing else None


def _yes(found: object) -> str | None:
    return None if found else "no"


CHECKS: dict[str, Check] = {
    "ask": Check("NAME...", _ask, 1),
    "turn": Check("A+B", _turn, 1),
    "order": Check("A B+C D", lambda seen, w: compare(order(seen.battle), w), 1),
    "acted": Check("B A B+C", lambda seen, w: compare(names(seen.battle.table.acted), w), 1),
    "round": Check("N", lambda seen, w: _number(seen.battle.table.round, w[0]), 1, 1, 0),
    "cap": Check("N", lambda seen, w: _number(seen.battle.table.cap, w[0]), 1, 1, 0),
    "value": Check("NAME N", _value, 2, 2, 1),
    "left": Check("NAME THING N", _left, 3, 3, 2),
    "marks": Check("NAME FLAG...", _marks, 1),
    "overruled": Check("NAME", _overruled, 1),
    "offer": Check("", lambda seen, _: _yes(seen.battle.table.offer), 0, 0),
    "time": Check("S", lambda seen, w: _number(seen.battle.time, w[0]), 1, 1, 0),
    "refused": Check("", lambda seen, _: _yes(seen.refusal), 0, 0),
    "over": Check("", lambda seen, _: _yes(seen.battle.table.over), 0, 0),
    "why": Check("WORD...", _why, 1),
}
"""Every kind of `expect`."""
