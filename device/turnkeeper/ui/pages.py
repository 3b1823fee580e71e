"""Which page the glass shows, and its words: the battle and the front in, a page out."""

from dataclasses import replace

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.ui import dice
from turnkeeper.ui.before import home, positions
from turnkeeper.ui.front import REFUSED, Front
from turnkeeper.ui.listed import opened
from turnkeeper.ui.page import Page, Row, Size
from turnkeeper.ui.telling import in_short, told
from turnkeeper.ui.view import Tonight, View

LINE = 21
"""Characters of small text on 128 pixels."""
END = "push: end battle"
"""ALL-03: one side stands alone. It blocks nothing, and is the first item in the menu."""
TWO_BIG_LINES = 28
"""Characters of big text that surely go on two such lines, and leave room for the foot."""


def page(front: Front, view: View) -> Page:
    """The page to show now."""
    shown = _page(front, view)
    if not view.alert:
        return shown
    return replace(shown, alert=view.alert)


def _page(front: Front, view: View) -> Page:
    battle = view.battle
    if front.message:
        name = "refused" if front.heading == REFUSED else "told"
        return Page(name, (Row(front.message, "big"),), top=front.heading)
    if front.stack:
        return opened(front, view)
    if not battle:
        return home(front, view)
    return stage(front, battle)


def stage(front: Front, battle: Battle) -> Page:
    """The page of the battle itself: before, in, or after it."""
    if battle.fault:
        return faulty(battle.fault, View(Tonight(), battle))
    if battle.table.over:
        return over(battle)
    return asked(front, battle) if battle.table.started else positions(front, battle)


def faulty(fault: str, view: View) -> Page:
    """A system's own code failed; the events are whole, so Back takes the last one back."""
    top = view.battle.system.title if view.battle else "turnkeeper"
    said = Row(f"rule error: {fault}", "big")
    alert = view.alert or "rule error: undo?"
    return Page("fault", (said,), top=top, foot="Back: undo", alert=alert)


def asked(front: Front, battle: Battle) -> Page:
    """The page of the open question."""
    roller = dice.roller(battle, front.claim)
    if roller and front.face:
        return dial(front, battle, roller)
    if roller:
        return roll(front, battle, roller)
    prompt = battle.prompt
    if battle.table.up and not prompt.owed:
        return turn(battle)
    return owed(battle) if prompt.asked else waited(battle)


def waited(battle: Battle) -> Page:
    """Nobody is asked: the GM goes on, or nobody is left to go on."""
    prompt = battle.prompt
    if prompt.kind == "nobody":  # ALL-03: it says so, and offers the end
        late = ", ".join(newcomers(battle))
        rows = (Row(prompt.title, "big", centre=True), Row(late or "end the battle?", centre=True))
        foot = "menu: act for, finish" if late else "menu: up, or finish"
        return Page("nobody", rows, top=at(battle), foot=foot)
    title = Row(prompt.title, "huge", centre=True)
    return Page("wait", (title,), top=at(battle), foot="Next: go on")


# Dice


def at(battle: Battle) -> str:
    """Where in the battle: the round, and the CAP where there is one."""
    table = battle.table
    return f"R{table.round} CAP {table.cap}" if table.cap else f"Round {table.round}"


def roll(front: Front, battle: Battle, roller: Combatant) -> Page:
    """Who is to roll which die, and what is added to it."""
    prompt = battle.table.asking(roller, "roll") or battle.prompt
    tie = prompt.title.startswith("Tie")
    others = [c.name for c in prompt.asked if c is not roller]
    check = bool(battle.table.up) and not front.claim  # in somebody's turn: its title says of what
    return Page(
        "tie" if tie else "roll",
        (Row(roller.name, "huge", centre=True), Row(thrown(front, battle, roller), centre=True)),
        top=prompt.title if tie or check else at(battle),
        top_right="" if check else f"{len(prompt.asked)} to roll",
        foot=END if battle.table.offer else f"then {', '.join(others)}" if others else "",
    )


