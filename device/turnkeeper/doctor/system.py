"""What is on the card: the card itself, fonts, files, clock and service."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

from turnkeeper import party
from turnkeeper.doctor.world import Finding, World
from turnkeeper.journal import Journal
from turnkeeper.party import find_party
from turnkeeper.tonight import rules
from turnkeeper.ui.draw import draw
from turnkeeper.ui.page import Page, Row

ROOM = 16 << 20
"""Bytes that must be free: some hundred thousand battles' worth of events."""
BUILT = 1_735_689_600.0
"""2025: a clock that says less was never set."""
LETTERS = "Žofia Ωmega 王小明 かな 한글 Ж"


def card(world: World) -> Iterator[Finding]:
    """Whether battles can be saved, and what is there."""
    state = world.config.folders.state
    if not state.is_dir():
        do = "Run hardware/install; on a desk it is made at the first start."
        yield Finding("card", "unseen", f"there is no folder {state} yet", do)
        return
    if not os.access(state, os.W_OK):
        do = "Is the card read-only (mount | grep ' / '), or are you another user? Try sudo."
        yield Finding("card", "wrong", f"{state} cannot be written: NOT SAVING would show", do)
    space = os.statvfs(state)
    if space.f_bavail * space.f_frsize < ROOM:
        do = "Make room on the card: sudo apt clean; sudo journalctl --vacuum-size=10M"
        yield Finding("card", "wrong", "less than 16 MB are free", do)
    aside = [path.name for path in state.iterdir() if "damaged" in path.name or "left" in path.name]
    if aside:
        do = "Nothing of it is lost; send it with a bug report (doctor --bundle)."
        yield Finding("card", "wrong", f"set aside in {state}: {', '.join(sorted(aside))}", do)
    yield _battles(world.config.folders.journal)


def _battles(path: Path) -> Finding:
    if not path.exists():
        return Finding("card", "fine", "no battle was played yet")
    journal = Journal(path, reading=True)
    try:
        battles, notes = journal.battles(), journal.notes
    finally:
        journal.close()
    if notes:
        return Finding("card", "wrong", notes[0], "Nothing is thrown away; the box plays on.")
    return Finding("card", "fine", f"{len(battles)} battles are kept in {path}")


def fonts(world: World) -> Iterator[Finding]:
    """Whether names in all scripts can be drawn."""
    display = world.config.display
    try:
        picture = draw(Page("fonts", (Row(LETTERS),)), display.width, display.height)
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is what was looked for
        do = "Run hardware/install again."
        yield Finding("fonts", "wrong", f"they cannot be drawn with: {fault}", do)
        return
    if picture.getbbox():
        yield Finding("fonts", "fine", "Latin, Greek, Cyrillic, Chinese, Japanese and Korean draw")
    else:
        yield Finding("fonts", "wrong", "they draw nothing", "Run hardware/install again.")


def files(world: World) -> Iterator[Finding]:
    """What is wrong with the party, the encounters and the settings."""
    folders = world.config.folders.parties
    found = [find_party(folders), *([world.config_file] if world.config_file else [])]
    for folder in folders:
        found += sorted((folder / "encounters").glob("*.toml"))
    problems = [p for path in found for p in party.check(path, rules(), boot=world.boot)]
    for problem in problems:
        yield Finding("files", "wrong", str(problem), "Change it on any PC with a card reader.")
    if not problems:
        yield Finding("files", "fine", f"{len(found)} files, the party {found[0]}")


def clock(world: World) -> Iterator[Finding]:
    """Whether the date is right, which battles take no notice of."""
    del world
    now = time.time()
    said = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    if now < BUILT:
        do = "Battles take no notice; for the list of battles: sudo date -s '2026-01-31 20:00'"
        yield Finding("clock", "wrong", f"it says {said}, so it was never set", do)
    else:
        yield Finding("clock", "fine", f"it says {said}")


def service(world: World) -> Iterator[Finding]:
    """Whether the box starts by itself, and runs."""
    if world.ask("systemctl", "--version") is None:
        yield Finding("service", "unseen", "there is no systemd here")
        return
    enabled = world.ask("systemctl", "is-enabled", "turnkeeper.service")
    if enabled != "enabled":
        says, do = "the box does not start by itself", "Run hardware/install."
        yield Finding("service", "wrong" if world.pi else "unseen", says, do)
        return
    if not world.running:
        do = "Start it: sudo systemctl start turnkeeper; what it says: journalctl -u turnkeeper"
        yield Finding("service", "wrong", "it does not run", do)
        return
    again = world.ask("systemctl", "show", "--value", "--property=NRestarts", "turnkeeper.service")
    if again and again != "0":
        do = "Why: journalctl -u turnkeeper"
        yield Finding("service", "wrong", f"it was started again {again} times", do)
    else:
        yield Finding("service", "fine", "it starts by itself, and runs")


LOOKS = (card, fonts, files, clock, service)
