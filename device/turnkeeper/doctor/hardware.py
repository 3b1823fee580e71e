"""The parts that are wired: pins, bus, display, ports, pods, and the supply."""

import threading
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from turnkeeper.blank import show
from turnkeeper.doctor.world import Finding, World
from turnkeeper.errors import TurnkeeperError
from turnkeeper.link.events import Hello, OtherProto
from turnkeeper.panel.ports import Heard, Port, find_ports
from turnkeeper.ui.page import Page, Row

HELLO_SECONDS = 3.0
"""A pod says who it is every two."""
TEST = Page("doctor", (Row("doctor", "huge", centre=True),), top="turnkeeper", foot="it works")
RIGHTS = "Say it with sudo; or join the groups gpio, i2c, spi and dialout, and log in again."
MANY = 3
ADDRESSES = {0x3C, 0x3D}
"""Where such displays are on I2C."""


def pins(world: World) -> Iterator[Finding]:
    """Whether all pins can be had, and nothing is held down."""
    chips = [f"/dev/{chip.name}" for chip in sorted(world.path("/dev").glob("gpiochip*"))]
    if not chips:
        yield Finding("pins", "unseen", "this machine has no GPIO chip, so there are no pins")
    elif world.holder:
        yield Finding("pins", "unseen", "a box runs, and has them in its hands", world.holder)
    elif not any(map(world.mine, chips)):
        yield Finding("pins", "unseen", f"you may not use {chips[0]}", RIGHTS)
    else:
        yield from _pins(world)


def _pins(world: World) -> Iterator[Finding]:
    # here: only where there are pins may the pin library be loaded
    from turnkeeper.panel.buzzer import Buzzer  # noqa: PLC0415
    from turnkeeper.panel.inputs import Inputs, wiring  # noqa: PLC0415
    from turnkeeper.panel.lamps import Lamps  # noqa: PLC0415
    from turnkeeper.panel.pins import release  # noqa: PLC0415

    settings = world.config.pins
    try:
        inputs, lamps = Inputs(settings, lambda _: None), Lamps(settings)
        buzzer = Buzzer(settings.buzzer)
        down = [name for name, pressed in inputs.levels().items() if pressed]
    except (TurnkeeperError, OSError) as fault:
        yield Finding("pins", "wrong", str(fault), RIGHTS)
        return
    count = len(inputs.names)
    busy = [*inputs.busy, *lamps.busy, *buzzer.busy]
    for part in (inputs, lamps, buzzer):
        part.close()
    release()
    yield from _busy(busy)
    for name in down:
        do = "Let go of it; if nobody holds it, its wire touches ground."
        pin, what = wiring(settings)[name]
        yield Finding("pins", "wrong", f"the contact of {what}, at pin {pin}, is closed", do)
    if not busy and not down:
        free = f"all are free; {count} contacts are open, as one is that is not wired"
        yield Finding("pins", "fine", free)


def _busy(sentences: list[str]) -> Iterator[Finding]:
    """The pins that somebody else has: each by its name, or all in one where they are many."""
    do = "Stop what has it, then ask again: sudo gpioinfo (package gpiod) names it."
    if len(sentences) > MANY:
        more = f"{sentences[0]} So it is with {len(sentences) - 1} others"
        do = "Another program has the front: is a turnkeeper running? Stop it, then ask again."
        sentences = [more]
    for sentence in sentences:
        yield Finding("pins", "wrong", sentence, do)


def node(world: World) -> str:
    """The device of the display's bus."""
    settings = world.config.display
    if settings.interface == "i2c":
        return f"/dev/i2c-{settings.bus}"
    return f"/dev/spidev{settings.bus}.{settings.spi_device}"


def bus(world: World) -> Iterator[Finding]:
    """Whether the display's bus is on, ours to use, and fast enough."""
    settings, name = world.config.display, node(world)
    do = "Turn it on: run hardware/install, and restart the Pi."
    if settings.interface != "i2c":
        do = "Turn SPI on: dtparam=spi=on in config.txt, and restart the Pi."
    if not world.path(name).exists():
        if world.pi:
            yield Finding("bus", "wrong", f"the bus is off: there is no {name}", do)
        else:
            yield Finding("bus", "unseen", f"there is no {name}, and this is no Pi")
        return
    if not world.mine(name):
        yield Finding("bus", "unseen", f"you may not use {name}", RIGHTS)
        return
    clock = world.path(f"/sys/class/i2c-adapter/i2c-{settings.bus}/of_node/clock-frequency")
    if settings.interface == "i2c" and clock.exists():
        hertz = int.from_bytes(clock.read_bytes())
        if hertz < 400_000:
            says = f"{name} runs at {hertz // 1000} kHz, not at 400, so pictures come late"
            yield Finding("bus", "wrong", says, do)
            return
    yield Finding("bus", "fine", f"{name} is there")


