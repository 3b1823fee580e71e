"""What stands on the glass when the box cannot run: what is wrong, and not where its folder is."""

from pathlib import Path

import pytest

from turnkeeper import blank
from turnkeeper.config import Config
from turnkeeper.ui.draw import draw
from turnkeeper.ui.fit import fit


def test_the_whole_sentence_is_on_the_glass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    def heard(_: Config, problem: str, **__: object) -> list[str]:
        said.append(problem)
        return []

    monkeypatch.setattr(blank, "blank", heard)
    file = tmp_path / "config.toml"
    file.write_text(f'[display]\ndriver = "sh1106"\nheight = 32\n[folders]\nstate = "{tmp_path}"\n')
    blank.after_the_daemon(file, safe=True)
    assert said == ["config.toml, line 3, display.height: no sh1106 is 128 x 32; it is 128 x 64"]
    page = blank.told(said[0])
    assert page
    assert draw(page).getbbox()
    words = " ".join(piece.text for piece in fit(page, 128, 64).pieces)
    assert words.split() == f"cannot start {said[0]}".split()
    cut = blank.told(f"{tmp_path}/{said[0]}")
    assert cut
    words = " ".join(piece.text for piece in fit(cut, 128, 64).pieces)
    assert "it is 128 x 64" not in words, "the control: with its folders there was no room for it"
