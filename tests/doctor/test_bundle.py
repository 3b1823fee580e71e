"""`doctor --bundle`: what a report holds, and that nobody's name is in it."""

import zipfile
from pathlib import Path

import msgspec
import pytest

from tests.doctor.test_retold import courses
from turnkeeper import cli
from turnkeeper.config import Config, Folders, PortSettings
from turnkeeper.counters import FILE, Counted, Line
from turnkeeper.doctor import bundle, hardware, system
from turnkeeper.doctor.names import Names
from turnkeeper.doctor.world import Finding, World
from turnkeeper.journal import Journal
from turnkeeper.party import check
from turnkeeper.script import lines
from turnkeeper.tonight import rules

NAMES = ("Žofia", "roll", "O'Brien", "王小明", "Orc", "Orc 1", "Ann: the Bold", "Will Turner")
"""In the battle. "roll" is a verb, and "Orc" stands within another name."""
ABSENT = ("Grandmère", "Kvothe")
"""In the files alone."""
UNKNOWN = ("Wilhelmina", "Günther", "小王")
"""Nobody told us of these: they stand in messages and paths alone."""
PODS = ("kitchen-anna", "27fa7de8")
SECRET = ("Rebels", "annas-ford", "garden-party", *PODS, *ABSENT, *UNKNOWN)
HEAD = "system reaction"


def battle() -> list[str]:
    """A round of these people, in which they are meant in every way."""
    who = [lines.quoted(name) for name in NAMES]
    joins = [f"combatant {name} side=Rebels reaction=1 agility=8" for name in who]
    rolls = [f"roll {name} {10 - n}" for n, name in enumerate(who)]
    declared = [
        f'declare "Will Turner" "attack:Ann: the Bold:3" attack:roll "curse:{UNKNOWN[0]} on Orc 1"'
    ]
    rest = [f"declare {name} move" for name in reversed(who[:-1])]
    return [*joins, "start", *rolls, *declared, *rest, "undo", "redo"]


