"""What came of a script's command, as lines for a person, or as one JSON object for a program."""

import json
from collections.abc import Iterator

from turnkeeper.script.play import Done


def in_words(file: str, done: Done) -> Iterator[str]:
    """The command and what the device says then; and a line for each thing that does not hold."""
    yield f"{done.step.line:4}  {done.step.text:34}  {done.says}".rstrip()
    for line, found in done.failures:
        yield f"{file}:{line}: {found}"


def as_json(file: str, done: Done) -> str:
    """One object: file, line, command, refused or null, says, failures; and the battle's state."""
    said = {"file": file, "line": done.step.line, "command": done.step.text}
    failures = [{"line": line, "found": found} for line, found in done.failures]
    more = {"refused": done.refused or None, "says": done.says, "failures": failures}
    return json.dumps({**said, **more, **done.state}, ensure_ascii=False)
