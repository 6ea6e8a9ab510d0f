"""The pictures of Wyvern's Knot: what they may weigh, what they may tell, that a phone can show them."""

import io
import random
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from engine import GAMES, Chance
from engine.wyverns_knot import DRAGONS, View
from render import PICTURES, theme
from render.theme import TooSmallError, write
from render.wyverns_knot.dragons import dragon_sprite, sign

GAME, PICTURE = GAMES["wyverns-knot"], PICTURES["wyverns-knot"]
NAMES = ("Ann", "Bob", "Cy", "Di", "Ed")
MOST_BYTES = 120_000
BOARD = import_module("render.wyverns_knot.board")
PARTS = [made for made in vars(BOARD).values() if hasattr(made, "cache_clear") and made.__module__ == BOARD.__name__]
SLOW_ENDS = ("Research", "Scout", "TurnUp", "Point", "PointStrike", "Advance", "Distract", "Place")


def knowing(state: Any, draw: random.Random) -> Any:
    """A move of somebody who sees every card: now and then an egg is saved, and the game lasts."""
    moves = GAME.legal_moves(state)
    if state.table.step == "aim":
        seat, position = state.table.turn, state.table.chosen.position
        fitting = [cell for cell in range(16) if state.nest[cell] == state.tableaus[seat][position]]
        moves = [move for move in moves if getattr(move, "cell", None) in fitting] or moves
    elif draw.random() < 0.8:
        moves = [move for move in moves if type(move).__name__ in SLOW_ENDS] or moves
    return draw.choice(moves)


@cache
def positions() -> tuple[tuple[int, View], ...]:
    """Positions of several games, each from the outside and from the seat to act: (seats, view)."""
    found: list[tuple[int, View]] = []
    for seats in GAME.seats:
        for seed in range(2):
            draw, chance = random.Random(seed), Chance(str(seed))
            state = GAME.new(seats, GAME.options(), chance)
            number = 0
            while GAME.outcome(state) is None:
                state = GAME.play(state, knowing(state, draw), chance).state
                number += 1
                if number % 12 == 0:
                    found += [(seats, GAME.view(state, None)), (seats, GAME.view(state, GAME.to_act(state)))]
            found.append((seats, GAME.view(state, None)))
    return tuple(found)


def test_the_positions_show_everything_there_is_to_draw() -> None:
    tables = [view.table for _, view in positions()]
    assert {egg.fate for table in tables for egg in table.nest} == {"down", "saved", "lost"}
    assert {strike.face for table in tables for strike in table.strikes} == {"down", "up", "gone"}
    assert {card.face for table in tables for tableau in table.tableaus for card in tableau} == {"down", "up", "gone"}
    assert {claim.cell is None for table in tables for claim in table.claims} == {True, False}


def test_every_position_is_drawn_within_its_weight() -> None:
    for seats, view in positions():
        picture = PICTURE.board(view, NAMES[:seats])
        image = Image.open(io.BytesIO(picture))
        assert image.width == 1200
        assert image.height <= 1500
        assert image.mode == "P"
        assert len(picture) <= MOST_BYTES


def test_what_was_drawn_before_makes_no_difference() -> None:
    """Boards in play, drawn one after the other, and each of them as the first one ever."""
    played = [(view, NAMES[:seats]) for seats, view in positions()[::7]]
    assert len(PARTS) == 6
    warm = [PICTURE.board(view, names) for view, names in played]
    assert [PICTURE.board(view, names) for view, names in played] == warm
    for (view, names), drawn in zip(played, warm, strict=True):
        for kept in PARTS:
            kept.cache_clear()
        theme._bands.clear()
        assert PICTURE.board(view, names) == drawn


def test_what_is_kept_of_boards_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme, "BANDS", 50)
    theme._bands.clear()
    for seats, view in positions()[:9]:
        PICTURE.board(view, NAMES[:seats])
    assert len(theme._bands) == 50
    assert all(kept.cache_info().maxsize for kept in PARTS)


def test_a_private_view_shows_more_than_the_public_one() -> None:
    for seats, view in positions():
        if view.mine and any(dragon is not None for dragon in view.mine.nest):
            public = replace(view, mine=None)
            assert PICTURE.board(view, NAMES[:seats]) != PICTURE.board(public, NAMES[:seats])
            return
    pytest.fail("nobody has looked at anything")


def test_alternative_texts_tell_what_is_public_and_no_more() -> None:
    for seats, view in positions():
        assert PICTURE.alt(view, NAMES[:seats]) == PICTURE.alt(replace(view, mine=None), NAMES[:seats])


def test_no_text_is_smaller_than_a_phone_can_show() -> None:
    canvas = Image.new("RGB", (100, 100))
    with pytest.raises(TooSmallError):
        write(canvas, (0, 0), "tiny", "text", 33)


def pairs(size: int, drawn: str) -> Iterator[tuple[int, int, float]]:
    """How much the shapes of two dragons (or signs) differ: the share of the square, in shades of grey."""
    make = dragon_sprite if drawn == "dragon" else sign
    shapes = []
    for dragon in range(len(DRAGONS)):
        sprite = make(dragon, size)
        ground = Image.new("RGBA", sprite.size, (128, 128, 128, 255))
        shapes.append(
            sprite.getchannel("A") if drawn == "dragon" else Image.alpha_composite(ground, sprite).convert("L")
        )
    for one in range(len(DRAGONS)):
        for other in range(one):
            difference = ImageChops.difference(shapes[one], shapes[other])
            yield one, other, sum(level * count for level, count in enumerate(difference.histogram())) / 255 / size**2


def test_dragons_differ_in_silhouette() -> None:
    for one, other, share in pairs(60, "dragon"):
        assert share > 0.10, (DRAGONS[one], DRAGONS[other])


def test_signs_differ_without_their_colours() -> None:
    for one, other, share in pairs(60, "sign"):
        assert share > 0.04, (DRAGONS[one], DRAGONS[other])
