"""One pin of the header had, or one sentence that says why not; and all of them given back.

gpiozero takes its pin factory from the environment (`GPIOZERO_PIN_FACTORY`), which the daemon sets
before the first pin is asked for, so that it never falls back to a slower one in silence.
"""

import threading
from collections.abc import Callable
from typing import Any

import gpiozero

from turnkeeper.errors import ConfigError

GOODBYE_S = 1.0  # the longest that closing the pins may take
_PARTED: list[object] = []
"""What could not be closed, kept: dropped, each device would try again, and tell so at length."""


def claim(make: Callable[[int], Any], number: int, what: str, busy: list[str]) -> Any:  # noqa: ANN401 - gpiozero carries no types
    """Return `make(number)`; None, and a sentence in *busy*, if that pin cannot be had.

    *what* is named in the sentence: "the lamp of seat 3". Raises ConfigError where no pin at all
    can be had, since there is no pin library or no GPIO chip.
    """
    try:
        gpiozero.Device.ensure_pin_factory()
    except Exception as error:
        raise ConfigError(
            f"No pin can be had ({sentence(error)}); "
            "GPIOZERO_PIN_FACTORY must name a pin library that works here."
        ) from error
    try:
        return make(number)
    except Exception as error:  # noqa: BLE001 - each pin library has errors of its own
        busy.append(
            f"Pin {number} for {what} cannot be had ({sentence(error)}); "
            "free it or give another in the table [pins]."
        )
        return None


def sentence(error: BaseException) -> str:
    """Return an error's own words without their full stop, or its name if it has none."""
    return str(error).strip().rstrip(".") or type(error).__name__


def bounded(work: Callable[[], object], seconds: float = GOODBYE_S) -> bool:
    """Do *work* in a thread and wait at most that long; whether it came to its end.

    A pin library may wait for ever for a thread of its own; the daemon then ends without it. What
    cannot be closed, since its chip has gone, is closed already.
    """

    def goodbye() -> None:
        try:
            work()
        except Exception:  # noqa: BLE001 - each pin library has errors of its own
            _PARTED.append(work)

    thread = threading.Thread(target=goodbye, name="goodbye", daemon=True)
    thread.start()
    thread.join(seconds)
    return not thread.is_alive()


def release(seconds: float = GOODBYE_S) -> bool:
    """Give all pins back to the kernel, after their users are closed; whether that ended in time.

    Closing a device keeps its line claimed; only the factory's own close lets go of it.
    """
    factory, gpiozero.Device.pin_factory = gpiozero.Device.pin_factory, None
    return factory is None or bounded(factory.close, seconds)
