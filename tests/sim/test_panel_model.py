"""The panel's model against luma's own driver: what luma sends is what the model shows."""

import errno
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luma.core.device import device
from luma.core.error import DeviceNotFoundError
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image

from turnkeeper_sim.bus import ModelBus
from turnkeeper_sim.panel_model import Panel

SHAPES = [
    pytest.param("ssd1306", ssd1306, (128, 64), id="ssd1306"),
    pytest.param("ssd1306", ssd1306, (128, 32), id="ssd1306-32"),
    pytest.param("ssd1306", ssd1306, (64, 48), id="ssd1306-64x48"),
    pytest.param("ssd1309", ssd1309, (128, 64), id="ssd1309"),
    pytest.param("sh1106", sh1106, (128, 64), id="sh1106"),
    pytest.param("sh1106", sh1106, (128, 32), id="sh1106-32"),
]


def noise(size: tuple[int, int], seed: int) -> Image.Image:
    count = size[0] * size[1] // 8
    return Image.frombytes("1", size, random.Random(seed).randbytes(count))


def driven(name: str, luma: type[device], size: tuple[int, int]) -> tuple[device, Panel, ModelBus]:
    panel = Panel(name, *size)
    bus = ModelBus(panel)
    display = luma(serial_interface=bus, width=size[0], height=size[1])
    display.persist = True
    return display, panel, bus


@pytest.mark.parametrize(("name", "luma", "size"), SHAPES)
def test_twenty_random_frames_arrive_pixel_by_pixel(
    name: str, luma: type[device], size: tuple[int, int]
) -> None:
    display, panel, _ = driven(name, luma, size)
    for seed in range(20):
        frame = noise(size, seed)
        display.display(frame)
        assert panel.picture().tobytes() == frame.tobytes()
    assert panel.faults == []


