"""The display: what is on the glass is what was shown last, whatever the bus does (D1, D2).

The witness is the model of the panel's memory behind the bytes on the bus. `Painter` is proved on
a virtual clock; the thread around it with a real one.
"""

import errno
import threading
from collections.abc import Callable, Iterator
from itertools import count, pairwise
from random import Random

import pytest
from luma.oled.device import ssd1306
from PIL import Image, ImageChops, ImageDraw

from tests.panel.test_frames import noise
from turnkeeper.config import DisplaySettings
from turnkeeper.panel import oled
from turnkeeper.panel.display import REOPEN_AFTER, WHOLE_S, Display, Painter, Wanted
from turnkeeper_sim.bus import ModelBus
from turnkeeper_sim.panel_model import Panel

SHAPES = [
    DisplaySettings(),
    DisplaySettings(height=32),
    DisplaySettings(driver="ssd1309"),
    DisplaySettings(driver="sh1106"),
    DisplaySettings(driver="sh1106", height=32, page_address_offset=0),
    DisplaySettings(rotate=2),
]
NAMES = [f"{one.driver}-{one.width}x{one.height}-{one.rotate}" for one in SHAPES]
every_shape = pytest.mark.parametrize("settings", SHAPES, ids=NAMES)
two_drivers = pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])

# What a bus may say: nobody there, I/O, busy, timed out, lost arbitration, and that it is gone.
ERRNOS = [
    errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.ETIMEDOUT, errno.EAGAIN, errno.EBUSY,
    errno.ENODEV, errno.EBADF,
]  # fmt: skip


def rig(settings: DisplaySettings) -> tuple[Painter, Panel, ModelBus]:
    first = settings.page_address_offset if settings.driver == "sh1106" else None
    panel = Panel(settings.driver, settings.width, settings.height, first_column=first)
    bus = ModelBus(panel)
    return Painter(settings, lambda: bus), panel, bus


def seen(panel: Panel, settings: DisplaySettings) -> bytes:
    """What a person sees, who looks at it the way it is mounted."""
    return panel.picture().rotate(90 * settings.rotate).tobytes()


def a_turn(name: str, second: int) -> Image.Image:
    """A page such as the box shows."""
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    draw.text((0, 0), f"Round 3      0:{second:02}", fill=1)
    draw.text((8, 24), name, fill=1)
    return image


# Each frame arrives, by changed runs alone.


@every_shape
def test_twenty_frames_arrive_pixel_by_pixel(settings: DisplaySettings) -> None:
    painter, panel, _ = rig(settings)
    frame = noise((settings.width, settings.height), 0)
    for seed in range(20):
        frame = frame.copy()
        ImageDraw.Draw(frame).rectangle((seed * 5, seed, seed * 5 + 9, seed + 11), fill=seed % 2)
        if seed % 7 == 6:
            frame = noise((settings.width, settings.height), seed)
        assert painter.paint(Wanted(frame, 200), now=float(seed))
        assert seen(panel, settings) == frame.tobytes()
    assert panel.faults == []
    assert panel.contrast == 200


@pytest.mark.parametrize(
    ("driver", "whole", "second", "turn"), [("ssd1306", 1034, 40, 300), ("sh1106", 1080, 40, 300)]
)
def test_a_small_change_sends_few_bytes_and_no_change_none(
    driver: str, whole: int, second: int, turn: int
) -> None:
    painter, panel, bus = rig(DisplaySettings(driver=driver))  # type: ignore[arg-type]

    def costs(image: Image.Image) -> int:
        before = bus.bytes_sent
        assert painter.paint(Wanted(image, 200), now=1.0)
        assert panel.picture().tobytes() == image.tobytes()
        return bus.bytes_sent - before

    assert costs(a_turn("Bartholomew", 10)) >= whole
    assert costs(a_turn("Bartholomew", 10)) == 0
    assert 0 < costs(a_turn("Bartholomew", 11)) <= second
    assert second < costs(a_turn("Zoe", 0)) <= turn
    assert costs(noise((128, 64), 1)) <= whole, "never more than the whole frame"
    assert painter.bytes_sent == bus.bytes_sent


def test_control_lumas_own_driver_sends_all_for_nothing() -> None:
    bus = ModelBus(Panel())
    luma = ssd1306(serial_interface=bus)
    luma.persist = True
    luma.display(a_turn("Zoe", 1))
    before = bus.bytes_sent
    luma.display(a_turn("Zoe", 1))
    assert bus.bytes_sent - before == 1034


