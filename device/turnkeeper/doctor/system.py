"""What is on the card: the card itself, fonts, files, clock and service."""

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

from turnkeeper import games, party
from turnkeeper.doctor.world import UNIT, Finding, World
from turnkeeper.journal import Journal, keeping
from turnkeeper.party import find_party
from turnkeeper.tonight import rules
from turnkeeper.ui.draw import draw
from turnkeeper.ui.page import Page, Row

ROOM = 16 << 20
"""Bytes that must be free: some hundred thousand battles' worth of events."""
BUILT = 1_735_689_600.0
"""2025: a clock that says less was never set."""
LETTERS = "Ž Ω 山 か 한 Ж"
ASIDE = re.compile(r"damaged|aside-|^left-over")
"""What the box gives another name, and never deletes."""


def card(world: World) -> Iterator[Finding]:
    """Whether battles can be saved, and what is there."""
    state = world.config.folders.state
    if not os.path.isdir(state):  # noqa: PTH112 - Path's own raises where one may not look
        do = "Run hardware/install; on a desk it is made at the first start."
        yield Finding("card", "unseen", f"there is no folder {state} yet", do)
        return
    if _away(world, str(state)):
        says = "the battles' partition is not there, so that none can be kept"
        do = "Plug its stick in, and restart; more is told in hardware/guides/read-only.md."
        yield Finding("card", "wrong", says, do)
    elif keeping.fleeting(state.resolve(), world.read(keeping.MOUNTS)):
        do = "Give them a partition of their own: hardware/install --read-only does it."
        yield Finding("card", "wrong", keeping.FLEETING, do)
    space = os.statvfs(state)
    if space.f_flag & os.ST_RDONLY:
        do = "A card that turns read-only by itself is dying: copy the battles, buy another one."
        yield Finding("card", "wrong", f"{state} is read-only: NOT SAVING would show", do)
    elif not os.access(state, os.R_OK | os.W_OK | os.X_OK):
        yield Finding("card", "unseen", f"you may not look into {state}", "Say it with sudo.")
        return
    if space.f_bavail * space.f_frsize < ROOM:
        do = "Make room on the card: sudo apt clean; sudo journalctl --vacuum-size=10M"
        yield Finding("card", "wrong", "less than 16 MB are free", do)
    yield from _lying(state)
    yield _battles(world.config.folders.journal)


def _away(world: World, state: str) -> bool:
    """Whether *state* should be a partition of its own, and is none."""
    return state in _places(world.read("/etc/fstab")) - _places(world.read("/proc/self/mounts"))


def _places(text: str) -> set[str]:
    """Where partitions are mounted, by a text that is written as fstab is."""
    lines = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return {words[1] for words in lines if len(words) > 1}


def _lying(state: Path) -> Iterator[Finding]:
    """What lies in the folder of the battles and should not, or should be somebody else's."""
    paths = sorted(state.iterdir())
    aside = [path.name for path in paths if ASIDE.search(path.name)]
    if aside:
        do = "The box plays on. Keep them; in a report, say that they are there: it has them not."
        yield Finding("card", "wrong", f"set aside in {state}: {', '.join(aside)}", do)
    owner = state.stat().st_uid
    if foreign := [path.name for path in paths if path.stat().st_uid != owner]:
        do = (
            f"As after a start with sudo; give them back: sudo chown -R --reference={state} {state}"
        )
        yield Finding("card", "wrong", f"another user's in {state}: {', '.join(foreign)}", do)


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
    if not battles:
        return Finding("card", "fine", f"no battle was played yet; they are kept in {path}")
    count = "one battle is" if len(battles) == 1 else f"{len(battles)} battles are"
    return Finding("card", "fine", f"{count} kept in {path}")


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
    problems = [*games.offer(folders), *games.installed()]
    found = [find_party(folders), *([world.config_file] if world.config_file else [])]
    for folder in folders:
        found += sorted((folder / "encounters").glob("*.toml"))
    problems += [p for path in found for p in party.check(path, rules(), boot=world.boot)]
    for problem in problems:
        yield Finding("files", "wrong", str(problem), "Change it on any PC with a card reader.")
    if problems:
        return
    if found[0].is_relative_to(party.EXAMPLES):
        says = "there is no party of yours yet, and the example plays"
        yield Finding("files", "fine", says, f"Lay your party.toml in {folders[0]}.")
    else:
        more = len(found) - 1
        many = f", and {more} other file{'s' * (more != 1)}" if more else ""
        yield Finding("files", "fine", f"your party {found[0]}{many}")


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
    enabled = world.ask("systemctl", "is-enabled", UNIT)
    if enabled != "enabled":
        if world.pi:
            do = "Run hardware/install."
            yield Finding("service", "wrong", "the box does not start by itself", do)
        else:
            yield Finding("service", "unseen", "the box is not installed here, and this is no Pi")
        return
    if world.service == "activating":
        do = "Why: journalctl -u turnkeeper"
        yield Finding("service", "wrong", "it starts and ends, again and again", do)
        return
    if world.service == "inactive":
        do = "When you are done here: sudo systemctl start turnkeeper"
        yield Finding("service", "fine", "it starts by itself; now it is stopped", do)
        return
    if world.service != "active":
        do = "Start it: sudo systemctl start turnkeeper; what it says: journalctl -u turnkeeper"
        yield Finding("service", "wrong", "it does not run", do)
        return
    again = world.ask("systemctl", "show", "--value", "--property=NRestarts", UNIT)
    if again and again != "0":
        do = "Why: journalctl -u turnkeeper"
        yield Finding("service", "wrong", f"it was started again {again} times", do)
    else:
        yield Finding("service", "fine", "it starts by itself, and runs")


LOOKS = (card, fonts, files, clock, service)
