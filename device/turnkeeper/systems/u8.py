# long because one file is one game: it is read from top to bottom, as the book is.
"""U8 TT: one Dodge roll orders the whole fight; two actions, two items and movement a turn.

Contact, the order, one's turn, and what a creature may do. Attack against dodge, with Brace and the
critical dodge, stands in `u8_attack.py`.

Where the book is silent or says two things:

* The order is rolled once and comes round again, round by round (U8-02).
* The margin is one signed number: successes by falling margin, then failures by growing (U8-03).
* Equal in margin and weight: Dodge again among themselves, in waves, the highest margin first. The
  first margin stays the one that is shown (U8-04).
* Who is off guard and would go before the last initiating creature, or is fully tied with it, is
  moved to right behind it; the others who are off guard stay where their margin puts them (U8-05).
* Whoever comes after the start, or was down while the order was rolled, rolls on arrival and goes
  after its equals; until then it has no place. The creatures that off guard goes behind are those
  of the start: a newcomer that initiates moves nobody (U8-15).
* Without `check` and `die`, and where a creature lacks the attribute, the margin is entered.
* In one's own turn a drop is one of the two items, outside it is free (U8-07, U8-08).
* Spell points are spent for the battle; dodges and braces are kept until used (U8-09, U8-10).
* What the GM moves or hands stays moved for the battle, as the order does (ALL-08).
"""

from typing import Any, NoReturn

from turnkeeper.rules.combatant import Number
from turnkeeper.rules.prompts import Answer, Prompt
from turnkeeper.rules.system import Attribute, Fact, Flag, System
from turnkeeper.rules.system import grant as grant_turn
from turnkeeper.rules.ties import (
    all_answer,
    in_order,
    place,
    place_late,
    thrown,
    tie_owing,
    why_besides,
)
from turnkeeper.rules.verbs import WHO, Arg, Kind, Verb, When
from turnkeeper.systems import u8_attack
from turnkeeper.systems.u8_attack import Creature, Embattled, ask_margin

ACTIONS = ITEMS = 2
BOTH_ITEMS = 2
TURN = (
    *("done", "move", "attack", "brace", "dodge", "cast", "jump"),
    *("item", "rummage", "drink", "other"),
)
NOBODY_INITIATES = "nobody initiates: off guard changes nothing"


async def battle(field: Embattled) -> NoReturn:
    """COMBAT STEP-BY-STEP."""
    await field.positions()
    await field.next_round()
    await roll_dodge(field)
    field.order.make([creature] for creature in turn_order(field))
    while True:
        while up := field.next_up(lambda creature: creature not in field.gone):
            await take_turn(field, up[0])
        await next_round(field)


async def next_round(field: Embattled) -> None:
    """U8-02: the order comes round again as it stands, once somebody who has a place is up."""
    await field.somebody(lambda creature: bool(creature.rolled))
    field.round += 1
    field.gone = []
    for creature in field.anew:
        insert(field, creature)
    field.anew = ()
    field.order.again()


# Contact, and the order


async def roll_dodge(field: Embattled) -> None:
    """U8-02: every creature rolls Dodge once, at the start; U8-04: the fully tied again."""
    note = nobody_initiates(field)
    await all_answer(
        lambda: first_owing(field),
        lambda owing: ask_margin(field, owing, "dodge", "Roll Dodge", note),
        take_margin,
    )
    contact(field)
    await all_answer(
        lambda: tie_owing(field),
        lambda owing: ask_margin(field, owing, "dodge", f"Tie at {owing[0].margin}"),
        lambda creature, margin: creature.rolled.append(margin),
    )


def first_owing(field: Embattled) -> list[Creature]:
    """Who was there at the start and owes the first Dodge, in roster order."""
    return [c for c in field.roster if c.margin is None and c.in_dice and not c.down]


def take_margin(creature: Creature, margin: int) -> None:
    """The first margin, which stays the one that is shown."""
    creature.margin = margin
    creature.begun = True


