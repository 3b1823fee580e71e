"""hardware/install --read-only in a fresh Bookworm: battles apart, the system in memory.

Partitions are loop devices, and real; whether a Pi starts so was not tried here.
"""

from pathlib import Path

import pytest

from tests.hardware import roots
from tests.hardware.boxes import said
from tests.hardware.partitions import HOLDS, TITLE, WORD, Partition, history, initramfs, seen
from tests.hardware.roots import BATTLES, CMDLINE, CONFIG, INSTALL, STATE, Root

pytestmark = pytest.mark.root


def test_without_a_partition_it_says_how_to_make_one_and_does_nothing(card: Root) -> None:
    before = card.files()
    for words in (("--read-only",), ("--read-only", "--dry-run")):
        refusal = said(card, *words, status=1)
        assert "no partition named turnkeeper" in refusal
        assert "GParted" in refusal
    assert card.files() == before
    assert "only root" in card.run(INSTALL, "--read-only", user="nobody").stderr


def test_a_partition_of_another_kind_it_refuses(card: Root, tmp_path: Path) -> None:
    other = Partition(card, tmp_path / "other", kind="ext2")
    refusal = said(card, "--read-only", status=1)
    other.close()
    assert f"{other.device} is ext2" in refusal


def test_of_two_partitions_it_takes_neither(
    card: Root, partition: Partition, tmp_path: Path
) -> None:
    other = Partition(card, tmp_path / "other")
    refusal = said(card, "--read-only", status=1)
    other.close()
    assert "2 partitions are named turnkeeper" in refusal
    assert partition.device in refusal


def test_battles_move_whole_and_the_old_ones_are_kept(card: Root, partition: Partition) -> None:
    battles = seen(card, BATTLES)
    plan = said(card, "--read-only", "--dry-run")
    assert partition.device in plan
    assert WORD.split(":", maxsplit=1)[0] not in card.read(CMDLINE)
    said(card, "--read-only")
    mounts = card.run("cat", "/proc/mounts").stdout
    assert f"{partition.device} {STATE} ext4 rw,nosuid,nodev,noexec,noatime" in mounts
    assert seen(card, BATTLES) == battles
    assert history(card)[-3:] == ["over", "system", "hummel"]
    assert card.read(f"{STATE}.before-1/battles.sqlite.aside-1") == "what was damaged once"
    assert card.run("ls", "-A", STATE).stdout.split() == [
        "battles.sqlite", "battles.sqlite.aside-1", "lost+found",
    ]  # fmt: skip
    first, second, mount = card.read("/etc/fstab").partition(TITLE)
    assert first == roots.FSTAB
    assert second
    assert mount.split()[1:] == [
        STATE, "ext4", "noatime,nosuid,nodev,noexec,nofail,x-systemd.device-timeout=10s", "0", "2",
    ]  # fmt: skip
    assert card.read(CMDLINE).startswith(WORD)


def test_a_second_time_it_does_nothing_and_an_update_keeps_it(
    card: Root, partition: Partition
) -> None:
    del partition
    said(card, "--read-only")
    before = card.files()
    assert "nothing to do" in said(card, "--read-only")
    assert "nothing to do" in said(card)
    assert card.files() == before


def test_writable_gives_back_every_byte_and_leaves_the_battles(
    card: Root, partition: Partition
) -> None:
    boot = {path.name: path.read_bytes() for path in card.path("/boot/firmware").glob("*.txt")}
    etc = {**card.files("etc"), "etc/fstab": ()}
    said(card, "--read-only")
    battles = seen(card, BATTLES)
    assert "take the word" in said(card, "--writable", "--dry-run")
    assert WORD in card.read(CMDLINE)
    said(card, "--writable")
    after = {path.name: path.read_bytes() for path in card.path("/boot/firmware").glob("*.txt")}
    assert after == boot
    changed = {
        name
        for name, stat in {**card.files("etc"), "etc/fstab": ()}.items()
        if etc.get(name) != stat
    }
    assert not {name for name in changed if "turnkeeper" in name}
    assert seen(card, BATTLES) == battles
    assert "nothing to do" in said(card, "--writable")
    del partition