def test_luma_shows_an_image_through_it_too() -> None:
    panel = Panel()
    wire = oled.Wire()
    driver = oled.Ssd1306(wire, DisplaySettings())
    assert panel.dark, "making the driver says nothing"
    wire.bus = ModelBus(panel)
    driver.display(a_turn("Zoe", 1))
    assert panel.picture().tobytes() == a_turn("Zoe", 1).tobytes()


def test_dim_and_dark_are_said_and_the_picture_goes_on_unseen() -> None:
    painter, panel, bus = rig(DisplaySettings())
    painter.paint(Wanted(a_turn("Zoe", 1), 200), 0.0)
    before = bus.bytes_sent
    painter.paint(Wanted(a_turn("Zoe", 1), 20), 1.0)
    assert (panel.contrast, bus.bytes_sent - before) == (20, 4)
    painter.paint(Wanted(a_turn("Zoe", 1), 20, dark=True), 2.0)
    painter.paint(Wanted(a_turn("Ann", 1), 20, dark=True), 3.0)
    assert panel.dark
    bus_log = Recorder(bus)
    painter._wire.bus = bus_log  # type: ignore[union-attr]
    painter.paint(Wanted(a_turn("Bob", 1), 20), 4.0)
    assert bus_log.commands[-1] == (0xAF,), "lit last, so that nothing old is seen"
    assert panel.picture().tobytes() == a_turn("Bob", 1).tobytes()


class Recorder:
    """A bus that notes commands on their way."""

    def __init__(self, bus: ModelBus) -> None:
        self.bus, self.commands = bus, list[tuple[int, ...]]()
        self.data, self.cleanup = bus.data, bus.cleanup

    def command(self, *cmd: int) -> None:
        """Note it and pass it on."""
        self.commands.append(cmd)
        self.bus.command(*cmd)


# D1: whatever call fails, with whatever error, the picture is whole within two seconds.


def heal(painter: Painter, wanted: Wanted, now: float) -> float:
    """Paint whenever it is due, until it is on the glass; return when that was."""
    while painter.due(wanted) == 0.0 or painter.on_glass is not wanted:
        now = max(now, painter.due(wanted))
        painter.paint(wanted, now)
    return now


def calls_of(driver: str) -> int:
    painter, _, bus = rig(DisplaySettings(driver=driver))  # type: ignore[arg-type]
    for wanted in story():
        painter.paint(wanted, 0.0)
    return bus.calls


def story() -> Iterator[Wanted]:
    """A few minutes of a battle on the glass: all kinds of writes."""
    yield Wanted(a_turn("Zoe", 58), 200)
    yield Wanted(a_turn("Zoe", 59), 200)
    yield Wanted(a_turn("Bartholomew", 0), 20)
    yield Wanted(noise((128, 64), 4), 200, dark=True)
    yield Wanted(a_turn("Ann", 1), 200, anew=1)


def told_after_each_failure(driver: str, error: int, delivered: int) -> None:
    """Let each call of the story fail in its turn, the panel having taken so many bytes of it."""
    for nth in range(1, calls_of(driver) + 1):
        painter, panel, bus = rig(DisplaySettings(driver=driver))  # type: ignore[arg-type]
        bus.fail(nth, error, delivered)
        now = 0.0
        for wanted in story():
            asked = now = now + 1.0
            now = heal(painter, wanted, now)
            assert now - asked < 2.0
            assert wanted.image is not None
            shown = bytes(1024) if wanted.dark else wanted.image.tobytes()
            assert panel.picture().tobytes() == shown
            assert panel.contrast == wanted.level
        assert not bus._failures, "the failure was met"
        assert painter.state == ""


@pytest.mark.parametrize("error", ERRNOS, ids=errno.errorcode.get)
@two_drivers
def test_whichever_call_fails_the_picture_heals_within_two_seconds(driver: str, error: int) -> None:
    told_after_each_failure(driver, error, delivered=0)


@pytest.mark.parametrize("delivered", [1, 2, 5, 60])
@two_drivers
def test_whichever_call_is_cut_short_the_picture_heals(driver: str, delivered: int) -> None:
    told_after_each_failure(driver, errno.EIO, delivered)


