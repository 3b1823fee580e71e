"""A TOML table into a frozen struct, key by key, so that every wrong key is named, not just one.

The types do the checking (msgspec); the sentences come from the words beside each type.
"""

import re
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import FieldInfo, fields

from turnkeeper.files.locate import Place
from turnkeeper.files.names import meant
from turnkeeper.files.settings import words
from turnkeeper.files.sheet import Sheet, repr_of

S = TypeVar("S", bound=msgspec.Struct)


def struct_of(sheet: Sheet, place: Place, table: object, kind: type[S]) -> S:
    """The struct that `table`, standing at `place`, describes.

    What is wrong is noted on the sheet, and the default is taken in its place.
    """
    if not isinstance(table, dict):
        name = place[-1]
        sheet.wrong(place, f"{repr_of(table)} is not allowed; {name} is a table, headed [{name}]")
        return kind()
    known = {each.name: each for each in fields(kind)}
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key in known:
            _take(sheet, (*place, key), value, known[key], values)
        else:
            sheet.wrong((*place, key), _unknown(place, key, kind, list(known)))
    return kind(**values)


def _unknown(place: Place, key: str, kind: type[msgspec.Struct], known: list[str]) -> str:
    """Why nobody reads this key: it is misspelt, or it stands outside its table."""
    if place:
        return f"[{place[-1]}] has no such key; {meant(key, known)}"
    for table in fields(kind):
        if isinstance(table.type, type) and key in getattr(table.type, "__struct_fields__", ()):
            return f"it belongs in a table; write it under the heading [{table.name}]"
    return f"there is no such key; {meant(key, known)}"


def _take(
    sheet: Sheet, place: Place, value: object, field: FieldInfo, values: dict[str, Any]
) -> None:
    """Put one key's value into `values`, or note what is wrong with it."""
    if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
        values[field.name] = struct_of(sheet, place, value, field.type)
        return
    try:
        # TOML has no word for nothing; where nothing is allowed, "none" says it.
        values[field.name] = msgspec.convert(
            None if value == "none" else value, field.type, dec_hook=_path
        )
    except msgspec.ValidationError as error:
        at = _within(place, value, str(error))
        found = _shown(_found(value, at[len(place) :]))
        sheet.wrong(at, f"{found} is not allowed; {field.name} takes {words(field.type)}")


def _shown(value: object) -> str:
    return f"a list of {len(value)}" if isinstance(value, list) else repr_of(value)


def _path(kind: type, value: object) -> object:
    """A `Path` from its text: whole, and without steps up."""
    if kind is not Path or not isinstance(value, str):
        raise ValueError(value)
    path = Path(value)
    if not path.is_absolute() or ".." in path.parts or not value.isprintable():
        raise ValueError(value)
    return path


def _within(place: Place, value: object, message: str) -> Place:
    """The list element that msgspec's message ends with (`$[2]`), where it names one."""
    index = re.search(r"`\$\[(\d+)\]`$", message)
    return (*place, int(index[1])) if index and isinstance(value, list) else place


def _found(value: Any, inside: Place) -> object:  # noqa: ANN401 - any TOML value
    return value[inside[0]] if inside else value
