"""One serial port: dice come to the table, lamps and questions go to the pod. On real terminals.

At the far end is the link's own pod. Nothing here waits for a time, but for what shall come.
"""

import queue
from pathlib import Path

import pytest
import serial

from tests.panel.table import Table, descriptors, end
from tests.panel.tray import Cable, Tray, wait_for
from turnkeeper.link.events import Hello, Lost, Roll
from turnkeeper.panel.port import BACKOFF_S, Heard, Port


def test_a_die_comes_to_the_table_and_is_acknowledged(table: Table, tray: Tray) -> None:
    assert tray.roll(20, 17)
    assert wait_for(table.knows(1))
    assert [(roll.sides, roll.face) for roll in table.rolls] == [(20, 17)]
    assert wait_for(lambda: tray.pod.waiting == 0)
    assert [type(event) for event in table.others] == [Hello]
    assert table.port.state == ""


def test_lamps_and_the_awaited_die_reach_the_pod(table: Table, tray: Tray) -> None:
    table.port.lamps((1, 0))
    table.port.ask(10)
    assert wait_for(lambda: (tray.pod.lamps, tray.pod.awaited) == ((1, 0), 10))
    table.port.lamps((0, 1))
    table.port.ask(0)
    assert wait_for(lambda: (tray.pod.lamps, tray.pod.awaited) == ((0, 1), 0))


def test_frames_that_come_byte_by_byte_are_whole(table: Table, tray: Tray) -> None:
    tray.chunk = 1
    for face in range(1, 6):
        assert tray.roll(20, face)
    assert wait_for(table.knows(5))
    assert [roll.face for roll in table.rolls] == [1, 2, 3, 4, 5]
    assert table.port.box.bad == 0


def test_unplugged_it_is_lost_and_says_so_and_plugged_in_it_is_there(
    table: Table, tray: Tray, cable: Cable
) -> None:
    assert wait_for(lambda: table.listen() and len(table.others) == 1)
    with tray.lock:
        cable.pull()
    assert wait_for(lambda: "is not there" in table.port.state)
    assert wait_for(lambda: table.listen() and table.others[-1] == Lost("tray"))
    assert tray.roll(6, 4), "thrown meanwhile"
    with tray.lock:
        cable.plug()
    assert wait_for(table.knows(1))
    assert table.port.state == ""


def test_a_port_that_is_not_there_at_the_start_is_taken_up_when_it_comes(tmp_path: Path) -> None:
    cable = Cable(tmp_path)
    table = Table(cable.path)
    assert wait_for(lambda: "No such file" in table.port.state)
    cable.plug()
    tray = Tray(cable)
    tray.roll(20, 1)
    assert wait_for(table.knows(1))
    end(table.port)
    tray.end()
    cable.pull()


def test_it_is_tried_so_often_that_two_seconds_are_enough() -> None:
    assert max(BACKOFF_S) <= 1.0
    assert BACKOFF_S[0] <= 0.05


def test_what_the_journal_remembers_is_not_taken_again(cable: Cable) -> None:
    tray = Tray(cable)
    first = Table(cable.path)
    assert tray.roll(20, 17)
    assert wait_for(lambda: not first.heard.empty())
    source = ""
    while not source:
        event = first.heard.get(timeout=5).event
        source = event.source if isinstance(event, Roll) else ""
    end(first.port)  # the plug was pulled: on the card, and never acknowledged
    second = Table(cable.path, seen=(source,))
    assert wait_for(lambda: second.listen() and tray.pod.waiting == 0)
    assert second.rolls == []
    assert tray.roll(20, 3)
    assert wait_for(second.knows(1))
    assert second.rolls[0].face == 3
    end(second.port)
    tray.end()


def test_an_acknowledgement_while_the_cable_is_out_holds_when_it_is_in(
    cable: Cable, tray: Tray
) -> None:
    table = Table(cable.path)
    assert tray.roll(20, 17)
    assert wait_for(lambda: table.heard.qsize() >= 2)
    with tray.lock:
        cable.pull()
    assert wait_for(lambda: "is not there" in table.port.state)
    table.listen()
    with tray.lock:
        cable.plug()
    assert wait_for(lambda: tray.pod.waiting == 0)
    table.listen()
    assert len(table.rolls) == 1
    end(table.port)


def test_a_taker_that_fails_does_not_end_the_port(cable: Cable, tray: Tray) -> None:
    heard: list[Heard] = []

    def take(one: Heard) -> None:
        heard.append(one)
        if len(heard) == 1:
            raise queue.Full

    port = Port(cable.path, take)
    tray.roll(20, 17)
    assert wait_for(lambda: any(isinstance(one.event, Roll) for one in heard))
    end(port)


# Who opens what.


def test_a_second_reader_is_kept_out(cable: Cable, table: Table, tray: Tray) -> None:
    tray.roll(20, 1)
    assert wait_for(table.knows(1))
    with pytest.raises(serial.SerialException, match="exclusively lock"):
        serial.Serial(cable.path, exclusive=True)
    other = Port(cable.path, lambda _: None)
    assert wait_for(lambda: "is not there" in other.state)
    end(other)


def test_what_is_no_serial_port_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no port")
    port = Port(str(file), lambda _: None)
    assert wait_for(lambda: str(file) in port.state)
    end(port)
    assert file.read_text() == "no port"


def test_closing_ends_the_thread_and_the_descriptors(cable: Cable) -> None:
    before = descriptors()
    for _ in range(20):
        end(Port(cable.path, lambda _: None))
    assert descriptors() <= before


def test_calls_after_the_end_do_no_harm(cable: Cable) -> None:
    port = Port(cable.path, lambda _: None)
    end(port)
    port.lamps((1,))
    port.ask(6)
    end(port)
