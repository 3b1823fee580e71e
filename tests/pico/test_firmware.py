"""The real firmware in a real MicroPython, and the daemon's serial thread at the other end."""

from collections.abc import Callable

from tests.panel.table import Table
from tests.panel.tray import wait_for
from tests.pico.conftest import Plug
from tests.pico.line import Line
from tests.pico.rig import ID, TRAY_LAMP, Pico
from turnkeeper.link.events import Event, Hello, NotAFace, Press, Release

Box = Callable[[Pico], Table]
AT_ONCE = {"board": ("HELD_MS = 3_000", "HELD_MS = 50")}
KEY, LAMP = (0, 1), (8, 9)  # pins of the first two buttons


def heard(table: Table, kind: type[Event]) -> list[Event]:
    """Give what came of a kind."""
    table.listen()
    return [event for event in table.others if isinstance(event, kind)]


def met(table: Table) -> Hello:
    """Wait until the box listens to the pod."""
    assert wait_for(lambda: bool(heard(table, Hello)))
    event = heard(table, Hello)[-1]
    assert isinstance(event, Hello)
    return event


def test_the_first_that_it_says_is_who_it_is(plug: Plug, line: Callable[[Pico], Line]) -> None:
    for tray, buttons, has in (
        (True, 0, "dice=1"),
        (False, 3, "keys=3 lamps=3"),
        (True, 8, "keys=8 dice=1 lamps=8"),
    ):
        hello = line(plug(tray=tray, buttons=buttons)).until("HELLO")
        assert hello.args == f"id={ID} boot={hello.seq} proto=1 {has}"


def test_its_name_stays_and_its_boot_is_new_at_each_start(
    plug: Plug, line: Callable[[Pico], Line]
) -> None:
    hellos = [line(plug()).until("HELLO") for _ in range(2)]
    assert hellos[0].seq != hellos[1].seq
    assert all(f"id={ID}" in hello.args for hello in hellos)


def test_a_press_reaches_the_box_and_is_acknowledged(plug: Plug, box: Box) -> None:
    pico = plug()
    table = box(pico)
    boot = met(table).boot
    for key in (1, 2):
        pico.press(KEY[key - 1])
        pico.press(KEY[key - 1], down=False)
    assert wait_for(lambda: len(heard(table, Release)) == 2)
    told = [event for event in table.others if isinstance(event, Press | Release)]
    # The next is sent when the one before is acknowledged, so all four were.
    assert [(type(event), event.n, event.seq) for event in told] == [
        (Press, 1, boot + 1),
        (Release, 1, boot + 2),
        (Press, 2, boot + 3),
        (Release, 2, boot + 4),
    ]
    assert table.port.box.bad == 0


def test_a_die_is_keyed_in_and_the_lamp_follows(plug: Plug, box: Box) -> None:
    pico = plug()
    table = box(pico)
    met(table)
    assert not pico.lit(TRAY_LAMP)
    table.port.ask(10)
    assert wait_for(lambda: pico.lit(TRAY_LAMP))
    pico.type("0#")
    assert wait_for(table.knows(1))
    assert wait_for(lambda: not pico.lit(TRAY_LAMP))  # taken
    assert wait_for(lambda: pico.lit(TRAY_LAMP))  # and the next is awaited
    pico.type("D12#11#")
    assert wait_for(table.knows(2))
    assert [(roll.sides, roll.face) for roll in table.rolls] == [(10, 0), (12, 11)]


def test_what_is_no_face_is_refused_there_and_named_here(plug: Plug, box: Box) -> None:
    pico = plug()
    table = box(pico)
    met(table)
    table.port.ask(10)
    assert wait_for(lambda: pico.lit(TRAY_LAMP))
    pico.type("47")
    assert wait_for(lambda: not pico.lit(TRAY_LAMP))
    assert wait_for(lambda: bool(heard(table, NotAFace)))
    [refused] = heard(table, NotAFace)
    assert isinstance(refused, NotAFace)
    assert refused.text == "a d10 shows 1 to 10, or 0 for 10, not 47."
    assert table.rolls == []


