"""The cases of bad-files.txt, read for the tests."""

import re
from pathlib import Path

CORPUS = (Path(__file__).parent / "bad-files.txt").read_text(encoding="utf-8")


def cases() -> list[tuple[str, str, bytes, list[str]]]:
    """Title, file name, contents and sentences of each case in the corpus."""
    found = []
    for case in re.split(r"\n(?=# [^\n]*\n--- )", CORPUS)[1:]:
        title, name, rest = case.split("\n", 2)
        lines = rest.strip("\n").split("\n")
        text = "\n".join(line for line in lines if not line.startswith("=> ")) + "\n"
        text = re.sub(r"\{U\+([0-9A-F]+)\}", lambda code: chr(int(code[1], 16)), text)
        said = [line[3:] for line in lines if line.startswith("=> ")]
        found.append((title[2:], name[4:], text.encode(), said))
    return found
