"""A /dev/i2c-N for an unmodified child process: no kernel's help, no root.

umockdev's preload library forwards the child's ioctls over a socket; this is the other end. A
device is a callable that takes the bytes of one write, and raises OSError where it does not answer.
"""

import errno
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

LIBRARY = "libumockdev-preload.so.0"
# ioctl requests of linux/i2c-dev.h, and what an adapter can do (as i2c-bcm2835's).
_SLAVE, _SLAVE_FORCE, _FUNCS, _RDWR, _SMBUS = 0x703, 0x706, 0x705, 0x707, 0x720
_ABILITIES = 0x0EFF0009
# umockdev's own requests and answers.
_IOCTL, _DONE, _READ, _WRITE = 1, 3, 5, 6
_STATUS = b"\x40"

Device = Callable[[bytes], None]


def available() -> bool:
    """Whether the library can be preloaded here."""
    try:
        done = subprocess.run(
            ["/bin/true"], env={"LD_PRELOAD": LIBRARY}, capture_output=True, check=False
        )
    except OSError:
        return False
    return done.returncode == 0 and not done.stderr


class FakeI2C:
    """A bus with *devices* by address, which may be changed at any time: an unplugged one is away.

    `environment` is what the child needs to see it. A context: its threads end with it.
    """

    def __init__(self, number: int, devices: Mapping[int, Device]) -> None:
        """Know what is on the bus."""
        self.number, self.devices = number, dict(devices)
        self.transfers = 0

    def __enter__(self) -> Self:
        """Lay the node and listen for whoever opens it."""
        self._root = Path(tempfile.mkdtemp(prefix="i2c-"))
        name = f"i2c-{self.number}"
        for folder in ("dev", "sys", "ioctl/dev"):
            (self._root / folder).mkdir(parents=True)
        (self._root / "dev" / name).touch()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self._root / "ioctl" / "dev" / name))
        self._listener.listen()
        threading.Thread(target=self._accept, name="bus", daemon=True).start()
        self.environment = {"UMOCKDEV_DIR": str(self._root), "LD_PRELOAD": LIBRARY}
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take it away."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        shutil.rmtree(self._root)

    def write(self, address: int, payload: bytes) -> None:
        """One write on the bus."""
        device = self.devices.get(address)
        if device is None:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        self.transfers += 1
        device(payload)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                _Client(self._listener.accept()[0], self)


class _Client(threading.Thread):
    """One open file of the child."""

    def __init__(self, sock: socket.socket, bus: FakeI2C) -> None:
        super().__init__(name="bus client", daemon=True)
        self._socket, self._bus, self._address = sock, bus, 0
        self.start()

    def run(self) -> None:
        """Answer until the child closes the file."""
        with self._socket, suppress(EOFError, ConnectionError):
            while True:
                kind, request, argument = struct.unpack("<QQQ", self._receive(24))
                result, error = 0, 0
                try:
                    result = self._asked(kind, request, argument)
                except OSError as fault:
                    result, error = -1, fault.errno or errno.EIO
                self._socket.sendall(struct.pack("<QqQ", _DONE, result, error))

    def _asked(self, kind: int, request: int, argument: int) -> int:
        if kind != _IOCTL:
            raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))
        return self._ioctl(request, argument)

    def _ioctl(self, request: int, argument: int) -> int:
        if request in (_SLAVE, _SLAVE_FORCE):
            self._address = argument
        elif request == _FUNCS:
            self._put(argument, struct.pack("<I", _ABILITIES))
        elif request == _SMBUS:
            self._smbus(argument)
        elif request == _RDWR:
            return self._messages(argument)
        else:
            raise OSError(errno.ENOTTY, "no ioctl of I2C")
        return 0

    def _smbus(self, argument: int) -> None:
        reading, command, size, data = struct.unpack("<BBxxIQ", self._get(argument, 16))
        if reading:
            self._put(data, _STATUS)
        elif size == 8:  # a block, as luma sends commands
            block = self._get(data, 34)
            self._bus.write(self._address, bytes([command]) + block[1 : 1 + block[0]])
        else:
            payload = self._get(data, 1) if size == 2 else b""
            self._bus.write(self._address, bytes([command]) + payload if size else b"")

    def _messages(self, argument: int) -> int:
        """Take a list of messages, as luma sends picture data."""
        address, count = struct.unpack("<QI", self._get(argument, 12))
        raw = self._get(address, 16 * count)
        for number in range(count):
            device, flags, length, at = struct.unpack_from("<HHHxxQ", raw, 16 * number)
            if flags & 1:
                self._put(at, _STATUS * length)
            else:
                self._bus.write(device, self._get(at, length))
        return int(count)

    def _receive(self, count: int) -> bytes:
        got = b""
        while len(got) < count:
            more = self._socket.recv(count - len(got))
            if not more:
                raise EOFError
            got += more
        return got

    def _get(self, address: int, count: int) -> bytes:
        self._socket.sendall(struct.pack("<QQQ", _READ, address, count))
        return self._receive(count)

    def _put(self, address: int, data: bytes) -> None:
        self._socket.sendall(struct.pack("<QQQ", _WRITE, address, len(data)) + data)
