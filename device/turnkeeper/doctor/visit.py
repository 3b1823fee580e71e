"""One visit of the doctor: all looks, one after the other, said as they are made."""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from turnkeeper import config
from turnkeeper.doctor import bundle, counted, hardware, system
from turnkeeper.doctor.world import Finding, World
from turnkeeper.errors import ConfigError
from turnkeeper.notify import RUNTIME, Manager
from turnkeeper.panel import library


def visit(path: Path | None, report: Path | None, say: Callable[[str], object]) -> int:
    """Look at all of the box that is set up by *path*, and *say* what is found.

    report: where to pack a report.  Gives 1 where anything is wrong, else 0.  Raises ConfigError,
    before it looks at anything, where there is no such file, or no report can be written.
    """
    if path and not path.exists():
        raise ConfigError(f"{path} is not there; without --config every value has its default")
    if report:
        report = report.absolute()  # the pin library goes to another folder
        bundle.refuse(report)
    library.choose(RUNTIME if os.access(RUNTIME, os.W_OK) else tempfile.gettempdir())
    seen, found = world(path and path.absolute()), []
    for finding in findings(seen):
        say(str(finding))
        found.append(finding)
    say(summary(found))
    if report:
        say(bundle.summary(report, bundle.pack(report, seen, found)))
    return int(any(finding.state == "wrong" for finding in found))


def world(path: Path | None) -> World:
    """This machine, set up by the configuration at *path*, or the first there is."""
    found = path or config.find()
    boot = config.boot_text()
    chosen, _ = config.read(found, boot)
    return World(chosen, found, boot, runtime=str(Manager().folder))


def findings(seen: World) -> Iterator[Finding]:
    """All that is found. A look that fails is a finding too."""
    for look in (*hardware.LOOKS, *system.LOOKS, *counted.LOOKS):
        try:
            yield from look(seen)
        except Exception as fault:  # noqa: BLE001 - one look's fault must not hide the others
            yield Finding(look.__name__, "wrong", f"looking at it failed: {fault!r}", "Report it.")


def summary(found: list[Finding]) -> str:
    """How all of it stands, in a line."""
    wrong = sum(one.state == "wrong" for one in found)
    unseen = sum(one.state == "unseen" for one in found)
    words = f"{wrong} wrong" if wrong else "nothing is wrong"
    return words + (f"; {unseen} could not be looked at here" if unseen else "")
