"""Memory cards for the simulated box: each holds a party, whom it meets, and its own battles.

A box plays the game of the party on its card. To play another one changes the card, as at home.
"""

import fcntl
import os
from dataclasses import dataclass
from pathlib import Path

from turnkeeper.errors import TurnkeeperError
from turnkeeper.party import EXAMPLES

GAMES = {"hummel": "HUMMEL", "u8": "U8 TT", "request": "ReQuest", "reaction": "Round 4.1"}
"""The books by their names in a script, and what is written on their cards."""
FIRST = "hummel"


@dataclass(frozen=True)
class Card:
    """A card: its *label*, the folder that keeps its battles, and the one with its party.

    *parties* None: where the configuration looks for it, else the example.
    """

    label: str
    state: Path
    parties: Path | None = None


def examples(state: Path) -> tuple[Card, ...]:
    """A card for each book, with the example party and encounters; battles below *state*."""
    return tuple(
        Card(label, state) if game == FIRST else Card(label, state / game, EXAMPLES / game)
        for game, label in GAMES.items()
    )


def own(folder: Path, state: Path) -> tuple[Card, ...]:
    """The one card with the party and encounters in *folder*; its battles are kept by its name."""
    home = folder.absolute()
    return (Card(home.name, state / "own" / home.name, home),)


def default_state() -> Path:
    """Return the folder that a battle outlives the simulator in."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "turnkeeper-sim"


def taken(state: Path) -> int:
    """Make the folder and take it for ourselves; two boxes on one card would spoil it."""
    state.mkdir(parents=True, exist_ok=True)
    lock = os.open(state / "lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise TurnkeeperError(
            f"Another simulator keeps its battles in {state}; give this one a folder with --state."
        ) from None
    return lock
