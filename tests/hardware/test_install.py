"""hardware/install in a fresh Bookworm and a fresh Trixie: put in, again, brought up to date.

The whole story is told in Bookworm, the main of it in both, and the end of it in `test_uninstall`.
Raspberry Pi OS itself was not tried here: its pin library is a stand-in in Trixie, whose Debian has
none.
"""

import pytest

from tests.hardware import boxes, roots
from tests.hardware.boxes import in_bookworm, in_both, in_trixie, said
from tests.hardware.roots import BATTLES, CHECKOUT, CMDLINE, CONFIG, INSTALL, PROGRAM, Root
from turnkeeper.journal import Journal

pytestmark = pytest.mark.root
PARTY = "/boot/firmware/turnkeeper/party.toml"


@in_both
def test_it_says_what_it_will_do_and_does_nothing_yet(pi: Root) -> None:
    before = pi.files()
    plan = said(pi, "--dry-run")
    assert pi.files() == before
    for what in (
        "packages",
        "user turnkeeper",
        "I2C on at 400 kHz",
        "serial console",
        "start when",
    ):
        assert what in plan
    others = pi.run(INSTALL, "--dry-run", user="nobody")
    assert others.stdout == plan, "anybody may ask"
    assert "only root" in pi.run(INSTALL, user="nobody").stderr


@in_bookworm
def test_a_pi_that_speaks_another_language_gets_the_same(pi: Root) -> None:
    german = {"LANGUAGE": "de", "LC_ALL": "C.UTF-8"}
    assert said(pi, "--dry-run", besides=german) == said(pi, "--dry-run")
    policy = pi.run("apt-cache", "policy", "python3-serial", besides=german)
    assert "Candidate:" not in policy.stdout, "control: apt speaks it"


NOWHERE = "http://localhost:9"
NO_NETWORK = {"PIP_INDEX_URL": NOWHERE, "PIP_RETRIES": "0"} | dict.fromkeys(
    ("http_proxy", "https_proxy"), NOWHERE
)


@in_bookworm
def test_without_lists_of_packages_it_fetches_them_first(pi: Root) -> None:
    assert "bring the lists" not in said(pi, "--dry-run")
    pi.run("mv", "/var/lib/apt/lists", "/var/lib/apt/kept")
    plan = said(pi, "--dry-run")
    pi.run("mv", "/var/lib/apt/kept", "/var/lib/apt/lists")
    assert "bring the lists" in plan


@in_trixie
def test_without_the_systems_own_pin_library_it_stops_in_words(pi: Root) -> None:
    assert "lgpio must be the system's" in said(pi, status=1)
    assert not pi.path("/usr/lib/turnkeeper").exists()


@in_both
def test_one_command_installs_it(pi: Root) -> None:
    boxes.complete(pi)
    # From another folder, by a root who lets nobody read what he makes.
    words = ("sh", "-c", f"cd '{CHECKOUT}' && cd .. && exec 'turn keeper/hardware/install'")
    done = pi.run(*words, umask=0o077)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "sudo reboot" in done.stdout
    assert pi.run("systemctl", "is-enabled", "turnkeeper.service").stdout == "enabled\n"
    assert "/var/lib/turnkeeper" in pi.run("getent", "passwd", "turnkeeper").stdout
    groups = pi.run("id", "-nG", "turnkeeper").stdout.split()
    assert set(groups) == {"turnkeeper", "gpio", "i2c", "spi", "dialout"}
    config = pi.read(CONFIG)
    assert config.startswith(roots.FRESH_CONFIG + "\n")
    assert "dtparam=i2c_arm_baudrate=400000\n" in config
    assert "serial0" not in pi.read(CMDLINE)


@in_both
def test_its_user_can_run_it_and_need_not_compile_it(box: Root) -> None:
    done = box.run(PROGRAM, "check", PARTY, user="turnkeeper")
    assert done.stdout == f"{PARTY}: fine\n", done.stdout + done.stderr
    package = next(box.path("/usr/lib/turnkeeper/versions").glob("*/lib/python3*/site-packages"))
    for module in (package / "turnkeeper").glob("*.py"):
        assert list((module.parent / "__pycache__").glob(f"{module.stem}.*.pyc")), module


@in_both
def test_a_second_time_it_does_nothing(box: Root) -> None:
    before = box.files()
    assert "nothing to do" in said(box)
    assert box.files() == before


@in_bookworm
def test_ones_own_files_are_left_as_they_are(box: Root) -> None:
    box.write(PARTY, box.read(PARTY) + "# ours\n")
    box.path("/boot/firmware/turnkeeper/config.toml").unlink()
    assert "settings to be changed" in said(box)
    assert box.read(PARTY).endswith("# ours\n")
    assert box.path("/boot/firmware/turnkeeper/config.toml").exists()


