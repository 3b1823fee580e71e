"""One box to a folder of battles, and a folder that outlasts the plug."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from turnkeeper.errors import ConfigError
from turnkeeper.journal import keeping

LAYS_HANDS_ON = """
import sys
from pathlib import Path
from turnkeeper.journal import keeping
keeping.hold(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def locks() -> str:
    return Path(keeping.LOCKS).read_text(encoding="utf-8")


def test_a_folder_of_battles_is_one_boxs_and_a_killed_one_lets_go_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "there yet"
    words = [sys.executable, "-c", LAYS_HANDS_ON, str(folder)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        assert other.stdout.readline() == b"held\n"
        assert keeping.held(folder, locks())
        assert not keeping.held(tmp_path, locks()), "the control: another folder is free"
        with pytest.raises(ConfigError, match="stop that one first"):
            keeping.hold(folder)
        other.kill()
    assert not keeping.held(folder, locks())
    handle = keeping.hold(folder)
    assert handle is not None
    assert keeping.busy(folder)
    os.close(handle)


def test_nothing_is_written_for_it(tmp_path: Path) -> None:
    handle = keeping.hold(tmp_path)
    assert handle is not None
    assert list(tmp_path.iterdir()) == []
    os.close(handle)


def test_what_cannot_be_locked_is_played_on_all_the_same(tmp_path: Path) -> None:
    """P4: a card that does not let us costs the saving alone."""
    (tmp_path / "file").touch()
    assert keeping.hold(tmp_path / "file") is None
    assert not keeping.held(tmp_path / "none", locks())


CARD = "25 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw"
RUN = "26 25 0:23 / /run rw,nosuid shared:5 - tmpfs tmpfs rw,size=45000k"
BOOT = "30 25 179:1 / /boot/firmware rw shared:9 - vfat /dev/mmcblk0p1 rw"
PARTITION = "31 25 179:3 / /var/lib/turnkeeper rw shared:10 - ext4 /dev/mmcblk0p3 rw"
ODD = r"32 25 179:4 / /mnt/my\040card rw - ext4 /dev/sda1 rw"
INITRAMFS = "25 1 0:20 / / rw - overlay overlay rw,lowerdir=/lower,upperdir=/upper/data"
OVERLAYROOT = "25 1 0:20 / / rw - overlay overlayroot rw,upperdir=/media/root-rw/overlay,w=/x"
UPPER = "40 25 0:21 / /media/root-rw rw - tmpfs tmpfs-root rw"
CARD_UPPER = "40 25 179:3 / /media/root-rw rw - ext4 /dev/mmcblk0p3 rw"
MEMORY = Path("/dev", "shm")
STATE = Path("/var/lib/turnkeeper")


@pytest.mark.parametrize(
    ("mounts", "folder", "forgets"),
    [
        ((CARD, RUN, BOOT), STATE, False),
        ((CARD, RUN), Path("/run/battles"), True),
        ((CARD, RUN), Path("/running/battles"), False),
        (("25 1 0:2 / / rw - rootfs rootfs rw",), STATE, True),
        ((INITRAMFS, RUN), STATE, True),
        ((OVERLAYROOT, UPPER), STATE, True),
        ((OVERLAYROOT, CARD_UPPER), STATE, False),
        ((INITRAMFS, RUN, PARTITION), STATE, False),
        ((CARD, RUN, ODD), Path("/mnt/my card/x"), False),
        ((CARD, PARTITION, PARTITION.replace("ext4", "tmpfs")), STATE, True),
        (("", "nonsense", "- -", "1 2 3 4 /"), STATE, False),
    ],
)
def test_a_folder_in_memory_is_told_from_one_on_a_card(
    mounts: tuple[str, ...], folder: Path, forgets: bool
) -> None:
    assert keeping.fleeting(folder, "\n".join(mounts)) == forgets


@pytest.mark.skipif(not MEMORY.is_dir(), reason="a folder in memory")
def test_this_machines_own_memory_is_told() -> None:
    assert keeping.warning(MEMORY / "turnkeeper" / "battles") == keeping.FLEETING
    assert keeping.warning(Path("/proc/none")) == ""
