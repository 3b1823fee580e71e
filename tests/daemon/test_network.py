"""Y2: it talks to no network. Every call of a whole evening that has to do with sockets is seen.

The box is the process that the simulator starts, with the real daemon in it, under a stand-in for
the service manager; strace writes down what it asks of the kernel, and its threads with it.
"""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.daemon.box import set_up
from tests.daemon.manager import Ear
from turnkeeper.ui.gestures import Button, Die, Key
from turnkeeper_sim.desk import Desk
from turnkeeper_sim.rehearsal import Rehearsal

BOX = (sys.executable, "-m", "turnkeeper_sim.box")
TALKS = """
import runpy, socket
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(("192.0.2.1", 123))
runpy.run_module("turnkeeper_sim.box", run_name="__main__")
"""
"""A box that asks a time server, as such boxes do; nobody has that address (RFC 5737)."""
CALL = re.compile(r"^\d+ +([a-z]\w*)\((.*)", re.MULTILINE)
FAMILY = re.compile(r"\b(?:AF|PF)_\w+")
ALLOWED = {"AF_UNIX"}


def strace(log: Path) -> tuple[str, ...]:
    """The words before a program whose calls for the network are to be written down."""
    words = ("strace", "-f", "--seccomp-bpf", "-qq", "-o", str(log), "-e", "trace=network")
    try:
        subprocess.run([*words, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("strace, and leave to use it")
    return words


def evening(folder: Path, box: tuple[str, ...], play: Callable[[Rehearsal], None]) -> str:
    """Have an evening, and give its calls for the network, a line each."""
    log = folder / "calls"
    command = (*strace(log), *box)
    card = set_up(folder / "card")
    settings = card / "config.toml"
    settings.write_text(f'[folders]\nparties = ["{card}"]\n', encoding="utf-8")
    desk = Desk(folder / "state", settings=settings, command=command)
    try:
        desk.plug_in()
        player = Rehearsal(desk, settings, folder / "beside.sqlite")
        player.see()
        play(player)
    finally:
        desk.close()
    return log.read_text(encoding="utf-8", errors="replace")


def whole_battle(player: Rehearsal) -> None:
    """From the home page through two rounds to the end, with a step back, and home again."""
    dice = (Die(10, 10), Die(10, 5), Die(10, 1))
    player.do(Key("next"), Key("next"), *dice)
    player.do(Button(1), Key("back"), Button(1), Button(2), Key("next"))
    player.do(*dice, Button(1), Button(2), Key("next"))
    player.choose("Finish the battle")
    player.do(Key("next"))
    assert player.page.name == "home", player.page


def families(calls: str) -> set[str]:
    """The kinds of address that anything was asked for, be it a socket or whom it is to reach."""
    return {family for _, words in CALL.findall(calls) for family in FAMILY.findall(words)}


def test_a_whole_evening_asks_for_no_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ear = Ear(tmp_path)
    monkeypatch.setenv("NOTIFY_SOCKET", str(ear.address))
    monkeypatch.setenv("WATCHDOG_USEC", "1000000")
    try:
        calls = evening(tmp_path, BOX, whole_battle)
        assert ear.hears("READY=1")
    finally:
        ear.close()
    assert families(calls) == ALLOWED, calls
    asked = [name for name, _ in CALL.findall(calls)]
    assert asked.count("socket") >= 1, "the service manager is told by one"
    assert {"sendmsg", "sendto"} & set(asked)


def test_control_a_box_that_asks_for_the_time_is_seen(tmp_path: Path) -> None:
    calls = evening(tmp_path, (sys.executable, "-c", TALKS), lambda player: player.do(Key("next")))
    assert "AF_INET" in families(calls)
