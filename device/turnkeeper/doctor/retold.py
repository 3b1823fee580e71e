"""A battle as a script in which nobody has a name, and which plays just as the battle did.

Every word is read as what it is for its verb, since a name may be anything: a verb, a number, a
kind of action. The same word is called the same everywhere, so all that was equal stays equal.
"""

from collections.abc import Iterable, Sequence

from turnkeeper.doctor.names import HIDDEN, Names
from turnkeeper.errors import Refused, RuleFault, ScriptError
from turnkeeper.journal import Row
from turnkeeper.resume import folded, new_battle
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.command import Command
from turnkeeper.rules.system import System
from turnkeeper.rules.verbs import WHOLE, Kind, Verb
from turnkeeper.script import lines, reader

SIDE = "side"


class Teller:
    """Retells the battles of one journal; *names* is what everybody is called in the report."""

    def __init__(self, names: Names) -> None:
        """Nothing is told yet."""
        self._names = names

    def meet(self, rows: Sequence[str]) -> None:
        """Have everybody who joins in these lines known as a name."""
        for row in rows:
            command = _read(row)
            if command and command.verb == "combatant" and command.args:
                self._names.of(command.args[0], "C")
                sides = [word for word in command.args[1:] if word.startswith(f"{SIDE}=")]
                for word in sides[:1]:
                    self._names.of(word.partition("=")[2], "S")

    def head(self, line: str, game: System | None) -> str:
        """The `system` line; of a *game* that is not known here only what is ours."""
        command = _read(line)
        if game or not command:
            return line or "system"
        words = [word if self._names.plain(word) else HIDDEN for word in command.args]
        return lines.written(Command(command.verb, tuple(words)))

    def line(self, row: str, game: System | None) -> str:
        """One line of a battle of *game*; None where that game is not known here."""
        command = _read(row)
        if not command:
            return "# a line that cannot be read"
        verb = reader.language(game).get(command.verb) if game else None
        if verb is None:
            words = [self._any(word) for word in command.args]
        else:
            places = zip(verb.places(len(command.args)), command.args, strict=False)
            words = [self._word(arg.kind, word, verb, game) for arg, word in places]
        known = verb or self._names.plain(command.verb)
        return lines.written(Command(command.verb if known else HIDDEN, tuple(words)))

    def _word(self, kind: Kind, word: str, verb: Verb, game: System | None) -> str:
        if kind in (Kind.WHO, Kind.WHO_OR_SIDE, Kind.NEW):
            return self._names.of(word, "C")
        if kind is Kind.SETTING:
            return self._setting(word, game)
        if kind is Kind.TEXT and not (verb.name in ("mark", "unmark") and game and game.flag(word)):
            return self._text(word)
        return word

    def _setting(self, word: str, game: System | None) -> str:
        """key=value: a side, a list of skills, a choice of the game's, a number, or any text."""
        key, sign, value = word.partition("=")
        attribute = game.attribute(key) if game else None
        if not sign:
            return self._any(word)
        if key == SIDE:
            value = self._names.of(value, "S")
        elif attribute and attribute.kind == "skills":
            value = ",".join(self._skill(part) for part in value.split(","))
        elif not (game and key in game.settings) and not _number(value):
            value = self._text(value)
        if not (attribute or self._names.plain(key)):
            key = HIDDEN
        return f"{key}={value}"

    def _skill(self, part: str) -> str:
        name, sign, value = part.rpartition(":")
        return f"{self._text(name.strip())}{sign}{value}" if sign else part

    def _text(self, word: str) -> str:
        """A word with parts: attack:TARGET:3, the name of a skill, a percentage.

        What stands first is a word of the game if it can be one; behind it names go before that.
        """
        first, *others = word.split(":")
        told = [first if self._names.plain(first) else self._names.of(first, "T")]
        while others:
            for count in range(len(others), 0, -1):  # a name may have colons of its own
                whole = ":".join(others[:count])
                if count == 1 or self._names.known(whole):
                    break
            del others[:count]
            kept = whole.isdecimal() if len(told) > 1 else not self._names.known(whole)
            plain = kept and self._names.plain(whole)
            told.append(whole if plain else self._names.of(whole, "T"))
        return ":".join(told)

    def _any(self, word: str) -> str:
        """A word of a verb that nobody here knows."""
        if called := self._names.known(word):
            return called
        return self._setting(word, None) if "=" in word[1:] else self._text(word)


def plays_alike(head: str, rows: Sequence[Row], told: Sequence[str], names: Names) -> bool:
    """Whether what was told plays as the battle of these rows did, question by question."""
    before, _ = folded(list(rows))
    after, _ = folded([row._replace(line=line) for row, line in zip(rows, told, strict=True)])
    try:
        first, second = new_battle(head), new_battle(head)
        for row, retold in zip(before, after, strict=True):
            first.push(lines.command(row.line))
            second.push(lines.command(retold.line))
            if course(first, names) != course(second, None):
                return False
    except (Refused, ScriptError, RuleFault, ValueError):
        return False
    return True


def course(battle: Battle, names: Names | None) -> tuple[object, ...]:
    """Where a battle stands, in all that matters; with *names* as the report calls them."""

    def called(found: Iterable[Combatant]) -> list[str]:
        return [names.of(one.name, "C") if names else one.name for one in found]

    table, prompt = battle.table, battle.prompt
    values = [battle.system.value(table, one) for one in table.roster]
    left = [battle.system.left(table, one) for one in table.roster]
    asked = called(prompt.asked)
    down = called(one for one in table.roster if one.down)
    stands = (table.round, called(table.up), called(table.roster), down, values, left)
    return prompt.kind, asked, prompt.verbs, prompt.sides, table.over, *stands


def _read(row: str) -> Command | None:
    try:
        return lines.command(row)
    except ScriptError:
        return None


def _number(text: str) -> bool:
    whole, _, part = text.partition(".")
    return bool(WHOLE.fullmatch(whole)) and (not part or part.isdecimal())
