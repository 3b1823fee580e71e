"""Every battle is the same through the rules and through the whole device.

Presses at the pins, dice down the serial line, pictures out of the panel's memory: `playback` plays
a script by hand, and stops where the box does something else than the rules, or shows another page.
"""

from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from tests.device.crew import Verdict, both, crew, verdict
from turnkeeper.rules.command import Command
from turnkeeper.script import reader
from turnkeeper.session import Clock, Session
from turnkeeper.ui.cues import Cue
from turnkeeper.ui.draw import draw
from turnkeeper.ui.front import Front
from turnkeeper.ui.gestures import Button, Gesture
from turnkeeper.ui.page import Page, Row
from turnkeeper.ui.pages import page
from turnkeeper.ui.view import View
from turnkeeper_sim import workbench
from turnkeeper_sim.bench import Stuck
from turnkeeper_sim.playback import through_device

FOLDER = Path(__file__).parent.parent / "battles"
BATTLES = sorted(FOLDER.rglob("*.battle"))
Played = dict[Path, Future[tuple[Verdict, Verdict]]]


@pytest.fixture(scope="module")
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Played]:
    """The battles that this run asks for, as boxes are playing them."""
    calls = [getattr(item, "callspec", None) for item in request.session.items]
    asked = [call.params["battle"] for call in calls if call and "battle" in call.params]
    with crew(tmp_path_factory.mktemp("crew")) as give:
        yield {path: give(path) for path in asked}


@pytest.mark.parametrize("battle", BATTLES, ids=[str(p.relative_to(FOLDER)) for p in BATTLES])
def test_a_battle_is_the_same_through_the_device(battle: Path, played: Played) -> None:
    rules, device = played[battle].result()
    assert device == rules


def test_there_are_battles() -> None:
    assert len(BATTLES) > 100
    assert {path.parent.name for path in BATTLES} >= {"given", "hummel", "request", "u8"}


# Controls: a box that lies, or loses something

ANN_AND_BO = """\
system hummel
combatant Ann side=party ref=3 speed=30 pool=2
combatant Bo side=party ref=1 speed=20 pool=1
combatant "Orc 1" side=foes ref=5
start
roll Ann 10
roll Bo 3
die 1
move Ann 5
done Ann
undo
redo
done "Orc 1"
done Bo
"""


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits for what never comes need not wait for long."""
    monkeypatch.setattr(workbench, "PATIENCE", 0.5)


def test_the_controls_battle_holds() -> None:
    rules, device = both(ANN_AND_BO)
    assert device == rules
    assert [line for line, *_ in rules] == list(range(2, 15))


def test_an_expect_that_does_not_hold_fails_alike() -> None:
    rules, device = both(ANN_AND_BO + "expect round 3\nexpect turn Ann\ndone Ann\n")
    assert device == rules
    assert [len(failures) for *_, failures in rules][-2:] == [2, 1]


@pytest.mark.usefixtures("impatient")
def test_control_a_glass_that_shows_another_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    lie = Page("turn", (Row("Mallory", "huge", centre=True),))
    monkeypatch.setattr("turnkeeper.shown.draw", lambda _, *more: draw(lie, *more))
    with pytest.raises(Stuck, match="the glass does not show this page"):
        both(ANN_AND_BO)


@pytest.mark.usefixtures("impatient")
def test_control_a_page_that_tells_of_another_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    def lies(front: Front, view: View) -> Page:
        shown = page(front, view)
        return Page("turn", (Row("Bo", "huge"),)) if shown.name == "turn" else shown

    monkeypatch.setattr("turnkeeper.session.page", lies)
    with pytest.raises(Stuck, match="not the rules' page"):
        both(ANN_AND_BO)


@pytest.mark.usefixtures("impatient")
def test_control_a_press_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    handle = Session.handle

    def deaf(session: Session, gesture: Gesture, clock: Clock, source: str = "") -> Cue:
        up = session.battle and session.battle.table.up
        return "" if up and isinstance(gesture, Button) else handle(session, gesture, clock, source)

    monkeypatch.setattr(Session, "handle", deaf)
    with pytest.raises(Stuck, match="not the rules' page"):
        both(ANN_AND_BO)


@pytest.mark.usefixtures("impatient")
def test_control_a_press_that_counts_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    take = Session.take

    def twice(session: Session, command: Command, clock: Clock, source: str = "") -> Cue:
        if command == Command("move", ("Ann", "5")):
            take(session, command, clock, source)
        return take(session, command, clock, source)

    monkeypatch.setattr(Session, "take", twice)
    with pytest.raises(Stuck, match="not the rules' page"):
        both(ANN_AND_BO)


def test_pictures_are_kept_where_it_is_asked_for(tmp_path: Path) -> None:
    script = reader.read(ANN_AND_BO, "test.battle")
    folder = tmp_path / "frames"
    verdict(through_device(script, folder))
    names = sorted(path.name for path in folder.iterdir())
    assert names[:3] == ["0001.png", "0002.png", "0003.png"]
    assert len(names) > 8
