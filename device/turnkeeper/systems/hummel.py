# long because one file is one game: it is read from top to bottom, as the book is.
"""HUMMEL QUEST: d10 + Reflexes, rolled afresh every round; the tied roll an additional d10.

Combat events: 1 ambush, 2 take positions, 3 roll initiative, 4 take turns, 5 repeat.

Where the book is silent or says two things:

* "Repeat step 4" against "the Initiative is determined again", which it says four times: initiative
  is rolled anew every round (HQ-08).
* The additional d10 settles the tie alone and is not added to the initiative (HQ-05).
* "+2 to its first Initiative roll": the first of the battle, never a tie die (HQ-03).
* The ambushed roll in round 1 like everybody, and have no turn in it (HQ-07).
* Who is down counts in no tie, and is placed below those it tied with (HQ-06).
* A newcomer rolls with the round's first dice while any of them is owed, else next round (HQ-13).
"""

from typing import NoReturn

from turnkeeper.rules.system import Attribute, Flag, System
from turnkeeper.rules.table import Table
from turnkeeper.rules.ties import (
    Roller,
    all_answer,
    first_owing,
    in_order,
    join_first_dice,
    place,
    place_late,
    thrown,
    tie_owing,
    why_besides,
)
from turnkeeper.rules.verbs import WHO, Arg, Kind, Verb

D10 = 10
AMBUSH_BONUS = 2
PIVOT_METRES = 10


class Tank(Roller):
    """A tank, and what it has rolled this round.  sum: how the initiative came about, in words."""

    sum = ""


Battlefield = Table[Tank]


async def battle(field: Battlefield) -> NoReturn:
    """COMBAT EVENTS."""
    await field.positions()
    while True:
        await field.next_round()
        await roll_initiative(field)
        field.order.make([tank] for tank in in_order(field))
        while up := field.next_up(lambda tank: not cannot_act(field, tank)):
            await take_turn(field, up[0])


# Rolling initiative


async def roll_initiative(field: Battlefield) -> None:
    """HQ-02: every standing combatant rolls d10; HQ-05: the tied roll until nobody is tied."""
    for tank in field.roster:
        tank.take_up_dice()
    await all_answer(
        lambda: first_owing(field) or tie_owing(field),
        lambda owing: field.die(owing, D10, prompt_title(owing)),
        lambda tank, face: take_die(field, tank, face),
    )


def take_die(field: Battlefield, tank: Tank, face: int) -> None:
    """HQ-02: d10 + Ref + bonuses; HQ-05: a further die stands alone."""
    if tank.rolled:
        tank.rolled.append(face)
        return
    tank.sum = f"die {face} {adds(field, tank)}"
    tank.rolled = [face + sum(added(field, tank).values())]
    tank.begun = True


def added(field: Battlefield, tank: Tank) -> dict[str, int]:
    """What is added to the initiative die; HQ-03: the ambush to the first of the battle alone."""
    ambush = AMBUSH_BONUS if field.marked(tank, "ambushing") and not tank.begun else 0
    return {"Ref": tank.number("ref"), "bonus": tank.number("bonus"), "ambush": ambush}


def adds(field: Battlefield, tank: Tank) -> str:
    """What is added to the die that the tank owes, in words; nothing to a tie's."""
    if tank.rolled:
        return ""
    parts = [(name, n) for name, n in added(field, tank).items() if n or name == "Ref"]
    return " ".join(f"{'-' if n < 0 else '+'} {name} {abs(n)}" for name, n in parts)


def prompt_title(owing: list[Tank]) -> str:
    """What the dice are for, on the screen."""
    first = owing[0]
    return f"Tie at {first.rolled[0]}" if first.rolled else "Initiative"


def place_anew(field: Battlefield, tank: Tank, initiative: int) -> None:
    """ALL-08: the GM sets the initiative; nobody rolls, and an equal one goes after."""
    place_late(field, tank, initiative)
    tank.sum = "set by the GM"
    if field.order.made and tank not in field.up and tank not in field.gone:
        field.order.insert(tank, lambda other: place(other) < place(tank), up=bool(field.up))


# Your turn


def cannot_act(field: Battlefield, tank: Tank) -> bool:
    """HQ-07: in round 1 the ambushed have no turn."""
    return field.round == 1 and field.marked(tank, "ambushed")


async def take_turn(field: Battlefield, tank: Tank) -> None:
    """HQ-09 to HQ-11: move and interact in any order, or do nothing at all."""
    field.begin_turn([tank], fresh)
    while tank in field.up:
        answer = await field.ask(
            "turn",
            field.up,
            ("done", "move", "pivot", "interact"),
            title="Your turn",
            press="done",
            default=lambda _: ("done", ()),
        )
        if answer and answer.verb == "done":
            field.end_turn(tank)


def fresh(tank: Tank) -> dict[str, int]:
    """Movement up to Speed, and one interaction; without Speed, movement is not counted."""
    budget = {"move": tank.number("speed")} if tank.has("speed") else {}
    return budget | {"interactions": 1}


def left(field: Battlefield, tank: Tank) -> dict[str, int]:
    """What is left of the turn; with a pool of 0 there is no interaction (HQ-10).

    The pool is read anew each time: one that is given in mid-turn counts at once.
    """
    budget = dict(tank.left if tank in field.up else fresh(tank) | tank.granted)
    if not tank.has("pool"):
        del budget["interactions"]
    elif tank.number("pool") <= 0:
        budget["interactions"] = 0
    return budget


