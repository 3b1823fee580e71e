"""The box as a process of its own: the real daemon among simulated parts.

Started by `desk.py`, never by hand: a socket for eyes and hands, a pseudo-terminal for the dice
tray, a folder for the journal.  It may be killed at any moment, which is what pulling the plug is.
"""

import argparse
import os
import socket
import sys
import threading
from pathlib import Path

import msgspec
from gpiozero import Device

from turnkeeper import config
from turnkeeper.config import Config
from turnkeeper.daemon import Daemon
from turnkeeper_sim.panel_model import CONTROLLERS, Panel
from turnkeeper_sim.wire import Channel, ToBox
from turnkeeper_sim.wires import Wires

LAST_WORD = 3.0  # seconds for the daemon to end when the window has gone; then it is ended


def settings(path: Path | None, state: Path, port: str, parties: Path | None = None) -> Config:
    """Return the configuration from *path* (or its defaults), with the simulator's own places."""
    given = config.load(path)
    where = (parties,) if parties else given.folders.parties
    folders = msgspec.structs.replace(given.folders, state=state, parties=where)
    ports = msgspec.structs.replace(given.ports, paths=(port,))
    return msgspec.structs.replace(given, folders=folders, ports=ports)


def main(arguments: list[str]) -> int:
    """Run the box until it is told to switch off; return the daemon's exit status."""
    parser = argparse.ArgumentParser(prog="turnkeeper_sim.box", description=__doc__)
    parser.add_argument("--socket", type=int, required=True, metavar="FD")
    parser.add_argument("--port", required=True, metavar="PTY")
    parser.add_argument("--state", type=Path, required=True, metavar="DIR")
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument("--parties", type=Path, metavar="DIR")
    given = parser.parse_args(arguments)
    chosen = settings(given.config, given.state, given.port, given.parties)
    return run(chosen, socket.socket(fileno=given.socket))


def run(chosen: Config, sock: socket.socket) -> int:
    """Wire the parts to *sock* and run the daemon among them."""

    def alone() -> None:
        daemon.stop()
        end = threading.Timer(LAST_WORD, os._exit, (1,))
        end.daemon = True
        end.start()

    wires = Wires(
        Channel(sock, ToBox),
        modelled(chosen),
        lamps=dict(enumerate(chosen.pins.lamps, start=1)),
        buzzer=chosen.pins.buzzer,
        leave=lambda: daemon.stop(),  # noqa: PLW0108 - there is no daemon yet
        alone=alone,
    )
    Device.pin_factory = wires.factory
    daemon = Daemon(chosen, open_bus=wires.open_bus, on_ready=lambda: wires.ready(names(daemon)))
    wires.start()
    status = daemon.run()
    wires.end()
    return status


def modelled(chosen: Config) -> Panel:
    """Return the panel that the configuration asks for, with the glass where it says."""
    display = chosen.display
    if display.driver not in CONTROLLERS:
        known = ", ".join(CONTROLLERS)
        raise SystemExit(f"The simulator has no display {display.driver}; it has {known}.")
    column = display.page_address_offset if display.driver == "sh1106" else None
    return Panel(display.driver, display.width, display.height, first_column=column)


def names(daemon: Daemon) -> dict[int, str]:
    """Return what stands on the labels of the buttons: the party's names by seat."""
    guests = daemon.session.view.tonight.guests
    return {guest.seat: guest.name for guest in guests if guest.seat}


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(status)  # gpiozero's and luma's farewells at exit may hang
