"""Where things stand in a TOML text: the parser of the standard library does not tell."""

import tomllib
from collections.abc import Iterator, Sequence

from turnkeeper.files.intake import Token

# ("foes", 1, "ref") is the second foe's ref.
Place = tuple[str | int, ...]


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
