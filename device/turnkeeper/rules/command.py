"""What can happen to a battle: one command, which is one line of a battle script.

A command that was taken is an event; the events are the whole history of a battle.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """A verb and its words, unquoted, in the order of the script line."""

    verb: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Verb and words for a message; `script.lines.written` makes a line that reads back."""
        return " ".join((self.verb, *self.args))
