"""A text made a script: read whole first, every line checked against the language, none played."""

from dataclasses import dataclass

from turnkeeper.errors import Refused, ScriptError
from turnkeeper.rules.command import Command
from turnkeeper.rules.common import VERBS
from turnkeeper.rules.joining import settings
from turnkeeper.rules.system import Fact, System
from turnkeeper.rules.verbs import Verb
from turnkeeper.script import expects, lines
from turnkeeper.systems import SYSTEMS, system


@dataclass(frozen=True, slots=True)
class Step:
    """One line that does or expects something."""

    line: int
    text: str
    command: Command | None = None
    expect: tuple[str, tuple[lines.Word, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """A battle as a text: the game, its options, and what is done and expected, in order."""

    file: str
    system: System
    options: dict[str, str]
    steps: tuple[Step, ...]


def language(game: System) -> dict[str, Verb]:
    """Every verb of every book: a script may use one that its own *game* has not, and is refused.

    Where two games have a verb of one name, it is read as the script's own.
    """
    others = (verb for one in SYSTEMS.values() for verb in one.verbs)
    return {verb.name: verb for verb in (*others, *VERBS, *game.verbs)}


def facts(game: System) -> dict[str, Fact]:
    """What may be expected of every book: in a battle of another one it does not hold."""
    others = (fact for one in SYSTEMS.values() for fact in one.facts)
    return {fact.name: fact for fact in (*others, *game.facts)}


def read(text: str, file: str) -> Script:
    """The script in *text*; ScriptError names *file*, the line, and what was found there."""
    numbered = []
    for number, line in enumerate(text.split("\n"), 1):  # no other mark: a name may have it
        try:
            if found := lines.words(line):
                numbered.append((number, line.strip(), found))
        except ScriptError as wrong:
            raise _at(file, number, str(wrong)) from None
    if not numbered:
        raise _at(file, 1, "an empty file is no script; its first line is: system hummel")
    number, _, first = numbered[0]
    try:
        game, options = header(first)
    except (ScriptError, Refused) as wrong:
        raise _at(file, number, str(wrong)) from None
    known, expected = language(game), facts(game)
    steps = []
    for number, line, found in numbered[1:]:
        try:
            steps.append(_step(number, line, found, known, expected))
        except ScriptError as wrong:
            raise _at(file, number, str(wrong)) from None
    return Script(file, game, options, tuple(steps))


def header(found: list[lines.Word]) -> tuple[System, dict[str, str]]:
    """The game and options of a `system` line; Refused or ScriptError where there is none such."""
    if found[0] != "system" or len(found) == 1:
        raise ScriptError(
            f"the first line is `system NAME`, as in: system hummel; not '{found[0]}'"
        )
    game = system(found[1])
    for word in found[2:]:
        if "=" not in word[1:]:
            raise ScriptError(f"an option is written key=value, not '{word}'")
    options = settings(tuple(map(str, found[2:])))
    for key, value in options.items():
        if wrong := game.refuse_option(key, value):
            raise ScriptError(wrong)
    return game, options


def _step(
    number: int,
    line: str,
    found: list[lines.Word],
    known: dict[str, Verb],
    expected: dict[str, Fact],
) -> Step:
    word = str(found[0])
    if word == "expect":
        return Step(number, line, expect=expects.read(found[1:], expected))
    if word not in known:
        raise ScriptError(
            f"'{word}' is no verb; the verbs are {', '.join(sorted(known))} and expect"
        )
    command = Command(word, tuple(map(str, found[1:])))
    known[word].read(command.args)
    return Step(number, line, command=command)


def _at(file: str, line: int, said: str) -> ScriptError:
    return ScriptError(f"{file}:{line}: {said}")
