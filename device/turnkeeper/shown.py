"""What the table sees: the page on the glass and the lamps, sent only where they changed.

All of it is worked out from the session's state, so it may be sent again at any time.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from turnkeeper.config import DisplaySettings
from turnkeeper.panel.display import Display
from turnkeeper.session import Session
from turnkeeper.ui import rest
from turnkeeper.ui.draw import draw
from turnkeeper.ui.page import Page, Row

if TYPE_CHECKING:
    from turnkeeper.panel.lamps import Lamps
    from turnkeeper.pods.table import Pods

BLINK_SECONDS = 0.5
"""A lamp that blinks is on for this long and off for this long: one flash a second (D4)."""
SPLASH = Page("splash", (Row("turnkeeper", "huge", centre=True),))
SWITCHING_OFF = Page(
    "switching off",
    (Row("Switching off", "big", centre=True), Row("leave the plug in", centre=True)),
)
SAFE = Page("safe", (Row("SAFE TO UNPLUG", "huge", centre=True),))


class Shown:
    """The display, and the lamps of the box and of the pods, once there are any.

    page: what is on the glass.  glass: how it is shown, after so long without a gesture.
    off: the box is being switched off, and says so, whatever the battle.
    """

    def __init__(self, settings: DisplaySettings, open_bus: Callable[[], Any] | None) -> None:
        """Show the splash."""
        self.settings = settings
        self.display = Display(settings, open_bus)
        self.lamps: Lamps | None = None
        self.pods: Pods | None = None
        self.page = SPLASH
        self.off = False
        self.glass = rest.Glass()
        self._drawn: tuple[Page, tuple[int, int]] | None = None
        self._draw()

    def show(self, session: Session, now: float, idle: float) -> None:
        """Show how things stand at *now*, after *idle* seconds without a gesture."""
        if self.off:
            self._say_off()
            return
        glass = rest.glass(
            idle,
            now,
            dim_after=self.settings.dim_after,
            dark_after=self.settings.dark_after,
            playing=session.battle is not None,
        )
        self._set(glass)
        giving = self.pods.page() if self.pods else None
        self.page = giving or session.page()
        if glass.alone and session.battle:
            self.page = rest.alone(session.battle, self.page)
        self._draw()
        self._light(session, now)

    def next_due(self, session: Session, now: float, idle: float) -> float:
        """When `show` has something new, if nothing happens until then."""
        settings = self.settings
        change = rest.next_change(
            idle, now, dim_after=settings.dim_after, dark_after=settings.dark_after
        )
        if "blink" in session.lamps().values():
            return min(change, (now // BLINK_SECONDS + 1) * BLINK_SECONDS)
        return change

    def close(self) -> None:
        """Everything dark, so that no old battle stands there (D3); or that it is switched off."""
        if self.lamps:
            self.lamps.close()
        self.display.close(draw(SWITCHING_OFF, *self.display.size) if self.off else None)

    def _say_off(self) -> None:
        self._set(rest.Glass())
        self.page = SWITCHING_OFF
        self._draw()
        if self.lamps:
            self.lamps.show({})

    def _set(self, glass: rest.Glass) -> None:
        if glass.dark != self.glass.dark:
            self.display.dark(glass.dark)
        if glass.dim != self.glass.dim:
            level = self.settings.dim_contrast if glass.dim else self.settings.contrast
            self.display.contrast(level)
        self.glass = glass

    def _draw(self) -> None:
        wanted = (self.page, self.glass.shift)
        if wanted != self._drawn:
            self._drawn = wanted
            self.display.show(draw(self.page, *self.display.size, self.glass.shift))

    def _light(self, session: Session, now: float) -> None:
        phase = int(now // BLINK_SECONDS) % 2 == 0
        wanted = session.lamps().items()
        lit = {seat: how == "on" or (how == "blink" and phase) for seat, how in wanted}
        if self.lamps:
            self.lamps.show(lit)
        if self.pods:
            self.pods.light(lit)
            self.pods.ports.ask(session.awaited())
