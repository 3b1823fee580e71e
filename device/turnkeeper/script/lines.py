"""One line of a battle script: words parted by blanks, names with blanks in double quotes."""

import re
from typing import Self

from turnkeeper.errors import ScriptError
from turnkeeper.rules.command import Command

PIECE = re.compile(r'(?:"[^"]*"|[^\s"#]+)+|#.*|"', re.DOTALL)
"""A word as it stands, with its quotes; or a comment; or a quote that is not closed."""
SIGNED = re.compile(r"\+[0-9]+")
"""A number such as a margin's, which no command takes for a group."""


class Word(str):
    """A word without its quotes, which still knows what stood inside them."""

    __slots__ = ("inside",)
    inside: tuple[bool, ...]

    def __new__(cls, text: str, inside: tuple[bool, ...] | None = None) -> Self:
        """*inside*: for each character, whether it stood in quotes."""
        word = super().__new__(cls, text)
        word.inside = inside if inside is not None else (False,) * len(text)
        return word

    def parts(self, mark: str) -> list[str]:
        """The word cut at each *mark* that stood outside quotes: `"Orc 1"+Ann`."""
        parts, start = [], 0
        for place, character in enumerate(self):
            if character == mark and not self.inside[place]:
                parts.append(str(self[start:place]))
                start = place + 1
        return [*parts, str(self[start:])]

    @property
    def nobody(self) -> bool:
        """A bare `-`."""
        return self == "-" and not any(self.inside)


def words(line: str) -> list[Word]:
    """The words of *line*, without a comment; ScriptError where a quote is not closed."""
    return [_unquoted(piece) for piece in _pieces(line)]


def command(line: str) -> Command:
    """The command that *line* writes; ScriptError where it has no word."""
    found = [piece.replace('"', "") for piece in _pieces(line)]
    if not found:
        raise ScriptError("an empty line is no command")
    return Command(found[0], tuple(found[1:]))


def _pieces(line: str) -> list[str]:
    """The words as they stand, with their quotes."""
    found: list[str] = []
    for piece in PIECE.findall(line):
        if piece[0] == "#":
            break
        if piece == '"':
            raise ScriptError('a double quote is not closed; a name with blanks is written "Orc 1"')
        found.append(piece)
    return found


def _unquoted(piece: str) -> Word:
    parts = piece.split('"')
    inside = (number % 2 == 1 for number, part in enumerate(parts) for _ in part)
    return Word("".join(parts), tuple(inside))


def quoted(word: str) -> str:
    """The word as a script writes it, in quotes where it needs them."""
    if word and not any(c.isspace() or c in '#"+' for c in word) and word != "-":
        return word
    key, equals, value = word.partition("=")
    return f'{key}="{value}"' if equals and key.isidentifier() else f'"{word}"'


def written(done: Command) -> str:
    """The command as one line of a script, which `command` reads back."""
    words = (word if SIGNED.fullmatch(word) else quoted(word) for word in done.args)
    return " ".join((done.verb, *words))