OFF = ("dtparam=i2c_arm=off", "dtparam=audio=on,i2c_arm_baudrate=100000", "dtparam=i2c=off")
NOTHING_OF_IT = "# dtparam=i2c_arm=off\ndtparam=spi=on\ndtoverlay=i2c-rtc,ds3231\n"


@in_bookworm
def test_who_turns_the_bus_off_further_down_does_not_have_the_last_word(box: Root) -> None:
    before = box.read(CONFIG)
    box.write(CONFIG, before + NOTHING_OF_IT)
    assert "nothing to do" in said(box), "control: none of these turns it off"
    for later in OFF:
        box.write(CONFIG, f"{before}{later}\n")
        assert "I2C on" in said(box, "--dry-run"), later
    said(box)
    assert box.read(CONFIG).index(OFF[-1]) < box.read(CONFIG).index("dtparam=i2c_arm=on")
    assert "nothing to do" in said(box)
    box.write(CONFIG, before)


@in_bookworm
def test_no_line_of_anybody_else_is_lost_with_ours(box: Root) -> None:
    before = box.read(CONFIG)
    torn = before.replace("# turnkeeper: end\n", "dtoverlay=vc4-kms-v3d\ndtparam=spi=on\n")
    box.write(CONFIG, torn.replace("i2c_arm=on", "i2c_arm=off"))
    assert "I2C on" in said(box)
    assert "dtoverlay=vc4-kms-v3d\ndtparam=spi=on\n" in box.read(CONFIG)
    assert box.read(CONFIG).count("i2c_arm=") == 1
    box.write(CONFIG, before)


@in_bookworm
def test_every_serial_console_of_the_header_goes_and_no_other(box: Root) -> None:
    before = box.read(CMDLINE)
    box.write(
        CMDLINE, "console=tty1 console=ttyAMA10,115200 a=1 console=ttyAMA0 console=ttyS0,9600n8"
    )
    assert "serial console" in said(box)
    assert box.read(CMDLINE) == "console=tty1 console=ttyAMA10,115200 a=1 "
    box.write(CMDLINE, before)


@in_bookworm
def test_a_new_version_waits_for_the_end_of_the_battle(box: Root) -> None:
    box.path(BATTLES).parent.mkdir(parents=True, exist_ok=True)
    journal = Journal(box.path(BATTLES))
    journal.begin("system hummel", 0.0)
    module = f"{CHECKOUT}/device/turnkeeper/errors.py"
    box.write(module, box.read(module) + "# newer\n")
    old = box.path("/usr/lib/turnkeeper/bin").readlink()
    assert "a battle is open" in said(box, status=1)
    assert box.path("/usr/lib/turnkeeper/bin").readlink() == old
    journal.append("finish", "", 0, 0.0)
    journal.close()
    assert "update the program" in said(box)
    assert box.path("/usr/lib/turnkeeper/bin").readlink() != old
    assert len(list(box.path("/usr/lib/turnkeeper/versions").iterdir())) == 1
    assert box.run(PROGRAM, "history").stdout.split()[-3:] == ["over", "system", "hummel"]


@in_bookworm
def test_without_a_network_an_update_leaves_the_program_as_it_is(box: Root) -> None:
    module = f"{CHECKOUT}/device/turnkeeper/errors.py"
    before = box.read(module)
    box.write(module, before + "# never to be\n")
    old = box.path("/usr/lib/turnkeeper/bin").readlink()
    assert "If the network was away" in said(box, status=1, besides=NO_NETWORK)
    box.write(module, before)
    assert box.path("/usr/lib/turnkeeper/bin").readlink() == old
    assert "nothing to do" in said(box)


@in_bookworm
def test_two_at_a_time_it_does_not_run(box: Root) -> None:
    box.path("/etc/modules-load.d/turnkeeper.conf").unlink()
    done = box.run("flock", "/run/turnkeeper-install", INSTALL)
    assert (done.returncode, done.stderr) == (1, "install: it runs already, in another window\n")
    assert "done" in said(box)


@in_bookworm
@pytest.mark.parametrize("words", ["--unistall", "now", "--read-only --uninstall"])
def test_a_word_that_it_does_not_know_it_refuses(pi: Root, words: str) -> None:
    refusal = said(pi, *words.split(), status=1)
    assert f"there is no {words}" in refusal or "goes with neither" in refusal


@in_bookworm
def test_another_system_it_refuses(pi: Root) -> None:
    text = pi.read("/etc/os-release")
    pi.path("/etc/os-release").unlink()
    pi.write("/etc/os-release", text.replace("bookworm", "bullseye"))
    refusal = said(pi, status=1)
    pi.write("/etc/os-release", text)
    assert "made for Bookworm and Trixie" in refusal
