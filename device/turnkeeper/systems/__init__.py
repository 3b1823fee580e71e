"""The games: one file is one book's combat rules.

To add one: write a file like `hummel.py` (a coroutine that reads like the book's own procedure,
its verbs, its attributes and a `SYSTEM`), and add it below. Nothing else changes: script, menus,
help and checks are read off the `SYSTEM`. A game of one's own need not stand here: `games.py` puts
it in.
"""

from collections.abc import Callable

from turnkeeper.errors import Refused
from turnkeeper.rules.joining import listed
from turnkeeper.rules.system import System
from turnkeeper.systems import hummel, reaction, request, u8

SYSTEMS: dict[str, System] = {
    system.name: system
    for system in (
        hummel.SYSTEM,
        u8.SYSTEM,
        request.SYSTEM,
        reaction.SYSTEM,
    )
}

LOOK: list[Callable[[], object]] = []
"""What puts more games there, asked only where a name is not known."""


def system(name: str) -> System:
    """The game of that name; Refused, naming those there are, where there is none."""
    for look in LOOK if name not in SYSTEMS else ():
        look()
    if found := SYSTEMS.get(name):
        return found
    raise Refused(f"no game is called {name}; there is {listed(list(SYSTEMS))}")
