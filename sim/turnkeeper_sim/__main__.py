"""`python -m turnkeeper_sim`: the window, or the demonstration where there is no screen."""

import argparse
import os
import sys
from pathlib import Path

from turnkeeper.errors import TurnkeeperError
from turnkeeper_sim import demo
from turnkeeper_sim.desk import Desk, default_state


def parser() -> argparse.ArgumentParser:
    """Return the command line's parser."""
    made = argparse.ArgumentParser(
        prog="sim/run",
        description="The turnkeeper box on your desk: the real program, with simulated parts.",
        epilog="In the window every key of the keyboard that does something is shown.",
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
    if not given.demo and (status := windowed(given.state, given.config)) is not None:
        return status
    return demo.play(fast=given.fast)


def windowed(state: Path | None, settings: Path | None) -> int | None:
    """Open the window and serve it until it is closed; None: there is no screen for it."""
    from turnkeeper_sim import window  # noqa: PLC0415 - pygame, which the demo does without

    if not window.screen_there():
        print("There is no screen here, so this is the demonstration, played in the terminal.")
        return None
    bell = window.Bell()
    desk = Desk(state or default_state(), settings=settings, on_change=bell.ring)
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
