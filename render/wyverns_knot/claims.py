"""What lies on eggs and cards: the letters of claims, and the marks of those who have looked."""

from collections.abc import Sequence

from PIL import Image

from engine.game import Seat
from engine.wyverns_knot.state import Claim

from ..seats import rimmed_mark
from ..theme import put
from .facts import Place, claim_letter
from .parts import LOOKS, MORE, TAG, more_tags, tag

Tags = dict[Place, list[tuple[str, Seat]]]  # the claims on a place, as letter and seat, oldest first


def tags_of(claims: Sequence[Claim]) -> Tags:
    """The claims' letters by the places they join: a card, and an egg or a strike dragon. The oldest is a."""
    tags: Tags = {}
    for number, claim in enumerate(claims):
        letter = claim_letter(number)
        target: Place = ("cell", claim.cell) if claim.cell is not None else ("strike", claim.row or 0)
        for place in (("card", claim.owner, claim.position), target):
            tags.setdefault(place, []).append((letter, claim.seat))
    return tags


def draw_looks(canvas: Image.Image, seats: Sequence[Seat], at: tuple[int, int], room: tuple[int, int]) -> None:
    """Draw the marks of the seats that have looked, as large as the `room` (width, height) allows: from its lower left
    corner upwards, column by column. Many marks lie a little on each other.
    """
    size, rim = LOOKS[room[0] // LOOKS[0][0] * max(1, room[1] // LOOKS[0][0]) < len(seats)]
    lines = 1 + max(0, room[1] - size) // (size - 2 * rim)
    columns = -(-len(seats) // lines)
    step = min(size, (room[0] - size) // max(1, columns - 1))
    for number, seat in enumerate(sorted(seats)):
        column, line = divmod(number, lines)
        put(canvas, rimmed_mark(seat, size, rim), (at[0] + column * step, at[1] - size - line * (size - 2 * rim)))


def draw_claims(
    canvas: Image.Image, tags: Sequence[tuple[str, Seat]], at: tuple[int, int], apart: int = TAG - 5
) -> None:
    """Draw the claims on one place, one below the other: two, or the newest one and the letters of the others."""
    if len(tags) > 2:
        further = "".join(letter for letter, _ in tags[:-1])
        put(canvas, more_tags(further), (at[0] + TAG - MORE, at[1] + max(apart, TAG - 2)))
        tags = tags[-1:]
    for number, (letter, seat) in enumerate(tags):
        put(canvas, tag(letter, seat), (at[0], at[1] + number * apart))
