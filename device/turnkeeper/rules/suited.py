"""Whether a game fits the box: what a SYSTEM must be, so that whatever is read off it works.

Script, menus, help, pages and file checks are all made of what a system declares. Where one is
somebody's own, this says what is wrong with it, as sentences, before anybody plays it.
"""

import inspect
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.common import VERBS
from turnkeeper.rules.faults import told
from turnkeeper.rules.joining import listed
from turnkeeper.rules.system import SEAT, Attribute, Fact, Flag, System
from turnkeeper.rules.table import Table
from turnkeeper.rules.verbs import Arg, Kind, Verb, When

WORD = re.compile(r"[a-z][a-z0-9_-]{0,19}")
"""What a script can write without quotes, and a page can show."""
COMMON = {verb.name for verb in VERBS} | {"system", "expect"}
"""First words of a script's line that are every book's."""
TAKEN = {SEAT.name, "side", "name", "count"}
"""What every combatant has, in a script or in a file."""
KINDS = ("whole", "decimal", "text", "skills")
HOOKS = (
    *("battle", "value", "place", "left", "why", "join", "adds", "choose", "grant", "marked"),
    *("aside", "answer"),
)
MOST_WORDS = 60
"""Characters of a title or a line of help."""

Faults = Iterator[str]
Anything = Any
"""What is typed so may hold anything, since somebody else wrote it."""


def faults(found: object, taken: Collection[str] = (), facts: Collection[str] = ()) -> list[str]:
    """All that is wrong with *found* as a game, as sentences; [] where it fits.

    taken: names that other games have.  facts: what a script may expect of every book.
    """
    if not isinstance(found, System):
        return [f"SYSTEM is {_kind_of(found)}; it must be a System of turnkeeper.rules.system"]
    try:
        said = list(_declared(found, taken, facts))
    except Exception as fault:  # noqa: BLE001 - what stands in the fields may be anything
        return [f"SYSTEM cannot be read: {told(fault)}"]
    return said or list(_begins(found))


def _declared(system: Anything, taken: Collection[str], facts: Collection[str]) -> Faults:
    if wrong := _not_word(system.name):
        yield f"its name {wrong}"
    elif system.name in taken:
        yield f"there is a game called {system.name} already; give yours another name"
    if wrong := _not_line(system.title):
        yield f"its title {wrong}"
    if wrong := _not_word(system.value_name):
        yield f"value_name {wrong}"
    if type(system.seconds) is not int or system.seconds < 0:
        yield f"seconds must be a whole number from 0 on, not {system.seconds!r}"
    yield from _code(system)
    yield from _each("verbs", system.verbs, Verb, _verb, COMMON, "a verb of every book")
    ours = TAKEN | {system.value_name} | set(system.settings)
    yield from _each("attributes", system.attributes, Attribute, _attribute, ours, "taken already")
    yield from _each("flags", system.flags, Flag, lambda flag: _flag(system, flag))
    yield from _each("facts", system.facts, Fact, _fact, facts, "expected of every book")
    yield from _words("options", system.options)
    yield from _words("settings", system.settings)


def _begins(system: System) -> Faults:
    """A battle of it begins, and waits for the positions."""
    try:
        battle = Battle(system)
    except Exception as fault:  # noqa: BLE001 - its table may fail in any way
        yield f"its battle cannot begin: {told(fault)}"
        return
    if battle.fault:
        yield f"its battle fails as it begins: {battle.fault}"
    elif battle.prompt.kind != "positions":
        yield "its battle must begin with: await table.positions()"


# The parts


def _code(system: Anything) -> Faults:
    for hook in HOOKS:
        if not callable(getattr(system, hook)):
            yield f"{hook} must be a function, not {_kind_of(getattr(system, hook))}"
    if callable(system.battle) and not inspect.iscoroutinefunction(system.battle):
        yield "battle must be written: async def battle(table)"
    if not (system.tell is None or callable(system.tell)):
        yield f"tell must be a function, not {_kind_of(system.tell)}"
    if not (isinstance(system.combatant, type) and issubclass(system.combatant, Combatant)):
        yield "combatant must be a class made of Combatant"
    if not (isinstance(system.table, type) and issubclass(system.table, Table)):
        yield "table must be a class made of Table"


