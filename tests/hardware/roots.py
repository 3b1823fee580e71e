"""A fresh Bookworm in a folder, as debootstrap makes it, for the installer to be tried in.

The first takes a minute, and is kept in .cache for the next. From where packages come is this
machine's own affair: its apt says from which archive, its pip settings from which index, and both
trust whom this machine trusts.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".cache" / "bookworm.tar"
# What Raspberry Pi OS Lite has besides a minimal Debian, as far as the installer meets it.
MORE = "ca-certificates,systemd,systemd-sysv,udev,kmod,python3,python3-venv"
TRUSTED = "/etc/ssl/certs/ca-certificates.crt"
CONFIG = "# For more options see the manual\ndtparam=audio=on\n\n[all]\nmax_framebuffers=2"
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=0-02 rootfstype=ext4 rootwait\n"
SECONDS = 300
"""The longest that anything in it may take."""


def make(folder: Path) -> None:
    """Make it in *folder*; skips where debootstrap is missing."""
    if not shutil.which("debootstrap"):
        pytest.skip("debootstrap, for a fresh Bookworm")
    if not KEPT.exists():
        site = ["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages"]
        first = subprocess.run(site, capture_output=True, text=True, check=True).stdout.split()[0]
        _run("debootstrap", "--variant=minbase", f"--include={MORE}", "bookworm", folder, first)
        shutil.rmtree(folder / "var/cache/apt/archives")
        fresh = KEPT.with_suffix(f".{os.getpid()}")
        _run("tar", "-C", folder, "-cf", fresh, ".")
        fresh.rename(KEPT)
    else:
        _run("tar", "-C", folder, "-xf", KEPT)
    settle(folder)


def settle(folder: Path) -> None:
    """Give it a Pi's boot partition, this machine's name server, and whom it trusts."""
    folder.chmod(0o755)  # it is /, in there
    shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")
    for bundle in (os.environ.get("SSL_CERT_FILE", ""), TRUSTED):
        if Path(bundle).is_file():
            shutil.copy(bundle, folder / TRUSTED.lstrip("/"))
            break
    boot = folder / "boot/firmware"
    boot.mkdir(parents=True)
    (boot / "config.txt").write_text(CONFIG, encoding="utf-8")
    (boot / "cmdline.txt").write_text(CMDLINE, encoding="utf-8")
    here = folder / "srv/turnkeeper"
    here.mkdir()
    leave = shutil.ignore_patterns("__pycache__", "pictures", "*.pyc")
    for name in ("device", "sim", "hardware"):
        shutil.copytree(ROOT / name, here / name, ignore=leave)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, here / name)


def run(folder: Path, *words: str, user: str = "root") -> subprocess.CompletedProcess[str]:
    """Run a command in it."""
    return subprocess.run(
        ["chroot", f"--userspec={user}", folder, *words],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )


def environment() -> dict[str, str]:
    """What a command in it needs of this machine's settings."""
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    found = {"PATH": path, "HOME": "/", "LC_ALL": "C.UTF-8", "SSL_CERT_FILE": TRUSTED}
    found["PIP_CERT"] = TRUSTED
    index = subprocess.run(
        [sys.executable, "-m", "pip", "config", "get", "global.index-url"],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    if index:
        found["PIP_INDEX_URL"] = index
    passed = ("PIP_INDEX_URL", "http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY")
    return {**found, **{name: os.environ[name] for name in passed if name in os.environ}}


def files(folder: Path) -> dict[str, tuple[int, int, str]]:
    """All that an installer may have touched: mode, time of change, and where a link leads."""
    found = {}
    for top in ("boot", "etc", "usr", "var/lib/turnkeeper"):
        for path in sorted((folder / top).rglob("*")):
            stat = path.lstat()
            link = str(path.readlink()) if path.is_symlink() else ""
            found[str(path.relative_to(folder))] = (stat.st_mode, stat.st_mtime_ns, link)
    return found


def _run(*words: str | Path) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert done.returncode == 0, (done.stdout + done.stderr)[-2000:]