def test_control_without_sending_whole_again_a_failed_run_stays_wrong() -> None:
    class Trusting(Painter):
        """Takes what it said for what arrived."""

        def paint(self, wanted: Wanted, now: float) -> bool:
            done = super().paint(wanted, now)
            assert wanted.image is not None
            self.load().shown = self.load().pack(wanted.image)
            return done

    panel = Panel()
    bus = ModelBus(panel)
    painter = Trusting(DisplaySettings(), lambda: bus)
    painter.paint(Wanted(a_turn("Zoe", 1), 200), 0.0)
    bus.fail(nth=2)
    wanted = Wanted(a_turn("Ann", 30), 200)
    heal(painter, wanted, 1.0)
    assert panel.picture().tobytes() != a_turn("Ann", 30).tobytes()


@every_shape
def test_unplugged_the_battle_goes_on_and_plugged_in_the_picture_is_whole(
    settings: DisplaySettings,
) -> None:
    painter, panel, bus = rig(settings)
    size = (settings.width, settings.height)
    heal(painter, Wanted(noise(size, 1), 200), 0.0)
    bus.unplug()
    now = 1.0
    wanted = Wanted(noise(size, 2), 200)
    while now < 300:
        painter.paint(wanted, now)
        assert "does not answer" in painter.state
        now = painter.due(wanted)
    bus.plug()
    back = now
    newer = Wanted(noise(size, 3), 200)
    assert heal(painter, newer, back) - back < 2.0
    assert seen(panel, settings) == noise(size, 3).tobytes()
    assert painter.state == ""


def test_retries_are_never_further_apart_than_two_seconds_nor_many() -> None:
    painter, _, bus = rig(DisplaySettings())
    bus.unplug()
    wanted, now, times = Wanted(noise((128, 64), 1), 200), 0.0, list[float]()
    while now < 60:
        painter.paint(wanted, now)
        times.append(now)
        now = painter.due(wanted)
    assert max(after - before for before, after in pairwise(times)) < 2.0
    assert len(times) < 60
    assert painter.due(Wanted(noise((128, 64), 2), 200)) == now, "a new frame does not hurry it"


def test_a_bus_that_errs_for_long_is_opened_anew() -> None:
    panel = Panel()
    buses = [ModelBus(panel) for _ in range(3)]
    opened = iter(buses)
    painter = Painter(DisplaySettings(), lambda: next(opened))
    wanted, now = Wanted(noise((128, 64), 1), 200), 0.0
    for bus in buses[:2]:  # these never work again
        bus.plugged = False
    for _ in range(2 * REOPEN_AFTER):
        assert not painter.paint(wanted, now)
        now = painter.due(wanted)
    assert painter.paint(wanted, now)
    assert [bus.closed for bus in buses] == [1, 1, 0]
    assert panel.picture().tobytes() == noise((128, 64), 1).tobytes()


def test_it_starts_without_a_bus_and_takes_it_up_when_it_comes() -> None:
    panel = Panel()
    tries = count()

    def open_bus() -> ModelBus:
        if next(tries) < 3:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", "/dev/i2c-1")
        return ModelBus(panel)

    painter = Painter(DisplaySettings(), open_bus)
    wanted = Wanted(noise((128, 64), 1), 200)
    assert not painter.paint(wanted, 0.0)
    assert "bus cannot be opened" in painter.state
    assert "/dev/i2c-1" in painter.state
    assert painter.state.count(".") == 1, "one sentence"
    heal(painter, wanted, 1.0)
    assert panel.picture().tobytes() == noise((128, 64), 1).tobytes()


# D2: a scrambled panel heals within a minute, and a healthy one does not blink then.


def scramble(panel: Panel, chance: Random) -> None:
    """What noise on the supply may do: any register, any memory, a command cut short."""
    harms: list[Callable[[], object]] = [
        lambda: setattr(panel, "ram", bytearray(chance.randbytes(len(panel.ram)))),
        lambda: setattr(panel, "on", False),
        lambda: setattr(panel, "inverse", True),
        lambda: setattr(panel, "all_on", True),
        lambda: setattr(panel, "remapped", False),
        lambda: setattr(panel, "upwards", False),
        lambda: setattr(panel, "pumped", False),
        lambda: setattr(panel, "start_line", chance.randrange(64)),
        lambda: setattr(panel, "offset", chance.randrange(64)),
        lambda: setattr(panel, "lines", chance.randrange(16, 65)),
        lambda: setattr(panel, "contrast", chance.randrange(256)),
        lambda: setattr(panel, "mode", chance.randrange(3)),
        lambda: setattr(panel, "columns", (chance.randrange(60), chance.randrange(60, 128))),
        lambda: setattr(panel, "pages", (chance.randrange(4), chance.randrange(4, 8))),
        lambda: setattr(panel, "_pending", [chance.choice((0x21, 0x22, 0x81, 0xD3, 0xA8))]),
        panel.power_cycle,
    ]
    if not panel.controller.windows:  # an SH1106 knows no windows to be scrambled
        harms = [harm for at, harm in enumerate(harms) if at not in (11, 12, 13, 14)]
    for harm in chance.sample(harms, chance.randrange(1, 5)):
        harm()


