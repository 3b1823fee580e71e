# long because one file is one game: it is read from top to bottom, as the book is.
"""[4.1] The Combat Round: Reaction + 1d10; the slow declare, then the quick perform.

[4.1.1] initiative roll, [4.1.2] declaring actions, [4.1.3] performing actions.

Where the book is silent or says two things:

* Yielding stands in [4.1.2] and is done in [4.1.3]: who is up offers its place to the next in line.
* The offer goes down the list of those who have not gone; as soon as somebody has gone it returns
  to the highest who has not (RX-09). Going down is not going. At the list's end it returns too.
* The lowest of those who stand and have not gone may not yield; nor may any of a tied group that is
  the lowest place (RX-10).
* Equal initiative: who has the lower Reaction declares first, who has the higher performs first;
  equal too: together, and each answers for itself (RX-05, RX-07).
* Several actions that are all that was declared, cancelled in one go, are a pass. A single action
  cancelled, be it the last, leaves the turn open (RX-08). Cancels outlast a yield.
* A quickdraw or a surprise said again before the roll takes the place of the first (RX-02, RX-03).
* The order stands as soon as all have rolled, and declaring goes up it from its end: who is moved
  or set meanwhile declares where it then stands. A turn cannot be handed while declarations are
  owed: nobody has it.
* `left NAME actions`: how many may be declared; in one's turn, how many are still to be performed.
* Agility below 1 counts as 1, above 10 as 10 (RX-04). No floor under the initiative (RX-01).
"""

from typing import Any, NoReturn

from turnkeeper.rules.order import ranked
from turnkeeper.rules.system import Attribute, System
from turnkeeper.rules.table import Table
from turnkeeper.rules.ties import (
    Roller,
    all_answer,
    first_owing,
    join_first_dice,
    place_late,
    thrown,
    why_besides,
)
from turnkeeper.rules.verbs import WHO, Arg, Kind, Verb, When

D10 = 10
QUICKDRAW_DIFFICULTY = 10
SURPRISE = range(-10, -4)
MOST_AGILITY_FOR_ACTIONS = ((1, 1), (3, 2), (7, 3), (9, 4), (10, 5))


class Fighter(Roller):
    """One who fights, and what it has said this round.

    surprise: the GM's modifier, 0 for none.  quickdraw: "pass" or "fail" where it was announced.
    sum: how the initiative came about.  quick: the Reaction that breaks its tie.
    declared: the actions, each with its details; None until it has declared.
    cancelled: which of them are not performed, by number from 1.  yielded: it let the next in line
    go first, and has not gone since.
    """

    surprise = 0
    quickdraw = ""
    sum = ""
    quick = 0
    declared: list[str] | None = None
    yielded = False

    def take_up_dice(self) -> None:
        """A new round."""
        super().take_up_dice()
        self.surprise = 0
        self.quickdraw = ""
        self.declared = None
        self.cancelled: set[int] = set()
        self.yielded = False


class Fight(Table[Fighter]):
    """The combat round.  went: somebody has gone, so that the offer returns (RX-09)."""

    went = False

    def to_come(self, combatant: Fighter) -> bool:
        """Who has yielded has its turn still to come."""
        return super().to_come(combatant) or (combatant.yielded and combatant not in self.up)


async def battle(fight: Fight) -> NoReturn:
    """[4.1] THE COMBAT ROUND."""
    await fight.positions()
    while True:
        await fight.next_round()
        await roll_initiative(fight)
        fight.order.make(ranked(thrown(fight), place))
        await declare_actions(fight)
        await perform_actions(fight)


# [4.1.1] Initiative roll


async def roll_initiative(fight: Fight) -> None:
    """RX-01: every standing combatant rolls d10."""
    for fighter in fight.roster if fight.round > 1 else ():
        fighter.take_up_dice()
    await all_answer(
        lambda: first_owing(fight),
        lambda owing: fight.die(owing, D10, "Initiative"),
        lambda fighter, face: take_die(fight, fighter, face),
    )
    for fighter in thrown(fight):  # ALL-08: it is read as the order is made of it
        fighter.quick = fighter.number("reaction")
    fight.went = False


def take_die(fight: Fight, fighter: Fighter, face: int) -> None:
    """RX-01: Reaction + d10 + modifiers, without a floor."""
    fighter.sum = f"die {face} {adds(fight, fighter)}"
    fighter.rolled = [face + sum(added(fighter).values())]
    fighter.quick = fighter.number("reaction")


