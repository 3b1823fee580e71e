"""A game that fails in any way while it is played: a sentence on the screen, never a crash.

Coin is broken in one place after another; fingers play on whatever comes of it, as the daemon has
them: a gesture that fails costs that gesture, and a new session takes the battle up.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.games.coin import BATTLE, COIN, at_home, with_coin
from turnkeeper import games
from turnkeeper.cli import main
from turnkeeper.journal import Journal
from turnkeeper.rules.command import Command
from turnkeeper.rules.system import Fact, Flag, System
from turnkeeper.rules.table import Table
from turnkeeper.rules.verbs import WHO, Arg, Kind, Verb, When
from turnkeeper.script import lines
from turnkeeper.session import Clock, Session
from turnkeeper.systems import SYSTEMS, system
from turnkeeper.tonight import gather
from turnkeeper.ui.draw import draw
from turnkeeper.ui.gestures import Button, Die, Gesture, Key, Knob, Push
from turnkeeper.ui.pages import page
from turnkeeper_sim.workbench import Workbench

NOW = Clock(0.0, 0.0)
GESTURES = 80
SEEDS = 1


def raises(*_: object) -> NoReturn:
    """What a mistake does."""
    raise KeyError("nothing")


HOOKS = [
    *("value", "left", "why", "tell", "adds", "place", "join", "grant", "marked", "aside"),
    *("answer", "refuse", "do", "shown", "offers", "check", "battle", "default", "fact"),
]
BAD: dict[str, Callable[..., Any]] = {
    "raises": raises,
    "gives nothing": lambda *_: None,
    "gives a number": lambda *_: 7,
    "gives an object": lambda *_: object(),
}


def broken(where: str, bad: Callable[..., Any]) -> System:
    """Coin, rich in all that a game may have, with one part that goes wrong."""

    def part(name: str, right: Callable[..., Any]) -> Callable[..., Any]:
        return bad if name == where else right

    coin = system("coin")
    words = Arg("WORD", Kind.TEXT, offers=part("offers", lambda *_: ["so", "thus"]))
    brag = Verb(
        "brag",
        (WHO, words),
        "say how good you are",
        When.ASKED,
        refuse=part("refuse", lambda *_: None),
        do=part("do", lambda *_: None),
    )
    changed: dict[str, Any] = {
        field.name: part(field.name, getattr(coin, field.name) or (lambda *_: ["so"]))
        for field in fields(System)
        if field.name in HOOKS
    }
    if where == "default":
        changed["battle"] = with_default(bad)
    luck = replace(coin.attributes[0], check=part("check", lambda _: ""))
    return replace(
        coin,
        **changed,
        attributes=(luck,),
        verbs=(brag,),
        flags=(Flag("drunk", shown=part("shown", lambda *_: True)),),
        facts=(Fact("rich", part("fact", lambda *_: True)),),
    )


def with_default(bad: Callable[..., Any]) -> Callable[..., Any]:
    """Coin's battle, in which what `next` answers goes wrong."""

    async def battle(table: Table[Any]) -> None:
        await table.positions()
        while True:
            await table.next_round()
            table.order.make([one] for one in table.standing)
            while up := table.next_up():
                table.begin_turn(up, lambda _: {"brags": 1})
                await table.ask("turn", up, ("done",), press="done", default=bad)
                table.end_turn(up[0])

    return battle


SAID = (
    *("set Ann flip=2", "set Orc brags=3", "mark Ann drunk", "combatant Cy side=party luck=1"),
    *("brag Ann so", "brag Bo so", "brag Orc so", "next", "next"),
)
"""What is said from time to time, so that every part is reached."""

BACK: list[Gesture] = [Key("back")] * 3
WHY: list[Gesture] = [*BACK, Knob(1), Push(), Push(), *BACK]
"""Somebody asks why one stands where it stands."""


def people(luck: random.Random) -> Iterator[Gesture | Command]:
    """Whatever people do."""
    yield from (Push(), Key("next"))
    for _ in range(GESTURES):
        if luck.random() < 0.4:
            yield lines.command(luck.choice(SAID))
        if luck.random() < 0.05:
            yield from WHY
        seat, held = luck.randint(1, 3), luck.random() < 0.4
        hands: list[Gesture] = [
            Button(seat, held),
            Button(1, held=True),
            Die(2, luck.randint(1, 2)),
            Key("next"),
            Key("back", luck.random() < 0.2),
            Knob(luck.choice((-1, 1, 3))),
            Push(luck.random() < 0.1),
            Push(),
        ]
        yield luck.choice(hands)


