"""The bell wakes its thread once for all ringing, and after the end it rings no one else's file."""

import os
import time

from turnkeeper.panel.bell import Bell


def test_a_ring_before_the_wait_is_heard_and_then_it_is_quiet() -> None:
    bell = Bell()
    for _ in range(100_000):  # more than a pipe holds
        bell.ring()
    before = time.monotonic()
    bell.wait(60)
    assert time.monotonic() - before < 60
    while True:
        try:
            bell.quiet()
            os.read(bell.fileno(), 1)
        except BlockingIOError:
            break
    bell.wait(0)
    bell.close()


def test_ringing_after_the_end_writes_into_no_other_file() -> None:
    bell = Bell()
    bell.close()
    read, write = os.pipe()  # these numbers were the bell's
    os.set_blocking(read, False)
    for _ in range(10):
        bell.ring()
    try:
        taken = os.read(read, 10)
    except BlockingIOError:
        taken = b""
    assert taken == b""
    os.close(read)
    os.close(write)
