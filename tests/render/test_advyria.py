"""The pictures of Advyria: what they may weigh, what they may tell, that a phone can show them."""

import io
import random
from collections.abc import Callable
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from engine import Chance
from engine.advyria import GAME
from engine.advyria.cards import ADVENTURES, GOLD, HEROES, tile_name
from engine.advyria.events import Went
from engine.advyria.land import QUESTS, SPACES, WITHIN
from engine.advyria.scoring import RATINGS
from engine.advyria.state import Effect, Mine, Options, Quest, View
from engine.records import with_item
from players.advyria.sensible import choose
from render import PICTURES, colours, theme
from render.advyria import cards, posters, scene, signs
from render.advyria.facts import WAITING, destinations, marks, route, waiting
from render.colours import SEATS
from render.seats import badge
from tests.engine.players import lasting

PICTURE = PICTURES["advyria"]
NAMES = ("Ann", "Bob", "Cy", "Di")
MOST_BYTES = 150_000
TABLES = (
    (1, Options(mode="solo")),
    (2, Options()),
    (3, Options(mode="coop")),
    (4, Options(open_hands=True)),
    (4, Options()),
)


@cache
def games() -> tuple[tuple[Any, ...], ...]:
    """All states of a game at each of the tables, played half sensibly."""
    found = []
    for seats, options in TABLES:
        draw, chance = random.Random(seats), Chance(f"render/{seats}")
        states = [GAME.new(seats, options, chance)]
        while moves := GAME.legal_moves(states[-1]):
            view = GAME.view(states[-1], GAME.to_act(states[-1]))
            wise = draw.random() < 0.7
            move = choose(view, moves) if wise else lasting(GAME, states[-1], draw.random)
            states.append(GAME.play(states[-1], move, chance).state)
        found.append(tuple(states))
    return tuple(found)


def last(game: int, step: str) -> Any:
    """The last state of a game that waits for this."""
    return next((state for state in reversed(games()[game]) if state.table.step == step), None)


def crowded() -> View:
    """A late table as full as one can be: long hands, all adventures found, everybody has looked at what is left."""
    table = last(4, "play").table
    held = (*range(11), *(0, 0, 1, 2, 3, 4))
    quests = [Quest("down", None, (0, 1, 2, 3)) if space % 2 else Quest("gone", GOLD, ()) for space in QUESTS]
    quests[0::5] = [Quest("up", adventure, ()) for adventure in (0, 2, 4, 6, 8, 10)]
    players = tuple(
        replace(player, cards=17, level=14, losses=11, villages=4, gold=10, completed=(1, 3, 5)[: seat or 3])
        for seat, player in enumerate(table.players)
    )
    table = replace(table, players=players, quests=tuple(quests), tiles_left=15, phase="finale")
    tiles = tuple((7 + space) % 13 if quest.face == "down" else None for space, quest in enumerate(quests))
    return View(table, Mine(0, tuple(sorted(held)), 2, tiles, (), ()))


