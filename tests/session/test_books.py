"""The examples of the other three books at the table: each page says what can be done, in words.

HUMMEL QUEST is the evening of the other tests here.
"""

from pathlib import Path

import pytest

from tests.session.evening import Evening, shows
from turnkeeper.party import EXAMPLES
from turnkeeper.tonight import gather
from turnkeeper.ui.choices import listing


@pytest.fixture
def sit_down(tmp_path: Path) -> "Sit":
    """Sit down to one of the books."""
    return Sit(tmp_path)


class Sit:
    """Evenings on cards of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, game: str, encounter: int = 0, begun: str = "") -> Evening:
        """The example of that game, begun with that encounter of its home page.

        begun: the `system` line, where it is not the party's.
        """
        there, head = gather([EXAMPLES / game])
        evening = Evening(self._folder / "battles.sqlite", there, begun or head)
        evening.turn(encounter)
        evening.begin()
        return evening


def offered(evening: Evening) -> list[str]:
    """The rows of the list that is open."""
    top = evening.session.front.stack[-1]
    return [item.label for item in listing(top.spec, evening.session.view).items]


def fight(sit_down: Sit) -> Evening:
    """U8 TT at the ford: Ysolde, Brannoc, Наташа, two bandits and a hound have rolled."""
    evening = sit_down("u8")
    evening.roll(3, 4, 9, 8, 9, 12, sides=20)
    assert [c.name for c in evening.battle.table.up] == ["Ysolde"]
    return evening


def test_u8_an_attack_says_on_whom_and_how_it_ended_until_the_turn_is_over(sit_down: Sit) -> None:
    evening = fight(sit_down)
    assert "2 actions, 2 items, 12 m, 4 SP" in evening.page
    evening.meanwhile('attack Ysolde "Bandit 1"')
    shows(
        evening.page,
        """
        [roll]
        Attack on Bandit 1
        ----
          # Ysolde
          d20 under attack 11
        """,
    )
    assert "hit, 1 action, 2 items, 12 m, 4 SP" in evening.roll(5, sides=20)
    assert "hit" not in evening.press(1), "what one did is not told of the next"


def test_u8_foes_come_first_where_an_attack_looks_for_its_target(sit_down: Sit) -> None:
    evening = fight(sit_down)
    evening.hold(1)
    evening.press(1, 1)
    assert "Ysolde: attack" in evening.hold(1)
    assert offered(evening) == ["Bandit 1", "Bandit 2", "Hound", "Brannoc", "Наташа"]


def test_u8_12_a_critical_dodge_is_offered_to_the_dodger_alone(sit_down: Sit) -> None:
    evening = fight(sit_down)
    evening.push()
    assert "Critical dodge" not in offered(evening)
    evening.back()
    for line in ("dodge Ysolde", "done Ysolde", 'hand "Bandit 1"', 'attack "Bandit 1" Ysolde'):
        evening.meanwhile(line)
    assert "miss, 1 action" in evening.roll(9, 2, sides=20)
    evening.choose("Critical dodge")
    assert offered(evening) == ["Ysolde"]


def test_u8_15_a_newcomer_who_owes_a_roll_is_named_beside_the_turn(sit_down: Sit) -> None:
    evening = sit_down("u8", encounter=1)
    evening.roll(3, 4, 9, 8, 9, 7, 2, sides=20)
    assert "Warg to roll, 2 actions" in evening.choose("Join", "Warg")


def test_rq05_a_plan_is_offered_with_its_rank_and_who_owes_one_is_told_how(sit_down: Sit) -> None:
    evening = sit_down("request")
    shows(
        evening.page,
        """
        [owed]
        Plan | 6 to go
        ----
          Rurik, Séverine, Tam, Ghoul 1, Ghoul 2 and 1 more
        ----
        hold yours to choose
        """,
    )
    evening.hold(1)
    assert "Rurik: plan" in evening.hold(1)
    assert offered(evening)[:-1] == ["dex, SR 13", "Sword, SR 8", "Shield, SR 7", "defend, SR 13"]
    evening.meanwhile("mark Rurik surprised")
    assert "Sword, SR 1" in offered(evening)
    evening.back()
    evening.back()
    for name in ("Rurik", "Séverine", "Tam"):
        evening.meanwhile(f"plan {name} dex")
    assert evening.page.endswith("knob: choose, or Next"), "the foes have no button"
    assert "dex at SR 16, 3 actions, unengaged" in evening.next()


def test_rx06_actions_are_chosen_and_cancelled_in_words(sit_down: Sit) -> None:
    evening = sit_down("reaction")
    evening.roll(5, 1, 3, 7, 7, 9, 2)
    shows(
        evening.page,
        """
        [owed]
        Declare | Round 1
        ----
          # Doc
          4 actions
        ----
        press yours to choose
        """,
    )
    evening.press(2)
    evening.hold(2)
    assert offered(evening)[:5] == [
        *("That is all", "move", "draw", "attack Thug 1", "attack Thug 1: how many?"),
    ]
    evening.press(2)
    evening.hold(2)
    assert offered(evening)[0] == "That is all: move"
    evening.press(2, 2, 2, 2)
    assert "attack Thug 1: how many?\n  # 1" in evening.hold(2)
    evening.press(2)
    assert "That is all: move, attack Thug 1 x2" in evening.hold(2)
    evening.hold(2)
    for _ in evening.battle.table.roster:
        evening.next() if evening.page.startswith("[owed]") else None
    evening.meanwhile("hand Doc")
    assert "move, attack Thug 1 x2" in evening.page
    evening.choose("Act for", "Doc", "Cancel")
    assert offered(evening) == ["1 move", "2 attack Thug 1 x2"]


def test_u8_a_margin_is_dialled_from_nought_and_the_note_is_whole(sit_down: Sit) -> None:
    evening = sit_down("u8", begun="system u8")
    evening.back()
    evening.choose("Mark", "foes", "off-guard", "That is all: off-guard")
    shows(
        evening.next(),
        """
        [owed]
        Roll Dodge | 6 to go
        ----
          # Ysolde
          nobody initiates: off guard changes nothing
        ----
        knob: turn and push
        """,
    )
    assert "Ysolde: margin\n  # -2\n" in evening.turn(-2)


def test_what_nothing_can_come_of_is_not_offered(sit_down: Sit) -> None:
    evening = fight(sit_down)
    evening.hold(1)
    assert {"Move", "Quick-cast", "Jump"} <= {*offered(evening)}
    evening.back()
    for line in ("move Ysolde 12", "other Ysolde", "other Ysolde"):
        evening.meanwhile(line)
    evening.hold(1)
    assert {"Move", "Quick-cast", "Jump"} & {*offered(evening)} == set()


def test_rx02_a_surprise_is_offered_before_the_roll_and_no_mark_where_the_book_has_none(
    sit_down: Sit,
) -> None:
    evening = sit_down("reaction")
    evening.push()
    assert "Surprise" in offered(evening)
    assert "Mark" not in offered(evening)
    evening.back()
    evening.roll(5, 1, 3, 7, 7, 9, 2)
    evening.push()
    assert "Surprise" not in offered(evening)


def test_the_gm_acts_first_of_all_for_whoever_is_up(sit_down: Sit) -> None:
    evening = fight(sit_down)
    evening.meanwhile('hand "Bandit 2"')
    evening.choose("Act for")
    assert "> Bandit 2" in evening.page


def test_all03_while_dice_are_owed_the_end_is_offered_too(sit_down: Sit) -> None:
    evening = sit_down("u8")
    assert evening.page.endswith("then Brannoc, Наташа, Bandit 1, Bandit 2, Hound")
    for name in ("Bandit 1", "Bandit 2", "Hound"):
        evening.choose("Down", name)
    assert evening.page.endswith("push: end battle")


def test_all03_the_offer_to_end_is_the_first_thing_in_the_menu(sit_down: Sit) -> None:
    evening = fight(sit_down)
    for name in ("Bandit 1", "Bandit 2", "Hound"):
        evening.push()
        assert offered(evening)[0] != "Finish the battle"
        evening.back()
        evening.choose("Down", name)
    assert evening.page.endswith("push: end battle")
    evening.push()
    assert "Battle over" in evening.push()