@every_shape
def test_a_scrambled_panel_heals_within_a_minute(settings: DisplaySettings) -> None:
    painter, panel, _ = rig(settings)
    chance = Random(5)
    wanted = Wanted(noise((settings.width, settings.height), 1), 130)
    assert wanted.image is not None
    now, harmed = 0.0, 0
    painter.paint(wanted, now)
    for _ in range(200):
        scramble(panel, chance)
        harmed += seen(panel, settings) != wanted.image.tobytes()
        due = painter.due(wanted)
        assert due - now <= WHOLE_S
        now = due
        painter.paint(wanted, now)
        assert seen(panel, settings) == wanted.image.tobytes()
        assert panel.contrast == 130
    assert harmed > 100, "the harm can be seen"


def test_control_a_driver_that_only_sends_changes_never_heals() -> None:
    painter, panel, _ = rig(DisplaySettings())
    painter.paint(Wanted(a_turn("Zoe", 1), 200), 0.0)
    scramble(panel, Random(1))
    painter.load().show_frame(painter.load().pack(a_turn("Zoe", 1)), 200, dark=False)
    assert panel.picture().tobytes() != a_turn("Zoe", 1).tobytes()


@every_shape
def test_the_healing_minute_does_not_blink(settings: DisplaySettings) -> None:
    painter, panel, bus = rig(settings)
    wanted = Wanted(noise((settings.width, settings.height), 1), 200)
    painter.paint(wanted, 0.0)
    pictures = set()
    bus._on_write = lambda: pictures.add((panel.picture().tobytes(), panel.contrast))
    before = bus.bytes_sent
    painter.paint(wanted, WHOLE_S)
    assert bus.bytes_sent - before > settings.width * settings.height // 8
    assert len(pictures) == 1, "after each transaction the glass shows the same"


def test_a_dark_display_stays_dark_through_its_minute() -> None:
    painter, panel, _ = rig(DisplaySettings())
    wanted = Wanted(a_turn("Zoe", 1), 200, dark=True)
    painter.paint(wanted, 0.0)
    painter.paint(wanted, WHOLE_S)
    assert panel.dark


# 256x64: luma's own driver is the witness, since the model has no such panel.


def test_an_ssd1322_is_sent_what_luma_would_and_then_only_the_changed_window() -> None:
    settings = DisplaySettings(driver="ssd1322", width=256, interface="spi")
    wire = oled.Wire()
    driver = oled.Ssd1322(wire, settings)
    first = noise((256, 64), 1)
    driver.send_all(driver.pack(first))
    said, wire.tape = wire.tape, []
    assert [body for command, body in said if command] == [b"\x15", b"\x75", b"\x5c"]
    assert said[1] == (False, bytes((28, 91)))
    assert len(said[-1][1]) == 256 * 64 // 2
    second = first.copy()
    second.paste(ImageChops.invert(first.crop((41, 10, 50, 12))), (41, 10))
    driver.send_changes(driver.pack(first), driver.pack(second))
    assert wire.tape[1] == (False, bytes((28 + 10, 28 + 12)))
    assert wire.tape[3] == (False, bytes((10, 11)))
    block = driver.pack(second.crop((40, 10, 52, 12)))
    assert wire.tape[-1] == (False, block)


# The thread.


def end(display: Display, last: Image.Image | None = None) -> None:
    """Close it, and give a busy machine the time that the daemon would not wait."""
    display.close(last)
    display._thread.join(10)
    assert not display.alive()


@pytest.fixture
def shown() -> Iterator[tuple[Display, Panel, ModelBus]]:
    """A display with its thread, on a clock that stands still unless it is moved."""
    panel = Panel()
    bus = ModelBus(panel)
    display = Display(DisplaySettings(), lambda: bus)
    yield display, panel, bus
    end(display)


