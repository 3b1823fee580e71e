"""What the doctor makes of the counters: each suspicious one a sentence, and what to do."""

from pathlib import Path

import msgspec
import pytest

from turnkeeper.config import Config, Folders
from turnkeeper.counters import FILE, Counted, Line, Past
from turnkeeper.doctor import counted
from turnkeeper.doctor.world import World

SOUND = Counted(
    state="ended",
    past=Past(since=0.0, starts=2),
    seconds=3 * 3600 + 120,
    gestures=1412,
    events=390,
    setups=2,
    sent=1 << 20,
    lines=(Line(path="/dev/ttyACM0", pod="27fa7de8", ok=12_000, bad=9, opened=2),),
    pods={"27fa7de8": 1},
    stuck={"the button of seat 3": 1},
    slowest_ms=80,
    memory=40_000,
    most_memory=50_000,
)
"""An evening as it should be."""


def line(**changes: int) -> dict[str, object]:
    return {"lines": (msgspec.structs.replace(SOUND.lines[0], **changes),)}


SUSPICIOUS = [
    (line(ok=3_688, bad=312), "pod 27fa7de8 sent 312 damaged lines of 4,000", "its cable"),
    (line(repeated=40), "pod 27fa7de8 said 40 rolls and presses again", "its cable"),
    (line(opened=18), "the cable of pod 27fa7de8 was out and in again 17 times", "hub"),
    ({"pods": {"27fa7de8": 9}}, "pod 27fa7de8 was started 9 times", "voltage"),
    ({"setups": 42}, "the display was set up anew 41 times", "10 uF"),
    ({"setups": 0, "failures": 30}, "the display never answered; it was asked 30 times", "address"),
    ({"stuck": {"button 2 on pod 7": 4}}, "button 2 on pod 7 was stuck down 4 times", "ground"),
    ({"unsaved": 3}, "saving failed 3 times, and NOT SAVING was shown", "card"),
    ({"faults": 1}, "a fault of ours came once", "--bundle"),
    ({"waiting": 1_000}, "1,000 things waited at once", "chatters"),
    ({"slowest_ms": 2_340}, "a press took up to 2.3 s to its picture", "slow card"),
    ({"most_memory": 90_000}, "it took up to 90 MB of memory", "--bundle"),
    ({"state": "the pins are gone: EIO"}, "the last run ended by itself: the pins are gone", "Why"),
    (
        {"past": Past(starts=15, broken=14)},
        "started 15 times, and broke off 14 times",
        "journalctl",
    ),
    ({"state": "running"}, "started 2 times, and broke off once", "the supply"),
]


@pytest.mark.parametrize(("changes", "says", "do"), SUSPICIOUS)
def test_a_counter_that_is_too_high_is_a_sentence(
    changes: dict[str, object], says: str, do: str
) -> None:
    found = msgspec.structs.replace(SOUND, **changes)
    (one,) = counted.suspicious(found, running=False)
    assert one.state == "wrong"
    assert says in one.says
    assert do in one.do


def test_an_evening_as_it_should_be_is_fine() -> None:
    assert list(counted.suspicious(SOUND, running=False)) == []
    assert counted.told(SOUND) == "in 3 h 2 min 1,412 gestures and 390 events"
    running = msgspec.structs.replace(SOUND, state="running")
    assert list(counted.suspicious(running, running=True)) == []


def test_a_little_noise_is_what_a_plug_makes() -> None:
    noisy = msgspec.structs.replace(SOUND, **line(ok=100, bad=19))
    assert list(counted.suspicious(noisy, running=False)) == []
    long = msgspec.structs.replace(SOUND, **line(ok=99_000, bad=30))
    assert list(counted.suspicious(long, running=False)) == []


def test_they_are_read_where_the_box_leaves_them(tmp_path: Path) -> None:
    config = Config(folders=Folders(state=tmp_path / "state"))
    world = World(config, root=tmp_path, asked={})
    (nothing,) = counted.counters(world)
    assert nothing.state == "unseen"
    assert "no box has left counters" in nothing.says
    folder = tmp_path / "run" / "turnkeeper"
    folder.mkdir(parents=True)
    (folder / FILE).write_text("{", encoding="ascii")
    (damaged,) = counted.counters(world)
    assert (damaged.state, damaged.says.endswith("cannot be read")) == ("unseen", True)
    (folder / FILE).write_bytes(msgspec.json.encode(SOUND))
    (fine,) = counted.counters(world)
    assert fine.state == "fine"
    assert "nothing is suspicious" in fine.says
