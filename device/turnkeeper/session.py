"""One evening at the table: a gesture in, at most one event on the card, a page out.

The only I/O between a press and its picture is here: the journal. An event is journaled first,
then played, then shown. This runs in one thread, one gesture at a time, and holds no clock and no
dice: time comes in as *now* and *wall*, and chance as the function *dice*.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from turnkeeper.errors import JournalError, Refused, ScriptError
from turnkeeper.journal import Journal, Row
from turnkeeper.resume import new_battle, take_up
from turnkeeper.rules.battle import Battle
from turnkeeper.rules.command import Command
from turnkeeper.rules.faults import told
from turnkeeper.script import lines
from turnkeeper.ui import dice
from turnkeeper.ui.cues import Cue, Lit, cue, lamps, moment
from turnkeeper.ui.front import REFUSED, Front
from turnkeeper.ui.gestures import Gesture
from turnkeeper.ui.outcomes import Begin, BoxRolls, GiveSeats, Leave, Refuse, Return, Take
from turnkeeper.ui.page import Page
from turnkeeper.ui.pages import faulty, page
from turnkeeper.ui.view import Meeting, Tonight, View

MESSAGE_SECONDS = 5.0
REST_SECONDS = 0.8  # after so long a number is dialled by ones again
"""How long a sentence stands over the page, if nobody does anything."""
NOT_SAVING = "NOT SAVING"


@dataclass(frozen=True, slots=True)
class Clock:
    """The moment of a gesture: *now* in seconds, monotonic; *wall* since 1970, for show alone."""

    now: float
    wall: float


class Session:
    """The battle in play, what is open over it, and the journal that holds it.

    notes: sentences about the past that somebody should see (a damaged journal, a battle that
    could not be taken up whole).  lost: script lines that an older battle had left over.
    gives_seats: the GM wants the buttons of pods given to seats.
    """

    def __init__(
        self, journal: Journal, tonight: Tonight, game: str, dice: Callable[[int], int]
    ) -> None:
        """Take up the open battle where it stands.

        game: the `system` line of a battle to begin.  dice: a face from 1 to its argument.
        """
        self.journal = journal
        self.game = game
        self.front = Front()
        self.view = View(tonight)
        self.notes = [*journal.notes, *tonight.notes]
        self.lost: list[str] = []
        self._dice = dice
        self._last: float | None = None
        self._handled = 0.0
        self._message_until = 0.0
        self._left: Battle | None = None
        self.gives_seats = False
        self._take_up()
        self._saved()

    # What is shown

    @property
    def battle(self) -> Battle | None:
        """The battle in play; None on the home page."""
        return self.view.battle

    def page(self) -> Page:
        """The page to show now; where a system's own words fail, one that says so."""
        try:
            return page(self.front, self.view).checked()
        except Exception as fault:  # noqa: BLE001 - a game of one's own may fail in any way
            return faulty(told(fault), self.view)

    def lamps(self) -> dict[int, Lit]:
        """What each seat's lamp is to do now; where a system cannot say, the page does."""
        with suppress(Exception):  # a game of one's own may fail in any way
            return lamps(self.view, self.front.claim)
        return {}

    def awaited(self) -> int:
        """The sides of the die that is asked for now; 0 for none, as where a system fails."""
        with suppress(Exception):
            return dice.sides(self.battle, self.front.claim) if self.battle else 0
        return 0

    def next_due(self) -> float | None:
        """When `tick` has something to do."""
        return self._message_until if self.front.message else None

    def tick(self, now: float) -> None:
        """Time has passed: a sentence that stood long enough goes."""
        if self.front.message and now >= self._message_until:
            self.front.message = ""

    # What happens

    def handle(self, gesture: Gesture, clock: Clock, source: str = "") -> Cue:
        """Do what the gesture comes to; gives the cue to sound, "" for none.

        When this returns, what the gesture did is on the card, or NOT SAVING shows. *source* is
        where a pod's gesture came from, kept in the journal so that it never counts twice.
        """
        said: Cue = ""
        if clock.now - self._handled > REST_SECONDS:
            self.front.rest()
        self._handled = clock.now
        match self.front.gesture(gesture, self.view):
            case Refuse(reason):
                said = self.tell(reason, clock)
            case Begin(meeting):
                said = self._begin(meeting, clock)
            case Leave():
                self._left, self.view.battle = self.battle, None
                self.front = Front()
            case GiveSeats():
                self.front.stack.clear()
                self.gives_seats = True
            case Return() if not self._left:
                said = self.tell("there is no battle to go back to", clock)
            case Return():
                self._left, self.view.battle = None, self._left
                self.front = Front()  # where the cursor stood at home is no row of the battle's
            case BoxRolls(name, sides):
                rolled = Command("roll", (name, str(self._dice(sides))))
                said = self.take(rolled, clock, source)
            case Take(command):
                said = self.take(command, clock, source)
        return said

    def tell(self, sentence: str, clock: Clock, heading: str = REFUSED) -> Cue:
        """Show a sentence over the page for a while, with the cue that goes with a refusal."""
        self.front.message = sentence[:1].upper() + sentence[1:]
        self.front.heading = heading
        self._message_until = clock.now + MESSAGE_SECONDS
        return "refused"

    def take(self, command: Command, clock: Clock, source: str = "") -> Cue:
        """Journal the command and play it, or say why the rules refuse it."""
        battle = self.battle
        if not battle:
            return self.tell("there is no battle", clock)
        if reason := battle.refusal(command):
            return self.tell(reason, clock)
        before = moment(self.view)
        elapsed = 0 if self._last is None else round((clock.now - self._last) * 1000)
        self._last = clock.now
        self._journal(lines.written(command), battle.digest(), elapsed, clock, source)
        battle.push(command)
        self.front.settle(self.view)
        if command.verb in ("undo", "redo"):
            return ""
        rolled: Cue = "taken" if command.verb in ("roll", "die") else ""
        return cue(before, moment(self.view)) or rolled

    def _journal(self, line: str, digest: str, elapsed: int, clock: Clock, source: str) -> None:
        self._save(lambda: self.journal.append(line, digest, elapsed, clock.wall, source))

    def _save(self, what: Callable[[], object]) -> None:
        try:
            what()
        except JournalError as fault:
            if str(fault) not in self.notes:
                self.notes.append(str(fault))
        self._saved()

    def _saved(self) -> None:
        self.view.alert = "" if self.journal.saving else NOT_SAVING

    def retry_saving(self) -> None:
        """Try again to put on the card what could not be put there."""
        if not self.journal.saving:
            self.journal.retry()
            self._saved()

    # Beginning, and taking up again

    def _begin(self, number: int, clock: Clock) -> Cue:
        """A new battle: its combatants join, then the positions are asked for."""
        meeting = self.view.tonight.meetings[number]
        if meeting.problem:
            return self.tell(meeting.problem, clock)
        present = [g for g in self.view.tonight.guests if g.name not in self.view.tonight.absent]
        joining = [*(g.joins for g in present), *meeting.foes]
        battle, rows = new_battle(self.game), []
        try:
            for command in joining:
                rows.append(Row(lines.written(command), battle.digest(), 0, clock.wall, ""))
                battle.push(command)
        except Refused as refused:
            return self.tell(f"{meeting.name}: {refused}", clock)
        self._save(lambda: self.journal.begin(self.game, clock.wall, rows))
        self.view.battle = battle
        self.view.reserve = self._reserve(meeting)
        self.front = Front()
        self._last = clock.now
        return "round"

    def _reserve(self, meeting: Meeting | None) -> tuple[Command, ...]:
        """Who may join later: the encounter's reserve, who was removed, and who comes late."""
        meetings = [meeting] if meeting else self.view.tonight.meetings
        waiting = [c for m in meetings for c in (*m.reserve, *(m.foes if meeting else ()))]
        return (*waiting, *(guest.joins for guest in self.view.tonight.guests))

    def _take_up(self) -> None:
        """Stand where the last committed event left the last battle, be it over or not.

        Where a row no longer means what it meant (its prompt's digest differs after an upgrade),
        the battle goes on from there, under a new number; the whole of it is kept as `lost`.
        """
        try:
            if not (infos := self.journal.battles()):
                return
            number, head = infos[-1].number, infos[-1].line
            rows = self.journal.rows(number)
            taken = take_up(head, rows)
        except (JournalError, Refused, ScriptError) as fault:
            self.notes.append(f"the last battle cannot be taken up: {fault}")
            return
        if taken.left_over:
            self.lost = taken.lost
            of = len(taken.done) + len(taken.left_over)
            self.notes.append(f"battle {number} goes on after {len(taken.done)} of {of} events")
            self._begin_anew(head, taken.done)
        self.view.battle = taken.battle
        self.view.reserve = self._reserve(self._meeting_of(rows))

    def _meeting_of(self, rows: list[Row]) -> Meeting | None:
        """The encounter whose foes have all joined the battle, be it undone since."""
        joined = {lines.command(row.line) for row in rows if row.line.startswith("combatant ")}
        fitting = [m for m in self.view.tonight.meetings if m.foes and joined >= set(m.foes)]
        return fitting[0] if fitting else None

    def _begin_anew(self, head: str, rows: list[Row]) -> None:
        """Keep what still holds as a battle of its own; nothing is deleted."""
        self._save(lambda: self.journal.begin(head, rows[0].wall if rows else 0.0, rows))
