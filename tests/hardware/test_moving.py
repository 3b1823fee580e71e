"""The plug is pulled while battles move to their partition: at no step is one lost.

What moves them is run by itself, since all else that the installer does would take a minute.
"""

import shutil
from pathlib import Path

import pytest

from tests.hardware import roots
from tests.hardware.boxes import said
from tests.hardware.partitions import WORD, Partition, history, seen
from tests.hardware.roots import BATTLES, CHECKOUT, CMDLINE, STATE, Root

pytestmark = pytest.mark.root
# The installer's own names, and its two last steps.
STEPS = f"""
set -eEuo pipefail
here='{CHECKOUT}/hardware'
eval "$(sed -n '/^home=/,/^booted/p' "$here/install")"
for part in boot steps read-only; do . "$here/setup/$part.sh"; done
for step in partition overlay; do
    if "need_$step"; then "do_$step"; fi
done
"""
# Programs that change what is on the card; a kill at each of their calls is a plug pulled there.
WRITERS = ("sync", "mv", "cp", "mount", "umount", "mkdir", "rmdir", "rm", "chown", "chmod", "touch")
CALLS = "/run/calls"
MOST = 200
"""More calls than there are."""


def pulled(root: Root, step: int) -> bool:
    """Kill it at its *step*th call of a writer; False where it came to its end."""
    for name in WRITERS:
        script = (
            f"#!/bin/sh\necho >>{CALLS}\n"
            f"[ $(wc -l <{CALLS}) -ne {step} ] || kill -KILL 0\n"
            f'PATH=/usr/sbin:/usr/bin exec {name} "$@"\n'
        )
        root.write(f"/usr/local/sbin/{name}", script)
        root.path(f"/usr/local/sbin/{name}").chmod(0o755)
    root.write(CALLS, "")
    done = root.run("setsid", "--wait", "bash", "-c", STEPS)
    for name in WRITERS:
        root.path(f"/usr/local/sbin/{name}").unlink()
    return done.returncode != 0


def lay(card: Root, kept: Path, boot: str) -> None:
    """The card as it was before."""
    card.run("sh", "-c", f"rm -rf {STATE} {STATE}.before-*")
    shutil.copytree(kept, card.path(STATE))
    card.run("chown", "-R", "turnkeeper:", STATE)
    card.write("/etc/fstab", roots.FSTAB)
    card.write(CMDLINE, boot)


def test_a_plug_pulled_at_any_step_loses_nothing(card: Root, tmp_path: Path, release: bool) -> None:
    battles, boot, kept = seen(card, BATTLES), card.read(CMDLINE), tmp_path / "kept"
    shutil.copytree(card.path(STATE), kept)
    step, cut = 0, True
    while cut and step < MOST:
        step += 1 if release else 7
        lay(card, kept, boot)
        partition = Partition(card, tmp_path / "image")
        cut = pulled(card, step)
        # The Pi starts anew: systemd mounts what fstab says, at a folder that it makes if need be.
        card.run("umount", "/run/turnkeeper-partition")
        card.run("umount", STATE)
        card.run("mkdir", "-p", STATE)
        card.run("mount", "-a", "-t", "ext4", "-O", "nofail")
        assert battles == seen(card, BATTLES) != "", step
        assert card.read(CMDLINE) in {boot, WORD + boot}, step
        done = card.run("bash", "-c", STEPS)
        assert done.returncode == 0, (step, done.stderr)
        assert f"{partition.device} {STATE} " in card.run("cat", "/proc/mounts").stdout, step
        assert seen(card, BATTLES) == battles, step
        assert card.read(f"{STATE}.before-1/battles.sqlite.aside-1"), step
        assert card.read(CMDLINE) == WORD + boot, step
        if not cut:
            assert history(card)[-3:] == ["over", "system", "hummel"]
            assert "nothing to do" in said(card, "--read-only"), "it is what the installer does"
        partition.close()
    assert 20 < step < MOST, "it was cut off at many steps, and came to its end"
