"""P1, P2: the plug is pulled, and whatever was shown as done is there, and nothing by half.

Real power cuts of a real file system (`tests/power/bench.py` tells how); `kill -9` does not find a
missing sync. The controls wait for less than the card, and must lose what they said was done.
"""

import json
from pathlib import Path

import pytest

from tests.power.conftest import IMAGE, OnACard
from tests.power.witness import Witness
from turnkeeper.journal import Journal


def cut(on_a_card: OnACard, cuts: int, module: str, *words: str) -> tuple[int, list[str]]:
    """Give how many events were done in so many power cuts, and what was wrong after them."""
    how = ("--cuts", str(cuts), "--seed", "1", "--", module, *words)
    said = on_a_card("tests.power.bench", *how)
    told = json.loads(said)
    assert sum(told["cuts"].values()) == cuts
    return told["acknowledged"], told["faults"]


@pytest.mark.root
@pytest.mark.parametrize(
    ("module", "cuts", "released"),
    [
        pytest.param("tests.power.writer", 300, 6_000, id="the journal alone"),
        pytest.param("tests.power.table", 200, 4_000, id="the session, from gestures on"),
    ],
)
def test_P1_P2_the_plug_is_pulled_and_all_that_was_done_is_there(  # noqa: N802 the promise's name
    on_a_card: OnACard, release: bool, module: str, cuts: int, released: int
) -> None:
    done, faults = cut(on_a_card, released if release else cuts, module)

    assert faults == []
    assert done > cuts


@pytest.mark.root
@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_P1_is_seen_broken_where_a_commit_does_not_wait_for_the_card(  # noqa: N802
    on_a_card: OnACard, synchronous: str
) -> None:
    _, faults = cut(on_a_card, 10, "tests.power.writer", "--synchronous", synchronous)

    assert any("P1" in fault for fault in faults)


@pytest.mark.root
def test_no_mount_and_no_loop_device_is_left(cards: Path, on_a_card: OnACard) -> None:
    cut(on_a_card, 2, "tests.power.writer")

    assert str(cards) not in Path("/proc/self/mounts").read_text()
    backing = Path("/sys/block").glob("loop*/loop/backing_file")
    assert not [file for file in backing if IMAGE in file.read_text()]


def test_the_witness_sees_what_is_missing_and_what_was_never_sent(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "battles.db")
    journal.begin("system hummel", 0)
    journal.append("roll Ada d20 7", "", 0, 0)
    journal.close()
    witness = Witness()
    witness.hear(b"SENT 1 0 system hummel\nDONE 1 0 system hummel\nSENT 1 1 roll Ada d20 7\n", 1)
    assert witness.judge(tmp_path / "battles.db") == []

    witness.hear(b"SENT 1 2 done Ada\nDONE 1 2 done Ada\nDONE 1 ", 1)
    assert [fault[:2] for fault in witness.judge(tmp_path / "battles.db")] == ["P1"]

    witness.sent[1][1] = "roll Ada d20 8"
    assert [fault[:2] for fault in witness.judge(tmp_path / "battles.db")] == ["P2"]

    witness.hear(b"WHOLE 2 3 system hummel\n", 0)
    witness.whole[1] = 3
    assert "begun by half" in witness.judge(tmp_path / "battles.db")[-1]
