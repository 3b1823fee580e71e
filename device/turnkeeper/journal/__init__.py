"""The journal: every event on the card before it is shown, and a battle again after anything."""

from turnkeeper.journal.journal import Journal
from turnkeeper.journal.rows import BattleInfo, Row

__all__ = ["BattleInfo", "Journal", "Row"]
