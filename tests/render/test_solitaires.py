"""The pictures of the games for one with the Decktet, and its signs."""

import io
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import pytest
from PIL import Image, ImageChops

from engine import advent_of_the_wyrms as advent
from engine import decktet as deck
from engine import hexaract
from engine.game import Game
from render import PICTURES, decktet
from render.decktet.signs import TooSmallError

from ..engine.players import Setup, lasting, playthrough, uniform

GAMES: dict[str, Game[Any, Any, Any, Any, Any]] = {"advent-of-the-wyrms": advent.GAME, "hexaract": hexaract.GAME}
MOST_BYTES = 120_000
MOST_HEIGHT = 1750  # px: as many incantations as there can be

every_game = pytest.mark.parametrize("key", GAMES)


@cache
def views(key: str) -> tuple[Any, ...]:
    """Every third position of several games, as the player sees it, and the last ones."""
    game, found = GAMES[key], []
    for seed in range(4):
        states = [one.step.state for one in playthrough(Setup(game, 1, game.options()), str(seed), lasting)]
        found += [game.view(state, 0) for state in (*states[::3], states[-1])]
    return tuple(found)


def picture_of(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


@every_game
def test_every_position_is_drawn_within_its_weight(key: str) -> None:
    for view in views(key):
        data = PICTURES[key].board(view, ["Ann"])
        picture = picture_of(data)
        assert picture.width == 1200
        assert picture.height <= MOST_HEIGHT
        assert picture.mode == "P"
        assert len(data) <= MOST_BYTES


@every_game
def test_the_pictures_around_the_game(key: str) -> None:
    pictured = PICTURES[key]
    won, lost = (view for view in views(key) if view.table.step in ("won", "lost")), views(key)[-1]
    for data in (
        *(pictured.result(view, ["Ann"], "How it ended, told in a whole sentence.") for view in (*won, lost)),
        *(pictured.rules(page) for page in range(len(pictured.rules_alt))),
    ):
        assert picture_of(data).width == 1200
        assert len(data) <= MOST_BYTES
    assert picture_of(pictured.specimen()).width == 1200


# -- Advent of the Wyrms


def advent_view(**changes: Any) -> advent.state.View:
    table = advent.state.Table(
        **{
            "step": "play",
            "hand_size": 4,
            "deck_size": 20,
            "incantations": (),
            "discard": (),
            "wyrm": None,
            "aside": (),
            "shuffles": 1,
            "recent": (),
            **changes.pop("table", {}),
        }
    )
    return advent.state.View(table, advent.state.Mine(0, changes.pop("hand", (0, 1, 2, 3))))


def board_of(view: Any, key: str = "advent-of-the-wyrms") -> Image.Image:
    return picture_of(PICTURES[key].board(view, ["Ann"])).convert("RGB")


def test_an_excuse_shows_what_it_can_still_stand_for() -> None:
    """The words tell it too: strictly between its neighbours."""
    view = advent_view(table={"incantations": ((9, deck.EXCUSE),)})
    said = PICTURES["advent-of-the-wyrms"].describe(view, ["Ann"])
    assert "The Excuse stands for 4-12." in said
    other = advent_view(table={"incantations": ((15, deck.EXCUSE),)})
    assert board_of(view).tobytes() != board_of(other).tobytes()
    narrow = advent_view(table={"incantations": ((15, deck.EXCUSE, 21),)})  # a 5 and a 7
    assert "The Excuse stands for 6." in PICTURES["advent-of-the-wyrms"].describe(narrow, ["Ann"])


@pytest.mark.parametrize(
    ("wyrm", "hand", "open_ways"),
    [
        (26, (6,), ("A card of Knots: Author.",)),  # the Betrayal, an 8; the Author, a 2 of Knots
        (26, (29,), ("Rank 8 or more: Merchant.", "A card of Knots: Merchant.")),
        (34, (0,), ()),  # the Calamity has no other suit, and nothing but a Crown its rank
        (34, (deck.EXCUSE,), ("The Excuse: Excuse.",)),
    ],
)
def test_the_ways_to_negate_that_are_open_are_named(
    wyrm: int, hand: tuple[int, ...], open_ways: tuple[str, ...]
) -> None:
    view = advent_view(table={"step": "negate", "wyrm": wyrm, "hand_size": len(hand)}, hand=hand)
    said = PICTURES["advent-of-the-wyrms"].describe(view, ["Ann"])
    assert "The top 2 cards of the deck: 20 left." in said, "always open"
    for way in open_ways:
        assert way in said
    assert said.count("not open") == 3 - len(open_ways)
    assert board_of(view).tobytes() != board_of(advent_view(table={"hand_size": len(hand)}, hand=hand)).tobytes()


def test_every_set_of_five_in_progress_and_three_finished_fits() -> None:
    """The most there can be, with a card to negate and cards set aside."""
    finished = ((9, 13, 38), (6, 20, 22), (15, 21, 24))  # of Waves, Knots, Moons
    in_progress = ((0, 12), (1, 16), (2, 18), (3, 25), (5, 29))
    view = advent_view(
        table={
            "step": "negate",
            "wyrm": 34,
            "incantations": (*finished, *in_progress),
            "aside": (4, 7, 11, 14),
            "discard": (17, 19, 23, 26, 27, 28),
            "recent": (advent.events.Added(29, 7), advent.events.Rose(34)),
            "hand_size": 3,
        },
        hand=(31, 36, 40),
    )
    data = PICTURES["advent-of-the-wyrms"].board(view, ["Ann"])
    assert len(data) <= MOST_BYTES
    assert picture_of(data).height <= MOST_HEIGHT
    assert len(PICTURES["advent-of-the-wyrms"].alt(view, ["Ann"])) <= 1024


# -- Hexaract


def test_exhausted_cards_and_pairs_are_seen() -> None:
    tables = [view.table for view in views("hexaract")]
    assert {place.exhausted for table in tables for place in table.path} == {True, False}
    assert {len(table.pairs) for table in tables} >= {0, 1}
    state = next(
        one.step.state
        for one in playthrough(Setup(hexaract.GAME, 1, hexaract.state.Options()), "1", uniform)
        if one.step.state.pairs
    )
    with_pairs = hexaract.GAME.view(state, 0)
    said = PICTURES["hexaract"].describe(with_pairs, ["Ann"])
    assert " lie on " in said


# -- The deck


def silhouettes() -> Iterator[tuple[str, Image.Image]]:
    for suit, name in enumerate(deck.SUITS):
        yield name, decktet.suit_sign(suit, 60).getchannel("A")


def test_suits_differ_without_their_colours() -> None:
    shapes = list(silhouettes())
    for number, (one, shape) in enumerate(shapes):
        for other, other_shape in shapes[:number]:
            difference = ImageChops.difference(shape, other_shape)
            share = sum(level * count for level, count in enumerate(difference.histogram())) / 255 / 60**2
            assert share > 0.15, (one, other)


def test_no_sign_is_smaller_than_a_phone_can_show() -> None:
    with pytest.raises(TooSmallError):
        decktet.suit_sign(0, 59)
    with pytest.raises(TooSmallError):
        decktet.kind_sign("event", 59)


def test_every_card_is_unlike_the_others() -> None:
    faces = {decktet.card(card, 236, 392).tobytes() for card in deck.EXTENDED}
    assert len(faces) == len(deck.EXTENDED)
    assert len({decktet.kind_sign(kind, 60).tobytes() for kind in get_args(deck.Kind)}) == 3
