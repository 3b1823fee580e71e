"""The pages before a battle: what to play, who is here tonight, and who ambushes whom."""

from turnkeeper.rules.battle import Battle
from turnkeeper.ui.front import Front
from turnkeeper.ui.marking import marks_of, rows_of
from turnkeeper.ui.page import Page, Row
from turnkeeper.ui.view import Tonight, View


def home(front: Front, view: View) -> Page:
    """What to play, and who is here tonight."""
    tonight = view.tonight
    rows = [
        Row(m.name, right="!" if m.problem else "", mark=n == front.cursor)
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
    foot = tonight.problem or goes_on(front.cursor, tonight)
    return Page("home", tuple(rows), top=tonight.title, top_right=count, foot=foot)


def goes_on(cursor: int, tonight: Tonight) -> str:
    """What can be done with the row under the cursor of the home page."""
    if cursor < len(tonight.meetings):
        return "Next: what is wrong" if tonight.meetings[cursor].problem else "Next: play"
    guest = cursor - len(tonight.meetings)
    if guest < len(tonight.guests):
        away = tonight.guests[guest].name in tonight.absent
        return "push: here tonight" if away else "push: away tonight"
    return "push: look"


def positions(front: Front, battle: Battle) -> Page:
    """Who ambushes whom, then everybody takes positions."""
    table = battle.table
    rows = [Row("Menu", mark=front.cursor == 0)]
    for n, name in enumerate(rows_of(battle), 1):
        marks = marks_of(battle, name)
        whom = f"{name}:" if n <= len(table.sides) else name
        rows.append(Row(whom, right=", ".join(marks), mark=n == front.cursor))
    push = "push: mark" if front.cursor else "push: menu"
    return Page("positions", tuple(rows), top="Take positions", foot=push, foot_right="Next: go")
