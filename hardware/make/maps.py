"""Which pin carries what, read where it is said: the daemon's defaults and the firmware's board.py.

Nothing is said anew here but what the makers print: where a GPIO or GP number sits on the header.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from turnkeeper.files.settings import Pins

ROOT = Path(__file__).resolve().parents[2]
HARDWARE = ROOT / "hardware"
BOARD = ROOT / "device" / "pico" / "board.py"


def _labels(words: str) -> tuple[str, ...]:
    return tuple(words.split())


# Raspberry Pi's header of 40 pins and the Pico's 40 pads, each from pin 1 on.
PI_HEADER = _labels(
    "3V3 5V GPIO2 5V GPIO3 GND GPIO4 GPIO14 GND GPIO15 GPIO17 GPIO18 GPIO27 GND GPIO22 GPIO23 3V3 "
    "GPIO24 GPIO10 GND GPIO9 GPIO25 GPIO11 GPIO8 GND GPIO7 GPIO0 GPIO1 GPIO5 GND GPIO6 GPIO12 "
    "GPIO13 GND GPIO19 GPIO16 GPIO26 GPIO20 GND GPIO21"
)
PICO_PADS = _labels(
    "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15 "
    "GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 GND GP28 VREF 3V3 3V3_EN GND VSYS "
    "VBUS"
)
I2C = {"sda": 2, "scl": 3}  # bus 1, as `DisplaySettings.bus` has it
BOARD_NAMES = ("KEYS", "LAMPS", "ROWS", "COLUMNS", "TRAY_LAMPS")


def pi_uses(pins: Pins | None = None) -> dict[str, int]:
    """Each use of the Pi's pins by its wire's label: "seats 1" to "power", with its BCM number."""
    pins = pins or Pins()
    uses = dict(I2C)
    for name in Pins.__struct_fields__:
        value = getattr(pins, name)
        if isinstance(value, tuple):
            uses |= {f"{name} {n}": pin for n, pin in enumerate(value, start=1)}
        elif value is not None:
            uses[name] = value
    return uses


def pico_uses(text: str | None = None) -> dict[str, int]:
    """Each use of the Pico's pins: "KEYS 1" to "TRAY_LAMPS 1", with its GP number.

    *text* is board.py's, which is read and not run: it needs a Pico. The lists count as they stand
    there, whether that Pico has a tray and buttons or not; the Pico's own LED has no pin.
    """
    return {
        f"{name} {n}": pin
        for name, listed in _lists(text or BOARD.read_text())
        for n, pin in enumerate(listed, start=1)
        if isinstance(pin, int)
    }


def _lists(text: str) -> Iterator[tuple[str, tuple[object, ...]]]:
    """The lists of pins in board.py, each the first tuple on the right of its name."""
    for node in ast.parse(text).body:
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        target = node.target if isinstance(node, ast.AnnAssign) else target
        if isinstance(target, ast.Name) and target.id in BOARD_NAMES:
            tuples = (part.elts for part in ast.walk(node) if isinstance(part, ast.Tuple))
            # an annotation has a tuple too, of names
            pins = next(elts for elts in tuples if elts and not isinstance(elts[0], ast.Name))
            yield target.id, tuple(ast.literal_eval(pin) for pin in pins)
