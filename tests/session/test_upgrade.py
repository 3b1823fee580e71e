"""What an upgrade of the rules leaves of a battle: all rows that still mean what they meant.

The rest is kept as a script, and the battle goes on from there.
"""

from pathlib import Path

import pytest

from tests.session.evening import Evening
from turnkeeper import resume
from turnkeeper.journal import Journal, Row
from turnkeeper.rules.battle import Battle


def other_digests(rows: list[Row], at: int) -> list[Row]:
    """The rows as another version had written them: from one on they met another prompt."""
    return [row._replace(digest="00000000") if n >= at else row for n, row in enumerate(rows)]


def upgraded(evening: Evening, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    """Pull the plug, upgrade the box, and plug it in."""

    def taken(head: str, rows: list[Row]) -> resume.TakenUp:
        return resume.take_up(head, other_digests(rows, at))

    with monkeypatch.context() as patch:
        patch.setattr("turnkeeper.session.take_up", taken)
        evening.pull_the_plug()


def test_replay_stops_at_the_first_row_that_does_not_mean_what_it_meant(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.started(5, 6, 7, 8)
    upgraded(evening, monkeypatch, 12)
    assert evening.page.startswith("[roll]\nRound 1 | 9 to roll")
    assert evening.session.notes == ["battle 1 goes on after 12 of 15 events"]
    assert evening.session.lost[0] == "system hummel"
    assert evening.session.lost[-3:] == ["die 6", "die 7", "die 8"]
    infos = evening.session.journal.battles()
    assert [(info.number, info.events) for info in infos] == [(1, 15), (2, 12)]
    evening.roll(9)
    page = evening.page
    assert evening.pull_the_plug() == page
    assert evening.session.notes == []
    assert evening.session.lost == []


def test_the_rest_is_kept_as_a_file(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    evening.started(5, 6)
    upgraded(evening, monkeypatch, 12)
    for _ in range(2):
        resume.keep(tmp_path, evening.session.lost)
    kept = sorted(tmp_path.glob("left-over-*.battle"))
    assert [path.name for path in kept] == ["left-over-0.battle", "left-over-1.battle"]
    text = kept[0].read_text(encoding="utf-8")
    assert text.startswith("system hummel\ncombatant Ann side=party seat=1")
    assert "start\ndie 5\n# up to here it was taken up" in text
    assert text.endswith("\ndie 6\n")


def test_what_was_undone_and_does_not_hold_any_more_is_forgotten(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.started(5, 6)
    evening.back()
    page = evening.back()
    upgraded(evening, monkeypatch, 12)
    assert evening.page == page
    evening.redo()
    assert "There is nothing to redo" in evening.redo()


@pytest.mark.parametrize("line", ["system nothing", "system", "", "combatant Ann"])
def test_a_battle_of_an_unknown_game_is_told_and_left_alone(tmp_path: Path, line: str) -> None:
    journal = Journal(tmp_path / "battles.sqlite")
    journal.begin(line, 0)
    journal.close()
    evening = Evening(tmp_path / "battles.sqlite")
    assert evening.page.startswith("[home]")
    assert evening.session.notes[0].startswith("the last battle cannot be taken up: ")
    assert evening.next().startswith("[positions]")
    assert [info.number for info in evening.session.journal.battles()] == [1, 2]


def test_a_system_that_fails_in_replay_does_not_keep_the_box_from_starting(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.started(5, 6)

    def breaks(*_: object) -> None:
        raise ZeroDivisionError("by nought")

    with monkeypatch.context() as patch:
        patch.setattr(Battle, "push", breaks)
        evening.pull_the_plug()
    assert evening.session.notes == ["battle 1 goes on after 0 of 13 events"]


def test_control_digests_that_are_not_looked_at_let_other_rows_pass(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.started(5, 6)
    monkeypatch.setattr(Battle, "digest", lambda _: "00000000")
    upgraded(evening, monkeypatch, 0)
    assert evening.session.notes == []