def test_the_lamps_are_as_the_box_has_them(plug: Plug, box: Box) -> None:
    pico = plug()
    table = box(pico)
    met(table)
    for pattern in ((1, 0), (0, 1), (1, 1), (0, 0)):
        table.port.lamps(pattern)
        assert wait_for(lambda: tuple(map(int, map(pico.lit, LAMP))) == pattern)  # noqa: B023


def test_a_pod_that_starts_again_is_met_again_and_nothing_counts_twice(
    plug: Plug, box: Box
) -> None:
    pico = plug()
    table = box(pico)
    boots = {met(table).boot}
    for start in range(2, 5):
        pico.type("B7#")
        assert wait_for(table.knows(start - 1))
        pico.reboot()
        assert wait_for(lambda: len(heard(table, Hello)) == start)  # noqa: B023
        boots.add(met(table).boot)
    assert len(boots) == 4
    assert [(roll.sides, roll.face) for roll in table.rolls] == [(10, 7)] * 3


def test_what_was_keyed_in_before_the_box_was_there_comes_when_it_is(plug: Plug, box: Box) -> None:
    pico = plug()
    pico.type("B1#B2#B3#")
    table = box(pico)
    assert wait_for(table.knows(3))
    assert [roll.face for roll in table.rolls] == [1, 2, 3]


def test_a_held_key_at_boot_leaves_the_prompt(plug: Plug, line: Callable[[Pico], Line]) -> None:
    for tray, buttons, down in ((False, 2, KEY[0]), (True, 0, "*"), (True, 2, "*")):
        pico = plug(tray=tray, buttons=buttons, change=AT_ONCE, down=[down])
        heard = line(pico)
        assert not pico.reset
        assert heard.hear(0) == []
        assert pico.complaints == ""


def test_a_key_that_is_held_for_a_moment_or_another_one_is_no_matter(
    plug: Plug, line: Callable[[Pico], Line]
) -> None:
    pico = plug(down=[KEY[0]])
    assert line(pico).hear(0.05) == []
    pico.press(KEY[0], down=False)
    line(pico).until("HELLO")
    for key in (KEY[1], "1", "#"):
        pico = plug(change=AT_ONCE, down=[key])
        line(pico).until("HELLO")
        assert pico.running


FAULT = {"firmware": ("self._show(now)\n        if", "self.no_such_thing()\n        if")}


def test_a_fault_of_ours_starts_it_anew(plug: Plug) -> None:
    pico = plug(change=FAULT | {"main": ("(1000)", "(0)")})
    assert pico.reset
    pico = plug(change=FAULT | {"board": ("DEV = False", "DEV = True")})
    assert not pico.reset
    assert wait_for(lambda: "AttributeError" in pico.complaints)
    assert "no_such_thing" in pico.complaints


def test_a_pod_that_the_box_has_left_begins_anew_unless_it_has_something_to_tell(
    plug: Plug, line: Callable[[Pico], Line]
) -> None:
    soon = {"firmware": ("ALONE = 30_000", "ALONE = 400")}
    pico = plug(change=soon)
    heard = line(pico)
    heard.until("HELLO")
    heard.until("HELLO")
    heard.until("HELLO")  # 750 ms, and nobody has spoken to it yet
    heard.ping()
    assert pico.reset
    pico = plug(change=soon)
    heard = line(pico)
    pico.type("B7#")
    heard.ping()
    for _ in range(3):
        heard.until("HELLO")
    assert pico.running


def test_the_watchdog_is_fed_by_whole_turns_and_sleeps_in_dev_mode(plug: Plug) -> None:
    fed = plug()
    assert wait_for(lambda: len(fed.heap()) > 0)
    left = plug(change={"board": ("DEV = False", "DEV = True")})
    left.press(KEY[0])
    assert left.heap() == []
