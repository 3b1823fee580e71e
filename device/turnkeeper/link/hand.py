"""Hand mode: a person at any terminal program is the dice tray.

`~HAND ON`, then `~ROLL d10 7` for each die, then `~HAND OFF`; capitals or not, blanks as they come.
No CRC vouches for a typed line, so every line is answered in words, and what comes of it is marked.
Each line counts, also one like the last: people do not repeat themselves until acknowledged.
"""

from turnkeeper.link.dice import die_and_face, faces, has_face
from turnkeeper.link.events import Event, Hand, Roll

ALLOWED = "Not taken: what I read is ~HAND ON, ~ROLL d10 7 and ~HAND OFF."
OFF = "Not taken: type ~HAND ON first."


class HandDesk:
    """Reads typed lines for one port; `on` tells whether rolls are taken."""

    def __init__(self) -> None:
        self.on = False

    def read(self, text: str) -> tuple[Event | None, str]:
        """Read a line without its `~`; give the event, if any, and the answer.

        A roll is answered when it is acknowledged, so its answer here is "".
        """
        parts = text.upper().split()
        if parts in (["HAND", "ON"], ["HAND", "OFF"]):
            self.on = parts[1] == "ON"
            tell = "on: ~ROLL d10 7 tells of a d10 that shows 7" if self.on else "off"
            return Hand(self.on), f"Hand mode is {tell}."
        if len(parts) != 3 or parts[0] != "ROLL":
            return None, ALLOWED
        if not self.on:
            return None, OFF
        # 00 is what one of two dice for a d100 shows, and 07 the other way to write 7.
        shown = parts[2] if len(parts[2]) > 3 else parts[2].lstrip("0") or "0"
        told = die_and_face(f"{parts[1].lower()} {shown}")
        if told is None:
            return None, ALLOWED
        if not has_face(*told):
            return None, f"Not taken: {faces(told[0])}, not {told[1]}."
        return Roll(told[0], told[1], "hand", 0, 0, hand=True), ""


def taken(roll: Roll) -> str:
    """Tell a person that a roll has come to the table."""
    return f"Taken: d{roll.sides} {roll.face}."
