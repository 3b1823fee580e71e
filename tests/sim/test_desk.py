"""The desk: fingers reach the box's pins, dice its serial line, and power comes and goes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from tests.sim.conftest import STAND_IN, until
from turnkeeper.errors import TurnkeeperError
from turnkeeper.tonight import gather
from turnkeeper_sim.cards import GAMES, default_state, examples, own
from turnkeeper_sim.desk import Desk
from turnkeeper_sim.wire import ToBox


def row(picture: Image.Image | None, y: int) -> int:
    """Count the pixels lit in a row of the stand-in's picture."""
    assert picture is not None
    return sum(picture.getpixel((x, y)) == 255 for x in range(128))


def pid(desk: Desk) -> int:
    """Return the box's process."""
    assert desk._box is not None
    return desk._box.pid


def alive(process: int) -> bool:
    """Whether a process is there; one that ended and was not waited for (a zombie) is."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_names_are_on_the_seats(desk: Desk) -> None:
    assert desk.seen.names == ("Ann", "Bo", "Žofia", "王小明", "", "", "", "")


def test_a_finger_on_a_button_lights_its_lamp_and_no_other(desk: Desk) -> None:
    desk.press("seat2")
    until(lambda: desk.seen.lamps[1])
    assert desk.seen.lamps == (False, True, *(False,) * 6)
    assert desk.seen.buzzer
    desk.release("seat2")
    until(lambda: not desk.seen.lamps[1])


def test_a_detent_of_the_knob_is_four_edges(desk: Desk) -> None:
    desk.turn(-2)
    until(lambda: row(desk.seen.picture, 0) == 8)


def test_a_die_in_the_tray_reaches_the_box_once(desk: Desk) -> None:
    until(lambda: desk.awaited == 10)
    desk.throw(10, 7)
    until(lambda: row(desk.seen.picture, 1) == 7)
    until(lambda: desk.awaited == 0)


def test_pulling_the_plug_kills_the_box_without_goodbye_and_leaves_no_zombie(desk: Desk) -> None:
    killed = pid(desk)
    desk.switch()
    assert not alive(killed)
    assert not desk.seen.plugged
    assert desk.seen.picture is None
    assert desk.seen.names[0] == "Ann", "the labels stay on the buttons"
    desk.press("seat1")  # a finger on a dead box does nothing
    desk.throw(10, 3)
    desk.switch()
    until(lambda: desk.seen.ready)
    assert pid(desk) != killed
    desk.press("seat1")
    until(lambda: desk.seen.lamps[0])


def test_switching_off_is_a_goodbye(desk: Desk) -> None:
    box = desk._box
    assert box is not None
    desk.switch_off()
    assert box.returncode == 0


def test_a_box_that_stops_by_itself_says_why(tmp_path: Path) -> None:
    (tmp_path / "broken").touch()
    desk = Desk(tmp_path, command=STAND_IN)
    desk.plug_in()
    until(lambda: desk.seen.trouble != "")
    assert desk.seen.trouble == "The box has stopped: the card is full of holes"
    (tmp_path / "broken").unlink()
    desk.switch()
    assert not desk.seen.plugged
    desk.switch()
    until(lambda: desk.seen.ready)
    assert desk.seen.trouble == ""
    desk.close()


def test_a_box_that_ends_by_itself_asks_for_the_plug(desk: Desk) -> None:
    assert desk._channel is not None
    desk._channel.send(ToBox(quit=True))
    until(lambda: desk.seen.trouble != "")
    assert "switched itself off" in desk.seen.trouble
    assert desk.seen.picture is not None, "its last page stands: it still has power"


def test_two_desks_never_share_a_card(tmp_path: Path) -> None:
    first = Desk(tmp_path)
    with pytest.raises(TurnkeeperError, match="--state"):
        Desk(tmp_path)
    first.close()
    Desk(tmp_path).close()


@pytest.mark.parametrize("command", [STAND_IN, (sys.executable, "-m", "turnkeeper_sim.box")])
def test_the_box_dies_with_its_window(command: tuple[str, ...], tmp_path: Path) -> None:
    """The window's process is killed outright: the box sees that nobody is there, and ends."""
    story = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from turnkeeper_sim.desk import Desk\n"
        f"desk = Desk(Path({str(tmp_path)!r}), command={command!r})\n"
        "desk.plug_in()\n"
        "while not desk.seen.ready: time.sleep(0.01)\n"
        "print(desk._box.pid, flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", story], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as window:
        assert window.stdout is not None
        box = int(window.stdout.readline())
        assert alive(box), "the control: it lives as long as its window"
        window.kill()
    # Whoever adopts it may not have waited for it yet, so look whether it still runs.
    until(lambda: not alive(box) or "Z" in Path(f"/proc/{box}/stat").read_text().split(") ")[1])


@pytest.mark.parametrize(("home", "found"), [("", ".local/state"), ("elsewhere", "elsewhere")])
def test_battles_are_kept_where_a_desktop_keeps_states(
    home: str, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / home) if home else "")
    assert default_state() == tmp_path / found / "turnkeeper-sim"


def test_changing_the_card_changes_the_battles_and_lets_the_old_one_go(tmp_path: Path) -> None:
    cards = examples(tmp_path / "kept")
    desk = Desk(cards[0].state, command=STAND_IN, cards=cards)
    desk.plug_in()
    until(lambda: desk.seen.ready)
    first = pid(desk)
    desk.insert(2)
    assert (desk.card, desk.state) == (2, tmp_path / "kept" / "request")
    assert not alive(first)
    until(lambda: desk.seen.ready)
    Desk(cards[0].state).close()  # the first card is nobody's now
    with pytest.raises(TurnkeeperError, match="--state"):
        Desk(cards[2].state)
    desk.insert(6)
    assert desk.card == 2, "counted round, it is the same card"
    desk.close()


def test_a_card_that_another_simulator_has_is_not_taken(tmp_path: Path) -> None:
    cards = examples(tmp_path)
    other = Desk(cards[1].state)
    desk = Desk(cards[0].state, command=STAND_IN, cards=cards)
    desk.plug_in()
    desk.insert(1)
    assert desk.card == 0
    assert "Another simulator" in desk.seen.trouble
    desk.close()
    other.close()


@pytest.mark.parametrize("game", [*GAMES])
def test_each_card_has_a_party_that_can_play_all_that_it_may_meet(game: str) -> None:
    card = examples(Path("kept"))[[*GAMES].index(game)]
    there, head = gather([card.parties] if card.parties else [])
    assert head.split()[1] == game
    assert len(there.meetings) == 2
    assert not any(meeting.problem for meeting in there.meetings)


def test_ones_own_party_is_a_card_of_its_own(tmp_path: Path) -> None:
    (card,) = own(tmp_path / "friday", tmp_path / "kept")
    assert (card.label, card.parties) == ("friday", tmp_path / "friday")
    assert card.state == tmp_path / "kept" / "own" / "friday"
