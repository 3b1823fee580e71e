"""`turnkeeper history`: past battles in a list, and as scripts that play to the same end."""

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Say
from tests.session.evening import Evening
from turnkeeper.script import play, reader


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Two battles: one with steps back and forth in it, finished, and one that is open."""
    evening = Evening(tmp_path / "battles.sqlite")
    evening.started(*range(10, 0, -1))
    while evening.session.awaited():
        evening.roll(3 + len(evening.heard) % 7)
    evening.press(1, 2)
    evening.back()
    evening.redo()
    evening.next()
    evening.choose("Join", "Wolf")
    evening.back()
    evening.back()
    evening.redo()
    evening.choose("Down", "Orc 3")
    evening.choose("Finish the battle")
    evening.next()
    evening.begin()
    evening.session.journal.close()
    return tmp_path


@pytest.fixture
def config(state: Path) -> Path:
    """A configuration that keeps its battles there."""
    path = state / "config.toml"
    path.write_text(f'[folders]\nstate = "{state}"\n', encoding="utf-8")
    return path


def test_past_battles_are_listed(say: Say, config: Path) -> None:
    ended = say("history", "--config", config)
    assert (ended.status, ended.err) == (0, "")
    first, second = ended.out.splitlines()
    date = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    assert re.fullmatch(rf" +1  {date} +\d+ events  over  system hummel", first)
    assert re.fullmatch(rf" +2  {date} +11 events  open  system hummel", second)


def test_a_battle_is_written_as_a_script_that_plays_to_the_same_end(
    say: Say, config: Path, state: Path, tmp_path: Path
) -> None:
    ended = say("history", "--config", config, "1", "--script")
    assert (ended.status, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert lines[0] == "system hummel"
    assert lines[1] == "combatant Ann side=party seat=1 ref=3 speed=30 pool=2"
    assert 'combatant "Orc 1" side=foes ref=4 speed=20 pool=1' in lines
    assert {"undo", "redo", 'down "Orc 3"'} <= set(lines)
    assert lines[-1] == "finish"

    script = reader.read(ended.out, "history")
    box = play.Rules(script)
    assert all(not done.failures for done in play.play(script, box))
    evening = Evening(state / "battles.sqlite")
    assert evening.session.battle, "the open one is taken up"
    file = tmp_path / "again.battle"
    file.write_text(ended.out, encoding="utf-8")
    assert say("play", file).status == 0
    assert box.battle.table.over
    assert [c.name for c in box.battle.table.roster if c.down] == ["Orc 3"]
    assert not box.battle.table.find("Wolf")
    evening.session.journal.close()


def test_a_battle_that_is_not_there(say: Say, config: Path) -> None:
    ended = say("history", "--config", config, "7", "--script")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == "turnkeeper: there is no battle 7; the last ones are 1, 2\n"


def test_a_script_needs_a_number(say: Say, config: Path) -> None:
    ended = say("history", "--config", config, "--script")
    assert ended.status == 2
    assert ended.err == ("turnkeeper: --script needs the number of a battle: history N --script\n")


def test_no_battles_yet(say: Say, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(f'[folders]\nstate = "{tmp_path}/none"\n', encoding="utf-8")
    ended = say("history", "--config", path)
    assert ended.status == 2
    assert ended.err == f"turnkeeper: there are no battles in {tmp_path}/none/battles.sqlite\n"


def test_a_configuration_that_is_not_there(say: Say, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    ended = say("history", "--config", path)
    assert ended.status == 2
    assert ended.err == (
        f"turnkeeper: {path} is not there; without --config every value has its default\n"
    )


def test_a_configuration_that_is_wrong_is_told(say: Say, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("[folders]\nstat = 3\n", encoding="utf-8")
    ended = say("history", "--config", path)
    assert ended.status == 2
    assert f"{path}, line 2" in ended.err
    assert "state" in ended.err


def test_the_daemons_journal_is_read_while_it_is_open(say: Say, config: Path, state: Path) -> None:
    evening = Evening(state / "battles.sqlite")
    evening.roll(5)
    assert say("history", "--config", config).out.count("\n") == 2
    assert say("history", "--config", config, "2", "--script").out.endswith("die 5\n")
    evening.session.journal.close()
