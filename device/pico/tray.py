"""The dice tray: from the signs of its keypad to a die and its face, and what its lamp shows.

Pure: no pins and no clock. A face is keyed in as the die shows it, then `#`:

    7 #             the die that the box has asked for shows 7
    A, B, C 7 #     a d6, a d10, a d20 shows 7, whether asked for or not
    D 12 # 7 #      any other die, by its sides
    *               takes the last digit back; without digits, the die that was chosen

0 is the 10 of a d10, 00 the 100 of a d100. What cannot be a face is refused as soon as it cannot,
and is told to the box as it was keyed in, so that the box says in words what the die has.
"""

from turnkeeper.link.dice import MOST_SIDES, has_face

DICE = {"A": 6, "B": 10, "C": 20}
OTHER = "D"
FORGET = 10_000  # milliseconds: an entry that was left is nobody's half die any more
PHASE = 250  # of the lamp, in milliseconds: two flashes a second at most
REFUSED = 5 * PHASE
TAKEN = PHASE


class Tray:
    """One keypad and its lamp."""

    def __init__(self) -> None:
        self._sides = 0  # of the die that is being keyed in; 0: not known yet
        self._naming = False  # the digits are the sides of a die
        self._digits = ""
        self._key_ms = 0
        self._sign_ms = 0  # when the lamp began to show something that happened
        self._sign_for = 0  # and for how long; 0: it shows nothing of the kind

    def key(self, sign: str, awaited: int, now_ms: int) -> tuple[int, int] | None:
        """Take a key, while a die of *awaited* sides is asked for (0: none).

        Gives sides and face, to be told to the box: right ones, or what was just refused.
        """
        if now_ms - self._key_ms >= FORGET:
            self._forget()
        self._key_ms = now_ms
        if sign in DICE or sign == OTHER:
            self._forget()
            self._sides, self._naming = DICE.get(sign, 0), sign == OTHER
        elif sign == "*":
            self._correct()
        elif self.refusing(now_ms):
            pass  # or the rest of what was refused would be the beginning of the next
        elif sign == "#" and self._naming:
            self._named(now_ms)
        elif sign == "#":
            return self._enter(now_ms)
        else:
            return self._digit(sign, awaited, now_ms)
        return None

    def refuse(self, now_ms: int) -> None:
        """Show with the lamp that something is not taken."""
        self._forget()
        self._sign_ms, self._sign_for = now_ms, REFUSED

    def taken(self, now_ms: int) -> None:
        """Show that the box has the die; what was refused since then is shown to its end."""
        if not self.refusing(now_ms):
            self._sign_ms, self._sign_for = now_ms, TAKEN

    def refusing(self, now_ms: int) -> bool:
        """Whether the lamp still shows that something was not taken."""
        return self._sign_for == REFUSED and now_ms - self._sign_ms < REFUSED

    def lamp(self, awaited: int, now_ms: int) -> bool:
        """Whether the lamp is lit: as long as a die is awaited.

        For "taken" it is once the other way round, for "refused" three times.
        """
        passed = now_ms - self._sign_ms
        inverted = passed < self._sign_for and passed // PHASE % 2 == 0
        return (awaited != 0) != inverted

    def _forget(self) -> None:
        self._sides, self._naming, self._digits = 0, False, ""
        self._sign_for = 0

    def _correct(self) -> None:
        if self._digits:
            self._digits = self._digits[:-1]
        else:
            self._forget()

    def _digit(self, digit: str, awaited: int, now_ms: int) -> tuple[int, int] | None:
        self._digits += digit
        if self._naming:
            if int(self._digits) > MOST_SIDES or self._digits[0] == "0":
                self.refuse(now_ms)
            return None
        self._sides = self._sides or awaited
        return self._no_face(now_ms) if hopeless(self._sides, self._digits) else None

    def _named(self, now_ms: int) -> None:
        """The sides of a die are keyed in."""
        sides = int(self._digits or "0")
        self._forget()
        if sides < 2:
            self.refuse(now_ms)
        else:
            self._sides = sides

    def _enter(self, now_ms: int) -> tuple[int, int] | None:
        if not self._digits or not has_face(self._sides, int(self._digits)):
            return self._no_face(now_ms)
        told = (self._sides, int(self._digits))
        self._forget()
        return told

    def _no_face(self, now_ms: int) -> tuple[int, int] | None:
        """Refuse; give what the box can name."""
        told = (self._sides, int(self._digits or "0"))
        named = self._sides and self._digits and not has_face(*told)
        self.refuse(now_ms)
        return told if named else None


def hopeless(sides: int, digits: str) -> bool:
    """Whether no more digits can make a face of a die of *sides* out of *digits*."""
    most = len(str(sides))
    if len(digits) < most:
        return int(digits) > sides
    return len(digits) > most or not has_face(sides, int(digits))