def nobody_initiates(field: Embattled) -> str:
    """U8-05: if no side initiates, off guard changes nothing, and the device says so."""
    off_guard = any(field.marked(creature, "off-guard") for creature in field.roster)
    initiating = any(field.marked(creature, "initiating") for creature in field.roster)
    return NOBODY_INITIATES if off_guard and not initiating else ""


def contact(field: Embattled) -> None:
    """U8-05: the margins of the start are known: off guard goes after the last who initiates."""
    field.contacted = True
    here = [creature for creature in field.roster if creature.margin is not None]
    field.last_sooner = min((sooner(c) for c in here if initiates(field, c)), default=None)
    for creature in here:
        creature.rolled = [first_key(field, creature)]


def initiates(field: Embattled, creature: Creature) -> bool:
    """U8-05, U8-15: one of the start who initiates; a newcomer never moves the others."""
    return creature.in_dice and field.marked(creature, "initiating")


def weight(creature: Creature) -> Number:
    """What it carries; 0 where none is given."""
    carried = creature.attributes.get("weight", 0)
    return 0 if isinstance(carried, str) else carried


def sooner(creature: Creature) -> tuple[int, Number]:
    """U8-03: the higher margin goes first; U8-04: at equal margins who carries less."""
    return creature.margin or 0, -weight(creature)


def first_key(field: Embattled, creature: Creature) -> tuple[int, Number, bool]:
    """What the first roll sorts by; U8-05: who is moved back ties only with its like."""
    last = field.last_sooner
    off_guard = last is not None and field.marked(creature, "off-guard")
    return *sooner(creature), not (off_guard and last is not None and sooner(creature) >= last)


def moved_back(creature: Creature) -> bool:
    """U8-05: whether it was off guard, and moved to behind the last initiating creature."""
    return not creature.rolled[0][2]


def turn_order(field: Embattled) -> list[Creature]:
    """U8-03 to U8-05: by the dice; who is moved back comes right after the last who initiates."""
    line = in_order(field)
    ahead = [creature for creature in line if not moved_back(creature)]
    field.last_initiating = next((c for c in reversed(ahead) if initiates(field, c)), None)
    return sorted(line, key=lambda creature: sort_key(field, creature), reverse=True)


def sort_key(field: Embattled, creature: Creature) -> tuple[Any, ...]:
    """What the whole order sorts by, the highest first."""
    if field.last_initiating and moved_back(creature):
        return place(field.last_initiating), 0, place(creature)
    return place(creature), 1


def insert(field: Embattled, creature: Creature, *, up: bool = False) -> None:
    """Into the line, before the first that the sort puts after it; it moves nobody else."""
    key = sort_key(field, creature)
    field.order.insert(creature, lambda other: sort_key(field, other) < key, up=up)


def arrive(field: Embattled, creature: Creature, margin: int) -> None:
    """U8-15: a newcomer has rolled; it goes after those equal to it in margin and weight."""
    take_margin(creature, margin)
    place_late(field, creature, first_key(field, creature))
    creature.in_dice = False
    if field.order.made:
        insert(field, creature)


def newcomers(field: Embattled) -> Prompt[Creature] | None:
    """U8-15: a newcomer may roll Dodge at any time, which holds up nobody."""
    late = [
        c
        for c in field.roster
        if c.margin is None and not c.down and (field.contacted or not c.in_dice)
    ]
    if not late or not field.round:
        return None
    return u8_attack.margin_prompt(field, late, "dodge", "Dodge on arrival")


def take_newcomer(field: Embattled, answer: Answer[Creature]) -> None:
    """The roll of a newcomer."""
    if answer.who:
        arrive(field, answer.who, u8_attack.margin_of(field, answer, "dodge"))


def join(_: Embattled, creature: Creature) -> None:
    """U8-15: it has no part in the first dice."""
    creature.in_dice = False


def place_anew(field: Embattled, creature: Creature, margin: int) -> None:
    """ALL-08: the GM sets the margin; nobody rolls, and an equal one goes after.

    Who is up or has gone stays in this round where it went, and is placed anew in the next.
    """
    here = creature.in_dice
    take_margin(creature, margin)
    place_late(field, creature, first_key(field, creature))
    creature.in_dice = here
    if creature in field.up or (creature in field.gone and not field.to_come(creature)):
        field.anew = (*(c for c in field.anew if c is not creature), creature)
    elif field.order.made:
        insert(field, creature, up=bool(field.up))


