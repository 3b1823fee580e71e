"""The display's thread: the newest frame wins, nobody waits for the bus, and it ends."""

import threading
from collections.abc import Iterator

import pytest
from PIL import Image

from tests.panel.glass import a_turn, noise
from turnkeeper.config import DisplaySettings
from turnkeeper.panel.display import Display
from turnkeeper_sim.bus import ModelBus
from turnkeeper_sim.panel_model import Panel


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
