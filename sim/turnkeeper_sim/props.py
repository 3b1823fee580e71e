"""What a battle script brings to the table, as the files that the box reads at home.

The part before `start` goes in as a party and an encounter; whoever joins later is its reserve.
"""

import re
from decimal import Decimal
from pathlib import Path

from turnkeeper.party import Character, Encounter, Foe, Party, write_encounter, write_party
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.command import Command
from turnkeeper.rules.joining import settings
from turnkeeper.script import play
from turnkeeper.script.reader import Script

SEATS = 8
SETTING_UP = ("combatant", "mark", "unmark")
NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


def write_files(script: Script, folder: Path) -> list[Command]:
    """The script's combatants as a party and an encounter; gives those who are there at the start.

    The first of one side, up to eight, have seats; everybody else is met. Who comes after the
    start is the encounter's reserve. The order in which they came is kept.
    """
    joined, late = who_join(script)
    side = side_of(joined[0]) if joined else ""
    seated = 0
    while seated < min(SEATS, len(joined)) and side_of(joined[seated]) == side:
        seated += 1
    characters = tuple(
        Character(name=c.args[0], seat=n, side=side, attributes=attributes(c))
        for n, c in enumerate(joined[:seated], 1)
    )
    party = Party(system=script.system.name, options=script.options, characters=characters)
    write_party(folder / "party.toml", party)
    (folder / "encounters").mkdir(exist_ok=True)
    encounter = Encounter(
        name="Script", foes=tuple(map(foe, joined[seated:])), reserve=tuple(map(foe, late))
    )
    write_encounter(folder / "encounters" / "script.toml", encounter)
    return joined


def who_join(script: Script) -> tuple[list[Command], list[Command]]:
    """Who the rules let join before the start, and who later; each name once."""
    rules = play.Rules(script)
    joined: dict[str, Command] = {}
    late: dict[str, Command] = {}
    setting_up = True
    for step in script.steps:
        command = step.command
        if not command:
            continue
        setting_up = setting_up and command.verb in SETTING_UP
        refused = rules.do(command)
        if command.verb == "combatant" and not refused:
            (joined if setting_up else late)[command.args[0]] = command
    return list(joined.values()), [c for name, c in late.items() if name not in joined]


def side_of(command: Command) -> str:
    """The side that a `combatant` line says."""
    return settings(command.args[1:])["side"]


def attributes(command: Command) -> dict[str, str]:
    """What a `combatant` line says besides side and seat."""
    found = settings(command.args[1:])
    return {key: plain(value) for key, value in found.items() if key not in ("side", "seat")}


def plain(word: str) -> str:
    """A number as the files write it: +3 is 3, and 1.50 is 1.5; any other word as it is."""
    return f"{(Decimal(word) + 0).normalize():f}" if NUMBER.fullmatch(word) else word


def foe(command: Command) -> Foe:
    """A `combatant` line as an encounter has it."""
    return Foe(name=command.args[0], side=side_of(command), attributes=attributes(command))


def seated(battle: Battle, box: Battle) -> Battle:
    """The battle, with everybody on the seat that it has in the *box*'s."""
    for one in battle.table.roster:
        here = box.table.find(one.name)
        one.seat = here.seat if here else None
    return battle


def same_one(one: Command, other: Command) -> bool:
    """Whether two `combatant` lines join the same one, whatever its seat."""
    return one.verb == other.verb == "combatant" and seatless(one) == seatless(other)


def seatless(command: Command) -> tuple[str, str, dict[str, str]]:
    """A `combatant` line's name and side, and its attributes."""
    return command.args[0], side_of(command), attributes(command)
