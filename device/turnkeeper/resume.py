"""A battle made again from the journal's rows, as far as they mean what they meant."""

from contextlib import suppress
from pathlib import Path

from turnkeeper.errors import Refused, ScriptError
from turnkeeper.journal import Row
from turnkeeper.rules.battle import Battle
from turnkeeper.script import lines, reader


def new_battle(head: str) -> Battle:
    """A battle nobody has joined, by its `system` line; Refused or ScriptError if there is none."""
    game, options = reader.header(lines.words(head))
    return Battle(game, options)


def folded(rows: list[Row]) -> tuple[list[Row], list[Row]]:
    """What holds after all undos and redos, and what can be done again, the next to redo last."""
    done: list[Row] = []
    undone: list[Row] = []
    for row in rows:
        if row.line == "undo" and done:
            undone.append(done.pop())
        elif row.line == "redo" and undone:
            done.append(undone.pop())
        elif row.line not in ("undo", "redo"):
            done.append(row)
            undone.clear()
    return done, undone


def played(battle: Battle, rows: list[Row]) -> int:
    """Play the rows as far as each meets the prompt that it met; gives how many were."""
    for number, row in enumerate(rows):
        if row.digest and row.digest != battle.digest():
            return number
        try:
            battle.push(lines.command(row.line))
        except (Refused, ScriptError):
            return number
    return len(rows)


def keep(folder: Path, lost: list[str]) -> None:
    """Write what an older battle had left over into a file beside the journal."""
    for number in range(1000):
        path = folder / f"left-over-{number}.battle"
        with suppress(FileExistsError, OSError), path.open("x", encoding="utf-8") as file:
            file.write("\n".join(lost) + "\n")
            return
