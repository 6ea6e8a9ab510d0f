"""The faces of the computer players: clockwork animals, each in a cogwheel, so that nobody takes them for people."""

from collections.abc import Callable, Mapping
from functools import partial

from PIL import Image

from .colours import GOLD, NIGHT
from .figures import figure
from .sprites import drawn_once
from .vector import Pen, drawn, regular

SIGN = "\N{ROBOT FACE}"  # before their names in words; in pictures their face stands there
COGS = 10


def face_of(name: str) -> Callable[[int], Image.Image] | None:
    """The function that draws the face for this name, so many px wide; None if it isn't a computer player's.

    The name may have been cut, with an ellipsis.
    """
    if not name.startswith(SIGN):
        return None
    beginning = name.removeprefix(SIGN).strip().rstrip("\N{HORIZONTAL ELLIPSIS}")
    known = next((known_name for known_name in FACES if beginning and known_name.startswith(beginning)), None)
    return partial(face, known) if known else None


@drawn_once(64)
def face(name: str, size: int) -> Image.Image:
    """The face of a computer player, `size` px, in a cogwheel."""

    def draw(pen: Pen) -> None:
        pen.fill(_teeth(50), NIGHT)
        pen.fill(_teeth(47), GOLD)
        pen.disc(50, 50, 38, NIGHT)
        figure(f"art/{FACES[name]}").draw(pen)

    return drawn(size, size, draw)


def _teeth(reach: float) -> str:
    """A wheel with square teeth."""
    points = []
    for tooth in range(COGS):
        turn = 360 * tooth / COGS
        for angle, radius in ((-11, reach), (11, reach), (14, reach * 0.84), (22, reach * 0.84)):
            points.append(_on_circle(turn + angle, radius))
    return "M" + " L".join(points) + "Z"


def _on_circle(degrees: float, radius: float) -> str:
    return regular(1, radius, (50, 50), turn=degrees - 90).strip("MZ")


FACES: Mapping[str, str] = {  # by name: the animal, and its file
    "Bramble": "hedgehog",
    "Corvin": "raven",
    "Dapple": "hare",
    "Ember": "fox",
    "Fennel": "frog",
    "Moss": "bear",
    "Quill": "owl",
    "Thistle": "badger",
}
