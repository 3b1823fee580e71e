# long because all its stories are told on one guest, which takes long to start.
"""What happens to the daemon on a real kernel, story by story; runs in the guest.

`python -m tests.kernel.stories` tells all of them; with words it tells the stories of those names,
and plays the battle scripts of those files. In RIG_OUT it leaves what became of each, and
test_kernel.py looks at it from outside. They are told in this order on one box as long as it lives;
the chip comes back for nobody, so it goes away last.
"""

import json
import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from tests.kernel.bench import KernelBench
from tests.kernel.box import Box
from tests.kernel.desk import Desk, turnkeeper
from tests.kernel.header import CABLE, until
from tests.kernel.parts import Parts
from tests.kernel.player import played, read
from turnkeeper.errors import TurnkeeperError
from turnkeeper.journal import Journal
from turnkeeper.session import NOT_SAVING, Session
from turnkeeper.shown import SAFE, SWITCHING_OFF
from turnkeeper.tonight import gather
from turnkeeper_sim.bench import Stuck

Story = Callable[[Desk], str]
ELSEWHERE = "[display]\nbus = 5\n[ports]\npaths = []"
"""For a second box: neither this one's glass nor its cable."""
READ_ONLY = Path("/usr")


def a_press_that_never_came(desk: Desk) -> str:
    """The control: what did not happen to the box is seen on it."""
    desk.bench.felt("next")
    try:
        desk.bench.settled("it counts", patience=1.0)
    except Stuck:
        desk.parts.press("next")
        desk.bench.settled("it counts")
        return "it was missed"
    raise AssertionError("nobody pressed, and it counted")


def the_glass_out_and_in(desk: Desk) -> str:
    """The game goes on without a display; put back, it shows the whole picture (D1)."""
    bench, parts = desk.bench, desk.parts
    parts.glass.unplug()
    parts.press("back")
    bench.felt("back")
    until(bench.saved, "it counts")
    until(lambda: "does not answer" in bench.box.said(), "the daemon says so")
    parts.glass.plug()
    took = until(bench.shows_its_page, "the whole picture is there")
    bench.press("next")
    assert took < 2, f"{took:.1f} s"
    return f"whole again after {took:.1f} s"


def the_cable_out_and_in(desk: Desk) -> str:
    """A die thrown while the cable is out counts once when it is in again (L4)."""
    bench, parts = desk.bench, desk.parts
    sides = bench.session.awaited()
    parts.cable.pull()
    assert parts.pod.throw(sides, 3)
    until(lambda: "is not there" in bench.box.said(), "the daemon says so")
    bench.settled("the page says so")
    parts.cable.plug()
    took = until(lambda: parts.pod.waiting == 0, "the die is acknowledged")
    bench.rolled(sides, 3)
    assert bench.throw(sides, 4), "and the next one counts too"
    return f"the die counted after {took:.1f} s"


def a_second_daemon(desk: Desk) -> str:
    """It says of each pin that it is busy, in words; the first plays on."""
    bench = desk.bench
    second = Box(desk.folder(), ELSEWHERE)
    try:
        second.wait_ready()
        assert second.stop() == 0, second.said()
    finally:
        second.close()
    bench.press("back")
    busy = [line for line in second.said().splitlines() if "GPIO busy" in line]
    assert len(busy) == len(desk.parts.pins.seats) + len(desk.parts.pins.lamps) + 7, second.said()
    assert busy[0].startswith("turnkeeper: Pin 17 for seat 1 cannot be had"), busy[0]
    return busy[0]


def the_power_key(desk: Desk) -> str:
    """Held, it asks for a halt; the glass says so until the very end, then SAFE TO UNPLUG."""
    bench, box = desk.bench, desk.bench.box
    asked = box.runtime / "switch-off"
    desk.parts.press("power")
    assert not asked.exists(), "a short press does nothing"
    desk.parts.press("power", held=True)
    until(asked.exists, "the halt is asked for")
    until(lambda: bench.shows(SWITCHING_OFF), "the glass says so")
    assert desk.parts.header.used(), "the control"
    assert box.stop() == 0
    assert desk.parts.header.used() == []
    assert not any(desk.parts.lamps())
    assert bench.shows(SWITCHING_OFF), "left on the glass"
    assert turnkeeper(box, "blank") == ""
    assert bench.shows(SWITCHING_OFF), "the service's last command leaves it, too"
    assert turnkeeper(box, "blank", "--safe") == ""
    assert bench.shows(SAFE)
    desk.take_away()
    return "SAFE TO UNPLUG"


