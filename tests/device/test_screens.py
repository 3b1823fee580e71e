"""Every page of a real battle on 128x64: the long name, the accented one and the Chinese one whole.

To look at them: TURNKEEPER_SCREENS=folder, and each page is kept there as a picture, enlarged.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from tests.session.evening import FOES, LONG, Evening, tonight
from turnkeeper.ui import rest
from turnkeeper.ui.draw import draw
from turnkeeper.ui.fit import fit
from turnkeeper.ui.page import Page, Row

NAMES = (LONG, "Žofia", "王小明")
PARTY = tuple(
    f'combatant "{name}" side=party seat={seat} ref=4 bonus={seat} speed=30 pool=2'
    for seat, name in enumerate(NAMES, 1)
)
FOLDER = os.environ.get("TURNKEEPER_SCREENS")
ENLARGED = 4


def screens(folder: Path) -> Iterator[tuple[str, Page, str]]:
    """Each page: what it is called, the page, and the name that must be whole on it, or ""."""
    for seat, name in enumerate(NAMES, 1):
        evening = Evening(folder / f"{seat}.sqlite", tonight(PARTY, FOES))

        def see(called: str, whom: str = name, *, on: Evening = evening) -> tuple[str, Page, str]:
            return called, on.session.page(), whom

        evening.turn(seat)
        yield see("home")
        evening.push()
        yield see("home, away")
        evening.push()
        evening.turn(-seat)
        evening.next()
        yield see("positions", "")
        evening.turn(2 + seat)
        evening.push()
        yield see("positions, marked")
        evening.back()
        evening.turn(-99)
        evening.push()
        yield see("menu before", "")
        evening.choose("Down")
        evening.turn(seat - 1)
        yield see("down, a list")
        evening.back()
        evening.back()
        evening.next()
        evening.press(seat)
        yield see("roll, claimed")
        evening.press(seat)
        evening.roll(*[5] * (seat - 1))
        yield see("roll")
        evening.turn(7)
        yield see("dial")
        evening.turn(4)
        yield see("dial, box")
        evening.back()
        evening.roll(9, *[2] * (3 - seat), 9 - 5 + seat, 1, 2, 3, 3, 3)
        yield see("tie", "")
        yield from played_on(evening, seat, name)


def played_on(evening: Evening, seat: int, name: str) -> Iterator[tuple[str, Page, str]]:
    """From the first turn on, till the battle is over."""

    def see(called: str, whom: str = name) -> tuple[str, Page, str]:
        return called, evening.session.page(), whom

    while evening.session.awaited():
        evening.roll(1 + len(evening.heard) % 10)
    evening.wait(9)
    if name not in [c.name for c in evening.battle.table.up]:
        evening.choose("Hand the turn", name)
    yield see("turn")
    yield "idle", rest.alone(evening.battle, evening.session.page()), name
    evening.turn(0)
    yield see("order", "")
    evening.push()
    yield see("about one", "")
    evening.push()
    yield see("why")
    for _ in range(3):
        evening.back()
    evening.hold(seat)
    yield see("own choices", "")
    evening.press(seat)
    evening.hold(seat)
    yield see("a number")
    evening.back()
    evening.back()
    evening.push()
    yield see("menu", "")
    evening.back()
    evening.press(1 + seat % 3)
    yield see("refused")
    evening.wait(9)
    evening.session.view.alert = "NOT SAVING"
    yield see("not saving")
    evening.session.view.alert = ""
    for other in [c.name for c in evening.battle.table.roster if c.side == "foes"]:
        evening.choose("Down", other)
    yield see("one side")
    for other in NAMES:
        evening.choose("Down", other)
    yield see("nobody stands", "")
    evening.choose("Finish the battle")
    yield see("over", "")


def texts(page: Page) -> str:
    """All that stands at the left of the glass, line by line, without blanks."""
    at_right = {row.right for row in page.rows}
    pieces = [piece.text for piece in fit(page, 128, 64).pieces if piece.text not in at_right]
    return "|".join(pieces).replace(" ", "")


def is_whole(page: Page, name: str) -> bool:
    """Whether the name stands there as it is, be it on two lines."""
    return name.replace(" ", "") in texts(page).replace("|", "")


def keep(called: str, number: int, page: Page) -> None:
    """Keep the picture, where it is asked for."""
    if FOLDER:
        Path(FOLDER).mkdir(parents=True, exist_ok=True)
        picture = draw(page).resize((128 * ENLARGED, 64 * ENLARGED), Image.Resampling.NEAREST)
        picture.save(Path(FOLDER) / f"{number:03} {called}.png")


def test_every_name_is_whole_on_the_pages_that_are_about_it(tmp_path: Path) -> None:
    seen = []
    for number, (called, page, name) in enumerate(screens(tmp_path), 1):
        keep(called, number, page)
        seen.append(page.name)
        if name:
            assert is_whole(page, name), f"{called}: {name} in\n{page}\n{texts(page)}"
    assert {
        *("home", "positions", "roll", "dial", "tie", "turn", "idle", "order", "about", "why"),
        *("deeds", "number", "menu", "build", "refused", "nobody", "over"),
    } <= set(seen)


def test_what_must_be_read_is_never_cut(tmp_path: Path) -> None:
    """On turn and roll pages: what is left, which die, what is added."""
    for called, page, _ in screens(tmp_path):
        if page.name in ("turn", "roll", "dial") and called != "not saving":
            said = texts(page).replace("|", "")
            for row in page.rows:
                assert row.text.replace(" ", "") in said, f"{called}:\n{page}\n{said}"
            if page.name == "turn":
                assert page.foot.replace(" ", "") in said, f"{called}:\n{page}\n{said}"


@pytest.mark.parametrize("name", ["Bartholomew Featherstonehaugh-Cholmondeley of the Marches"])
def test_control_a_name_that_does_not_fit_is_seen_to_be_cut(name: str) -> None:
    page = Page("order", tuple(Row(f"{name} {n}", mark=n == 0) for n in range(9)), top=name)
    assert is_whole(page, f"{name} 0"), "the marked one has as many lines as it takes"
    assert not is_whole(page, f"{name} 1")
