# long because the one queue and all that comes of it are one loop, read together.
"""The box at work: one queue, one thread that plays, and the parts of the front around it.

Callbacks of the pins and the threads of the serial ports only put what they have on the queue.
This thread takes one thing at a time: contacts become gestures, the session journals and plays
them, and then the page, the lamps and the cue that come of it are shown.
"""

import gc
import queue
import secrets
import signal
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from turnkeeper.config import Config
from turnkeeper.counters import Tally
from turnkeeper.journal import Journal
from turnkeeper.notify import Manager
from turnkeeper.power import Power
from turnkeeper.resume import keep
from turnkeeper.rules.faults import told
from turnkeeper.session import Clock, Session
from turnkeeper.shown import Shown
from turnkeeper.ui.gestures import Gesture
from turnkeeper.watch import Watch, complain

if TYPE_CHECKING:
    from turnkeeper.pods.table import News

MOST_AT_ONCE = 64  # what waited in the queue is taken before a picture is drawn
FAULT_SECONDS = 0.05  # a rest, so that a fault which comes again and again leaves time to press
LOOK_SECONDS = 1.0  # between looks for new ports, a card that does not save, and dead threads


class Daemon:
    """The box. `run` plays until `stop`; everything comes in through `put`, from any thread.

    open_bus: what gives the display's bus, for the simulator and tests.  on_ready: called once,
    when a press would count.  settle: seconds that a contact may bounce; None: as real ones do.
    fleeting: see `Journal`.  handled: how many gestures were taken, and what came of them shown.
    """

    def __init__(
        self,
        config: Config,
        open_bus: Callable[[], Any] | None = None,
        on_ready: Callable[[], None] | None = None,
        settle: float | None = None,
        fleeting: str = "",
    ) -> None:
        """The display first, so that something is seen while the rest wakes up."""
        self.config = config
        self.queue: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.shown = Shown(config.display, open_bus)
        self._on_ready = on_ready
        self._settle = settle
        self._fleeting = fleeting
        self.handled = 0
        self.manager = Manager()
        self.tally = Tally(self.manager.folder, time.monotonic(), time.time())
        self.power = Power(self.manager)
        self._stopping = False
        self._touched = time.monotonic()
        self._look_at = 0.0
        self._open_parts()

    def _open_parts(self) -> None:
        # here, and not above: the first picture need not wait for the pins and the files
        from turnkeeper.panel.buzzer import Buzzer  # noqa: PLC0415
        from turnkeeper.panel.lamps import Lamps  # noqa: PLC0415
        from turnkeeper.senses import Senses  # noqa: PLC0415

        config, shown = self.config, self.shown
        self.journal = Journal(config.folders.journal, fleeting=self._fleeting)
        self.session = self._new_session()
        self.senses = Senses(config, self.put, self.journal.seen(), self._settle)
        self.buzzer = Buzzer(config.pins.buzzer)
        shown.lamps, shown.pods = Lamps(config.pins), self.senses.pods
        inputs, ports = self.senses.inputs, self.senses.ports
        self.watch = Watch(inputs, self.buzzer, shown.lamps, shown.display, ports)
        self._counted = self.senses, shown.display, self.journal

    def _new_session(self) -> Session:
        from turnkeeper.tonight import gather  # noqa: PLC0415 - after the first picture

        tonight, game = gather(self.config.folders.parties)
        if self._fleeting:
            tonight.problem = tonight.problem or "battles do not last"
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

    # The one thread

    def run(self) -> int:
        """Play until `stop` or SIGTERM; gives the process's exit status."""
        if threading.current_thread() is threading.main_thread():  # the process is the box
            gc.freeze()  # what is here stays; to look through it for garbage would hold up a press
            for number in (signal.SIGTERM, signal.SIGINT):
                if signal.getsignal(number) is not signal.SIG_IGN:
                    signal.signal(number, lambda *_: self.stop())
        status = 0
        try:
            self._welcome()
            while not self._stopping:
                try:
                    self._step()
                except OSError:
                    raise
                except Exception as bug:  # noqa: BLE001 - I2: no fault of ours may end the buttons
                    self._faulted("a step", bug)
                    time.sleep(FAULT_SECONDS)
        except OSError as gone:  # the pins' chip went away: the service manager starts us again
            self.tally.state = f"the pins are gone: {gone}"
            complain(self.tally.state)
            status = 1
        finally:
            self.close()
        return status

    def _welcome(self) -> None:
        now = time.monotonic()
        self._news(self.senses.first_look(now))
        self._tell_troubles(now)
        self._show(now)
        self.manager.tell("READY=1")
        if self._on_ready:
            self._on_ready()

    def _step(self) -> None:
        """Wait for what happens or is due next, do it, and show what came of it."""
        now = time.monotonic()
        since = self._take(max(0.0, self._due(now) - now))
        self._pass_time(time.monotonic())
        now = time.monotonic()
        self._show(now)
        self.handled = self.tally.gestures
        if since is not None:
            self.tally.took(time.monotonic() - since)
        if self.watch.well(now):  # after all that waited: a loop that hangs says nothing
            self.manager.alive(now)
        else:
            self.manager.hung(now)

    def _take(self, wait: float) -> float | None:
        """What waits, or comes within *wait* seconds; gives when the first of it happened."""
        since = None
        with suppress(queue.Empty):
            first = self.queue.get(timeout=wait)
            since = getattr(first, "at", time.monotonic())
            self.tally.waited(self.queue.qsize())
            self._happened(first)
            for _ in range(MOST_AT_ONCE):  # what waits came before the time that has passed
                self._happened(self.queue.get_nowait())
        return since

    def _happened(self, happened: object) -> None:
        if happened is None:
            self._stopping = True
            return
        self._news(self.senses.take(happened, time.monotonic()))
        self.senses.answer(happened, self.session.front.message)

    def _news(self, news: "Iterable[News]") -> None:
        """Gestures that were made, and what is to be said of buttons and pods."""
        clock = self._clock(time.monotonic())
        for one in news:
            if one.gesture:
                self._gesture(one.gesture, one.source)
            elif one.power:
                self._tell(self.power.held(clock.now), clock.now)
            elif one.refused:
                self._touched = clock.now
                self.tally.gestures += 1
                self._sound(self.session.tell(one.sentence, clock))
            else:
                self._tell(one.sentence, clock.now)

    def _gesture(self, gesture: Gesture, source: str = "") -> None:
        """One gesture; a fault in it costs that gesture alone."""
        clock = self._clock(time.monotonic())
        self._touched = clock.now
        self.tally.gestures += 1
        if self.power.off or (self.shown.glass.dark and not source):
            return  # too late; or the first press, which only wakes
        if self.senses.pods.offered(gesture):
            return
        try:
            self._sound(self.session.handle(gesture, clock, source))
            if self.session.gives_seats:
                self.session.gives_seats = False
                self.senses.pods.begin_offer()
        except Exception as fault:  # noqa: BLE001 - whatever it is, it costs this gesture alone
            self._faulted(gesture, fault)

    def _faulted(self, what: object, fault: Exception) -> None:
        """I2: no fault of ours ends the buttons; the battle is taken up anew."""
        self.tally.faults += 1
        complain(f"{what} failed: {fault!r}")
        self.session = self._new_session()
        self._tell(f"a fault of ours: {told(fault)}; press again", time.monotonic())

    def _tell(self, sentence: str, now: float) -> None:
        """Show a sentence, if there is one, without a sound."""
        if sentence:
            self.session.tell(sentence, self._clock(now), "Mind")

    def _clock(self, now: float) -> Clock:
        return Clock(now, time.time())

    def _sound(self, cue: str) -> None:
        sound = self.config.sound
        if cue and sound.on and getattr(sound, cue):
            self.buzzer.play(cue, time.monotonic())

    # Time

    def _due(self, now: float) -> float:
        """When something is to be done, whether anything happens or not."""
        dues = [self.senses.next_due, self.buzzer.next_due, self.session.next_due()]
        dues.append(self.shown.next_due(self.session, now, now - self._touched))
        return min(due for due in (*dues, self._look_at) if due is not None)

    def _pass_time(self, now: float) -> None:
        self._news(self.senses.pass_time(now))
        self.buzzer.tick(now)
        self.session.tick(now)
        if now >= self._look_at:
            self._look_at = now + LOOK_SECONDS
            self._news(self.senses.pods.look(now))
            self.session.view.pods = self.senses.pods.health(now)
            self.session.retry_saving()
            self._tell_troubles(now)
            self._tell(self.power.look(now), now)
            self.tally.look(now, *self._counted)
            if not self.watch.pins_listen():
                raise OSError("the thread of the pins has ended")

    def _tell_troubles(self, now: float) -> None:
        """Say once what is wrong with a part; the rest goes on."""
        for sentence in self.watch.news(self.session.notes):
            complain(sentence)
            self._tell(sentence, now)

    def _show(self, now: float) -> None:
        self.shown.off = self.power.off
        self.shown.show(self.session, now, now - self._touched)

    def close(self) -> None:
        """Everything dark and let go, within a few seconds whatever hangs."""
        from turnkeeper.panel.pins import release  # noqa: PLC0415

        for part in (self.shown, self.buzzer, self.senses, self.journal):
            part.close()
        self.tally.end(time.monotonic(), *self._counted)
        release()
