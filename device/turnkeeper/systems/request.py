# long because one file is one game: it is read from top to bottom, as the book is.
"""ReQuest: no initiative roll; the action that one plans sets its strike rank (SR).

The combat round: Initiative Step, Action Step (one or more Combat Action Phases, CAP), Wrap-Up
Step. Who engages whom, reach and stance stand in `request_melee.py`.

Where the book is silent or says two things:

* Everybody plans as a CAP begins, all at once, and the order is made of the plans (RQ-05).
* SR is the earliest moment: a rank that is still to come is waited for, one that has passed is
  not. So who waits, or was called up, and comes by a plan or a status to a rank still to come, is
  pending there again (RQ-07, RQ-15).
* A waiting one acts by `act`: up at once, before the one who was up, who is held up and comes right
  after. Who acts while a called-up one is up queues by DEX (RQ-07).
* Who waits, goes down and is up again in the same CAP still waits. Who is held up and goes down has
  lost its turn, though it be up again at once.
* An action that was not used is lost (RQ-09), also where the GM's reordering passed it by. Who was
  down in this CAP loses none. A turn that the GM handed uses one, if one is left.
* `lose` and `carry` are open when one is up, or is asked at the end of the CAP; not while waiting.
* A rank that the GM set stays until the CAP ends, or its owner plans anew; set while plans are
  owed, it is an answer, with the last plan.
* `left NAME actions`: what it has left this round; before its first round, what it will have.
* A surprised or overextended one recovers with `done`, not with `stay`; a vulnerable one with the
  action that it planned as `defend`, either way (RQ-11, RQ-13, RQ-14).
* Once the Wrap-Up has begun the CAP's order is over: nobody can be handed a turn.
"""

from typing import NoReturn

from turnkeeper.rules.combatant import Number
from turnkeeper.rules.order import ranked
from turnkeeper.rules.system import Attribute, Fact, Flag, System
from turnkeeper.rules.table import Table
from turnkeeper.rules.verbs import WHO, Arg, Kind, Verb, When
from turnkeeper.systems import request_melee as ring

ACTIONS = 2
SURPRISED, VULNERABLE = -10, -2
PASSED_ALL = (0, 0)
"""The moment after rank 1: no rank is still to come."""


class Character(ring.Body):
    """A character, and what it does in this CAP.

    pool: actions left this round; None while it has no part in one.  plan: its last plan, "" for
    none.  rank: its strike rank in this CAP, None until it has planned.  set_rank: the GM set it.
    place: the rank and the DEX that it is placed by.  spent: acted, carried or lost in this CAP.
    waiting: its rank has come and it waits.  called: it pressed `act`, and is up or in the queue.
    held: it was up when another was called up.  missed: it was down in this CAP.
    reactions: how many it took this round.
    """

    def __init__(
        self, name: str, side: str, attributes: dict[str, Number | str], seat: int | None = None
    ) -> None:
        """A character that has planned nothing."""
        super().__init__(name, side, attributes, seat)
        self.pool: int | None = None
        self.plan = ""
        self.reactions = 0
        self.new_cap()

    def new_cap(self) -> None:
        """A new CAP: everything is open again."""
        self.rank: int | None = None
        self.set_rank = False
        self.place = (0, 0)
        self.spent = self.waiting = self.called = self.held = self.missed = False


class Melee(Table[Character]):
    """The fight.  moment: the rank and DEX that this CAP has come to.  used: an action was used.

    to_act: the turns of this CAP are being taken.
    """

    moment = PASSED_ALL
    used = False
    to_act = False

    def to_come(self, combatant: Character) -> bool:
        """Who was called up, or is held up by such a one, has its turn already."""
        return super().to_come(combatant) and not (combatant.called or combatant.held)

    def down(self, combatant: Character) -> None:
        """RQ-07: who was held up loses its turn; RQ-09: a CAP spent down costs no action."""
        super().down(combatant)
        combatant.missed = True
        if combatant.held:
            combatant.held = False
            self.order.pass_by(combatant)


async def battle(melee: Melee) -> NoReturn:
    """THE COMBAT ROUND."""
    await melee.positions()
    while True:
        await melee.next_round()
        initiative_step(melee)
        await action_step(melee)
        await wrap_up_step(melee)