@pytest.mark.parametrize(("name", "luma", "size"), SHAPES)
def test_a_damaged_byte_is_seen(name: str, luma: type[device], size: tuple[int, int]) -> None:
    display, panel, _ = driven(name, luma, size)
    frame = noise(size, 1)
    display.display(frame)
    panel.ram[panel.first_column + size[0] // 2] ^= 0x10
    assert panel.picture().tobytes() != frame.tobytes()


def test_an_sh1106_set_up_for_other_glass_shows_a_shifted_picture() -> None:
    panel = Panel("sh1106", first_column=0)
    display = sh1106(serial_interface=ModelBus(panel))
    display.persist = True
    frame = noise((128, 64), 2)
    display.display(frame)
    seen = panel.picture()
    assert seen.crop((2, 0, 128, 64)).tobytes() == frame.crop((0, 0, 126, 64)).tobytes()


def test_a_whole_frame_costs_what_the_wire_carries() -> None:
    display, _, bus = driven("ssd1306", ssd1306, (128, 64))
    before = bus.bytes_sent
    display.display(noise((128, 64), 3))
    assert bus.bytes_sent - before == 1034


# Contrast, inverse, off, all on and the start line change the glass, not the memory.


def test_off_is_dark_and_on_again_is_the_same() -> None:
    display, panel, _ = driven("ssd1306", ssd1306, (128, 64))
    frame = noise((128, 64), 4)
    display.display(frame)
    display.hide()
    assert panel.picture().getbbox() is None
    display.show()
    assert panel.picture().tobytes() == frame.tobytes()


def test_inverse_and_all_on() -> None:
    display, panel, _ = driven("ssd1306", ssd1306, (128, 64))
    frame = noise((128, 64), 5)
    display.display(frame)
    display.command(0xA7)
    assert panel.picture().tobytes() == bytes(255 - byte for byte in frame.tobytes())
    display.command(0xA5)
    assert panel.picture().tobytes() == b"\xff" * 1024


def test_contrast_is_kept() -> None:
    display, panel, _ = driven("sh1106", sh1106, (128, 64))
    display.contrast(17)
    assert panel.contrast == 17


@pytest.mark.parametrize("command", [(0x40 | 9,), (0xD3, 9)])
def test_start_line_and_offset_turn_the_picture_round(command: tuple[int, ...]) -> None:
    display, panel, _ = driven("ssd1306", ssd1306, (128, 64))
    frame = noise((128, 64), 6)
    display.display(frame)
    display.command(*command)
    seen = panel.picture()
    assert seen.crop((0, 0, 128, 55)).tobytes() == frame.crop((0, 9, 128, 64)).tobytes()
    assert seen.crop((0, 55, 128, 64)).tobytes() == frame.crop((0, 0, 128, 9)).tobytes()


def test_mirrored_both_ways_is_turned_by_half() -> None:
    display, panel, _ = driven("ssd1306", ssd1306, (128, 64))
    frame = noise((128, 64), 7)
    display.command(0xA0, 0xC0)
    display.display(frame)
    assert panel.picture().tobytes() == frame.rotate(180).tobytes()


# The three addressing modes, and windows of columns and pages.


@given(
    left=st.integers(0, 127),
    width=st.integers(1, 128),
    top=st.integers(0, 7),
    height=st.integers(1, 8),
    mode=st.sampled_from([0, 1]),
)
@settings(max_examples=60, deadline=None)
def test_a_window_is_filled_and_nothing_else(
    left: int, width: int, top: int, height: int, mode: int
) -> None:
    right, bottom = min(left + width, 128) - 1, min(top + height, 8) - 1
    panel = Panel()
    panel.ram = bytearray(1024)
    panel.write(bytes((0, 0xA1, 0x20, mode, 0x21, left, right, 0x22, top, bottom)))
    cells = (right - left + 1) * (bottom - top + 1)
    panel.write(b"\x40" + b"\xff" * cells)
    for page in range(8):
        for column in range(128):
            inside = left <= column <= right and top <= page <= bottom
            assert panel.ram[page * 128 + column] == (0xFF if inside else 0)
    assert (panel.column, panel.page) == (left, top), "and it stands at its start again"


def test_horizontal_and_vertical_run_as_their_names_say() -> None:
    for mode, second in ((0, 1), (1, 128)):
        panel = Panel()
        panel.ram = bytearray(1024)
        panel.write(bytes((0, 0xA1, 0x20, mode, 0x21, 0, 127, 0x22, 0, 7)))
        panel.write(b"\x40\x01\x02")
        assert (panel.ram[0], panel.ram[second]) == (1, 2)


def test_page_addressing_wraps_within_its_page() -> None:
    panel = Panel()
    panel.ram = bytearray(1024)
    panel.write(bytes((0, 0xA1, 0x20, 2, 0xB3, 0x0F, 0x17)))
    panel.write(b"\x40\x0a\x0b")
    assert (panel.ram[3 * 128 + 127], panel.ram[3 * 128]) == (0x0A, 0x0B)


def test_a_command_may_come_in_pieces() -> None:
    panel = Panel()
    for byte in (0x21, 5, 9):
        panel.write(bytes((0, byte)))
    assert (panel.columns, panel.column) == ((5, 9), 5)


# What no controller would take is recorded.


@pytest.mark.parametrize(
    ("name", "payload", "words"),
    [
        ("ssd1306", bytes((0, 0xF7)), "no command F7h"),
        ("ssd1306", bytes((0, 0x2F)), "no command 2Fh"),
        ("ssd1306", bytes((0, 0x21, 9, 128)), "21h cannot take"),
        ("ssd1306", bytes((0, 0x22, 3, 2)), "22h cannot take"),
        ("ssd1306", bytes((0, 0x20, 3)), "20h cannot take"),
        ("ssd1306", bytes((0x80, 0xAF)), "control byte 80h"),
        ("sh1106", bytes((0, 0x21)), "no command 21h"),
        ("sh1106", bytes((0x40,)) + bytes(133), "past the last column"),
    ],
)
def test_is_named(name: str, payload: bytes, words: str) -> None:
    panel = Panel(name)
    panel.write(payload)
    assert len(panel.faults) == 1
    assert words in panel.faults[0]


# The bus fails as real ones do.


def test_an_unplugged_panel_answers_nothing_and_comes_back_dark() -> None:
    display, panel, bus = driven("ssd1306", ssd1306, (128, 64))
    bus.unplug()
    with pytest.raises(DeviceNotFoundError):
        display.show()
    with pytest.raises(OSError, match="121") as caught:
        display.data([1, 2, 3])
    assert caught.value.errno == errno.EREMOTEIO
    bus.plug()
    display.display(noise((128, 64), 8))
    assert panel.dark, "a frame alone does not wake it: it must be set up anew"


def test_the_nth_transaction_fails_half_way() -> None:
    display, panel, bus = driven("ssd1306", ssd1306, (128, 64))
    frame, old = noise((128, 64), 9), panel.picture()
    bus.fail(nth=2, error=errno.ETIMEDOUT, delivered=128)
    with pytest.raises(TimeoutError):
        display.display(frame)
    seen = panel.picture()
    assert seen.crop((0, 0, 128, 8)).tobytes() == frame.crop((0, 0, 128, 8)).tobytes()
    assert seen.crop((0, 8, 128, 64)).tobytes() == old.crop((0, 8, 128, 64)).tobytes()
    display.display(frame)
    assert panel.picture().tobytes() == frame.tobytes(), "and only that one fails"


def test_each_write_is_announced() -> None:
    told: list[int] = []
    bus = ModelBus(Panel(), on_write=lambda: told.append(1))
    bus.command(0xAF)
    bus.data(b"\x01")
    assert len(told) == 2
