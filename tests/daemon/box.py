"""A box with a party and an encounter on its card, and hands that play it to somebody's turn."""

from pathlib import Path

from turnkeeper.config import Config
from turnkeeper_sim.workbench import Workbench

PARTY = """\
system = "hummel"
characters = [
    {name = "Ann", seat = 1, ref = 3, speed = 30, pool = 2},
    {name = "Bo", seat = 2, ref = 5, speed = 25, pool = 1},
]
"""
ENCOUNTER = """\
name = "The ford"
foes = [{name = "Orc 1", ref = 4}]
"""


def set_up(folder: Path) -> Path:
    """Write the files into *folder*, which is given."""
    (folder / "encounters").mkdir(parents=True, exist_ok=True)
    (folder / "party.toml").write_text(PARTY, encoding="utf-8")
    (folder / "encounters" / "ford.toml").write_text(ENCOUNTER, encoding="utf-8")
    return folder


def at_home(folder: Path, config: Config | None = None) -> Workbench:
    """A box on its home page."""
    return Workbench(set_up(folder), config)


def asked(folder: Path, config: Config | None = None) -> Workbench:
    """A box that asks for the first dice."""
    box = at_home(folder, config)
    box.press("next")
    box.press("next")
    return box


def in_play(folder: Path, config: Config | None = None) -> Workbench:
    """It is Ann's turn, then Bo's, then the orc's: 13, 10, 5."""
    box = asked(folder, config)
    for face in (10, 5, 1):
        box.throw(10, face)
    return box


def up(box: Workbench) -> list[str]:
    """Whose turn it is."""
    battle = box.session.battle
    return [c.name for c in battle.table.up] if battle else []
