"""What happens in a World by chance: the same from the same seed, under both Pythons."""

from tests.link.world import KEYS, World


class Chance:
    """Numbers by chance, the same under both Pythons."""

    def __init__(self, seed: int) -> None:
        self.state = (seed * 2_654_435_761 + 12_345) % 2_147_483_648

    def below(self, most: int) -> int:
        """Give 0 to *most* - 1."""
        self.state = (self.state * 1_103_515_245 + 12_345) % 2_147_483_648
        return (self.state >> 8) % most


# How often each thing happens, of 100.
OFTEN = (
    ("carry", 34),
    ("wait", 12),
    ("work", 10),
    ("roll", 8),
    ("press", 4),
    ("release", 4),
    ("split", 4),
    ("double", 4),
    ("delay", 4),
    ("drop", 4),
    ("damage", 4),
    ("die", 2),
    ("reboot", 1),
    ("kill", 1),
    ("move", 1),
    ("unplug", 1),
    ("wave", 1),
    ("want", 1),
)
BAG = [name for name, times in OFTEN for _ in range(times)]
WAITS = (1, 20, 250, 600, 2_500, 6_000)


def happens(world: World, what: str, chance: Chance) -> None:
    """Let one thing happen."""
    end, place, other = chance.below(2), chance.below(8), chance.below(600)
    if what in ("drop", "double", "delay"):
        getattr(world, what)(end, place)
    elif what in ("press", "release"):
        getattr(world, what)(1 + other % KEYS)
    elif what == "carry":
        world.carry(end)
    elif what == "split":
        world.carry(end, 1 + other % 30)
    elif what == "damage":
        world.damage(end, place, other)
    elif what == "wait":
        world.wait(WAITS[other % 6])
    elif what == "roll":
        world.roll(100, 1 + other % 100)
    elif what == "want":
        world.want((end, place % 2), (0, 10, 20)[other % 3])
    else:
        getattr(world, what)()


def play(world: World, seed: int, steps: int = 120) -> None:
    """Let *steps* things happen by chance, then let the wire be good, and see that all has come."""
    chance = Chance(seed)
    for _ in range(steps):
        happens(world, BAG[chance.below(len(BAG))], chance)
    world.settle()
