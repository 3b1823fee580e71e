"""The parts know each other only along the arrows of the design; `tests/arrows.py` reads them.

Every rule has its control here: a small made-up tree that breaks it, and must be found.
"""

from pathlib import Path

import pytest

from tests.arrows import ARROWS, faults, reach

ROOT = Path(__file__).parent.parent
DEVICE = "device/turnkeeper"
SIM = "sim/turnkeeper_sim"


def tree(folder: Path, files: dict[str, str]) -> Path:
    """Write *files*, path to text, into *folder*, with the __init__.py that makes them packages."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        for package in path.relative_to(folder).parents:
            if len(package.parts) > 1:
                (folder / package / "__init__.py").touch()
    return folder


def test_no_import_of_ours_goes_against_the_design() -> None:
    assert faults(ROOT) == []


def test_the_arrows_run_one_way() -> None:
    for part, others in ARROWS.items():
        for other in others:
            assert part not in reach(other), f"{part} and {other} know each other"


ALLOWED = {
    f"{DEVICE}/errors.py": "",
    f"{DEVICE}/rules/battle.py": "from dataclasses import dataclass\nfrom ..errors import Refused",
    f"{DEVICE}/systems/hummel.py": "from turnkeeper.rules.battle import Battle\nimport math",
    f"{DEVICE}/ui/draw.py": "from PIL import Image\nfrom turnkeeper.rules import battle",
    f"{DEVICE}/ui/fonts.py": "from importlib import resources\nfrom PIL import ImageFont",
    f"{DEVICE}/link/frames.py": "import binascii",
    f"{DEVICE}/link/pod.py": "from .frames import Framer\nfrom turnkeeper.link import frames",
    f"{DEVICE}/panel/contacts.py": "from turnkeeper.errors import PortError",
    f"{DEVICE}/panel/inputs.py": "import gpiozero\nfrom turnkeeper.panel.contacts import Touch",
    f"{DEVICE}/panel/ports.py": "import os, threading, serial\nfrom turnkeeper.link.pod import Pod",
    f"{DEVICE}/files/toml.py": "from pathlib import Path\nimport msgspec",
    f"{DEVICE}/config.py": "from turnkeeper.files.toml import Config",
    f"{DEVICE}/journal.py": "import sqlite3\nfrom turnkeeper.rules.battle import Battle",
    f"{DEVICE}/session.py": "from turnkeeper import journal\nfrom turnkeeper.ui import draw",
    f"{DEVICE}/daemon.py": "import queue, time\nfrom turnkeeper.panel import inputs",
    f"{DEVICE}/cli.py": "import time\ndef play():\n    from turnkeeper_sim.box import Box",
    f"{DEVICE}/__main__.py": "from turnkeeper.cli import main",
    f"{SIM}/box.py": "import gpiozero.pins.mock\nfrom turnkeeper.daemon import run",
    f"{SIM}/window.py": "import pygame\nfrom turnkeeper.link.pod import Pod",
}


def test_what_the_design_allows_is_not_found(tmp_path: Path) -> None:
    assert faults(tree(tmp_path, ALLOWED)) == []


FORBIDDEN = [
    # Against an arrow: upwards, sideways, past the end.
    (f"{DEVICE}/rules/a.py", "from turnkeeper.systems import hummel"),
    (f"{DEVICE}/rules/a.py", "from ..journal import Journal"),
    (f"{DEVICE}/rules/a.py", "from .. import journal"),
    (f"{DEVICE}/ui/a.py", "import turnkeeper.journal"),
    (f"{DEVICE}/systems/a.py", "def later():\n    from turnkeeper.ui import draw"),
    (f"{DEVICE}/journal.py", "from turnkeeper.session import Session"),
    (f"{DEVICE}/session.py", "from turnkeeper.panel import inputs"),
    (f"{DEVICE}/panel/a.py", "from turnkeeper.rules.battle import Battle"),
    (f"{DEVICE}/daemon.py", "from turnkeeper import cli"),
    (f"{DEVICE}/daemon.py", "def run():\n    from turnkeeper_sim import box"),
    (f"{DEVICE}/errors.py", "from turnkeeper.rules.battle import Battle"),
    (f"{SIM}/a.py", "from turnkeeper.cli import main"),
    (f"{DEVICE}/cli.py", "from turnkeeper_sim.box import Box"),
    (f"{DEVICE}/newcomer.py", "import math"),
    # What is pure reaches nothing.
    (f"{DEVICE}/rules/a.py", "import time"),
    (f"{DEVICE}/systems/a.py", "from random import randint"),
    (f"{DEVICE}/script/a.py", "import pathlib"),
    (f"{DEVICE}/ui/a.py", "import os.path"),
    (f"{DEVICE}/ui/a.py", "from pathlib import Path"),
    (f"{DEVICE}/ui/a.py", "if True:\n    import threading"),
    (f"{DEVICE}/rules/a.py", "import socket, sqlite3"),
    (f"{DEVICE}/rules/a.py", "import PIL"),
    (f"{DEVICE}/rules/a.py", "import msgspec"),
    (f"{DEVICE}/script/a.py", "text = open('a.battle').read()"),
    (f"{DEVICE}/panel/contacts.py", "import time"),
    (f"{DEVICE}/panel/contacts.py", "from turnkeeper.panel.inputs import Inputs"),
    # The Pico has next to nothing.
    (f"{DEVICE}/link/a.py", "from typing import NamedTuple"),
    (f"{DEVICE}/link/a.py", "from __future__ import annotations"),
    (f"{DEVICE}/link/a.py", "from turnkeeper.errors import PortError"),
    # What is kept to a few.
    (f"{DEVICE}/daemon.py", "from gpiozero import Device"),
    (f"{DEVICE}/session.py", "import time"),
    (f"{DEVICE}/journal.py", "import serial"),
    (f"{DEVICE}/config.py", "import luma.core"),
    (f"{DEVICE}/panel/a.py", "import sqlite3"),
    (f"{DEVICE}/panel/a.py", "import lgpio"),
    (f"{DEVICE}/cli.py", "def play():\n    import pygame"),
    (f"{SIM}/a.py", "from gpiozero import Button"),
    (f"{SIM}/a.py", "from luma.oled.device import ssd1306"),
    (f"{SIM}/a.py", "import serial"),
    # The box runs where there is no screen.
    (f"{SIM}/box.py", "import pygame"),
    (f"{SIM}/box.py", "from turnkeeper_sim import window"),
    (f"{SIM}/box.py", "def later():\n    from turnkeeper_sim.window import Window"),
]


@pytest.mark.parametrize(("file", "text"), FORBIDDEN, ids=[f"{f}: {t}" for f, t in FORBIDDEN])
def test_control_an_import_against_the_design_is_found(
    tmp_path: Path, file: str, text: str
) -> None:
    # Nothing but the one file differs from the tree that is allowed.
    found = faults(tree(tmp_path, {**ALLOWED, file: text}))

    assert found, "not found"
    assert all(sentence.startswith((file, f"{SIM}/window.py")) for sentence in found)
