"""Files made to annoy, and a process that reads them with limits on its time and memory (U1).

    python -m tests.files.hostile SEED COUNT FOLDER     COUNT files, one in the place of the other
    python -m tests.files.hostile stick COUNT FOLDER    a stick with COUNT files, pipes, devices
    python -m tests.files.hostile dots COUNT FOLDER     the control: `a.a.a`, and no limits of ours

While one is read, `setitimer` ends the process after so much of a processor's time, and the kernel
gives it no more than so much memory on top of what it has. Prints of how many something was said.
"""

import os
import random
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.files.corpus import cases
from tests.files.systems import RULES
from turnkeeper.files import intake
from turnkeeper.party import EXAMPLES, check, find_party, list_encounters

CPU_SECONDS = 0.5
MEMORY = 20 << 20
NAMES = ("party.toml", "encounters/x.toml", "config.toml")
LINES = (
    "{n}=1", "k{n} = 1", "a{n}.b.c.d.e=1", "a.b.c.d.e{n}=1", "[a{n}]", "[a.b.c.d.e{n}]", "[[a]]",
    "[[foes]]", "[[a.b.c.d.e]]", '"\u0439{n}"=1', '"{n}"."b".c=1', "x{n}=" + "9" * 490,
    "x{n}=" + "9_" * 240 + "9", "x{n}=1e" + "9" * 480, "x{n}=0." + "9" * 480, "x{n}=1979-05-27",
    'x{n}="' + "\\u0041" * 80 + '"', "#", "", " " * 500, ".", "x = [", "{{", "]]", "=" * 400,
    "[[foes]]\nname='a{n}'\nref=1", "[[characters]]\nname='a{n}'\nref=1", "[[foes]]\nname='a'",
    "[[foes]]\nname='a{n}'\ncount=64\nref=1", "''''''", "'" + '"' * 500 + "'", '"' * 500,
    "name = '" + "e\u0301" * 100 + "'", "name='\u202e{n}\u200b'", "seat = {n}", "speed = nan",
)  # fmt: skip
PIECES = (
    "1", "[]", "{}", "{a=1}", "[[[[[[[]]]]]]]", "{a={a={a={a={a=1}}}}}", "{a.b.c.d.e=1}", "1e9",
    "1979-05-27T07:32:00Z", '""', "0xF", "true", "{name='a',ref=1}", "{a" * 9, "[" * 9, "-inf",
)  # fmt: skip
STRETCHES = ("\\\n   \n", '""\\n\n', '\\"\n', " " * 500 + "\n", "\u0301", "\\\\", "''\n")
STROKES = (
    b"[",
    b"]",
    b"{",
    b"}",
    b"=",
    b".",
    b",",
    b"\n",
    b'"',
    b"'",
    b'"""',
    b"\\",
    b"\xff",
    b"\0",
)

Maker = Callable[[random.Random], bytes]


def lines(chance: random.Random) -> bytes:
    """One or two kinds of line, over and over, each with a number of its own."""
    kinds = chance.sample(LINES, chance.randint(1, 2))
    most = chance.choice((20, 20, 200, 1_999, 20_000))
    found = bytearray()
    for n in range(most):
        found += kinds[n % len(kinds)].format(n=n).encode() + b"\n"
        if len(found) > intake.MOST_BYTES:
            break
    return bytes(found)


