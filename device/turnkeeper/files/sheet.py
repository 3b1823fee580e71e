"""One TOML file on the desk: its data, where each key stands, and what is wrong with it.

Everything wrong is collected, not just the first, and each with its line where that can be told.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

from turnkeeper.files.intake import NotTaken, checked_tokens, read_text, text_of, visible
from turnkeeper.files.locate import Place, locate
from turnkeeper.files.people import Problem

# A file made to annoy could have thousands; nobody reads on after these.
MOST_PROBLEMS = 100


class Sheet:
    """A file that was read, with its problems so far.

    `data` is empty where the file could not be parsed; there is a problem then.
    """

    def __init__(self, file: str) -> None:
        self.file = visible(file, 200)
        self.data: dict[str, Any] = {}
        self._problems: list[Problem] = []
        self._lines: dict[Place, int] = {}

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
        if len(self._problems) < MOST_PROBLEMS:
            self._problems.append(Problem(self.file, line, field, sentence))

    @property
    def problems(self) -> list[Problem]:
        """What is wrong, from the top of the file down, and last what has no line."""
        return sorted(self._problems, key=lambda each: (each.line is None, each.line))

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
    found = lines[line - 1][column - 1 :].strip(" \t")
    if "Expected newline" in message and (value := _cut(lines[line - 1], column - 1)):
        return line, _key(lines[line - 1]), f"{repr_of(value)} is no number, and no text in quotes"
    name = _key(lines[line - 1])
    for pattern, sentence in _FAULTS:
        if re.search(pattern, message):
            words = {"found": repr_of(found) if found else "an empty place", "key": name or "a key"}
            return line, name, sentence.format(**words)
    return line, name, f"this is no TOML: {visible(message[: where.start()].strip())}"


def _key(line: str) -> str:
    """The key or heading that a line begins with."""
    key = re.match(r"\s*\[*\s*([\w.-]+)", line)
    return visible(key[1], 40) if key else ""


def _cut(line: str, at: int) -> str:
    """The word that the parser cut in two at `at`, as it does with 04; empty if it cut none."""
    first = re.search(r"[^\s=\]}\"']+$", line[:at])
    rest = re.match(r"[^\s,\]}]+", line[at:])
    return first[0] + rest[0] if first and rest else ""


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
