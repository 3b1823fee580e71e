"""What is wired to this Pico, and to which pins; the installer sets TRAY and BUTTONS.

All numbers are GP numbers. A button closes its pin to ground; a lamp is lit by its pin, through a
resistor. Copied as it stands, so that it can be looked at and changed on the Pico itself.
"""

import time

import machine

TRAY = True  # a dice tray: a keypad of 4 x 4, and its lamp
BUTTONS = 0  # 0 to 8 buttons, each with its lamp
DEV = False  # True: no watchdog, Ctrl-C stops it, and a fault is shown at the prompt

KEYS: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6, 7)[:BUTTONS]
LAMPS: tuple[int, ...] = (8, 9, 10, 11, 12, 13, 14, 15)[:BUTTONS]
ROWS: tuple[int, ...] = (16, 17, 18, 19) if TRAY else ()  # of the keypad, from the top
COLUMNS: tuple[int, ...] = (20, 21, 22, 26) if TRAY else ()  # from the left
TRAY_LAMPS = (27, "LED") if TRAY else ()  # the lamp beside the keypad, and the Pico's own

HELD_MS = 3_000


def held() -> bool:
    """Whether a person asks for the prompt: the first key, or `*`, is down and stays so for 3 s."""
    drive = machine.Pin(ROWS[3], machine.Pin.OUT, value=0) if TRAY else None
    pins = KEYS[:1] + COLUMNS[:1]
    down = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in pins]
    began = time.ticks_ms()
    asked = True
    while asked and time.ticks_diff(time.ticks_ms(), began) < HELD_MS:
        asked = 0 in [pin.value() for pin in down]
        if asked:
            time.sleep_ms(10)
    if drive is not None:
        drive.init(machine.Pin.IN)
    return asked


def begin_anew(after_ms: int) -> None:
    """Start the Pico again, as if it had been plugged in anew."""
    time.sleep_ms(after_ms)
    machine.reset()
