"""The whole box, with the real firmware as its dice tray and its players' buttons."""

import json
import time
from pathlib import Path

from tests.pico.rig import ID, Pico, lay_out
from turnkeeper.config import Config, PortSettings
from turnkeeper.link.dice import has_face
from turnkeeper_sim.workbench import HOLD, Workbench

BUTTONS = 8


class PicoBench(Workbench):
    """A box with one pod: each die is keyed in there, and seats 1 to 8 are its buttons."""

    def __init__(self, folder: Path, seats: tuple[int, ...] = tuple(range(1, BUTTONS + 1))) -> None:
        """Plug in both, and wait until the box knows the pod. *seats*: none: not yet given."""
        pico = folder / "pico"
        pico.mkdir()
        lay_out(pico, tray=True, buttons=BUTTONS)
        if seats:
            (folder / "state").mkdir()
            (folder / "state" / "pods.json").write_text(json.dumps({ID: seats}), "utf-8")
        self.pico = Pico(pico)
        super().__init__(folder, Config(ports=PortSettings(paths=(self.pico.path,))))
        port = self.daemon.senses.ports.ports[self.pico.path]
        self.until(lambda: port.box.pod is not None, "the box knows the pod")
        self.keyed = self.pressed = 0

    def press(self, name: str, *, held: bool = False) -> None:
        """Press a player's button on the pod; the GM's knob and keys on the box."""
        if not name.startswith("seat"):
            super().press(name, held=held)
            return
        before = self.daemon.handled
        self.button(int(name[4:]), held=held)
        self.until(lambda: self.daemon.handled > before, f"{name} counts")
        self.pressed += 1
        self.see()

    def button(self, key: int, *, held: bool = False) -> None:
        """Press a button of the pod, from 1, or hold it."""
        self.pico.press(key - 1)
        if held:
            time.sleep(HOLD)
        self.pico.press(key - 1, down=False)

    def throw(self, sides: int, face: int) -> bool:
        """Key in a die; False where it is no face: the tray refuses it, and the box says why."""
        before = self.daemon.handled
        self.pico.type("*" + self._chosen(sides))
        self.pico.type("00#" if (sides, face) == (100, 0) else f"{face}#")
        if not has_face(sides, face):
            self.until(lambda: f"not {face}" in self.session.front.message, "the box says why")
            self.see()
            return False
        self.until(lambda: self.daemon.handled > before, "the die counts")
        self.keyed += 1
        self.see()
        return True

    def _chosen(self, sides: int) -> str:
        """Name the die, where another is asked for; else a digit and enter are enough."""
        return "" if self.session.awaited() == sides else f"D{sides}#"

    def close(self) -> None:
        """Switch the box off, then the pod."""
        super().close()
        self.pico.unplug()