# One's turn


async def take_turn(field: Embattled, creature: Creature) -> None:
    """U8-06: two actions, and movement up to Move, split as one likes."""
    field.begin_turn([creature], fresh)
    field.attacker = None
    while creature in field.up:
        answer = await field.ask(
            "turn", field.up, TURN, title="Your turn", press="done", default=lambda _: ("done", ())
        )
        if not answer:
            await u8_attack.disarm(field)
        elif answer.verb == "attack":
            await u8_attack.attack(field, creature, answer.args[0])
        else:
            field.end_turn(creature)


def fresh(creature: Creature) -> dict[str, int]:
    """U8-06, U8-08: the budget of a turn; what the creature has no number for is not counted."""
    budget = {"actions": ACTIONS, "items": ITEMS}
    return budget | ({"move": creature.number("move")} if creature.has("move") else {})


def left(field: Embattled, creature: Creature) -> dict[str, int]:
    """What is left of the turn, and what is kept until it is used."""
    budget = creature.left if creature in field.up else fresh(creature) | creature.granted
    points = {"sp": creature.number("sp")} if creature.has("sp") else {}
    return {**budget, **points, "dodges": creature.dodges, "braces": creature.braces}


def grant(field: Embattled, creature: Creature, thing: str, number: int) -> None:
    """ALL-08: what is left is what the GM says."""
    if thing in ("dodges", "braces"):
        setattr(creature, thing, number)
    elif thing != "sp":  # an attribute, and nothing else
        grant_turn(field, creature, thing, number)


def refuse_action(_: Embattled, creature: Creature, *__: object) -> str | None:
    """U8-06: two a turn."""
    if creature.left.get("actions", 0) > 0:
        return None
    return f"{creature.name} has no action left this turn: it is {ACTIONS} a turn"


def spend(creature: Creature, thing: str, amount: int = 1) -> None:
    """Take it from the turn's budget, where it is counted."""
    if thing in creature.left:
        creature.left[thing] -= amount


def refuse_move(_: Embattled, creature: Creature, metres: int) -> str | None:
    """U8-06: no more than what is left of Move."""
    if metres <= 0:
        return f"a move is 1 metre or more, not {metres}"
    if metres > (m := creature.left.get("move", metres)):
        return f"{creature.name} has {m} m of movement left, not {metres} m"
    return None


def refuse_attack(field: Embattled, creature: Creature, target: Creature) -> str | None:
    """An action, on somebody else who stands."""
    if creature is target:
        return f"{creature.name} attacks somebody else, not itself"
    if target.down:
        return f"{target.name} is down; an attack is on one who stands"
    return refuse_action(field, creature)


def brace(_: Embattled, creature: Creature) -> None:
    """U8-09: kept until the next Attack or Dodge check."""
    spend(creature, "actions")
    creature.braces += 1


def dodge(_: Embattled, creature: Creature) -> None:
    """U8-10: kept until somebody attacks."""
    spend(creature, "actions")
    creature.dodges += 1


def refuse_cast(field: Embattled, creature: Creature, level: int) -> str | None:
    """U8-13: an action, and spell points equal to the spell's level."""
    if level < 0:
        return f"a spell's level is 0 or more, not {level}"
    if creature.has("sp") and level > (points := creature.number("sp")):
        return f"{creature.name} has {points} spell points, not {level}"
    return refuse_action(field, creature)


def cast(_: Embattled, creature: Creature, level: int) -> None:
    """U8-13: Quick-Cast."""
    spend(creature, "actions")
    if creature.has("sp"):
        creature.attributes["sp"] = creature.number("sp") - level


