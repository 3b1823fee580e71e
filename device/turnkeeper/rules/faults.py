"""What went wrong in a system's own code, and where, in a few words for the screen."""

from collections.abc import Iterator
from types import TracebackType

from turnkeeper.errors import TurnkeeperError


def told(fault: BaseException) -> str:
    """The fault as a sentence: "ZeroDivisionError: division by zero, at coin.py line 31"."""
    if isinstance(fault, TurnkeeperError):
        return str(fault)
    text = f"{type(fault).__name__}: {fault}".rstrip(": ").replace("\n", " ")
    return f"{text}, {at}" if (at := place(fault)) else text


def place(fault: BaseException) -> str:
    """Where it was raised: the last place that is not the engine's own, else the last of all."""
    steps = list(_steps(fault.__traceback__))
    games = [step for step in steps if not step[2].startswith("turnkeeper.rules.")]
    if not steps:
        return ""
    file, line, _ = (games or steps)[-1]
    return f"at {file.rpartition('/')[2]} line {line}"


def _steps(trace: TracebackType | None) -> Iterator[tuple[str, int, str]]:
    """File, line and module of each call on the way to the fault."""
    while trace:
        frame = trace.tb_frame
        yield frame.f_code.co_filename, trace.tb_lineno, frame.f_globals.get("__name__", "")
        trace = trace.tb_next