def lists(chance: random.Random) -> bytes:
    """A list of one kind of thing."""
    name = chance.choice(("x", "foes", "characters", "seats", "name"))
    piece = chance.choice(PIECES) + ","
    row = piece * chance.randint(1, max(1, 500 // len(piece.encode()))) + "\n"
    rows = row * (chance.choice((300, 300, 3_000, 60_000)) // len(row.encode()))
    return f"{name} = [\n{rows}]\n".encode()


def texts(chance: random.Random) -> bytes:
    """A text over many lines, with an end or without."""
    quotes = chance.choice(('"""', "'''"))
    stretch = chance.choice(STRETCHES)
    inside = stretch * (chance.choice((900, 900, 60_000)) // len(stretch.encode()))
    return (
        f"{chance.choice(('name', 'x'))} = {quotes}{inside}{chance.choice((quotes, ''))}".encode()
    )


def noise(chance: random.Random) -> bytes:
    """Any bytes; or another encoding of what is a good file."""
    good = (EXAMPLES / "party.toml").read_text("utf-8")
    return chance.choice(
        (
            chance.randbytes(chance.choice((10, 600, 600, 70_000))),
            good.encode("utf-16"),
            good.encode("utf-32"),
            good.replace("a", "\ud800").encode("utf-8", "surrogatepass"),
            good.encode("latin-1", "replace").replace(b"?", b"\xe9"),
            b"\xef\xbb\xbf" * chance.randint(1, 9) + good.encode(),
        )
    )


GOOD = [
    *(data for _, _, data, _ in cases()),
    *(path.read_bytes() for path in EXAMPLES.rglob("*.toml")),
]


def damaged(chance: random.Random) -> bytes:
    """A file with a few slips of the hand, torn pieces and pieces of others."""
    data = chance.choice(GOOD)
    for _ in range(chance.randint(1, 6)):
        other = chance.choice(GOOD)
        at, there = chance.randint(0, len(data)), chance.randint(0, len(other))
        data = chance.choice(
            [
                data[:at] + chance.choice(STROKES) * chance.randint(1, 3) + data[at:],
                data[:at] + data[at + chance.randint(1, 20) :],
                data[:at] + other[there : there + chance.randint(1, 60)] + data[at:],
                data[:at] + other[there:],
            ]
        )
    return data


MAKERS: tuple[Maker, ...] = (lines, lists, texts, noise, damaged, damaged)


def files(count: int, seed: int, folder: Path) -> Iterator[Path]:
    """Make one file after the other, in the place of the last."""
    chance = random.Random(seed)
    (folder / "encounters").mkdir()
    for number in range(count):
        path = folder / NAMES[number % len(NAMES)]
        path.write_bytes(MAKERS[number % len(MAKERS)](chance))
        yield path


def lay(folder: Path, many: int) -> None:
    """Make a stick that is a trap from end to end; where only root may, less of one."""
    trap = folder / "encounters"
    trap.mkdir(parents=True)
    good = (EXAMPLES / "encounters" / "bridge.toml").read_bytes()
    worst = "\n".join(f"{n}=1" for n in range(1_999)).encode()
    for number in range(many):
        (trap / f"{number:05}.toml").write_bytes(worst if number % 2 else good)
    os.mkfifo(trap / "00000-pipe.toml")
    (trap / "00000-folder.toml").mkdir()
    for name, goal in (("zero", "/dev/zero"), ("up", "../../.."), ("self", "00000-self.toml")):
        (trap / f"00000-{name}.toml").symlink_to(goal)
    with (trap / "00000-huge.toml").open("wb") as file:
        file.truncate(1 << 34)
    for odd in ("00000-\udcff\x1b[2J", "00000-\u202elmot", "0" * 250):  # the first is no UTF-8
        (trap / f"{odd}.toml").write_bytes(good)
    os.mkfifo(folder / "party.toml")
    if os.geteuid() == 0:
        os.mknod(trap / "00000-device.toml", 0o20666, os.makedev(1, 5))


def limited(read: Callable[[], list[str]], seconds: float = CPU_SECONDS) -> bool:
    """Read under the limits; whether anything was said, which must be fit for the glass."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY, hard))
    signal.setitimer(signal.ITIMER_PROF, seconds)
    said = read()
    signal.setitimer(signal.ITIMER_PROF, 0)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    assert all(sentence and sentence.isprintable() and len(sentence) < 500 for sentence in said)
    return bool(said)


def said(path: Path) -> list[str]:
    """What is said of a file."""
    return [str(each) for each in check(path, RULES, "hummel", "dtparam=spi=on")]


def listed(folder: Path) -> list[str]:
    """What a menu says of the encounters on a stick."""
    found = list_encounters([folder], "hummel", RULES)
    assert 0 < len(found) <= 64
    return [f"{each.name} {each.problem}" for each in found]


def main(what: str, many: int, folder: Path) -> None:
    """Make and read them."""
    refused = 0
    if what == "stick":
        lay(folder, many)
        refused += limited(lambda: listed(folder), 4 * CPU_SECONDS)
        refused += limited(lambda: said(find_party([folder])))
    elif what == "dots":  # the control
        intake.MOST_DOTS = intake.MOST_LINE_BYTES = intake.MOST_PIECES = 1 << 30
        (folder / NAMES[0]).write_bytes(b"a" + b".a" * many + b" = 1\n")
        refused += limited(lambda: said(folder / NAMES[0]))
    else:
        for path in files(many, int(what), folder):
            refused += limited(lambda path=path: said(path))  # type: ignore[misc]
    print(refused)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
