"""Where MicroPython begins: byte 3 is no Ctrl-C any more, and then the pod runs for good.

Whoever holds the first button, or the `*` of the keypad, for three seconds from when the cable goes
in, has MicroPython's own prompt instead, and with it the way back: this file does not import what
it may have to be saved from.
"""

from micropython import kbd_intr

kbd_intr(-1)

import board  # noqa: E402 - nothing at all before the line above

held = board.held()
if held or board.DEV:
    kbd_intr(3)
if not held:
    try:
        import firmware

        firmware.run(board.DEV)
    except Exception:
        if board.DEV:
            raise
        # A pod that cannot go on begins anew; not at once, or nobody could get hold of it.
        board.begin_anew(1_000)
