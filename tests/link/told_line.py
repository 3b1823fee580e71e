"""Stories of the line: bytes into frames, and frames into bytes."""

from tests.link.telling import ROLL, refuses, signed
from turnkeeper.link.frames import Frame, Framer, Typed, decimal, encode

FRAMES = (
    ((42, "ROLL", "d20 17"), ROLL),
    ((0, "PING", ""), b"!0 PING*467D865F\n"),
    ((9_999_999_999, "ACK", "9999999"), b"!9999999999 ACK 9999999*F2397C25\n"),
    (
        (41, "HELLO", "id=tray boot=41 proto=1 keys=8 dice=1 lamps=8"),
        b"!41 HELLO id=tray boot=41 proto=1 keys=8 dice=1 lamps=8*5569F49D\n",
    ),
)

NO_FRAMES = (
    b"!42 ROLL d20 18*249DAD47",  # another die than the CRC is for
    b"!42 ROLL d20 17*249dad47",  # small letters
    b"!42 ROLL d20 17*249DAD4",
    b"!42 ROLL d20 17*0249DAD47",
    b"42 ROLL d20 17*249DAD47",
    b" !42 ROLL d20 17*249DAD47",
    b"!42 ROLL d20 17*249DAD47 ",
    b"!42 ROLL d20 17",
    b"!*00000000",
    b"!",
    b"*",
    b"at+cgmi",  # a modem manager
    b">>> ",  # MicroPython's own prompt
    b"\x00\x03\xff",
    b"~ROLL d10 \xb7",
)

# What holds by the CRC and is still none of ours.
NO_MEANING = (
    b"+42 ROLL d20 17",
    b"042 ROLL d20 17",
    b"4_2 ROLL d20 17",
    b"42  ROLL d20 17",
    b"42 ROLL d20  17",
    b"42 ROLL d20 17 ",
    b"42 ROLL ",
    b"42 roll d20 17",
    b"42 ROLLROLLR d20",
    b"42",
    b"",
    b"10000000000 PING",
    b"42 ROLL d20 !17",
    b"42 ROLL d20 *17",
    b"42 ROLL d20\t17",
    b"42 ROLL d20 \xc2\xb7",
)


def tell_a_frame_reads_back_as_it_was_written() -> None:
    for (seq, verb, args), line in FRAMES:
        assert encode(seq, verb, args) == line
        framer = Framer()
        assert framer.feed(line) == [Frame(seq, verb, args)]
        assert (framer.ok, framer.bad, framer.dropped) == (1, 0, 0)


def tell_what_is_no_frame_is_counted_and_dropped() -> None:
    for line in NO_FRAMES:
        framer = Framer()
        assert framer.feed(line + b"\n") == [], line
        assert (framer.ok, framer.bad, framer.dropped) == (0, 1, len(line)), line
        assert framer.feed(ROLL) == [Frame(42, "ROLL", "d20 17")], line


def tell_a_right_crc_alone_makes_no_frame() -> None:
    for body in NO_MEANING:
        assert Framer().feed(signed(body)) == [], body


def tell_what_would_not_read_back_is_not_written() -> None:
    for seq, verb, args in (
        (-1, "ROLL", "d20 17"),
        (42, "roll", "d20 17"),
        (42, "", ""),
        (42, "ROLL", "d20  17"),
        (42, "ROLL", "d20 17\n"),
        (42, "ROLL", "d20*17"),
        (42, "ROLL", "\xb7"),
        (42, "ROLL", "x" * 62),
        (10_000_000_000, "ROLL", ""),
    ):
        assert refuses(encode, seq, verb, args), (seq, verb, args)
    assert len(encode(42, "ROLL", "x" * 61)) == 80


def tell_numbers_are_read_as_they_are_printed() -> None:
    for text, most, number in (
        ("0", 20, 0),
        ("20", 20, 20),
        ("21", 20, None),
        ("", 20, None),
        ("07", 20, None),
        ("1_0", 20, None),
        (" 1", 20, None),
        ("1 ", 20, None),
        ("+1", 20, None),
        ("-1", 20, None),
        ("1.", 20, None),
        ("1a2", 999, None),
        ("\u0661", 20, None),
        ("\xb2", 20, None),
        ("99999999999999999999", 20, None),
    ):
        assert decimal(text, most) == number, text


def tell_a_frame_may_come_in_pieces() -> None:
    for cut in range(len(ROLL) + 1):
        framer = Framer()
        whole = framer.feed(ROLL[:cut]) + framer.feed(bytearray(ROLL[cut:]))
        assert whole == [Frame(42, "ROLL", "d20 17")], cut
    framer = Framer()
    one_by_one = [framer.feed(ROLL[i : i + 1]) for i in range(len(ROLL))]
    assert one_by_one[-1] == [Frame(42, "ROLL", "d20 17")]
    assert len(Framer().feed(ROLL * 100)) == 100


def tell_a_return_ends_a_line_too() -> None:
    framer = Framer()
    assert framer.feed(ROLL[:-1] + b"\r\n\r\n") == [Frame(42, "ROLL", "d20 17")]
    assert framer.feed(b"~HAND ON\r") == [Typed("HAND ON")]
    assert framer.feed(b"~ROLL d10 7\r\n") == [Typed("ROLL d10 7")]
    assert (framer.ok, framer.bad, framer.dropped) == (3, 0, 0)


def tell_a_line_too_long_is_dropped_to_its_end() -> None:
    framer = Framer()
    assert framer.feed(b"x" * 96) == []
    assert framer.dropped == 0
    assert framer.feed(b"x") == []
    assert framer.dropped == 97
    assert framer.feed(ROLL[:-1]) == []  # still of the same line
    assert framer.feed(b"\n" + ROLL) == [Frame(42, "ROLL", "d20 17")]
    assert (framer.ok, framer.bad, framer.dropped) == (1, 1, 97 + len(ROLL) - 1)
    # 81 to 96 bytes are held, and are no frame whatever their CRC says.
    assert framer.feed(signed(b"42 ROLL " + b"x" * 62)) == []
    assert framer.bad == 2
