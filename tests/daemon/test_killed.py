"""P1, P2: the daemon's own process is killed in mid-roll, mid-tie and mid-turn, and goes on there.

The pictures before and after are compared, bit by bit, and what is left of the turn.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.daemon.box import set_up
from turnkeeper.journal import Journal
from turnkeeper.session import Session
from turnkeeper.tonight import gather
from turnkeeper.ui import rest
from turnkeeper.ui.draw import draw
from turnkeeper.ui.page import Page
from turnkeeper_sim.desk import Desk

PATIENCE = 20.0
SHORT = 0.06


class Table:
    """A desk, and what the page must be: that of a session which takes up what is on the card."""

    def __init__(self, folder: Path) -> None:
        """Set the box up, and plug it in."""
        card = set_up(folder / "card")
        settings = card / "config.toml"
        settings.write_text(f'[folders]\nparties = ["{card}"]\n', encoding="utf-8")
        self.parties = (card,)
        self.desk = Desk(folder / "state", settings=settings)
        self.desk.plug_in()
        self.until(lambda: self.desk.seen.ready, "it is ready")

    def until(self, true: Callable[[], bool], what: str) -> None:
        """Wait until it is so."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, f"not so: {what}"
            time.sleep(0.005)

    def press(self, name: str) -> None:
        """A short press."""
        self.desk.press(name)
        time.sleep(SHORT)
        self.desk.release(name)
        time.sleep(SHORT)

    def shows(self, page: Page) -> bool:
        """Whether the glass shows the page."""
        glass = self.desk.seen.picture
        pictures = (draw(page, 128, 64, shift).tobytes() for shift in rest.SHIFTS)
        return glass is not None and glass.tobytes() in pictures

    def on_the_card(self) -> Session:
        """A session beside it, which looks at the card alone."""
        tonight, game = gather(self.parties)
        journal = Journal(self.desk.state / "battles.sqlite", reading=True)
        session = Session(journal, tonight, game, dice=lambda sides: sides)
        session.view.alert = ""  # ours is open for reading alone
        journal.close()
        return session

    def stands_at(self, page: str) -> Session:
        """Wait until the card has that page, and the glass shows it."""
        self.until(lambda: str(self.on_the_card().page()).startswith(page), f"it is {page}")
        session = self.on_the_card()
        self.until(lambda: self.shows(session.page()), f"the glass shows {session.page()}")
        return session

    def kill(self) -> None:
        """SIGKILL, and start it again."""
        self.desk.pull_plug()
        self.desk.plug_in()
        self.until(lambda: self.desk.seen.ready, "it is ready again")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """The box on a desk."""
    made = Table(tmp_path)
    yield made
    made.desk.close()


def test_killed_in_mid_roll_mid_tie_and_mid_turn_it_goes_on_at_the_same_step(table: Table) -> None:
    table.press("next")
    table.press("next")
    table.desk.throw(10, 6)
    mid_roll = table.stands_at("[roll]\nRound 1 | 2 to roll\n----\n  # Bo")
    table.kill()
    assert table.stands_at("[roll]").page() == mid_roll.page()

    table.desk.throw(10, 4)
    table.desk.throw(10, 1)
    table.stands_at("[tie]\nTie at 9 | 2 to roll")
    table.desk.throw(10, 8)
    mid_tie = table.stands_at("[tie]\nTie at 9 | 1 to roll")
    table.kill()
    assert table.stands_at("[tie]").page() == mid_tie.page()

    table.desk.throw(10, 3)
    table.stands_at("[turn]\nthen Bo | Round 1\n----\n  # Ann")
    table.press("push")
    table.desk.turn(-1)  # the list's first item is the order; leave it
    table.press("back")
    table.press("seat1")
    mid_turn = table.stands_at("[turn]\nthen Orc 1 | Round 1\n----\n  # Bo")
    table.kill()
    again = table.stands_at("[turn]")
    assert again.page() == mid_turn.page()
    table.press("back")
    table.stands_at("[turn]\nthen Bo")
    table.kill()
    table.stands_at("[turn]\nthen Bo")
    assert again.notes == []
    assert table.desk.log.read_text() == ""


def test_killed_at_any_moment_after_a_press_it_stands_before_or_after_it(table: Table) -> None:
    """Never in between; and what the glass showed is never taken back."""
    table.press("next")
    table.press("next")
    seen: set[str] = set()
    for number in range(6):
        before = table.on_the_card().page()
        if before.name == "turn":  # all have rolled: a die would only be refused
            break
        table.desk.throw(10, 1 + number % 3)
        time.sleep(0.004 * number)
        shown = table.desk.seen.picture
        table.kill()
        table.until(lambda: table.shows(table.on_the_card().page()), "the glass shows the card")
        after = table.on_the_card().page()
        if shown is not None and not any(
            shown.tobytes() == draw(before, 128, 64, shift).tobytes() for shift in rest.SHIFTS
        ):
            assert after != before, "what was shown as done is there"
        seen.add(str(after))
    assert seen
