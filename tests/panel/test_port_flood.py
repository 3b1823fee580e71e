"""L5: a deaf pod blocks nobody, and a babbling one is read no faster than people press."""

import select
from random import Random

import pytest

from tests.panel.table import Table, end
from tests.panel.tray import Cable, Tray, wait_for
from turnkeeper.panel import port as one_port


def test_a_port_that_is_never_read_blocks_nobody(cable: Cable) -> None:
    table = Table(cable.path)
    greeting = Tray(cable)
    assert wait_for(lambda: table.listen() and bool(table.others))
    greeting._end = True
    greeting.join()  # from here on nobody reads
    for press in range(20_000):
        table.port.lamps((press % 2, 1))
        table.port.ask(press % 19 + 2)
    assert wait_for(lambda: not table.port._errands)
    assert len(table.port._unsent) < 1000
    assert table.port.is_alive()
    end(table.port)


def test_a_port_whose_buffer_is_full_keeps_what_is_newest(cable: Cable) -> None:
    table, tray = Table(cable.path), Tray(cable)
    assert wait_for(lambda: table.listen() and bool(table.others))
    tray.lock.acquire()  # it stops reading
    for press in range(3000):
        table.port.lamps((press % 2, 0))
        if press % 100 == 0:
            wait_for(lambda: not table.port._errands)
    table.port.lamps((0, 1))
    tray.lock.release()
    assert wait_for(lambda: tray.pod.lamps == (0, 1))
    end(table.port)
    tray.end()


def test_a_babbling_pod_is_read_slowly_and_costs_no_memory(table: Table, cable: Cable) -> None:
    chance, sent, waits = Random(1), 0, 0
    while waits < 20:
        went = cable.write(chance.randbytes(4096))
        sent += went
        if went == 0:
            waits += 1
            select.select([], [cable.far], [], 0.005)
    assert table.port.box.ok == 0
    assert sent < 400_000, "most of it stays where it came from"
    assert table.port.is_alive()
    table.listen()
    assert table.rolls == []


def test_control_a_port_read_without_rest_takes_all_the_babble(
    monkeypatch: pytest.MonkeyPatch, table: Table, cable: Cable
) -> None:
    monkeypatch.setattr(one_port, "_BYTES_A_SECOND", 10**9)
    sent = 0
    assert wait_for(lambda: table.port.state == "" and cable.far >= 0)
    while sent < 400_000:
        sent += cable.write(bytes(4096))
        select.select([], [cable.far], [], 1.0)
    assert table.port.is_alive()


def test_a_die_gets_through_when_the_babble_ends(table: Table, tray: Tray, cable: Cable) -> None:
    with tray.lock:
        for _ in range(5):
            cable.write(Random(2).randbytes(4096))
    tray.roll(20, 17)
    assert wait_for(table.knows(1))
    assert table.rolls[0].face == 17
