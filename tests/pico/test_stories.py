"""The stories of keypad and keys, under this Python and under a real MicroPython."""

from types import ModuleType

import pytest

from tests.link import micropython
from tests.link.telling import names
from tests.pico import told_keys, told_tray

TOLD = [told_keys, told_tray]
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


def test_control_with_another_face_the_story_breaks() -> None:
    said = told(told_tray, "told_tray.FORGET = 9_999")
    assert "broken tell_half_an_entry_is_forgotten" in said.splitlines()


def told(module: ModuleType, before: str = "") -> str:
    """Let MicroPython tell the stories of *module*, after it has run *before*."""
    name = module.__name__.rpartition(".")[2]
    return micropython.run(
        "from tests.link import telling\n"
        f"from tests.pico import {name}\n{before}\ntelling.tell({name})"
    )
