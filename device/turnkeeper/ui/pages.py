"""Which page the glass shows, and its words: the battle and the front in, a page out."""

from dataclasses import replace

from turnkeeper.rules.battle import Battle
from turnkeeper.rules.combatant import Combatant
from turnkeeper.ui import dice
from turnkeeper.ui.front import REFUSED, Front
from turnkeeper.ui.listed import opened
from turnkeeper.ui.marking import marks_of, rows_of
from turnkeeper.ui.page import Page, Row
from turnkeeper.ui.telling import in_short, told
from turnkeeper.ui.view import Tonight, View

LINE = 21
"""Characters of small text on 128 pixels."""


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
        rows = (Row(prompt.title, "big", centre=True), Row("end the battle?", centre=True))
        return Page("nobody", rows, top=at(battle), foot="menu: up, or finish")
    title = Row(prompt.title, "huge", centre=True)
    return Page("wait", (title,), top=at(battle), foot="Next: go on")


# Before the battle


def home(front: Front, view: View) -> Page:
    """What to play, and who is here tonight."""
    tonight = view.tonight
    rows = [
        Row(m.name, right="!" if m.problem else "play", mark=n == front.cursor)
        for n, m in enumerate(tonight.meetings)
    ]
    for n, guest in enumerate(tonight.guests, len(rows)):
        away = guest.name in tonight.absent
        seat = f"seat {guest.seat}" if guest.seat else ""
        rows.append(
            Row(guest.name, right="away" if away else seat, mark=n == front.cursor, struck=away)
        )
    if not rows:
        return Page("home", (Row(tonight.problem or "no party yet", "big"),), top="turnkeeper")
    rows.append(Row("Pods", mark=front.cursor == len(rows)))
    here = len([g for g in tonight.guests if g.name not in tonight.absent])
    count = f"{here}/{len(tonight.guests)} here"
    return Page("home", tuple(rows), top=tonight.title, top_right=count, foot=tonight.problem)


def positions(front: Front, battle: Battle) -> Page:
    """Who ambushes whom, then everybody takes positions."""
    table = battle.table
    rows = [Row("Menu", mark=front.cursor == 0)]
    for n, name in enumerate(rows_of(battle), 1):
        marks = marks_of(battle, name)
        rows.append(
            Row(name, right=", ".join(marks), mark=n == front.cursor, strong=name in table.sides)
        )
    return Page("positions", tuple(rows), top="Take positions", foot="Next: roll")


# Dice


def at(battle: Battle) -> str:
    """Where in the battle: the round, and the CAP where there is one."""
    table = battle.table
    return f"R{table.round} CAP {table.cap}" if table.cap else f"Round {table.round}"


def roll(front: Front, battle: Battle, roller: Combatant) -> Page:
    """Who is to roll which die, and what is added to it."""
    prompt = battle.table.asking(roller, "roll") or battle.prompt
    tie = prompt.title.startswith("Tie")
    adds = battle.system.adds(battle.table, roller)
    others = [c.name for c in prompt.asked if c is not roller]
    claimed = "takes the next die" if front.claim else f"rolls d{prompt.sides}"
    return Page(
        "tie" if tie else "roll",
        (Row(roller.name, "huge", centre=True), Row(f"{claimed} {adds}".strip(), centre=True)),
        top=prompt.title if tie else at(battle),
        top_right=f"{len(prompt.asked)} to roll",
        foot=f"then {', '.join(others)}" if others else "",
    )


def owed(battle: Battle) -> Page:
    """Who owes an answer that is no die: a margin, a plan, a declaration."""
    names = [c.name for c in battle.prompt.asked]
    rows: tuple[Row, ...] = (Row(names[0], "huge", centre=True),)
    if len(names) > 1:
        rows = tuple(Row(name, "big") for name in names)
    note = battle.prompt.note or (f"{len(names)} to answer" if len(names) > 1 else "")
    return Page(
        "owed", rows, top=battle.prompt.title, foot=note, foot_right="" if note else at(battle)
    )


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
    said = in_short(told(battle, table.up[0])) if len(table.up) == 1 else ""
    said = "end the battle?" if table.offer else said
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


def clock(battle: Battle) -> str:
    """The game time, where the book keeps it."""
    return f"{battle.time} s" if battle.system.seconds else ""


def over(battle: Battle) -> Page:
    """The battle is over, and what it was."""
    table = battle.table
    turns = sum(len(group) for group in table.acted)
    rounds = f"{table.round} round{'s' * (table.round != 1)}, {turns} turns"
    rows = [Row("Battle over", "huge", centre=True), Row(rounds, centre=True)]
    return Page(
        "over", tuple(rows), top=battle.system.title, top_right=clock(battle), foot="Next: home"
    )