def tell(field: Battlefield, tank: Tank) -> list[str]:
    """What is left of the turn, for the turn page."""
    budget = left(field, tank)
    said = [f"{budget['move']:2} m"] if "move" in budget else []
    if "interactions" in budget:
        said += ["interact"] if budget["interactions"] else []
    return said


def refuse_move(field: Battlefield, tank: Tank, metres: int) -> str | None:
    """HQ-09: no more than what is left of Speed."""
    if metres <= 0:
        return f"a move is 1 metre or more, not {metres}"
    budget = left(field, tank)
    if "move" in budget and metres > budget["move"]:
        return f"{tank.name} has {budget['move']} m of movement left, not {metres} m"
    return None


def refuse_pivot(field: Battlefield, tank: Tank) -> str | None:
    """HQ-09: turning on the spot costs 10 m of the same movement."""
    budget = left(field, tank)
    if "move" in budget and budget["move"] < PIVOT_METRES:
        return (
            f"turning on the spot costs {PIVOT_METRES} m; {tank.name} has {budget['move']} m left"
        )
    return None


def refuse_interact(field: Battlefield, tank: Tank) -> str | None:
    """HQ-10: one a turn, and none while the Interaction Pool is 0."""
    budget = left(field, tank)
    if budget.get("interactions", 1) > 0:
        return None
    if tank.number("pool") <= 0:
        return f"{tank.name}'s Interaction Pool is 0: no interaction while it is"
    return f"{tank.name} has no interaction left this turn: it is one a turn"


def spend(tank: Tank, thing: str, amount: int) -> None:
    """Take it from the turn's budget, where it is counted."""
    if thing in tank.left:
        tank.left[thing] = max(0, tank.left[thing] - amount)


# Why the order is as it is


def initiative(_: Battlefield, tank: Tank) -> int | None:
    """The initiative, once it is rolled."""
    return tank.rolled[0] if tank.rolled else None


def why(field: Battlefield, tank: Tank) -> str:
    """ALL-06: how the initiative came about, and each tie that it was in."""
    if not tank.rolled:
        return f"{tank.name} has not rolled this round: it rolls in the next"
    said = [f"{tank.name} has {tank.rolled[0]}: {tank.sum}"]
    said += [line for die in range(1, tank.parted) if (line := why_tie(field, tank, die))]
    if cannot_act(field, tank):
        said.append(f"{tank.name} is ambushed: no turn in round 1")
    return "; ".join(said + why_besides(field, tank))


def why_tie(field: Battlefield, tank: Tank, die: int) -> str:
    """What the die did in the tie: "tie at 9: Bo's extra die 9 beats Ann's 5"."""
    tied = [o for o in thrown(field) if o.parted > die and o.rolled[:die] == tank.rolled[:die]]
    mine = tank.rolled[die]
    lower = [o for o in tied if o.rolled[die] < mine]
    higher = [o for o in tied if o.rolled[die] > mine]
    again = [o for o in tied if o.rolled[die] == mine and o is not tank]
    at = f"tie at {tank.rolled[0]}: {tank.name}'s extra die {mine}"
    parts = []
    if higher:
        parts.append(f"loses to {listed_dice(higher, die)}")
    if again:
        parts.append(f"equals {listed_dice(again, die)}: again")
    if lower:
        parts.append(f"beats {listed_dice(lower, die)}")
    return f"{at} {', '.join(parts)}" if parts else at


def listed_dice(tanks: list[Tank], die: int) -> str:
    """Whose die showed what: "Ann's 5 and Cy's 3"."""
    return " and ".join(f"{tank.name}'s {tank.rolled[die]}" for tank in tanks)


SYSTEM = System(
    name="hummel",
    title="HUMMEL QUEST",
    value_name="initiative",
    combatant=Tank,
    attributes=(
        Attribute("ref", "the Reflexes score, any whole number", required=True),
        Attribute("bonus", "other bonuses to initiative"),
        Attribute("speed", "metres a round", low=0),
        Attribute("pool", "the Interaction Pool", low=0),
    ),
    flags=(
        Flag(
            "ambushing",
            "+2 to the first initiative roll",
            before_roll=True,
            opposite="ambushed",
            shown=lambda field, tank: field.round <= 1 and not tank.begun,
        ),
        Flag(
            "ambushed",
            "no turn in round 1",
            before_roll=True,
            opposite="ambushing",
            shown=lambda field, _: field.round <= 1,
        ),
    ),
    verbs=(
        Verb(
            "move",
            (WHO, Arg("METRES", Kind.WHOLE, low=1, high=999)),
            "move some of your Speed",
            refuse=refuse_move,
            do=lambda _, tank, metres: spend(tank, "move", metres),
        ),
        Verb(
            "pivot",
            (WHO,),
            "turn on the spot, 10 m",
            refuse=refuse_pivot,
            do=lambda _, tank: spend(tank, "move", PIVOT_METRES),
        ),
        Verb(
            "interact",
            (WHO,),
            "shoot, use arms, ram, push, check",
            refuse=refuse_interact,
            do=lambda _, tank: spend(tank, "interactions", 1),
        ),
    ),
    battle=battle,
    value=initiative,
    place=place_anew,
    left=left,
    tell=tell,
    adds=adds,
    why=why,
    join=join_first_dice,
    seconds=3,
)
