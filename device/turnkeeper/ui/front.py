"""The front of the box: which list is open, where the cursor is, who claimed a die.

`Front.gesture` turns what people do into what it comes to; it changes no battle. Moving a cursor
is no history: all of this is forgotten when the plug is pulled, and nothing is lost by it.
"""

from dataclasses import dataclass

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.command import Command
from turnkeeper.ui import dice
from turnkeeper.ui.building import dialled
from turnkeeper.ui.choices import listing
from turnkeeper.ui.gestures import Button, Die, Gesture, Key, Knob, Push
from turnkeeper.ui.lists import Back, Does, Spec
from turnkeeper.ui.marking import next_mark, rows_of
from turnkeeper.ui.outcomes import Begin, BoxRolls, Leave, Outcome, Refuse, Take
from turnkeeper.ui.view import Tonight, View, seated


@dataclass(slots=True)
class Overlay:
    """An open list. *cursor*: its row, or the number dialled; *seat*: whose hold opened it."""

    spec: Spec
    cursor: int
    seat: int = 0


class Front:
    """What is open over the page of the battle itself.

    stack: the open lists, the last on top.  cursor: the row on the home or positions page.
    face: the face that is dialled, 0 for none; one above the die's sides lets the box roll.
    dialling: for whom.  claim: who takes the next die from the tray, "" for nobody.  chose: the
    list from which the last outcome came.  message: a sentence that stands over everything until
    the next gesture.
    """

    def __init__(self) -> None:
        """Nothing is open."""
        self.stack: list[Overlay] = []
        self.cursor = 0
        self.face = 0
        self.dialling = ""
        self.claim = ""
        self.chose: Overlay | None = None
        self.message = ""

    def settle(self, view: View) -> None:
        """An event was taken: the list that led to it closes, and what no longer holds is gone."""
        if self.chose in self.stack:
            self.stack.clear()
        roller = dice.roller(view.battle, self.claim) if view.battle else None
        if self.claim and (not roller or roller.name != self.claim):
            self.claim = ""
        if not roller or roller.name != self.dialling:
            self.face = 0

    def gesture(self, gesture: Gesture, view: View) -> Outcome | None:
        """What the gesture comes to; None where only the page changes."""
        told, self.message = self.message, ""
        self.chose = None
        match gesture:
            case Button(seat, held):
                return self._button(seat, held, view)
            case Die(sides, face):
                return dice.rested(view.battle, self.claim, sides, face)
            case Key(name, held):
                return self._next(view) if name == "next" else self._back(held, view, told)
            case Knob(steps):
                self._turn(steps, view)
            case Push(held=True):
                self._close()
            case Push() if not told:
                return self._push(view)
        return None

    # The players' buttons

    def _button(self, seat: int, held: bool, view: View) -> Outcome | None:
        if not (battle := view.battle):
            return self._arrive(seat, view)
        who = seated(battle, seat)
        if not who:
            return Refuse(f"seat {seat} is nobody's in this battle")
        mine = next((o for o in self.stack if o.seat == seat), None)
        if mine and mine is self.stack[-1]:
            if held:
                return self._choose(view)
            self._move(1, view)
            return None
        if held:
            self.stack = [Overlay(Spec("deeds", words=(who.name,)), 0, seat)]
            return None if listing(self.stack[-1].spec, view).items else self._nothing(battle, who)
        return self._press(battle, who)

    def _nothing(self, battle: Battle, who: Combatant) -> Refuse:
        self.stack.clear()
        return Refuse(f"{who.name} can do nothing now: {battle.awaited()}")

    def _press(self, battle: Battle, who: Combatant) -> Outcome | None:
        """A short press: the turn is over, or the next die is mine."""
        if battle.table.asking(who, "roll"):
            self.claim = "" if self.claim == who.name else who.name
            self.settle(View(Tonight(), battle))
            return None
        return Take(Command(battle.prompt.press or "done", (who.name,)))

    def _arrive(self, seat: int, view: View) -> Outcome | None:
        """On the home page one's own button says: I am here tonight, or not."""
        guest = next((g for g in view.tonight.guests if g.seat == seat), None)
        if not guest:
            return Refuse(f"seat {seat} is nobody's in this party")
        view.tonight.absent ^= {guest.name}
        return None

    # The GM's keys

    def _next(self, view: View) -> Outcome | None:
        battle = view.battle
        if not battle:
            return Begin(self.cursor) if self._on_meeting(view) else self._push(view)
        self.stack.clear()
        if battle.table.over:
            return Leave()
        return Take(Command("next" if battle.table.started else "start"))

    def _back(self, held: bool, view: View, told: str) -> Outcome | None:
        if self.stack and not held:
            self.stack.pop()
            return None
        if self.face and not held:
            self.face = 0
            return None
        if told and not held:
            return None
        if not view.battle:
            return Refuse("there is no battle to take a step back in")
        return Take(Command("redo" if held else "undo"))

    # The knob

    def _close(self) -> None:
        self.stack.clear()
        self.face = 0

    def _turn(self, steps: int, view: View) -> None:
        battle = view.battle
        if self.stack:
            self._move(steps, view)
        elif not battle:
            rows = len(view.tonight.meetings) + len(view.tonight.guests)
            self.cursor = min(max(self.cursor + steps, 0), max(rows - 1, 0))
        elif roller := dice.roller(battle, self.claim):
            self.dialling = roller.name
            self.face = (self.face + steps) % (dice.sides(battle, self.claim) + 2)
        elif not battle.table.started:
            self.cursor = min(max(self.cursor + steps, 0), len(rows_of(battle)))
        else:
            self.open(Spec("order"), view)
            self._move(steps, view)

    def _push(self, view: View) -> Outcome | None:
        battle = view.battle
        if self.stack:
            return self._choose(view)
        if not battle:
            return self._home(view)
        if battle.table.over:
            return Leave()
        roller = dice.roller(battle, self.claim)
        if self.face and roller:
            return self._enter(battle, roller)
        rows = rows_of(battle) if not battle.table.started else []
        if self.cursor < len(rows):
            return next_mark(battle, rows[self.cursor])
        self.open(Spec("menu"), view)
        return None

    def _enter(self, battle: Battle, roller: Combatant) -> Outcome:
        """The face that was dialled; above the highest the box rolls."""
        if self.face > dice.sides(battle, self.claim):
            return BoxRolls(roller.name, dice.sides(battle, self.claim))
        return Take(Command("roll", (roller.name, str(self.face))))

    def _on_meeting(self, view: View) -> bool:
        return self.cursor < len(view.tonight.meetings)

    def _home(self, view: View) -> Outcome | None:
        """Begin the battle under the cursor, or switch a character on or off."""
        tonight = view.tonight
        if self._on_meeting(view):
            return Begin(self.cursor)
        guest = self.cursor - len(tonight.meetings)
        if guest < len(tonight.guests):
            tonight.absent ^= {tonight.guests[guest].name}
        return None

    # Lists

    def open(self, spec: Spec, view: View, seat: int = 0) -> None:
        """Open a list on top, at the row or number where it starts."""
        self.stack.append(Overlay(spec, listing(spec, view).start, seat))

    def _move(self, steps: int, view: View) -> None:
        top = self.stack[-1]
        opened = listing(top.spec, view)
        if opened.dial:
            low, high = opened.dial
            top.cursor = low + (top.cursor - low + steps) % (high - low + 1)
        elif opened.items:
            at = min(top.cursor, len(opened.items) - 1) + steps
            if top.seat:  # a button only steps forward, so it comes round again
                top.cursor = at % len(opened.items)
            else:
                top.cursor = min(max(at, 0), len(opened.items) - 1)

    def _choose(self, view: View) -> Outcome | None:
        top = self.stack[-1]
        opened = listing(top.spec, view)
        self.chose = top
        if opened.dial and view.battle:
            does: Does = dialled(view.battle, top.spec, top.cursor)
        elif opened.items:
            does = opened.items[min(top.cursor, len(opened.items) - 1)].does
        else:
            does = Back()
        if isinstance(does, Spec):
            self.open(does, view, top.seat)
            return None
        if isinstance(does, Back):
            self.stack.pop()
            return None
        return does
