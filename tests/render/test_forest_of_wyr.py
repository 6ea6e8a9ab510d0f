"""The pictures of the forest: what they may weigh, what they may tell, that a phone can show them."""

import io
import random
from collections.abc import Iterable
from functools import cache

import pytest
from msgspec.structs import asdict
from PIL import Image

from engine import GAMES, Chance
from engine.forest_of_wyr.cards import FLIGHT, SHARDS, STRENGTH, card_name
from engine.forest_of_wyr.events import Calm
from engine.forest_of_wyr.map import SPACES
from engine.forest_of_wyr.moves import GiveUp
from engine.forest_of_wyr.state import Attack, Decks, Mine, View
from engine.records import replace
from languages import speaking
from players import PLAYERS
from render import PICTURES
from render.forest_of_wyr import wood
from render.forest_of_wyr.danger import danger
from render.theme import WIDTH

from ..languages import pseudo

GAME, PICTURE = GAMES["forest-of-wyr"], PICTURES["forest-of-wyr"]
MOST_BYTES = 120_000


@cache
def positions() -> tuple[View, ...]:
    """Of random games, and of careful ones with many ravens freed and spellshards in hand."""
    found: list[View] = []
    for seed in range(6):
        draw, chance = random.Random(seed), Chance(str(seed))
        state, number = GAME.new(1, GAME.options(), chance), 0
        while moves := GAME.legal_moves(state):
            number += 1
            if number % 9 == 0:
                found.append(GAME.view(state, 0))
            wild = [move for move in moves if not isinstance(move, GiveUp)]
            sensible = PLAYERS[GAME.key].rule(GAME.view(state, 0), moves, (), chance)
            move = draw.choice(wild) if seed < 2 or draw.random() < 0.1 else sensible
            state = GAME.play(state, move, chance).state
        found.append(GAME.view(state, 0))
    return tuple(found)


def test_the_positions_show_what_there_is_to_draw() -> None:
    tables = [view.table for view in positions()]
    assert {table.step for table in tables} >= {"fly", "defend", "act", "walk", "over"}
    assert any(set(SHARDS) & set(table.hand) for table in tables)
    assert max(table.freed for table in tables) > 4


def test_every_position_is_drawn_within_its_weight() -> None:
    for view in positions():
        picture = PICTURE.board(view, ["Ann"])
        image = Image.open(io.BytesIO(picture))
        assert image.width == 1200
        assert image.height <= 1500
        assert image.mode == "P"
        assert len(picture) <= MOST_BYTES


@pytest.mark.parametrize(
    ("freed", "gone", "said"),
    [
        (0, (), "An attack draws 1 card: about 4, 6 at most."),
        (2, (), "An attack draws 3 cards: about 12, 17 at most."),
        (0, tuple(STRENGTH[:8]), "An attack draws 1 card: about 6, 6 at most."),
        (2, tuple(STRENGTH[:8]), "An attack draws 3 cards: about 16, 17 at most."),
        (0, tuple(STRENGTH), "An attack draws 1 card: about 4, 6 at most."),
    ],
)
def test_how_dangerous_an_attack_is_is_said_before_it_begins(freed: int, gone: tuple[int, ...], said: str) -> None:
    view = positions()[0]
    table = replace(view.table, ravens=view.table.ravens[:1] * (8 - freed), attack=None, strength_discards=gone)
    shown = replace(view, table=table)
    assert said in PICTURE.alt(shown, ["Ann"])
    assert said in PICTURE.describe(shown, ["Ann"])


def test_more_ravens_attack_together_with_binding_alliance() -> None:
    table = replace(positions()[0].table, attack=Attack(alliance=True), strength_discards=())
    assert danger(table).cards == 1 + len(table.ravens)


def test_a_spellshard_in_force_shows() -> None:
    table = next(view.table for view in positions() if view.table.step == "defend" and not view.table.winds_subsided)
    assert table.attack
    waiting = replace(table, step="draw", attack=Attack())
    for before, after in (
        (table, replace(table, winds_subsided=True)),
        (table, replace(table, attack=replace(table.attack, halved=True))),
        (waiting, replace(waiting, attack=Attack(alliance=True))),
        (table, replace(table, recent=(Calm(table.round),))),
    ):
        assert PICTURE.board(View(before, None), ["Ann"]) != PICTURE.board(View(after, None), ["Ann"])
        assert before.winds_subsided is after.winds_subsided or "No raven flies" in PICTURE.alt(
            View(after, None), ["Ann"]
        )
    told = PICTURE.describe(View(replace(waiting, attack=Attack(alliance=True)), None), ["Ann"])
    assert f"Binding Alliance: {1 + len(table.ravens)} strength cards will be drawn." in told


