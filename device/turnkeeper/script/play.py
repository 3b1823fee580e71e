"""A script played on a box, be it the rules alone or the whole device, and what came of it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from turnkeeper.errors import Refused, RuleFault, TurnkeeperError
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.command import Command
from turnkeeper.rules.faults import told
from turnkeeper.script import expects
from turnkeeper.script.lines import quoted
from turnkeeper.script.reader import Script, Step


class Box(Protocol):
    """Whatever plays a battle."""

    @property
    def battle(self) -> Battle:
        """The battle as the box has it."""

    def do(self, command: Command) -> str:
        """Do *command*, as people at the table would; "" or why it was refused."""


class Rules:
    """The rules alone."""

    def __init__(self, script: Script) -> None:
        """A new battle of the script's game."""
        self.battle = Battle(script.system, script.options)

    def do(self, command: Command) -> str:
        """Push the command; "" or why it was refused, and then nothing has changed."""
        try:
            self.battle.push(command)
        except Refused as refused:
            return str(refused)
        return ""


@dataclass(slots=True)
class Done:
    """One command and what came of it.

    refused: "" or why.  says: what the device says then.  state: as for `--json`.  failures: line
    numbers and sentences.  expects: how many followed it.  foreseen: `refused` was one of them.
    """

    step: Step
    refused: str
    says: str
    state: dict[str, Any]
    failures: list[tuple[int, str]] = field(default_factory=list)
    expects: int = 0
    foreseen: bool = False


def play(script: Script, box: Box) -> Iterator[Done]:
    """Play the script's commands on *box*, one by one, each with the expects that follow it.

    A failure is a line number and a sentence: what was wanted, what was found. A refusal that no
    `expect refused` follows is one. RuleFault where a game of one's own fails to be looked at.
    """
    try:
        yield from _play(script, box)
    except TurnkeeperError:
        raise
    except Exception as fault:
        raise RuleFault(f"{script.file}: rule error: {told(fault)}") from fault


def _play(script: Script, box: Box) -> Iterator[Done]:
    done: Done | None = None
    for step in script.steps:
        if step.command:
            if done:
                yield _closed(done)
            before = done.state if done else state(box.battle)
            try:
                refused = box.do(step.command)
            except TurnkeeperError as fault:
                raise type(fault)(f"{script.file}:{step.line}: {fault}") from fault
            done = Done(step, refused, says(box.battle, refused), state(box.battle))
            if refused and done.state != before:
                done.failures.append(
                    (step.line, f"{step.text} was refused, and changed the battle")
                )
        elif step.expect:
            kind, words = step.expect
            done = done or Done(Step(step.line, ""), "", "", state(box.battle))
            done.expects += 1
            found = expects.found(expects.Seen(box.battle, done.refused), kind, words)
            if found is not None:
                done.failures.append((step.line, f"wanted: {step.text}; found: {found}"))
            done.foreseen |= kind == "refused"
    if done:
        yield _closed(done)


def _closed(done: Done) -> Done:
    if not done.refused:
        return done
    if done.foreseen:
        done.says += " (as expected)"
    else:
        text = done.step.text
        done.failures.insert(0, (done.step.line, f"wanted: {text}; found: refused, {done.refused}"))
    return done


def says(battle: Battle, refused: str) -> str:
    """What the device would say after a command, in one line."""
    table = battle.table
    if refused:
        return f"refused: {refused}"
    if table.over:
        return "the battle is over"
    if battle.fault:
        return f"rule error: {battle.fault}; undo?"
    at = f"round {table.round}" + (f" CAP {table.cap}" if table.cap else "")
    end = "; end the battle?" if table.offer else ""
    return f"{at}: {battle.awaited()}{end}" if table.started else battle.awaited() + end


def state(battle: Battle) -> dict[str, Any]:
    """The battle as plain data, for `--json`."""
    table = battle.table
    values = {c.name: battle.system.value(table, c) for c in table.roster}
    return {
        "round": table.round,
        "cap": table.cap,
        "turn": expects.may_act(battle),
        "ask": expects.asked(battle),
        "order": expects.order(battle),
        "acted": expects.names(table.acted),
        "values": {name: value for name, value in values.items() if value is not None},
        "down": [c.name for c in table.roster if c.down],
        "overruled": [c.name for c in table.overruled],
        "offer": table.offer,
        "over": table.over,
        "time": battle.time,
    }


def title(script: Script) -> str:
    """The script's first line."""
    options = [quoted(f"{key}={value}") for key, value in script.options.items()]
    return " ".join(("system", script.system.name, *options))
