"""The printed parts, made once for all tests that look at them."""

import pytest
import trimesh

from hardware.make import case


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, trimesh.Trimesh]:
    """Every part, made now."""
    if case.openscad() is None:
        pytest.skip("OpenSCAD")
    folder = tmp_path_factory.mktemp("case")
    case.make(folder)
    return {name: trimesh.load_mesh(folder / f"{name}.stl") for name in case.PRINTS}
