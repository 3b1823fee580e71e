"""A battle's whole state as plain data: what is shown of it, and all that lies beneath."""

from typing import Any

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.prompts import Prompt
from turnkeeper.script import expects
from turnkeeper.script.play import says, state


def seen(battle: Battle) -> dict[str, Any]:
    """Give the state: equal for two battles that cannot be told apart, now and later."""
    table, system = battle.table, battle.system
    beneath = {name: plain(value) for name, value in vars(table).items() if name not in APART}
    return state(battle) | {
        "says": says(battle, ""),
        "awaited": battle.awaited(),
        "digest": battle.digest(),
        "fault": battle.fault,
        "why": expects.explanation(battle),
        "left": {c.name: system.left(table, c) for c in table.roster},
        "marks": {c.name: table.marks(c) for c in table.roster},
        "tell": {c.name: system.tell(table, c) for c in table.roster if system.tell},
        "adds": {c.name: system.adds(table, c) for c in table.roster},
        "table": beneath,
        "everybody": [
            {name: plain(value) for name, value in vars(c).items()} for c in table.roster
        ],
    }


APART = {"system", "_steps", "options"}
"""The same in every battle, or a guard's counter."""


def plain(value: object) -> object:
    """Give the value without objects of this one battle: combatants by name, all else by field."""
    if isinstance(value, Combatant):
        return f"<{value.name}>"
    if isinstance(value, Prompt):
        value = {name: getattr(value, name) for name in Prompt.__dataclass_fields__}
    if isinstance(value, dict):
        return {str(plain(key)): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(str(plain(item)) for item in value)
    fields = getattr(value, "__dict__", None)
    if callable(value) or fields is None:
        return "a function" if callable(value) else str(value)
    return plain(fields)
