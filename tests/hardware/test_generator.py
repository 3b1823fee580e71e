"""What hardware/system/generator makes at each start, of fstab's lines and the kernel's words."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SYSTEM = Path(__file__).parents[2] / "hardware" / "system"
STATE = "/var/lib/turnkeeper"
PLAIN = "PARTUUID=0-01 /boot/firmware vfat defaults 0 2\nPARTUUID=0-02 / ext4 defaults 0 1\n"
APART = f"{PLAIN}UUID=1 {STATE} ext4 noatime,nofail 0 2\n"
WORDS = "overlayroot=tmpfs:recurse=0 console=tty1"


def made(folder: Path, fstab: str, words: str) -> dict[str, str]:
    """What it makes in *folder*, by path: the texts, and where links lead."""
    (folder / "fstab").write_text(fstab, encoding="utf-8")
    places = [folder / name for name in ("normal", "early", "late")]
    for place in places:
        place.mkdir()
    subprocess.run(
        [SYSTEM / "generator", *places],
        env={**os.environ, "SYSTEMD_FSTAB": f"{folder}/fstab", "SYSTEMD_PROC_CMDLINE": words},
        check=True,
    )
    found = (path for place in places for path in place.rglob("*") if not path.is_dir())
    return {
        str(path.relative_to(folder)): str(path.readlink())
        if path.is_symlink()
        else path.read_text("utf-8")
        for path in found
    }


def test_a_box_that_has_neither_is_left_as_it_is(tmp_path: Path) -> None:
    commented = f"{PLAIN}#UUID=1 {STATE} ext4 noatime 0 2\nUUID=1 {STATE}2 ext4 noatime 0 2\n"
    assert made(tmp_path, commented, "console=tty1 overlayroot=disabled") == {}


def test_the_boot_partition_is_read_only_with_the_system(tmp_path: Path) -> None:
    found = made(tmp_path, PLAIN, WORDS)
    assert found.pop("normal/boot-firmware.mount.d/turnkeeper.conf") == (
        "[Mount]\nOptions=defaults,ro\n"
    )
    assert found.pop("early/dphys-swapfile.service") == "/dev/null"
    assert found.pop("early/systemd-remount-fs.service") == "/dev/null"
    assert set(found) == {"early/apt-daily.timer", "early/apt-daily-upgrade.timer"}


def test_so_it_is_where_bookworm_has_it_no_longer(tmp_path: Path) -> None:
    found = made(tmp_path, PLAIN.replace("/boot/firmware", "/boot"), WORDS)
    assert found["normal/boot.mount.d/turnkeeper.conf"] == "[Mount]\nOptions=defaults,ro\n"


def mounts_required(folder: Path, drop_in: str) -> list[str]:
    """Without which mounts systemd would not start the box."""
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze")
    units = folder / "units"
    (units / "turnkeeper.service.d").mkdir(parents=True)
    (units / "turnkeeper.service.d/partition.conf").write_text(drop_in, encoding="utf-8")
    unit = (SYSTEM / "turnkeeper.service").read_text("utf-8")
    unit = unit.replace("/usr/lib/turnkeeper/bin/turnkeeper", "/bin/true")
    (units / "turnkeeper.service").write_text(unit, encoding="utf-8")
    dump = subprocess.run(
        ["systemd-analyze", "verify", units / "turnkeeper.service"],
        env={**os.environ, "SYSTEMD_UNIT_PATH": f"{units}:", "SYSTEMD_LOG_LEVEL": "debug"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    lines = (line.split() for line in dump.splitlines())
    return [line[1] for line in lines if line[:1] == ["RequiresMountsFor:"]]


def test_a_box_whose_partition_is_away_starts_all_the_same(tmp_path: Path) -> None:
    found = made(tmp_path, APART, "console=tty1")
    drop_in = found.pop("normal/turnkeeper.service.d/partition.conf")
    assert found == {}
    assert "After=var-lib-turnkeeper.mount\n" in drop_in
    assert STATE not in mounts_required(tmp_path, drop_in)


def test_control_without_that_it_would_not(tmp_path: Path) -> None:
    assert STATE in mounts_required(tmp_path, "")
