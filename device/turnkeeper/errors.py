"""All that can go wrong, as sentences: what is wrong, and what is allowed.

One tree, so that a caller can catch what it can mend and let the rest reach the screen.
"""


class TurnkeeperError(Exception):
    """The root: its text is one sentence for a person at the table."""


class Refused(TurnkeeperError):
    """The rules do not allow this now; nothing has changed."""


class ScriptError(TurnkeeperError):
    """A text is not a battle script: names the file, the line and what was found."""


class RuleFault(TurnkeeperError):
    """A system's own code failed; the events are whole, and undo still works."""


class ConfigError(TurnkeeperError):
    """The configuration cannot be used: names the table, the key and what is allowed."""


class PartyError(TurnkeeperError):
    """A party or encounter file cannot be used: names the file, the line and the field."""


class JournalError(TurnkeeperError):
    """An event could not be put on the card; the battle goes on unsaved."""


class PortError(TurnkeeperError):
    """A serial port could not be had."""
