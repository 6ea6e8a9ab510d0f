"""The land with all that is on it: tiles, codes, pawns, marks of the last turn. The whole, or a part enlarged."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from engine.advyria.cards import GOLD as GOLD_TILE
from engine.advyria.events import Completed, Found, Looked
from engine.advyria.land import QUESTS, SPACES
from engine.advyria.state import Mine, Quest, Table, View
from languages import say

from ..canvas import Canvas
from ..colours import GOLD, HOLLOW, MOON, NIGHT, PARCHMENT, SAFE, SEATS, SHADE
from ..parts import eye_badge
from ..seats import seat_mark
from ..sprites import drawn_once
from ..theme import MARGIN, WIDTH, put, put_centred, slab, write, write_whole
from ..vector import Colour, Pen, drawn, regular
from . import land, signs
from .facts import over, put_down, route, ways

TILE = 84  # px; this and the next two at a scale of 1
PLATE = (64, 40)  # of the plate with a code
STONE = 54  # of a road space
PAWN = 66
LOOK, RIM = 44, 4  # of the mark of a seat that has looked
LEAST, MOST = 1.25, 2.0  # the scales at which a part may be shown
ROOM = 84  # units kept around the spaces that an enlarged part has to show
DIM = [round(level * 0.55) for level in range(256)] * 3  # for spaces out of reach, which are darkened

Offset = tuple[int, int]


class Frame(NamedTuple):
    """A part of the land: its upper left corner in units, px a unit, and its size in px."""

    left: float
    top: float
    scale: float
    width: int
    height: int

    def px(self, x: float, y: float) -> tuple[int, int]:
        return round((x - self.left) * self.scale), round((y - self.top) * self.scale)

    def long(self, units: float) -> int:
        return round(units * self.scale)


WHOLE = Frame(0, land.TOP, 1.0, *land.SIZE)


def around(spaces: Iterable[int]) -> Frame:
    """The part of the land that holds these spaces, as large as fits where the whole land is drawn."""
    xs, ys = zip(*(land.middle(space) for space in spaces), strict=True)
    wide, high = max(xs) - min(xs) + 2 * ROOM, max(ys) - min(ys) + 2 * ROOM
    scale = max(1.0, min(MOST, WHOLE.width / wide, WHOLE.height / high))
    scale = math.floor(scale * 8) / 8  # a few scales only, so that cached sprites are used again
    if scale < LEAST:
        return WHOLE
    height = min(WHOLE.height, max(round(high * scale), 520))
    return Frame(
        _kept((min(xs) + max(xs)) / 2 - WHOLE.width / scale / 2, 0, WHOLE.width - WHOLE.width / scale),
        _kept((min(ys) + max(ys)) / 2 - height / scale / 2, land.TOP, land.BOTTOM - height / scale),
        scale,
        WIDTH,
        height,
    )


def _kept(value: float, least: float, most: float) -> float:
    return max(least, min(value, most))


def scene(view: View, marks: Sequence[str], frame: Frame = WHOLE, chosen: Collection[int] = ()) -> Canvas:
    """A part of the land. `chosen`: the spaces to choose from; all others are darkened."""
    table = view.table
    quiet = view.mine is not None or table.hands is not None  # beside cards the land has less detail
    picture = Canvas(frame.width, frame.height)
    picture.paste(_close(frame) if frame != WHOLE else land.bare() if quiet else land.small())
    order = sorted(range(len(SPACES)), key=lambda space: (SPACES[space].y, space))
    colours = dict.fromkeys(chosen, PARCHMENT) | {
        player.pawn: SEATS[seat] for seat, player in enumerate(table.players) if player.pawn is not None
    }
    if chosen:
        for space in order:
            if space not in chosen:
                _space(picture, table.quests, view.mine, space, frame)
                _code(picture, space, frame)
        picture.turn(DIM)
    else:
        _trails(picture, table, frame)
    for space in order:
        if space in chosen:
            _ringed(picture, space, frame)
        if not chosen or space in chosen:
            _space(picture, table.quests, view.mine, space, frame)
    for space, tile in changed(table) if not chosen else ():
        _news(picture, space, tile, frame)
    for space in order:
        if not chosen or space in colours:
            _code(picture, space, frame, colours.get(space))
    standing = [(player.pawn, seat) for seat, player in enumerate(table.players) if player.pawn is not None]
    for space, seat in sorted(standing, key=lambda space_and_seat: SPACES[space_and_seat[0]].y):
        acting = seat == table.turn and not over(table)
        sprite = signs.pawn(seat, marks[seat], frame.long(PAWN), gilt=acting)
        right, down = pawn_offset(table, space)
        put_centred(picture, sprite, frame.px(SPACES[space].x + right, SPACES[space].y + down))
    return picture


@drawn_once(8, words=True)
def untouched() -> Image.Image:
    """The whole land with all tiles face down and nobody on it (RGB)."""
    picture, quests = land.small().copy(), (Quest("down", None, ()),) * len(QUESTS)
    for space in sorted(range(len(SPACES)), key=lambda space: SPACES[space].y):
        _space(picture, quests, None, space, WHOLE)
        _code(picture, space, WHOLE)
    return picture


@drawn_once(16)
def _close(frame: Frame) -> Image.Image:
    """The ground of a part of the land, without what lies on it."""
    left, top = frame.left * land.LARGE, (frame.top - land.TOP) * land.LARGE
    across, down = frame.width / frame.scale * land.LARGE, frame.height / frame.scale * land.LARGE
    box = (left, top, left + across, top + down)
    return land.large().resize((frame.width, frame.height), Image.Resampling.BOX, box)


# -- What a seat knows of the land beyond the part that is drawn

AFAR = 120  # height of a row
ACROSS = 9  # tiles in a row


def afar(mine: Mine, frame: Frame) -> Mapping[int, int]:
    """The tiles that this seat alone knows and that are not, or not whole, in a part of the land; by space."""
    room = frame.long(TILE // 2)
    across, down = range(room, frame.width - room), range(room, frame.height - room)
    known = {space: tile for space, tile in enumerate(mine.tiles) if tile is not None and frame != WHOLE}
    places = {space: _middle(space, frame) for space in known}
    return {space: known[space] for space, (x, y) in places.items() if x not in across or y not in down}


def afar_height(tiles: Collection[int]) -> int:
    return -(-len(tiles) // ACROSS) * AFAR


def put_afar(picture: Image.Image, tiles: Mapping[int, int], y: int) -> None:
    """Draw these tiles as they lie on the land, in rows."""
    if not tiles:
        return
    put(picture, slab(WIDTH - 16, afar_height(tiles) - 6, HOLLOW, MOON), (8, y))
    put(picture, eye_badge(48), (MARGIN + 6, y + 12))
    write_whole(picture, (MARGIN + 68, y + 57), say("Farther away"), "strong", 40, MOON, width=168, height=112, step=36)
    for place, (space, tile) in enumerate(tiles.items()):
        at = MARGIN + 278 + place % ACROSS * 104, y + 46 + place // ACROSS * AFAR
        put_centred(picture, signs.known_tile(tile, 72), at)
        put_centred(picture, plate(SPACES[space].code, 1), (at[0], at[1] + 36))


# -- Spaces


def _middle(space: int, frame: Frame) -> tuple[int, int]:
    """Where to centre what lies on a space: a little above its middle, because the code is below."""
    return frame.px(SPACES[space].x, SPACES[space].y - 12)


def _space(picture: Image.Image, quests: Sequence[Quest], mine: Mine | None, space: int, frame: Frame) -> None:
    """Draw what lies on a space: a guild house, a tile, or the place where a tile was."""
    at, size = _middle(space, frame), frame.long(TILE)
    if SPACES[space].kind == "guild":
        put_centred(picture, signs.guild(round(size * 1.12)), at)
    if space not in QUESTS:
        return
    quest = quests[space]
    tile = mine.tiles[space] if mine else quest.tile  # at the end the public quest has it
    if quest.face == "gone":
        put_centred(picture, signs.empty(size), at)
    elif quest.face == "up" and quest.tile is not None:
        put_centred(picture, signs.token(quest.tile, size), at)
    else:
        put_centred(picture, signs.village(size) if tile is None else signs.known_tile(tile, size), at)
        if mine and tile is not None:
            put_centred(picture, eye_badge(frame.long(48)), (at[0] - size // 2 + 4, at[1] - size // 2 + 6))
        _looks(picture, [seat for seat in quest.looked if mine is None or seat != mine.seat], at, frame)


def _code(picture: Image.Image, space: int, frame: Frame, colour: Colour | None = None) -> None:
    """Draw the code of a space, in the colour of the pawn there or of spaces that may be chosen."""
    place = SPACES[space]
    if place.kind == "road":
        put_centred(picture, stone(place.code, frame.long(STONE), colour), frame.px(place.x, place.y))
    else:
        put_centred(picture, plate(place.code, frame.scale, colour), frame.px(place.x, place.y + 40))


def _looks(picture: Image.Image, seats: Sequence[int], at: tuple[int, int], frame: Frame) -> None:
    """Draw who has looked at a tile: seat marks down its right side."""
    for number, seat in enumerate(sorted(seats)):
        put_centred(
            picture, look(seat, frame.long(LOOK)), (at[0] + frame.long(42), at[1] + frame.long(32 * number - 32))
        )


@drawn_once(64)
def look(seat: int, size: int) -> Image.Image:
    made = seat_mark(seat, size, SHADE).copy()
    small = size - 2 * RIM
    made.alpha_composite(seat_mark(seat, small), ((size - small) // 2, (size - small) // 2 + (seat == 1)))
    return made


@drawn_once(256)
def plate(code: str, scale: float, colour: Colour | None = None) -> Image.Image:
    """A code, light on dark. With a `colour`, for a pawn or a choice, it is dark on that."""
    width, height = round(PLATE[0] * scale), round(PLATE[1] * scale)

    def draw(pen: Pen) -> None:
        pen.box((0, 0, width - 1, height - 1), height * 0.4, colour or SHADE)

    made = drawn(width, height, draw, float(height))
    write(made, (width // 2, height // 2), code, "strong", round(40 * scale), NIGHT if colour else PARCHMENT, "mm")
    return made


@drawn_once(256)
def stone(code: str, size: int, colour: Colour | None = None) -> Image.Image:
    """A road space with its letter. `colour` is as for a plate."""

    def draw(pen: Pen) -> None:
        pen.disc(50, 50, 50, colour or land.ROAD_EDGE)
        pen.disc(50, 50, 39 if colour else 43, PARCHMENT if colour else land.ROAD)
        if colour:
            pen.disc(50, 50, 34, colour)

    made = drawn(size, size, draw)
    write(made, (size // 2, size // 2 - size // 20), code, "strong", round(size * 0.75), NIGHT, "mm")
    return made


def _ringed(picture: Image.Image, space: int, frame: Frame) -> None:
    """Draw the ring around a space that may be chosen."""
    if SPACES[space].kind == "road":
        put_centred(picture, ring(frame.long(STONE * 1.5), 50), frame.px(SPACES[space].x, SPACES[space].y))
    else:
        put_centred(picture, ring(frame.long(TILE * 1.3)), _middle(space, frame))


@drawn_once(16)
def ring(size: int, corner: int = 26) -> Image.Image:
    """The ring around what may be chosen. `corner` is in hundredths of its size: 50 makes a circle."""

    def draw(pen: Pen) -> None:
        pen.box((0, 0, 100, 100), corner, SHADE)
        pen.box((3, 3, 97, 97), corner - 2, SAFE)
        pen.box((11, 11, 89, 89), corner - 8, SHADE)

    return drawn(size, size, draw)


# -- Pawns


def pawn_offset(table: Table, space: int) -> Offset:
    """Where a pawn stands, from the middle of its space: on it if the tile is gone, else beside it."""
    if space in QUESTS and table.quests[space].face == "gone":
        return 0, -30
    return BESIDE[space]


def _box(space: int) -> tuple[int, int, int, int]:
    x, y = land.middle(space)
    if SPACES[space].kind == "road":
        return x - STONE // 2, y - STONE // 2, x + STONE // 2, y + STONE // 2
    return x - TILE // 2, y - 54, x + TILE // 2, y + 60


def _cost(space: int, offset: Offset) -> int:
    """How bad it is to draw a pawn there: the square px that it hides, those of other spaces thrice."""
    x, y = land.middle(space)
    width, height = PAWN, round(PAWN * 1.35)
    left, top = x + offset[0] - width // 2, y + offset[1] - height // 2
    cost = 0
    for other in range(len(SPACES)):
        a, b, c, d = _box(other)
        hidden = max(0, min(left + width, c) - max(left, a)) * max(0, min(top + height, d) - max(top, b))
        cost += hidden * (1 if other == space else 3)
    outside = max(0, 4 - left) + max(0, left + width - WIDTH + 4) + max(0, land.TOP - top)
    return cost + 1000 * outside


def _beside(space: int) -> Offset:
    aside, up = (44, -50) if SPACES[space].kind == "road" else (52, -62)
    offsets = [(right, down) for down in (-24, -46, 0) for right in (aside, -aside, aside + 8, -aside - 8)]
    return min([*offsets, (0, up)], key=lambda offset: _cost(space, offset))


BESIDE: tuple[Offset, ...] = tuple(map(_beside, range(len(SPACES))))  # by space


# -- The last turn


def changed(table: Table) -> list[tuple[int, int | None]]:
    """The spaces that the last turn changed, each with the tile that was taken from it, or None."""
    news: dict[int, int | None] = dict.fromkeys(sorted(put_down(table)))
    for event in table.recent:
        match event:
            case Looked(_, space):
                news[space] = None
            case Found(_, space, tile):
                news[space] = tile if tile == GOLD_TILE else None
            case Completed(_, space, adventure):
                news[space] = adventure
    return list(news.items())


def _news(picture: Image.Image, space: int, tile: int | None, frame: Frame) -> None:
    at, size = _middle(space, frame), frame.long(TILE)
    if tile is not None:
        sprite = signs.coin(round(size * 0.62)) if tile == GOLD_TILE else signs.token(tile, round(size * 0.72))
        put_centred(picture, sprite, (at[0], at[1]))
    put_centred(picture, news_frame(round(size * 1.22)), at)


@drawn_once(16)
def news_frame(size: int) -> Image.Image:
    """The mark for what the last turn changed: a gold line around it, and a spark."""

    def draw(pen: Pen) -> None:
        path = "M22 5 L78 5 Q95 5 95 22 L95 78 Q95 95 78 95 L22 95 Q5 95 5 78 L5 22 Q5 5 22 5Z"
        pen.outline(path, SHADE, 9)
        pen.outline(path, GOLD, 5.5)
        for reach, inner, colour in ((21, 8, SHADE), (16, 5, GOLD)):
            pen.fill(regular(4, reach, (84, 16), inner), colour)

    return drawn(size, size, draw)


def _trails(picture: Image.Image, table: Table, frame: Frame) -> None:
    """Draw the ways that pawns went, as chevrons that point ahead."""
    for origin, space in ways(table):
        way = route(origin, space)
        for begin, end in pairwise(way):
            _chevrons(picture, land.middle(begin), land.middle(end), frame)


def _chevrons(picture: Image.Image, begin: Offset, end: Offset, frame: Frame) -> None:
    across, down = end[0] - begin[0], end[1] - begin[1]
    count = max(2, round(math.hypot(across, down) / 36))
    turn = round(math.degrees(math.atan2(down, across)) / 10) * 10 % 360
    for step in range(1, count):
        at = frame.px(begin[0] + across * step / count, begin[1] + down * step / count)
        put_centred(picture, chevron(frame.long(40), turn), at)


@drawn_once(256)
def chevron(size: int, turn: int) -> Image.Image:
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    points = [(50 + x * cos - y * sin, 50 + x * sin + y * cos) for x, y in ((-22, -32), (20, 0), (-22, 32))]
    path = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)

    def draw(pen: Pen) -> None:
        pen.line(path, SHADE, 34)
        pen.line(path, GOLD, 20)

    return drawn(size, size, draw)
