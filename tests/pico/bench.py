"""The whole box, with the real firmware as its dice tray: keys pressed in, pictures out."""

from pathlib import Path

from tests.pico.rig import Pico, lay_out
from turnkeeper.config import Config, PortSettings
from turnkeeper.link.dice import has_face
from turnkeeper_sim.workbench import Workbench


class PicoBench(Workbench):
    """A box whose tray is a Pico: each die is keyed in."""

    def __init__(self, folder: Path) -> None:
        """Plug in both, and wait until the box knows the tray."""
        pico = folder / "pico"
        pico.mkdir()
        lay_out(pico, tray=True, buttons=0)
        self.pico = Pico(pico)
        super().__init__(folder, Config(ports=PortSettings(paths=(self.pico.path,))))
        port = self.daemon.ports.ports[self.pico.path]
        self.until(lambda: port.box.pod is not None, "the box knows the tray")
        self.keyed = 0

    def throw(self, sides: int, face: int) -> bool:
        """Key in a die; False where it is no face: the tray refuses it, and the box says why."""
        before, dice = self.daemon.handled, self.keyed
        self.pico.type("*" + self._chosen(sides))
        self.pico.type("00#" if (sides, face) == (100, 0) else f"{face}#")
        if not has_face(sides, face):
            self.until(lambda: f"not {face}" in self.session.front.message, "the box says why")
            self.see()
            return False
        self.keyed = dice + 1
        self.until(lambda: self.daemon.handled > before, "the die counts")
        self.see()
        return True

    def _chosen(self, sides: int) -> str:
        """Name the die, where another is asked for; else a digit and enter are enough."""
        return "" if self.session.awaited() == sides else f"D{sides}#"

    def close(self) -> None:
        """Switch the box off, then the tray."""
        super().close()
        self.pico.unplug()
