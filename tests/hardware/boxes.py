"""The box in a fresh system: in which it is told, and what the installer says."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from tests.hardware.roots import INSTALL, PROGRAM, SECONDS, Root, make

in_both = pytest.mark.parametrize("pi", ["bookworm", "trixie"], indirect=True)
in_bookworm = pytest.mark.parametrize("pi", ["bookworm"], indirect=True)
in_trixie = pytest.mark.parametrize("pi", ["trixie"], indirect=True)


def lent(folder: Path, release: str) -> Iterator[Root]:
    """Lend one for a while."""
    root = make(folder, release)
    yield root
    root.run("rm", "-rf", "/srv", "/usr/lib/turnkeeper")
    root.close()


def said(
    root: Root,
    *words: str,
    status: int = 0,
    seconds: int = SECONDS,
    besides: dict[str, str] | None = None,
) -> str:
    """What the installer says; it must end with *status*."""
    done = root.run(INSTALL, *words, seconds=seconds, besides=besides)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


# As Raspberry Pi OS has it; Debian has none, and on Python 3.13 nobody has a wheel.
LGPIO = {
    "lgpio.py": "def gpiochip_open(number):\n    raise OSError(number)\n",
    "lgpio-0.2.2.0.egg-info": "Metadata-Version: 2.1\nName: lgpio\nVersion: 0.2.2.0\n",
}
CONTROL = (
    "Package: python3-lgpio\nVersion: 0.2.2-1\nArchitecture: all\nMaintainer: Us <us@localhost>\n"
)


def installed(root: Root) -> Root:
    """The same with the box on it, where a story is told alone too."""
    if not root.path(PROGRAM).is_symlink():
        complete(root)
        said(root)
    return root


def complete(root: Root) -> None:
    """Give a Trixie an archive with a stand-in for the pin library, for apt to take it from."""
    if "trixie" not in root.read("/etc/os-release") or root.path("/srv/archive").exists():
        return
    for name, text in LGPIO.items():
        root.write(f"/srv/lgpio/usr/lib/python3/dist-packages/{name}", text)
    root.write("/srv/lgpio/DEBIAN/control", CONTROL + "Description: a stand-in\n")
    root.path("/srv/archive").mkdir()
    root.run("dpkg-deb", "--build", "/srv/lgpio", "/srv/archive/lgpio.deb")
    made = root.path("/srv/archive/lgpio.deb").read_bytes()
    facts = f"Size: {len(made)}\nSHA256: {sha256(made).hexdigest()}\n"
    root.write("/srv/archive/Packages", f"{CONTROL}Filename: ./lgpio.deb\n{facts}")
    root.write("/etc/apt/sources.list.d/pi.list", "deb [trusted=yes] file:/srv/archive ./\n")
    only = ("-o", "Dir::Etc::sourcelist=sources.list.d/pi.list", "-o", "APT::Get::List-Cleanup=0")
    done = root.run("apt-get", "-qq", "update", *only)
    assert done.returncode == 0, done.stderr
