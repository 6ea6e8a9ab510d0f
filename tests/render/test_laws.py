"""The laws of pictures, for every game in the register: what docs/art.md promises of any of them.

Positions are of played games, one for each table that can be opened, from the deal to the end.
"""

import io
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple

import pytest
from PIL import Image

from engine import GAMES
from render import PICTURES
from render.colours import EMBER, GOLD, SEATS
from render.text import ALT_LIMIT, WORDS_LIMIT
from render.theme import WIDTH, drawable, fitted, text_width

from ..engine.players import Setup, lasting, positions, setups, uniform
from .drawn import HOSTILE, forget_sprites

MOST_BYTES = 150_000  # of a board
MOST_AROUND = 120_000  # of the pictures around a game: lobby, result, rules
MOST_HEIGHT = 2000  # px
SCENE = 300  # px: the band at the top of a result
PICKED = 24  # positions of a game, spread over its tables; at least three of each table
NAMES = ("Wolfhildis the Elder of the Nine Peaks", "Bo", "שלום", "💥", "名前", "Finn", "Gudrun", "Halvar")


every_game = pytest.mark.parametrize("key", PICTURES)


class Shown(NamedTuple):
    """A position as somebody sees it."""

    setup: Setup
    view: Any
    names: tuple[str, ...]
    over: bool


@cache
def states(key: str) -> tuple[tuple[Setup, tuple[Any, ...]], ...]:
    """A few positions of a game at each table: the deal and the end among them."""
    tables, found = [setup for setup in setups() if setup.game.key == key], []
    for number, setup in enumerate(tables):
        every = list(positions(setup, f"pictures/{number}", lasting))
        step = max(1, len(every) // max(2, PICKED // len(tables)))
        found.append((setup, (*every[:-1:step], every[-1])))
    return tuple(found)


@cache
def shown(key: str) -> tuple[Shown, ...]:
    """Each as the seat to act sees it, the first and the last of a table also as the public does."""
    found, game = [], GAMES[key]
    for setup, picked in states(key):
        for number, state in enumerate(picked):
            actor = game.to_act(state)
            viewers = [actor, None] if number in (0, len(picked) - 1) and actor is not None else [actor]
            for viewer in viewers:
                over = game.outcome(state) is not None
                found.append(Shown(setup, game.view(state, viewer), NAMES[: setup.seats], over))
    return tuple(found)


def fewest_and_most(key: str) -> list[tuple[Setup, tuple[Any, ...]]]:
    """A table of the fewest seats, and one of the most."""
    counts = (GAMES[key].seats[0], GAMES[key].seats[-1])
    return [next(table for table in states(key) if table[0].seats == seats) for seats in dict.fromkeys(counts)]


def checked(data: bytes, most: int = MOST_BYTES) -> Image.Image:
    picture = Image.open(io.BytesIO(data))
    assert picture.format == "PNG"
    assert picture.mode == "P"
    assert picture.width == WIDTH
    assert picture.height <= MOST_HEIGHT
    assert len(data) <= most
    return picture


def test_every_game_has_pictures_and_every_picture_a_game() -> None:
    assert [*PICTURES] == [*GAMES]


@every_game
def test_every_position_is_drawn_within_its_weight(key: str) -> None:
    for one in shown(key):
        checked(PICTURES[key].board(one.view, one.names))


@pytest.mark.parametrize(("key", "seats"), [(key, seats) for key, game in GAMES.items() for seats in game.seats])
def test_every_number_of_seats_can_be_drawn_for_everybody(key: str, seats: int) -> None:
    """As the public and each seat sees it, at the deal, in the middle and at the end; and the result."""
    game, pictured, names = GAMES[key], PICTURES[key], NAMES[:seats]
    picked = next(picked for setup, picked in states(key) if setup.seats == seats)
    for state in (picked[0], picked[len(picked) // 2], picked[-1]):
        for viewer in (None, *range(seats)):
            view = game.view(state, viewer)
            checked(pictured.board(view, names))
            assert pictured.alt(view, names)
            assert pictured.describe(view, names)
    checked(pictured.result(game.view(picked[-1], None), names, "How it ended, told in a whole sentence."), MOST_AROUND)


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.revealed])
def test_a_game_with_all_turned_up_is_drawn_whenever_it_was_given_up(key: str) -> None:
    for setup, picked in fewest_and_most(key):
        pictured, names = PICTURES[key], NAMES[: setup.seats]
        for state in (picked[0], picked[len(picked) // 2], picked[-1]):
            view = GAMES[key].revealed(state)  # type: ignore[misc]
            checked(pictured.board(view, names))
            checked(pictured.result(view, names, "Given up."), MOST_AROUND)
            assert 0 < len(pictured.alt(view, names)) <= ALT_LIMIT
            assert 0 < len(pictured.describe(view, names)) <= WORDS_LIMIT


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if max(game.seats) == 1])
def test_a_lost_game_is_not_told_in_gold(key: str) -> None:
    """Below the band, which is a scene, a defeat is red."""
    setup = next(setup for setup, _ in states(key))
    *_, last = positions(setup, "lost", uniform)
    outcome = setup.game.outcome(last)
    assert outcome
    assert outcome.won is False
    picture = checked(PICTURES[key].result(setup.game.view(last, None), NAMES[:1], "How it ended."), MOST_AROUND)
    told = picture.convert("RGB").crop((0, SCENE, WIDTH, picture.height))
    colours = {colour for _, colour in told.getcolors(WIDTH * picture.height) or ()}
    assert EMBER in colours
    assert GOLD not in colours


@every_game
def test_every_game_of_several_has_a_lobby(key: str) -> None:
    """Only a game for one has none."""
    lobby, game = PICTURES[key].lobby, GAMES[key]
    assert (lobby is None) == (max(game.seats) == 1)
    if lobby:
        checked(lobby(game.title), MOST_AROUND)


@every_game
def test_every_seat_has_its_colour_in_the_palette(key: str) -> None:
    """Otherwise two seats may look alike: each pixel gets the nearest colour that the palette has."""
    most = max(GAMES[key].seats)
    one = next(one for one in shown(key) if one.setup.seats == most)
    colours = checked(PICTURES[key].board(one.view, one.names)).getpalette() or []
    assert {*SEATS[: most if most > 1 else 0]} <= {*zip(*[iter(colours)] * 3, strict=True)}


@every_game
@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_can_be_drawn_and_told(key: str, name: str) -> None:
    game, pictured = GAMES[key], PICTURES[key]
    for setup, picked in fewest_and_most(key)[-1:]:
        names = (name,) * setup.seats
        view = game.view(picked[-1], None)
        checked(pictured.board(game.view(picked[1], game.to_act(picked[1])), names))
        checked(pictured.result(view, names, f"{name} has won."), MOST_AROUND)
        assert 0 < len(pictured.alt(view, names)) <= ALT_LIMIT
        assert 0 < len(pictured.describe(view, names)) <= WORDS_LIMIT
    assert text_width(fitted(name, "strong", 42, 300), "strong", 42) <= 300
    assert "\n" not in drawable(name)


@every_game
def test_texts_keep_to_what_discord_takes(key: str) -> None:
    pictured = PICTURES[key]
    for one in shown(key):
        for names in (one.names, ("x" * 400,) * one.setup.seats):
            assert 0 < len(pictured.alt(one.view, names)) <= ALT_LIMIT
            assert 0 < len(pictured.describe(one.view, names)) <= WORDS_LIMIT
    for told in pictured.rules_alt:
        assert 0 < len(told) <= ALT_LIMIT


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if max(game.seats) > 1])
def test_the_gist_is_the_same_for_everybody(key: str) -> None:
    """It stands beside pictures that everybody sees."""
    for setup, picked in states(key):
        for state in picked[:2]:
            gists = {
                PICTURES[key].alt(setup.game.view(state, viewer), NAMES[: setup.seats])
                for viewer in (None, *range(setup.seats))
            }
            assert len(gists) == 1