def added(fighter: Fighter) -> dict[str, int]:
    """RX-02: the surprise; RX-03: a passed Quickdraw, whatever comes of it."""
    quick = fighter.number("quickdraw") - QUICKDRAW_DIFFICULTY
    modifiers = {"Reaction": fighter.number("reaction")}
    modifiers |= {"Quickdraw": quick} if fighter.quickdraw == "pass" else {}
    return modifiers | ({"surprise": fighter.surprise} if fighter.surprise else {})


def adds(_: Fight, fighter: Fighter) -> str:
    """What is added to the die, in words."""
    parts = added(fighter).items()
    return " ".join(f"{'-' if n < 0 else '+'} {what} {abs(n)}" for what, n in parts)


def place(fighter: Fighter) -> tuple[int, int]:
    """RX-05, RX-07: the initiative, then the Reaction; equal in both are one place."""
    return fighter.rolled[0], fighter.quick


def place_anew(fight: Fight, fighter: Fighter, initiative: int) -> None:
    """ALL-08: the GM sets the initiative; nobody rolls. The equal of who is up goes after."""
    place_late(fight, fighter, initiative)
    fighter.sum = "set by the GM"
    fighter.quick = fighter.number("reaction")
    if not fight.order.made or fighter in fight.up or fighter in fight.gone:
        return
    fight.order.insert(
        fighter,
        lambda other: place(other) < place(fighter),
        up=bool(fight.up),
        joins=lambda other: place(other) == place(fighter),
    )


def refuse_before_roll(fight: Fight, fighter: Fighter) -> str | None:
    """What is announced with the roll comes before it."""
    if fight.order.made or fighter.rolled or not fighter.in_dice:
        return f"that is said before the roll; {fighter.name} has none to come this round"
    return None


def refuse_surprise(fight: Fight, fighter: Fighter, modifier: int) -> str | None:
    """RX-02: from -5 to -10, before the roll."""
    if modifier not in SURPRISE:
        return f"a surprise is from -5 to -10, not {modifier}"
    return refuse_before_roll(fight, fighter)


def refuse_quickdraw(fight: Fight, fighter: Fighter, _: str) -> str | None:
    """RX-03: announced with the roll, by one who has the skill."""
    if not fighter.has("quickdraw"):
        return f"{fighter.name} has no Quickdraw skill to announce"
    return refuse_before_roll(fight, fighter)


# [4.1.2] Declaring actions


async def declare_actions(fight: Fight) -> None:
    """RX-05: from the lowest to the highest, so that the quick know what the slow will do."""
    while group := next_to_declare(fight):
        answer = await fight.ask(
            "declare",
            group,
            ("declare",),
            owed=True,
            title="Declare",
            default=lambda _: ("declare", ()),
        )
        if answer and answer.who:
            answer.who.declared = list(answer.args)
            answer.who.granted = {}
    for fighter in fight.roster:
        fighter.declared = fighter.declared or []


def next_to_declare(fight: Fight) -> list[Fighter]:
    """The lowest who stand and have not declared.

    ALL-10: who is up again is asked again for as long as anybody owes a declaration; who missed
    that has declared nothing.
    """
    for group in reversed(fight.order.rest):
        if owing := [f for f in group if f.declared is None and not f.down]:
            return owing
    return []


def actions(fighter: Fighter) -> int:
    """RX-04: how many actions the Agility gives, or the GM."""
    agility = min(max(fighter.number("agility"), 1), 10)
    fresh = next(n for most, n in MOST_AGILITY_FOR_ACTIONS if agility <= most)
    return fighter.granted.get("actions", fresh)


def refuse_declare(fight: Fight, fighter: Fighter, *said: str) -> str | None:
    """RX-04: no more than the Agility gives; RX-03: drawing and attacking; RX-06: the details."""
    if len(said) > (most := actions(fighter)):
        return f"{fighter.name} has {most} action{'s' * (most != 1)} this round, not {len(said)}"
    if any(not kind(action) for action in said):
        return "an action begins with what it is: draw, attack:TARGET, move or another word"
    attacks = [action for action in said if kind(action) == "attack"]
    if attacks and fighter.quickdraw == "fail":
        return f"{fighter.name} failed the Quickdraw: no attack this round"
    if attacks and not fighter.quickdraw and any(kind(action) == "draw" for action in said):
        return "a draw and an attack in one round need a Quickdraw, announced with the roll"
    wrong = (refuse_attack(fight, fighter, attack.partition(":")[2]) for attack in attacks)
    return next(filter(None, wrong), None)


def kind(action: str) -> str:
    """What the action is, without its details."""
    return action.partition(":")[0]


