"""A battle is a system, its options, and the events so far. Nothing else is state.

The table and the prompt are computed from those three, so that undo, redo, resuming after a power
cut and replaying a script are one and the same thing. A coroutine cannot be copied: whether a
command is legal is known before it is played, and a refused one changes nothing.
"""

import binascii
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from turnkeeper.errors import Refused, RuleFault, ScriptError
from turnkeeper.rules import legal
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.command import Command
from turnkeeper.rules.common import VERBS
from turnkeeper.rules.faults import told
from turnkeeper.rules.prompts import Answer, Default, Prompt
from turnkeeper.rules.system import System
from turnkeeper.rules.verbs import Verb, Words

if TYPE_CHECKING:
    from turnkeeper.rules.table import Table

Event = tuple[Command, Verb, Words]


class Battle:
    """One fight, from its first combatant to `finish`.

    system: the game.  options: its settings, by name.  events: what was taken, in order.
    undone: what was taken back, the next to redo last.  table: how things stand.
    fault: "" or, where a system's own code failed, a sentence; then only undo is taken.
    """

    def __init__(self, system: System, options: dict[str, str] | None = None) -> None:
        """A battle of *system* that nobody has joined; Refused where an option is not known."""
        self.system = system
        self.options = options or {}
        for key, value in self.options.items():
            if wrong := system.refuse_option(key, value):
                raise Refused(wrong)
        self.verbs = {verb.name: verb for verb in (*VERBS, *system.verbs)}
        self.events: list[Event] = []
        self.undone: list[Event] = []
        self._begin()

    def _begin(self) -> None:
        self.fault = ""
        self.table: Table[Any] = self.system.table(self.system, self.options)
        self._script = self.system.battle(self.table)
        self._advance(None)

    @property
    def prompt(self) -> Prompt[Any]:
        """The open question."""
        return self.table.prompt

    @property
    def time(self) -> int:
        """Game time in seconds: what the book gives a turn, for each turn taken (HQ-12)."""
        return self.system.seconds * len(self.table.acted)

    def digest(self) -> str:
        """Eight hex digits of the open question: its kind and who is asked, never its words."""
        prompt = self.table.prompt
        names = "\n".join([prompt.kind, *(c.name for c in prompt.asked)])
        return f"{binascii.crc32(names.encode()):08X}"

    # Is it legal?

    def is_legal(self, command: Command) -> bool:
        """Whether the rules take *command* now. Changes nothing."""
        return self.refusal(command) is None

    def refusal(self, command: Command) -> str | None:
        """Why the rules do not take *command* now, as a sentence; None where they do."""
        judged = self._judged(command)
        return judged if isinstance(judged, str) else None

    def _judged(self, command: Command) -> tuple[Event, tuple[Any, ...]] | str:
        """The command, read, and its words with names as combatants; or why it is not taken now."""
        args: tuple[Any, ...] = ()
        try:
            verb, words = self._read(command)
            if verb.name in ("undo", "redo"):
                reason = self._refuse_history(verb)
            else:
                reason = self._refuse_fault() or legal.refuse_stage(self.table, verb)
                args = () if reason else legal.resolved(self.table, verb, words)
                reason = reason or legal.refuse(self.table, verb, args)
        except (Refused, ScriptError) as refused:
            return str(refused)
        except Exception as fault:  # noqa: BLE001 - a game of one's own may fail in any way
            return f"rule error: {told(fault)}; nothing has changed"
        return reason or ((command, verb, words), args)

    def _read(self, command: Command) -> tuple[Verb, Words]:
        if not (verb := self.verbs.get(command.verb)):
            raise Refused(f"{self.system.title} has no '{command.verb}'")
        return verb, verb.read(command.args)

    def read(self, verb: Verb, words: tuple[str, ...]) -> tuple[Any, ...]:
        """The first words of a command, read, with names as combatants, for `Arg.offers`."""
        places = zip(verb.places(len(words)), words, strict=False)
        return legal.resolved(self.table, verb, tuple(arg.read(word) for arg, word in places))

    def _refuse_fault(self) -> str | None:
        return f"rule error: {self.fault}; undo?" if self.fault else None

    def _refuse_history(self, verb: Verb) -> str | None:
        if verb.name == "undo":
            return None if self.events else "there is nothing to undo"
        return None if self.undone else "there is nothing to redo"

    def awaited(self) -> str:
        """What is waited for, as half a sentence: "Ann and Bo owe a die"."""
        return legal.awaited(self.table)

    # Play

    def remember(self, undone: list[Command]) -> None:
        """What was taken back before, the next to redo last."""
        self.undone = [(command, *self._read(command)) for command in undone]

    def push(self, command: Command) -> None:
        """Take *command* and play on to the next question.

        Raises Refused, with a sentence, where the rules do not allow it; nothing has changed then.
        """
        judged = self._judged(command)
        if isinstance(judged, str):
            raise Refused(judged)
        if command.verb == "undo":
            self.pop()
        elif command.verb == "redo":
            self._play(self.undone.pop())
        else:
            self._play(*judged)
            self.undone.clear()

    def pop(self) -> Command:
        """Take back the last event, which is given; the state is replayed without it."""
        if not self.events:
            raise Refused("there is nothing to undo")
        *kept, last = self.events
        self.undone.append(last)
        self._replay(kept)
        return last[0]

    def _replay(self, events: list[Event]) -> None:
        self.events = []
        self._begin()
        for event in events:
            self._play(event)

    def _play(self, event: Event, args: tuple[Any, ...] | None = None) -> None:
        _, verb, words = event
        self.events.append(event)
        if self.fault:
            return
        if args is None:
            args = legal.resolved(self.table, verb, words)
        if verb.name == "next":
            self._default()
        elif verb.do:
            self._change(verb.do, *args)
        elif verb.name == "start":
            self._advance(Answer(None, "start"))
        elif verb.name == "die":
            self._advance(Answer(legal.first_die(self.table), "roll", args))
        else:
            self._answer(Answer(args[0], verb.name, args[1:]))

    def _answer(self, answer: Answer[Any]) -> None:
        """An answer to the open question, or to the one aside, which never moves the battle on."""
        if answer.verb in self.prompt.verbs and answer.who in self.prompt.asked:
            self._advance(answer)
            return
        self._change(self.system.answer, answer)

    def _change(self, do: Callable[..., None], *args: Any) -> None:  # noqa: ANN401
        """Change the table; the open question is then looked at anew."""
        try:
            do(self.table, *args)
        except Exception as fault:  # noqa: BLE001 - a game of one's own may fail in any way
            self._fail(fault)
        else:
            self._advance(None)

    def _default(self) -> None:
        """`next`: the default answer of everybody who is asked, one step of undo."""
        prompt = self.prompt
        if not prompt.default:
            self._advance(Answer(None, "next"))
            return
        for combatant in prompt.asked:
            if self.prompt.kind == prompt.kind and combatant in self.prompt.asked:
                self._answer_for(combatant, prompt.default)

    def _answer_for(self, combatant: Combatant, default: Default) -> None:
        try:
            name, words = default(combatant)
            do = self.verbs[name].do
        except Exception as fault:  # noqa: BLE001 - a game of one's own may fail in any way
            self._fail(fault)
            return
        if do:
            self._change(do, combatant, *words)
        else:
            self._advance(Answer(combatant, name, words))

    def _advance(self, answer: Answer[Any] | None) -> None:
        if self.table.over:
            self.table.prompt = Prompt("over")
            return
        try:
            self.table.prompt = _question(self._script.send(answer))
        except StopIteration:
            self.table.over = True
            self.table.prompt = Prompt("over")
        except Exception as fault:  # noqa: BLE001 - a game of one's own may fail in any way
            self._fail(fault)

    def _fail(self, fault: Exception) -> None:
        self.fault = told(fault)
        self.table.prompt = Prompt("fault", title=self.fault)


def _question(found: object) -> Prompt[Any]:
    """What the rules wait for; RuleFault where it is not an answer of the table."""
    if isinstance(found, Prompt):
        return found
    raise RuleFault("the rules wait for something that is not the table")
