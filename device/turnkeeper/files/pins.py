"""Who uses which pin, and where two want the same one, in sentences that name both."""

from collections.abc import Iterator, Mapping

from turnkeeper.files.locate import Place
from turnkeeper.files.settings import DisplaySettings, Pins

# Never free: the firmware probes 0 and 1 at every boot; 2 and 3 carry the display, and have
# pull-ups that cannot be turned off.
ALWAYS: Mapping[int, str] = {
    0: "the HAT's, read at every boot",
    1: "the HAT's, read at every boot",
    2: "the I2C bus's",
    3: "the I2C bus's",
}
SPI0 = (7, 8, 9, 10, 11)


def users(pins: Pins, display: DisplaySettings) -> Iterator[tuple[Place, str, int]]:
    """Each use of a pin: the key that sets it, whose it is, and the pin."""
    for part, what in (("seats", "button"), ("lamps", "lamp")):
        for index, pin in enumerate(getattr(pins, part)):
            yield ("pins", part, index), f"seat {index + 1}'s {what}", pin
    singles = (
        ("pins", "knob_a", "the knob's A", pins.knob_a),
        ("pins", "knob_b", "the knob's B", pins.knob_b),
        ("pins", "knob_push", "the knob's push", pins.knob_push),
        ("pins", "next", "the Next key's", pins.next),
        ("pins", "back", "the Back key's", pins.back),
        ("pins", "buzzer", "the buzzer's", pins.buzzer),
        ("pins", "power", "the power key's", pins.power),
        ("display", "dc", "the display's D/C", display.dc),
        ("display", "reset", "the display's reset", display.reset),
    )
    for table, key, whose, maybe in singles:
        if maybe is not None:
            yield (table, key), whose, maybe


def clashes(
    pins: Pins, display: DisplaySettings, claimed: Mapping[int, str]
) -> Iterator[tuple[Place, str]]:
    """Every pin that has two users, with the key to change; `claimed` is what config.txt takes.

    A sentence reads "pin 17 is seat 1's button and the buzzer's; give each a pin of its own".
    """
    taken: dict[int, str] = {}
    spi = dict.fromkeys(SPI0, "the display's SPI") if display.interface == "spi" else {}
    for place, whose, pin in users(pins, display):
        if pin in ALWAYS:
            yield place, f"pin {pin} is {ALWAYS[pin]}, never {whose}; free are 4 to 27"
        elif pin in claimed:
            yield place, f"pin {pin} is {whose} and {claimed[pin]}; take another or turn that off"
        elif pin in spi:
            yield place, f"pin {pin} is {whose} and {spi[pin]}; give each a pin of its own"
        elif pin in taken:
            yield place, f"pin {pin} is {taken[pin]} and {whose}; give each a pin of its own"
        taken.setdefault(pin, whose)
    if len(pins.lamps) > len(pins.seats):
        yield (
            ("pins", "lamps"),
            f"{len(pins.lamps)} lamps for {len(pins.seats)} seats; each lamp belongs to a seat",
        )
