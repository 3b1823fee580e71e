"""The command line: run the box, play battle scripts, check files, look at past battles."""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from turnkeeper.errors import ConfigError, JournalError, ScriptError, TurnkeeperError


def main(words: Sequence[str] | None = None) -> int:
    """Do what the words say; gives the exit status, 2 where they say nothing that can be done."""
    parser = argparse.ArgumentParser(
        prog="turnkeeper", description="A box beside the play mat that keeps the turns of a battle."
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    own = argparse.ArgumentParser(add_help=False)
    own.add_argument("--game", type=Path, action="append", default=[], metavar="FILE.py",
                     help="a game of your own, besides those in games/")  # fmt: skip
    set_up = argparse.ArgumentParser(add_help=False)
    set_up.add_argument("--config", type=Path, help="the configuration, else the first config.toml")
    run = actions.add_parser("run", help="be the box: buttons, knob, dice, glass", parents=[set_up])
    run.add_argument("--in-memory", action="store_true", help="battles need not last")
    says = "play battle scripts and say whether they hold"
    play = actions.add_parser("play", help=says, parents=[own])
    play.add_argument("files", nargs="+", metavar="FILE", help="a battle script")
    play.add_argument("--json", action="store_true", help="one JSON object a command")
    play.add_argument("--through", choices=("engine", "device"), default="engine")
    play.add_argument("--frames", type=Path, metavar="DIR", help="keep each new picture there")
    check = actions.add_parser("check", help="say what is wrong with files, and what is allowed")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE")
    says = "every verb of a game, and what its combatants bring"
    manual = actions.add_parser("help", help=says, parents=[own])
    manual.add_argument("system", nargs="?", metavar="GAME")
    blank = actions.add_parser("blank", help="all dark, when no daemon runs", parents=[set_up])
    blank.add_argument("--safe", action="store_true", help="the Pi halts: say SAFE TO UNPLUG")
    doctor = actions.add_parser("doctor", help="look at all, say what to do", parents=[set_up])
    doctor.add_argument("--bundle", type=Path, nargs="?", const=Path("turnkeeper-report.zip"),
                        metavar="ZIP", help="pack a report, without names")  # fmt: skip
    history = actions.add_parser("history", help="past battles, or one as script", parents=[set_up])
    history.add_argument("battle", nargs="?", type=int, metavar="N")
    history.add_argument("--script", action="store_true", help="as a battle script")
    given = parser.parse_args(words)
    action = ACTIONS[given.action]
    try:
        return action(given)
    except TurnkeeperError as fault:
        print(f"turnkeeper: {fault}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # `turnkeeper history | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


# run, blank, doctor


def _run(given: argparse.Namespace) -> int:
    from turnkeeper.journal import keeping
    from turnkeeper.notify import RUNTIME
    from turnkeeper.panel import library

    chosen = _config(given.config)
    state = chosen.folders.state
    keeping.hold(state)  # before anything is shown: the glass may be another's
    library.choose(RUNTIME)
    from turnkeeper.daemon import Daemon

    library.hush()
    fleeting = "" if given.in_memory else keeping.warning(state)
    _leave(Daemon(chosen, fleeting=fleeting).run())


def _leave(status: int) -> NoReturn:
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)  # the libraries' farewells at exit may hang


def _config(path: Path | None) -> Any:  # noqa: ANN401 - Config, which is imported late
    from turnkeeper import config

    found = path or config.find()
    if path and not path.exists():
        raise ConfigError(f"{path} is not there; without --config every value has its default")
    return config.load(found, config.boot_text())


def _blank(given: argparse.Namespace) -> int:
    from turnkeeper.blank import after_the_daemon

    for sentence in after_the_daemon(given.config, safe=given.safe):
        print(f"turnkeeper: {sentence}", file=sys.stderr)
    _leave(0)


def _doctor(given: argparse.Namespace) -> int:
    from turnkeeper.doctor.visit import visit

    _leave(visit(given.config, given.bundle, print))


# play


def _play(given: argparse.Namespace) -> int:
    from turnkeeper.script import play, reader, report

    if given.frames and given.through != "device":
        raise ScriptError("--frames needs --through device: the rules alone have no pictures")
    _games(given.game)
    scripts = [reader.read(_text(file), file) for file in given.files]
    commands = expects = 0
    failed = []
    for script in scripts:
        if len(scripts) > 1 and not given.json:
            print(f"{script.file}: {script.system.title}")
        failures = 0
        try:
            for done in _done(script, given, play):
                commands += bool(done.step.command)
                expects += done.expects
                failures += len(done.failures)
                lines = [report.as_json(script.file, done)] if given.json else None
                for line in lines or report.in_words(script.file, done):
                    print(line)
        except ScriptError:
            raise
        except TurnkeeperError as fault:  # the rules failed, or the device did something else
            print(f"turnkeeper: {fault}", file=sys.stderr)
            failures += 1
        if failures:
            failed.append(script.file)
    if not given.json:
        count = f"{len(scripts)} script{'s' * (len(scripts) != 1)}"
        held = f"{', '.join(failed)}: did not hold" if failed else "all held"
        print(f"{count}, {commands} commands, {expects} expects: {held}")
    return 1 if failed else 0


def _done(script: Any, given: argparse.Namespace, play: Any) -> Iterable[Any]:  # noqa: ANN401 - late
    if given.through == "engine":
        return play.play(script, play.Rules(script))  # type: ignore[no-any-return]
    try:
        from turnkeeper_sim.playback import through_device
    except ImportError as missing:
        raise ScriptError(
            "--through device needs the simulator's parts: install turnkeeper[sim]"
        ) from missing
    return through_device(script, given.frames)


def _text(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ScriptError(f"{file}: is no text in UTF-8, so no battle script") from None
    except OSError as fault:
        raise ScriptError(f"{file}: cannot be read: {fault.strerror}") from None


# check


def _check(given: argparse.Namespace) -> int:
    from turnkeeper import config, games, party
    from turnkeeper.tonight import rules

    _games([])
    games.installed()
    wrong = 0
    for file in sorted(given.files, key=lambda file: file.suffix != ".py"):  # a party may need one
        game = file.suffix == ".py"
        problems = (
            games.check(file) if game else party.check(file, rules(), boot=config.boot_text())
        )
        wrong += len(problems)
        for problem in problems:
            print(problem)
        if not problems:
            print(f"{file}: fine")
    return 1 if wrong else 0


# help


def _help(given: argparse.Namespace) -> int:
    from turnkeeper import games
    from turnkeeper.script.manual import manual
    from turnkeeper.systems import SYSTEMS, system

    _games(given.game)
    for problem in games.installed():
        print(f"turnkeeper: {problem}", file=sys.stderr)
    if given.system:
        print(manual(system(given.system)), end="")
        return 0
    for found in SYSTEMS.values():
        print(f"{found.name:10}  {found.title}")
    return 0


def _games(named: Sequence[Path]) -> None:
    """Let the games of one's own be known: those of the folders, and those that are *named*."""
    from turnkeeper import config, games

    chosen, _ = config.read(config.find())
    for problem in games.offer(chosen.folders.parties):
        print(f"turnkeeper: {problem}", file=sys.stderr)
    for file in named:
        if problems := games.load(file, instead=True):
            raise ScriptError(str(problems[0]))


# history


def _history(given: argparse.Namespace) -> int:
    from turnkeeper import past
    from turnkeeper.journal import Journal

    if given.script and given.battle is None:
        raise ScriptError("--script needs the number of a battle: history N --script")
    folders = _config(given.config).folders
    if not folders.journal.exists():
        raise JournalError(f"there are no battles in {folders.journal}")
    journal = Journal(folders.journal, reading=True)
    try:
        whole = past.every(journal) if given.battle is None else past.script(journal, given.battle)
        for line in whole:
            print(line)
    finally:
        for note in journal.notes:
            print(f"turnkeeper: {note}", file=sys.stderr)
        journal.close()
    return 0


ACTIONS = {
    "run": _run,
    "play": _play,
    "check": _check,
    "help": _help,
    "history": _history,
    "blank": _blank,
    "doctor": _doctor,
}
