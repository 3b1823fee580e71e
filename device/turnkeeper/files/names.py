"""Names that can be read, told apart, and written in a battle script (promise U1)."""

import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from turnkeeper.files.intake import seen, visible

MOST_NAME = 40
MOST_TEXT = 400


def tidy(text: str) -> str:
    """The text with accents put on their letters (NFC): what looks the same is the same."""
    return unicodedata.normalize("NFC", text)


def name_fault(name: str) -> str:
    """Why this is no name, as a sentence; empty where it is one. The name is `tidy` already."""
    if name == "-":
        return "'-' is nobody in a battle script; a name is anything else"
    if unicodedata.combining(name[:1] or " "):
        return "a name begins with a letter, not with an accent alone"
    return text_fault(name, MOST_NAME, "a name")


def text_fault(text: str, most: int = MOST_TEXT, what: str = "a text") -> str:
    """Why this text is not taken, as a sentence; empty where it is. It is `tidy` already."""
    if not text:
        return f"{what} is not empty"
    if len(text) > most:
        return f"{what} has at most {most} characters, and this has {len(text)}"
    for char in text:
        if char == '"':
            return f"{what} has no double quotes; a battle script could not write it"
        if not seen(char):
            control = unicodedata.category(char) == "Cc"
            unnamed = "a control character" if control else "an unknown one"
            called = unicodedata.name(char, unnamed).lower()
            return f"{what} has only characters that can be seen, not {called} (U+{ord(char):04X})"
    if text != text.strip() or "  " in text:
        return f"{what} has single blanks, and none at its ends"
    return ""


def looks(name: str) -> str:
    """What two names share that cannot be told apart on the glass: ligatures, wide letters."""
    return unicodedata.normalize("NFKC", name)


def listing(words: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    *most, final = words
    return f"{', '.join(most)} {last} {final}" if most else final


def meant(word: str, allowed: Sequence[str]) -> str:
    """End a sentence about an unknown word: what was meant, or what is allowed."""
    close = get_close_matches(word[:40], allowed, 1, 0.6)
    if close:
        return f"did you mean {close[0]}?"
    return f"allowed are {listing(visible(each) for each in allowed)}"
