"""hardware/install in a fresh Bookworm: put in, again, brought up to date, taken out.

Raspberry Pi OS itself was not tried here, nor were wheels for ARM, nor a running systemd.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hardware import bookworm
from tests.hardware.bookworm import run
from turnkeeper.journal import Journal

pytestmark = pytest.mark.root
INSTALL = "/srv/turnkeeper/hardware/install"
PROGRAM = "/usr/local/bin/turnkeeper"


@pytest.fixture(scope="module")
def pi(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A Pi's card, installed on by the first story and told on by the others, in their order."""
    folder = tmp_path_factory.mktemp("bookworm")
    bookworm.make(folder)
    yield folder
    run(folder, "rm", "-rf", "/srv", "/usr/lib/turnkeeper")


def said(pi: Path, *words: str, status: int = 0) -> str:
    """What the installer says; it must end with *status*."""
    done = run(pi, INSTALL, *words)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_it_says_what_it_will_do_and_does_nothing_yet(pi: Path) -> None:
    before = bookworm.files(pi)
    plan = said(pi, "--dry-run")
    assert bookworm.files(pi) == before
    for what in (
        "packages",
        "user turnkeeper",
        "I2C on at 400 kHz",
        "serial console",
        "start when",
    ):
        assert what in plan


def test_one_command_installs_it(pi: Path) -> None:
    said(pi)
    assert run(pi, "systemctl", "is-enabled", "turnkeeper.service").stdout == "enabled\n"
    assert "/var/lib/turnkeeper" in run(pi, "getent", "passwd", "turnkeeper").stdout
    groups = run(pi, "id", "-nG", "turnkeeper").stdout.split()
    assert set(groups) == {"turnkeeper", "gpio", "i2c", "spi", "dialout"}
    config = (pi / "boot/firmware/config.txt").read_text("utf-8")
    assert config.startswith(bookworm.CONFIG + "\n")
    assert "dtparam=i2c_arm_baudrate=400000\n" in config
    assert "serial0" not in (pi / "boot/firmware/cmdline.txt").read_text("utf-8")


def test_its_user_can_run_it_and_need_not_compile_it(pi: Path) -> None:
    party = "/boot/firmware/turnkeeper/party.toml"
    done = run(pi, PROGRAM, "check", party, user="turnkeeper")
    assert done.stdout == f"{party}: fine\n", done.stdout + done.stderr
    package = next((pi / "usr/lib/turnkeeper/versions").glob("*/lib/python3*/site-packages"))
    for module in (package / "turnkeeper").glob("*.py"):
        assert list((module.parent / "__pycache__").glob(f"{module.stem}.*.pyc")), module


def test_a_second_time_it_does_nothing(pi: Path) -> None:
    before = bookworm.files(pi)
    assert "nothing to do" in said(pi)
    assert bookworm.files(pi) == before


def test_ones_own_files_are_left_as_they_are(pi: Path) -> None:
    party = pi / "boot/firmware/turnkeeper/party.toml"
    party.write_text(party.read_text("utf-8") + "# ours\n", encoding="utf-8")
    (pi / "boot/firmware/turnkeeper/config.toml").unlink()
    assert "settings to be changed" in said(pi)
    assert party.read_text("utf-8").endswith("# ours\n")
    assert (pi / "boot/firmware/turnkeeper/config.toml").exists()


def test_a_new_version_waits_for_the_end_of_the_battle(pi: Path) -> None:
    battles = pi / "var/lib/turnkeeper/battles.sqlite"
    battles.parent.mkdir(parents=True, exist_ok=True)
    journal = Journal(battles)
    journal.begin("system hummel", 0.0)
    module = pi / "srv/turnkeeper/device/turnkeeper/errors.py"
    module.write_text(module.read_text("utf-8") + "# newer\n", encoding="utf-8")
    old = (pi / "usr/lib/turnkeeper/bin").readlink()
    assert "a battle is open" in said(pi, status=1)
    assert (pi / "usr/lib/turnkeeper/bin").readlink() == old
    journal.append("finish", "", 0, 0.0)
    journal.close()
    assert "update the program" in said(pi)
    assert (pi / "usr/lib/turnkeeper/bin").readlink() != old
    assert len(list((pi / "usr/lib/turnkeeper/versions").iterdir())) == 1
    assert run(pi, PROGRAM, "history").stdout.split()[-3:] == ["over", "system", "hummel"]


def test_taken_out_it_leaves_the_battles_and_nothing_else_of_its_own(pi: Path) -> None:
    plan = said(pi, "--uninstall", "--dry-run")
    assert "/var/lib/turnkeeper" in plan
    assert (pi / PROGRAM.lstrip("/")).is_symlink()
    said(pi, "--uninstall")
    assert (pi / "var/lib/turnkeeper/battles.sqlite").stat().st_size > 0
    assert (pi / "boot/firmware/turnkeeper/party.toml").exists()
    assert (pi / "boot/firmware/config.txt").read_text("utf-8") == bookworm.CONFIG + "\n"
    assert (pi / "boot/firmware/cmdline.txt").read_text("utf-8") == bookworm.CMDLINE
    left = [name for name in bookworm.files(pi) if "turnkeeper" in name]
    assert [name for name in left if not name.startswith(("boot/firmware/", "var/lib/"))] == []


@pytest.mark.parametrize("word", ["--unistall", "now"])
def test_a_word_that_it_does_not_know_it_refuses(pi: Path, word: str) -> None:
    assert f"there is no {word}" in said(pi, word, status=1)


def test_another_system_it_refuses(pi: Path) -> None:
    release = pi / "etc/os-release"
    text = release.read_text("utf-8")
    release.unlink()
    release.write_text(text.replace("bookworm", "bullseye"), encoding="utf-8")
    assert "made for Bookworm and Trixie" in said(pi, status=1)
