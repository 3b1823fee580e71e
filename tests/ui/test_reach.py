"""Whatever the rules take can be said at the box: by one's own button, by the knob, by a key.

Generic over the books: each command of each battle, and of random ones, is looked for in the lists
with the front's own gestures, as people would; what they then say must be that very command.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from tests.rules.anybattle import begun, guess, some, took
from tests.rules.snapshot import seen
from tests.ui.hands import KEYS, by_button, by_key, by_knob
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.command import Command
from turnkeeper.rules.verbs import Kind
from turnkeeper.script import reader
from turnkeeper.systems import SYSTEMS
from turnkeeper.ui import building, choices
from turnkeeper.ui.view import Tonight, View
from turnkeeper_sim.props import same_one

BATTLES = sorted((Path(__file__).parents[1] / "battles").rglob("*.battle"))


@contextmanager
def at_the_box(battle: Battle, command: Command) -> Iterator[View]:
    """The box with this battle, while everybody has a seat, and whoever is to join may come."""
    before = [(one, one.seat) for one in battle.table.roster]
    for seat, (one, _) in enumerate(before, 1):
        one.seat = seat
    yield View(Tonight(), battle, (command,) if command.verb == "combatant" else ())
    for one, at in before:
        one.seat = at


def unreached(battle: Battle, command: Command) -> list[str]:
    """The ways by which *command* should be said, and cannot."""
    command = plain(battle, command)
    with at_the_box(battle, command) as view:
        if command.verb in KEYS or command.verb == "die":
            return [] if by_key(view, command) == command else ["key"]
        ways = [] if same(by_knob(view, command), command) else ["knob"]
        who = None if battle.verbs[command.verb].gm else battle.table.find(command.args[0])
        if who and not same(by_button(view, command, who.seat or 0), command):
            ways.append("button")
        return ways


def same(found: Command | None, command: Command) -> bool:
    """Whether that was said; whoever joins may have a seat or not."""
    return found == command or (found is not None and same_one(found, command))


def plain(battle: Battle, command: Command) -> Command:
    """The command with its numbers as they are dialled: 2 for +2."""
    args = battle.verbs[command.verb].places(len(command.args))
    words = (
        re.sub(r"^([a-z]*=|)\+([0-9])", r"\1\2", word)
        if arg.kind in (Kind.WHOLE, Kind.SETTING)
        else word
        for arg, word in zip(args, command.args, strict=False)
    )
    return Command(command.verb, tuple(words))


def for_show(command: Command) -> bool:
    """What no list need say: a die's printed 0, which is dialled as 10; a word said twice."""
    printed = command.verb == "roll" and command.args[1] == "0"
    twice = command.verb in ("mark", "unmark") and len(set(command.args)) < len(command.args)
    return printed or twice


@pytest.mark.parametrize("file", BATTLES, ids=lambda f: f"{f.parent.name}/{f.stem}")
def test_every_command_of_a_battle_can_be_said_at_the_box(file: Path) -> None:
    script = reader.read(file.read_text(encoding="utf-8"), file.name)
    battle = Battle(script.system, script.options)
    for step in script.steps:
        command = step.command
        if not command or not battle.is_legal(command):
            continue
        if not for_show(command):
            assert unreached(battle, command) == [], f"{file.name}:{step.line}: {step.text}"
        battle.push(command)


def test_the_battles_say_every_verb_of_their_book() -> None:
    """So that what holds above holds of all that there is to say."""
    said: dict[str, set[str]] = {name: set() for name in SYSTEMS}
    for file in BATTLES:
        script = reader.read(file.read_text(encoding="utf-8"), file.name)
        said[script.system.name] |= {step.command.verb for step in script.steps if step.command}
    for name, verbs in said.items():
        unsaid = {verb.name for verb in SYSTEMS[name].verbs} - verbs
        assert unsaid == set(), name


# Random battles


def legal(battle: Battle, luck: Random) -> Iterator[Command]:
    """For each verb a command that the rules take now, where a few guesses find one."""
    for verb in battle.verbs.values():
        guesses = (guess(battle, luck, verb) for _ in range(6))
        if found := next(filter(battle.is_legal, guesses), None):
            yield found


@pytest.mark.parametrize("name", SYSTEMS)
def test_whatever_is_legal_can_be_said_and_undone_and_done_again(name: str) -> None:
    for seed in range(3):
        luck = Random(seed)
        battle = begun(name, [luck.getrandbits(32)])
        for _ in range(20):
            for command in legal(battle, luck):
                if not for_show(command):
                    assert unreached(battle, command) == [], str(command)
            said = some(battle, luck.getrandbits(32))
            before = seen(battle)
            if said.verb not in ("undo", "redo") and took(battle, said):
                after = seen(battle)
                battle.push(Command("undo"))
                assert seen(battle) == before
                battle.push(Command("redo"))
                assert seen(battle) == after


# Controls


def broken_lists(monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    """Lists that leave a verb out."""
    right = choices._offer
    monkeypatch.setattr(
        choices, "_offer", lambda b, v, one, w: [] if one.name == verb else right(b, v, one, w)
    )


@pytest.mark.parametrize(
    ("verb", "battle"), [("yield", "rx-09-the-text"), ("wait", "rq-07-a-queue")]
)
def test_control_a_verb_that_no_list_offers_is_missed(
    monkeypatch: pytest.MonkeyPatch, verb: str, battle: str
) -> None:
    broken_lists(monkeypatch, verb)
    (file,) = [file for file in BATTLES if file.stem == battle]
    with pytest.raises(AssertionError, match=f"{verb} "):
        test_every_command_of_a_battle_can_be_said_at_the_box(file)


def test_control_a_dial_that_ends_too_soon_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "span", lambda *_: (1, 2))
    (file,) = [file for file in BATTLES if file.stem == "hq-09-movement"]
    with pytest.raises(AssertionError, match="move A 10"):
        test_every_command_of_a_battle_can_be_said_at_the_box(file)
