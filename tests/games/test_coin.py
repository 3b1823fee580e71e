"""The README's game is played from the README's own text: by script, by fingers, on the box."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.games.coin import BATTLE, COIN, README, at_home
from tests.rules import always
from tests.rules.anybattle import BRINGS
from turnkeeper import games
from turnkeeper.cli import main
from turnkeeper.journal import Journal
from turnkeeper.rules.command import Command
from turnkeeper.script import play, reader
from turnkeeper.script.manual import manual
from turnkeeper.session import Clock, Session
from turnkeeper.systems import SYSTEMS, system
from turnkeeper.tonight import gather
from turnkeeper.ui.gestures import Button, Die, Gesture, Key, Push
from turnkeeper_sim.playback import through_device

NOW = Clock(0.0, 0.0)


def done(box: Session, *gestures: Gesture) -> str:
    """The page after these gestures."""
    for gesture in gestures:
        box.handle(gesture, NOW)
    return str(box.page())


def at_the_box(folder: Path) -> Session:
    """A session of whoever is in the folder."""
    tonight, game = gather((folder,))
    return Session(Journal(folder / "journal.sqlite"), tonight, game, dice=lambda sides: sides)


def test_the_readme_s_game_is_fine_and_its_battle_holds(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, battle = folder / "games" / "coin.py", folder / "coin.battle"
    battle.write_text(BATTLE, encoding="utf-8")
    assert main(["check", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: fine\n"
    assert main(["play", "--game", str(file), str(battle)]) == 0
    assert "all held" in capsys.readouterr().out


def test_control_without_the_game_there_is_no_such_battle(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    battle = folder / "coin.battle"
    battle.write_text(BATTLE, encoding="utf-8")
    assert main(["play", str(battle)]) == 2
    assert "no game is called coin; there is hummel, u8" in capsys.readouterr().err


def test_it_is_played_by_fingers_as_by_script(folder: Path) -> None:
    assert games.offer([folder]) == []
    script = reader.read(BATTLE, "README.md")
    steps = list(through_device(script, None))
    assert [step.failures for step in steps if step.failures] == []
    assert any(step.step.command == Command("brag", ("Ann",)) for step in steps)


def test_its_own_verb_is_reached_by_the_own_button(folder: Path) -> None:
    at_home(folder)
    box = at_the_box(folder)
    assert "Coin" in str(box.page())
    page = done(box, Push(), Key("next"), Die(2, 1), Die(2, 2), Die(2, 1))
    assert "Ann" in page
    assert "1 brags" in page
    held = done(box, Button(1, held=True))
    assert "Brag" in held
    assert "0 brags" in done(box, *towards(box, "Brag"), Button(1, held=True))
    assert "Ann has bragged already" in refused(box, Command("brag", ("Ann",)))


def towards(box: Session, label: str) -> list[Gesture]:
    """The presses of seat 1 that bring the cursor of its open list to the item."""
    rows = [row.text for row in box.page().rows]
    return [Button(1)] * rows.index(label)


def refused(box: Session, command: Command) -> str:
    assert box.battle
    return box.battle.refusal(command) or ""


def test_undo_and_a_box_that_comes_back(folder: Path) -> None:
    at_home(folder)
    box = at_the_box(folder)
    before = done(box, Push(), Key("next"), Die(2, 1), Die(2, 2), Die(2, 1))
    assert box.battle
    box.take(Command("brag", ("Ann",)), NOW)
    assert str(box.page()) != before
    assert done(box, Key("back")) == before
    box.journal.close()  # the plug is pulled
    assert str(at_the_box(folder).page()) == before


def test_a_die_of_another_game_is_not_taken(folder: Path) -> None:
    at_home(folder)
    box = at_the_box(folder)
    assert "a d2 is asked for" in done(box, Push(), Key("next"), Die(10, 7)).lower()


@pytest.mark.parametrize(
    "check",
    [
        always.check_refusals,
        always.check_history,
        always.check_written,
        always.check_turns,
        always.check_goes_on,
    ],
)
def test_what_always_holds_of_the_books_holds_of_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch, check: Callable[[str, list[int]], None]
) -> None:
    assert games.offer([folder]) == []
    monkeypatch.setitem(BRINGS, "coin", lambda luck: [f"luck={luck.randint(0, 2)}"])
    for seed in range(5):
        luck = random.Random(seed)
        check("coin", [luck.getrandbits(32) for _ in range(50)])


def test_a_battle_whose_game_is_gone_is_told(folder: Path) -> None:
    at_home(folder)
    box = at_the_box(folder)
    done(box, Push(), Key("next"))
    box.journal.close()
    (folder / "games" / "coin.py").unlink()
    SYSTEMS.pop("coin")
    (folder / "party.toml").unlink()
    (note,) = [note for note in at_the_box(folder).notes if "taken up" in note]
    assert "no game is called coin; there is hummel, u8, request and reaction" in note


# The help


def test_the_readme_names_what_prints_it() -> None:
    for command in ("help hummel", "help coin --game games/coin.py", "check games/coin.py"):
        assert f"turnkeeper {command}`" in README


@pytest.mark.parametrize("name", [*SYSTEMS, "coin"])
def test_the_help_tells_every_verb_of_a_game_with_its_words_and_its_line(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(folder / "games" / "coin.py")
    assert main(["help", name, "--game", file]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    found = play.Rules(reader.read(f"system {name}\nstart", "")).battle
    for verb in found.verbs.values():
        (line,) = [line for line in lines if line.split("  ")[0] == verb.usage]
        assert verb.help in line
        assert line.endswith("(GM)") == verb.gm
    for attribute in found.system.attributes:
        assert any(line.startswith(f"{attribute.name}= ") for line in lines)
    for flag in found.system.flags:
        assert any(line.startswith(flag.name) for line in lines)
    usages = {line.split("  ")[0] for line in lines if not line.startswith("expect ")}
    assert {verb.usage for verb in found.verbs.values()} <= usages


def test_the_help_lists_the_games(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "--game", str(folder / "games" / "coin.py")]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [*SYSTEMS]
    assert "coin" in SYSTEMS
    assert main(["help", "chess"]) == 2
    assert "no game is called chess" in capsys.readouterr().err


def test_control_a_verb_without_its_line_is_missed(folder: Path) -> None:
    games.load(folder / "games" / "coin.py")
    assert "say how good you are" in manual(system("coin"))
    (folder / "games" / "coin.py").write_text(
        COIN.replace("say how good you are", "?"), encoding="utf-8"
    )
    assert games.load(folder / "games" / "coin.py") == []
    assert "say how good you are" not in manual(system("coin"))
