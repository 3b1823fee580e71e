"""Plays battles and prints all that came of them: `python -m tests.rules.transcript FILE...`.

With no file, random battles of every book. Run under different hash seeds by `test_hash_seeds`: not
one byte may differ.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.rules.anybattle import begun, some, took
from tests.rules.snapshot import seen
from turnkeeper.rules.battle import Battle
from turnkeeper.script import play, reader
from turnkeeper.systems import SYSTEMS


def of_file(file: Path) -> Iterator[str]:
    """Give each command of a battle script, and what came of it."""
    script = reader.read(file.read_text(encoding="utf-8"), file.name)
    box = play.Rules(script)
    for done in play.play(script, box):
        yield f"{file.name}:{done.step.line}: {done.step.text}: {done.says} {done.failures}"
        yield everything(box.battle)


def of_luck(name: str, seed: int) -> Iterator[str]:
    """Give each command of a random battle, refused ones too."""
    luck = Random(seed)
    battle = begun(name, [luck.getrandbits(32)])
    for _ in range(60):
        command = some(battle, luck.getrandbits(32))
        yield f"{name} {seed}: {command}: {battle.refusal(command) or took(battle, command)}"
        yield everything(battle)


def everything(battle: Battle) -> str:
    """Give the whole state, in the order in which the code keeps it."""
    return json.dumps(seen(battle), ensure_ascii=False)


def main() -> None:
    """Print the transcript."""
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    for file in sys.argv[1:]:
        print("\n".join(of_file(Path(file))))
    if not sys.argv[1:]:
        for name in SYSTEMS:
            for seed in range(5):
                print("\n".join(of_luck(name, seed)))


if __name__ == "__main__":
    main()
