"""The land of Advyria: its regions, its spaces and the roads between them. Ours, for the designer's board is lost.

A space is an index into SPACES. The quest spaces come first, so a quest space and its tile have the same number; then
come the guild spaces, then the road spaces. Coordinates are for a canvas of 1200 x 1100.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

REGIONS = {  # by the letter that its quest spaces' codes begin with
    "W": "the Hollow Wood",
    "F": "the Heron Fens",
    "M": "the Greyhorn Mountains",
    "E": "the Ember Hills",
    "L": "the Mirror Lake",
    "S": "the Salt Coast",
    "D": "the Golden Downs",
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


_QUESTS = (
    ("W1", "Owl Hollow", 105, 165),
    ("W2", "Mossgate", 200, 130),
    ("W3", "Thornmere", 325, 265),
    ("W4", "Cinder Glade", 110, 315),
    ("F1", "Heronwatch", 115, 445),
    ("F2", "Willow Weir", 225, 535),
    ("F3", "Drowned Chapel", 145, 725),
    ("F4", "Lantern Quay", 290, 785),
    ("M1", "Goat Stair", 465, 235),
    ("M2", "Eagle's Rest", 545, 135),
    ("M3", "Silverdelve", 705, 315),
    ("M4", "Frostfall", 860, 130),
    ("M5", "Stonecradle", 425, 365),
    ("E1", "Kiln Tor", 990, 120),
    ("E2", "Red Cairn", 945, 270),
    ("E3", "Ashen Tower", 1065, 450),
    ("L1", "Swan Landing", 775, 425),
    ("L2", "Bramble Court", 950, 525),
    ("L3", "Otters' Bridge", 705, 690),
    ("L4", "Milldene", 410, 735),
    ("S1", "Saltpans", 500, 850),
    ("S2", "Wreckers' Cove", 440, 990),
    ("S3", "Sandhythe", 635, 815),
    ("D1", "Barrow Down", 760, 895),
    ("D2", "Honeyfield", 920, 850),
    ("D3", "Shepherds' Ring", 1075, 730),
)
_GUILDS = (
    ("G1", "the Guild of the Stag", "W", 215, 245),
    ("G2", "the Guild of the Hammer", "M", 720, 115),
    ("G3", "the Guild of the Flame", "E", 1085, 225),
    ("G4", "the Guild of the Sheaf", "D", 1065, 855),
    ("G5", "the Guild of the Anchor", "S", 620, 965),
    ("G6", "the Guild of the Heron", "F", 240, 660),
)
_ROADS = (
    ("a", "Fallen Oak", "W", 310, 130),
    ("b", "Pilgrims' Fork", "M", 435, 135),
    ("c", "Ravens' Pass", "M", 635, 215),
    ("d", "Icicle Bridge", "M", 830, 255),
    ("e", "Deer Crossing", "W", 250, 385),
    ("f", "High Meadow", "M", 560, 335),
    ("g", "Beacon Road", "E", 1075, 335),
    ("h", "Old Toll House", "E", 905, 390),
    ("i", "North Shore", "L", 500, 450),
    ("j", "Alder Causeway", "L", 645, 435),
    ("k", "Marsh Gate", "F", 360, 495),
    ("l", "Peat Track", "F", 125, 590),
    ("m", "Poplar Row", "L", 810, 585),
    ("n", "Clay Lane", "E", 1070, 590),
    ("o", "West Shore", "L", 485, 600),
    ("p", "Mill Lane", "L", 345, 620),
    ("q", "South Shore", "L", 540, 700),
    ("r", "Drovers' Halt", "D", 800, 740),
    ("s", "Three Ways Inn", "D", 950, 690),
    ("t", "Dune Track", "S", 360, 890),
    ("u", "Barley Lane", "D", 855, 970),
    ("v", "Vineyard Gate", "D", 1035, 985),
)
SPACES: tuple[Space, ...] = (
    *(Space("quest", code, name, code[0], x, y) for code, name, x, y in _QUESTS),
    *(Space("guild", code, name, region, x, y) for code, name, region, x, y in _GUILDS),
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