def thrown(front: Front, battle: Battle, roller: Combatant) -> str:
    """Which die, and what is added to it; in fewer words where that saves a line."""
    prompt = battle.table.asking(roller, "roll") or battle.prompt
    ways = ("takes the next die", "next die") if front.claim else ("rolls d{0}", "d{0}")
    adds = battle.system.adds(battle.table, roller)
    words = [f"{way.format(prompt.sides)} {adds}".strip() for way in ways]
    return next((said for said in words if len(said) <= LINE), words[0])


def owed(battle: Battle) -> Page:
    """Who owes an answer that is no die: a margin, a plan, a declaration."""
    asked, prompt = battle.prompt.asked, battle.prompt
    names = named([c.name for c in asked])
    size: Size = "small" if len(names) > TWO_BIG_LINES else "big"
    rows = [Row(names, "huge" if len(asked) == 1 else size, centre=True)]
    if prompt.note:
        rows = [Row(asked[0].name, "huge", centre=True), Row(prompt.note, centre=True)]
    elif len(asked) == 1 and not dice.number(battle):
        rows.append(Row(in_short(told(battle, asked[0])), centre=True))
    return Page(
        "owed",
        tuple(rows),
        top=prompt.title,
        top_right=f"{len(asked)} to go" if len(asked) > 1 else at(battle),
        foot=END if battle.table.offer else answered(battle),
    )


def named(names: list[str]) -> str:
    """The names, as many as a page has room for in small letters below its title."""
    some = [name for n, name in enumerate(names) if len(", ".join(names[: n + 1])) < 2 * LINE]
    more = len(names) - max(1, len(some))
    return ", ".join(some or names[:1]) + (f" and {more} more" if more else "")


def answered(battle: Battle) -> str:
    """How it is answered: with the knob, or with one's own button."""
    if dice.number(battle):
        return "knob: turn and push"
    if not any(c.seat for c in battle.prompt.asked):
        return "knob: choose, or Next"
    return "hold yours to choose" if battle.prompt.press else "press yours to choose"


def dial(front: Front, battle: Battle, roller: Combatant) -> Page:
    """A face as the GM dials it; above the highest the box rolls."""
    sides = dice.sides(battle, front.claim)
    face = "box rolls" if front.face > sides else str(front.face)
    return Page(
        "dial",
        (Row(roller.name, centre=True), Row(face, "huge", centre=True)),
        top=battle.prompt.title,
        top_right=f"d{sides}",
        foot=battle.system.adds(battle.table, roller),
    )


# Turns


def then(battle: Battle) -> str:
    """Who is next; always begun alike, which spares the bus 30 bytes where nobody is."""
    coming = ([c for c in place if not c.down] for place in battle.table.order.rest)
    place = next((place for place in coming if place), None)
    return "then " + " + ".join(c.name for c in place) if place else "then nobody"


def turn(battle: Battle) -> Page:
    """Whose turn it is, as large as it goes."""
    table = battle.table
    names = " + ".join(c.name for c in table.up)
    late = newcomers(battle)
    said = in_short([*late, *told(battle, table.up[0])] if len(table.up) == 1 else late)
    said = END if table.offer else said
    fits = len(said) + len(clock(battle)) < LINE
    rows = [Row(names, "huge", centre=True)]
    return Page(
        "turn",
        tuple(rows if fits else [*rows, Row(said, centre=True)]),
        top=then(battle),
        top_right=at(battle),
        foot=said if fits else "",
        foot_right=clock(battle),
    )


def newcomers(battle: Battle) -> list[str]:
    """Who is asked beside the turn, and holds up nobody."""
    aside = battle.system.aside(battle.table)
    return [f"{aside.asked[0].name} to roll"] if aside and aside.asked else []


def clock(battle: Battle) -> str:
    """The game time, where the book keeps it."""
    return f"{battle.time} s" if battle.system.seconds else ""


def over(battle: Battle) -> Page:
    """The battle is over, and what it was."""
    table = battle.table
    turns = sum(len(group) for group in table.acted)
    rounds = f"{table.round} round{'s' * (table.round != 1)}, {turns} turn{'s' * (turns != 1)}"
    rows = [Row("Battle over", "huge", centre=True), Row(rounds, centre=True)]
    return Page(
        "over", tuple(rows), top=battle.system.title, top_right=clock(battle), foot="Next: home"
    )
