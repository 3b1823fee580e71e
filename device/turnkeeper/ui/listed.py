"""The page of an open list: its rows with the cursor, or the number that is dialled."""

from turnkeeper.ui.choices import listing
from turnkeeper.ui.front import Front
from turnkeeper.ui.lists import Listing
from turnkeeper.ui.page import Page, Row
from turnkeeper.ui.view import View

SEEN_AT_ONCE = 3
"""Rows of a player's list that are seen without a look at where the cursor is."""


def opened(front: Front, view: View) -> Page:
    """The list, number or text on top."""
    top = front.stack[-1]
    shown = listing(top.spec, view)
    kind = top.spec.kind
    if shown.dial:
        rows = (Row(shown.title, centre=True), Row(str(top.cursor), "huge", centre=True))
        if top.seat:
            return Page("number", rows, foot="press: +1", foot_right="hold: ok")
        return Page("number", rows, foot="push: take it")
    return Page(
        kind,
        listed(shown, top.cursor),
        top=shown.title,
        top_right=count(shown, top.cursor, few=SEEN_AT_ONCE if top.seat else 0),
        foot="press: next" if top.seat else "",
        foot_right="hold: ok" if top.seat else "",
    )


def listed(shown: Listing, cursor: int) -> tuple[Row, ...]:
    """The items as rows, the cursor before the chosen one."""
    cursor = min(cursor, len(shown.items) - 1)
    return tuple(
        Row(i.label, right=i.right, mark=n == cursor, strong=i.strong, struck=i.struck)
        for n, i in enumerate(shown.items)
    ) or (Row("nothing to choose"),)


def count(shown: Listing, cursor: int, few: int) -> str:
    """Where the cursor is in a list; "" where it has so few rows."""
    items = len(shown.items)
    return f"{min(cursor, items - 1) + 1}/{items}" if items > few else ""