class Afresh(NamedTuple):
    """What was drawn without any sprite that was there before."""

    together: list[bytes]  # `twice`, by two threads at once, and first its sprites
    rules: tuple[bytes, ...]
    specimen: bytes


def twice(key: str) -> list[Shown]:
    """Two positions, and each of them twice in a row."""
    return [shown(key)[place] for place in (len(shown(key)) // 2, -1) for _ in range(2)]


def board(one: Shown) -> bytes:
    return PICTURES[one.setup.game.key].board(one.view, one.names)


@cache
def afresh(key: str) -> Afresh:
    forget_sprites(key)
    pictured = PICTURES[key]
    with ThreadPoolExecutor(2) as pool:
        together = [*pool.map(board, twice(key))]
    return Afresh(together, tuple(map(pictured.rules, range(len(pictured.rules_alt)))), pictured.specimen())


@every_game
def test_the_same_view_gives_the_same_bytes_in_every_thread_and_whatever_was_drawn_before(key: str) -> None:
    """Alone, after other boards; then two threads draw the same at once."""
    alone = [*map(board, twice(key))]
    assert afresh(key).together == alone


@every_game
def test_rules_and_specimen_are_drawn(key: str) -> None:
    pages = afresh(key).rules
    assert len({*pages}) == len(pages) > 0
    for data in pages:
        checked(data, MOST_AROUND)
    assert Image.open(io.BytesIO(afresh(key).specimen)).width == WIDTH
