"""What the tests of the firmware have before them: a Pico on the desk, and a box or a bare line."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from tests.panel.table import Table, end
from tests.pico.line import Line
from tests.pico.rig import Change, Pico, lay_out

Plug = Callable[..., Pico]


@pytest.fixture
def plug(tmp_path: Path) -> Iterator[Plug]:
    """Plug in a Pico with what the arguments name; all are pulled out at the end."""
    picos: list[Pico] = []

    def plugged(
        *,
        tray: bool = True,
        buttons: int = 2,
        change: Change | None = None,
        down: Iterable[int | str] = (),
    ) -> Pico:
        folder = tmp_path / f"pico{len(picos)}"
        folder.mkdir()
        lay_out(folder, tray=tray, buttons=buttons, change=change)
        picos.append(Pico(folder, down))
        return picos[-1]

    yield plugged
    for pico in picos:
        pico.unplug()


@pytest.fixture
def box() -> Iterator[Callable[[Pico], Table]]:
    """Have the daemon's serial thread listen to a Pico."""
    tables: list[Table] = []

    def listening(pico: Pico) -> Table:
        tables.append(Table(pico.path))
        return tables[-1]

    yield listening
    for table in tables:
        end(table.port)


@pytest.fixture
def line() -> Iterator[Callable[[Pico], Line]]:
    """Open the port of a Pico without a box."""
    lines: list[Line] = []

    def opened(pico: Pico) -> Line:
        lines.append(Line(pico))
        return lines[-1]

    yield opened
    for one in lines:
        one.close()
