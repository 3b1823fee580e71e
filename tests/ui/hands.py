"""Hands that look for a command in the lists: by one's own button, by the knob, or by a key."""

import re

from turnkeeper.rules.command import Command
from turnkeeper.rules.verbs import WHOLE
from turnkeeper.ui.building import dialled
from turnkeeper.ui.choices import listing
from turnkeeper.ui.front import Front
from turnkeeper.ui.gestures import Button, Die, Gesture, Key, Knob, Push
from turnkeeper.ui.lists import Item, Listing, Spec
from turnkeeper.ui.outcomes import Take
from turnkeeper.ui.overlays import Overlay
from turnkeeper.ui.view import View
from turnkeeper_sim.ways import is_prefix, leads

KEYS: dict[str, Gesture] = {
    "start": Key("next"),
    "next": Key("next"),
    "undo": Key("back"),
    "redo": Key("back", held=True),
}
MOST = 80
"""Lists after which hands give up."""
PRESSES = 20


def by_key(view: View, command: Command) -> Command | None:
    """What the key says, or the die on the tray, for what has one of its own."""
    gesture = KEYS.get(command.verb)
    if command.verb == "die" and view.battle:
        gesture = Die(view.battle.prompt.sides, int(command.args[0]))
    outcome = Front().gesture(gesture, view) if gesture else None
    return outcome.command if isinstance(outcome, Take) else None


def by_knob(view: View, command: Command) -> Command | None:
    """What comes of the GM's menu on the way to *command*; None where no item leads on."""
    front = Front()
    front.gesture(Push(), view)
    return through(front, view, command, 0) or by_order(view, command)


def by_order(view: View, command: Command) -> Command | None:
    """The same from the order: whoever stands there, down or not, can be spoken for."""
    front = Front()
    front.gesture(Push(), view)
    for spec in Spec("order"), Spec("about", words=command.args[:1]):
        open_now = listing(front.stack[-1].spec, view).items if front.stack else ()
        items = [item.does for item in open_now]
        if spec not in items:
            return None
        front.gesture(Knob(items.index(spec) - front.stack[-1].cursor), view)
        front.gesture(Push(), view)
    return through(front, view, command, 0)


def by_button(view: View, command: Command, seat: int) -> Command | None:
    """The same from the choices that a hold of one's own button opens."""
    front = Front()
    front.gesture(Button(seat, held=True), view)
    return through(front, view, command, seat)


def through(front: Front, view: View, command: Command, seat: int) -> Command | None:
    """Choose item after item; gives what the last one says."""
    for _ in range(MOST):
        if not front.stack:
            return None
        top = front.stack[-1]
        opened = listing(top.spec, view)
        steps = (
            to_number(view, top, opened, command)
            if opened.dial
            else to_item(view, top, opened, command)
        )
        if steps is None:
            return None
        if seat and steps <= PRESSES:
            for _ in range(steps):
                front.gesture(Button(seat), view)
        elif steps:  # the knob, or many presses, each of which is one such step
            front.lists.move(steps, view)
        outcome = front.gesture(Button(seat, held=True) if seat else Push(), view)
        if isinstance(outcome, Take):
            return outcome.command
    return None


def to_item(view: View, top: Overlay, opened: Listing, command: Command) -> int | None:
    """How far the cursor is from the item that leads on to *command*."""
    if not view.battle:
        return None
    for number, item in enumerate(opened.items):
        if leads(item, opened, command, view.battle) and not dead_end(item, command):
            steps = number - min(top.cursor, len(opened.items) - 1)
            return steps % len(opened.items) if top.seat else steps
    return None


def dead_end(item: Item, command: Command) -> bool:
    """Whether a number would have to be dialled where the command has another word."""
    match item.does:
        case Spec("build", _, (*before, word)) if word.endswith(":"):
            return not WHOLE.fullmatch(command.args[len(before)].removeprefix(word))
    return False


def to_number(view: View, top: Overlay, opened: Listing, command: Command) -> int | None:
    """How far the dial is from the number that *command* has there."""
    low, high = opened.dial or (0, 0)
    ends = (re.search(r"[+-]?[0-9]+$", word) for word in command.args)
    for value in {int(end[0]) for end in ends if end}:
        does = dialled(view.battle, top.spec, value) if view.battle else None
        said = does.command.args == command.args if isinstance(does, Take) else False
        on = isinstance(does, Spec) and is_prefix(does.words, command.args)
        if (said or on) and low <= value <= high:
            return (value - top.cursor) % (high - low + 1)
    return None
