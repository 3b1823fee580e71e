"""What a pod took in, and what must come of it."""

from turnkeeper.link.events import Numbered, Press, Release, Roll

STALE = 2_000  # milliseconds: an older press is not acted on


class Told:
    """One thing that a pod took in: what its event must say, and when it happened."""

    def __init__(self, source: str, text: str, made_ms: int) -> None:
        self.source = source
        self.text = text
        self.made_ms = made_ms

    def too_old(self, now_ms: int) -> bool:
        """Whether it may have been passed over: a press that took more than 2 s to come."""
        return self.text.startswith("press") and now_ms - self.made_ms > STALE


def said(event: Numbered) -> str:
    """What an event says, as the table would."""
    if isinstance(event, Roll):
        return f"roll d{event.sides} {event.face}"
    if isinstance(event, Press):
        assert 0 <= event.age_ms <= STALE
        return f"press {event.n}"
    assert isinstance(event, Release)
    return f"release {event.n}"
