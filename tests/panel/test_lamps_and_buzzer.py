"""What the front lights and sounds: written where it changed, and dark and still at the end."""

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from turnkeeper.config import Pins
from turnkeeper.panel.buzzer import MOST_WAITING, PATTERNS, Buzzer
from turnkeeper.panel.lamps import Lamps
from turnkeeper.panel.pins import release

PINS = Pins()


def lit(header: MockFactory) -> list[int]:
    return [seat for seat, pin in enumerate(PINS.lamps, start=1) if header.pin(pin).state]


def test_the_lamps_shown_are_lit_and_no_others(header: MockFactory) -> None:
    lamps = Lamps(PINS)
    assert lit(header) == []
    lamps.show({1: True, 2: False, 8: True})
    assert lit(header) == [1, 8]
    lamps.show({3: True})
    assert lit(header) == [3]
    lamps.close()
    assert lit(header) == []


def test_only_what_changed_is_written(header: MockFactory) -> None:
    lamps = Lamps(PINS)
    header.pin(PINS.lamps[0]).clear_states()
    for _ in range(50):
        lamps.show({1: True})
    assert len(header.pin(PINS.lamps[0]).states) == 2, "dark, then lit, and not again"
    lamps.close()


def test_a_lamp_pin_that_is_taken_is_named_and_the_others_light(header: MockFactory) -> None:
    other = gpiozero.DigitalInputDevice(PINS.lamps[4])
    lamps = Lamps(PINS)
    assert ["the lamp of seat 5" in words for words in lamps.busy] == [True]
    lamps.show({5: True, 6: True})
    assert lit(header) == [6]
    lamps.close()
    other.close()


def test_a_lamp_that_cannot_be_written_is_named_and_tried_again(
    header: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    lamps = Lamps(PINS)
    pin = header.pin(PINS.lamps[1])
    with monkeypatch.context() as broken:
        broken.setattr(pin, "_set_state", lambda value: [][value])
        lamps.show({1: True, 2: True, 3: True})
    assert "The lamp of seat 2 cannot be lit" in lamps.fault
    assert lit(header) == [1, 3]
    lamps.show({1: True, 2: True, 3: True})
    assert lit(header) == [1, 2, 3]
    lamps.close()


def sounds(buzzer: Buzzer, header: MockFactory, pin: int, until: float) -> list[int]:
    """The moments at which the pin changed, in milliseconds."""
    moments, on, now = [], False, 0.0
    while now <= until:
        if header.pin(pin).state != on:
            on = not on
            moments.append(round(now * 1000))
        due = buzzer.next_due
        if due is None:
            break
        now = due
        buzzer.tick(now)
    assert not on
    return moments


@pytest.mark.parametrize(
    ("cue", "moments"),
    [("turn", [0, 90]), ("round", [0, 60, 120, 180, 240, 400]), ("taken", [0, 15])],
)
def test_a_cue_sounds_once_and_ends(header: MockFactory, cue: str, moments: list[int]) -> None:
    buzzer = Buzzer(16)
    assert buzzer.next_due is None
    buzzer.play(cue, now=0.0)
    assert sounds(buzzer, header, 16, until=5) == moments
    assert buzzer.next_due is None
    buzzer.close()


def test_a_cue_in_another_waits_for_its_end(header: MockFactory) -> None:
    buzzer = Buzzer(16)
    buzzer.play("turn", now=0.0)
    buzzer.play("taken", now=0.0)
    assert sounds(buzzer, header, 16, until=5) == [0, 90, 150, 165]
    buzzer.close()


def test_mashing_is_not_heard_for_long(header: MockFactory) -> None:
    buzzer = Buzzer(16)
    for press in range(100):
        buzzer.play("refused" if press % 2 else "taken", now=0.0)
    assert len(sounds(buzzer, header, 16, until=5)) <= 4 * (MOST_WAITING + 1)
    buzzer.close()


def test_a_late_tick_never_leaves_it_sounding(header: MockFactory) -> None:
    buzzer = Buzzer(16)
    buzzer.play("round", now=0.0)
    now = 0.0
    while buzzer.tick(now) is not None:
        now += 1.7
    assert not header.pin(16).state
    assert buzzer.next_due is None
    buzzer.close()


def test_closing_ends_the_sound(header: MockFactory) -> None:
    buzzer = Buzzer(16)
    buzzer.play("round", now=0.0)
    assert header.pin(16).state
    buzzer.close()
    assert not header.pin(16).state
    assert buzzer.play("round", now=1.0) is None


def test_without_a_buzzer_every_cue_is_silent(header: MockFactory) -> None:
    del header
    buzzer = Buzzer(None)
    assert buzzer.play("turn", now=0.0) is None
    buzzer.close()


def test_a_buzzer_pin_that_is_taken_is_named(header: MockFactory) -> None:
    del header
    other = gpiozero.DigitalInputDevice(16)
    buzzer = Buzzer(16)
    assert ["the buzzer" in words for words in buzzer.busy] == [True]
    assert buzzer.play("turn", now=0.0) is None
    other.close()


def test_patterns_flash_nothing_and_end_on_silence() -> None:
    assert all(len(pattern) % 2 == 0 for pattern in PATTERNS.values())
    assert all(sum(pattern) <= 500 for pattern in PATTERNS.values())


def test_all_pins_are_given_back(header: MockFactory) -> None:
    Lamps(PINS).close()
    assert release()
    assert gpiozero.Device.pin_factory is None
    assert release(), "and a second time does no harm"
    gpiozero.Device.pin_factory = header