def initiative_step(melee: Melee) -> None:
    """RQ-01: there is no roll; RQ-16: the actions are filled up, the statuses last."""
    melee.cap = 0
    for character in melee.roster:
        character.pool = character.number("actions", ACTIONS)
        character.reactions = 0


async def action_step(melee: Melee) -> None:
    """RQ-04: CAP after CAP; RQ-10: until nobody has an action left, or nobody used one."""
    melee.used = True
    while melee.used and with_action(melee):
        await action_phase(melee)


def with_action(melee: Melee) -> list[Character]:
    """Who stands with an action left."""
    return [c for c in melee.roster if c.pool and not c.down]


async def action_phase(melee: Melee) -> None:
    """One CAP: plans, then turns by strike rank, then those who still wait."""
    melee.cap += 1
    melee.used = False
    melee.begin_order()
    for character in melee.roster:
        character.new_cap()
    await plans(melee)
    placed = read_dex(melee)
    melee.order.make(ranked(placed, lambda character: character.place))
    melee.moment = (max(c.place for c in placed)[0] + 1, 0) if placed else PASSED_ALL
    melee.to_act = True
    while group := await next_turn(melee):
        await take_turn(melee, group)
    melee.to_act = False
    for character in melee.roster:
        if character.rank is not None and not (character.spent or character.missed):
            lose(melee, character)


async def wrap_up_step(melee: Melee) -> None:
    """RQ-16: fatigue, and the rolls made at the end of the round."""
    melee.order.clear()
    for character in melee.roster:
        character.pool = None
    answer = None
    while not answer:
        answer = await melee.ask("wrap-up", (), ("next",), title="Wrap-Up: fatigue, rolls")


# Plans and strike ranks


async def plans(melee: Melee) -> None:
    """RQ-05: everybody with an action left plans it; the last plan is offered again."""
    while owing := [c for c in with_action(melee) if c.rank is None]:
        await melee.ask(
            "plan", owing, ("plan",), owed=True, title="Plan", press="plan", default=last_plan
        )


def last_plan(character: Character) -> tuple[str, tuple[str, ...]]:
    """The last plan again, while the character can; else moving."""
    again = character.plan and base(character, character.plan) is not None
    return "plan", (character.plan if again else "dex",)


def skills(character: Character) -> dict[str, int]:
    """The learned skills, in %."""
    text = str(character.attributes.get("skills", ""))
    pairs = (part.rpartition(":") for part in text.split(",") if part)
    return {name.strip(): int(value) for name, _, value in pairs}


def wrong_skills(text: str) -> str:
    """What is wrong with skills as they are written."""
    for part in text.split(",") if text else ():
        name, _, value = part.rpartition(":")
        if not (name.strip() and value.isascii() and value.isdigit() and len(value) <= 3):
            return f"are written Sword:74,Bow:65, not '{part}'"
    return ""


