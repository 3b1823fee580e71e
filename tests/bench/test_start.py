"""How soon the box is ready, how much memory it takes, and how still it is while nobody plays.

The box is the simulator's own child process, started as the window starts it: the real daemon with
mock pins, a modelled panel and a pod at a pseudo-terminal.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench import play
from tests.bench.figures import MS, Machine, folder_on_disk, line, quantile, spread, target, title
from turnkeeper.ui.gestures import Die, Key, Push
from turnkeeper_sim.desk import Desk
from turnkeeper_sim.rehearsal import Rehearsal

STARTS = 9
ROUNDS = 4
STILL = 10.0
"""Seconds for which wake-ups are counted."""
JOURNAL = "battles.sqlite"


def settings(folder: Path) -> Path:
    """A configuration that finds the party and its foes in *folder*, and nothing elsewhere."""
    play.write_files(folder)
    path = folder / "config.toml"
    path.write_text(f'[folders]\nparties = ["{folder}"]\n', encoding="utf-8")
    return path


@contextmanager
def plugged_in(state: Path, config: Path) -> Iterator[tuple[Desk, float]]:
    """A box that is ready, and after how many seconds it was."""
    ready = threading.Event()

    def changed() -> None:
        if desk.seen.ready:
            ready.set()

    desk = Desk(state, settings=config, on_change=changed)
    began = time.monotonic()
    try:
        desk.plug_in()
        assert ready.wait(20), desk.seen.trouble
        yield desk, time.monotonic() - began
    finally:
        desk.close()


def test_the_start() -> None:
    with folder_on_disk("start") as folder:
        config = settings(folder)
        states = {"nothing to take up": folder / "new"}
        for events in (1_000, 10_000):
            state = states[f"{events} events to take up"] = folder / str(events)
            state.mkdir()
            play.write_journal(state / JOURNAL, "hummel", events)
        machine = Machine(folder)
        title(f"From process start, {STARTS} starts each")
        for what, state in states.items():
            tell_starts(what, state, config, machine)
        machine.tell()


def tell_starts(what: str, state: Path, config: Path, machine: Machine) -> None:
    """Start again and again, and print how soon it was ready."""
    found = []
    for _ in range(STARTS):
        with plugged_in(state, config) as (_, seconds):
            found.append(seconds)
        machine.measure()
    line(f"ready, with {what}", spread(found))
    target("  p50", quantile(found, 0.5) * MS, 500, "ms")


def test_memory_and_stillness() -> None:
    with folder_on_disk("still") as folder:
        config = settings(folder)
        with plugged_in(folder / "state", config) as (desk, _):
            assert desk._box
            pid = desk._box.pid
            player = Rehearsal(desk, config, folder / JOURNAL)
            title("The box's process, the simulator's own part in it")
            line("resident when ready", f"{memory(pid, 'VmRSS'):.1f} MB")
            events = battle(player)
            most = memory(pid, "VmHWM")
            line(f"resident after a battle of {events} events", f"{memory(pid, 'VmRSS'):.1f} MB")
            target("  most at any time", most, 64, "MB")
            reach(player, lambda: not player._session.awaited())
            tell_stillness("a turn page", pid)
            reach(player, lambda: "blink" in player._session.lamps().values())
            tell_stillness("a roll page with blinking lamps", pid)


def battle(player: Rehearsal) -> int:
    """Play some rounds by fingers, each page compared; how many events it came to."""
    player.do(Push(), Key("next"))
    fight = player._session.battle
    assert fight
    reach(player, lambda: fight.table.round > ROUNDS)
    return len(fight.events)


def reach(player: Rehearsal, there: Callable[[], bool]) -> None:
    """Roll the dice that are owed, and end turns, until it is so."""
    face = 0
    while not there():
        face = face % 10 + 1
        player.do(Die(10, face) if player._session.awaited() else Key("next"))


def memory(pid: int, what: str) -> float:
    """VmRSS (resident now) or VmHWM (the most it ever was), in MB of 2^20 bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition(f"{what}:")[2].split()[0]) / 1024


def woken(pid: int) -> list[int]:
    """How often each thread went to sleep of itself so far, and so will have been woken."""
    tasks = sorted(Path(f"/proc/{pid}/task").iterdir())
    texts = [(task / "status").read_text() for task in tasks]
    return [int(text.partition("\nvoluntary_ctxt_switches:")[2].split()[0]) for text in texts]


def busy(pid: int) -> float:
    """Seconds of processor time that the process took so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def tell_stillness(what: str, pid: int) -> None:
    """Do nothing for some seconds, and print how often it woke up all the same."""
    time.sleep(1.0)  # what the last gesture began is over
    before, cpu = woken(pid), busy(pid)
    time.sleep(STILL)
    times = [after - was for was, after in zip(before, woken(pid), strict=True)]
    threads = " + ".join(str(count) for count in times)
    line(f"{what}: wake-ups in {STILL:g} s, by thread", threads)
    target("  a second", sum(times) / STILL, 30, "wake-ups")
    line("  processor", f"{(busy(pid) - cpu) / STILL * 100:.1f} % of one")
