"""Which key of the keyboard stands for which part, by the names that pygame gives the keys.

A name follows the keyboard's own layout: `a` is the key that writes an a.
"""

SEATS = ("a", "s", "d", "f", "g", "h", "j", "k")

PRESSED = {
    **{key: f"seat{seat}" for seat, key in enumerate(SEATS, start=1)},
    "return": "push",
    "enter": "push",  # of the number pad
    "n": "next",
    "b": "back",
}
"""Keys that act as fingers: held as long as they are held."""

TURNED = {"left": -1, "up": -1, "right": 1, "down": 1}
"""Keys that turn the knob by a detent, and which way."""

THROW = "space"
PLUG = "p"
CYCLE = "tab"
CARD = "c"
LEAVE = "q"  # with Ctrl

SILENT = frozenset(
    f"{side} {key}" for side in ("left", "right") for key in ("shift", "ctrl", "alt", "meta")
) | {"caps lock", "numlock", "scroll lock", "alt gr", "AltGr", ""}
"""Keys that nobody expects anything of by themselves."""


def digit(name: str) -> int | None:
    """Return the digit of a key, on the number pad too (pygame calls it `[5]`), or None."""
    bare = name.strip("[]")
    return int(bare) if len(bare) == 1 and bare in "0123456789" else None
