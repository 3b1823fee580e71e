"""As much of udev's rules as ours use: what a rule asks for, and what it then sets.

udev itself has no way to check a file of rules before Debian 13.
"""

import fnmatch
import re
from collections.abc import Mapping
from typing import NamedTuple

MATCHED = {"ACTION", "SUBSYSTEM", "KERNEL", "ATTRS"}
SET = {"GROUP", "MODE", "SYMLINK", "ENV"}
_TOKEN = re.compile(r'\s*([A-Z]+)(?:\{(\w+)\})?\s*(==|!=|\+=|=)\s*"([^"]*)"\s*(?:,|$)')


class Token(NamedTuple):
    """One word of a rule: `ATTRS{idVendor}=="2e8a"`."""

    key: str
    attribute: str
    operator: str
    value: str


def rules(text: str) -> list[list[Token]]:
    """Read a file of rules; ValueError for what udev would not take."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            found.append(_rule(number, line))
    return found


def _rule(number: int, line: str) -> list[Token]:
    tokens, at = [], 0
    while at < len(line):
        match = _TOKEN.match(line, at)
        if not match:
            raise ValueError(f"line {number}: no word of a rule at '{line[at : at + 20]}'")
        token = Token(match[1], match[2] or "", match[3], match[4])
        allowed = MATCHED if token.operator in ("==", "!=") else SET
        if token.key not in allowed:
            raise ValueError(f"line {number}: {token.key} has no {token.operator}")
        tokens.append(token)
        at = match.end()
    return tokens


def applied(text: str, device: Mapping[str, str]) -> dict[str, str]:
    """What the rules set for a device with these properties: KERNEL, SUBSYSTEM, idVendor, ..."""
    found: dict[str, str] = {}
    for rule in rules(text):
        if all(_holds(token, device) for token in rule):
            for token in rule:
                if token.operator in ("=", "+="):
                    value = re.sub(r"\$attr\{(\w+)\}", lambda m: device.get(m[1], ""), token.value)
                    found[token.attribute or token.key] = value
    return found


def _holds(token: Token, device: Mapping[str, str]) -> bool:
    if token.operator not in ("==", "!="):
        return True
    same = fnmatch.fnmatchcase(device.get(token.attribute or token.key, ""), token.value)
    return same == (token.operator == "==")
