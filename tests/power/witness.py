"""Listens to a writer, and holds what it said against what the journal has after the cut."""

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from turnkeeper.errors import JournalError
from turnkeeper.journal import Journal

Story = dict[int, list[str]]
"""By battle, its lines, the `system` line first."""


@dataclass
class Witness:
    """What was sent and what was done, over all the writers that were cut off so far."""

    sent: Story = field(default_factory=dict)
    done: Story = field(default_factory=dict)
    whole: dict[int, int] = field(default_factory=dict)
    """By battle, how many lines it begins with in one piece."""
    faults: list[str] = field(default_factory=list)
    """What a writer itself found wrong when it started."""
    told: int = 0
    """How many events were done in all."""

    def hear(self, output: bytes, done: int) -> None:
        """Take what one writer said, the last line perhaps in part; so many DONE count."""
        for raw in output.decode().splitlines(keepends=True):
            if not raw.endswith("\n"):
                continue
            word, battle, place, line = raw.rstrip("\n").split(" ", 3)
            if word == "FAULT":
                self.faults.append(line)
                continue
            if word == "WHOLE":
                self.whole[int(battle)] = int(place)
                continue
            if word not in ("SENT", "DONE"):
                continue
            if word == "DONE":
                done -= 1
                if done < 0:
                    continue
                self.told += 1
            story = self.sent if word == "SENT" else self.done
            lines = story.setdefault(int(battle), [])
            del lines[int(place) :]
            lines.append(line)

    def judge(self, path: Path) -> list[str]:
        """Tell what P1 and P2 forbid in the journal at `path`; take what is there as the truth."""
        journal = Journal(path)
        found = {info.number: [info.line] for info in journal.battles()}
        for number, lines in found.items():
            with suppress(JournalError):  # it is damaged from its first row on
                lines.extend(row.line for row in journal.rows(number))
        notes = (*self.faults, *journal.notes, journal.error)
        faults = [f"opened with {note!r}" for note in notes if note]
        journal.close()
        for battle in sorted(found.keys() | self.sent.keys()):
            kept, sent = found.get(battle, []), self.sent.get(battle, [])
            done = self.done.get(battle, [])
            if kept[: len(done)] != done:
                faults.append(f"P1: battle {battle}: {len(done)} were done, {len(kept)} are there")
            if kept != sent[: len(kept)]:
                faults.append(f"P2: battle {battle}: not the beginning of what was sent")
            if 0 < len(kept) < self.whole.get(battle, 1):
                faults.append(f"P2: battle {battle}: begun by half")
        self.faults.clear()
        # The next writer goes on from here.
        self.sent = {number: list(lines) for number, lines in found.items()}
        self.done = {number: list(lines) for number, lines in found.items()}
        return faults
