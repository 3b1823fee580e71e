"""The bell wakes its thread once for all ringing, and after the end it rings no one else's file."""

import os

import pytest

from turnkeeper.panel.bell import Bell


def empty(fd: int) -> bool:
    try:
        return not os.read(fd, 1)
    except BlockingIOError:
        return True


def test_rings_before_the_wait_end_it_at_once_and_then_it_is_quiet() -> None:
    bell = Bell()
    for _ in range(100):
        bell.ring()
    bell.wait(3600)
    assert empty(bell.fileno())
    bell.close()


@pytest.mark.parametrize("rings", [1, 100_000], ids=["once", "more than a pipe holds"])
def test_nobody_who_rings_ever_waits(rings: int) -> None:
    bell = Bell()
    for _ in range(rings):
        bell.ring()
    assert not empty(bell.fileno())
    bell.close()


def test_ringing_after_the_end_writes_into_no_other_file() -> None:
    bell = Bell()
    bell.close()
    read, write = os.pipe()  # these numbers were the bell's
    os.set_blocking(read, False)
    bell.ring()
    assert empty(read)
    os.close(read)
    os.close(write)
