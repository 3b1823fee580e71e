"""The other three books in the window: from the first picture to the end of a battle, as one plays.

Each is begun as a new user begins: the window opens, C changes the game, and all else is what the
glass says. Every page on the way is compared to the pixel (`Rehearsal`), each by a hand of its own.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.sim.conftest import PATIENCE
from tests.sim.screen import ByKeys, ByMouse, Screen
from turnkeeper.party import EXAMPLES
from turnkeeper.ui.gestures import Button, Die, Key, Knob, Push
from turnkeeper_sim.cards import GAMES
from turnkeeper_sim.rehearsal import OtherPage, Rehearsal

NEXT, PUSH = Key("next"), Push()
Sit = Callable[[str, type[ByKeys | ByMouse]], Rehearsal]


@pytest.fixture
def sit_down(screen: Screen, tmp_path: Path) -> Iterator[Sit]:
    """Open the window, and change the game until it is that one; at the end leave by Ctrl+Q."""
    opened: list[subprocess.Popen[bytes]] = []

    def made(game: str, hands: type[ByKeys | ByMouse]) -> Rehearsal:
        command = [sys.executable, "-m", "turnkeeper_sim", "--state", str(tmp_path / "kept")]
        screen.do("mousemove", "5", "5")
        opened.append(subprocess.Popen(command, env=screen.environment))
        begun(screen, tmp_path, "hummel", hands).see()
        screen.do("key", *["c"] * [*GAMES].index(game))
        player = begun(screen, tmp_path, game, hands)
        player.see()
        player.see_lamps()
        return player

    try:
        yield made
        screen.do("key", "ctrl+q")
        assert opened[0].wait(PATIENCE) == 0
    finally:
        for window in opened:
            window.kill()
            window.wait()


def begun(screen: Screen, folder: Path, game: str, hands: type[ByKeys | ByMouse]) -> Rehearsal:
    """One who knows the pages of that game's example."""
    settings = folder / f"{game}.toml"
    home = EXAMPLES if game == "hummel" else EXAMPLES / game
    settings.write_text(f'[folders]\nparties = ["{home}"]\n')
    return Rehearsal(hands(screen), settings, folder / f"{game}.sqlite")


@contextmanager
def shows(player: Rehearsal, page: str) -> Iterator[None]:
    """After what is done within, the glass shows a page of that name."""
    yield
    assert player.page.name == page, str(player.page)


def d20(player: Rehearsal, *faces: int) -> None:
    """Dice come to rest in the tray."""
    player.do(*(Die(20, face) for face in faces))


def test_u8_a_fight_at_the_ford(sit_down: Sit) -> None:
    """By mouse: who initiates, one Dodge for it all, an attack that hits and one that is dodged."""
    table = sit_down("u8", ByMouse)
    with shows(table, "positions"):
        table.do(NEXT, Knob(1), PUSH)  # the party initiates,
        table.do(Knob(1), PUSH, PUSH)  # the foes are off guard
    with shows(table, "tie"):
        table.do(NEXT)
        d20(table, 3, 4, 9, 8, 8, 12)
    d20(table, 5, 7)
    table.deed(1, "Dodge")
    table.do(Button(1))
    table.deed(2, "Attack", "Bandit 1")
    with shows(table, "turn"):
        d20(table, 10)
    assert "hit, 1 action" in str(table.page)
    table.choose("Down", "Bandit 1")
    table.do(Button(2), Button(3))
    table.choose("Act for", "Bandit 2", "Attack", "Ysolde")
    d20(table, 8, 12)
    assert "hit, 1 action" in str(table.page), "the dodge was there, and not the better"
    table.do(NEXT, NEXT)
    assert "# Ysolde" in str(table.page), "the second round, in the same order, without a roll"
    table.choose("Down", "Bandit 2")
    table.choose("Down", "Hound")
    assert table.page.foot == "push: end battle"
    with shows(table, "over"):
        table.do(PUSH, PUSH)
    with shows(table, "home"):
        table.do(NEXT)


def test_request_a_fight_at_the_barrow(sit_down: Sit) -> None:
    """By keys: foes surprised, plans, one who waits and acts, a group, an action carried over."""
    table = sit_down("request", ByKeys)
    with shows(table, "owed"):
        table.do(NEXT, Knob(2), PUSH, NEXT)
    table.deed(1, "Plan", "Sword, SR 8")
    table.deed(2, "Plan", "Bow, SR 9")
    with shows(table, "turn"):
        table.do(Button(3), NEXT)
    table.do(Button(3))
    table.deed(2, "Wait")
    table.do(Button(1))
    assert "# Ghoul 1 + Ghoul 2" in str(table.page)
    table.deed(2, "Act")
    assert "# Séverine" in str(table.page), "she was called up, and they are after her"
    with shows(table, "owed"):
        table.do(Button(2), NEXT, NEXT)
    table.do(Button(1), Button(2), Button(3), NEXT)  # the last plans again
    table.choose("Down", "Ghoul 1")
    table.choose("Down", "Ghoul 2")
    table.do(NEXT, NEXT, Button(3))  # who was up together strikes all the same; then the king
    table.choose("Act for", "Séverine", "Carry")
    table.do(Button(1), Button(2), NEXT, NEXT, Button(2))
    assert table.page.top_right == "R1 CAP 4"
    with shows(table, "wait"):
        table.do(Button(2), Button(2))
    with shows(table, "owed"):
        table.do(NEXT)
    table.choose("Down", "Barrow king")
    with shows(table, "over"):
        table.choose("Finish the battle")
    with shows(table, "home"):
        table.do(NEXT)


def test_combat_round_trouble_at_the_saloon(sit_down: Sit) -> None:
    """By keys: a quickdraw, a surprise, the slow declare and the quick perform, and one yields."""
    table = sit_down("reaction", ByKeys)
    with shows(table, "roll"):
        table.do(NEXT, NEXT)
    table.deed(1, "Quickdraw", "pass")
    table.choose("Surprise", "Doc", "-7")
    with shows(table, "owed"):
        table.do(*(Die(10, face) for face in (5, 8, 3, 7, 7, 2, 9)))
    table.do(NEXT)  # Thug 3 does nothing
    table.deed(2, "Declare", "move", "That is all: move")
    table.do(NEXT)  # nor does Little Crow
    table.do(NEXT)
    table.deed(1, "Declare", "draw", "attack Thug 1", "That is all: draw, attack Thug 1")
    table.choose(
        *("Act for", "Black Bart", "Declare", "attack Calamity", "That is all: attack Calamity")
    )
    assert "# Black Bart" in str(table.page)
    table.choose("Act for", "Black Bart", "Yield")
    assert "draw, attack Thug 1" in str(table.page)
    table.choose("Down", "Thug 1")
    table.do(Button(1))
    assert "# Black Bart" in str(table.page), "somebody has gone, and the offer returns to him"
    with shows(table, "roll"):
        table.do(NEXT, NEXT, Button(3), Button(2), NEXT)
    for name in ("Thug 2", "Thug 3", "Black Bart"):
        table.choose("Down", name)
    with shows(table, "over"):
        table.choose("Finish the battle")
    with shows(table, "home"):
        table.do(NEXT)


def test_a_game_that_was_not_chosen_is_seen(
    sit_down: Sit, screen: Screen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the page of another book is not taken for this one's."""
    sit_down("u8", ByKeys)
    monkeypatch.setattr("turnkeeper_sim.rehearsal.PATIENCE", 0.5)
    with pytest.raises(OtherPage, match="ReQuest"):
        begun(screen, tmp_path, "request", ByKeys).see()
