"""L3: each roll and each press counts once and in order, whatever the line and the plug do.

A pod, a box and a daemon over a wire that drops, doubles, delays, reorders, splits and damages,
with reboots on both sides; `world` compares the daemon's journal with what the pod took in.
"""

from collections.abc import Callable

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from tests.link import told_meeting
from tests.link.luck import WAITS, play
from tests.link.world import KEYS, World
from turnkeeper.link.box import BoxEnd
from turnkeeper.link.events import Event
from turnkeeper.link.frames import Frame, Framer
from turnkeeper.link.meeting import Meeting
from turnkeeper.link.memory import Memory

ENDS = st.integers(0, 1)
PLACES = st.integers(0, 7)
LAMPS = st.lists(st.integers(0, 1), max_size=KEYS).map(tuple)


class BadWire(RuleBasedStateMachine):
    """Everything that can happen, in any order; at the end the wire is good and all must come."""

    make: Callable[[], World] = World

    def __init__(self) -> None:
        super().__init__()
        self.world = type(self).make()

    @initialize(known=st.booleans())
    def begin(self, known: bool) -> None:
        """The box knows the pod already, or not."""
        if known:
            self.world.carry_all()

    @rule(sides=st.sampled_from([10, 20, 100]), face=st.integers(1, 10))
    def roll(self, sides: int, face: int) -> None:
        """A die comes to rest."""
        self.world.roll(sides, face)

    @rule(key=st.integers(1, KEYS), comes_up=st.booleans())
    def finger(self, key: int, comes_up: bool) -> None:
        """A key goes down or comes up."""
        (self.world.release if comes_up else self.world.press)(key)

    @rule(end=ENDS, most=st.sampled_from([9_999, 9_999, 9_999, 1, 20]))
    def carry(self, end: int, most: int) -> None:
        """A piece arrives, or its beginning."""
        self.world.carry(end, most)

    @rule()
    def carry_all(self) -> None:
        """Everything arrives."""
        self.world.carry_all()

    @rule(ms=st.sampled_from(WAITS))
    def wait(self, ms: int) -> None:
        """Time passes."""
        self.world.wait(ms)

    @rule(killed=st.booleans())
    def work(self, killed: bool) -> None:
        """The daemon takes an event; the plug may be pulled meanwhile."""
        self.world.work(killed=killed)

    @rule(end=ENDS, place=PLACES, what=st.sampled_from(["drop", "double", "delay"]))
    def mislead(self, end: int, place: int, what: str) -> None:
        """A piece is lost, comes twice, or late."""
        getattr(self.world, what)(end, place)

    @rule(end=ENDS, place=PLACES, bit=st.integers(0, 599))
    def damage(self, end: int, place: int, bit: int) -> None:
        """A bit is turned."""
        self.world.damage(end, place, bit)

    @rule(lit=LAMPS, sides=st.sampled_from([0, 10, 20]))
    def want(self, lit: tuple[int, ...], sides: int) -> None:
        """The box wants other lamps and another die."""
        self.world.want(lit, sides)

    @rule(what=st.sampled_from(["reboot", "kill", "unplug", "move", "wave"]))
    def upset(self, what: str) -> None:
        """An end starts anew, or the cable is pulled, or an event is no history."""
        getattr(self.world, what)()

    def teardown(self) -> None:
        """See that all has come."""
        self.world.settle()


def test_whatever_happens_each_roll_and_press_counts_once(*, release: bool) -> None:
    machine = settings(max_examples=5_000 if release else 150, stateful_step_count=60)
    run_state_machine_as_test(BadWire, settings=machine)


def test_by_chance_each_roll_and_press_counts_once(*, release: bool) -> None:
    for seed in range(1_000_000 if release else 10_000):
        play_told(seed)


@pytest.mark.parametrize("seed", [996_581, 999_914])
def test_a_line_that_was_cut_short_takes_one_beat_of_the_lamps_and_no_more(seed: int) -> None:
    """Both were found by a release: the lamps' frame came onto what was left of another."""
    play_told(seed)


def play_told(seed: int) -> None:
    """Play, and say which seed it was if that does not hold."""
    try:
        play(World(), seed)
    except AssertionError as fault:
        fault.add_note(f"seed {seed}")
        raise


# Controls: each of these worlds has one thing taken out, and must turn the proof red.


class Forgets(BoxEnd):
    """A box that does not read what the journal remembers."""

    def __init__(self, seen: list[str] | tuple[str, ...] | Memory = ()) -> None:
        super().__init__(seen if isinstance(seen, Memory) else ())


class AsksNoCrc(BoxEnd):
    """A box that believes every line."""

    def __init__(self, seen: list[str] | tuple[str, ...] | Memory = ()) -> None:
        super().__init__(seen)
        self._framer = Believing()


class Believing(Framer):
    """A framer that does not look at the CRC."""

    def _holds(self, line: bytes) -> bool:
        return line != b""


class BelievesHello(Meeting):
    """A meeting that answers its own question, whenever a pod says HELLO."""

    def hello(self, frame: Frame, now_ms: int) -> list[Event]:
        """Believe it."""
        told = super().hello(frame, now_ms)
        self.question = self.question or now_ms
        pong = Frame(self.question, "PONG", f"{frame.seq} {frame.seq + 1}")
        return told + self.pong(pong, now_ms)


CONTROLS = {
    "a box that forgets": lambda: World(Forgets),
    "a box that asks for no CRC": lambda: World(AsksNoCrc),
    "a daemon that acknowledges before it journals": lambda: World(hasty=True),
}


@pytest.mark.parametrize("name", CONTROLS)
def test_control_counts_wrongly(name: str) -> None:
    def all_of_them() -> None:
        for seed in range(1_000):
            play(CONTROLS[name](), seed)

    with pytest.raises(AssertionError):
        all_of_them()


def test_control_a_box_that_forgets_is_found_by_the_machine() -> None:
    class Forgetful(BadWire):
        make = staticmethod(CONTROLS["a box that forgets"])

    # Found is enough: the smallest example of it would take long.
    machine = settings(
        max_examples=500,
        stateful_step_count=60,
        phases=[Phase.generate],
        report_multiple_bugs=False,
    )
    with pytest.raises(AssertionError):
        run_state_machine_as_test(Forgetful, settings=machine)


def test_control_a_box_that_believes_any_hello_takes_an_old_roll(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("turnkeeper.link.box.Meeting", BelievesHello)
    with pytest.raises(AssertionError):
        told_meeting.tell_an_old_hello_brings_nobody_back()
