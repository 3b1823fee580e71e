"""Whether the parts of the box work: a sentence for each that does not, and which thread is stuck.

What a person can mend is said once, and the rest plays on. A thread that never comes round again
nobody can mend: then the watchdog is told so, and the box is started anew (Y1).
"""

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnkeeper.panel.buzzer import Buzzer
    from turnkeeper.panel.display import Display
    from turnkeeper.panel.inputs import Inputs
    from turnkeeper.panel.lamps import Lamps
    from turnkeeper.panel.ports import Ports


class Watch:
    """An eye on the parts of the front."""

    def __init__(
        self, inputs: "Inputs", buzzer: "Buzzer", lamps: "Lamps", display: "Display", ports: "Ports"
    ) -> None:
        """Know the parts."""
        self._inputs, self._buzzer, self._lamps = inputs, buzzer, lamps
        self._display, self._ports = display, ports
        self._told: list[str] = []
        self._stuck = ""

    def news(self, notes: Iterable[str]) -> Iterator[str]:
        """What is wrong and was not told before: of *notes*, and of the parts."""
        pinned = (self._inputs, self._buzzer, self._lamps)
        said = [*notes, *(busy for part in pinned for busy in part.busy)]
        said += [part.fault for part in pinned if part.fault]
        said += [state for state in (self._display.state, self._ports.state) if state]
        for sentence in said:
            if sentence not in self._told:
                self._told.append(sentence)
                yield sentence

    def well(self, now: float) -> bool:
        """Whether all threads come round; *now* in seconds of the monotonic clock."""
        stuck = [*self._display.stuck(now), *self._ports.stuck(now)]
        if stuck and stuck[0] != self._stuck:
            complain(f"{stuck[0]}; the box is started anew")
        self._stuck = stuck[0] if stuck else ""
        return not stuck

    def pins_listen(self) -> bool:
        """Whether edges of the pins still come."""
        return self._inputs.alive()


def complain(sentence: str) -> None:
    """Into the system's own log, which the service manager keeps."""
    sys.stderr.write(f"turnkeeper: {sentence}\n")
    sys.stderr.flush()
