"""The stories of the link, under this Python and under a real MicroPython."""

from types import ModuleType

import pytest

from tests.link import micropython, told_line, told_meeting, told_table, told_ways
from tests.link.luck import play
from tests.link.telling import names
from tests.link.world import World

TOLD = [told_line, told_ways, told_meeting, told_table]
STORIES = [
    pytest.param(module, name, id=name.removeprefix("tell_").replace("_", " "))
    for module in TOLD
    for name in names(module)
]


@pytest.mark.parametrize(("module", "name"), STORIES)
def test_here(module: ModuleType, name: str) -> None:
    getattr(module, name)()


@pytest.fixture(scope="module")
def on_the_pico() -> str:
    """What MicroPython says of all stories."""
    return "".join(told(module) for module in TOLD)


@pytest.mark.parametrize(("module", "name"), STORIES)
def test_under_micropython(module: ModuleType, name: str, on_the_pico: str) -> None:
    assert f"holds {name}" in on_the_pico.splitlines(), f"{module.__name__}\n{on_the_pico}"


def test_both_pythons_say_the_same_to_the_byte() -> None:
    program = """
from tests.link.luck import play
from tests.link.world import World
for seed in range(20):
    world = World()
    play(world, seed)
    print(world.digest)
"""
    here = []
    for seed in range(20):
        world = World()
        play(world, seed)
        here.append(world.digest)
    assert [int(line) for line in micropython.run(program).split()] == here


def test_control_a_broken_story_is_told() -> None:
    said = told(told_line, "told_line.ROLL = b'!'")
    assert "broken tell_a_frame_may_come_in_pieces" in said.splitlines()


def told(module: ModuleType, before: str = "") -> str:
    """Let MicroPython tell the stories of *module*, after it has run *before*."""
    name = module.__name__.rpartition(".")[2]
    program = f"from tests.link import telling, {name}\n{before}\ntelling.tell({name})"
    return micropython.run(program)
