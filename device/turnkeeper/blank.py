"""What the glass shows when no daemon runs: nothing, why it cannot run, or SAFE TO UNPLUG.

The service manager runs this after every end of the daemon, a killed one too (D3), and once more
when the Pi is about to halt and its file systems are let go.
"""

import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from PIL import Image

from turnkeeper import config
from turnkeeper.config import Config, DisplaySettings, Pins
from turnkeeper.errors import TurnkeeperError
from turnkeeper.journal import keeping
from turnkeeper.notify import RUNTIME, Manager, switching_off
from turnkeeper.panel import library
from turnkeeper.panel.display import Painter, Wanted
from turnkeeper.shown import SAFE
from turnkeeper.ui.draw import draw
from turnkeeper.ui.page import Page, Row

TRIES = 3
"""How often the glass is spoken to, should noise be on the bus."""


def after_the_daemon(path: Path | None, *, safe: bool) -> list[str]:
    """Do so as the configuration at *path* has it, or the first there is; see `blank`.

    A copy of it is left in the runtime folder: when SAFE TO UNPLUG is shown, the boot partition
    that it may stand on is gone.
    """
    found = path or config.find()
    chosen, problems = config.read(found, config.boot_text())
    if not safe:
        if keeping.busy(chosen.folders.state):
            return []  # another box plays, and the front is its own
        library.choose(RUNTIME)
        if found:
            with suppress(OSError):
                shutil.copyfile(found, Manager().off_file.with_name("config.toml"))
    problem = config.summary(problems) if problems else ""
    if found:  # the glass has room for what is wrong, not for the folders that it is in
        problem = problem.replace(f"{found.parent}/", "")
    return blank(chosen, problem, safe=safe)


def blank(
    settings: Config,
    problem: str = "",
    *,
    safe: bool = False,
    open_bus: Callable[[], Any] | None = None,
) -> list[str]:
    """Leave the front as it is to stand without a daemon; gives what could not be done.

    problem: why the daemon cannot run, which is shown.  safe: the Pi halts now, and the plug may be
    pulled.  Between the power key and that moment the glass keeps the daemon's last page.
    """
    if safe:
        return show(settings.display, SAFE, open_bus)
    troubles = [] if switching_off() else show(settings.display, told(problem), open_bus)
    return [*troubles, *darken(settings.pins)]


def told(problem: str) -> Page | None:
    """The page that says it; None where nothing is wrong."""
    return Page("problem", (Row(problem),), top="cannot start") if problem else None


def show(
    settings: DisplaySettings, page: Page | None, open_bus: Callable[[], Any] | None
) -> list[str]:
    """Bring a page onto the glass, to stand there by itself; None: nothing, and dark."""
    size = settings.width, settings.height
    image = draw(page, *size) if page else Image.new("1", size)
    wanted = Wanted(image, settings.contrast, dark=page is None)
    painter = Painter(settings, open_bus)
    try:
        if any(painter.paint(wanted, time.monotonic()) for _ in range(TRIES)):
            return []
        return [painter.state]
    finally:
        painter.close()


def darken(pins: Pins) -> list[str]:
    """Put out all lamps and silence the buzzer: a line keeps its level when its user is killed."""
    from turnkeeper.panel.buzzer import Buzzer  # noqa: PLC0415 - not for `safe`, which has no pins
    from turnkeeper.panel.lamps import Lamps  # noqa: PLC0415
    from turnkeeper.panel.pins import release  # noqa: PLC0415

    try:
        lamps, buzzer = Lamps(pins), Buzzer(pins.buzzer)
    except TurnkeeperError as fault:
        return [str(fault)]
    lamps.close()
    buzzer.close()
    release()
    return [*lamps.busy, *buzzer.busy]
