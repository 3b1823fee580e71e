"""How the lines to the pods are: the health page, and who is named for noise or restarts. Pure.

What it looks at are the counters of each port; nothing here asks a port anything.
"""

from collections import Counter, deque
from collections.abc import Iterable
from typing import Protocol

from turnkeeper.link.events import Hello

NOISY = 20  # bad lines within WINDOW_S: more than a plug that goes in makes
RESTARTS = 3  # starts within RESTART_S
WINDOW_S = 10.0
RESTART_S = 60.0
AGAIN_S = 60.0  # until the same is said again


class Line(Protocol):
    """A port's end of the link, as far as its health goes."""

    @property
    def pod(self) -> Hello | None:
        """Who is there."""

    @property
    def ok(self) -> int:
        """Whole frames."""

    @property
    def bad(self) -> int:
        """Lines that were none."""

    @property
    def repeated(self) -> int:
        """Rolls and presses that came again."""

    @property
    def heard_ms(self) -> int | None:
        """When the pod was last heard, in milliseconds of the same clock as `now`."""


class Watch:
    """The lines, by their ports' paths. `starts` counts those of each pod, by its id."""

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self.starts: Counter[str] = Counter()
        self._bad: dict[str, deque[tuple[float, int]]] = {}
        self._starts: dict[str, deque[float]] = {}
        self._boots: dict[str, int] = {}
        self._said: dict[str, float] = {}

    def look(self, lines: Iterable[tuple[str, Line]], now: float) -> list[str]:
        """Once a second: give a sentence for each line that has become noisy."""
        found = []
        for path, line in lines:
            seen = self._bad.setdefault(path, deque())
            seen.append((now, line.bad))
            while seen[0][0] < now - WINDOW_S:
                seen.popleft()
            more = line.bad - seen[0][1]
            if more >= NOISY:
                said = f"{name(path, line)} sends noise; look at its cable"
                found += self._once(f"noise {path}", said, now)
        return found

    def met(self, pod: Hello, now: float) -> list[str]:
        """A pod says hello; give a sentence if it does so again and again."""
        starts = self._starts.setdefault(pod.id, deque(maxlen=RESTARTS))
        if self._boots.get(pod.id) != pod.boot:
            self._boots[pod.id] = pod.boot
            starts.append(now)
            self.starts[pod.id] += 1
        if len(starts) < RESTARTS or now - starts[0] > RESTART_S:
            return []
        said = f"pod {pod.id} starts again and again; look at its cable and its power"
        return self._once(f"starts {pod.id}", said, now)

    def _once(self, what: str, sentence: str, now: float) -> list[str]:
        if now - self._said.get(what, float("-inf")) < AGAIN_S:
            return []
        self._said[what] = now
        return [sentence]


def rows(lines: Iterable[tuple[str, Line]], now: float) -> tuple[tuple[str, str], ...]:
    """The health page: for each line who is there and when it was heard, then its counters.

    Four rows a line, since a row has room for some 16 characters.
    """
    found = []
    for path, line in lines:
        heard = "never" if line.heard_ms is None else f"{ago(now - line.heard_ms / 1000)} ago"
        found.append((line.pod.id if line.pod else name(path, line), heard))
        found.append((parts(line.pod) or "no pod", ""))
        found.append((f"ok {line.ok}", f"bad {line.bad}"))
        found.append(("repeated", str(line.repeated)))
    return tuple(found)


def name(path: str, line: Line) -> str:
    """What a person calls a line: by its pod, else by the end of its port's name."""
    if line.pod:
        return f"pod {line.pod.id}"
    return f"port {path.rpartition('/')[2].removesuffix('-if00')[-7:]}"


def parts(pod: Hello | None) -> str:
    """What a pod has, in a few letters."""
    if not pod:
        return ""
    has = ["dice"] * bool(pod.has["dice"]) + [f"{pod.has['keys']} keys"] * bool(pod.has["keys"])
    return ", ".join(has)


def ago(seconds: float) -> str:
    """A time that has passed, short."""
    return f"{max(0, int(seconds))} s" if seconds < 100 else f"{int(seconds / 60)} min"