def play(folder: Path, seed: int) -> list[str]:
    """Play as the daemon does; gives every sentence that was shown."""
    tonight, game = gather((folder,))
    shown = []
    box = Session(Journal(folder / f"{seed}.sqlite"), tonight, game, dice=lambda sides: sides)
    for done in people(random.Random(seed)):
        try:
            if isinstance(done, Command):
                box.take(done, NOW)
            else:
                box.handle(done, NOW)
        except Exception as fault:  # noqa: BLE001 - as the daemon does
            box = Session(box.journal, tonight, game, dice=lambda sides: sides)
            box.tell(f"a fault of ours: {fault!r}", NOW)
        now = box.page()
        if str(now) not in shown:
            draw(now, 128, 64)
        shown.append(str(now))
        box.lamps()
        box.awaited()
    box.journal.close()
    return shown


@pytest.mark.parametrize("how", BAD)
@pytest.mark.parametrize("where", HOOKS)
def test_whatever_fails_the_box_plays_on(folder: Path, where: str, how: str) -> None:
    at_home(folder)
    games.offer([folder])
    SYSTEMS["coin"] = broken(where, BAD[how])
    shown = [page for seed in range(SEEDS) for page in play(folder, seed)]
    quiet = {"check", "fact", "answer"}  # nothing that is shown asks these
    if how == "raises" and where not in quiet:
        assert any("'nothing'" in page for page in shown), "no sentence said so"


def test_control_a_game_that_is_whole_shows_no_fault(folder: Path) -> None:
    at_home(folder)
    games.offer([folder])
    SYSTEMS["coin"] = broken("", raises)
    shown = [page for seed in range(3) for page in play(folder, seed)]
    assert not any("rule error" in page or "a fault" in page for page in shown)
    assert any("Round 2" in page for page in shown)


def test_control_a_page_that_is_not_guarded_would_fail(folder: Path) -> None:
    at_home(folder)
    games.offer([folder])
    SYSTEMS["coin"] = broken("tell", raises)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Session, "page", lambda box: page(box.front, box.view))
        with pytest.raises(KeyError):
            play(folder, 0)


def test_a_fault_in_the_middle_of_a_battle_stands_on_the_glass_and_undo_mends_it(
    tmp_path: Path,
) -> None:
    """The real box, with fingers and a glass."""
    (tmp_path / "games").mkdir()
    text = with_coin(("player.flip = face", "player.flip = face // (2 - face)"))
    (tmp_path / "games" / "coin.py").write_text(text, encoding="utf-8")
    at_home(tmp_path)
    bench = Workbench(tmp_path)
    try:
        bench.press("push")
        bench.press("next")
        bench.throw(2, 1)
        bench.throw(2, 2)
        said = str(bench.daemon.shown.page)
        assert "rule error: ZeroDivisionError" in said
        assert "at coin.py line" in said
        assert bench.shows(bench.daemon.shown.page)
        bench.press("back")
        assert "Bo" in str(bench.daemon.shown.page)
        assert "error" not in str(bench.daemon.shown.page)
    finally:
        bench.close()


def test_a_bad_file_is_told_on_the_glass_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "coin.py").write_text(COIN + "\nSYSTEM.title = 'x'\n", encoding="utf-8")
    bench = Workbench(tmp_path)
    try:
        said = str(bench.daemon.shown.page)
        assert "cannot be run: FrozenInstanceError" in said
        assert bench.shows(bench.daemon.shown.page)
        with suppress(AssertionError):
            bench.press("push")
        assert "skipped: coin.py" in str(bench.daemon.shown.page)
    finally:
        bench.close()


def test_a_script_of_a_game_that_fails_ends_with_a_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    battle = folder / "coin.battle"
    battle.write_text(BATTLE, encoding="utf-8")
    file = folder / "games" / "coin.py"
    file.write_text(with_coin(("player.flip or None", "player.flop or None")), encoding="utf-8")
    assert main(["play", "--game", str(file), str(battle)]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"turnkeeper: {battle}: rule error: AttributeError: 'Player' object")
    assert "at coin.py line" in said
