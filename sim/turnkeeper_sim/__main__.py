"""`python -m turnkeeper_sim`: the window, or the demonstration where there is no screen."""

import argparse
import os
import sys
from pathlib import Path

from turnkeeper.errors import TurnkeeperError
from turnkeeper_sim import demo
from turnkeeper_sim.cards import FIRST, GAMES, Card, default_state, examples, own
from turnkeeper_sim.desk import Desk


def parser() -> argparse.ArgumentParser:
    """Return the command line's parser."""
    made = argparse.ArgumentParser(
        prog="sim/run",
        description="The turnkeeper box on your desk: the real program, with simulated parts.",
        epilog="In the window every key of the keyboard that does something is shown.",
    )
    which = made.add_mutually_exclusive_group()
    which.add_argument(
        "--game",
        choices=(*GAMES,),
        help=f"the book whose example is played first (default: {FIRST}); C changes it",
    )
    which.add_argument(
        "--party",
        type=Path,
        metavar="DIR",
        help="a folder with your own party.toml and encounters/",
    )
    made.add_argument(
        "--demo", action="store_true", help="play a demonstration battle in the terminal"
    )
    made.add_argument("--fast", action="store_true", help="play it without waiting for readers")
    made.add_argument(
        "--state",
        type=Path,
        metavar="DIR",
        help=f"where battles are kept (default: {default_state()})",
    )
    made.add_argument(
        "--config", type=Path, metavar="FILE", help="the box's configuration, instead of defaults"
    )
    made.add_argument(
        "--screenshot",
        type=Path,
        metavar="FILE",
        help="play the beginning of a battle, save the window's picture as PNG and end",
    )
    return made


def main(arguments: list[str] | None = None) -> int:
    """Start what the command line asks for; return the exit status."""
    given = parser().parse_args(arguments)
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # before pygame is imported
    try:
        return started(given)
    except (TurnkeeperError, OSError) as error:
        print(error, file=sys.stderr)
        return 2


def started(given: argparse.Namespace) -> int:
    """Start the window, the demonstration or the screenshot; return the exit status."""
    if given.screenshot is not None:
        return demo.screenshot(given.screenshot)
    if not given.demo and (status := windowed(given)) is not None:
        return status
    return demo.play(fast=given.fast)


def cards_of(given: argparse.Namespace) -> tuple[Card, ...]:
    """Give the memory cards that there are to choose from; none where a configuration has its own.

    Raises TurnkeeperError where there is no such folder.
    """
    state = given.state or default_state()
    if given.party is not None:
        if not given.party.is_dir():
            raise TurnkeeperError(
                f"{given.party} is no folder; --party wants one with a party.toml"
            )
        return own(given.party, state)
    return () if given.config and not given.game else examples(state)


def windowed(given: argparse.Namespace) -> int | None:
    """Open the window and serve it until it is closed; None: there is no screen for it."""
    from turnkeeper_sim import window  # noqa: PLC0415 - pygame, which the demo does without

    if not window.screen_there():
        print("There is no screen here, so this is the demonstration, played in the terminal.")
        return None
    bell = window.Bell()
    cards = cards_of(given)
    first = cards[(*GAMES,).index(given.game or FIRST) % len(cards)].state if cards else None
    desk = Desk(
        first or given.state or default_state(),
        settings=given.config,
        on_change=bell.ring,
        cards=cards,
    )
    print(f"The window is open; Ctrl+Q there leaves. Battles are kept in {desk.state}.")
    try:
        opened = window.Window(desk, bell)
        desk.plug_in()
        opened.run()
    except KeyboardInterrupt:
        pass
    finally:
        desk.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
