"""Stories of the keypad: what is keyed in, what goes to the box, what the lamp shows."""

from pico.tray import FORGET, PHASE, REFUSED, TAKEN, Tray


def keyed(signs: str, awaited: int = 0, tray: Tray | None = None, at: int = 0) -> list[object]:
    """Give what comes of key after key, a quarter of a second apart, where anything does."""
    tray = tray or Tray()
    told = [tray.key(sign, awaited, at + 250 * number) for number, sign in enumerate(signs)]
    return [one for one in told if one is not None]


def tell_a_digit_and_enter_are_enough_where_a_die_is_asked_for() -> None:
    assert keyed("7#", awaited=10) == [(10, 7)]
    assert keyed("4#", awaited=6) == [(6, 4)]
    assert keyed("7#") == []  # nobody knows of which die


def tell_two_digits_make_a_face_of_a_larger_die() -> None:
    assert keyed("12#", awaited=12) == [(12, 12)]
    assert keyed("20#", awaited=20) == [(20, 20)]
    assert keyed("07#", awaited=20) == [(20, 7)]
    assert keyed("99#", awaited=100) == [(100, 99)]
    assert keyed("100#", awaited=100) == [(100, 100)]


def tell_nought_is_ten_and_double_nought_a_hundred() -> None:
    # As the die shows it: the rules read the 0 (ALL-09).
    assert keyed("0#", awaited=10) == [(10, 0)]
    assert keyed("10#", awaited=10) == [(10, 10)]
    assert keyed("00#", awaited=100) == [(100, 0)]


def tell_a_letter_chooses_the_die() -> None:
    for letter, sides in (("A", 6), ("B", 10), ("C", 20)):
        assert keyed(letter + "5#") == [(sides, 5)]
        assert keyed(letter + "5#", awaited=8) == [(sides, 5)]
    assert keyed("D12#11#") == [(12, 11)]
    assert keyed("D100#00#") == [(100, 0)]
    assert keyed("5B7#", awaited=20) == [(10, 7)]  # a new beginning
    assert keyed("B7#7#") == [(10, 7)]  # for one die


def tell_every_die_has_its_faces_and_no_others() -> None:
    for sides in (2, 3, 4, 6, 8, 10, 12, 20, 30, 100):
        faces = list(range(1, sides + 1)) + ([0] if sides in (10, 100) else [])
        for number in range(112):
            told = keyed(str(number) + "#", awaited=sides)
            if number in faces:
                assert told == [(sides, number)]
            else:
                # Sent as it was keyed so far, so that the box can say what a face is.
                assert len(told) == 1, number
                assert told[0] not in [(sides, face) for face in faces], number


def tell_a_wrong_digit_is_taken_back_before_enter() -> None:
    assert keyed("3*7#", awaited=10) == [(10, 7)]
    assert keyed("12*3**4#", awaited=20) == [(20, 4)]
    assert keyed("B*7#", awaited=20) == [(20, 7)]  # the die too
    assert keyed("D12**6#5#") == [(6, 5)]


def tell_what_cannot_be_a_face_is_refused_at_once() -> None:
    for sides, signs in ((6, "7"), (10, "47"), (12, "13"), (20, "0#"), (20, "21"), (100, "101")):
        tray = Tray()
        told = keyed(signs, sides, tray)
        assert told == [(sides, int(signs.strip("#")))], signs
        assert tray.refusing(250 * len(signs))
    for sides, signs in ((6, "#"), (10, "007"), (20, "00"), (100, "0000")):
        tray = Tray()
        assert keyed(signs, sides, tray) in ([], [(20, 0)]), signs
        assert tray.refusing(250 * len(signs))


def tell_no_such_die_is_refused() -> None:
    for signs in ("D1#", "D0", "D101", "D#", "D999"):
        tray = Tray()
        assert keyed(signs, 10, tray) == []
        assert tray.refusing(250 * len(signs)), signs


def tell_the_rest_of_what_was_refused_is_no_new_die() -> None:
    tray = Tray()
    # Somebody keys 171 for 17: the 1 is not a die of its own.
    assert [tray.key(sign, 12, 50 * n) for n, sign in enumerate("171#")][2:] == [None, None]
    assert keyed("9#", 12, tray, at=50 + REFUSED) == [(12, 9)]
    assert keyed("99", 12, tray, at=5_000) == [(12, 99)]
    assert keyed("*9#", 12, tray, at=5_500) == [(12, 9)]  # who has seen it need not wait


def tell_half_an_entry_is_forgotten() -> None:
    tray = Tray()
    assert tray.key("1", 20, 0) is None
    assert keyed("7#", 20, tray, at=FORGET) == [(20, 7)]
    assert tray.key("1", 20, 20_000) is None
    assert keyed("7#", 20, tray, at=20_000 + FORGET - 1) == [(20, 17)]


def tell_a_die_stays_the_one_that_was_asked_for_when_it_was_begun() -> None:
    tray = Tray()
    assert tray.key("1", 20, 0) is None
    assert keyed("7#", 6, tray, at=100) == [(20, 17)]  # the box says what it thinks of it


def tell_the_lamp_shows_what_is_awaited_taken_and_refused() -> None:
    tray = Tray()
    assert not tray.lamp(0, 0)
    assert tray.lamp(10, 0)
    for awaited, usual in ((0, False), (10, True)):
        tray = Tray()
        tray.taken(1_000)
        assert tray.lamp(awaited, 1_000) != usual
        assert tray.lamp(awaited, 1_000 + TAKEN) == usual
        tray.refuse(2_000)
        shown = [tray.lamp(awaited, 2_000 + PHASE * phase) != usual for phase in range(7)]
        assert shown == [True, False, True, False, True, False, False]
        tray.taken(2_100)  # does not hide it
        assert tray.refusing(2_100)
