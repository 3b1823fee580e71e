"""Party and encounter files as text: what is written here loads back equal."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from turnkeeper.files.people import Character, Encounter, Foe, Party

# Numbers that TOML gives back as the same word; all else is written as text.
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}|-?(0|[1-9][0-9]{0,8})\.[0-9]{0,2}[1-9]")
_PIECE = 80  # characters of a long text in one line, of which each may take 4 bytes


def write_party(path: Path, party: Party) -> None:
    """Write a party file; `OSError` where that is not possible."""
    path.write_text(party_text(party), encoding="utf-8", newline="\n")


def write_encounter(path: Path, encounter: Encounter) -> None:
    """Write an encounter file; numbered copies are written one by one."""
    path.write_text(encounter_text(encounter), encoding="utf-8", newline="\n")


def party_text(party: Party) -> str:
    """The TOML of a party."""
    lines = [f"system = {quoted(party.system)}"]
    if not party.characters:
        lines.append("characters = []")
    if party.options:
        lines += ["", "[options]", *_pairs(party.options)]
    for each in party.characters:
        lines += ["", "[[characters]]", *_combatant(each)]
    return "\n".join(lines) + "\n"


def encounter_text(encounter: Encounter) -> str:
    """The TOML of an encounter."""
    lines = [f"name = {quoted(encounter.name)}"]
    if encounter.system:
        lines.append(f"system = {quoted(encounter.system)}")
    if not encounter.foes:
        lines.append("foes = []")
    parts: tuple[tuple[str, Sequence[Foe]], ...]
    parts = (("foes", encounter.foes), ("reserve", encounter.reserve))
    for part, foes in parts:
        for each in foes:
            lines += ["", f"[[{part}]]", *_combatant(each)]
    return "\n".join(lines) + "\n"


def _combatant(each: Character | Foe) -> Iterator[str]:
    yield f"name = {quoted(each.name)}"
    if isinstance(each, Character) and each.seat is not None:
        yield f"seat = {each.seat}"
    yield f"side = {quoted(each.side)}"
    yield from _pairs(each.attributes)


def _pairs(words: Mapping[str, str]) -> Iterator[str]:
    for key, word in words.items():
        value = word if _NUMBER.fullmatch(word) else quoted(word)
        yield f"{key if re.fullmatch('[A-Za-z0-9_-]+', key) else quoted(key)} = {value}"


def quoted(text: str) -> str:
    """The text as TOML writes it; a long one over several lines, which are no part of it."""
    if len(text) <= _PIECE:
        return f'"{_escaped(text)}"'
    pieces = [_escaped(text[at : at + _PIECE]) for at in range(0, len(text), _PIECE)]
    # A line's end after a backslash eats the blanks that follow.
    pieces = [re.sub("^ ", r"\\u0020", piece) for piece in pieces]
    return '"""' + "\\\n".join(["", *pieces]) + '"""'


def _escaped(text: str) -> str:
    """Quotes, backslashes and all that cannot be seen, escaped."""
    return "".join(
        f"\\{char}" if char in '"\\' else char if char.isprintable() else _code(char)
        for char in text
    )


def _code(char: str) -> str:
    return f"\\u{ord(char):04X}" if ord(char) <= 0xFFFF else f"\\U{ord(char):08X}"
