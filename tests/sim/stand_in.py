"""A program that talks as the simulated box does, without a battle: it shows what it is told.

Started as a child by the tests of the desk and the window, with the box's own arguments.  A seat's
lamp is lit while its button is down; the picture has a pixel lit for each edge so far; a die
that comes down the line is answered, and its face is the next picture's row of pixels.
"""

import argparse
import os
import select
import socket
import sys
import termios
import time
from pathlib import Path

from PIL import Image

from turnkeeper.config import Pins
from turnkeeper.link.box import BoxEnd
from turnkeeper.link.events import Roll
from turnkeeper_sim.wire import Channel, FromBox, Picture, ToBox

NAMES = {1: "Ann", 2: "Bo", 3: "Žofia", 4: "王小明"}


def told() -> argparse.Namespace:
    """Read the command line that the box gets."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--socket", type=int, required=True)
    parser.add_argument("--port", type=Path, required=True)
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--parties", type=Path)
    return parser.parse_args()


class StandIn:
    """The stand-in's few states."""

    def __init__(self, channel: Channel[ToBox], port: int) -> None:
        self.channel, self.port = channel, port
        self.end = BoxEnd()
        self.edges = 0
        self.face = 0

    def show(self) -> None:
        """Send the picture: a row of pixels for edges, one below it for the last face."""
        glass = Image.new("1", (128, 64))
        for row, count in enumerate((self.edges, self.face)):
            for x in range(min(count, 128)):
                glass.putpixel((x, row), 1)
        self.channel.send(FromBox(picture=Picture(glass.tobytes(), 128, 64, 200)))

    def hear(self, messages: list[ToBox] | None) -> bool:
        """Take messages; False ends it."""
        seats = Pins().seats
        for message in messages or ():
            self.edges += 1
            if message.pin in seats:
                seat, down = seats.index(message.pin) + 1, 1 - message.level
                self.channel.send(FromBox(lamps={seat: down}, buzzer=down))
        self.show()
        return messages is not None and not any(message.quit for message in messages)

    def serve(self) -> None:
        """Serve until told to end, or until nobody is there."""
        while True:
            ends = [self.channel.fileno(), self.port]
            readable, _, _ = select.select(ends, [], [], 0.05)
            now = time.monotonic_ns() // 1_000_000
            data = os.read(self.port, 4096) if self.port in readable else b""
            for event in self.end.receive(data, now) + self.end.tick(now):
                self.end.ask(10)
                if isinstance(event, Roll):
                    self.face = event.face
                    self.end.ack(event)
                    self.end.ask(0)
                    self.show()
            os.write(self.port, self.end.data_to_send())
            if ends[0] in readable and not self.hear(self.channel.receive()):
                return


def main() -> None:
    """Play the box."""
    given = told()
    if (given.state / "broken").exists():
        sys.exit("the card is full of holes")
    port = os.open(given.port, os.O_RDWR | os.O_NOCTTY)
    assert not termios.tcgetattr(port)[3] & termios.ECHO, "the pod's words must not come back"
    channel = Channel(socket.socket(fileno=given.socket), ToBox)
    channel.send(FromBox(ready=True, names=NAMES))
    stand_in = StandIn(channel, port)
    stand_in.show()
    stand_in.serve()


if __name__ == "__main__":
    main()