@pytest.mark.clause("FW-41")
def test_spellshards_foreseen_show_during_an_attack_too() -> None:
    shown = next(view for view in positions() if view.table.attack and view.table.attack.cards)
    seen, other = (replace(shown, mine=Mine(0, known)) for known in (SHARDS[:3], SHARDS[1:4]))
    assert len({PICTURE.board(view, ("Ann",)) for view in (shown, seen, other)}) == 3


def test_words_name_the_cards_chosen_to_redraw() -> None:
    """The picture fades them."""
    table = next(view.table for view in positions() if view.table.attack and len(view.table.attack.cards) > 1)
    assert table.attack
    card = table.attack.cards[-1]
    choosing = replace(table, step="renew", attack=replace(table.attack, renewed=(card,)))
    assert f"Chosen to redraw: {card_name(card)}." in PICTURE.describe(View(choosing, None), ["Ann"])
    assert "Chosen to redraw" not in PICTURE.describe(View(table, None), ["Ann"])


def test_the_end_shows_what_the_decks_still_held() -> None:
    """In the picture, in its alternative text and in words: a card's place in its deck too."""
    for view in positions()[-1:]:
        decks = Decks(flight=FLIGHT[:6], strength=STRENGTH[:4], shards=SHARDS[:3])
        plain, turned_up = View(view.table, None), View(view.table, None, decks)
        for other in (None, *(replace(decks, **{deck: cards[::-1]}) for deck, cards in asdict(decks).items())):
            another = View(view.table, None, other)
            assert PICTURE.board(turned_up, ["Ann"]) != PICTURE.board(another, ["Ann"])
            assert PICTURE.describe(turned_up, ["Ann"]) != PICTURE.describe(another, ["Ann"])
            assert PICTURE.alt(turned_up, ["Ann"]) != PICTURE.alt(another, ["Ann"])
        assert "Spellshards not won, next first: Oracle of Visions" in PICTURE.alt(turned_up, ["Ann"])
        assert "Spellshards not won" not in PICTURE.alt(plain, ["Ann"])


def test_a_board_with_every_deck_turned_up_keeps_its_size() -> None:
    view = max(positions(), key=lambda view: (view.table.attack is not None, len(view.table.hand)))
    picture = PICTURE.board(View(view.table, None, Decks(FLIGHT, STRENGTH, SHARDS)), ["Ann"])
    assert Image.open(io.BytesIO(picture)).height <= 2000
    assert len(picture) <= 150_000


def test_words_say_what_the_marks_say() -> None:
    for view in positions():
        alt = PICTURE.alt(view, ["Ann"])
        assert f"Health {view.table.health} of 8" in alt
        assert SPACES[view.table.wanderer].code in alt


def test_no_two_stones_lie_on_each_other() -> None:
    places = sorted(wood.stone_at(space) for space in range(len(SPACES)))
    width, height = wood.STONE
    for number, (x, y) in enumerate(places):
        assert width / 2 <= x <= WIDTH - width / 2
        assert all(abs(x - u) >= width or abs(y - v) >= height for u, v in places[:number])


def test_no_name_covers_a_stone() -> None:
    boxes = [wood.name_box(code) for code in wood.NAMES]
    width, height = wood.STONE
    stones = [
        (x - width // 2, y - height // 2, x + width // 2, y + height // 2)
        for x, y in map(wood.stone_at, range(len(SPACES)))
    ]
    slack = 12  # px of a round corner
    for left, top, right, bottom in boxes:
        assert left >= 0
        assert right <= WIDTH
        for a, b, c, d in stones:
            assert right <= a + slack or c - slack <= left or bottom <= b + slack or d - slack <= top


def test_another_language_changes_no_more_of_the_wood_than_its_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sees the first board in a language waits for it."""
    wood.wood()
    compared, hidden = list[int](), wood.hidden

    def counted(box: wood.Box, others: Iterable[wood.Box]) -> int:
        compared.append(len(boxes := [*others]))
        return hidden(box, boxes)

    monkeypatch.setattr(wood, "hidden", counted)
    monkeypatch.setattr(wood, "_trails", None)  # the ground and the trees keep off them
    with pseudo.spoken_here(), speaking(pseudo.CODE):
        wood.wood.cache_clear()  # type: ignore[attr-defined]
        wood._names.cache_clear()
        wood.wood()
    assert 0 < sum(compared) < 40_000, "each place that a name may have, with each box that it may hide"
