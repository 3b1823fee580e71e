"""The box at work: one queue, one thread that plays, and the parts of the front around it.

Callbacks of the pins and the threads of the serial ports only put what they have on the queue.
This thread takes one thing at a time: contacts become gestures, the session journals and plays
them, and then the page, the lamps and the cue that come of it are shown.
"""

import queue
import secrets
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from turnkeeper.config import Config
from turnkeeper.journal import Journal
from turnkeeper.notify import Manager
from turnkeeper.resume import keep
from turnkeeper.rules.faults import told
from turnkeeper.session import Clock, Session
from turnkeeper.shown import Shown
from turnkeeper.ui.gestures import Button, Gesture, Key, Knob, Push
from turnkeeper.watch import Watch, complain, label

MOST_AT_ONCE = 64
"""What waited in the queue is taken before a picture is drawn, up to so many."""
LOOK_SECONDS = 1.0
"""How often new ports, a card that does not save, and dead threads are looked for."""
HALT_SECONDS = 20.0
"""How long after the power key was held somebody must have halted the Pi."""


class Daemon:
    """The box. `run` plays until `stop`; everything comes in through `put`, from any thread.

    open_bus: what gives the display's bus, for the simulator and tests.  on_ready: called once,
    when a press would count.  settle: seconds that a contact may bounce; None: as real ones do.
    handled: how many gestures were taken, and what came of them shown.
    """

    def __init__(
        self,
        config: Config,
        open_bus: Callable[[], Any] | None = None,
        on_ready: Callable[[], None] | None = None,
        settle: float | None = None,
    ) -> None:
        """The display first, so that something is seen while the rest wakes up."""
        self.config = config
        self.queue: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.shown = Shown(config.display, open_bus)
        self._on_ready = on_ready
        self._settle = settle
        self.handled = self._taken = 0
        self.manager = Manager()
        self._off_until: float | None = None
        self._stopping = False
        self._touched = time.monotonic()
        self._look_at = 0.0
        self._open_parts()

    def _open_parts(self) -> None:
        # here, and not above: the first picture need not wait for the pins and the files
        from turnkeeper.panel.buzzer import Buzzer  # noqa: PLC0415
        from turnkeeper.panel.contacts import Contacts  # noqa: PLC0415
        from turnkeeper.panel.inputs import Inputs  # noqa: PLC0415
        from turnkeeper.panel.lamps import Lamps  # noqa: PLC0415
        from turnkeeper.panel.ports import Ports  # noqa: PLC0415
        from turnkeeper.pods.table import Pods  # noqa: PLC0415

        folders = self.config.folders
        self.journal = Journal(folders.journal)
        self.session = self._new_session()
        self.inputs = Inputs(self.config.pins, self.put)
        names, settle = self.inputs.names, self._settle
        self.contacts = Contacts(names) if settle is None else Contacts(names, settle)
        self.buzzer = Buzzer(self.config.pins.buzzer)
        self.shown.lamps = Lamps(self.config.pins)
        self.ports = Ports(self.config.ports, self.put, self.journal.seen())
        self.pods = self.shown.pods = Pods(self.ports, folders.state)
        self.watch = Watch(
            self.inputs, self.buzzer, self.shown.lamps, self.shown.display, self.ports
        )

    def _new_session(self) -> Session:
        from turnkeeper.tonight import gather  # noqa: PLC0415 - after the first picture

        tonight, game = gather(self.config.folders.parties)
        session = Session(self.journal, tonight, game, lambda sides: secrets.randbelow(sides) + 1)
        if session.lost:
            keep(self.config.folders.state, session.lost)
        return session

    # From other threads

    def put(self, happened: object) -> None:
        """Something happened: an Edge, a Turned, a Heard. Never waits."""
        self.queue.put(happened)

    def stop(self) -> None:
        """End `run` soon."""
        self.queue.put(None)

    @property
    def names(self) -> dict[int, str]:
        """Whose seat is which, for whoever draws the front."""
        guests = self.session.view.tonight.guests
        return {guest.seat: guest.name for guest in guests if guest.seat}

    # The one thread

    def run(self) -> int:
        """Play until `stop` or SIGTERM; gives the process's exit status."""
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                if signal.getsignal(number) is not signal.SIG_IGN:
                    signal.signal(number, lambda *_: self.stop())
        status = 0
        try:
            self._welcome()
            while not self._stopping:
                self._step()
        except OSError as gone:  # the pins' chip went away: the service manager starts us again
            complain(f"the pins are gone: {gone}")
            status = 1
        finally:
            self.close()
        return status

    def _welcome(self) -> None:
        now = time.monotonic()
        for touch in self.contacts.settle(self.inputs.levels(), now):
            self._touch(touch)
        self._tell_troubles(now)
        self._show(now)
        self.manager.tell("READY=1")
        if self._on_ready:
            self._on_ready()

    def _step(self) -> None:
        """Wait for what happens or is due next, do it, and show what came of it."""
        now = time.monotonic()
        with suppress(queue.Empty):
            self._happened(self.queue.get(timeout=max(0.0, self._due(now) - now)))
            for _ in range(MOST_AT_ONCE):  # what waits came before the time that has passed
                self._happened(self.queue.get_nowait())
        self._pass_time(time.monotonic())
        now = time.monotonic()
        self._show(now)
        self.handled = self._taken
        if self.watch.well(now):  # after all that waited: a loop that hangs says nothing
            self.manager.alive(now)

    def _happened(self, happened: object) -> None:
        from turnkeeper.panel.inputs import Edge, Turned  # noqa: PLC0415
        from turnkeeper.panel.port import Heard  # noqa: PLC0415

        match happened:
            case None:
                self._stopping = True
            case Edge(name, pressed, at):
                for touch in self.contacts.edge(name, pressed, at):
                    self._touch(touch)
            case Turned(steps):
                self._gesture(Knob(steps))
            case Heard():
                self._heard(happened)

    def _heard(self, heard: Any) -> None:  # noqa: ANN401 - the link's events have no common type
        """What a pod said: a die or a press; acknowledged when it is on the card."""
        from turnkeeper.link.events import Numbered  # noqa: PLC0415

        self._at_pods(self.pods.heard(heard, time.monotonic()))
        if isinstance(heard.event, Numbered):
            self.ports.ack(heard, self.session.front.message)

    def _at_pods(self, happened: Any) -> None:  # noqa: ANN401 - pods.table's, imported late
        """Gestures that were made at pods, and what is to be said of pods."""
        clock = self._clock(time.monotonic())
        for one in happened:
            if one.gesture:
                self._gesture(one.gesture, one.source)
            elif one.refused:
                self._touched = clock.now
                self._taken += 1
                self._sound(self.session.tell(one.sentence, clock))
            else:
                self.session.tell(one.sentence, clock)

    def _touch(self, touch: Any) -> None:  # noqa: ANN401 - panel.contacts.Touch, imported late
        name, held = touch.name, touch.kind == "hold"
        if touch.kind == "stuck":
            said = f"{label(name)} is stuck down; the others work"
            self.session.tell(said, self._clock(time.monotonic()))
        elif name.startswith("seat"):
            self._gesture(Button(int(name[4:]), held))
        elif name == "push":
            self._gesture(Push(held))
        elif name in ("next", "back"):
            self._gesture(Key(name, held))
        elif name == "power" and held:
            self._switch_off(time.monotonic())

    def _gesture(self, gesture: Gesture, source: str = "") -> None:
        """One gesture; a fault in it costs that gesture alone."""
        clock = self._clock(time.monotonic())
        self._touched = clock.now
        self._taken += 1
        if self.shown.off or (self.shown.glass.dark and not source):
            return  # too late; or the first press, which only wakes
        if self.pods.offered(gesture):
            return
        try:
            self._sound(self.session.handle(gesture, clock, source))
            if self.session.gives_seats:
                self.session.gives_seats = False
                self.pods.begin_offer()
        except Exception as fault:  # noqa: BLE001 - I2: no fault of ours may end the buttons
            complain(f"{gesture} failed: {fault!r}")
            self.session = self._new_session()
            self._sound(self.session.tell(f"a fault of ours: {told(fault)}; press again", clock))

    def _switch_off(self, now: float) -> None:
        """The power key: what was done is on the card; who may halt is asked to."""
        try:
            self.manager.switch_off()
        except OSError as fault:
            said = f"the box cannot be switched off here: {fault.strerror}"
            self.session.tell(said, self._clock(now))
            return
        self.shown.off, self._off_until = True, now + HALT_SECONDS

    def _stay_on(self, now: float) -> None:
        """Nobody halts: the battle goes on."""
        self.shown.off, self._off_until = False, None
        self.manager.stay()
        self.session.tell(
            "nobody has switched the box off; see that it is set up", self._clock(now)
        )

    def _clock(self, now: float) -> Clock:
        return Clock(now, time.time())

    def _sound(self, cue: str) -> None:
        sound = self.config.sound
        if cue and sound.on and getattr(sound, cue):
            self.buzzer.play(cue, time.monotonic())

    # Time

    def _due(self, now: float) -> float:
        """When something is to be done, whether anything happens or not."""
        dues = [self.contacts.next_due, self.buzzer.next_due, self.session.next_due()]
        dues.append(self.pods.next_due)
        dues.append(self.shown.next_due(self.session, now, now - self._touched))
        return min(due for due in (*dues, self._look_at) if due is not None)

    def _pass_time(self, now: float) -> None:
        due = self.contacts.next_due
        if due is not None and now >= due:
            for touch in self.contacts.settle(self.inputs.levels(), now):
                self._touch(touch)
        self.buzzer.tick(now)
        self.session.tick(now)
        self._at_pods(self.pods.tick(now))
        if now >= self._look_at:
            self._look_at = now + LOOK_SECONDS
            self._at_pods(self.pods.look(now))
            self.session.view.pods = self.pods.health(now)
            self.session.retry_saving()
            self._tell_troubles(now)
            if self._off_until is not None and now >= self._off_until:
                self._stay_on(now)
            if not self.watch.pins_listen():
                raise OSError("the thread of the pins has ended")

    def _tell_troubles(self, now: float) -> None:
        """Say once what is wrong with a part; the rest goes on."""
        for sentence in self.watch.news(self.session.notes):
            complain(sentence)
            self.session.tell(sentence, self._clock(now))

    # What is seen

    def _show(self, now: float) -> None:
        self.shown.show(self.session, now, now - self._touched)

    def close(self) -> None:
        """Everything dark and let go, within a few seconds whatever hangs."""
        from turnkeeper.panel.pins import release  # noqa: PLC0415

        self.shown.close()
        self.buzzer.close()
        self.inputs.close()
        self.ports.close()
        self.journal.close()
        release()
