"""The map of the forest. It is ours, because the original's picture is lost. The board is drawn from it.

The wanderer and the ravens move from space to space along the trails. Trails meet in clearings, which have names; the
start and the roosts are clearings. Everything else is worked out from SPACES and TRAILS.
"""

from itertools import pairwise

from languages import later, say

from ..game import Data
from ..sentences import coded

WIDTH, HEIGHT = 1200, 1100  # of the canvas that the spaces' coordinates are on


class Space(Data, frozen=True):
    """A clearing, or a trail step if it has no name. The code is its square of the canvas: G11 is column G, row 11.

    A square is 100 x 100, columns are A to M without I from the left, rows from the top.
    """

    code: str
    x: int  # from the left
    y: int  # from the top
    name: str | None = None


SPACES = (
    Space("G11", 600, 1010, later("Last Lantern")),  # the start
    Space("A7", 88, 690, later("Crookbough")),  # roost 1
    Space("B3", 112, 270, later("Widow Elm")),  # roost 2
    Space("E1", 405, 96, later("Owlmoot")),  # roost 3
    Space("J2", 800, 104, later("The Drowned Bell")),  # roost 4
    Space("L3", 1095, 255, later("Thornspire")),  # roost 5
    Space("M8", 1110, 730, later("Bone Orchard")),  # roost 6
    Space("G8", 606, 712, later("Mothglade")),
    Space("D6", 322, 540, later("Foxfire Hollow")),
    Space("G5", 622, 452, later("The Whispering Stones")),
    Space("J6", 858, 580, later("Silverpool")),
    Space("F10", 510, 954),
    Space("E10", 416, 918),
    Space("D9", 316, 884),
    Space("C9", 222, 841),
    Space("B8", 141, 776),
    Space("G10", 693, 968),
    Space("H10", 787, 940),
    Space("J10", 885, 913),
    Space("K9", 976, 874),
    Space("L9", 1056, 812),
    Space("F9", 594, 898),
    Space("G9", 612, 811),
    Space("B7", 176, 657),
    Space("C6", 230, 599),
    Space("F7", 518, 643),
    Space("E7", 414, 600),
    Space("G6", 614, 582),
    Space("H7", 733, 645),
    Space("K7", 996, 636),
    Space("C5", 239, 460),
    Space("B4", 188, 356),
    Space("F4", 559, 327),
    Space("E3", 467, 220),
    Space("G4", 664, 326),
    Space("H3", 740, 221),
    Space("K5", 945, 477),
    Space("L4", 1009, 367),
    Space("B2", 192, 184),
    Space("C2", 295, 131),
    Space("F2", 537, 109),
    Space("G1", 670, 91),
    Space("K2", 911, 127),
    Space("L2", 1009, 183),
)
START = 0
ROOSTS = (1, 2, 3, 4, 5, 6)  # the spaces of roosts 1 to 6

TRAILS = (  # from clearing to clearing, by code
    "G11 F10 E10 D9 C9 B8 A7",
    "G11 G10 H10 J10 K9 L9 M8",
    "G11 F9 G9 G8",
    "A7 B7 C6 D6",
    "G8 F7 E7 D6",
    "G8 G6 G5",
    "G8 H7 J6",
    "M8 K7 J6",
    "D6 C5 B4 B3",
    "G5 F4 E3 E1",
    "G5 G4 H3 J2",
    "J6 K5 L4 L3",
    "B3 B2 C2 E1",
    "E1 F2 G1 J2",
    "J2 K2 L2 L3",
)


def _steps() -> tuple[tuple[int, ...], ...]:
    """For each space, the spaces one step away."""
    number = {space.code: place for place, space in enumerate(SPACES)}
    near: list[set[int]] = [set() for _ in SPACES]
    for trail in TRAILS:
        spaces = [number[code] for code in trail.split()]
        for space, next_space in pairwise(spaces):
            near[space].add(next_space)
            near[next_space].add(space)
    return tuple(tuple(sorted(spaces)) for spaces in near)


def _distances(start: int) -> tuple[int, ...]:
    """For each space, the least number of steps to it."""
    steps, edge = {start: 0}, [start]
    for space in edge:
        for near in STEPS[space]:
            if near not in steps:
                steps[near] = steps[space] + 1
                edge.append(near)
    return tuple(steps[space] for space in range(len(SPACES)))


def _onward(goal: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each space, the steps from it on shortest paths to `goal`, each as (from, to)."""
    distances = DISTANCES[goal]
    return tuple(
        tuple((space, near) for near in STEPS[space] if distances[near] < distances[space])
        for space in range(len(SPACES))
    )


def _nearness(goal: int) -> tuple[int, ...]:
    """For each space, its place among all when they are sorted by their distance to `goal`, then by number."""
    order = sorted(range(len(SPACES)), key=DISTANCES[goal].__getitem__)
    return tuple(map(order.index, range(len(SPACES))))


STEPS = _steps()
DISTANCES = tuple(map(_distances, range(len(SPACES))))  # DISTANCES[a][b]
ONWARD = tuple(map(_onward, range(len(SPACES))))  # ONWARD[goal][space]
NEARNESS = tuple(map(_nearness, range(len(SPACES))))  # NEARNESS[goal][space]


def space_name(space: int) -> str:
    """A clearing's name and code, a trail step's code."""
    code, name = SPACES[space].code, SPACES[space].name
    return coded(say(name), code) if name else code
