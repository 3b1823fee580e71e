"""How the lines are: the health page, and who is named."""

from dataclasses import dataclass

from turnkeeper.link.events import Hello
from turnkeeper.pods.watch import AGAIN_S, NOISY, RESTARTS, Watch, ago, rows


@dataclass
class Line:
    """A line's counters."""

    pod: Hello | None = None
    ok: int = 0
    bad: int = 0
    repeated: int = 0
    heard_ms: int | None = None


def hello(name: str = "27fa7de8", boot: int = 1, keys: int = 0, dice: int = 1) -> Hello:
    """Give a pod's hello."""
    return Hello(name, boot, 1, {"keys": keys, "dice": dice, "lamps": keys})


def test_the_health_page_tells_who_is_there_and_how_the_line_is() -> None:
    lines = [
        ("/dev/ttyACM0", Line(hello(keys=4), ok=1234, bad=2, repeated=1, heard_ms=9_400)),
        ("/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e661-if00", Line()),
    ]
    assert rows(lines, 10.0) == (
        ("27fa7de8", "0 s ago"),
        ("dice, 4 keys", ""),
        ("ok 1234", "bad 2"),
        ("repeated", "1"),
        ("port de_e661", "never"),
        ("no pod", ""),
        ("ok 0", "bad 0"),
        ("repeated", "0"),
    )


def test_times_are_short() -> None:
    assert [ago(seconds) for seconds in (-1.0, 0.9, 99.9, 100.0, 3_600.0)] == [
        "0 s",
        "0 s",
        "99 s",
        "1 min",
        "60 min",
    ]


def test_noise_is_named_once_a_minute_and_a_plug_is_no_noise() -> None:
    watch, line = Watch(), Line(hello())
    assert watch.look([("port", line)], 0.0) == []
    line.bad = NOISY - 1
    assert watch.look([("port", line)], 1.0) == []
    line.bad = NOISY
    said = "pod 27fa7de8 sends noise; look at its cable"
    assert watch.look([("port", line)], 2.0) == [said]
    line.bad = 10 * NOISY
    assert watch.look([("port", line)], 3.0) == []
    assert watch.look([("port", line)], 1.5 + AGAIN_S) == []
    line.bad = 20 * NOISY
    assert watch.look([("port", line)], 2.0 + AGAIN_S) == [said]
    # And slowly it may come to any number.
    for second in range(100, 300):
        line.bad += 1
        assert watch.look([("port", line)], float(second)) == []


def test_a_pod_that_starts_again_and_again_is_named() -> None:
    watch = Watch()
    said = [watch.met(hello(boot=boot), float(boot)) for boot in range(1, RESTARTS + 2)]
    assert [len(one) for one in said] == [0] * (RESTARTS - 1) + [1, 0]
    assert "27fa7de8 starts again and again" in said[RESTARTS - 1][0]


def test_a_cable_that_goes_in_again_or_a_pod_that_starts_now_and_then_is_not_named() -> None:
    watch = Watch()
    assert [watch.met(hello(boot=1), float(at)) for at in range(10)] == [[]] * 10
    assert [watch.met(hello(boot=at), float(at)) for at in range(40, 1_000, 40)] == [[]] * 24
