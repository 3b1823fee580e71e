"""`turnkeeper doctor` on a box whose battles have a partition of their own, which may be away."""

from pathlib import Path

import pytest

from turnkeeper.config import Config, Folders
from turnkeeper.doctor import system
from turnkeeper.doctor.world import World


@pytest.mark.parametrize(
    ("fstab", "mounts", "away"),
    [
        ("UUID=1 {} ext4 noatime,nofail 0 2", "/dev/sda1 {} ext4 rw 0 0", False),
        ("UUID=1 {} ext4 noatime,nofail 0 2", "/dev/mmcblk0p2 / ext4 rw 0 0", True),
        ("#UUID=1 {} ext4 noatime 0 2\n\nUUID=1 {}2 ext4 noatime 0 2", "", False),
        ("", "", False),
    ],
)
def test_a_partition_that_is_away_is_told(
    tmp_path: Path, fstab: str, mounts: str, away: bool
) -> None:
    state = tmp_path / "state"
    for name, text in (("etc/fstab", fstab), ("proc/self/mounts", mounts)):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text.replace("{}", str(state)), encoding="utf-8")
    state.mkdir()
    world = World(Config(folders=Folders(state=state)), root=tmp_path, asked={})
    found = [one for one in system.card(world) if one.state == "wrong"]
    assert [("partition" in one.says, "stick" in one.do) for one in found] == [(True, True)] * away