def base(character: Character, plan: str) -> int | None:
    """RQ-02: a tenth of the skill, rounded up; DEX for what is no skill; None for no such plan."""
    if plan in ("dex", "defend"):
        return character.number("dex")
    if plan.isascii() and plan.isdigit() and len(plan) <= 3:
        return -(-int(plan) // 10)
    skill = skills(character).get(plan)
    return None if skill is None else -(-skill // 10)


def modifiers(melee: Melee, character: Character) -> dict[str, int]:
    """RQ-03: what the statuses do to the strike rank."""
    surprised = {"surprised": SURPRISED} if melee.marked(character, "surprised") else {}
    vulnerable = {"vulnerable": VULNERABLE} if melee.marked(character, "vulnerable") else {}
    return surprised | vulnerable


def strike_rank(melee: Melee, character: Character) -> int:
    """RQ-02, RQ-03: of the plan, with what the statuses do to it."""
    return rank_of(melee, character, base(character, character.plan) or 0)


def rank_of(melee: Melee, character: Character, rank: int) -> int:
    """RQ-03: *rank* with the modifiers added up, and floored once, at 1."""
    return max(1, rank + sum(modifiers(melee, character).values()))


def set_place(character: Character, rank: int) -> None:
    """RQ-06: the strike rank, then the DEX; equal in both is simultaneous."""
    character.rank = rank
    character.place = (rank, character.number("dex"))


def read_dex(melee: Melee) -> list[Character]:
    """All who have planned, each with the DEX that it has as the order is made (RQ-06, ALL-08)."""
    placed = []
    for character in melee.roster:
        if character.rank is not None:
            set_place(character, character.rank)
            placed.append(character)
    return placed


def refuse_plan(melee: Melee, character: Character, what: str) -> str | None:
    """RQ-05, RQ-08: as a CAP begins, or when one is up, waits or was called up."""
    if base(character, what) is None:
        known = ", ".join([*skills(character), "dex", "defend", "a percentage"])
        return f"{character.name} has no skill {what}; a plan is one of {known}"
    if melee.asking(character, "plan") or character in melee.up:
        return None
    if melee.to_act and not character.down and (character.waiting or character.called):
        return None
    return f"{character.name} has no plan to change: that is for those who are up, or wait"


def do_plan(melee: Melee, character: Character, what: str) -> None:
    """The plan sets the strike rank, and with it the place."""
    character.plan = what
    character.set_rank = False
    before = character.place
    set_place(character, strike_rank(melee, character))
    if melee.to_act:
        replace(melee, character, before)


def offer_plans(_: Melee, character: Character) -> list[str]:
    """What the menu offers to plan."""
    return list(dict.fromkeys([last_plan(character)[1][0], *skills(character), "dex", "defend"]))


def say_plan(melee: Melee, character: Character, what: str) -> str:
    """A plan as the menu offers it, with the strike rank that it gives."""
    found = base(character, what)
    return what if found is None else f"{what}, SR {rank_of(melee, character, found)}"


def status_changed(melee: Melee, character: Character) -> None:
    """RQ-15: before one has acted in a CAP its strike rank is reckoned anew, at once."""
    if character.rank is None or character.spent or character.set_rank or not character.plan:
        return
    before = character.place
    set_place(character, strike_rank(melee, character))
    if melee.to_act and character.place != before:
        replace(melee, character, before)


def set_strike_rank(melee: Melee, character: Character, rank: int) -> None:
    """ALL-08: the GM sets the rank. Above the one who is up it has been passed; an equal after."""
    character.plan = last_plan(character)[1][0]
    before = character.place
    set_place(character, rank)
    character.set_rank = True
    if not melee.to_act or character.spent or character in melee.up:
        return
    if character.waiting or character.called:
        replace(melee, character, before)
    elif melee.up and character.place > melee.moment:
        melee.order.pass_by(character)
    else:
        insert(melee, character)


def replace(melee: Melee, character: Character, before: tuple[int, int]) -> None:
    """A new rank: one that is still to come is waited for; one that has passed may act at once."""
    now = min(before, melee.moment)
    if character.waiting or character.called:
        stays = character.place > melee.moment
    elif character in melee.up or character.held:
        stays = character.place >= now
    else:
        stays = not melee.order.to_come(character)
    if not stays:
        leave(melee, character)
        insert(melee, character)


def insert(melee: Melee, character: Character) -> None:
    """Pending again at its rank, after those called up and the one whom they hold up."""
    character.waiting = character.called = character.held = False
    melee.order.remove(character)
    first = 0
    while first < len(melee.order.rest) and at_once(melee.order.rest[first]):
        first += 1
    melee.order.queue(
        character,
        lambda other: other.place < character.place,
        joins=lambda other: other.place == character.place,
        after=first,
    )


def at_once(group: list[Character]) -> bool:
    """Called up, or held up by them."""
    return group[0].called or group[0].held


# One's turn


async def next_turn(melee: Melee) -> list[Character]:
    """The next to act; at the end of the CAP those who still wait are asked (RQ-09)."""
    stand_back(melee)
    while not (group := go_on(melee)):
        melee.moment = PASSED_ALL
        waiting = [c for c in melee.standing if c.waiting]
        if not waiting:
            return []
        await melee.ask(
            "waiting",
            waiting,
            ("act", "carry", "lose"),
            title="End of the CAP",
            press="act",
            default=lambda _: ("lose", ()),
        )
    return group


def go_on(melee: Melee) -> list[Character]:
    """The next place; who was called up, and went down before it had acted, is called no more."""
    group = melee.next_up()
    for character in melee.roster:
        if character.called and character not in group and not melee.order.to_come(character):
            character.called = False
    return group


def stand_back(melee: Melee) -> None:
    """Those who wait stand behind those who have gone."""
    behind = melee.order.split(lambda character: character.waiting)
    melee.order.past += behind


async def take_turn(melee: Melee, group: list[Character]) -> None:
    """RQ-06: equal rank and DEX act together; RQ-07: or one was called up."""
    if not group[0].called:
        to_come = (one.place for place in melee.order.rest for one in place)
        melee.moment = min(melee.moment, max(group[0].place, *to_come, PASSED_ALL))
    for character in group:
        character.waiting = character.held = character.spent = False
    melee.begin_turn(group, lambda _: {})
    joined = False
    while melee.up:
        answer = await melee.ask(
            "turn",
            melee.up,
            ("done", "stay", "wait", "carry", "lose", "plan"),
            title="Your action",
            press="done",
            default=lambda _: ("done", ()),
        )
        if answer and answer.who:
            act(melee, answer.who, recover=answer.verb == "done")
            melee.end_turn(answer.who, joined=joined)
            joined = True


def act(melee: Melee, character: Character, *, recover: bool) -> None:
    """The action is performed, and what comes with it: recovery from the statuses."""
    use(melee, character)
    if recover:  # RQ-11, RQ-13: a trivial action
        melee.recover(character, "surprised")
        melee.recover(character, "overextended")
    if character.plan == "defend":  # RQ-14
        melee.recover(character, "vulnerable")


def use(melee: Melee, character: Character) -> None:
    """An action is gone from the pool."""
    melee.used = True
    character.spent = True
    character.waiting = character.called = character.held = False
    character.pool = max(0, (character.pool or 0) - 1)


def leave(melee: Melee, character: Character) -> None:
    """Up no more, without a turn taken."""
    character.called = False
    if character in melee.up:
        melee.up.remove(character)


def wait(melee: Melee, character: Character) -> None:
    """RQ-07: it may act at any later moment of the CAP."""
    leave(melee, character)
    character.waiting = True


def carry(melee: Melee, character: Character) -> None:
    """RQ-09: the action stays in the pool for a later CAP of this round."""
    leave(melee, character)
    character.waiting = False
    character.spent = True


def lose(melee: Melee, character: Character) -> None:
    """RQ-09: the action is let go."""
    leave(melee, character)
    use(melee, character)


def refuse_act(melee: Melee, character: Character) -> str | None:
    """RQ-07: only one who waits."""
    if melee.to_act and character.waiting and not character.down:
        return None
    return f"{character.name} does not wait; only those who wait are called up"


def call_up(melee: Melee, character: Character) -> None:
    """RQ-07: up at once, and who was up after it; others who are called up meanwhile queue."""
    character.waiting = False
    character.called = True
    order = melee.order
    if not (melee.up and melee.up[0].called):
        for one in melee.up:
            one.held = True
        order.hand(character, melee.up)
        melee.up = []
        return
    order.remove(character)
    queue = 0
    dex = character.number("dex")
    while queue < len(order.rest) and order.rest[queue][0].called:
        first = order.rest[queue][0].number("dex")
        if first == dex:
            order.rest[queue].append(character)
            return
        if first < dex:
            break
        queue += 1
    order.rest.insert(queue, [character])


def refuse_react(melee: Melee, character: Character) -> str | None:
    """RQ-11: none while surprised; RQ-12: else as many as one likes."""
    if character.down:
        return f"{character.name} is down; reactions are for those who stand"
    if melee.marked(character, "surprised"):
        return f"{character.name} is surprised, and has no reactions"
    return None


def react(_: Melee, character: Character) -> None:
    """RQ-12: counted for show alone."""
    character.reactions += 1


# What is shown


def left(_: Melee, character: Character) -> dict[str, int]:
    """The actions left this round; out of one, those that it will have."""
    fresh = character.number("actions", ACTIONS)
    return {"actions": fresh if character.pool is None else character.pool}


def grant(_: Melee, character: Character, __: str, number: int) -> None:
    """ALL-08: the actions left are what the GM says."""
    if character.pool is not None:
        character.pool = number


def tell(melee: Melee, character: Character) -> list[str]:
    """What there is to know in one's turn: the plan, the actions left, statuses, the melee."""
    plan = [f"{character.plan} at SR {character.rank}"] if character.rank is not None else []
    actions = left(melee, character)["actions"]
    said = [*plan, f"{actions} action{'s' * (actions != 1)}"]
    said += [f"{character.reactions} reactions taken"] if character.reactions else []
    hints = {
        "surprised": "surprised: no reactions, SR -10",
        "vulnerable": "vulnerable: -20% to all skills, 2 more damage when hit; defend recovers",
        "overextended": "overextended: -20% to all skills",
    }
    said += [hint for flag, hint in hints.items() if melee.marked(character, flag)]
    return said + ring.states(melee, character)


def why(melee: Melee, character: Character) -> str:
    """ALL-06: how the strike rank came about, and what the DEX did."""
    if character.rank is None:
        return f"{character.name} has no action planned in this CAP"
    name, rank, dex = character.name, *character.place
    said = [f"{name} has SR {rank}: {why_rank(melee, character)}"]
    for other in melee.roster:
        if other is not character and other.rank == rank:
            how = (dex > other.place[1]) - (dex < other.place[1])
            verb = {1: "beats", 0: "equals", -1: "loses to"}[how]
            then = "" if how else ": simultaneous"
            said.append(f"tie at {rank}: {name}'s DEX {dex} {verb} {other.name}'s{then}")
    if character.waiting:
        said.append(f"{name} waits")
    if character in melee.overruled:
        said.append("the GM has overruled")
    return "; ".join(said)


def why_rank(melee: Melee, character: Character) -> str:
    """What was planned, and what the statuses did to it."""
    if character.set_rank:
        return "set by the GM"
    plan = character.plan
    skill = skills(character).get(plan, plan if plan.isdigit() else None)
    said = f"DEX ({plan})" if skill is None else f"a tenth of {plan} {skill}% rounded up"
    said += "".join(f", {status} {n}" for status, n in modifiers(melee, character).items())
    return said


FOE = Arg("FOE", Kind.WHO)
SYSTEM = System(
    name="request",
    title="ReQuest",
    value_name="rank",
    combatant=Character,
    table=Melee,
    attributes=(
        Attribute("dex", "DEX, the strike rank of what is no skill", required=True),
        Attribute("actions", "combat actions a round", low=1, high=9),
        Attribute("skills", "skills in %, as Sword:74,Bow:65", kind="skills", check=wrong_skills),
    ),
    flags=(
        Flag("surprised", "SR -10 and no reactions, until it acts"),
        Flag("vulnerable", "-20% to all skills, SR -2, 2 more damage, until it defends"),
        Flag("overextended", "-20% to all skills, until it recovers"),
    ),
    verbs=(
        Verb("stay", (WHO,), "done, but not recovered"),
        Verb("wait", (WHO,), "act later in this CAP", do=wait),
        Verb("act", (WHO,), "stop waiting", When.BATTLE, refuse=refuse_act, do=call_up),
        Verb("carry", (WHO,), "keep the action for a later CAP", do=carry),
        Verb("lose", (WHO,), "let the action go", do=lose),
        Verb(
            "plan",
            (WHO, Arg("WHAT", Kind.TEXT, offers=offer_plans, says=say_plan)),
            "a skill, a percentage, dex or defend",
            When.BATTLE,
            refuse=refuse_plan,
            do=do_plan,
        ),
        Verb("react", (WHO,), "parry or dodge", When.BATTLE, refuse=refuse_react, do=react),
        Verb(
            "engage",
            (WHO, FOE),
            "in close combat with",
            When.ALWAYS,
            gm=True,
            refuse=ring.refuse_engage,
            do=ring.engage,
        ),
        Verb(
            "disengage",
            (WHO, FOE),
            "out of close combat with",
            When.ALWAYS,
            gm=True,
            do=ring.disengage,
        ),
        Verb(
            "focus",
            (WHO, FOE),
            "no flanking bonus for that one",
            When.ALWAYS,
            refuse=ring.refuse_focus,
            do=ring.focus,
        ),
    ),
    facts=(Fact("bonus", ring.bonus, (WHO, FOE), counts=True),),
    settings=ring.SETTINGS,
    choose=ring.choose,
    battle=battle,
    value=lambda _, character: character.rank,
    place=set_strike_rank,
    left=left,
    grant=grant,
    why=why,
    tell=tell,
    marked=status_changed,
)