def display(world: World) -> Iterator[Finding]:
    """Whether the display takes a picture; it is left on the glass."""
    settings, name = world.config.display, node(world)
    what = f"{settings.driver} of {settings.width} x {settings.height}"
    if world.holder:
        yield Finding("display", "unseen", "a box runs, and has it in its hands", world.holder)
    elif not (world.path(name).exists() and world.mine(name)):
        yield Finding("display", "unseen", "there is no bus to look for it on")
    elif troubles := show(settings, TEST, None):
        yield _silent(world, troubles[0].partition("; the battle")[0])
    else:
        says = f"the {what} has taken a picture: 'doctor' must stand on it"
        do = "If it is shifted or torn: page_address_offset, driver, in config.toml."
        yield Finding("display", "fine", says, do)


def _silent(world: World, trouble: str) -> Finding:
    """It does not answer; perhaps it does at the other address that such displays have."""
    settings = world.config.display
    if settings.interface != "i2c":
        return Finding("display", "wrong", trouble, "Check its seven wires, and dc and reset.")
    for other in ADDRESSES - {settings.address}:
        if not show(replace(settings, address=other), TEST, None):
            says = f"it is not at 0x{settings.address:02X}; one answers at 0x{other:02X}"
            do = f"Write address = 0x{other:02X} into the table [display] of config.toml."
            return Finding("display", "wrong", says, do)
    do = (
        f"Check its four wires. It must be at 0x{settings.address:02X} where this shows it: "
        f"sudo i2cdetect -y {settings.bus} (package i2c-tools)."
    )
    return Finding("display", "wrong", trouble, do)


def ports(world: World) -> Iterator[Finding]:
    """Which serial ports there are for dice and pods."""
    found = find_ports(world.config.ports)
    if not found:
        yield Finding("ports", "unseen", "no pod is plugged in; dice are dialled with the knob")
    for path in found:
        if world.path(path).exists():
            yield Finding("ports", "fine", f"{path} is there")
        else:
            do = "Plug it in, or take its path out of the table [ports] of config.toml."
            yield Finding("ports", "wrong", f"{path} is set, and is not there", do)


def pods(world: World, listen: Callable[[str], object] | None = None) -> Iterator[Finding]:
    """Who is at the ports. *listen* gives the first event of a port, or why there is none."""
    paths = [path for path in find_ports(world.config.ports) if world.path(path).exists()]
    if not paths:
        yield Finding("pods", "unseen", "there is no port with a pod")
    elif world.holder:
        yield Finding("pods", "unseen", "a box runs, and speaks with them", world.holder)
    else:
        for path in paths:
            if world.mine(path):
                yield _who(path, (listen or hello)(path))
            else:
                yield Finding("pods", "unseen", f"you may not use {path}", RIGHTS)


def _who(path: str, event: object) -> Finding:
    if isinstance(event, Hello):
        has = ", ".join(f"{count} {what}" for what, count in event.has.items() if count)
        return Finding("pods", "fine", f"pod {event.id} at {path} has {has or 'nothing'}")
    do = "Lay the firmware on it: device/pico/install."
    if isinstance(event, OtherProto):
        return Finding("pods", "wrong", f"pod {event.id} at {path} speaks another version", do)
    if event:
        do = "Is another program at it, such as a terminal? Stop that, then ask again."
        return Finding("pods", "wrong", str(event), do)
    return Finding("pods", "wrong", f"nobody at {path} says who it is", do)


def hello(path: str) -> object:
    """The first pod that says who it is at a port; else why it cannot be opened, or None."""
    heard: list[object] = []
    met = threading.Event()

    def emit(one: Heard) -> None:
        if isinstance(one.event, Hello | OtherProto):
            heard.append(one.event)
            met.set()

    port = Port(path, emit)
    met.wait(HELLO_SECONDS)
    state = port.state
    port.close()
    return heard[0] if heard else state or None


def supply(world: World) -> Iterator[Finding]:
    """Whether the Pi ever had too little voltage since it was started."""
    word = world.ask("vcgencmd", "get_throttled") or ""
    if not word.startswith("throttled="):
        yield Finding("supply", "unseen", "this machine does not tell whether its supply is enough")
        return
    bits = int(word.partition("=")[2], 16)
    do = "Take a supply of 5.1 V and 2.5 A or more, and a short cable."
    if bits & 0x1:
        yield Finding("supply", "wrong", "it gives too little voltage right now", do)
    elif bits & 0x10000:
        yield Finding("supply", "wrong", "it gave too little voltage since the start", do)
    else:
        yield Finding("supply", "fine", "the voltage was enough since the start")


LOOKS = (pins, bus, display, ports, pods, supply)
