"""Plays battle scripts in the guest; tests/kernel/play starts it there.

Ends with 0 if every `expect` held, 1 if one did not or the box was stuck, 2 for what is no script.
"""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.kernel.bench import KernelBench
from tests.kernel.parts import Parts
from turnkeeper.errors import ScriptError, TurnkeeperError
from turnkeeper.script import reader
from turnkeeper.script.reader import Script
from turnkeeper_sim.playback import through_device


def played(script: Script, parts: Parts) -> Iterator[str]:
    """Play one script on the kernel's pins; gives what it says line by line, and what fails."""
    for done in through_device(script, None, lambda folder: KernelBench(folder, parts)):
        yield f"{done.step.line:4}  {done.step.text:34}  {done.says}"
        for line, found in done.failures:
            raise TurnkeeperError(f"{script.file}:{line}: {found}")


def read(file: str) -> Script:
    """Read a script."""
    return reader.read(Path(file).read_text(encoding="utf-8-sig"), file)


def main(files: list[str]) -> int:
    """Play them all."""
    try:
        scripts = [read(file) for file in files]
    except (OSError, ScriptError) as fault:
        print(fault)
        return 2
    parts = Parts()
    failed = 0
    for script in scripts:
        began = time.monotonic()
        print(f"{script.file}: {script.system.title}, on Linux {os.uname().release}", flush=True)
        try:
            for line in played(script, parts):
                print(line, flush=True)
        except TurnkeeperError as fault:
            failed += 1
            print(fault)
        print(f"{time.monotonic() - began:.1f} s", flush=True)
    print(f"{len(scripts)} scripts on a real kernel, {failed} did not hold")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
