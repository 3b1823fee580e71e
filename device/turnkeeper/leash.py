"""A game of one's own on a leash: code of it that goes on for ever is stopped, as a rule error.

A box that hangs would be started anew, play the same event, and hang again. So whatever a game does
between two answers may take so many lines of Python and no more; they are counted by a trace, which
makes such a game somewhat slower and leaves the four books alone.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import wraps
from types import FrameType
from typing import Any

from turnkeeper.errors import RuleFault
from turnkeeper.rules.system import System
from turnkeeper.rules.verbs import Arg, Verb

MOST_LINES = 1_000_000
"""Far more than any turn takes, and soon over even on a small Pi."""


class Endless(RuleFault):
    """The code did not come to an end."""


@contextmanager
def leash(file: str = "") -> Iterator[None]:
    """Endless where what is done inside takes too many lines; with *file*, of that file alone."""
    left = MOST_LINES

    def line(frame: FrameType, event: str, _: object) -> Any:  # noqa: ANN401 - a trace function
        nonlocal left
        left -= event == "line"
        if left < 0:
            name = frame.f_code.co_filename.rpartition("/")[2]
            raise Endless(f"the code goes on for ever, at {name} line {frame.f_lineno}")
        return line

    def call(frame: FrameType, event: str, value: object) -> Any:  # noqa: ANN401 - a trace function
        return line(frame, event, value) if file in ("", frame.f_code.co_filename) else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        yield
    finally:
        sys.settrace(before)


def leashed(system: System) -> System:
    """The same game, each of whose functions is on the leash."""
    hooks = {f.name: getattr(system, f.name) for f in fields(System)}
    held: dict[str, Any] = {
        name: _held(hook)
        for name, hook in hooks.items()
        if callable(hook) and not isinstance(hook, type)
    }
    held["battle"] = _held_battle(system.battle)
    held["verbs"] = tuple(map(_verb, system.verbs))
    held["attributes"] = tuple(replace(a, check=_held(a.check)) for a in system.attributes)
    held["flags"] = tuple(replace(flag, shown=_held(flag.shown)) for flag in system.flags)
    held["facts"] = tuple(replace(fact, value=_held(fact.value)) for fact in system.facts)
    return replace(system, **held)


def _verb(verb: Verb) -> Verb:
    do = _held(verb.do) if verb.do else None
    return replace(verb, args=tuple(map(_arg, verb.args)), refuse=_held(verb.refuse), do=do)


def _arg(arg: Arg) -> Arg:
    offers = _held(arg.offers) if arg.offers else None
    return replace(arg, offers=offers, says=_held(arg.says) if arg.says else None)


def _held(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def held(*args: Any) -> Any:  # noqa: ANN401 - any hook
        with leash():
            return function(*args)

    return held


def _held_battle(battle: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(battle)
    def held(table: Any) -> "Held":  # noqa: ANN401 - any table
        return Held(battle(table))

    return held


class Held:
    """A battle's coroutine, on the leash from each answer to the next question."""

    def __init__(self, script: Any) -> None:  # noqa: ANN401 - any coroutine
        """The coroutine, not begun."""
        self._script = script

    def send(self, answer: object) -> Any:  # noqa: ANN401 - what it waits for
        """Go on to the next question."""
        with leash():
            return self._script.send(answer)
