"""The front of the box: which list is open, where the cursor is, who claimed a die.

`Front.gesture` turns what people do into what it comes to; it changes no battle. Moving a cursor
is no history: all of this is forgotten when the plug is pulled, and nothing is lost by it.
"""

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.rules.command import Command
from turnkeeper.ui import dice
from turnkeeper.ui.dial import Spin
from turnkeeper.ui.gestures import Button, Die, Gesture, Key, Knob, Push
from turnkeeper.ui.lists import Spec
from turnkeeper.ui.marking import next_mark, rows_of
from turnkeeper.ui.outcomes import Begin, BoxRolls, Leave, Outcome, Refuse, Return, Take
from turnkeeper.ui.overlays import Overlay, Overlays
from turnkeeper.ui.view import View, seated

REFUSED = "Not now"
"""The heading of a refusal."""


class Front:
    """What is open over the page of the battle itself.

    lists: the open lists.  cursor: the row on the home or positions page.  face: the face that is
    dialled, 0 for none; one above the die's sides lets the box roll.  dialling: for whom.  spin:
    how far it was dialled in one go.  claim: who takes the next die from the tray, "" for nobody.
    message: a sentence that stands over everything until the next gesture, under a heading.
    """

    def __init__(self) -> None:
        """Nothing is open."""
        self.lists = Overlays()
        self.cursor = 0
        self.face = 0
        self.dialling = ""
        self.spin = Spin()
        self.claim = ""
        self.message = ""
        self.heading = REFUSED

    @property
    def stack(self) -> list[Overlay]:
        """The open lists, the last on top."""
        return self.lists.stack

    def rest(self) -> None:
        """Nothing was turned or pressed for a while: the next detent is a step of one again."""
        self.spin.run = 0
        self.lists.rest()

    def settle(self, view: View) -> None:
        """An event was taken: the list that led to it closes, and what no longer holds is gone."""
        self.lists.settle(view)
        battle = view.battle
        if battle and not battle.table.started:
            self.cursor = min(self.cursor, len(rows_of(battle)))
        roller = dice.roller(battle, self.claim) if battle else None
        if self.claim and (not roller or roller.name != self.claim):
            self.claim = ""
        if not roller or roller.name != self.dialling:
            self.face = 0

    def gesture(self, gesture: Gesture, view: View) -> Outcome | None:
        """What the gesture comes to; None where only the page changes."""
        told, self.message = self.message, ""
        self.lists.chose = None
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
        if self.stack and self.stack[-1].seat == seat:
            if held:
                return self.lists.choose(view)
            self.lists.move(1, view)
            return None
        return self._own_choices(view, who, seat) if held else self._press(view, battle, who)

    def _own_choices(self, view: View, who: Combatant, seat: int) -> Refuse | None:
        """A hold: what one may do now, over the GM's lists and in place of another player's."""
        for other in {one.seat for one in self.stack if one.seat}:
            self.lists.close(other)
        opened = self.lists.open(Spec("deeds", words=(who.name,)), view, seat)
        if opened.items or not view.battle:
            return None
        self.lists.close(seat)
        return Refuse(f"{who.name} can do nothing now: {view.battle.awaited()}")

    def _press(self, view: View, battle: Battle, who: Combatant) -> Outcome | None:
        """A short press: the turn is over, or the next die is mine."""
        if dice.claims(battle, who):
            self.claim = "" if self.claim == who.name else who.name
            self.settle(view)
            return None
        if said := battle.prompt.pressed(who):
            return Take(Command(said[0], said[1:]))
        if battle.prompt.owed and who in battle.prompt.asked:
            return self._own_choices(view, who, who.seat or 0)
        return Take(Command("done", (who.name,)))

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
            return Refuse("there is no battle to redo") if held else Return()
        return Take(Command("redo" if held else "undo"))

    # The knob

    def _close(self) -> None:
        self.stack.clear()
        self.face = 0

    def _turn(self, steps: int, view: View) -> None:
        battle = view.battle
        if self.stack:
            self.lists.move(steps, view)
        elif not battle:
            last = len(view.tonight.meetings) + len(view.tonight.guests)
            self.cursor = min(max(self.cursor + steps, 0), last)
        elif roller := dice.roller(battle, self.claim):
            self.dialling = roller.name
            box_rolls = dice.sides(battle, self.claim) + 1
            self.face = self.spin.turned(self.face, steps, 0, box_rolls)
        elif not battle.table.started:
            self.cursor = min(max(self.cursor + steps, 0), len(rows_of(battle)))
        elif number := dice.number(battle):
            self.lists.open(Spec("build", *number), view)
            self.lists.move(steps, view)
        else:
            self.lists.open(Spec("asked" if battle.prompt.owed else "order"), view)
            self.lists.move(steps, view)

    def _push(self, view: View) -> Outcome | None:
        battle = view.battle
        if self.stack:
            return self.lists.choose(view)
        if not battle:
            return self._home(view)
        if battle.table.over:
            return Leave()
        roller = dice.roller(battle, self.claim)
        if self.face and roller:
            return self._enter(battle, roller)
        if self.cursor and not battle.table.started:
            return next_mark(battle, rows_of(battle)[self.cursor - 1])
        self.lists.open(Spec("menu"), view)
        return None

    def _enter(self, battle: Battle, roller: Combatant) -> Outcome:
        """The face that was dialled, once; above the highest the box rolls."""
        face, self.face = self.face, 0  # the same one may owe the next die too
        if face > dice.sides(battle, self.claim):
            return BoxRolls(roller.name, dice.sides(battle, self.claim))
        return Take(Command("roll", (roller.name, str(face))))

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
        else:
            self.lists.open(Spec("pods"), view)
        return None
