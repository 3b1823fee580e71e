"""Party and encounter files: who plays, who is met, what is wrong with a file."""

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

__all__ = [
    "MOST_COMBATANTS",
    "MOST_SEATS",
    "AttributeRule",
    "Character",
    "Encounter",
    "Foe",
    "Party",
    "Problem",
    "SystemRules",
]