def jump(_: Embattled, creature: Creature, where: str) -> None:
    """U8-14: half of Move forward, rounded down, on top; straight up adds no metres."""
    spend(creature, "actions")
    if where == "forward":
        spend(creature, "move", -(creature.number("move") // 2))


def refuse_item(field: Embattled, creature: Creature) -> str | None:
    """U8-08: two a turn, each further one for an action."""
    if creature.left.get("items", 0) > 0 or not refuse_action(field, creature):
        return None
    return f"{creature.name} has no item interaction left, and no action to pay for one"


def item(_: Embattled, creature: Creature) -> None:
    """U8-08: pick up, drop, sheathe or draw."""
    spend(creature, "items" if creature.left["items"] > 0 else "actions")


def refuse_both_items(_: Embattled, creature: Creature) -> str | None:
    """U8-08: both of the turn's two, which actions cannot pay."""
    if creature.left.get("items", 0) >= BOTH_ITEMS:
        return None
    items = creature.left.get("items", 0)
    return f"that needs both item interactions of the turn; {creature.name} has {items} left"


def both_items(_: Embattled, creature: Creature) -> None:
    """U8-08: rummage, or drink a held potion."""
    spend(creature, "items", BOTH_ITEMS)


def refuse_free(field: Embattled, creature: Creature, what: str) -> str | None:
    """U8-07: free at any time for who stands; in one's own turn a drop is an item interaction."""
    if creature.down:
        return f"{creature.name} is down; free acts are for those who stand"
    own = what == "drop" and creature in field.up
    if own and field.prompt.kind != "turn":
        return f"{creature.name} drops nothing before its attack has ended"
    return refuse_item(field, creature) if own else None


def free(field: Embattled, creature: Creature, what: str) -> None:
    """U8-07: drop something held, speak up to seven words, fall down."""
    if what == "drop" and creature in field.up:
        item(field, creature)


# What is shown


def tell(field: Embattled, creature: Creature) -> list[str]:
    """What is left of the turn, what is prepared, and how the last attack ended."""
    budget = left(field, creature)
    said = u8_attack.outcome(field) if creature is field.attacker else []
    said += [
        f"{n} {what}{'s' * (n != 1)}" for what in ("action", "item") for n in [budget[f"{what}s"]]
    ]
    said += [f"{budget['move']} m"] if "move" in budget else []
    said += [f"{budget['sp']} SP"] if "sp" in budget else []
    said += [f"{what} x{n}" for what in ("dodges", "braces") if (n := budget[what])]
    if "move" in budget and creature in field.up:
        said.append(
            f"jump {creature.number('move') // 2} m, or {creature.number('move') / 6:.3g} up"
        )
    return said


def adds(field: Embattled, creature: Creature) -> str:
    """What the die is compared with, for the roll page."""
    attribute = "attack" if field.prompt.title.startswith("Attack") else "dodge"
    if not creature.has(attribute):
        return ""
    return f"{field.options.get('check', '')} {attribute} {creature.number(attribute)}"


def why(field: Embattled, creature: Creature) -> str:
    """ALL-06: the margin, the weight, each tie, and what off guard did."""
    name = creature.name
    if creature.margin is None or not creature.rolled:
        return f"{name} has not rolled Dodge: it has no place yet"
    said = [f"{name} has margin {creature.margin:+d}"]
    others = [c for c in thrown(field) if c is not creature and c.margin == creature.margin]
    for other in others:
        mine, its = weight(creature), weight(other)
        if mine != its:
            how = "is lighter than" if mine < its else "is heavier than"
            said.append(
                f"tie at {creature.margin}: {name}, carrying {float(mine):g}, {how}"
                f" {other.name}'s {float(its):g}"
            )
        elif len(creature.rolled) > 1 and len(other.rolled) > 1:
            said.append(why_tie(creature, other))
    if moved_back(creature) and field.last_initiating:
        said.append(f"off guard: after {field.last_initiating.name}, the last who initiates")
    elif field.marked(creature, "off-guard") and field.last_sooner is None:
        said.append(NOBODY_INITIATES)
    return "; ".join(said + why_besides(field, creature))


def why_tie(creature: Creature, other: Creature) -> str:
    """What the further Dodges did: "tie at 3: Bo's Dodge 5 beats Ann's 2"."""
    pairs = zip(creature.rolled[1:], other.rolled[1:], strict=False)
    mine, its = next(((a, b) for a, b in pairs if a != b), (creature.rolled[-1], other.rolled[-1]))
    verb = "beats" if mine > its else "loses to" if mine < its else "equals"
    return (
        f"tie at {creature.margin}: {creature.name}'s further Dodge {mine} {verb}"
        f" {other.name}'s {its}"
    )


def deed(name: str, says: str, refuse: Any, do: Any, *args: Arg, label: str = "") -> Verb:  # noqa: ANN401
    """A verb of one's own turn."""
    return Verb(name, (WHO, *args), says, refuse=refuse, do=do, label=label)


UP_OR_FORWARD = Arg("up|forward", Kind.CHOICE, ("up", "forward"))
SYSTEM = System(
    name="u8",
    title="U8 TT",
    value_name="margin",
    combatant=Creature,
    table=Embattled,
    options={"check": ("over", "under"), "die": tuple(map(str, range(2, 1001)))},
    attributes=(
        Attribute("dodge", "the Dodge skill, or the threshold of its check"),
        Attribute("attack", "the same for the weapon in hand"),
        Attribute("weight", "what it carries", kind="decimal", low=0, high=99_999),
        Attribute("move", "metres a turn", low=0),
        Attribute("sp", "spell points", low=0),
    ),
    flags=(
        Flag(
            "initiating",
            "began the fight",
            before_roll=True,
            opposite="off-guard",
            shown=lambda field, _: not field.order.made,
        ),
        Flag(
            "off-guard",
            "goes after those who began it",
            before_roll=True,
            opposite="initiating",
            shown=lambda field, _: not field.order.made,
        ),
    ),
    verbs=(
        Verb("margin", (WHO, Arg("N", Kind.WHOLE, low=-999, high=999)), "the margin of the check"),
        deed(
            "move",
            "move some of your Move",
            refuse_move,
            lambda _, creature, metres: spend(creature, "move", metres),
            Arg("METRES", Kind.WHOLE, low=1, high=999),
        ),
        Verb(
            "attack",
            (WHO, Arg("TARGET", Kind.WHO)),
            "an action: harm somebody",
            refuse=refuse_attack,
        ),
        deed("brace", "an action: the next check twice", refuse_action, brace),
        deed("dodge", "an action: dodge the next attack", refuse_action, dodge),
        deed(
            "cast",
            "an action: spend the spell's level",
            refuse_cast,
            cast,
            Arg("LEVEL", Kind.WHOLE, low=0, high=999),
            label="quick-cast",
        ),
        deed("jump", "an action: up, or forward", refuse_action, jump, UP_OR_FORWARD),
        deed("item", "pick up, drop, sheathe or draw", refuse_item, item),
        deed("rummage", "find a thing: both items", refuse_both_items, both_items),
        deed("drink", "a held potion: both items", refuse_both_items, both_items),
        deed(
            "other",
            "any other action",
            refuse_action,
            lambda _, creature: spend(creature, "actions"),
        ),
        Verb(
            "free",
            (WHO, Arg("drop|speak|fall", Kind.CHOICE, ("drop", "speak", "fall"))),
            "drop, say seven words, fall",
            When.BATTLE,
            refuse=refuse_free,
            do=free,
        ),
        Verb(
            "critical",
            (WHO, Arg("yes|no", Kind.CHOICE, ("yes", "no"))),
            "was the dodge a critical one?",
            When.BATTLE,
            gm=True,
            refuse=u8_attack.refuse_critical,
            do=u8_attack.critical,
            label="critical dodge",
        ),
    ),
    facts=(
        Fact("hit", lambda field: field.hit is True),
        Fact("miss", lambda field: field.hit is False),
    ),
    battle=battle,
    value=lambda _, creature: creature.margin,
    place=place_anew,
    left=left,
    grant=grant,
    why=why,
    join=join,
    tell=tell,
    adds=adds,
    aside=newcomers,
    answer=take_newcomer,
)