def the_doctor(desk: Desk) -> str:
    """Where no box runs it finds the pins, the bus, the display and the pod."""
    desk.take_away()
    config = desk.folder() / "config.toml"
    config.write_text(f'[ports]\npaths = ["{CABLE}"]\n', encoding="utf-8")
    command = [sys.executable, "-m", "turnkeeper", "doctor", "--config", str(config)]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    for part in ("pins", "bus", "display", "ports", "pods"):
        assert f"fine   {part} " in said, said
    assert not desk.parts.glass.dark()
    return said.splitlines()[0]


def killed(desk: Desk) -> str:
    """A killed daemon leaves its battle on the glass, until `turnkeeper blank` runs (D3)."""
    box = desk.bench.box
    box.stop(signal.SIGKILL)
    assert not desk.parts.glass.dark(), "the control: without the command it would stand there"
    said = turnkeeper(box, "blank")
    desk.take_away()
    assert said == ""
    assert desk.parts.glass.dark()
    assert not any(desk.parts.lamps())
    assert desk.parts.header.used() == []
    return "dark"


def a_working_folder_that_cannot_be_written(desk: Desk) -> str:
    """The pin library can do nothing there: the daemon says so in one sentence, and ends."""
    box = Box(desk.folder(), work=READ_ONLY)
    try:
        status, said = box.ended(), box.said()
    finally:
        box.close()
    assert status == 2
    assert said.count("\n") == 1, said
    assert f"cannot write in its folder {READ_ONLY}" in said, said
    return said.strip()


def a_card_that_cannot_be_written(desk: Desk) -> str:
    """The battle is played all the same, under the words NOT SAVING (P4)."""
    state = READ_ONLY / "nowhere"
    box = Box(desk.folder(), state=state)
    try:
        box.wait_ready()
        tonight, game = gather((box.folder,))
        beside = Session(Journal(state / "battles.sqlite"), tonight, game, dice=lambda sides: sides)
        bench = KernelBench.beside(box, beside, desk.parts)
        until(bench.shows_its_page, "the glass says so")
        status = box.stop()
    finally:
        box.close()
    assert beside.view.alert == NOT_SAVING
    assert status == 0
    return NOT_SAVING


def the_chip_goes_away(desk: Desk) -> str:
    """The daemon ends within 2 s, without a flood of words; it would be started anew."""
    box = desk.bench.box
    desk.parts.header.go_away()
    took = until(lambda: box.process.poll() is not None, "it ends")
    said = box.said()
    desk.take_away()
    assert box.process.returncode == 1
    assert took < 2, f"{took:.1f} s"
    assert "the pins are gone" in said
    assert said.count("\n") < 10, said
    assert desk.parts.glass.dark()
    return f"ended after {took:.1f} s, with {said.count(chr(10))} lines"


STORIES: tuple[Story, ...] = (
    a_press_that_never_came,
    the_glass_out_and_in,
    the_cable_out_and_in,
    a_second_daemon,
    the_power_key,
    the_doctor,
    killed,
    a_working_folder_that_cannot_be_written,
    a_card_that_cannot_be_written,
    the_chip_goes_away,
)


def tell(story: Callable[[], str]) -> dict[str, object]:
    """Tell one story: whether it holds, what it says, and how long it took."""
    began = time.monotonic()
    try:
        holds, says = True, story()
    except (AssertionError, TurnkeeperError, OSError, subprocess.SubprocessError):
        holds, says = False, traceback.format_exc()
    return {"holds": holds, "says": says, "seconds": round(time.monotonic() - began, 1)}


def leave(plan: Iterable[tuple[str, Callable[[], str]]], fails: Callable[[], None]) -> bool:
    """Tell the stories of a plan, leave a note of each as it ends, and do *fails* where one did."""
    every = True
    with (Path(os.environ["RIG_OUT"]) / "told.jsonl").open("w", encoding="utf-8") as out:
        for name, what in plan:
            result = tell(what)
            if not result["holds"]:
                every = False
                fails()
            words = f"{name} ({result['seconds']} s): {result['says']}"
            print(f"{'holds' if result['holds'] else 'FAILS'}  {words}", flush=True)
            out.write(json.dumps({"name": name, **result}) + "\n")
            out.flush()
    return every


def play(file: str, parts: Parts) -> str:
    """Play one battle script."""
    lines = list(played(read(file), parts))
    if not lines:
        raise Stuck(f"{file} is empty")
    return f"{len(lines)} lines"


def main(files: list[str]) -> int:
    """Play the scripts, or tell all stories; and leave a note of each as it ends."""
    desk = Desk(Parts())
    plan = [(story.__name__, partial(story, desk)) for story in STORIES]
    if files:
        named = dict(plan)
        plan = [(file, named.get(file) or partial(play, file, desk.parts)) for file in files]
    leave(plan, desk.take_away)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