def _each(
    field: str,
    found: object,
    kind: type,
    wrong: Callable[..., Faults],
    taken: Collection[str] = (),
    why: str = "",
) -> Faults:
    """What is wrong with a tuple of named things: each by its name, none twice, none taken."""
    if not isinstance(found, tuple):
        yield f"{field} must be a tuple, not {_kind_of(found)}"
        return
    names: list[str] = []
    for number, one in enumerate(found, 1):
        if not isinstance(one, kind):
            yield f"{field}: number {number} is {_kind_of(one)}; it must be a {kind.__name__}"
            continue
        name = getattr(one, "name", None)
        if bad := _not_word(name):
            yield f"{field}: the name of number {number} {bad}"
            continue
        if name in taken:
            yield f"{field}: '{name}' is {why}; give yours another name"
        if name in names:
            yield f"{field}: '{name}' is there twice"
        names.append(str(name))
        yield from (f"{field}: '{name}' {said}" for said in wrong(one))


def _verb(verb: Anything) -> Faults:
    if wrong := _not_line(verb.help):
        yield f"needs a line of help: it {wrong}"
    if not isinstance(verb.when, When):
        yield f"must come at a When, not {_kind_of(verb.when)}"
    if not callable(verb.refuse):
        yield f"refuse must be a function, not {_kind_of(verb.refuse)}"
    if not (verb.do is None or callable(verb.do)):
        yield f"do must be a function, not {_kind_of(verb.do)}"
    if not (isinstance(verb.args, tuple) and all(isinstance(arg, Arg) for arg in verb.args)):
        yield "must have its words as a tuple of Arg"
        return
    first = verb.args[0].kind if verb.args else None
    if first is not Kind.WHO and (not verb.gm or verb.when is When.ASKED):
        yield "must begin with WHO: who does it; only the GM's own verbs need not"
    if verb.do is None and verb.when is not When.ASKED:
        yield "must say what it does (do), since it comes without being asked for"
    for number, arg in enumerate(verb.args, 1):
        if (arg.many or arg.optional) and number < len(verb.args):
            yield f"may have {arg.name} only as its last word"
        yield from (f"{arg.name} {said}" for said in _arg(arg))


def _arg(arg: Arg) -> Faults:
    if arg.kind in (Kind.NEW, Kind.SETTING):
        yield f"is of the kind {arg.kind.name}, which is for every book's own verbs"
    elif arg.kind is Kind.CHOICE and not arg.choices:
        yield "needs choices, the words that it takes"
    elif arg.kind is Kind.TEXT and not arg.offers:
        yield "needs offers, the words that the menus show"
    elif arg.kind is Kind.WHOLE and not arg.offers and arg.low >= arg.high:
        yield "needs low and high, so that it can be dialled"


def _attribute(attribute: Anything) -> Faults:
    if attribute.kind not in KINDS:
        yield f"is of the kind {attribute.kind!r}; there is {listed(list(KINDS))}"
    if not callable(attribute.check):
        yield f"check must be a function, not {_kind_of(attribute.check)}"
    if attribute.low > attribute.high:
        yield f"goes from {attribute.low} to {attribute.high}, which is nothing"


def _flag(system: Anything, flag: Anything) -> Faults:
    if flag.opposite and not system.flag(flag.opposite):
        yield f"has the opposite '{flag.opposite}', which is no flag of this game"
    if not callable(flag.shown):
        yield f"shown must be a function, not {_kind_of(flag.shown)}"


def _fact(fact: Anything) -> Faults:
    if not callable(fact.value):
        yield f"value must be a function, not {_kind_of(fact.value)}"


def _words(field: str, found: object) -> Faults:
    """Options and settings: a name each, and the words that it takes."""
    if not isinstance(found, Mapping):
        yield f"{field} must be a mapping from a name to its words, not {_kind_of(found)}"
        return
    for name, words in found.items():
        if wrong := _not_word(name):
            yield f"{field}: a name {wrong}"
        elif not (isinstance(words, tuple) and words and all(isinstance(w, str) for w in words)):
            yield f"{field}: '{name}' needs a tuple of the words that it takes"


# Words


def _not_word(found: object) -> str:
    """Why it is no name, as the rest of a sentence; "" where it is one."""
    if isinstance(found, str) and WORD.fullmatch(found):
        return ""
    return f"must be a short word of small letters, such as 'coin', not {found!r}"


def _not_line(found: object) -> str:
    """Why it is no line for the screen; "" where it is one."""
    if isinstance(found, str) and found.strip() and found.isprintable() and len(found) < MOST_WORDS:
        return ""
    return f"must be one line of 1 to {MOST_WORDS - 1} characters, not {found!r:.80}"


def _kind_of(found: object) -> str:
    return "nothing" if found is None else f"of the type {type(found).__name__}"
