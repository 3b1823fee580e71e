"""Coin, the game that the README shows whole, its battle, and a party that plays it."""

import re
from pathlib import Path

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
COIN: str
(COIN,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
(BATTLE,) = re.findall(r"```battle\n(system coin\n.*?)```", README, re.DOTALL)

PARTY = """system = "coin"

[[characters]]
name = "Ann"
seat = 1
luck = 1

[[characters]]
name = "Bo"
seat = 2
"""
FOES = """name = "A bridge"

[[foes]]
name = "Orc"
"""


def at_home(folder: Path) -> None:
    """Put a party that plays Coin, and whom it meets, into *folder*."""
    (folder / "party.toml").write_text(PARTY, encoding="utf-8")
    (folder / "encounters").mkdir(exist_ok=True)
    (folder / "encounters" / "bridge.toml").write_text(FOES, encoding="utf-8")


def with_coin(*changes: tuple[str, str]) -> str:
    """Coin with each first text in place of the second, which must be there."""
    text = COIN
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text
