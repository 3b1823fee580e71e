"""The pins of the pod: buttons, keypad, lamps, as `board` names them. Nothing is thought here."""

import board
from machine import Pin


class Parts:
    """Everything that is wired to this Pico; all lamps dark at first."""

    def __init__(self) -> None:
        self._keys = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in board.KEYS]
        self._lamps = [Pin(pin, Pin.OUT, value=0) for pin in board.LAMPS]
        # Rows that are not asked float: two keys of a column would short two rows.
        self._rows = [Pin(pin, Pin.OPEN_DRAIN, value=1) for pin in board.ROWS]
        self._columns = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in board.COLUMNS]
        self._tray_lamps = [Pin(pin, Pin.OUT, value=0) for pin in board.TRAY_LAMPS]
        self._shown: tuple[int, ...] = ()
        self._tray_lit = False

    def keys(self) -> list[bool]:
        """Read which buttons are down."""
        return [pin.value() == 0 for pin in self._keys]

    def keypad(self) -> list[bool]:
        """Read which keys of the keypad are down, row by row."""
        down = []
        for row in self._rows:
            row.value(0)
            down += [pin.value() == 0 for pin in self._columns]
            row.value(1)
        return down

    def light(self, lamps: tuple[int, ...]) -> None:
        """Have the lamps of the buttons so, 1 for lit."""
        if lamps != self._shown:
            self._shown = lamps
            for pin, lit in zip(self._lamps, lamps):
                pin.value(lit)

    def light_tray(self, lit: bool) -> None:
        """Have the tray's lamp so."""
        if lit != self._tray_lit:
            self._tray_lit = lit
            for pin in self._tray_lamps:
                pin.value(int(lit))