def refuse_attack(fight: Fight, fighter: Fighter, detail: str) -> str | None:
    """RX-06: the target must be identified, and the number of shots be one."""
    name, colon, shots = detail, "", ""
    if not fight.find(name):
        name, colon, shots = detail.rpartition(":")
    target = fight.find(name)
    if not target:
        return f"an attack names its target, attack:TARGET or attack:TARGET:SHOTS, not '{detail}'"
    if colon and not (shots.isascii() and shots.isdigit() and int(shots) > 0):
        return f"the number of shots is 1 or more, not '{shots}'"
    if target is fighter:
        return f"{fighter.name} attacks somebody else, not itself"
    return f"{target.name} is down; an attack is on one who stands" if target.down else None


def offer_actions(fight: Fight, fighter: Fighter, *said: str) -> list[str]:
    """What the menu offers to declare next."""
    if len(said) >= actions(fighter):
        return []
    targets = [c.name for c in fight.standing if c is not fighter and c.side != fighter.side]
    attacks = [word for name in targets for word in (f"attack:{name}", f"attack:{name}:")]
    return ["move", "draw", *attacks]


# [4.1.3] Performing actions


async def perform_actions(fight: Fight) -> None:
    """RX-07, RX-11: from the highest to the lowest, until all have gone."""
    while group := next_offer(fight):
        await take_turn(fight, group)


def next_offer(fight: Fight) -> list[Fighter]:
    """RX-09: down the list of those who have not gone; back to the highest once somebody has."""
    if fight.went and not fight.handed:
        return_offer(fight)
    fight.went = False
    if group := fight.next_up():
        return group
    if any(fighter.yielded for fighter in fight.standing):
        return_offer(fight)
    return fight.next_up()


def return_offer(fight: Fight) -> None:
    """Who has yielded is to come again, before all others."""
    fight.order.rest[:0] = fight.order.split(lambda fighter: fighter.yielded)


async def take_turn(fight: Fight, group: list[Fighter]) -> None:
    """RX-08: one block of actions each; a tied group answers whole before the offer moves."""
    fight.begin_turn(group, lambda fighter: {"actions": len(still_declared(fighter))})
    for fighter in group:
        fighter.yielded = False
    joined = False
    while fight.up:
        answer = await fight.ask(
            "turn",
            fight.up,
            ("done", "yield", "pass", "cancel"),
            title="Your turn",
            press="done",
            default=lambda _: ("done", ()),
        )
        if answer and answer.who:
            gone = take_answer(fight, answer.who, answer.verb, answer.args)
            if gone:
                fight.end_turn(answer.who, joined=joined)
                joined = fight.went = True


def take_answer(fight: Fight, fighter: Fighter, verb: str, numbers: tuple[int, ...]) -> bool:
    """What one who is up says; whether it has gone."""
    if verb == "yield":
        fighter.yielded = True
        fight.up.remove(fighter)
        return False
    declared = fighter.declared or []
    if verb == "cancel":
        fighter.cancelled.update(numbers)
        fighter.left["actions"] = len(still_declared(fighter))
        return len(numbers) == len(declared) > 1
    if verb == "pass":
        fighter.cancelled.update(range(1, len(declared) + 1))
    return True


def still_declared(fighter: Fighter) -> list[tuple[int, str]]:
    """What was declared and not cancelled, with its numbers."""
    declared = enumerate(fighter.declared or [], 1)
    return [(number, action) for number, action in declared if number not in fighter.cancelled]


def refuse_cancel(_: Fight, fighter: Fighter, *numbers: int) -> str | None:
    """RX-08: one that was declared, and is not cancelled yet."""
    open_ones = [number for number, _ in still_declared(fighter)]
    if len(set(numbers)) < len(numbers):
        return "an action is cancelled once"
    for number in numbers:
        if number not in open_ones:
            said = ", ".join(map(str, open_ones)) or "none"
            return f"{fighter.name} has no action {number} to cancel; there is {said}"
    return None


def refuse_yield(fight: Fight, fighter: Fighter) -> str | None:
    """RX-10: the lowest of those who have not gone cannot."""
    if any(not other.down for group in fight.order.rest for other in group):
        return None
    return f"{fighter.name} is the lowest of those who have not gone: nobody is left to yield to"


# What is shown


def left(fight: Fight, fighter: Fighter) -> dict[str, int]:
    """In one's turn what is still to be performed; else what may be declared."""
    return dict(fighter.left) if fighter in fight.up else {"actions": actions(fighter)}


