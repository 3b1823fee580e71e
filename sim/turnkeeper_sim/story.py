"""The demonstration battle: who fights, and what is done, step by step, with words to it.

Two rounds of HUMMEL QUEST: a tie, an interaction, the game master taking somebody out, a step
taken back, and the plug pulled in the middle.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from turnkeeper.ui.gestures import Button, Die, Key, Knob, Push
from turnkeeper_sim.rehearsal import Rehearsal

NAMES = ("Ann", "Žofia", "王小明")
PARTY = """\
system = "hummel"
characters = [
    {name = "Ann", seat = 1, ref = 3, speed = 30, pool = 2},
    {name = "Žofia", seat = 2, ref = 5, speed = 25, pool = 1},
    {name = "王小明", seat = 3, ref = 4, speed = 30, pool = 2},
]
"""
ENCOUNTER = """\
name = "Tanks at the ford"
foes = [
    {name = "Light tank", ref = 4, speed = 30, pool = 2},
    {name = "Scout car", ref = 2, speed = 60, pool = 1},
]
"""
D10 = 10


@dataclass(frozen=True)
class Step:
    """One step: what is said about it, and the hands that do it."""

    says: str
    does: Callable[[Rehearsal], None]


def set_up(folder: Path) -> Path:
    """Write the story's configuration, party and encounter into *folder*; return the first."""
    (folder / "encounters").mkdir(parents=True)
    (folder / "party.toml").write_text(PARTY)
    (folder / "encounters" / "ford.toml").write_text(ENCOUNTER)
    settings = folder / "config.toml"
    settings.write_text(f'[folders]\nparties = ["{folder}"]\n')
    return settings


def dice(*faces: int) -> Callable[[Rehearsal], None]:
    """Let dice fall into the tray, one after the other."""
    return lambda player: player.do(*(Die(D10, face) for face in faces))


def press(seat: int) -> Callable[[Rehearsal], None]:
    """Press a player's button."""
    return lambda player: player.do(Button(seat))


BEGINNING = (
    Step("The box is on. The game master's Next key begins the battle.", Rehearsal.see),
    Step("Take positions. Nobody lies in ambush: Next.", lambda p: p.do(Key("next"))),
    Step(
        "Everybody rolls a d10; the box says who, and what is added.", lambda p: p.do(Key("next"))
    ),
    Step("Ann's die shows 6.", dice(6)),
    Step("王小明 presses his button: the next die is his.", press(3)),
    Step("It shows 4, and makes 8.", dice(4)),
    Step("Žofia's shows 3: that is 8 too.", dice(3)),
    Step("For the light tank the game master dials a 7,", lambda p: p.do(Knob(7))),
    Step("and pushes the knob.", lambda p: p.do(Push())),
    Step("The last die shows 2. And now the tie: both roll once more.", dice(2)),
    Step("A 5 and a 9: 王小明 goes before Žofia, both after Ann.", dice(5, 9)),
    Step("The light tank has acted: Next.", lambda p: p.do(Key("next"))),
)
"""As far as Ann's turn."""

STORY = (
    *BEGINNING,
    Step("Ann holds her button and shoots.", lambda p: p.deed(1, "Interact")),
    Step("Then she presses it: her turn is over.", press(1)),
    Step("And somebody falls over the cable.", Rehearsal.cut_power),
    Step("The plug is in again: nothing is lost, it is still 王小明's turn.", Rehearsal.power),
    Step("He presses his button.", press(3)),
    Step(
        "The scout car burns: the game master takes it out.",
        lambda p: p.choose("Down", "Scout car"),
    ),
    Step("Žofia is done. With the scout car down that was the round.", press(2)),
    Step(
        "She had one more thing to do: Back, and it is her turn again.", lambda p: p.do(Key("back"))
    ),
    Step("Now she is done. Initiative is rolled anew.", press(2)),
    Step("Four dice.", dice(10, 2, 5, 1)),
    Step("Ann is first with 13. Done.", press(1)),
    Step(
        "The light tank is beaten: the box offers the end.",
        lambda p: p.choose("Down", "Light tank"),
    ),
    Step("The game master finishes the battle.", lambda p: p.choose("Finish the battle")),
)
