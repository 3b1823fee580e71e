"""ReQuest, main terms and concepts: who engages whom, reach, stance, flanking and surrounding.

Nothing here moves the turn. Where the book is silent:

* Engaging is mutual: who engages a foe is engaged by it. One `engage` is one pair, and a repeat
  changes nothing. Who is down engages nobody; up again, it is where it was.
* Six foes are the most for the one who is engaged and for the one who engages (RQ-18).
* Flanking and surrounding are reckoned from that alone (RQ-19). That no friend is adjacent, that
  there is room and that the foes wish it, the GM says with `flank`.
* Whether a close combat is a grapple the GM says with `grapple` (RQ-17).
"""

from typing import Any

from turnkeeper.rules.combatant import Combatant, Number
from turnkeeper.rules.joining import listed
from turnkeeper.rules.table import Table

MOST_ENGAGERS = 6
FLANKED, SURROUNDED = 10, 20

SETTINGS = {
    "reach": ("short", "normal", "long"),
    "stance": ("grounded", "mounted", "flying", "flying+mounted"),
    "flank": ("yes", "no"),
    "grapple": ("yes", "no"),
}
REMINDERS = {
    "long": "long reach: a short weapon provokes an opportunity attack by a long one",
    "short": "touch reach: any weapon that is not short is an improvised one",
}


class Body(Combatant):
    """Where a character stands in the melee.

    foes: whom it engages, and who engages it, as they came.  focus: the foe that it focuses on.
    settings: what the GM said of it: reach, stance, flank, grapple.
    """

    def __init__(
        self, name: str, side: str, attributes: dict[str, Number | str], seat: int | None = None
    ) -> None:
        """Unengaged, grounded, at normal reach."""
        super().__init__(name, side, attributes, seat)
        self.foes: list[Body] = []
        self.focus: Body | None = None
        self.settings = {"reach": "normal", "stance": "grounded", "flank": "yes", "grapple": "no"}


Ring = Table[Any]


def choose(_: Ring, body: Body, thing: str, value: str) -> None:
    """RQ-17, RQ-19, RQ-20: what the GM says of one."""
    body.settings[thing] = value


def engaged(body: Body) -> list[Body]:
    """Whom it engages and who engages it, of those who stand."""
    return [foe for foe in body.foes if not foe.down]


def refuse_engage(_: Ring, body: Body, foe: Body) -> str | None:
    """RQ-18: up to six foes may engage one who has no cover."""
    if body.side == foe.side:
        return f"{body.name} engages foes; {foe.name} is of its own side"
    if down := [c.name for c in (body, foe) if c.down]:
        return (
            f"{listed(down)} {'is' if len(down) == 1 else 'are'} down; engaging takes two who stand"
        )
    if foe in body.foes:
        return None
    for one in (foe, body):
        if len(engaged(one)) >= MOST_ENGAGERS:
            return f"{one.name} is engaged by {MOST_ENGAGERS} foes already, the most there can be"
    return None


def engage(_: Ring, body: Body, foe: Body) -> None:
    """RQ-17: both are engaged."""
    if foe not in body.foes:
        body.foes.append(foe)
        foe.foes.append(body)


def disengage(_: Ring, body: Body, foe: Body) -> None:
    """RQ-17: the GM's word, always taken."""
    for one, other in ((body, foe), (foe, body)):
        if other in one.foes:
            one.foes.remove(other)
        if one.focus is other:
            one.focus = None


def refuse_focus(_: Ring, body: Body, foe: Body) -> str | None:
    """RQ-19: on one of those who engage it."""
    if foe in engaged(body):
        return None
    return f"{body.name} may focus on one who engages it; {foe.name} does not"


def focus(_: Ring, body: Body, foe: Body) -> None:
    """RQ-19: that one has no bonus."""
    body.focus = foe


def bonus(_: Ring, body: Body, target: Body) -> int:
    """RQ-19: what *body* has to hit *target*, in %: flanked by two, or surrounded by three."""
    around = engaged(target)
    if body not in around or target.focus is body or target.settings["flank"] == "no":
        return 0
    helped = any(
        friend is not target and friend.side == target.side
        for foe in around
        for friend in engaged(foe)
    )
    if helped or len(around) < 2:
        return 0
    return FLANKED if len(around) == 2 else SURROUNDED


def breaks_away(body: Body, foe: Body) -> bool:
    """RQ-17: granted to the flying from those who are not, and to the mounted from the grounded."""
    mine, its = body.settings["stance"], foe.settings["stance"]
    return ("flying" in mine and "flying" not in its) or ("mounted" in mine and its == "grounded")


def states(ring: Ring, body: Body) -> list[str]:
    """RQ-17, RQ-20: what the turn page says of one: engagement, breakaway, bonus, stance, reach."""
    foes = engaged(body)
    said = ["grappling" if body.settings["grapple"] == "yes" else "close combat"] if foes else []
    said = said or ["unengaged"]
    free = [foe.name for foe in foes if breaks_away(body, foe)]
    if held := [foe.name for foe in foes if foe.name not in free]:
        said.append(f"fewer choices: to leave {listed(held)} takes a breakaway action")
    if free:
        said.append(f"breakaway from {listed(free)} is granted")
    said += [f"+{n}% to hit {foe.name}" for foe in foes if (n := bonus(ring, body, foe))]
    stance, reach = body.settings["stance"], body.settings["reach"]
    said += [stance] if stance != "grounded" else []
    return said + ([REMINDERS[reach]] if reach in REMINDERS else [])
