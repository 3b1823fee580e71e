"""A battle made again from the journal's rows, as far as they mean what they meant."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from turnkeeper.errors import ScriptError
from turnkeeper.journal import Row
from turnkeeper.rules.battle import Battle
from turnkeeper.script import lines, reader


def new_battle(head: str) -> Battle:
    """A battle nobody has joined, by its `system` line; Refused or ScriptError if there is none."""
    found = lines.words(head)
    if not found:
        raise ScriptError("its first line, which names the game, is missing")
    game, options = reader.header(found)
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
        except Exception:  # noqa: BLE001 - refused, or a game of one's own that fails in any way
            return number
    return len(rows)


@dataclass(frozen=True, slots=True)
class TakenUp:
    """A battle as its last event left it.

    head: its `system` line.  done: the rows that it came from.  left_over: those after them, of
    which the first does not mean what it meant.
    """

    battle: Battle
    head: str
    done: list[Row]
    left_over: list[Row]

    @property
    def lost(self) -> list[str]:
        """The whole battle as a script, if anything of it is left over; else nothing."""
        if not self.left_over:
            return []
        held = [row.line for row in self.done]
        broke = "# up to here it was taken up; what follows did not mean what it meant"
        return [self.head, *held, broke, *(row.line for row in self.left_over)]


def take_up(head: str, rows: list[Row]) -> TakenUp:
    """The battle where its rows left it: what is done, and what can be done again.

    Raises Refused or ScriptError where there is no such game.
    """
    done, undone = folded(rows)
    battle = new_battle(head)
    held = played(battle, done)
    if held < len(done):
        battle = new_battle(head)  # what failed may have left half of a change
        played(battle, done[:held])
    elif undone:
        again = undone[::-1]
        further = played(new_battle(head), [*done, *again]) - len(done)
        battle.remember([lines.command(row.line) for row in reversed(again[:further])])
    return TakenUp(battle, head, done[:held], done[held:])


def keep(folder: Path, lost: list[str]) -> None:
    """Write a battle that could not be taken up whole into a file beside the journal."""
    for number in range(1000):
        path = folder / f"left-over-{number}.battle"
        with suppress(FileExistsError, OSError), path.open("x", encoding="utf-8") as file:
            file.write("\n".join(lost) + "\n")
            return
