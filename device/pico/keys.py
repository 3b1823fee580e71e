"""From the levels of contacts to keys that go down and come up. Pure: no pins and no clock."""

SIGNS = "123A456B789C*0#D"  # of the keypad, row by row


class Debounced:
    """So many contacts, sampled every few milliseconds; two equal samples make a change.

    What is down when first looked at is stuck, or somebody's elbow: it counts from its release on.
    """

    def __init__(self, count: int) -> None:
        self.down = [False] * count
        self._last: list[bool] = []

    def sample(self, levels: list[bool]) -> list[tuple[int, bool]]:
        """Take a level for each contact (True: closed); give who has changed, and to what."""
        last, self._last = self._last, levels
        if not last:
            self.down = list(levels)
            return []
        changed = []
        for number, level in enumerate(levels):
            if level == last[number] and level != self.down[number]:
                self.down[number] = level
                changed.append((number, level))
        return changed


class Keypad:
    """A keypad of 4 x 4. A key counts as it goes down alone.

    With three keys down, a matrix without diodes shows a fourth that nobody pressed.
    """

    def __init__(self) -> None:
        self._contacts = Debounced(len(SIGNS))

    def sample(self, levels: list[bool]) -> str:
        """Take a level for each key, row by row; give the sign that was pressed, or ""."""
        pressed = [number for number, down in self._contacts.sample(levels) if down]
        alone = self._contacts.down.count(True) == 1
        return SIGNS[pressed[0]] if pressed and alone else ""
