"""U8 TT: the check and its margin; attack against dodge; Brace; the critical dodge that disarms.

Where the book is silent:

* Every rule needs the margin alone. Which die a check rolls, and whether over or under, is a
  setting of the battle; without it the margin itself is entered.
* A Brace is used by the next Attack or Dodge check, the disarming one too, never by the order's.
* If attacker or target goes down while rolls are owed, the attack misses; what was spent stays so.
* The critical dodge may be told until the next attack begins. Once the GM has said yes the dodger
  owes the roll; `critical NAME no` takes it back. It disarms if it succeeds by the greater margin.
"""

from collections.abc import Callable, Sequence

from turnkeeper.rules.combatant import Number
from turnkeeper.rules.prompts import Answer, Prompt
from turnkeeper.rules.table import Table
from turnkeeper.rules.ties import Roller


class Creature(Roller):
    """A creature, and what it has prepared.

    margin: of its first Dodge, which orders; None until it has rolled.  dodges, braces: prepared
    and not used yet.
    """

    margin: int | None = None
    dodges = 0
    braces = 0


class Embattled(Table[Creature]):
    """The fight.

    contacted: the margins of the start are all known.  last_sooner: margin and weight of the last
    initiating creature, None where nobody initiates; last_initiating: that creature, once the ties
    are parted: those who are off guard go behind it.  anew: whose margin the GM set while
    it was up or after its turn, so that it is placed anew with the next round.
    attacker: who has attacked in this turn.
    hit: how the last attack ended, None before the first.  evaded: the last attack's dodger,
    attacker and margin, if the dodge evaded a hit.  disarming: the same, once it was critical.
    disarmed: who lost the weapon by the last attack.  braced: the last attack's damage is rolled
    twice, the better taken.
    """

    contacted = False
    last_sooner: tuple[int, Number] | None = None
    last_initiating: Creature | None = None
    anew: tuple[Creature, ...] = ()
    attacker: Creature | None = None
    hit: bool | None = None
    evaded: tuple[Creature, Creature, int] | None = None
    disarming: tuple[Creature, Creature, int] | None = None
    disarmed: Creature | None = None
    braced = False


# The check


def die(field: Embattled) -> int:
    """The die of a check, by its number of sides; 0 where the margin is entered."""
    return int(field.options.get("die", "0")) if "check" in field.options else 0


def margin_prompt(
    field: Embattled, who: Sequence[Creature], attribute: str, title: str, note: str = ""
) -> Prompt[Creature]:
    """The question for a check on *attribute*: its die, or the margin."""
    sides = die(field)
    no_die = tuple(c for c in who if not (sides and c.has(attribute)))
    if len(no_die) == len(who):
        return Prompt("margin", tuple(who), ("margin",), owed=True, title=title, note=note)
    return Prompt(
        "roll",
        tuple(who),
        ("roll", "margin"),
        owed=True,
        sides=sides,
        title=title,
        no_die=no_die,
        note=note,
    )


def margin_of(field: Embattled, answer: Answer[Creature], attribute: str) -> int:
    """The signed margin: 0 and up is a success, below 0 a failure."""
    number = int(answer.args[0])
    if answer.verb == "margin" or not answer.who:
        return number
    face = number or die(field)  # ALL-09: the 0 of a d10 is 10
    threshold = answer.who.number(attribute)
    return face - threshold if field.options["check"] == "over" else threshold - face


async def ask_margin(
    field: Embattled, who: Sequence[Creature], attribute: str, title: str, note: str = ""
) -> tuple[Creature, int] | None:
    """Whose check came to which margin; None where the table has changed."""
    answer = await field.put(margin_prompt(field, who, attribute, title, note))
    if answer and answer.who:
        return answer.who, margin_of(field, answer, attribute)
    return None


async def check(
    field: Embattled, creature: Creature, attribute: str, title: str, goes_on: Callable[[], bool]
) -> int | None:
    """One check, or with a Brace the better of two (U8-09); None if it does not *go on*."""
    rolls = 1
    if creature.braces:
        creature.braces -= 1
        rolls = 2
    margins: list[int] = []
    while len(margins) < rolls and goes_on():
        rolled = await ask_margin(field, [creature], attribute, title)
        if rolled:
            margins.append(rolled[1])
    return max(margins) if len(margins) == rolls else None


# Attack against dodge


async def attack(field: Embattled, attacker: Creature, target: Creature) -> None:
    """U8-10, U8-11: the attack's own roll, then the prepared dodge, which is spent by it."""

    def goes_on() -> bool:
        return attacker in field.up and not target.down

    attacker.left["actions"] -= 1
    field.attacker = attacker
    field.hit, field.evaded, field.disarmed = None, None, None
    field.braced = attacker.braces > 0
    struck = await check(field, attacker, "attack", f"Attack on {target.name}", goes_on)
    dodged = None
    if struck is not None and target.dodges:
        target.dodges -= 1
        dodged = await check(field, target, "dodge", f"Dodge {attacker.name}", goes_on)
        struck = None if dodged is None else struck
    field.hit = struck is not None and struck >= 0 and not evades(dodged, struck)
    if struck is not None and struck >= 0 and not field.hit:
        field.evaded = (target, attacker, struck)


def evades(dodged: int | None, struck: int) -> bool:
    """U8-11: the dodge both succeeded and has the greater margin."""
    return dodged is not None and dodged >= 0 and dodged > struck


def refuse_critical(field: Embattled, creature: Creature, said: str) -> str | None:
    """U8-12: after a dodge that evaded a hit, while somebody's turn goes on."""
    open_one = field.evaded or (field.disarming if said == "no" else None)
    if not open_one or open_one[0] is not creature:
        return f"{creature.name} has evaded no hit since the last attack began"
    dodger, attacker, _ = open_one
    if dodger.down or attacker.down or not field.up:
        return f"it is too late for {creature.name} to disarm anybody"
    return None


def critical(field: Embattled, _: Creature, said: str) -> None:
    """U8-12: the GM says whether it was a critical dodge."""
    field.disarming = field.evaded if said == "yes" else None
    field.evaded = None


async def disarm(field: Embattled) -> None:
    """U8-12: the dodger rolls Dodge against the Attack once more."""
    if not field.disarming:
        return
    dodger, attacker, struck = field.disarming

    def goes_on() -> bool:
        return bool(field.disarming and field.up) and not (dodger.down or attacker.down)

    dodged = await check(field, dodger, "dodge", f"Disarm {attacker.name}", goes_on)
    field.disarmed = attacker if evades(dodged, struck) else None
    field.disarming = None


def outcome(field: Embattled) -> list[str]:
    """How the last attack ended, in words."""
    if field.hit is None:
        return []
    damage = ["roll the damage twice"] if field.hit and field.braced else []
    gone = [f"{field.disarmed.name} is disarmed"] if field.disarmed else []
    return ["hit" if field.hit else "miss", *damage, *gone]