def test_another_program_s_word_is_replaced_and_taken_back_too(
    card: Root, partition: Partition
) -> None:
    del partition
    before = card.read(CMDLINE)
    card.write(CMDLINE, f"overlayroot=tmpfs {before}")
    said(card, "--read-only")
    assert card.read(CMDLINE) == WORD + before
    said(card, "--writable")
    assert card.read(CMDLINE) == before


def test_a_new_card_takes_up_the_battles_of_the_partition(card: Root, partition: Partition) -> None:
    said(card, "--read-only")
    card.run("umount", STATE)
    card.run("sh", "-c", f"rm -rf {STATE} {STATE}.before-1")
    card.write("/etc/fstab", roots.FSTAB)
    card.run("usermod", "--uid", "4321", "turnkeeper")
    said(card, "--read-only")
    assert history(card)[-3:] == ["over", "system", "hummel"]
    assert not card.path(f"{STATE}.before-1").exists()
    del partition


def test_other_battles_on_the_partition_are_never_written_over(
    card: Root, partition: Partition
) -> None:
    said(card, "--read-only")
    card.run("umount", STATE)
    card.write("/etc/fstab", roots.FSTAB)
    card.run("cp", "-a", f"{STATE}.before-1/.", STATE)
    assert "done" in said(card, "--read-only"), "control: the same ones are no others"
    card.run("umount", STATE)
    card.write("/etc/fstab", roots.FSTAB)
    card.write(BATTLES, "others")
    refusal = said(card, "--read-only", status=1)
    assert f"others on the partition {partition.device}" in refusal
    assert card.read(BATTLES) == "others"
    assert card.read("/etc/fstab") == roots.FSTAB


def test_a_second_stick_takes_over_from_the_first(
    card: Root, partition: Partition, tmp_path: Path
) -> None:
    said(card, "--read-only")
    battles = seen(card, BATTLES)
    card.run("e2label", partition.device, "old")
    other = Partition(card, tmp_path / "other")
    said(card, "--read-only")
    mounts = card.run("cat", "/proc/mounts").stdout
    assert f"{other.device} {STATE} " in mounts
    assert f"{partition.device} " not in mounts
    assert seen(card, BATTLES) == battles
    assert card.read("/etc/fstab").count(STATE) == 1
    other.close()


def test_without_its_partition_nobody_writes_battles_into_memory(
    card: Root, partition: Partition
) -> None:
    said(card, "--read-only")
    card.run("umount", STATE)
    assert card.run("ls", "-A", STATE).stdout == ""
    assert card.run("touch", BATTLES, user="turnkeeper").returncode != 0
    card.run("mount", STATE)
    assert card.run("touch", BATTLES, user="turnkeeper").returncode == 0, "control"
    del partition


def test_an_initramfs_that_would_not_hold_it_in_memory_is_found(
    card: Root, partition: Partition, tmp_path: Path
) -> None:
    del partition
    initramfs(card, f"{HOLDS}2", tmp_path / "other")
    refusal = said(card, "--read-only", status=1)
    assert "no overlayroot in it" in refusal
    assert WORD not in card.read(CMDLINE)


def test_a_config_that_loads_no_initramfs_is_told(card: Root, partition: Partition) -> None:
    del partition
    card.write(CONFIG, card.read(CONFIG).replace("auto_initramfs=1\n", ""))
    assert "auto_initramfs=1 at its top" in said(card, "--read-only", status=1)
    assert card.read("/etc/fstab") == roots.FSTAB


def test_in_memory_it_does_nothing_that_would_be_gone(
    card: Root, partition: Partition, tmp_path: Path
) -> None:
    del partition
    said(card, "--read-only")
    before = card.read(CMDLINE)
    with card.in_memory(tmp_path) as held:
        assert "nothing to do" in said(held)
        held.run("rm", "/etc/modules-load.d/turnkeeper.conf")
        for words in ((), ("--uninstall",), ("--uninstall", "--dry-run")):
            assert "the system is read-only" in said(held, *words, status=1)
        assert card.read(CMDLINE) == before
        assert "sudo reboot" in said(held, "--writable")
        assert card.read(CMDLINE) == before.removeprefix(WORD)
        boot = held.run("cat", "/proc/mounts").stdout.partition(" /boot/firmware ")[2]
        assert boot.split()[1].startswith("ro,"), "as it was before"
