"""The stories of keypad and keys, under this Python and under a real MicroPython."""

from types import ModuleType

from tests.link.stories import hold_there, stories, told
from tests.pico import told_keys, told_tray

each_story = stories(told_keys, told_tray)


@each_story
def test_here(module: ModuleType, name: str) -> None:
    getattr(module, name)()


@each_story
def test_under_micropython(module: ModuleType, name: str) -> None:
    hold_there(module, name)


def test_control_with_another_face_the_story_breaks() -> None:
    said = told(told_tray, "told_tray.FORGET = 9_999")
    assert "broken tell_half_an_entry_is_forgotten" in said.splitlines()
