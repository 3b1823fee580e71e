"""A game that goes on for ever is stopped: a sentence, where another box would hang for good."""

from pathlib import Path

import pytest

from tests.games.coin import COIN, at_home, with_coin
from turnkeeper import games, leash
from turnkeeper.journal import Journal
from turnkeeper.script import lines
from turnkeeper.session import Clock, Session
from turnkeeper.tonight import gather
from turnkeeper.ui.gestures import Die, Key, Push

NOW = Clock(0.0, 0.0)
FOR_EVER = "for _ in iter(int, 1): pass"
LOOPS = [
    ("player.flip = face + player", f"{FOR_EVER}\n            player.flip = face + player"),
    ('return None if player.left["brags"]', f"{FOR_EVER}\n    return None if 1"),
    ('player.left["brags"] -= 1', FOR_EVER),
    ("return dict(player.left) if player in table.up", f"{FOR_EVER}\n    return {{}} if 1"),
]


@pytest.mark.parametrize(("right", "loop"), LOOPS, ids=["battle", "refuse", "do", "left"])
def test_a_game_that_never_ends_says_so_and_the_box_plays_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch, right: str, loop: str
) -> None:
    monkeypatch.setattr(leash, "MOST_LINES", 20_000)
    at_home(folder)
    (folder / "games" / "coin.py").write_text(with_coin((right, loop)), encoding="utf-8")
    tonight, game = gather((folder,))
    assert tonight.notes == ()
    box = Session(Journal(folder / "j.sqlite"), tonight, game, dice=lambda sides: sides)
    said = []
    for gesture in (Push(), Key("next"), Die(2, 1), Die(2, 1), Die(2, 1)):
        box.handle(gesture, NOW)
        said.append(str(box.page()))
    box.take(lines.command("brag Ann"), NOW)
    said.append(str(box.page()))
    assert any("the code goes on for ever, at coin.py line" in page for page in said)
    box.handle(Key("back"), NOW)
    box.handle(Key("back"), NOW)
    assert box.battle


@pytest.mark.parametrize(
    "text",
    [
        f"{COIN}\n{FOR_EVER}\n",
        with_coin(("    await table.positions()\n", f"    {FOR_EVER}\n")),
    ],
    ids=["as it is run", "as it begins"],
)
def test_a_file_that_never_ends_is_told(folder: Path, text: str) -> None:
    (folder / "games" / "coin.py").write_text(text, encoding="utf-8")
    (problem,) = games.offer([folder])
    assert "the code goes on for ever, at coin.py line" in problem.sentence


def test_control_what_comes_to_an_end_is_not_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leash, "MOST_LINES", 2_000)
    with leash.leash():
        sum(1 for _ in range(900))
    with pytest.raises(leash.Endless), leash.leash():
        sum(1 for _ in range(9_000))
    with leash.leash("another file"):
        sum(1 for _ in range(9_000))
