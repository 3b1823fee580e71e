"""One page of every kind, with what a real battle puts on it: to look at, and for the tests."""

from turnkeeper.ui.page import Page, Row

LONG = "Bartholomew Featherstonehaugh the Third"
ACCENTED = "Žofia Šťastná-Nováková"
CHINESE = "王小明"
NAMES = (LONG, ACCENTED, CHINESE, "Ангелина", "Ελένη", "김철수", "Ann", "Bo", "Orc 1")


def turn(name: str, then: str = "Orc 1") -> Page:
    """The turn of one combatant."""
    return Page(
        "turn",
        (Row(name, "huge", centre=True),),
        top=f"then {then}",
        top_right="Round 3",
        foot="20 m",
        foot_right="1 interaction",
    )


def turn_in_rows(name: str) -> Page:
    """The same with what is left as a row of its own."""
    return Page(
        "turn",
        (Row(name, "huge"), Row("20 m, 1 interaction")),
        top="Round 3",
        top_right="24 s",
        foot="then Orc 1",
    )


def roll(name: str) -> Page:
    """A die that is owed."""
    return Page(
        "roll",
        (Row(name, "huge", centre=True), Row("d10 +3 ref +2 ambush", centre=True)),
        top="Round 1: roll",
        top_right="4 of 10",
        progress=(4, 10),
    )


def idle(name: str) -> Page:
    """What is left of the turn page after ten idle minutes."""
    return Page("idle", (Row(name, "huge"),))


ORDER = (
    ("Ann", "14"), (ACCENTED, "12"), ("Orc 1", "9"), (CHINESE, "9"), ("Orc 2", "8"),
    (LONG, "7"), ("Orc 3", "5"), ("Ελένη", "0"), ("Cave troll", "-2"), ("Bo", "-3"),
)  # fmt: skip


def order(cursor: int) -> Page:
    """The order, with the cursor on one, the second one up and Orc 2 down."""
    rows = tuple(
        Row(name, right=value, mark=at == cursor, strong=at == 1, struck=name == "Orc 2")
        for at, (name, value) in enumerate(ORDER)
    )
    return Page("order", rows, top="Round 3: order", top_right=f"{cursor + 1}/{len(rows)}")


def menu(cursor: int) -> Page:
    """The game master's menu."""
    words = ("Down", "Up again", "Join", "Remove", "Move in the order", "Undo", "Finish battle")
    rows = tuple(Row(word, mark=at == cursor) for at, word in enumerate(words))
    return Page("menu", rows, top="Game master", foot="push: choose", foot_right="Back")


PAGES = {
    "home": Page(
        "home",
        (
            Row("Start", mark=True, right="Goblin bridge"),
            Row("Encounter"),
            Row("Who is here", right="4 of 5"),
            Row("Past battles", right="12"),
        ),
        top="HUMMEL QUEST",
        top_right="ready",
    ),
    "home-bad": Page(
        "message",
        (Row("orcs.toml is skipped: line 7: count is 0, 1 to 64 are allowed."),),
        top="Bad encounter",
        foot="push: go on",
    ),
    "positions": Page(
        "positions",
        (Row("Take your", "big", centre=True), Row("positions", "big", centre=True)),
        top="Goblin bridge",
        foot="push: roll",
        foot_right="ambush: ..",
    ),
    "ambush": Page(
        "ambush",
        (
            Row("party", right="ambushing", mark=True),
            Row("foes", right="ambushed"),
            Row("Cave troll", right="-"),
            Row("roll"),
        ),
        top="Who ambushes whom?",
    ),
    "tie": Page(
        "tie",
        (Row("Tie at 9", "huge", centre=True), Row("Ann, Bo: roll again", centre=True)),
        top="Round 1",
        top_right="0 of 2",
        progress=(0, 2),
    ),
    "dial": Page(
        "dial",
        (Row("7", "huge", centre=True),),
        top="Orc 1: d10",
        top_right="+3 ref",
        foot="push: take",
        foot_right="Next: box",
    ),
    "dial-rows": Page(
        "dial",
        (Row("Orc 1", "big", right="d10"), Row("◄ 7 ►", "huge", centre=True)),
        top="Round 1: roll",
        foot="push: take",
        foot_right="+3 ref",
    ),
    "why": Page(
        "why",
        (
            Row("Ann 14: die 9 +5 ref"),
            Row("Tie at 9: Bo's extra die 9 beats Ann's 5", mark=True),
            Row("Orc 1 9: die 6 +3 ref"),
            Row("Orc 2 8: die 5 +3 ref"),
        ),
        top="Why this order?",
    ),
    "over": Page(
        "over",
        (Row("Battle over", "huge", centre=True), Row("3 rounds, 42 s", "big", centre=True)),
        foot="push: home",
    ),
    "refused": Page(
        "refused",
        (Row("Ann has 5 m left, and 12 m are asked for.", "big"),),
        top="Not now",
    ),
    "refused-long": Page(
        "refused",
        (
            Row(
                "Bo has had an interaction this turn already; one a turn is allowed. "
                "Speaking and handing over are free.",
                "big",
            ),
        ),
        top="Not now",
    ),
    "fault": Page(
        "fault",
        (Row("Undo the last step?", "big"), Row("Undo", mark=True), Row("Leave it")),
        top="Rule error",
    ),
    "one-side": Page(
        "offer",
        (Row("Only the party stands", "huge", centre=True),),
        foot="push: end",
        foot_right="Next: on",
    ),
    "not-saving": Page(
        "turn",
        (Row("Ann", "huge", centre=True),),
        top="then Orc 1",
        top_right="Round 3",
        foot="20 m",
        foot_right="1 interaction",
        alert="NOT SAVING",
    ),
    "order-top": order(0),
    "order-middle": order(5),
    "order-end": order(9),
    "menu": menu(0),
    "menu-end": menu(6),
    "roll": roll("Ann"),
    "turn": turn("Ann"),
    "turn-rows": turn_in_rows("Ann"),
    "turn-then-long": turn("Orc 1", LONG),
    "turn-then-chinese": turn("Orc 1", CHINESE),
}
for _name in NAMES:
    PAGES[f"turn-{_name}"] = turn(_name)
    PAGES[f"turn-rows-{_name}"] = turn_in_rows(_name)
    PAGES[f"roll-{_name}"] = roll(_name)
    PAGES[f"idle-{_name}"] = idle(_name)
