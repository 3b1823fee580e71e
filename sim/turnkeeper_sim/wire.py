"""What the box's process and the window say to each other: JSON, one object a line.

The window is the hands and the eyes, so it says what fingers do to pins and hears what eyes and
ears would take in.  Nothing of a battle passes here.
"""

import contextlib
import socket
import threading
from typing import Generic, TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


class ToBox(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """From the hands: pin *pin* (BCM) goes to *level*; or *quit*: switch off in good order."""

    pin: int | None = None
    level: int = 1
    quit: bool = False


class Picture(msgspec.Struct):
    """The glass: rows of 1-bit pixels as Pillow packs them (base64 in the JSON), and its size.

    *contrast* is the panel's register, 0 to 255.
    """

    bits: bytes
    width: int
    height: int
    contrast: int


class FromBox(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """To the eyes and ears: only what has changed is there.

    *ready* comes once, when the box is up, with the *names* on the seats (1 to 8).  *lamps* are
    those that changed, *buzzer* is 1 while it sounds.
    """

    ready: bool = False
    names: dict[int, str] | None = None
    lamps: dict[int, int] | None = None
    picture: Picture | None = None
    buzzer: int | None = None


class Channel(Generic[T]):
    """One end of the socket: sends any message, receives those of type *takes*."""

    def __init__(self, sock: socket.socket, takes: type[T]) -> None:
        """Take over *sock*, which stays blocking."""
        self._sock = sock
        self._decoder = msgspec.json.Decoder(takes)
        self._rest = b""
        self._sending = threading.Lock()

    def fileno(self) -> int:
        """Return the socket's descriptor, for select."""
        return self._sock.fileno()

    def send(self, message: ToBox | FromBox) -> bool:
        """Send *message*; return False if nobody is there any more."""
        line = msgspec.json.encode(message) + b"\n"
        with self._sending:
            try:
                self._sock.sendall(line)
            except OSError:
                return False
        return True

    def receive(self) -> list[T] | None:
        """Wait for data and return the messages that are whole now; None once the peer is gone."""
        try:
            data = self._sock.recv(65536)
        except OSError:
            return None
        if not data:
            return None
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [self._decoder.decode(line) for line in lines]

    def close(self) -> None:
        """Hang up: a receive that waits in another thread returns None."""
        with contextlib.suppress(OSError):
            self._sock.shutdown(socket.SHUT_RDWR)
        self._sock.close()
