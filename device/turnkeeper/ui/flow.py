"""Text into lines: broken to a width, or shortened to it.  All widths are in pixels."""

import re
import unicodedata
from functools import lru_cache

from turnkeeper.ui.typeface import Style, clusters, measure

ELLIPSIS = "…"
_BLANKS = re.compile(r"[^\S\u00a0]++")  # a no-break space holds words together
_OF_A_NAME = r"(?!(?<![,;:]\s)\d+(?:[\s,;:]|$))"  # the 1 of "Orc 1"
_COUNTED = r"(?!(?<=\d\s)[^\W\d_])"  # the m of "12 m"
_LOOSE_BLANKS = re.compile(_BLANKS.pattern + _OF_A_NAME + _COUNTED)
_HYPHENS = "-\N{EN DASH}/"


@lru_cache(maxsize=256)
def wrap(
    text: str, style: Style, width: int, first: int, *, anywhere: bool = False
) -> tuple[str, ...] | None:
    """Break a text into lines of at most `width`, the first line of at most `first`.

    Lines break at blanks and beside Chinese, Japanese and Korean characters; before a number
    ("Orc 1"), between one and its word ("12 m") and after hyphens and slashes only where that saves
    a line; with `anywhere`, between any two characters.  They are made alike in width, as far as
    that takes no more of them.  None where a word is too wide.
    """
    words = [word for word in _BLANKS.split(text) if word]
    if anywhere:
        return _wrap([clusters(word) for word in words], style, width, first)
    joined = [word for word in _LOOSE_BLANKS.split(text.strip()) if word]
    loose = _wrap([_parts(word, "") for word in joined], style, width, first)
    tight = _wrap([_parts(word, _HYPHENS) for word in words], style, width, first)
    if loose is None or tight is None:
        return loose or tight
    return loose if len(loose) <= len(tight) else tight


def _wrap(words: list[list[str]], style: Style, width: int, first: int) -> tuple[str, ...] | None:
    """Break words, each as the parts that must stay whole, into as few and even lines as go."""
    parts = [part for word in words for part in word]
    widest = max((measure(part, style) for part in parts), default=0)
    if widest > width or (parts and measure(parts[0], style) > first):
        return None
    lines = _fill(words, style, width, first)
    while len(lines) > 1:
        narrower = max(measure(line, style) for line in lines) - 1
        if widest > narrower:
            break
        tighter = _fill(words, style, narrower, min(first, narrower))
        if len(tighter) > len(lines):
            break
        lines = tighter
    return tuple(lines)


@lru_cache(maxsize=256)
def shorten(text: str, style: Style, width: int) -> str:
    """Give the text, or as much of its beginning as fits before an ellipsis; "" if nothing does."""
    if measure(text, style) <= width:
        return text
    room = width - measure(ELLIPSIS, style)
    kept = ""
    for char in clusters(text):
        room -= measure(char, style)
        if room < 0:
            break
        kept += char
    return kept.rstrip(" ,") + ELLIPSIS if kept else ""


def _parts(word: str, hyphens: str) -> list[str]:
    """Split a word at the places where a line may end within it."""
    parts: list[str] = []
    closed = True
    for char in clusters(word):
        wide = unicodedata.east_asian_width(char[0]) in "WF"
        if closed or wide:
            parts.append(char)
        else:
            parts[-1] += char
        closed = wide or char in hyphens
    return parts


def _fill(words: list[list[str]], style: Style, width: int, first: int) -> list[str]:
    """Put on each line as many parts as go there."""
    lines, used = [""], 0
    for word in words:
        for at, part in enumerate(word):
            blank = " " if at == 0 and lines[-1] else ""
            wide = measure(blank, style) + measure(part, style)
            if lines[-1] and used + wide > (first if len(lines) == 1 else width):
                lines.append(part)
                used = measure(part, style)
            else:
                lines[-1] += blank + part
                used += wide
    return lines
