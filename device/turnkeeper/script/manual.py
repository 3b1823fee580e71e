"""The help of one game: what a combatant brings, its marks, and every verb, as it is declared."""

from collections.abc import Iterable

from turnkeeper.rules.common import VERBS
from turnkeeper.rules.system import SEAT, Attribute, System
from turnkeeper.rules.verbs import Verb
from turnkeeper.script.expects import CHECKS

FEW = 9
"""So many words of an option are shown one by one; of more, the first and the last."""


def manual(system: System) -> str:
    """All that can be said to a battle of *system*, and by whom."""
    first = " ".join(("system", system.name, *(f"[{key}=...]" for key in system.options)))
    parts = [
        f"{system.title}\n\nA script's first line:\n  {first}\n",
        _part("Options", ((f"{k}=", _few(words)) for k, words in system.options.items())),
        _part("What a combatant brings", map(_attribute, (*system.attributes, SEAT))),
        _part("Marks", ((flag.name, flag.help) for flag in system.flags)),
        _part("Verbs of this game", map(_verb, system.verbs)),
        _part("Verbs of every game", map(_verb, VERBS)),
        _part("What a script may expect", _expects(system)),
    ]
    return "\n".join(part for part in parts if part)


def _part(title: str, rows: Iterable[tuple[str, str]]) -> str:
    """A title and its rows, what is written and what it means; "" where there is no row."""
    found = list(rows)
    wide = max((len(written) for written, _ in found), default=0)
    lines = (f"  {written.ljust(wide)}  {means}".rstrip() for written, means in found)
    return "\n".join([f"{title}:", *lines, ""]) if found else ""


def _verb(verb: Verb) -> tuple[str, str]:
    return verb.usage, verb.help + (" (GM)" if verb.gm else "")


def _attribute(attribute: Attribute) -> tuple[str, str]:
    return f"{attribute.name}=", attribute.help + (" (needed)" if attribute.required else "")


def _few(words: tuple[str, ...]) -> str:
    return " or ".join(words) if len(words) < FEW else f"{words[0]} to {words[-1]}"


def _expects(system: System) -> list[tuple[str, str]]:
    common = [f"expect {name} {check.usage}".rstrip() for name, check in CHECKS.items()]
    own = [f"expect {fact.name} {fact.usage}".rstrip() for fact in system.facts]
    return [(line, "") for line in (*own, *common)]