def tell(fight: Fight, fighter: Fighter) -> list[str]:
    """What was declared, for the turn page."""
    said = [in_words(fight, action) for _, action in still_declared(fighter)]
    failed = ["no attack"] if fighter.quickdraw == "fail" else []
    if fighter not in fight.up and fighter.declared is None:
        return [f"{actions(fighter)} actions", *failed]
    return (said or ["nothing declared"]) + failed


def in_words(fight: Fight, action: str) -> str:
    """An action as people say it: "attack Orc x3" for attack:Orc:3."""
    what, _, detail = action.partition(":")
    if fight.find(detail) or ":" not in detail:
        return f"{what} {detail}".strip()
    name, _, shots = detail.rpartition(":")
    return f"{what} {name} x{shots}" if shots else f"{what} {name}: how many?"


def say_declared(fight: Fight, *words: Any) -> str:  # noqa: ANN401 - who, and what is said
    """The last of an action's words, as the menu puts it."""
    return in_words(fight, words[-1])


def say_cancelled(fight: Fight, fighter: Fighter, *numbers: int) -> str:
    """The action that has that number, as the menu puts it."""
    declared = dict(still_declared(fighter))
    return f"{numbers[-1]} {in_words(fight, declared.get(numbers[-1], ''))}".strip()


def initiative(_: Fight, fighter: Fighter) -> int | None:
    """The initiative, once it is rolled."""
    return fighter.rolled[0] if fighter.rolled else None


def why(fight: Fight, fighter: Fighter) -> str:
    """ALL-06: how the initiative came about, and what its Reaction did in a tie."""
    if not fighter.rolled:
        return f"{fighter.name} has not rolled this round: it rolls in the next"
    said = [f"{fighter.name} has {fighter.rolled[0]}: {fighter.sum}"]
    tied = [o for o in thrown(fight) if o is not fighter and o.rolled == fighter.rolled]
    for other in tied:
        how = (fighter.quick > other.quick) - (fighter.quick < other.quick)
        verb = {1: "beats", 0: "equals", -1: "loses to"}[how]
        then = "" if how else ": together"
        said.append(
            f"tie at {fighter.rolled[0]}: {fighter.name}'s Reaction {fighter.quick}"
            f" {verb} {other.name}'s {other.quick}{then}"
        )
    if fighter.yielded:
        said.append(f"{fighter.name} has yielded")
    return "; ".join(said + why_besides(fight, fighter))


SYSTEM = System(
    name="reaction",
    title="Combat Round",
    value_name="initiative",
    combatant=Fighter,
    table=Fight,
    attributes=(
        Attribute("reaction", "the Reaction attribute", required=True),
        Attribute("agility", "the Agility attribute, 1 to 10", required=True),
        Attribute("quickdraw", "the rating of the Quickdraw skill"),
    ),
    verbs=(
        Verb(
            "quickdraw",
            (WHO, Arg("pass|fail", Kind.CHOICE, ("pass", "fail"))),
            "draw and attack in one round",
            When.ALWAYS,
            refuse=refuse_quickdraw,
            do=lambda _, fighter, how: setattr(fighter, "quickdraw", how),
        ),
        Verb(
            "surprise",
            (WHO, Arg("-N", Kind.WHOLE, low=-10, high=-5)),
            "surprised: -5 to -10 this round",
            When.ALWAYS,
            gm=True,
            refuse=refuse_surprise,
            do=lambda _, fighter, modifier: setattr(fighter, "surprise", modifier),
        ),
        Verb(
            "declare",
            (
                WHO,
                Arg(
                    "KIND[:DETAIL]",
                    Kind.TEXT,
                    optional=True,
                    many=True,
                    offers=offer_actions,
                    says=say_declared,
                ),
            ),
            "say what you will do",
            refuse=refuse_declare,
        ),
        Verb("yield", (WHO,), "let the next in line go first", refuse=refuse_yield),
        Verb("pass", (WHO,), "cancel all that you declared"),
        Verb(
            "cancel",
            (
                WHO,
                Arg(
                    "K",
                    Kind.WHOLE,
                    low=1,
                    high=5,
                    many=True,
                    offers=lambda _, fighter, *said: [
                        str(n) for n, _ in still_declared(fighter) if n not in said
                    ],
                    says=say_cancelled,
                ),
            ),
            "do not perform one or more",
            refuse=refuse_cancel,
        ),
    ),
    battle=battle,
    value=initiative,
    place=place_anew,
    left=left,
    why=why,
    join=join_first_dice,
    tell=tell,
    adds=adds,
)
