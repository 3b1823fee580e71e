"""A fresh Bookworm or Trixie in a folder, as debootstrap makes it, to try the installer in.

The first of each takes a minute, and is kept in .cache for the next. From where packages come is
this machine's own affair: its apt says from which archive, its pip settings from which index, and
both trust whom this machine trusts.
"""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Self

import pytest

ROOT = Path(__file__).parents[2]
# What Raspberry Pi OS Lite has besides a minimal Debian, as far as the installer meets it.
MORE = "ca-certificates,systemd,systemd-sysv,udev,kmod,python3,python3-venv"
TRUSTED = "/etc/ssl/certs/ca-certificates.crt"
FRESH_CONFIG = (
    "# For more options see the manual\ndtparam=audio=on\nauto_initramfs=1\n\n[all]\narm_boost=1"
)
FRESH_CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=0-02 rootfstype=ext4 rootwait\n"
FSTAB = "proc /proc proc defaults 0 0\nPARTUUID=0-02 / ext4 defaults,noatime 0 1\n"
SECONDS = 300
"""The longest that anything in it may take."""
CHECKOUT = "/srv/turn keeper"
"""Where our folder is in there: a path as people have them."""
INSTALL = f"{CHECKOUT}/hardware/install"
BINFMT = Path("/proc/sys/fs/binfmt_misc")
ARCHITECTURES = {"arm64": "aarch64", "armhf": "arm"}
"""What Debian calls them, and what QEMU does."""
PROGRAM = "/usr/local/bin/turnkeeper"
STATE = "/var/lib/turnkeeper"
BATTLES = f"{STATE}/battles.sqlite"
CMDLINE = "/boot/firmware/cmdline.txt"
CONFIG = "/boot/firmware/config.txt"


class Root:
    """A system in a *folder*, with its own mounts, which are gone when it is closed, or we are."""

    def __init__(self, folder: Path, *, mounted: bool = True) -> None:
        self.folder = folder
        words = ["unshare", "--mount", "--propagation", "private", "sh", "-c", "echo; exec cat"]
        self._holder = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if self._holder.stdout:
            self._holder.stdout.readline()  # from now on its mounts are its own
        for kind, place in (("proc", "proc"), ("sysfs", "sys")) if mounted else ():
            self._outside("mount", "-t", kind, kind, folder / place)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of its mounts."""
        self._holder.communicate()

    def path(self, name: str) -> Path:
        """A file of it by its whole name, as it is below all mounts."""
        return self.folder / name.lstrip("/")

    def read(self, name: str) -> str:
        """What stands in a file of it."""
        return self.path(name).read_text("utf-8")

    def write(self, name: str, text: str) -> None:
        """Write a file of it."""
        self.path(name).parent.mkdir(parents=True, exist_ok=True)
        self.path(name).write_text(text, encoding="utf-8")

    def run(
        self,
        *words: str,
        user: str = "root",
        umask: int = 0o022,
        seconds: int = SECONDS,
        besides: dict[str, str] | None = None,
    ) -> subprocess.CompletedProcess[str]:
        """Run a command in it, with what its environment has *besides*."""
        inside = ["chroot", f"--userspec={user}", str(self.folder), *words]
        return self._outside(*inside, umask=umask, seconds=seconds, besides=besides)

    def files(self, *tops: str) -> dict[str, tuple[int, int, str]]:
        """All that an installer may have touched: mode, time of change, and where a link leads."""
        found = {}
        for top in tops or ("boot", "etc", "usr", "var/lib/turnkeeper"):
            for path in sorted((self.folder / top).rglob("*")):
                stat = path.lstat()
                link = str(path.readlink()) if path.is_symlink() else ""
                found[str(path.relative_to(self.folder))] = (stat.st_mode, stat.st_mtime_ns, link)
        return found

    def in_memory(self, folder: Path) -> "Root":
        """Give the same as overlayroot holds it: what is written ends up in *folder*, not in it.

        Its boot partition is the same one, and read-only.
        """
        for name in ("root", "upper", "work"):
            (folder / name).mkdir()
        held = Root(folder / "root", mounted=False)
        layers = f"lowerdir={self.folder},upperdir={folder}/upper,workdir={folder}/work"
        boot = "boot/firmware"
        for words in (
            ("-t", "overlay", "overlayroot", "-o", layers, held.folder),
            ("-t", "proc", "proc", held.folder / "proc"),
            ("--bind", self.folder / boot, held.folder / boot),
            ("-o", "remount,bind,ro", held.folder / boot),
        ):
            done = held._outside("mount", *words)
            assert done.returncode == 0, done.stderr
        return held

    def _outside(
        self,
        *words: str | Path,
        umask: int = 0o022,
        seconds: int = SECONDS,
        besides: dict[str, str] | None = None,
    ) -> subprocess.CompletedProcess[str]:
        """Run a command of this machine where the mounts are."""
        return subprocess.run(
            ["nsenter", f"--target={self._holder.pid}", "--mount", *words],
            env={**settings(), **(besides or {})},
            capture_output=True,
            text=True,
            check=False,
            timeout=seconds,
            umask=umask,
        )


def make(folder: Path, release: str, architecture: str = "") -> Root:
    """Make *release* in *folder*; skips where debootstrap, or who runs its programs, is missing."""
    if not shutil.which("debootstrap"):
        pytest.skip("debootstrap, for a fresh Bookworm and Trixie")
    if architecture and not any(BINFMT.glob(f"qemu-{ARCHITECTURES[architecture]}")):
        pytest.skip(f"qemu-user and binfmt_misc, which run programs for {architecture}")
    _run("tar", "-C", folder, "-xf", kept(release, architecture))
    settle(folder)
    return Root(folder)


def kept(release: str, architecture: str = "") -> Path:
    """The archive in .cache of what debootstrap made; one at a time makes it, the others wait."""
    archive = ROOT / ".cache" / f"{'-'.join(filter(None, (release, architecture)))}.tar"
    with archive.with_suffix(".lock").open("w") as lock, tempfile.TemporaryDirectory() as folder:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not archive.exists():
            site = ["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages"]
            first = subprocess.run(site, capture_output=True, text=True, check=True).stdout.split()
            other = [f"--arch={architecture}"] if architecture else []
            words = ("debootstrap", "--variant=minbase", f"--include={MORE}", *other)
            _run(*words, release, folder, first[0], seconds=SECONDS * (10 if other else 1))
            shutil.rmtree(Path(folder, "var/cache/apt/archives"))
            fresh = archive.with_suffix(".new")
            _run("tar", "-C", folder, "-cf", fresh, ".")
            fresh.rename(archive)
    return archive


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
    (boot / "config.txt").write_text(FRESH_CONFIG, encoding="utf-8")
    (boot / "cmdline.txt").write_text(FRESH_CMDLINE, encoding="utf-8")
    (folder / "etc/fstab").write_text(FSTAB, encoding="utf-8")
    here = folder / CHECKOUT.lstrip("/")
    here.mkdir()
    leave = shutil.ignore_patterns("__pycache__", "pictures", "out", "*.pyc")
    for name in ("device", "sim", "hardware"):
        shutil.copytree(ROOT / name, here / name, ignore=leave)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, here / name)


def settings() -> dict[str, str]:
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


def _run(*words: str | Path, seconds: int = SECONDS) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=seconds)
    assert done.returncode == 0, (done.stdout + done.stderr)[-2000:]


if __name__ == "__main__":  # tests/run has them made while other tests run
    for name in sys.argv[1:]:
        kept(name)
