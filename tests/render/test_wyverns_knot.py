"""The pictures of Wyvern's Knot: what they may weigh, what they may tell, that a phone can show them."""

import io
import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw

from engine import GAMES, Chance
from engine.wyverns_knot.moves import Scout
from engine.wyverns_knot.state import DRAGONS, View
from languages import offered, speaking
from render import PICTURES, theme, typefaces
from render.colours import EMBER, GOLD
from render.theme import write
from render.typefaces import TooSmallError
from render.wyverns_knot.dragons import dragon_sprite, sign
from render.wyverns_knot.facts import cell_name, matching, seen
from render.wyverns_knot.parts import GHOST, card_number, dragon_card, ghost_card, hatched

GAME, PICTURE = GAMES["wyverns-knot"], PICTURES["wyverns-knot"]
NAMES = ("Ann", "Bob", "Cy", "Di", "Ed")
MOST_BYTES = 130_000
BOARD, NEST, POSTERS, TABLEAUS = (
    import_module(f"render.wyverns_knot.{name}") for name in ("board", "nest", "posters", "tableaus")
)
PARTS = [
    made
    for module in (BOARD, NEST, TABLEAUS)
    for made in vars(module).values()
    if hasattr(made, "cache_clear") and made.__module__ == module.__name__
]
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
        assert image.height <= 1540, "with its controls it fits a phone's screen"
        assert image.mode == "P"
        assert len(picture) <= MOST_BYTES


def test_what_was_drawn_before_makes_no_difference() -> None:
    """Boards in play, drawn one after the other, and each of them as the first one ever."""
    played = [(view, NAMES[:seats]) for seats, view in positions()[::7]]
    assert len(PARTS) == 7
    warm = [PICTURE.board(view, names) for view, names in played]
    assert [PICTURE.board(view, names) for view, names in played] == warm
    for (view, names), drawn in zip(played, warm, strict=True):
        for kept in PARTS:
            kept.cache_clear()
        theme._drawn.cache_clear()
        assert PICTURE.board(view, names) == drawn


def test_what_is_kept_of_boards_is_bounded() -> None:
    assert all(kept.cache_info().maxsize for kept in (*PARTS, theme._drawn))


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


def test_a_gist_is_sixty_words_and_a_position_a_minute_to_hear() -> None:
    counts = [
        (len(PICTURE.alt(view, NAMES[:seats]).split()), len(PICTURE.describe(view, NAMES[:seats]).split()))
        for seats, view in positions()
    ]
    gists, positions_told = zip(*counts, strict=True)
    assert max(gists) <= 60
    assert max(positions_told) <= 310
    assert sum(positions_told) / len(counts) <= 250


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


# -- As a phone shows it, 400 px wide

DEUTERANOPIA = (0.367, 0.861, -0.228, 0, 0.280, 0.673, 0.047, 0, -0.012, 0.043, 0.969, 0)  # Machado and others, 2009
FACES: dict[str, Callable[[int], Image.Image]] = {
    "a card face up": lambda dragon: dragon_card(dragon, 116, 116),
    "a card that one seat has seen": lambda dragon: ghost_card(dragon, 116, 116),
    "an egg that one seat has seen": lambda dragon: dragon_sprite(dragon, 96, ghost=True),
    "a hatchling": lambda dragon: hatched(dragon, 120),
    "a sign": lambda dragon: sign(dragon, 60),
}


@pytest.mark.parametrize("eyes", ["all", "neither red nor green"])
@pytest.mark.parametrize("face", FACES)
def test_all_kinds_are_told_apart_at_20_px(face: str, eyes: str) -> None:
    shown = []
    for dragon in range(len(DRAGONS)):
        sprite = FACES[face](dragon).convert("RGBA")
        made = Image.alpha_composite(Image.new("RGBA", sprite.size, (*GHOST, 255)), sprite).convert("RGB")
        made = made.resize((20, 20), Image.Resampling.LANCZOS)
        shown.append(made if eyes == "all" else made.convert("RGB", DEUTERANOPIA))
    for one, other in combinations(range(len(DRAGONS)), 2):
        pixels = zip(colours(shown[one]), colours(shown[other]), strict=True)
        apart = sum(math.dist(here, there) for here, there in pixels) / 400  # on average, of 441 at most
        assert apart > 30, (DRAGONS[one], DRAGONS[other], apart)


def colours(image: Image.Image) -> list[bytes]:
    """Of each pixel: red, green and blue."""
    data = image.tobytes()
    return [data[at : at + 3] for at in range(0, len(data), 3)]


