"""The land of Advyria: its regions, its spaces and the roads between them. It is ours, because the designer's board is
lost.

A space is an index into SPACES. The quest spaces come first, so a quest space and its tile have the same number; then
come the guild spaces, then the road spaces. Coordinates are for a canvas of 1200 x 1100.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from languages import later, later_as, say

REGIONS = {  # by the letter that its quest spaces' codes begin with
    "W": later("the Hollow Wood"),
    "F": later("the Heron Fens"),
    "M": later("the Greyhorn Mountains"),
    "E": later("the Ember Hills"),
    "L": later("the Mirror Lake"),
    "S": later("the Salt Coast"),
    "D": later("the Golden Downs"),
}
LAKE = (640, 560, 110, 70)  # an ellipse: its centre and its half axes; no road crosses it
BAY = (90, 1010, 210, 210)


class Space(NamedTuple):
    kind: Literal["quest", "guild", "road"]
    code: str  # two characters for a quest or guild space, one letter for a road space
    name: str
    region: str
    x: int
    y: int
    short: str = ""  # a guild's name after its code


_QUESTS = (
    ("W1", later("Owl Hollow"), 105, 165),
    ("W2", later("Mossgate"), 200, 130),
    ("W3", later("Thornmere"), 325, 265),
    ("W4", later("Cinder Glade"), 110, 315),
    ("F1", later("Heronwatch"), 115, 445),
    ("F2", later("Willow Weir"), 225, 535),
    ("F3", later("Drowned Chapel"), 145, 725),
    ("F4", later("Lantern Quay"), 290, 785),
    ("M1", later("Goat Stair"), 465, 235),
    ("M2", later("Eagle's Rest"), 545, 135),
    ("M3", later("Silverdelve"), 705, 315),
    ("M4", later("Frostfall"), 860, 130),
    ("M5", later("Stonecradle"), 425, 365),
    ("E1", later("Kiln Tor"), 990, 120),
    ("E2", later("Red Cairn"), 945, 270),
    ("E3", later("Ashen Tower"), 1065, 450),
    ("L1", later("Swan Landing"), 775, 425),
    ("L2", later("Bramble Court"), 950, 525),
    ("L3", later("Otters' Bridge"), 705, 690),
    ("L4", later("Milldene"), 410, 735),
    ("S1", later("Saltpans"), 500, 850),
    ("S2", later("Wreckers' Cove"), 440, 990),
    ("S3", later("Sandhythe"), 635, 815),
    ("D1", later("Barrow Down"), 760, 895),
    ("D2", later("Honeyfield"), 920, 850),
    ("D3", later("Shepherds' Ring"), 1075, 730),
)
_GUILDS = (
    ("G1", later("the Guild of the Stag"), later_as("a guild, short", "the Stag"), "W", 215, 245),
    ("G2", later("the Guild of the Hammer"), later_as("a guild, short", "the Hammer"), "M", 720, 115),
    ("G3", later("the Guild of the Flame"), later_as("a guild, short", "the Flame"), "E", 1085, 225),
    ("G4", later("the Guild of the Sheaf"), later_as("a guild, short", "the Sheaf"), "D", 1065, 855),
    ("G5", later("the Guild of the Anchor"), later_as("a guild, short", "the Anchor"), "S", 620, 965),
    ("G6", later("the Guild of the Heron"), later_as("a guild, short", "the Heron"), "F", 240, 660),
)
_ROADS = (
    ("a", later("Fallen Oak"), "W", 310, 130),
    ("b", later("Pilgrims' Fork"), "M", 435, 135),
    ("c", later("Ravens' Pass"), "M", 635, 215),
    ("d", later("Icicle Bridge"), "M", 830, 255),
    ("e", later("Deer Crossing"), "W", 250, 385),
    ("f", later("High Meadow"), "M", 560, 335),
    ("g", later("Beacon Road"), "E", 1075, 335),
    ("h", later("Old Toll House"), "E", 905, 390),
    ("i", later("North Shore"), "L", 500, 450),
    ("j", later("Alder Causeway"), "L", 645, 435),
    ("k", later("Marsh Gate"), "F", 360, 495),
    ("l", later("Peat Track"), "F", 125, 590),
    ("m", later("Poplar Row"), "L", 810, 585),
    ("n", later("Clay Lane"), "E", 1070, 590),
    ("o", later("West Shore"), "L", 485, 600),
    ("p", later("Mill Lane"), "L", 345, 620),
    ("q", later("South Shore"), "L", 540, 700),
    ("r", later("Drovers' Halt"), "D", 800, 740),
    ("s", later("Three Ways Inn"), "D", 950, 690),
    ("t", later("Dune Track"), "S", 360, 890),
    ("u", later("Barley Lane"), "D", 855, 970),
    ("v", later("Vineyard Gate"), "D", 1035, 985),
)
SPACES: tuple[Space, ...] = (
    *(Space("quest", code, name, code[0], x, y) for code, name, x, y in _QUESTS),
    *(Space("guild", code, name, region, x, y, short) for code, name, short, region, x, y in _GUILDS),
    *(Space("road", code, name, region, x, y) for code, name, region, x, y in _ROADS),
)
QUESTS = range(len(_QUESTS))
GUILDS = range(len(_QUESTS), len(_QUESTS) + len(_GUILDS))

_WAYS = """
    W1-W2 W1-G1 W2-a a-W3 a-b G1-W3 G1-W4 W3-e W4-e e-F1 F1-l l-F2 F2-k F2-G6 G6-F3 G6-F4 F3-F4 F4-t
    b-M1 b-M2 M2-c c-G2 c-M3 G2-M4 M4-d d-M3 M4-E1 M1-f f-M5 f-i M5-k E1-G3 G3-g g-E2 g-E3 E2-h h-E3 h-L1
    k-p p-o p-L4 o-L4 o-i i-j j-L1 L1-m m-L2 L2-n n-E3 m-s L4-q q-L3 q-S3 L3-r r-s s-D3
    t-S1 t-S2 S1-S2 S1-G5 G5-S3 r-D1 D1-u u-D2 D2-G4 D2-v v-G4 G4-D3
"""


SPACE_OF = {space.code: number for number, space in enumerate(SPACES)}
WAYS: tuple[tuple[int, int], ...] = tuple(
    (SPACE_OF[begin], SPACE_OF[end]) for begin, end in (way.split("-") for way in _WAYS.split())
)


def space_name(space: int) -> str:
    return say(SPACES[space].name)


def _neighbours(space: int) -> Iterator[int]:
    for begin, end in WAYS:
        if space in (begin, end):
            yield end if space == begin else begin


NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(tuple(sorted(_neighbours(space))) for space in range(len(SPACES)))


def _steps_from(start: int) -> tuple[int, ...]:
    steps, ring = {start: 0}, [start]
    while ring:
        ring = [near for space in ring for near in NEIGHBOURS[space] if near not in steps]
        steps |= dict.fromkeys(ring, max(steps.values()) + 1)
    return tuple(steps[space] for space in range(len(SPACES)))


# STEPS[a][b]: how many steps the shortest way from a to b takes
STEPS: tuple[tuple[int, ...], ...] = tuple(map(_steps_from, range(len(SPACES))))


def _within(steps: Sequence[int], most: int) -> tuple[int, ...]:
    return tuple(space for space, count in enumerate(steps) if count <= most)


# WITHIN[a][n]: the spaces at most n steps from a, n up to 6, a itself among them
WITHIN: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(_within(steps, most) for most in range(7)) for steps in STEPS
)
