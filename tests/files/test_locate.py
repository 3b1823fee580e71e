"""Each key's line is told, for every way in which TOML lets one write it."""

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.files.intake import checked_tokens
from turnkeeper.files.locate import Place, locate
from turnkeeper.files.sheet import shown_place

TEXT = '''
title = """
[[not]] = a heading
"""                                         # 4
[pins]
buzzer = 5
seats = [
  17,                                       # 8
  27,
]
"a b".'c.d'.e = 1                           # 11

[[foes]]
name = "Orc"                                # 14
[foes.skills]
"Sw\\u006Frd" = 74                          # 16
[[foes]]
name = 'Wolf # no comment'                  # 18
skills = { Bite = 50, claw.left = 20 }
[[foes.friends]]
name = "Cub"                                # 21
[[foes.friends]]
born = 1979-05-27 07:32:00                  # 23
reserve = [{ name = "Troll" }, { ref = 1.5 }]
other = [
  { ref = -3 }, [ "x",                      # 26
    "y" ],
]
'''


def test_every_way_of_writing_a_key_is_found() -> None:
    tomllib.loads(TEXT)
    lines = {shown_place(place): line for place, line in locate(checked_tokens(TEXT)).items()}
    wanted = {
        "title": 2, "pins": 5, "pins.buzzer": 6, "pins.seats": 7, "pins.seats[1]": 8,
        "pins.seats[2]": 9, "pins.a b": 11, "pins.a b.c.d": 11, "pins.a b.c.d.e": 11,
        "foes": 13, "foes[1]": 13, "foes[1].name": 14, "foes[1].skills": 15,
        "foes[1].skills.Sword": 16, "foes[2]": 17, "foes[2].name": 18, "foes[2].skills": 19,
        "foes[2].skills.Bite": 19, "foes[2].skills.claw": 19, "foes[2].skills.claw.left": 19,
        "foes[2].friends": 20, "foes[2].friends[1]": 20, "foes[2].friends[1].name": 21,
        "foes[2].friends[2]": 22, "foes[2].friends[2].born": 23,
        "foes[2].friends[2].reserve": 24, "foes[2].friends[2].reserve[1]": 24,
        "foes[2].friends[2].reserve[1].name": 24, "foes[2].friends[2].reserve[2]": 24,
        "foes[2].friends[2].reserve[2].ref": 24, "foes[2].friends[2].other": 25,
        "foes[2].friends[2].other[1]": 26, "foes[2].friends[2].other[1].ref": 26,
        "foes[2].friends[2].other[2]": 26, "foes[2].friends[2].other[2][1]": 26,
        "foes[2].friends[2].other[2][2]": 27,
    }  # fmt: skip
    assert lines == wanted


def places(value: Any, place: Place = ()) -> set[Place]:  # noqa: ANN401 - any TOML value
    """All places in what the parser gives."""
    inside: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        inside = list(value.items())
    elif isinstance(value, list):
        inside = list(enumerate(value))
    below = {each for key, part in inside for each in places(part, (*place, key))}
    return below | ({place} if place else set())


KEYS = st.sampled_from(["a", "b", '"c d"', "'e.f'", "a.b", 'b."g"'])
VALUES = st.recursive(
    st.sampled_from(["1", "-1.5", '"x"', "'''y\n'''", "true", "1979-05-27", '"""\n]"""', "[]"]),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda each: f"[ {', '.join(each)} ]")
        | st.lists(inner, max_size=3).map(
            lambda each: "[\n" + "".join(f"{v},\n" for v in each) + "]"
        )
        | inner.map(lambda each: f"{{ k = {each}, l.m = 2 }}")
    ),
    max_leaves=4,
)
PAIRS = st.builds("{} = {}".format, KEYS, VALUES)
LINES = PAIRS | KEYS.map("[{}]".format) | KEYS.map("[[{}]]".format)


@given(st.lists(LINES, max_size=8).map("\n".join))
def test_nothing_that_the_parser_finds_is_without_a_line(text: str) -> None:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return  # the same key twice, and the like
    lines = locate(checked_tokens(text))
    assert places(data) == set(lines)
    assert all(1 <= line <= text.count("\n") + 1 for line in lines.values())
