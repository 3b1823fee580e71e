"""What the files make of tonight: the party's characters, the encounters, as lines of a script."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from turnkeeper.errors import PartyError
from turnkeeper.party import (
    AttributeRule,
    Character,
    Foe,
    Party,
    SystemRules,
    find_party,
    list_encounters,
    load_party,
)
from turnkeeper.rules.command import Command
from turnkeeper.rules.system import MOST, Attribute
from turnkeeper.script import lines
from turnkeeper.systems import SYSTEMS
from turnkeeper.ui.view import Guest, Meeting, Tonight


def rules() -> dict[str, SystemRules]:
    """What each system asks of a party or encounter file, as the files' checks take it."""
    return {
        name: SystemRules(
            attributes=tuple(rule(attribute) for attribute in system.attributes),
            options=tuple(
                AttributeRule(name=key, kind="text", choices=tuple(choices))
                for key, choices in system.options.items()
            ),
        )
        for name, system in SYSTEMS.items()
    }


def rule(attribute: Attribute) -> AttributeRule:
    """What a file may write for the attribute. The only texts in the books are lists of skills."""
    kind: Literal["whole", "decimal", "skills"] = "whole"
    if attribute.kind != "whole":
        kind = "decimal" if attribute.kind == "decimal" else "skills"
    low, high = (n if abs(n) < MOST else None for n in (attribute.low, attribute.high))
    return AttributeRule(
        name=attribute.name, kind=kind, required=attribute.required, low=low, high=high
    )


def joins(who: Character | Foe) -> Command:
    """The line that joins one to a battle."""
    seat = (f"seat={who.seat}",) if isinstance(who, Character) and who.seat else ()
    attributes = (f"{key}={value}" for key, value in who.attributes.items())
    return Command("combatant", (who.name, f"side={who.side}", *seat, *attributes))


def head(party: Party) -> str:
    """The `system` line of the party's battles."""
    options = (f"{key}={value}" for key, value in party.options.items())
    return lines.written(Command("system", (party.system, *options)))


def gather(folders: Sequence[Path]) -> tuple[Tonight, str]:
    """Who and what is in these folders (else the examples), and the `system` line. Never raises.

    A party that cannot be read leaves the home page with a sentence; a bad encounter is listed
    with its problem, and skipped.
    """
    known = rules()
    path = find_party(folders)
    try:
        party = load_party(path, known)
    except PartyError as fault:
        return Tonight("turnkeeper", problem=str(fault)), "system hummel"
    meetings = tuple(
        Meeting(
            listed.name,
            tuple(map(joins, listed.encounter.foes)) if listed.encounter else (),
            tuple(map(joins, listed.encounter.reserve)) if listed.encounter else (),
            str(listed.problem) if listed.problem else "",
        )
        for listed in list_encounters(folders, party.system, known, party)
    )
    guests = tuple(Guest(c.name, c.seat, joins(c)) for c in party.characters)
    bad = [m.name for m in meetings if m.problem]
    problem = f"skipped: {', '.join(bad)}" if bad else ""
    return Tonight(SYSTEMS[party.system].title, guests, meetings, problem=problem), head(party)
