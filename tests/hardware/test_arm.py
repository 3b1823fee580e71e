"""The same installer where programs are a Pi's: Bookworm for ARM, run by QEMU, before a release.

It takes long: each program is translated. No Pi's kernel and no pins are here.
"""

import shutil
from pathlib import Path

import pytest

from tests.hardware import roots
from tests.hardware.boxes import said
from tests.hardware.roots import PROGRAM

pytestmark = [pytest.mark.root, pytest.mark.release]
BATTLES = Path(__file__).parents[1] / "battles" / "given"
SECONDS = 3600


@pytest.mark.parametrize("architecture", ["arm64"])
def test_on_a_pis_own_kind_it_installs_and_plays(tmp_path: Path, architecture: str) -> None:
    pi = roots.make(tmp_path, "bookworm", architecture)
    said(pi, seconds=SECONDS)
    assert "nothing to do" in said(pi, seconds=SECONDS)
    party = "/boot/firmware/turnkeeper/party.toml"
    assert pi.run(PROGRAM, "check", party, user="turnkeeper").stdout == f"{party}: fine\n"
    for battle in sorted(BATTLES.glob("*.battle")):
        shutil.copy(battle, pi.path(f"/srv/{battle.name}"))
    played = pi.run("sh", "-c", f"{PROGRAM} play /srv/*.battle", seconds=SECONDS)
    assert played.returncode == 0, played.stdout + played.stderr
    ties = pi.read("/srv/hummel-ties.battle")
    pi.write("/srv/wrong.battle", ties.replace("expect turn D", "expect turn E"))
    wrong = pi.run(PROGRAM, "play", "/srv/wrong.battle", seconds=SECONDS)
    assert wrong.returncode != 0, "control"
    pi.close()
