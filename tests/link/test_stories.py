"""The stories of the link, under this Python and under a real MicroPython."""

from types import ModuleType

from tests.link import micropython, told_line, told_meeting, told_table, told_ways
from tests.link.luck import play
from tests.link.stories import hold_there, stories, told
from tests.link.world import World

each_story = stories(told_line, told_ways, told_meeting, told_table)


@each_story
def test_here(module: ModuleType, name: str) -> None:
    getattr(module, name)()


@each_story
def test_under_micropython(module: ModuleType, name: str) -> None:
    hold_there(module, name)


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