def test_every_board_has_a_legend_and_numbers_large_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: dict[str, list[float]] = defaultdict(list)
    text: Callable[..., None] = ImageDraw.ImageDraw.text

    def noted(draw: Any, at: Any, said: str, fill: Any = None, font: Any = None, **rest: Any) -> None:
        sizes[said].append(font.size)
        text(draw, at, said, fill, font, **rest)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", noted)
    for seats in GAME.seats:
        sizes.clear()
        typefaces.mask_of.cache_clear()
        BOARD._ground.cache_clear()
        BOARD._head.cache_clear()
        card_number.cache_clear()  # type: ignore[attr-defined]
        TABLEAUS._mage_card.cache_clear()
        PICTURE.board(GAME.view(GAME.new(seats, GAME.options(), Chance("legend")), None), NAMES[:seats])
        for told in ("has looked", "just changed", "taken next", "“match!”"):
            assert min(sizes[told]) >= 44
        assert max(sizes["4"]) >= 44, "the number of a card"
        assert min(sizes["is to act"]) >= 48, "the action beside the name"


# -- What is left to find


@pytest.mark.clause("WK-1", "WK-50")
def test_it_is_counted_what_is_left_of_each_kind() -> None:
    state = GAME.new(4, GAME.options(), Chance("kinds"))
    assert seen(GAME.view(state, 0)) == ((0, 0),) * len(DRAGONS)
    kind = state.nest[5]
    state = GAME.play(state, Scout(5), Chance("")).state
    assert seen(GAME.view(state, 0))[kind] == (1, 0), "who has looked"
    assert seen(GAME.view(state, 1)) == seen(GAME.view(state, None)) == ((0, 0),) * len(DRAGONS), "who hasn't"
    left = f"1 and 2 {DRAGONS[kind]}"
    assert left in PICTURE.describe(GAME.view(state, 0), NAMES[:4])
    assert left not in PICTURE.describe(GAME.view(state, 1), NAMES[:4])
    before, after = (PICTURE.board(GAME.view(state, seat), NAMES[:4]) for seat in (1, 0))
    assert before != after


def test_no_more_of_a_kind_is_counted_than_there_is() -> None:
    for _, view in positions():
        assert all(0 <= count <= 2 for kind in seen(view) for count in kind)


# -- The end


def ended(seats: int) -> Any:
    """The last state of a game that is lost."""
    draw, chance = random.Random(3), Chance("3")
    state = GAME.new(seats, GAME.options(), chance)
    while GAME.outcome(state) is None:
        state = GAME.play(state, knowing(state, draw), chance).state
    return state


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_end_shows_all_and_what_would_have_matched(seats: int) -> None:
    state = ended(seats)
    assert GAME.revealed
    view = GAME.revealed(state)
    names = NAMES[:seats]
    told = PICTURE.describe(view, names)
    assert not told.endswith("…")
    leftovers = 0
    for cards, dragons in zip(view.table.tableaus, state.tableaus, strict=True):
        for position, (card, dragon) in enumerate(zip(cards, dragons, strict=True)):
            if card.face == "gone":
                continue
            cells = [cell for cell in range(16) if state.nest[cell] == dragon and view.table.nest[cell].fate != "saved"]
            assert matching(view.table, card) == cells
            fits = f" ({' or '.join(map(cell_name, cells))})" if cells else ""
            assert f"{position + 1} {DRAGONS[dragon]}{fits}" in told
            leftovers += bool(cells)
    assert leftovers
    assert PICTURE.board(view, names) != PICTURE.board(GAME.view(state, None), names)


@pytest.mark.parametrize("won", [True, False])
def test_a_defeat_isnt_gold(won: bool) -> None:
    state = ended(4)
    options = replace(state.table.options, target=state.table.saved if won else 12)
    view = GAME.view(replace(state, table=replace(state.table, options=options)), None)
    result = Image.open(io.BytesIO(PICTURE.result(view, NAMES[:4], "How it ended."))).convert("RGB")
    board = Image.open(io.BytesIO(PICTURE.board(view, NAMES[:4]))).convert("RGB")
    for headline in (result.crop((300, 20, 900, 150)), board.crop((0, 0, 600, 84))):
        pixels = Counter(headline.get_flattened_data())
        assert (pixels[GOLD] > 1000) is won
        assert (pixels[EMBER] > 1000) is not won


@pytest.mark.parametrize("language", offered())
@pytest.mark.parametrize("won", [True, False])
def test_a_result_says_its_word_once(language: str, won: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    state, told, write_whole = ended(4), list[str](), theme.write_whole

    def recorded(picture: Image.Image, at: tuple[int, int], text: str, *look: Any, **more: Any) -> int:
        told.append(text)
        return write_whole(picture, at, text, *look, **more)

    monkeypatch.setattr(POSTERS, "write_whole", recorded)
    options = replace(state.table.options, target=state.table.saved if won else 12)
    view = GAME.view(replace(state, table=replace(state.table, options=options)), None)
    with speaking(language):
        PICTURE.result(view, NAMES[:4], GAME.headline(view))
    banner, line = told[:2]
    assert banner not in line
    assert str(options.target) in line
