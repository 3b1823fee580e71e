"""A person at a terminal is a dice tray: the lines of the README, typed as they stand there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.panel.table import Table, end
from tests.panel.tray import Cable, wait_for
from turnkeeper.config import Config, PortSettings
from turnkeeper.link.events import Hand
from turnkeeper_sim.workbench import Workbench

README = Path(__file__).parents[2] / "device" / "pico" / "README.md"


def documented() -> list[tuple[str, str]]:
    """Give each line that the README has typed, and what is answered."""
    [block] = re.findall(
        r"^```hand\n(.*?)^```", README.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    lines = block.splitlines()
    pairs = list(zip(lines[::2], lines[1::2], strict=True))
    assert all(typed[0] == "~" != answer[0] for typed, answer in pairs)
    return pairs


class Person:
    """Sits at a terminal program, at the far end of the box's serial cable."""

    def __init__(self, folder: Path) -> None:
        """Wait until the box listens: it asks who is there."""
        self.cable = Cable(folder)
        self.cable.plug()
        self.table = Table(self.cable.path)
        self.screen = b""
        assert wait_for(lambda: self.sees("HELLO"))

    def sees(self, words: str) -> bool:
        """Look at the screen; the box goes on meanwhile."""
        self.table.listen()
        self.screen += self.cable.read()
        return words.encode() in self.screen

    def types(self, line: str) -> None:
        """Type a line on a clean screen, with Enter as terminals send it."""
        self.screen = b""
        self.cable.write(line.encode() + b"\r")

    def leaves(self) -> None:
        """Switch it all off."""
        end(self.table.port)
        self.cable.pull()


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Person]:
    """A person who may type."""
    person = Person(tmp_path)
    yield person
    person.leaves()


def test_what_the_readme_has_typed_is_answered_as_it_says(person: Person) -> None:
    for typed, answer in documented():
        person.types(typed)
        assert wait_for(lambda: person.sees(f"{answer}\r\n")), (typed, person.screen)  # noqa: B023
    assert [(roll.sides, roll.face, roll.source) for roll in person.table.rolls] == [
        (10, 7, "hand"),
        (100, 0, "hand"),
    ]
    assert person.table.others == [Hand(on=True), Hand(on=False)]


def test_nothing_but_answers_comes_while_a_person_types(person: Person) -> None:
    person.types("~HAND ON")
    assert wait_for(lambda: person.sees("Hand mode is on"))
    person.screen = b""
    assert not wait_for(lambda: person.sees("!"), 2.2)  # else it asks every second who is there
    person.types("~HAND OFF")
    assert wait_for(lambda: person.sees("HELLO"))


def test_the_box_at_work_answers_what_came_of_a_die(tmp_path: Path) -> None:
    (tmp_path / "desk").mkdir()
    cable = Cable(tmp_path / "desk")
    cable.plug()
    bench = Workbench(tmp_path, Config(ports=PortSettings(paths=(cable.path,))))
    screen = b""

    def sees(words: str) -> bool:
        nonlocal screen
        screen += cable.read()
        return f"{words}\r\n".encode() in screen

    try:
        assert wait_for(lambda: b"HELLO" in cable.read())
        cable.write(b"~HAND ON\r~ROLL d10 7\r")
        assert wait_for(lambda: sees("A d10 shows 7: nobody is asked for a die"))
        bench.press("push")  # read
        bench.press("push")  # the first encounter
        bench.press("next")  # the start
        sides = bench.session.awaited()
        cable.write(f"~ROLL d{sides} 4\r".encode())
        assert wait_for(lambda: sees(f"Taken: d{sides} 4."))
        cable.write(f"~ROLL d{sides + 1} 4\r".encode())
        assert wait_for(lambda: sees(f"A d{sides} is asked for, not a d{sides + 1}"))
    finally:
        bench.close()
        cable.pull()
