"""What the files make of tonight: the party's characters, the encounters, as lines of a script."""

from collections.abc import Sequence
from pathlib import Path

from turnkeeper import games
from turnkeeper.errors import PartyError
from turnkeeper.party import (
    AttributeRule,
    Character,
    Foe,
    Party,
    Problem,
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

HUMMEL = "system hummel"
"""What is played where no party says."""
ALONE = "The party alone"
"""A battle without an encounter: whoever is met joins later, or stands on the table alone."""


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
    """What a file may write for the attribute."""
    low, high = (n if abs(n) < MOST else None for n in (attribute.low, attribute.high))
    return AttributeRule(
        name=attribute.name, kind=attribute.kind, required=attribute.required, low=low, high=high
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
    with its problem, and skipped; a bad game of one's own is noted, and skipped too. Where there is
    no encounter to play, the party alone can begin.
    """
    wrong = games.offer(folders)
    try:
        party = _party(find_party(folders), wrong)
    except PartyError as fault:
        said = (*map(games.short, wrong), str(fault))  # a bad game first: the party may be its
        return Tonight("turnkeeper", problem=said[0], notes=said[1:]), HUMMEL
    meetings = tuple(
        Meeting(
            listed.name,
            tuple(map(joins, listed.encounter.foes)) if listed.encounter else (),
            tuple(map(joins, listed.encounter.reserve)) if listed.encounter else (),
            str(listed.problem) if listed.problem else "",
        )
        for listed in list_encounters(folders, party.system, rules(), party)
    )
    if all(meeting.problem for meeting in meetings):
        meetings = (Meeting(ALONE), *meetings)
    guests = tuple(Guest(c.name, c.seat, joins(c)) for c in party.characters)
    bad = [m.name for m in meetings if m.problem] + [Path(one.file).name for one in wrong]
    problem = f"skipped: {', '.join(dict.fromkeys(bad))}" if bad else ""
    title, notes = SYSTEMS[party.system].title, tuple(map(games.short, wrong))
    return Tonight(title, guests, meetings, problem=problem, notes=notes), head(party)


def _party(path: Path, wrong: list[Problem]) -> Party:
    """The party; where its file is not understood, other packages may bring its game."""
    try:
        return load_party(path, rules())
    except PartyError:
        wrong += games.installed()
        return load_party(path, rules())