def test_what_was_shown_is_on_the_glass(shown: tuple[Display, Panel, ModelBus]) -> None:
    display, panel, _ = shown
    assert display.settle(10), "nothing to show is there already"
    display.show(a_turn("Zoe", 1))
    assert display.settle(10)
    assert panel.picture().tobytes() == a_turn("Zoe", 1).tobytes()
    assert panel.contrast == DisplaySettings().contrast
    display.contrast(999)
    display.dark(on=True)
    assert display.settle(10)
    assert panel.contrast == 255
    assert panel.dark
    display.dark(on=False)
    assert display.settle(10)
    assert panel.picture().tobytes() == a_turn("Zoe", 1).tobytes()


def test_the_newest_frame_wins_and_those_before_are_passed_over(
    shown: tuple[Display, Panel, ModelBus],
) -> None:
    display, panel, bus = shown
    held = threading.Event()
    began = threading.Event()

    def hang() -> None:
        began.set()
        held.wait(5)

    display.show(noise((128, 64), 0))
    assert display.settle(10)
    bus._on_write = hang
    before = bus.transactions
    display.show(noise((128, 64), 1))
    assert began.wait(5)
    for seed in range(2, 60):
        display.show(noise((128, 64), seed))  # none of these waits for the bus
    bus._on_write = None
    held.set()
    assert display.settle(10)
    assert panel.picture().tobytes() == noise((128, 64), 59).tobytes()
    assert bus.transactions - before == 4, "the one on its way, and the newest"


def test_the_same_image_again_wakes_nobody(shown: tuple[Display, Panel, ModelBus]) -> None:
    display, _, bus = shown
    display.show(a_turn("Zoe", 1))
    assert display.settle(10)
    before = bus.transactions
    for _ in range(100):
        display.show(a_turn("Zoe", 1))
    assert display.settle(10)
    assert bus.transactions == before


def test_whole_heals_at_once(shown: tuple[Display, Panel, ModelBus]) -> None:
    display, panel, _ = shown
    display.show(a_turn("Zoe", 1))
    assert display.settle(10)
    panel.power_cycle()
    assert display.settle(10)
    assert panel.dark, "nobody knows yet"
    display.whole()
    assert display.settle(10)
    assert panel.picture().tobytes() == a_turn("Zoe", 1).tobytes()


def test_unplugged_and_plugged_in_with_the_thread(shown: tuple[Display, Panel, ModelBus]) -> None:
    display, panel, bus = shown
    bus.unplug()
    display.show(a_turn("Zoe", 1))
    assert not display.settle(0.15)
    assert "does not answer" in display.state
    bus.plug()
    assert display.settle(10)
    assert display.state == ""
    assert display.alive()
    assert panel.picture().tobytes() == a_turn("Zoe", 1).tobytes()


@pytest.mark.parametrize("image", [Image.new("1", (128, 32)), Image.new("L", (128, 64))])
def test_an_image_that_does_not_fit_is_refused(
    shown: tuple[Display, Panel, ModelBus], image: Image.Image
) -> None:
    display, panel, _ = shown
    with pytest.raises(ValueError, match="was to be shown"):
        display.show(image)
    assert panel.dark


def test_the_end_leaves_the_last_words_lit_and_the_thread_ends() -> None:
    panel = Panel()
    bus = ModelBus(panel)
    display = Display(DisplaySettings(), lambda: bus)
    display.show(a_turn("Zoe", 1))
    display.dark(on=True)
    end(display, a_turn("SAFE TO UNPLUG", 0))
    assert bus.closed == 1
    assert panel.picture().tobytes() == a_turn("SAFE TO UNPLUG", 0).tobytes()


def test_the_end_without_last_words_leaves_no_old_battle() -> None:
    panel = Panel()
    bus = ModelBus(panel)
    display = Display(DisplaySettings(), lambda: bus)
    display.show(a_turn("Zoe", 1))
    assert display.settle(10)
    end(display)
    assert panel.dark
    assert not any(panel.ram), "nor in its memory"


def test_the_end_is_bounded_though_the_bus_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turnkeeper.panel.display.GOODBYE_S", 0.05)
    held, began = threading.Event(), threading.Event()

    def hang() -> None:
        began.set()
        held.wait(5)

    display = Display(DisplaySettings(), lambda: ModelBus(Panel(), on_write=hang))
    display.show(a_turn("Zoe", 1))
    assert began.wait(5)
    display.close()
    assert display.alive()
    held.set()
    display._thread.join(5)
    assert not display.alive()


def test_the_end_while_unplugged_does_not_wait() -> None:
    bus = ModelBus(Panel())
    bus.unplug()
    display = Display(DisplaySettings(), lambda: bus)
    display.show(a_turn("Zoe", 1))
    end(display)
    assert not bus.plugged
