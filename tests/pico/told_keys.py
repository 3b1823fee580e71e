"""Stories of the contacts: what bounces, what is down, what counts."""

from pico.keys import SIGNS, Debounced, Keypad


def pad(signs: str) -> list[bool]:
    """Give the levels of the keypad with these keys down."""
    return [sign in signs for sign in SIGNS]


def tell_two_equal_samples_make_a_change() -> None:
    keys = Debounced(1)
    samples = "001011011100"
    told = [keys.sample([sign == "1"]) for sign in samples]
    assert told[5] == [(0, True)]
    assert told[11] == [(0, False)]
    assert [one for one in told if one] == [told[5], told[11]]


def tell_one_sample_alone_is_no_press() -> None:
    keys = Debounced(2)
    for levels in ([False, False], [True, False], [False, True], [False, False], [False, False]):
        assert keys.sample(levels) == []


def tell_what_is_down_from_the_start_counts_after_its_release() -> None:
    keys = Debounced(1)
    told = [keys.sample([level]) for level in (True, True, True, False, False, True, True)]
    assert told == [[], [], [], [], [(0, False)], [], [(0, True)]]


def tell_keys_are_told_each_on_its_own() -> None:
    keys = Debounced(3)
    keys.sample([False, False, False])
    keys.sample([True, False, True])
    assert keys.sample([True, False, True]) == [(0, True), (2, True)]
    keys.sample([False, False, True])
    assert keys.sample([False, False, True]) == [(0, False)]


def tell_a_key_of_the_keypad_counts_when_it_goes_down_alone() -> None:
    for sign in SIGNS:
        keypad = Keypad()
        assert [keypad.sample(pad(down)) for down in ("", sign, sign, sign, "", "")] == [
            "", "", sign, "", "", "",
        ]  # fmt: skip
    keypad = Keypad()
    for down in ("", "1", "1", "12", "12", "124", "1245", "1245", "", ""):
        # The fourth corner shows through the other three.
        assert keypad.sample(pad(down)) in ("", "1")
    assert [keypad.sample(pad(down)) for down in ("9", "9")] == ["", "9"]
