"""A game that says nobody can win any more is never won."""

from random import Random
from typing import Any

import pytest

from engine import GAMES, AnyGame, Chance, Playthrough
from engine import advent_of_the_wyrms as advent
from engine import wyverns_knot as knot
from engine.decktet import short_name
from engine.forest_of_wyr.cards import ALLIANCE, BALANCE, FLIGHT, GLASS, WINDS
from engine.forest_of_wyr.state import Attack
from engine.hexaract import state as hexaract
from engine.records import replace
from players import PLAYERS

from .players import Draw, Setup, lasting, playthrough, setups, uniform

PLAYED = [setup for setup in setups(together=2) if not setup.game.scored(setup.options)]


@pytest.mark.parametrize("setup", PLAYED, ids=str)
def test_what_cant_be_won_isnt(setup: Setup) -> None:
    for number, player in enumerate((uniform, lasting, uniform)):
        lost, state = False, None
        for played in playthrough(setup, f"{number:064x}", player):
            state = played.step.state
            now = setup.game.hopeless(setup.game.view(state, None))
            assert now or not lost, "what is out of reach stays so"
            lost = now
        outcome = setup.game.outcome(state)
        assert not (lost and outcome and outcome.won)


def test_of_the_knot_too_few_eggs_or_too_few_cards_are_left() -> None:
    game = knot.GAME
    view = game.view(game.new(3, game.options(target=12), Chance("hopeless")), None)

    def at(**table: Any) -> bool:
        return game.hopeless(replace(view, table=replace(view.table, **table)))

    gone = replace(view.table.tableaus[0][0], face="gone")
    assert not at()
    assert not at(saved=4, left=8)
    assert at(saved=4, left=7)
    few = tuple([tuple([gone] * (len(cards) - 3)) + cards[-3:] for cards in view.table.tableaus])
    assert not at(saved=3, left=13, tableaus=few)
    assert at(saved=2, left=14, tableaus=few)


def test_of_the_wyrms_too_few_cards_are_left_to_draw() -> None:
    game = advent.GAME
    assert game.alone
    view = game.view(game.new(1, game.alone, Chance("hopeless")), None)
    four = ((9, 20, 30),) * 3 + ((9,),)

    def at(deck: int, *aside: int) -> bool:
        return game.hopeless(replace(view, table=replace(view.table, incantations=four, deck_size=deck, aside=aside)))

    assert not at(1)
    assert at(0)
    assert not at(0, 3)


def number_of(name: str) -> int:
    """A card of the path."""
    return next(card for card in hexaract.PATH_CARDS if short_name(card) == name)


def by_rule(game: AnyGame, state: Any, draw: Draw) -> Any:
    """As the hall's player does by its rule of thumb: it wins now and then."""
    moves = game.choices(state)
    luck = Chance(f"{draw()}")
    thought = PLAYERS[game.key].rule(game.view(state, 0), moves, (), luck) if len(moves) > 1 else None
    return thought or moves[0]


@pytest.mark.parametrize(("key", "found"), [("hexaract", 4), ("forest-of-wyr", 1)])
def test_no_game_that_is_won_was_ever_called_out_of_reach(key: str, found: int) -> None:
    """And some of those that are lost were, before their end. From there nobody wins, whatever comes."""
    game = GAMES[key]
    setup, won, called = Setup(game, 1, game.alone), 0, 0
    for number in range(14):
        lost = False
        for played in playthrough(setup, f"{number:064x}", by_rule):
            state = played.step.state
            if not lost and game.outcome(state) is None and game.hopeless(game.view(state, None)):
                lost, called = True, called + 1
                for luck in range(6):
                    chance = Chance(f"{number}/{luck}")
                    other = Playthrough(game, game.imagine(game.view(state, 0), chance), chance)
                    draw = Random(f"{number}/{luck}").random
                    while other.outcome is None:
                        other.play(by_rule(game, other.state, draw))
                    assert not other.outcome.won
        outcome = game.outcome(state)
        won += bool(outcome and outcome.won)
        assert not (lost and outcome and outcome.won)
    assert won
    assert called >= found


