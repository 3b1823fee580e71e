"""Who is called what in a report: people, sides, files, pods, and whatever else tells who plays.

Two sieves, one after the other. What is known as a name is called C1, S1 and so on, the same in
every part of the report. Of the words that are left in a sentence only those stay that are ours or
the system's own: so a name that nobody told us of does not get through either.
"""

import ast
import builtins
import errno
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from pathlib import Path

HIDDEN = "…"
EXAMPLES = {"ann", "bo", "orc"}
"""Names in sentences of ours."""
OURS = ("party", "foes")
"""Names of sides that the box itself gives."""
WORD = re.compile(r"\w+")
NUMBER = re.compile(r"[0-9]+|0[xX][0-9a-fA-F]+|[0-9]+T[0-9]+")
"""Whole numbers, addresses, and the middle of a time of day; all else has letters of somebody's."""
FOREIGN = """
    main process exited code killed status failed with result signal core dump dumped watchdog
    timeout scheduled restart job counter started stopped starting stopping deactivated successfully
    consumed cpu time memory peak swap control unit entered state start request repeated too quickly
    raspberry pi rev model zero plus compute module raspbian debian gnu linux bookworm trixie glibc
    aarch64 armv6l armv7l x86_64 rpi v6 v7 v7l v8 rt preempt smp arm64 libc
    remote input output device not found on address errno permission denied busy usb oom killer
    cgroup traceback most recent call last line DeviceNotFoundError SerialException lgpio gpiozero
    usr var etc bin site dist packages luma oled pillow pyserial smbus2 cbor2 msgspec systemd
    database disk image malformed encrypted locked journal logs begin boot entries
"""
"""Words of what speaks in our log besides us, and of the versions that we name."""


class Names:
    """What each name is called, from when it is first asked for: by a letter, and a number.

    ours: the words that may stay in a sentence, in small letters; by default see `vocabulary`.
    """

    def __init__(self, ours: Iterable[str] | None = None) -> None:
        """Nobody is known yet."""
        self._given = {name: name for name in OURS}
        self._counts: Counter[str] = Counter()
        self._ours = vocabulary() if ours is None else frozenset(ours)

    def of(self, name: str, kind: str) -> str:
        """What *name* is called; one that is new gets the next number of its *kind*, a letter.

        Two names are never called the same, and one name never two things.
        """
        if name and name not in self._given:
            self._counts[kind] += 1
            self._given[name] = f"{kind}{self._counts[kind]}"
            self.__dict__.pop("_pattern", None)
            self.__dict__.pop("_folded", None)
            self.__dict__.pop("_parts", None)
        return self._given.get(name, "")

    def known(self, name: str) -> str | None:
        """What it is called, if it is known as a name."""
        return self._given.get(name)

    def plain(self, text: str) -> bool:
        """Whether all words of the text are ours."""
        return all(self._stays(word) for word in WORD.findall(text))

    def text(self, said: str) -> str:
        """Any text, without anybody's name."""
        return self._pattern.sub(lambda found: self._instead(found.group()), said)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """A known name, the longest first, since one may stand in another; or a word; or a sign."""
        names = sorted(self._given, key=len, reverse=True)
        whole = [_edge(name[0], before=True) + re.escape(name) + _edge(name[-1]) for name in names]
        return re.compile("|".join([*whole, r"\w+", r"[^\x00-\x7f]+"]), re.IGNORECASE)

    @cached_property
    def _folded(self) -> dict[str, str]:
        return {name.casefold(): called for name, called in self._given.items()}

    @cached_property
    def _parts(self) -> set[str]:
        """Words of names that are written large: "Karenina" alone tells who it is, too."""
        words = {word for name in self._given for word in WORD.findall(name)}
        return {word for word in words if word != word.lower()}

    def _instead(self, found: str) -> str:
        if called := self._folded.get(found.casefold()):
            return called
        return found if self._stays(found) and found not in self._parts else HIDDEN

    def _stays(self, word: str) -> bool:
        """Whether it is a number or a word of ours, perhaps with a number behind it."""
        if not word.isascii():
            return False
        small = word.casefold()
        parts = (part for part in small.split("_") if part)
        known = small in self._ours or small.rstrip("0123456789") in self._ours
        return bool(NUMBER.fullmatch(word)) or known or all(part in self._ours for part in parts)


def _edge(end: str, *, before: bool = False) -> str:
    """What must stand at a name's end that is a letter: no other letter."""
    if not WORD.fullmatch(end):
        return ""
    return r"(?<!\w)" if before else r"(?!\w)"


@cache
def vocabulary() -> frozenset[str]:
    """The words of turnkeeper's own sentences and code, and of what speaks beside it."""
    return frozenset(_vocabulary())


def _vocabulary() -> Iterator[str]:
    package = Path(__file__).parent.parent
    texts = [FOREIGN, *map(os.strerror, errno.errorcode), *dir(builtins)]
    for path in sorted(package.rglob("*.py")):
        texts += said(ast.parse(path.read_text(encoding="utf-8")))
        texts += path.relative_to(package).parts
    for text in texts:
        for word in WORD.findall(text):
            if word.isascii() and word.casefold() not in EXAMPLES:
                yield word.casefold()
                yield from filter(None, word.casefold().split("_"))


def said(node: ast.AST) -> Iterator[str]:
    """The texts and the words of code, but no docstring: those have examples of names in them."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    for _, value in ast.iter_fields(node):
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.AST):
                yield from said(one)
            elif isinstance(one, str):
                yield one