def lay(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")


LOG = """\
2026-11-30T19:02:12+0100 turnkeeper[321]: turnkeeper: the last battle cannot be taken up: nobody \
is called O'Brien; here is 王小明 and Orc 1
2026-11-30T19:02:13+0100 turnkeeper[321]: turnkeeper: pod kitchen-anna does not answer
2026-11-30T19:02:14+0100 turnkeeper[321]: turnkeeper: Button(seat=1) failed: KeyError('Günther')
2026-11-30T19:02:15+0100 turnkeeper[321]: turnkeeper: /home/wilhelmina/encounters/annas-ford.toml, \
line 3: 'Kvothe' is there twice; WILL TURNER and turner, roll, 小王的
2026-11-30T19:02:16+0100 systemd[1]: turnkeeper.service: Main process exited, code=killed, \
status=9/KILL
"""


@pytest.fixture
def table(tmp_path: Path) -> World:
    """A table of people whose names try to get through."""
    folder = tmp_path / "wilhelmina"
    lay(folder / "party.toml", f'system = "reaction"\ncharacters = [{{name = "{ABSENT[0]}"}}]\n')
    lay(folder / "encounters" / "annas-ford.toml", 'name = "garden-party"\n')
    lay(folder / "encounters" / "broken.toml", f'name = "{ABSENT[1]}\nfoes = [\nside = "Rebels"\n')
    lay(folder / "config.toml", f'# {UNKNOWN[0]} has set this\n[folders]\nstate = "{folder}"\n')
    lay(folder / "pods.json", '{"kitchen-anna": [9]}')
    journal = Journal(folder / "battles.sqlite")
    for _ in range(bundle.LAST + 1):
        journal.begin(HEAD, 0.0)
        for row in battle():
            journal.append(row, "", 0, 0.0, f"{PODS[1]}/7/8")
    journal.close()
    counted = Counted(
        lines=(Line(path=f"/dev/serial/by-id/{UNKNOWN[0]}", pod=PODS[0], ok=1),),
        pods={PODS[0]: 1},
        stuck={f"button 1 on pod {PODS[1]}": 1},
        state="the pins are gone: Wilhelmina",
    )
    lay(tmp_path / "run" / FILE, msgspec.json.encode(counted).decode())
    lay(tmp_path / "etc" / "hostname", "günthers-box\n")
    lay(tmp_path / "etc" / "passwd", "pi:x:1000:1000:Kvothe,,,:/home/pi:/bin/sh\n")
    chosen = Config(
        folders=Folders(state=folder, parties=(folder,)),
        ports=PortSettings(paths=(f"/dev/{UNKNOWN[0]}",)),
        display=msgspec.structs.replace(Config().display, address=0x3D),
    )
    boot = f"# {UNKNOWN[0]}'s Pi\ndtparam=i2c_arm=on # {UNKNOWN[0]}\nssid={UNKNOWN[0]}\n[all]"
    asked: dict[str, str | None] = {" ".join(bundle.LOG): LOG}
    return World(chosen, folder / "config.toml", boot, tmp_path, asked, "/run")


def packed(path: Path, world: World, findings: list[Finding]) -> dict[str, str]:
    bundle.pack(path, world, findings)
    with zipfile.ZipFile(path) as found:
        return {name: found.read(name).decode() for name in found.namelist()}


def findings(world: World) -> list[Finding]:
    """What the doctor says of that table, and two sentences more."""
    found = [*system.files(world), *system.card(world), *hardware.ports(world)]
    problems = [str(p) for p in check(world.config.folders.parties[0] / "party.toml", rules())]
    said = [*problems, "'Žofia' is there twice; nobody is called Wilhelmina", "roll is no seat"]
    return [*found, *(Finding("files", "wrong", one) for one in said)]


def leaks(parts: dict[str, str], names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Where a name can be read, in large or small letters."""
    found = [*parts.items(), ("names of files", " ".join(parts))]
    return [(n, part) for part, text in found for n in names if n.casefold() in text.casefold()]


def test_nobodys_name_is_in_it(table: World, tmp_path: Path) -> None:
    parts = packed(tmp_path / "report.zip", table, findings(table))
    people = tuple(name for name in NAMES if name != "roll")
    assert leaks(parts, (*people, *SECRET, "Turner", "wilhelmina")) == []
    scripts = [text for name, text in parts.items() if name.startswith("battle-")]
    assert len(scripts) == bundle.LAST
    for text in scripts:
        joins = [lines.command(row) for row in text.splitlines() if row.startswith("combatant")]
        assert [one.args[0] for one in joins] == [f"C{n}" for n in range(1, len(NAMES) + 1)]
    others = {name: text for name, text in parts.items() if not name.startswith("battle-")}
    assert leaks(others, ("roll",)) == []


def test_control_without_the_sieves_they_would_be(
    table: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Names, "text", lambda _, said: said)
    monkeypatch.setattr(Names, "of", lambda _, name, __: name)
    parts = packed(tmp_path / "report.zip", table, findings(table))
    found = {name for name, _ in leaks(parts, (*NAMES, *SECRET))}
    assert found >= {*NAMES, *PODS, "Wilhelmina", "Günther", "Kvothe", "annas-ford", "Rebels"}


def test_what_is_worth_knowing_is_in_it(table: World, tmp_path: Path) -> None:
    parts = packed(tmp_path / "report.zip", table, findings(table))
    said = "the last battle cannot be taken up: nobody is called C3; here is C4 and C6"
    assert said in parts["log.txt"]
    assert "Main process exited, code=killed, status=9/KILL" in parts["log.txt"]
    assert "'C1' is there twice" in parts["findings.txt"]
    assert "python: 3" in parts["versions.txt"]
    assert parts["settings.txt"].splitlines()[1:] == [
        "display.address = 0x3D",
        "ports.paths = 1 of your own",
        "folders.state = 1 of your own",
        "folders.parties = 1 of your own",
    ]
    assert parts["boot.txt"] == "dtparam=i2c_arm=on\n[all]\n"
    assert msgspec.json.decode(parts["counters.txt"], type=Counted).pods == {"P1": 1}
    declared = [row for row in parts["battle-4.battle"].splitlines() if "attack" in row]
    assert declared == ["declare C8 attack:C7:3 attack:C2 T1:T2"]


def test_the_script_in_it_plays_as_the_battle_did(
    table: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = packed(tmp_path / "report.zip", table, [])
    script = tmp_path / "again.battle"
    script.write_text(parts["battle-4.battle"], encoding="utf-8")
    assert cli.main(["play", str(script)]) == 0
    assert capsys.readouterr().out.endswith("all held\n")
    head, *rows = parts["battle-4.battle"].splitlines()
    assert head == HEAD
    assert list(courses(head, rows)) == list(courses(HEAD, battle()))


def test_what_cannot_be_had_is_said_and_hides_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "none"
    bare = World(Config(folders=Folders(state=folder, parties=(folder,))), root=tmp_path, asked={})
    parts = packed(tmp_path / "report.zip", bare, [])
    assert parts["log.txt"] == "# there is no journalctl here\n"
    assert parts["counters.txt"] == "# none\n"
    assert parts["settings.txt"].startswith("# there is no config.toml\n")
    assert parts["battles.txt"] == "# none\n"
    assert parts["boot.txt"] == "# none\n"
    lay(folder / "battles.sqlite", "no journal" * 1000)
    assert "is not a database" in packed(tmp_path / "other.zip", bare, [])["battles.txt"]


def test_a_part_that_fails_costs_that_part_alone(
    table: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> str:
        raise PermissionError(13, "Permission denied", "/home/wilhelmina")

    for where in ("people.meet", "settings", "script", "log"):
        monkeypatch.setattr(f"turnkeeper.doctor.bundle.{where}", fails)
    parts = packed(tmp_path / "report.zip", table, findings(table))
    said = "# it failed: PermissionError(13, 'Permission denied')\n"
    for name in ("settings.txt", "log.txt", "battles.txt", "battle-4.battle"):
        assert parts[name] == said
    assert leaks(parts, (*SECRET, "Turner")) == []


def test_a_battle_of_a_game_that_is_not_here_is_told_so(tmp_path: Path) -> None:
    world = World(Config(folders=Folders(state=tmp_path, parties=())), root=tmp_path, asked={})
    journal = Journal(world.config.folders.journal)
    journal.begin("system coinage", 0.0)
    journal.append("combatant Žofia side=party", "", 0, 0.0)
    journal.close()
    told = bundle.pack(tmp_path / "report.zip", world, [])
    assert told[-1].endswith("a battle of 1 events, of a game that is not known here")
