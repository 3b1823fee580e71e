"""Text into lines: broken to a width, or shortened to it.  All widths are in pixels."""

import unicodedata
from functools import lru_cache

from turnkeeper.ui.typeface import Style, clusters, measure

ELLIPSIS = "…"
_BREAK_AFTER = "-\N{EN DASH}/"


@lru_cache(maxsize=256)
def wrap(
    text: str, style: Style, width: int, first: int, *, anywhere: bool = False
) -> tuple[str, ...] | None:
    """Break a text into lines of at most `width`, the first line of at most `first`.

    Lines break at blanks, after hyphens and slashes, and beside Chinese, Japanese and Korean
    characters; with `anywhere`, between any two.  The lines are made alike in width, as far as
    that takes no more of them.  None where a word is too wide.
    """
    words = [clusters(word) if anywhere else _parts(word) for word in text.split()]
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
    parts = clusters(text)
    while parts:
        parts.pop()
        shortened = "".join(parts).rstrip() + ELLIPSIS
        if measure(shortened, style) <= width:
            return shortened
    return ""


def _parts(word: str) -> list[str]:
    """Split a word at the places where a line may end within it."""
    parts: list[str] = []
    closed = True
    for char in clusters(word):
        wide = unicodedata.east_asian_width(char[0]) in "WF"
        if closed or wide:
            parts.append(char)
        else:
            parts[-1] += char
        closed = wide or char in _BREAK_AFTER
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
