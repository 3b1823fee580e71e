"""One TOML file on the desk: its data, where each key stands, and what is wrong with it.

Everything wrong is collected, not just the first, and each with its line where that can be told.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from turnkeeper.files.intake import NotTaken, Token, checked_tokens, read_text, text_of, visible
from turnkeeper.files.people import Problem

# A file made to annoy could have thousands; nobody reads on after these.
MOST_PROBLEMS = 100

Place = tuple[str | int, ...]


class Sheet:
    """A file that was read, with its problems so far.

    `data` is empty where the file could not be parsed; there is a problem then.
    """

    def __init__(self, file: str) -> None:
        self.file = visible(file, 200)
        self.data: dict[str, Any] = {}
        self.problems: list[Problem] = []
        self._lines: Mapping[Place, int] = {}

    @classmethod
    def from_file(cls, path: Path, *, links: bool = False) -> "Sheet":
        """Read a file. Never raises: what is wrong is in `problems`."""
        sheet = cls(str(path))
        try:
            sheet._parse(read_text(path, links=links))
        except NotTaken as error:
            sheet._add(error.line, "", error.sentence)
        return sheet

    @classmethod
    def from_bytes(cls, file: str, data: bytes) -> "Sheet":
        """Read a file's contents; `file` is what it is called in sentences. Never raises."""
        sheet = cls(file)
        try:
            sheet._parse(text_of(data))
        except NotTaken as error:
            sheet._add(error.line, "", error.sentence)
        return sheet

    def _parse(self, text: str) -> None:
        pieces = checked_tokens(text)
        try:
            self.data = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            self._add(*syntax_fault(text, str(error)))
        else:
            self._lines = locate(pieces)

    def _add(self, line: int | None, field: str, sentence: str) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(self.file, line, field, sentence))

    def wrong(self, place: Place, sentence: str) -> None:
        """Note that what stands at `place` is wrong. Lists count from 1 in what is shown."""
        self._add(self.line(place), shown_place(place), sentence)

    def line(self, place: Place) -> int | None:
        """The line of `place`, or of the nearest thing that it is in; None if that has none."""
        for length in range(len(place), 0, -1):
            if (line := self._lines.get(place[:length])) is not None:
                return line
        return None


def shown_place(place: Place) -> str:
    """The place as people read it: `("foes", 1, "ref")` is `foes[2].ref`."""
    words = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in place)
    return visible(words.removeprefix("."))


# What the parser says (Python 3.11 to 3.14), and what a person can do about it.
_FAULTS = (
    (r"Cannot overwrite|Duplicate|Cannot declare|redefine|mutate", "{key} is given twice"),
    (r"Invalid value", "{found} is no value; text stands in double quotes, a number by itself"),
    (r"Expected '=' after", "after a key comes = and its value, as in ref = 3"),
    (r"Expected newline or end", "{found} is too much; a line holds one key and one value"),
    (r"Expected ']", "a heading ends with as many ] as it began with"),
    (r"Invalid initial|Invalid statement", "{found} is no key; a key has letters, digits, - and _"),
    (r"Unclosed array", "the list that begins here or before has no ]"),
    (r"Unclosed inline table", "the table that begins here or before has no }}"),
    (r"Unescaped|hex value|scalar value", r"\ begins a special character; \\ is a \ itself"),
    (r"Invalid date", "{found} is no date, and no date is wanted; text stands in double quotes"),
    (r"character", "there is a character that TOML does not allow here"),
)


def syntax_fault(text: str, message: str) -> tuple[int | None, str, str]:
    """Line, key and sentence for what the TOML parser said about a text."""
    where = re.search(r"\(at (?:line (\d+), column (\d+)|end of document)\)", message)
    if where is None:
        return None, "", f"this is no TOML: {visible(message)}"
    lines = text.split("\n")
    line = int(where[1]) if where[1] else len(text.rstrip("\n").split("\n"))
    column = int(where[2]) if where[2] else len(lines[line - 1]) + 1
    found = lines[line - 1][column - 1 :].strip()
    key = re.match(r"\s*\[*\s*([\w-]+)", lines[line - 1])
    name = key[1] if key else ""
    for pattern, sentence in _FAULTS:
        if re.search(pattern, message):
            words = {"found": repr_of(found) if found else "an empty place", "key": name or "a key"}
            return line, name, sentence.format(**words)
    return line, name, f"this is no TOML: {visible(message[: where.start()].strip())}"


def repr_of(value: object) -> str:
    """A value as it may stand in a sentence: short, on one line, in TOML's words."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f"'{visible(value, 30)}'"
        case int() | float():
            return visible(str(value), 20)
        case list():
            return "a list"
        case dict():
            return "a table"
        case _:
            return "a date or time"


def locate(pieces: Sequence[Token]) -> dict[Place, int]:
    """The line at which each key, table and list element of a valid TOML text stands."""
    return _Locator(pieces).lines


class _Locator:
    """Walks the pieces of a text that the parser has accepted, and writes down the lines."""

    def __init__(self, pieces: Sequence[Token]) -> None:
        self.lines: dict[Place, int] = {}
        self._counts: dict[Place, int] = {}
        self._pieces = iter(pieces)
        self._now = Token("end", "", 0)
        self._next()
        table: Place = ()
        while self._now.kind != "end":
            if self._now.kind == "[":
                table = self._heading()
            elif self._now.kind in ("word", "text"):
                self._pair(table)
            else:
                self._next()

    def _next(self) -> Token:
        """Step on; give the piece that was stepped over."""
        before, self._now = self._now, next(self._pieces, Token("end", "", self._now.line))
        return before

    def _key(self, table: Place, *, heading: bool = False, many: bool = False) -> Place:
        """Read a dotted key below `table`; note it and all that it implies."""
        place = table
        for name, line in list(self._parts()):
            place = (*place, name)
            self.lines.setdefault(place, line)
            if heading and place in self._counts:
                place = (*place, self._counts[place] - 1)
        if many:
            place = self._another(place)
        return place

    def _parts(self) -> Iterator[tuple[str, int]]:
        while self._now.kind in ("word", "text", "."):
            kind, text, line = self._next()
            if kind != ".":
                yield (plain(text) if kind == "text" else text), line

    def _another(self, place: Place) -> Place:
        """The next element of the list of tables that a [[heading]] names."""
        whole = place[:-1] if isinstance(place[-1], int) else place
        number = self._counts.get(whole, 0)
        self._counts[whole] = number + 1
        return (*whole, number)

    def _heading(self) -> Place:
        line = self._next().line
        many = self._now.kind == "["
        if many:
            self._next()
        place = self._key((), heading=True, many=many)
        self.lines.setdefault(place, line)
        while self._now.kind == "]":
            self._next()
        return place

    def _pair(self, table: Place) -> None:
        place = self._key(table)
        self._next()  # the =
        self._value(place)

    def _value(self, place: Place) -> None:
        opening = self._now
        self._next()
        if opening.kind not in ("[", "{"):
            while self._now.kind in ("word", "text", "."):
                self._next()
            return
        number = 0
        while self._now.kind not in ("]", "}", "end"):
            if self._now.kind in (",", "\n"):
                self._next()
            elif opening.kind == "{":
                self._pair(place)
            else:
                self.lines.setdefault((*place, number), self._now.line)
                self._value((*place, number))
                number += 1
        self._next()


def plain(quoted: str) -> str:
    """What a quoted key means."""
    if quoted.startswith("'"):
        return quoted[1:-1]
    return str(tomllib.loads(f"key = {quoted}")["key"])
