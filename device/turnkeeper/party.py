"""Party and encounter files: who plays, who is met, and what is wrong with a file.

Which systems there are, and what they take, comes in as `rules`; without them nothing is known of
attributes, and every one is taken as it looks.
"""

from pathlib import Path

from turnkeeper.config import Config, read_sheet, summary
from turnkeeper.errors import PartyError
from turnkeeper.files.people import (
    MOST_COMBATANTS,
    MOST_SEATS,
    AttributeRule,
    Character,
    Encounter,
    Foe,
    Party,
    Problem,
    SystemRules,
)
from turnkeeper.files.roster import Rules, read_encounter, read_party
from turnkeeper.files.sheet import Sheet
from turnkeeper.files.shelf import EXAMPLES, Listed, apart, find_party, list_encounters
from turnkeeper.files.write import encounter_text, party_text, write_encounter, write_party

__all__ = [
    "EXAMPLES",
    "MOST_COMBATANTS",
    "MOST_SEATS",
    "AttributeRule",
    "Character",
    "Encounter",
    "Foe",
    "Listed",
    "Party",
    "Problem",
    "Rules",
    "SystemRules",
    "apart",
    "check",
    "check_bytes",
    "encounter_text",
    "find_party",
    "list_encounters",
    "load_encounter",
    "load_party",
    "party_text",
    "write_encounter",
    "write_party",
]


def load_party(path: Path, rules: Rules | None = None) -> Party:
    """The party in a file. Raises `PartyError`: the first thing wrong, and how many more."""
    sheet = Sheet.from_file(path)
    party = None if sheet.problems else read_party(sheet, rules)
    if party is None or sheet.problems:
        raise PartyError(summary(sheet.problems))
    return party


def load_encounter(path: Path, rules: Rules | None = None, system: str = "") -> Encounter:
    """The encounter in a file, for a party that plays `system`. Raises `PartyError` as above."""
    sheet = Sheet.from_file(path)
    encounter = None if sheet.problems else read_encounter(sheet, rules, system)
    if encounter is None or sheet.problems:
        raise PartyError(summary(sheet.problems))
    return encounter


def check(
    path: Path, rules: Rules | None = None, system: str = "", boot: str = ""
) -> list[Problem]:
    """All that is wrong with a party, an encounter or a configuration; empty where it is fine.

    `system` is what the party plays, for an encounter that does not say; `boot` is the text of the
    Pi's config.txt, for a configuration. Never raises.
    """
    # The configuration is the owner's, who may have linked it here; the rest may be a stick's.
    sheet = Sheet.from_file(path, links=path.name == "config.toml")
    return _check(sheet, path, rules, system, boot)


def check_bytes(
    path: Path, data: bytes, rules: Rules | None = None, system: str = "", boot: str = ""
) -> list[Problem]:
    """The same for a file's contents; `path` is what the file is called."""
    return _check(Sheet.from_bytes(str(path), data), path, rules, system, boot)


def _check(sheet: Sheet, path: Path, rules: Rules | None, system: str, boot: str) -> list[Problem]:
    keys = set(sheet.data)
    if sheet.problems:
        pass  # it could not be read as TOML, and that is all there is to say
    elif path.name == "config.toml" or keys & set(Config.__struct_fields__):
        read_sheet(sheet, boot)
    elif keys & {"foes", "reserve"} or path.parent.name == "encounters":
        read_encounter(sheet, rules, system)
    elif keys & {"characters", "system"} or path.name == "party.toml":
        read_party(sheet, rules)
    else:
        sheet.wrong((), "this is no party (it has no characters) and no encounter (no foes)")
    return sheet.problems
