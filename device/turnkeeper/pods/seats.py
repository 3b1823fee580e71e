"""Which button of which pod is whose seat, kept in a small file by the pods' own names.

A pod that is new has its buttons given to the seats that are free, from 9 up; from 1 up on a
box that has no seats on its own pins. What was given stays, also while the pod is away, so that two
pods cannot change places over a power cut.
"""

import json
import os
from pathlib import Path

import msgspec

AFTER_PINS = 9  # seats 1 to 8 hang on the box's own pins, unless somebody gives them to a pod
LAST = 24
MOST_PODS = 64
MOST_KEYS = 32
NOBODY = 0


class Seats:
    """The seats of all pods' buttons, in the file at *path*. `notes` are sentences to be shown.

    on_pins: how many seats the box has on its own pins.  first: the first seat for a new pod.
    """

    def __init__(self, path: Path, on_pins: int = AFTER_PINS - 1) -> None:
        """Read what is kept; a damaged file is set aside and reported, never deleted."""
        self.notes: list[str] = []
        self.first = AFTER_PINS if on_pins else 1
        self._path = path
        self._seats: dict[str, list[int]] = {}
        try:
            self._seats = checked(path.read_bytes())
        except FileNotFoundError:
            pass
        except (OSError, ValueError) as fault:
            self.notes.append(f"which pod has which seat cannot be read: {fault}")
            self._set_aside()

    def of(self, pod: str) -> tuple[int, ...]:
        """The seats of a pod's buttons, in their order; 0 where one has none."""
        return tuple(self._seats.get(pod, ()))

    def seat(self, pod: str, key: int) -> int:
        """The seat of button *key*, from 1; 0 for none."""
        seats = self._seats.get(pod, [])
        return seats[key - 1] if 1 <= key <= len(seats) else NOBODY

    def meet(self, pod: str, keys: int) -> int:
        """A pod is there with so many buttons; gives how many of them have no seat."""
        before = self.of(pod)
        mine = [*before, *[NOBODY] * (min(keys, MOST_KEYS) - len(before))]
        if mine and (pod in self._seats or len(self._seats) < MOST_PODS):
            self._seats[pod] = mine
        for number, seat in enumerate(mine):
            taken = {one for seats in self._seats.values() for one in seats}
            free = [one for one in range(self.first, LAST + 1) if one not in taken]
            if seat == NOBODY and free and number < keys:
                mine[number] = free[0]
        if self.of(pod) != before:
            self._write()
        return mine[:keys].count(NOBODY)

    def give(self, pod: str, key: int, seat: int) -> None:
        """Let button *key* be that seat's from now on, and no other button."""
        for seats in self._seats.values():
            seats[:] = [NOBODY if one == seat else one for one in seats]
        mine = self._seats.setdefault(pod, [])
        mine += [NOBODY] * (key - len(mine))
        mine[key - 1] = seat
        self._write()

    def _write(self) -> None:
        """Put it on the card whole: written beside, synced, and then named."""
        text = json.dumps(self._seats, indent=1) + "\n"
        beside = self._path.with_name(self._path.name + ".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with beside.open("w", encoding="ascii") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self._path)
            folder = os.open(self._path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        except OSError as fault:
            said = f"which pod has which seat cannot be kept: {fault.strerror}"
            if said not in self.notes:
                self.notes.append(said)

    def _set_aside(self) -> None:
        number = 1
        while (other := self._path.with_name(f"{self._path.name}.damaged-{number}")).exists():
            number += 1
        try:
            self._path.rename(other)
        except OSError as fault:
            self.notes.append(f"{self._path} cannot be set aside: {fault.strerror}")


def checked(data: bytes) -> dict[str, list[int]]:
    """Read the file's content; ValueError with a sentence where it is none of ours."""
    try:
        found = msgspec.json.decode(data, type=dict[str, list[int]])
    except msgspec.DecodeError as fault:
        raise ValueError(f"{fault}; it was set aside") from None
    given = [seat for seats in found.values() for seat in seats if seat != NOBODY]
    right = len(set(given)) == len(given) and all(1 <= seat <= LAST for seat in given)
    small = len(found) <= MOST_PODS and all(len(seats) <= MOST_KEYS for seats in found.values())
    if not (right and small):
        raise ValueError("each seat, 1 to 24, may be there once; it was set aside")
    return found
