"""Battles to measure: who is in them, in files and in commands, and what answers each question."""

import random
from collections.abc import Sequence
from pathlib import Path

from turnkeeper.journal import Journal, card
from turnkeeper.party import Character, Encounter, Foe, Party, write_encounter, write_party
from turnkeeper.resume import new_battle
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.command import Command
from turnkeeper.rules.system import System
from turnkeeper.script import lines
from turnkeeper.systems import SYSTEMS

PLAYERS = ("Ann", "Bo", "Cy", "Dee")
FOES = 6


def write_files(folder: Path) -> None:
    """Four players with seats and six foes, for HUMMEL QUEST; whose die is higher goes first."""
    have = {"ref": "0", "speed": "30", "pool": "2"}
    seats = enumerate(PLAYERS, 1)
    characters = tuple(Character(name=n, seat=seat, attributes=have) for seat, n in seats)
    write_party(folder / "party.toml", Party(system="hummel", characters=characters))
    (folder / "encounters").mkdir()
    foes = tuple(Foe(name=f"Orc {n}", attributes=have) for n in range(1, FOES + 1))
    write_encounter(folder / "encounters" / "orcs.toml", Encounter(name="Orcs", foes=foes))


def attributes(system: System, dice: random.Random) -> list[str]:
    """Words for all that a combatant of the game needs, at random where it is a plain number."""
    found = []
    for attribute in system.attributes:
        if attribute.kind == "text":
            found.append(f"{attribute.name}=Sword:74,Bow:65")
        elif attribute.required or attribute.name in ("speed", "weight"):
            low, high = max(attribute.low, 1), min(attribute.high, 10)
            found.append(f"{attribute.name}={dice.randint(low, high)}")
    return found


def joined(
    system: System, count: int, dice: random.Random, names: Sequence[str] = PLAYERS
) -> Battle:
    """A battle in which so many on two sides have joined and taken positions."""
    battle = new_battle(f"system {system.name}")
    for command in joining(system, count, dice, names):
        battle.push(command)
    return battle


def joining(
    system: System, count: int, dice: random.Random, names: Sequence[str] = PLAYERS
) -> list[Command]:
    """The commands up to the start; the first four are players, or half of many."""
    players = max(len(PLAYERS), count // 2) if count > 10 else len(PLAYERS)
    found = []
    for number in range(count):
        side = "party" if number < players else "foes"
        name = names[number] if number < len(names) else f"Orc {number}"
        found.append(Command("combatant", (name, f"side={side}", *attributes(system, dice))))
    return [*found, Command("start")]


def answer(battle: Battle, dice: random.Random) -> Command:
    """A command that answers the open question: of the first who is asked, one die or word."""
    prompt = battle.prompt
    if not prompt.asked:
        return Command("next")
    who = prompt.asked[0]
    if "margin" in prompt.verbs:
        return Command("margin", (who.name, str(dice.randint(-9, 9))))
    if "roll" in prompt.verbs:
        return Command("roll", (who.name, str(dice.randint(1, prompt.sides))))
    assert prompt.default
    verb, words = prompt.default(who)
    return Command(verb, (who.name, *map(str, words)))


def write_journal(path: Path, game: str, events: int) -> Battle:
    """A journal with one open battle of so many events; not synced in between. The battle."""
    system, dice = SYSTEMS[game], random.Random(1)
    synchronous, card.SYNCHRONOUS = card.SYNCHRONOUS, "OFF"
    try:
        journal = Journal(path)
        battle = new_battle(head := f"system {game}")
        journal.begin(head, 0.0)
        coming = joining(system, 10, dice)
        while len(battle.events) < events:
            command = coming.pop(0) if coming else answer(battle, dice)
            journal.append(lines.written(command), battle.digest(), 1000, 0.0)
            battle.push(command)
        journal.close()
    finally:
        card.SYNCHRONOUS = synchronous
    return battle
