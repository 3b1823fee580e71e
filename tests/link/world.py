"""A pod, a box and a daemon with a bad wire between: what promise L3 is proved on.

The wire drops, doubles, delays, reorders, splits and damages, the pod is rebooted, the box is made
anew from its journal, and at every step the daemon's journal is compared with what the pod took in.
Runs under MicroPython too, so it uses nothing of the library.
"""

from binascii import crc32

from tests.link.ledger import Told, said
from turnkeeper.link.box import BoxEnd
from turnkeeper.link.events import Hello, Numbered
from turnkeeper.link.pod import PodEnd

KEYS = 3
FULL = 60  # pieces that a wire holds


class World:
    """All of it; every method is something that happens. Broken rules raise AssertionError.

    *box* makes a box's end from the sources in the journal. *hasty* is a daemon that acknowledges
    before it journals: a control.
    """

    def __init__(self, box: type[BoxEnd] = BoxEnd, *, hasty: bool = False) -> None:
        self.make_box = box
        self.hasty = hasty
        self.now = 5
        self.boot = self.seq = 70
        self.wires: list[list[bytes]] = [[], []]  # to the box, to the pod
        self.told: list[Told] = []
        self.unacked: list[Told] = []  # of the pod as it now is
        self.queue: list[Numbered] = []  # of the daemon
        self.journaled: list[str] = []
        self.shown: list[str] = []  # acknowledged without a row, as a press in a menu is
        self.place = -1  # in `told`, of the last that came to the journal
        self.lit: tuple[int, ...] = ()
        self.sides = 0
        self.digest = 0  # of all that both ends have said
        self.pod = PodEnd("tray", self.boot, keys=KEYS, dice=1, lamps=KEYS)
        self.box = box()
        self.collect()

    # At the table.

    def roll(self, sides: int, face: int) -> None:
        """A die comes to rest in the tray."""
        if self.pod.roll(sides, face, self.now):
            self.note(f"roll d{sides} {face}")

    def press(self, key: int) -> None:
        """A key goes down."""
        if self.pod.press(key, self.now):
            self.note(f"press {key}")

    def release(self, key: int) -> None:
        """A key comes up."""
        if self.pod.release(key, self.now):
            self.note(f"release {key}")

    def want(self, lit: tuple[int, ...], sides: int) -> None:
        """The box lights other lamps and asks for another die."""
        self.lit = lit
        self.sides = sides
        self.box.lamps(lit)
        self.box.ask(sides)
        self.collect()

    def wait(self, ms: int) -> None:
        """Time passes at both ends."""
        self.now += ms
        self.box.tick(self.now)
        self.pod.tick(self.now)
        self.collect()

    # In the daemon.

    def work(self, *, killed: bool = False) -> None:
        """The daemon takes the next event from its queue; *killed* between its two steps."""
        if not self.queue:
            return
        event = self.queue.pop(0)
        steps = [self.box.ack, self.journal] if self.hasty else [self.journal, self.box.ack]
        steps[0](event)
        self.collect()
        if killed:
            self.kill()
            return
        steps[1](event)
        self.collect()

    def die(self) -> None:
        """The daemon is killed between the two steps of its work."""
        self.work(killed=True)

    def wave(self) -> None:
        """The daemon acknowledges an event that is no history, as a press in a menu."""
        if self.queue:
            event = self.queue.pop(0)
            self.shown.append(event.source)
            self.box.ack(event)
            self.collect()

    def kill(self) -> None:
        """The daemon's process ends and starts again; what it had not journaled is gone."""
        self.queue = []
        self.box = self.make_box(self.journaled[-3:])
        self.want(self.lit, self.sides)

    def move(self) -> None:
        """The line is put to another port of the box, whose end shares the memory."""
        self.box = BoxEnd(self.box.memory)
        self.want(self.lit, self.sides)

    def unplug(self) -> None:
        """The cable is pulled and put in again; what was on it is gone, the pod had power."""
        self.wires = [[], []]
        self.box.closed()
        self.collect()

    def reboot(self) -> None:
        """The pod starts anew; what is on the line still comes."""
        self.boot = self.seq = self.boot + 1_000
        self.unacked = []
        self.pod = PodEnd("tray", self.boot, keys=KEYS, dice=1, lamps=KEYS)
        self.pod.tick(self.now)
        self.collect()

    # On the wire: *end* 0 is to the box, 1 to the pod; *place* picks a piece.

    def carry(self, end: int, most: int = 9_999) -> None:
        """The first piece arrives, or its first *most* bytes."""
        wire = self.wires[end]
        if not wire:
            return
        piece = wire.pop(0)
        if len(piece) > most:
            wire.insert(0, piece[most:])
            piece = piece[:most]
        if end == 0:
            self.heard(piece)
        else:
            self.pod.receive(piece, self.now)
            self.acknowledged()
        self.collect()

    def drop(self, end: int, place: int) -> None:
        """A piece is lost."""
        wire = self.wires[end]
        if wire:
            wire.pop(place % len(wire))

    def double(self, end: int, place: int) -> None:
        """A piece comes again, after the others."""
        wire = self.wires[end]
        if wire and len(wire) < FULL:
            wire.append(wire[place % len(wire)])

    def delay(self, end: int, place: int) -> None:
        """A piece comes after the others."""
        wire = self.wires[end]
        if wire:
            wire.append(wire.pop(place % len(wire)))

    def damage(self, end: int, place: int, bit: int) -> None:
        """A bit of a piece is turned."""
        wire = self.wires[end]
        if wire:
            place %= len(wire)
            data = bytearray(wire[place])
            data[bit // 8 % len(data)] ^= 1 << bit % 8
            wire[place] = bytes(data)

    # What must hold.

    def note(self, text: str) -> None:
        """The pod has taken something in."""
        self.seq += 1
        told = Told(f"tray/{self.boot}/{self.seq}", text, self.now)
        self.told.append(told)
        self.unacked.append(told)
        self.collect()

    def heard(self, data: bytes) -> None:
        """The box has got bytes; its events are what the pod told, each waiting once."""
        for event in self.box.receive(data, self.now):
            if isinstance(event, Numbered):
                assert event.source not in [one.source for one in self.queue], "given twice"
                self.queue.append(event)
            else:
                assert isinstance(event, Hello)

    def journal(self, event: Numbered) -> None:
        """The daemon writes an event: it must be new, in order, and as it was told."""
        places = [i for i, one in enumerate(self.told) if one.source == event.source]
        assert places, f"{event} was never told"
        assert event.source not in self.journaled, f"{event} counts twice"
        assert places[0] > self.place, f"{event} comes out of order"
        assert self.told[places[0]].text == said(event)
        self.place = places[0]
        self.journaled.append(event.source)

    def acknowledged(self) -> None:
        """What the pod has let go of must be on the card, or have been no history, or too old."""
        while len(self.unacked) > self.pod.waiting:
            told = self.unacked.pop(0)
            safe = told.source in self.journaled or told.source in self.shown
            assert safe or told.too_old(self.now), f"{told.text} is lost"

    def collect(self) -> None:
        """What the ends have to say goes on the wire."""
        for end, data in enumerate((self.pod.data_to_send(), self.box.data_to_send())):
            self.digest = crc32(data, self.digest)
            if data and len(self.wires[end]) < FULL:
                self.wires[end].append(data)

    def carry_all(self) -> None:
        """Everything on the wire arrives."""
        while self.wires[0] or self.wires[1]:
            self.carry(0)
            self.carry(1)

    def settle(self) -> None:
        """The wire is good from here on: soon everything has come, and the lamps are as wanted.

        A line that was cut short before may yet take the first beat with it; the second heals.
        """
        self.release(1)
        rounds = 0
        while rounds < 12 or self.pod.waiting or (rounds < 24 and not self.as_wanted()):
            assert rounds < 600, "it does not come to rest"
            rounds += 1
            self.wait(100)
            self.carry_all()
            while self.queue:
                self.work()
            self.carry_all()
        assert not self.unacked
        assert self.as_wanted(), "lamps and die are not as wanted"

    def as_wanted(self) -> bool:
        """Whether the pod's lamps, and the die that it knows to be awaited, are the box's."""
        lamps = (self.lit + (0,) * KEYS)[:KEYS]
        return self.pod.lamps == lamps and self.pod.awaited == self.sides
