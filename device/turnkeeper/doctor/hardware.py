"""The parts that are wired: pins, bus, display, ports, pods, and the supply."""

import threading
from collections.abc import Callable, Iterator

from turnkeeper.blank import show
from turnkeeper.doctor.world import Finding, World
from turnkeeper.errors import TurnkeeperError
from turnkeeper.link.events import Hello, OtherProto
from turnkeeper.panel.ports import Heard, Port, find_ports
from turnkeeper.ui.page import Page, Row

HELLO_SECONDS = 3.0
"""A pod says who it is every two."""
TEST = Page("doctor", (Row("doctor", "huge", centre=True),), top="turnkeeper", foot="it works")
STOP = "To look closer, stop the box first: sudo systemctl stop turnkeeper"


def pins(world: World) -> Iterator[Finding]:
    """Whether all pins can be had, and nothing is held down."""
    if not list(world.path("/dev").glob("gpiochip*")):
        yield Finding("pins", "unseen", "this machine has no GPIO chip, so there are no pins")
        return
    if world.running:
        yield Finding("pins", "fine", "the running box has them", STOP)
        return
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
        yield Finding("pins", "wrong", str(fault), "Is the user in the group gpio?")
        return
    count = len(inputs.names)
    busy = [*inputs.busy, *lamps.busy, *buzzer.busy]
    for part in (inputs, lamps, buzzer):
        part.close()
    release()
    for sentence in busy:
        yield Finding("pins", "wrong", sentence, "Who has it: sudo gpioinfo (package gpiod)")
    for name in down:
        do = "Let go of it; if nobody holds it, its wire touches ground."
        pin, what = wiring(settings)[name]
        yield Finding("pins", "wrong", f"the contact of {what}, at pin {pin}, is closed", do)
    if not busy and not down:
        yield Finding("pins", "fine", f"{count} contacts, all open, and the knob and all lamps")


def bus(world: World) -> Iterator[Finding]:
    """Whether the display's bus is on, and fast enough."""
    settings = world.config.display
    if settings.interface != "i2c":
        node = f"/dev/spidev{settings.bus}.{settings.spi_device}"
        do = "Turn SPI on: dtparam=spi=on in config.txt, and restart."
    else:
        node, do = f"/dev/i2c-{settings.bus}", "Run hardware/install, and restart the Pi."
    if not world.path(node).exists():
        if world.pi:
            yield Finding("bus", "wrong", f"there is no {node}", do)
        else:
            yield Finding("bus", "unseen", f"there is no {node}, and this is no Pi")
        return
    clock = world.path(f"/sys/class/i2c-adapter/i2c-{settings.bus}/of_node/clock-frequency")
    if settings.interface == "i2c" and clock.exists():
        hertz = int.from_bytes(clock.read_bytes())
        if hertz < 400_000:
            yield Finding("bus", "wrong", f"{node} runs at {hertz // 1000} kHz, not at 400", do)
            return
    yield Finding("bus", "fine", f"{node} is there")


def display(world: World) -> Iterator[Finding]:
    """Whether the display takes a picture; it is left on the glass."""
    settings = world.config.display
    what = f"{settings.driver} of {settings.width} x {settings.height}"
    if world.running:
        yield Finding("display", "fine", f"the running box has the {what}", STOP)
    elif settings.interface == "i2c" and not world.path(f"/dev/i2c-{settings.bus}").exists():
        yield Finding("display", "unseen", "there is no bus to look for it on")
    elif troubles := show(settings, TEST, None):
        do = (
            f"Check its four wires. It must be at 0x{settings.address:02X} where this shows it: "
            f"sudo i2cdetect -y {settings.bus} (package i2c-tools)."
        )
        yield Finding("display", "wrong", troubles[0], do)
    else:
        says = f"the {what} has taken a picture: 'doctor' must stand on it"
        yield Finding(
            "display", "fine", says, "If it is shifted or torn: page_address_offset, driver."
        )


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
    """Who is at the ports. *listen* gives the first event of a port, or None."""
    paths = [path for path in find_ports(world.config.ports) if world.path(path).exists()]
    if not paths:
        yield Finding("pods", "unseen", "there is no port with a pod")
    elif world.running:
        yield Finding("pods", "fine", "the running box speaks with them", STOP)
    else:
        for path in paths:
            yield _who(path, (listen or hello)(path))


def _who(path: str, event: object) -> Finding:
    if isinstance(event, Hello):
        has = ", ".join(f"{count} {what}" for what, count in event.has.items() if count)
        return Finding("pods", "fine", f"pod {event.id} at {path} has {has or 'nothing'}")
    do = "Lay the firmware on it: device/pico/install."
    if isinstance(event, OtherProto):
        return Finding("pods", "wrong", f"pod {event.id} at {path} speaks another version", do)
    return Finding("pods", "wrong", f"nobody at {path} says who it is", do)


def hello(path: str) -> object:
    """The first pod that says who it is at a port; None if none does in time."""
    heard: list[object] = []
    met = threading.Event()

    def emit(one: Heard) -> None:
        if isinstance(one.event, Hello | OtherProto):
            heard.append(one.event)
            met.set()

    port = Port(path, emit)
    met.wait(HELLO_SECONDS)
    port.close()
    return heard[0] if heard else None


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
