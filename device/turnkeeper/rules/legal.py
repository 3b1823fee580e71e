"""Whether the table takes a verb as it stands, and what it waits for, in words. Changes nothing."""

from typing import Any

from turnkeeper.errors import Refused
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.common import refuse_face
from turnkeeper.rules.joining import listed
from turnkeeper.rules.prompts import Prompt
from turnkeeper.rules.table import Table
from turnkeeper.rules.verbs import Kind, Verb, When, Words

Field = Table[Any]

NOT_ASKED = "that is not asked for now"
NONE = {"done": "has no turn to end", "roll": "owes no die"}
"""Of every book's verbs, what one has not who is not asked for it."""


def refuse_stage(table: Field, verb: Verb) -> str | None:
    """What comes before the start, or not yet, or too late."""
    if table.over:
        return "the battle is over; undo takes the end back"
    if not table.started and verb.when not in (When.SETUP, When.ALWAYS):
        return "the battle has not started: start it first"
    if table.started and verb.when is When.SETUP:
        return "the battle has started already"
    return None


def resolved(table: Field, verb: Verb, words: Words) -> tuple[Any, ...]:
    """The words with names as combatants; Refused where nobody is called so."""
    found: list[Any] = []
    for arg, word in zip(verb.places(len(words)), words, strict=False):
        side = arg.kind is Kind.WHO_OR_SIDE
        named = side or arg.kind is Kind.WHO
        found.append(_who(table, str(word), side=side) if named else word)
    return tuple(found)


def _who(table: Field, name: str, *, side: bool) -> Combatant | str:
    if side and name in table.sides:
        return name
    found: Combatant | None = table.find(name)
    if found:
        return found
    here = [c.name for c in table.roster]
    are = "are" if len(here) > 1 else "is"
    raise Refused(f"nobody is called {name}; here {are} {listed(here) or 'nobody'}")


def refuse(table: Field, verb: Verb, args: tuple[Any, ...]) -> str | None:
    """What the open question, or the verb itself, has against it."""
    prompt = table.prompt
    if verb.name == "start":
        return None if table.roster else "nobody has joined the battle yet"
    if verb.name == "next":
        has_default = prompt.default and prompt.asked
        if has_default or "next" in prompt.verbs:
            return None
        return f"Next answers for nobody here: {awaited(table)}"
    if verb.name == "die":
        if not (first := first_die(table)):
            return f"nobody is asked for a die; {awaited(table)}"
        return refuse_face(table, first, args[0])
    wrong = _refuse_asked(table, verb, args[0]) if verb.when is When.ASKED else None
    return wrong or verb.refuse(table, *args)


def first_die(table: Field) -> Combatant | None:
    """Whose die it is that nobody claimed: the one who is asked first."""
    prompt = table.prompt
    asked = prompt.asked if "roll" in prompt.verbs else ()
    return next((c for c in asked if c not in prompt.no_die), None)


def _refuse_asked(table: Field, verb: Verb, who: Combatant) -> str | None:
    if table.asking(who, verb.name):
        return None
    if verb.name not in table.prompt.verbs:
        wrong = f"{who.name} {NONE[verb.name]}" if verb.name in NONE else NOT_ASKED
        return f"{wrong}: {awaited(table)}"
    return f"{who.name} is not asked: {awaited(table)}"


def awaited(table: Field) -> str:
    """What is waited for, as half a sentence: "Ann and Bo owe a die"."""
    prompt = table.prompt
    names = [c.name for c in prompt.asked]
    if prompt.kind == "positions":
        return "the battle has not started"
    if prompt.kind == "nobody":
        late = table.system.aside(table)
        return prompt.title.lower() + (f"; {_asked(late)}" if late else "")
    if not names:
        return f"Next goes on ({prompt.title})" if "next" in prompt.verbs else prompt.title
    return f"it is the turn of {listed(names)}" if prompt.kind == "turn" else _asked(prompt)


def _asked(prompt: Prompt[Any]) -> str:
    """Who is asked for what."""
    names = [c.name for c in prompt.asked]
    one = len(names) == 1
    if not prompt.owed:
        return f"{listed(names)} {'is' if one else 'are'} asked ({prompt.title})"
    what = f"a d{prompt.sides}" if prompt.sides else f"an answer ({prompt.title})"
    return f"{listed(names)} {'owes' if one else 'owe'} {what}"
