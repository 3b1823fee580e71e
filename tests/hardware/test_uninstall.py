"""hardware/install --uninstall: everything of ours goes, but for the battles, wherever they are.

In the systems of `test_install`, and after its stories, since it takes a minute to put in.
"""

from pathlib import Path

import pytest

from tests.hardware import roots
from tests.hardware.boxes import in_bookworm, in_trixie, said
from tests.hardware.partitions import HOLDS, TITLE, WORD, Partition, initramfs
from tests.hardware.roots import BATTLES, CMDLINE, CONFIG, PROGRAM, Root

pytestmark = pytest.mark.root


def left(box: Root) -> list[str]:
    """What has our name and is neither a battle nor a person's own file."""
    ours = [name for name in box.files() if "turnkeeper" in name]
    return [name for name in ours if not name.startswith(("boot/firmware/", "var/lib/"))]


@in_trixie
def test_taken_out_it_leaves_the_battles_and_nothing_else_of_its_own(box: Root) -> None:
    box.write(BATTLES, "what the installer never looks into")
    plan = said(box, "--uninstall", "--dry-run")
    assert "/var/lib/turnkeeper" in plan
    assert left(box), "control"
    assert box.path(PROGRAM).is_symlink()
    said(box, "--uninstall")
    assert box.path(BATTLES).stat().st_size > 0
    assert box.path("/boot/firmware/turnkeeper/party.toml").exists()
    assert box.read(CONFIG) == roots.FRESH_CONFIG + "\n"
    assert box.read(CMDLINE) == roots.FRESH_CMDLINE
    assert left(box) == []


@in_bookworm
def test_a_card_that_was_copied_keeps_its_own_root_and_battles_their_partition(
    box: Root, tmp_path: Path
) -> None:
    partition = Partition(box, tmp_path / "image")
    initramfs(box, HOLDS, tmp_path / "initramfs")
    box.write(BATTLES, "what the installer never looks into")
    said(box, "--read-only")
    assert WORD in box.read(CMDLINE)
    box.write(CMDLINE, box.read(CMDLINE).replace("0-02", "1-02"))
    told = said(box, "--uninstall")
    assert "the battles stay on their partition" in told
    assert box.read(CMDLINE) == roots.FRESH_CMDLINE.replace("0-02", "1-02")
    assert TITLE in box.read("/etc/fstab")
    assert left(box) == []
    assert box.run("cat", BATTLES).stdout == "what the installer never looks into"
    partition.close()
