"""Stories that are told twice: under this Python, and under a real MicroPython."""

from functools import cache
from types import ModuleType

import pytest

from tests.link import micropython
from tests.link.telling import names


def stories(*modules: ModuleType) -> pytest.MarkDecorator:
    """A test of each story: its module, and its name there."""
    each = [
        pytest.param(module, name, id=name.removeprefix("tell_").replace("_", " "))
        for module in modules
        for name in names(module)
    ]
    return pytest.mark.parametrize(("module", "name"), each)


def told(module: ModuleType, before: str = "") -> str:
    """Let MicroPython tell the stories of *module*, after it has run *before*; what it says."""
    package, _, name = module.__name__.rpartition(".")
    return micropython.run(
        "from tests.link import telling\n"
        f"from {package} import {name}\n{before}\ntelling.tell({name})"
    )


@cache
def _told_once(module: ModuleType) -> str:
    return told(module)


def hold_there(module: ModuleType, name: str) -> None:
    """Assert that the story holds under MicroPython, which tells all of a module in one go."""
    said = _told_once(module)
    assert f"holds {name}" in said.splitlines(), f"{module.__name__}\n{said}"
