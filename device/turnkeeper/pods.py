"""What a pod's words mean at the table: a gesture, or a sentence about the pod."""

from turnkeeper.link.events import Event, Lost, NotAFace, OtherProto, Press, Roll
from turnkeeper.ui.gestures import Button, Die, Gesture

SEATS_ON_THE_BOX = 8
"""Seats 1 to 8 hang on the Pi's pins; those above on pods."""


def meaning(event: Event) -> Gesture | str | None:
    """The gesture that an event of the link is, or what to tell; None: neither."""
    if isinstance(event, Roll):
        return Die(event.sides, event.face)
    if isinstance(event, Press):
        return Button(SEATS_ON_THE_BOX + event.n)
    if isinstance(event, NotAFace):
        return event.text
    if isinstance(event, OtherProto):
        return f"pod {event.id} speaks another version and is not used"
    if isinstance(event, Lost):
        return f"pod {event.id} does not answer; dice are dialled meanwhile"
    return None
