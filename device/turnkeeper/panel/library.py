"""Habits of the pin library, lgpio, that concern the whole process: where it works, what it says.

Imported, it makes a FIFO in its working folder (LG_WD, else the current one), and changes directory
to it. When the pins' chip goes away under it, its own thread writes some 30,000 lines a second to
descriptor 2, in C, which no setting of it stops, until the daemon has noticed and ends.
"""

import faulthandler
import os
import sys
from pathlib import Path

from turnkeeper.errors import ConfigError

FACTORY = "GPIOZERO_PIN_FACTORY"
WORK = "LG_WD"


def choose(runtime: str) -> None:
    """Have gpiozero use lgpio, working in the folder *runtime* where there is one.

    Both stand in the environment, where somebody may have chosen otherwise. Raises ConfigError
    where the folder cannot be written: all that lgpio says then is the name of a file.
    """
    os.environ.setdefault(FACTORY, "lgpio")
    if os.environ[FACTORY] != "lgpio":
        return
    if Path(runtime).is_dir():
        os.environ.setdefault(WORK, runtime)
    folder = Path(os.environ.get(WORK) or ".").absolute()
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ConfigError(
            f"The pin library cannot write in its folder {folder}; set {WORK} to one where it can."
        )


def hush() -> None:
    """From now on only what goes through `sys.stderr` is heard, and why Python died, if it does."""
    sys.stderr.flush()
    ours = os.dup(2)
    sys.stderr = os.fdopen(ours, "w", encoding="utf-8", errors="backslashreplace", buffering=1)
    faulthandler.enable(sys.stderr)
    nobody = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nobody, 2)
    os.close(nobody)
