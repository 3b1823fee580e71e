"""The door: a file's text comes in only if it can do no harm (promise U1).

Refused before anything looks at the contents: what is no ordinary file, what is too large, what is
no UTF-8. Refused before the TOML parser sees the text: long lines, long dotted keys, deep nesting,
texts without an end, thousands of words. With these limits the work grows with the size alone, and
that is bounded: `tests/files/test_hostile.py` reads thousands of files made to annoy, and none may
take half a second of a processor or 20 MB; without the limits 60 kB of `a.a.a` takes many seconds
and gigabytes. So no child process with limits of its own is needed, which would cost each file of a
menu more than reading it does.
"""

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

MOST_BYTES = 64 * 1024
MOST_LINE_BYTES = 512
MOST_DOTS = 4
MOST_DEPTH = 8
MOST_PIECES = 8000  # a battle's 64 combatants, each with ten attributes, take some 3,000

# Letters, marks and symbols by their category, yet nothing is seen of them: the grapheme joiner,
# Hangul fillers, Khmer inherent vowels, Mongolian and other variation selectors, blank Braille.
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0").union(
    map(chr, range(0x180B, 0x1810)),
    map(chr, range(0xFE00, 0xFE10)),
    map(chr, range(0xE0100, 0xE01F0)),
)


class NotTaken(Exception):
    """Why a text is not taken, and in which line (None: the file as a whole).

    It becomes a `Problem`; nobody outside meets it.
    """

    def __init__(self, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.line = line


class Token(NamedTuple):
    """A piece of TOML: `kind` is "word", "text" or the punctuation itself; `line` counts from 1."""

    kind: str
    text: str
    line: int


def seen(char: str) -> bool:
    """Something is seen of the character, and it moves nothing else about."""
    return char.isprintable() and char not in UNSEEN


def visible(text: str, most: int = 60) -> str:
    """The text on one line, with everything that cannot be seen written out, and not too long."""
    shown = "".join(c if seen(c) else f"<U+{ord(c):04X}>" for c in text[:most])
    return shown + ("..." if len(text) > most else "")


def read_text(path: Path, *, links: bool = False) -> str:
    """The text of an ordinary file; raise `NotTaken` for anything else.

    `links`: follow a symbolic link. The file is opened without waiting, so that a FIFO does not
    hold up the box, and looked at after it was opened, so that it cannot be swapped in between.
    """
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
    try:
        number = os.open(path, flags if links else flags | os.O_NOFOLLOW)
    except ValueError:
        raise NotTaken("a file's name holds no zero byte") from None
    except OSError as error:
        raise NotTaken(_why_not_opened(path, error)) from None
    try:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise NotTaken("this is no ordinary file; a text file is wanted")
        data = _all_of(number)
    except OSError as error:
        raise NotTaken(f"it cannot be read: {error.strerror}") from None
    finally:
        os.close(number)
    return text_of(data)


def _all_of(number: int) -> bytes:
    """The file's bytes, or one more than are taken."""
    data = b""
    while len(data) <= MOST_BYTES and (more := os.read(number, MOST_BYTES + 1 - len(data))):
        data += more
    return data


def _why_not_opened(path: Path, error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, PermissionError):
        return "it may not be read by this user"
    if path.is_symlink():
        return "this is a link to another file; copy the file itself to here"
    return f"it cannot be opened: {error.strerror}"


def text_of(data: bytes) -> str:
    """The bytes as text with plain line ends; raise `NotTaken` where they are over a limit."""
    if len(data) > MOST_BYTES:
        raise NotTaken("the file is larger than 64 KiB, the most that is taken")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise NotTaken("the file is saved as UTF-16; save it as UTF-8")
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    for number, line in enumerate(lines, 1):
        if len(line.removesuffix(b"\r")) > MOST_LINE_BYTES:
            raise NotTaken("the line is longer than 512 bytes, the most that is taken", number)
        try:
            line.decode()
        except UnicodeDecodeError:
            raise NotTaken("the line is no UTF-8; save the file as UTF-8", number) from None
    return b"\n".join(lines).decode().replace("\r\n", "\n")


_SKIPPED = re.compile(r"[ \t]+|#[^\n]*")
_WORD = re.compile(r"""[^\s\[\]{}=,.#"']+""")
# By opening quotes: longest first. An end of three quotes may follow one or two that are text.
_TEXTS = (
    ('"""', re.compile(r'"""(?:\\.|[^\\])*?"{3,5}', re.DOTALL)),
    ("'''", re.compile(r"'''.*?'{3,5}", re.DOTALL)),
    ('"', re.compile(r'"(?:\\.|[^"\\\n])*"')),
    ("'", re.compile(r"'[^'\n]*'")),
)


def tokens(text: str) -> Iterator[Token]:
    """The pieces of a TOML text, blanks and comments left out; raise `NotTaken` at an open text."""
    at, line = 0, 1
    while at < len(text):
        if found := _SKIPPED.match(text, at):
            at = found.end()
            continue
        kind, end = _piece(text, at, line)
        yield Token(kind, text[at:end], line)
        line += text.count("\n", at, end)
        at = end


def _piece(text: str, at: int, line: int) -> tuple[str, int]:
    """Kind and end of the piece that begins at `at`."""
    for quotes, pattern in _TEXTS:
        if text.startswith(quotes, at):
            found = pattern.match(text, at)
            if found is None:
                raise NotTaken(f"the text that begins with {quotes} here has no end", line)
            return "text", found.end()
    if found := _WORD.match(text, at):
        return "word", found.end()
    return text[at], at + 1


def checked_tokens(text: str) -> list[Token]:
    """All pieces, if they are not too many, dotted or nested; raise `NotTaken` if they are."""
    taken: list[Token] = []
    depth = dots = 0
    for token in tokens(text):
        depth = max(0, depth + (token.kind in "[{") - (token.kind in "]}"))
        if depth > MOST_DEPTH:
            raise NotTaken("brackets stand more than 8 deep, the most that is taken", token.line)
        if token.kind == ".":
            dots += 1
        elif token.kind not in ("word", "text") or (taken and taken[-1].kind != "."):
            dots = 0
        if dots > MOST_DOTS:
            raise NotTaken("a key has more than 4 dots, the most that is taken", token.line)
        taken.append(token)
        if len(taken) > MOST_PIECES:
            raise NotTaken(
                f"the file has more than {MOST_PIECES} words and signs, the most that is taken",
                token.line,
            )
    return taken