def picture_of(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize("step", [*WAITING, "over"])
def test_every_step_is_drawn_within_its_weight(step: str) -> None:
    found = [(game, state) for game in (0 if step == "discard" else len(step) % 4, 4) if (state := last(game, step))]
    assert found, f"no game comes to {step}"
    for game, state in found:
        seats = TABLES[game][0]
        for seat in (GAME.to_act(state) or 0, None)[: 1 + (game == 4)]:
            data = PICTURE.board(GAME.view(state, seat), NAMES[:seats])
            image = picture_of(data)
            assert image.width == 1200
            assert image.height <= (1700 if seat is None else 2000)
            assert image.mode == "P"
            assert len(data) <= MOST_BYTES


def test_a_crowded_table_can_be_drawn_and_told() -> None:
    view = crowded()
    names = ("Wolfhildis the Elder of the Nine Peaks", "Bo", "שלום", "💥")
    hands = (view.mine.hand if view.mine else (),) * 4
    opened = replace(view.table, hands=hands)
    for shown in (view, View(view.table, None), View(opened, None)):
        assert len(PICTURE.board(shown, names)) <= MOST_BYTES
    long = ["x" * 400] * 4
    for shown in (view, View(opened, None), GAME.view(last(4, "over"), 0)):
        assert 0 < len(PICTURE.alt(shown, long)) <= 1024
        assert 0 < len(PICTURE.describe(shown, long)) <= 3500


def test_the_gist_is_the_same_for_everyone_and_words_tell_a_seat_what_it_knows() -> None:
    view = crowded()
    public = View(view.table, None)
    assert PICTURE.alt(view, NAMES) == PICTURE.alt(public, NAMES)
    assert PICTURE.board(view, NAMES) != PICTURE.board(public, NAMES)
    assert HEROES[2].name in PICTURE.describe(view, NAMES)
    assert HEROES[2].name not in PICTURE.describe(public, NAMES)
    assert "Your hand" not in PICTURE.describe(public, NAMES)
    for player in view.table.players:
        assert SPACES[player.pawn or 0].code in PICTURE.alt(view, NAMES)


def test_pawns_carry_initials_where_these_tell_them_apart() -> None:
    assert marks(["Ann", "bob"]) == ["A", "B"]
    assert marks(["Ann", "Abe"]) == ["1", "2"]
    assert marks(["Ann", "4you"]) == ["1", "2"]


def test_the_score_is_drawn_for_every_kind_of_game() -> None:
    drawn = set()
    for game, simple in ((0, False), (2, False), (4, False), (4, True)):
        view = GAME.view(last(game, "over"), None)
        table = replace(view.table, options=replace(view.table.options, simple_scoring=simple))
        data = PICTURE.result(View(table, None), NAMES[: TABLES[game][0]], "It is over.")
        assert len(data) <= MOST_BYTES
        drawn.add(data)
    assert len(drawn) == 4


@pytest.mark.parametrize("moves", [-1, 60], ids=["played-out", "given-up"])
def test_the_end_shows_what_was_hidden(moves: int) -> None:
    """Hands, tiles and the draw pile, in the picture, its alternative text and the words."""
    state = games()[1][moves]
    names = NAMES[: len(state.hands)]
    hidden, shown = GAME.view(state, None), GAME.revealed(state) if GAME.revealed else None
    assert shown
    data = PICTURE.board(shown, names)
    assert data != PICTURE.board(hidden, names)
    assert len(data) <= MOST_BYTES
    assert picture_of(data).height <= 1700
    told = PICTURE.describe(shown, names)
    for text in (PICTURE.alt(shown, names), told):
        assert "The game is over." in text
        assert "Hand of Ann: " in text
        assert "Hand of Bob: " in text
    assert "Left in the draw pile: " in told
    down = [space for space, quest in enumerate(state.table.quests) if quest.face == "down"]
    assert down
    for space in down:
        assert f"{SPACES[space].code} {tile_name(state.tiles[space])}" in told


def test_a_game_given_up_has_no_winner_and_no_gold_letters() -> None:
    for game in (0, 1, 2):
        state = games()[game][60]
        shown = GAME.revealed(state) if GAME.revealed else None
        assert shown
        assert posters.winners(shown.table) == ()
        top = picture_of(PICTURE.result(shown, NAMES[: len(state.hands)], "Given up.")).convert("RGB")
        shows = {colour for _, colour in top.crop((0, 310, 1200, 380)).getcolors(9999) or ()}
        assert colours.EMBER in shows
        assert colours.GOLD not in shows


def test_the_rules_are_seven_pages_and_the_scale_has_a_line_for_each_rating() -> None:
    assert len(PICTURE.rules_alt) == 7
    assert len(RATINGS) == 5  # and what is below them


# -- The land


def test_what_can_be_reached_is_in_the_enlarged_picture_whole() -> None:
    room = 52  # units from the middle of a space to the edge of what is drawn there
    for pawn in range(len(SPACES)):
        for roll in range(1, 7):
            frame = scene.around(WITHIN[pawn][roll])
            assert roll > 1 or frame.scale >= scene.LEAST
            for space in WITHIN[pawn][roll]:
                x, y = frame.px(SPACES[space].x, SPACES[space].y)
                assert room * frame.scale <= x <= frame.width - room * frame.scale
                assert room * frame.scale <= y <= frame.height - room * frame.scale


def test_what_a_seat_alone_knows_is_drawn_wherever_it_lies_while_it_moves() -> None:
    view = crowded()
    assert view.mine
    mine = replace(view.mine, hand=())  # a card says where its adventure is
    table = replace(view.table, turn=0, step="go", effect=Effect("knight", 1, 1))
    drawn = [PICTURE.board(View(table, mine), NAMES)]
    for space, tile in enumerate(mine.tiles):
        if tile is None:
            continue
        other = with_item(mine.tiles, space, (tile + 1) % (GOLD + 1))
        drawn.append(PICTURE.board(View(table, replace(mine, tiles=other)), NAMES))
    assert len({*drawn}) == len(drawn)
    assert max(map(len, drawn)) <= MOST_BYTES


def test_marks_on_the_land_are_the_legal_moves() -> None:
    for game in range(len(TABLES)):
        for step in ("settle", "go", "look", "send"):
            if state := last(game, step):
                legal = [move.space for move in GAME.legal_moves(state) if hasattr(move, "space")]
                assert destinations(state.table) == sorted(legal)


def test_a_pawn_hides_no_other_space() -> None:
    """Its foot and its mark leave the middle of every space free, and all of every other space's code."""
    for space, (right, down) in enumerate(scene.BESIDE):
        x, y = SPACES[space].x + right, SPACES[space].y + down
        for other, there in enumerate(SPACES):
            code = (there.x, there.y + (0 if there.kind == "road" else 40))
            inside = abs(x - code[0]) < scene.PAWN / 2 + 8 and abs(y - code[1]) < scene.PAWN * 0.675 + 8
            assert not inside, (SPACES[space].code, there.code)
            assert other != space or abs(right) + abs(down) > 40


def test_a_trail_goes_step_by_step() -> None:
    for pawn in range(len(SPACES)):
        for space in WITHIN[pawn][6]:
            way = route(pawn, space)
            assert all(other in WITHIN[one][1] for one, other in pairwise(way))
            assert len(way) <= 7


def test_words_say_where_a_pawn_came_from() -> None:
    """The picture has its trail. Who stayed where they were left none."""
    view = crowded()
    view = replace(view, table=replace(view.table, recent=(Went(0, 3, 4), Went(0, 4, 4))))
    assert f"Pawns went: {SPACES[3].code} to {SPACES[4].code}.\n" in PICTURE.describe(view, NAMES)


def test_a_step_says_how_far() -> None:
    table = replace(last(4, "go").table, effect=Effect("knight", 2, 5))
    assert waiting(table) == "moves up to 5"
    assert waiting(replace(table, effect=Effect("red", 1, None))) == "rides anywhere"
    assert waiting(replace(table, step="look", effect=Effect("green", 3, None))) == "looks at 3 tiles"


# -- Signs


def differing(sprites: list[Image.Image]) -> float:
    """The least share of a square by which two of them differ, in shades of grey on a middle ground."""
    grey = []
    for sprite in sprites:
        ground = Image.new("RGBA", sprite.size, (128, 128, 128, 255))
        grey.append(Image.alpha_composite(ground, sprite).convert("L"))
    pairs = (ImageChops.difference(one, other).histogram() for one, other in combinations(grey, 2))
    return min(sum(level * count for level, count in enumerate(pair)) for pair in pairs) / 255 / grey[0].width ** 2


@pytest.mark.parametrize(
    ("drawn", "count", "least"),
    [
        (lambda number: signs.sign(number, 60, light=(128, 128, 128)), len(ADVENTURES), 0.06),
        (lambda number: signs.emblem(number, 60, light=(128, 128, 128)), len(signs.KIND_NAMES), 0.06),
        (lambda number: signs.hero(number, 60), len(HEROES), 0.06),
        (lambda number: badge(number, "", 60), 4, 0.04),
    ],
)
def test_signs_differ_without_their_colours(drawn: Callable[[int], Image.Image], count: int, least: float) -> None:
    assert differing([drawn(number) for number in range(count)]) > least


def test_colours_of_tiles_differ_in_outline() -> None:
    shapes = [signs.token(3 * colour, 84).getchannel("A") for colour in range(4)]
    for one, other in combinations(shapes, 2):
        assert sum(ImageChops.difference(one, other).histogram()[128:]) > 200


def test_what_must_be_told_apart_is_large_enough_for_a_phone() -> None:
    assert signs.sign(0, round(scene.TILE * 0.74)).width >= 60
    assert min(cards.TOKEN, scene.PAWN, scene.TILE) >= 60
    assert len(SEATS) >= 4


# -- Whose eyes it is for


def test_of_a_game_for_one_nothing_is_said_to_be_for_one_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its board may stand in a channel, and a riddle's is shared."""
    said = list[str]()

    def noted(picture: Image.Image, at: tuple[int, int], text: str, *rest: Any, **more: Any) -> int:
        said.append(text)
        return theme.write_whole(picture, at, text, *rest, **more)

    monkeypatch.setattr("render.advyria.cards.write_whole", noted)
    for (seats, _), states in zip(TABLES, games(), strict=True):
        said.clear()
        PICTURE.board(GAME.view(states[-2], 0), NAMES[:seats])
        begins = "Only you see: " if seats > 1 else "Your hand: "
        assert [text for text in said if text.startswith(("Only you", "Your hand"))] == [
            text for text in said if text.startswith(begins)
        ]
        assert any(text.startswith(begins) for text in said)
