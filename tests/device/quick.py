"""Fingers so quick that a busy machine cannot stretch them: a press comes to the box in one piece.

A press is two edges. Were this process held up between them, the box would feel a hold; so both
are given to its thread at once, stamped with the time of the first.
"""

import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from typing import cast

from turnkeeper.daemon import Daemon
from turnkeeper.journal import card, files
from turnkeeper.panel import contacts
from turnkeeper.panel.inputs import Edge
from turnkeeper_sim import workbench
from turnkeeper_sim.workbench import Workbench

Patch = Callable[[object, str, object], None]
_happened = Daemon._happened
_between: dict[int, list[Edge]] = {}
"""Edges of a press that is being made, by their box."""


def hurry(patch: Patch, folder: str) -> None:
    """Quick presses, short holds, a card that is not waited for; boxes lie in *folder*."""
    patch(Daemon, "put", put)
    patch(Daemon, "_happened", happened)
    patch(Workbench, "press", press)
    patch(contacts, "HOLD_S", 0.03)
    patch(card, "SYNCHRONOUS", "OFF")
    patch(files, "sync_folder", lambda _: None)
    patch(tempfile, "tempdir", folder)


def put(box: Daemon, thing: object) -> None:
    """Keep the edges of a press together; everything else goes its way."""
    if isinstance(thing, Edge) and id(box) in _between:
        _between[id(box)].append(thing)
    else:
        box.queue.put(thing)


def happened(box: Daemon, thing: object) -> None:
    """Take one thing, or the edges of a press."""
    for one in cast("list[object]", thing) if isinstance(thing, list) else [thing]:
        _happened(box, one)


def tap(bench: Workbench, name: str) -> None:
    """Press a contact, and wait for nothing."""
    box = bench.daemon
    _between[id(box)] = []
    bench.level(name, down=True)
    bench.level(name, down=False)
    edges = _between.pop(id(box))
    box.queue.put([replace(edge, at=edges[0].at) for edge in edges])


def press(bench: Workbench, name: str, *, held: bool = False) -> None:
    """Press a contact, or hold it until that has counted."""
    box, before = bench.daemon, bench.daemon.handled
    if held:
        bench.level(name, down=True)
    else:
        tap(bench, name)
    bench.until(lambda: box.handled > before, f"{name} counts")
    bench.level(name, down=False)
    bench.see()
    time.sleep(2 * workbench.SETTLE)