def test_of_hexaract_a_suit_that_nothing_brings_any_more() -> None:
    """Three suits are missing: each needs a person of its own, or a Crown while its ace is in play."""
    game = GAMES["hexaract"]
    state: Any = replace(game.new(1, game.alone, Chance("hopeless")), supply=(0, 0, 0, 1, 1, 1), aces=(0, 1, 2))
    author, diplomat, sailor, huntress, sea = map(number_of, ("Author", "Diplomat", "Sailor", "Huntress", "Sea"))

    def at(*path: int, **more: Any) -> bool:
        seen = {card for card in hexaract.PATH_CARDS if card not in path}
        late = {"deck": (), "path": tuple(map(hexaract.PathCard, path)), "discard": tuple(seen)}
        return game.hopeless(game.view(replace(state, **{**late, **more}), None))

    assert not at(author, diplomat, sailor), "the Author the Moons, the Diplomat the Suns, the Sailor the Waves"
    assert at(author, huntress, sailor, aces=()), "nobody brings the Suns"
    assert not at(author, huntress, sailor), "but the Huntress's Crown an ace"
    assert at(author, diplomat, sea, aces=(0, 1))
    assert not at(author, diplomat, sea)


def test_of_hexaract_a_round_that_ends_the_game() -> None:
    game = GAMES["hexaract"]
    state: Any = game.new(1, game.alone, Chance("hopeless"))
    path = tuple(map(hexaract.PathCard, map(number_of, ("Bard", "Huntress", "Merchant"))))
    deck = tuple([card for card in hexaract.PATH_CARDS if card not in [place.card for place in path]])

    def at(damage: int, *dice: int) -> bool:
        late = replace(state, path=path, deck=deck, damage=damage, dice=dice)
        return game.hopeless(game.view(late, None))

    assert not at(6, 1, 1, 1, 1, 1)
    assert at(7, 1, 1, 1, 1, 1), "no pair makes a 9 or a 10: three of them hurt"
    assert not at(7, 1, 1, 1, 4, 5)
    assert at(9, 1, 4, 5, 5, 5), "two at most can be beaten"


def test_of_the_forest_too_few_cards_are_left_to_free_the_ravens() -> None:
    game = GAMES["forest-of-wyr"]
    state: Any = game.new(1, game.alone, Chance("hopeless"))

    def at(**table: Any) -> bool:
        late = replace(state.table, **{"step": "act", "phase": 3, "night": 4, "flight_discards": FLIGHT, **table})
        return game.hopeless(game.view(replace(state, table=late), None))

    two, last = (3, 3), (3,)
    assert not at(ravens=two, night=1), "there is time"
    assert not at(ravens=two, gone=(WINDS,)), "they take 24 and, with an alliance, 5"
    assert at(ravens=two, gone=(WINDS, GLASS)), "the hand has 24, and 4 more for a jack"
    assert not at(ravens=last, gone=(WINDS,))
    assert not at(ravens=last, gone=(WINDS, ALLIANCE)), "24, a jack's 4 more, and 6 in the Cheval Glass"
    assert at(ravens=last, gone=(ALLIANCE, GLASS), night=1), "no hand is enough, however long the wood waits"
    assert not at(ravens=last, gone=(ALLIANCE, GLASS), night=1, attack=Attack(defence=6))
    assert not at(ravens=last, gone=(ALLIANCE, GLASS), options=replace(state.table.options, ravens=7))
    assert at(ravens=last, hand=(26,), gone=(WINDS, BALANCE, GLASS)), "a hand of 1 is too weak, and is the last one"
    assert not at(ravens=last, hand=(26,), gone=(WINDS, BALANCE, GLASS), phase=2), "it is picked up once more"
    assert not at(ravens=last, hand=(26,), gone=(BALANCE, GLASS)), "with subsided winds there is another round"
