"""The poster of a table that waits for players, the same for every game."""

from collections.abc import Sequence

from PIL import Image

from languages import say

from .colours import BARK, CLAY, GOLD, HOLLOW, NIGHT, PARCHMENT, SAND
from .seats import seat_mark
from .theme import WIDTH, encode, largest, put, shown_name, slab, write, write_whole

EDGE = 40  # px, like all sizes here
PLATE = 98
GAP = 16


def lobby(
    title: str,
    names: Sequence[str],
    seats: range,
    backdrop: Image.Image,
    palette: Image.Image,
) -> bytes:
    """Who sits, which seats are free: a PNG 1,200 px wide.

    `seats` are the possible numbers of players. `backdrop` is the game's own band (RGB, 1,200 px wide), `palette` its
    colours.
    """
    lines = -(-max(seats) // 2)
    top = backdrop.height + 120
    canvas = Image.new("RGB", (WIDTH, top + lines * (PLATE + GAP) + EDGE - GAP), NIGHT)
    put(canvas, backdrop, (0, 0))
    size = largest(title, "display", 88, WIDTH - 2 * EDGE)
    write(canvas, (WIDTH // 2, backdrop.height + 48), title, "display", size, GOLD, "mm", WIDTH - 2 * EDGE)
    width = (WIDTH - 2 * EDGE - GAP) // 2
    for seat in range(max(seats)):
        alone = seat % 2 == 0 and seat == max(seats) - 1
        left = (WIDTH - width) // 2 if alone else EDGE + seat % 2 * (width + GAP)
        at = (left, top + seat // 2 * (PLATE + GAP))
        name = shown_name(names[seat], seat) if seat < len(names) else None
        _plate(canvas, at, width, seat, name, needed=seat < min(seats))
    return encode(canvas, palette)


def _plate(canvas: Image.Image, at: tuple[int, int], width: int, seat: int, name: str | None, *, needed: bool) -> None:
    put(canvas, slab(width, PLATE, BARK if name else HOLLOW, CLAY if name else BARK), at)
    put(canvas, seat_mark(seat, 60, None if name else CLAY), (at[0] + 18, at[1] + 16))
    middle, room = (at[0] + 98, at[1] + 45), width - 120
    if name:
        write(canvas, middle, name, "strong", 46, PARCHMENT, width=room)
    else:
        text = say("waiting for a player") if needed else say("a free seat")
        write_whole(canvas, middle, text, "text", 42, SAND, width=room, height=80, step=38)
