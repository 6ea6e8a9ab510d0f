"""What the player of Hexaract does, and why it says so; and that its odds and its ends of a round are the game's."""

from collections import Counter
from itertools import combinations, product

import pytest

from engine import Chance, hexaract
from engine.decktet import RANKS
from players.hexaract import PLAYER, choosing, ends, reason, worth

from ..engine.players import Setup, playthrough, sensible
from ..engine.test_hexaract import card, fresh, tired
from ..engine.test_hexaract import hexaract as position
from .solitaire import LUCK, require_plain_reasons, require_the_same_answer

MOONS, SUNS, WAVES, LEAVES, WYRMS, KNOTS = range(6)


def played(state: hexaract.state.State) -> list[hexaract.moves.Move]:
    """The moves to the end of the round."""
    moves: list[hexaract.moves.Move] = []
    chance, round_ = Chance("later rounds"), state.round
    while state.round == round_ and (legal := hexaract.choices.legal_moves(state)):
        view = hexaract.rules.view(state, 0)
        moves.append(PLAYER.strengths["strong"](view, legal, (), LUCK) if len(legal) > 1 else legal[0])
        state = hexaract.rules.play(state, moves[-1], chance).state
    return moves


def test_it_takes_the_last_suit_that_it_needs_to_win() -> None:
    state = position("Author", dice=(1, 1, 3, 4, 4), deck=(), supply=dict.fromkeys(range(5), 1), damage=8)
    author = card("Author")
    assert played(state) == [
        hexaract.moves.Assign(author, 1, 1),
        hexaract.moves.Done(),
        hexaract.moves.Defeat(author, KNOTS),
        hexaract.moves.EndRound(),
    ]
    view, moves = hexaract.rules.view(state, 0), hexaract.choices.legal_moves(state)
    first = PLAYER.weigh(view, moves, (), LUCK)[0]
    assert (first.move, first.expected, first.error) == (hexaract.moves.Assign(author, 1, 1), 1, 0)
    assert first.reason == (
        "The Author goes, leaves you a chip and hurts you no more. In another round two dice fit it 54 times in 100."
    )


def test_it_spares_the_last_chip_of_a_suit_that_nobody_brings_any_more() -> None:
    state = position(fresh("Cave"), deck=("Betrayal",), supply=dict.fromkeys(range(6), 1), damage=2)
    assert not [move for move in played(state) if isinstance(move, hexaract.moves.Spend)]


def test_it_spends_chips_rather_than_lose() -> None:
    state = position(tired("Cave"), "Penitent", supply={WAVES: 1, WYRMS: 1, MOONS: 1}, damage=8)
    spent = [move for move in played(state) if isinstance(move, hexaract.moves.Spend)]
    assert {move.suit for move in spent} == {WAVES, WYRMS}
    lost = hexaract.rules.play(state, hexaract.moves.Done(), LUCK).state
    assert reason(hexaract.rules.view(lost, 0), hexaract.moves.EndRound()) == "That makes 10 damage: you lose."


def test_a_tie_of_suits_costs_the_one_that_can_come_again() -> None:
    """Of Moons and Waves one chip is held each; nobody in the deck has Waves."""
    state = position(tired("Journey"), deck=("Author", "Diplomat"), supply=dict.fromkeys(range(6), 1))
    chosen = played(state)[-1]
    assert chosen == hexaract.moves.Lose(MOONS)
    assert isinstance(chosen, hexaract.moves.Lose)


@pytest.mark.parametrize("rank", range(2, 11))
def test_the_odds_of_a_pair_are_those_of_all_rolls(rank: int) -> None:
    often = sum(
        any(hexaract.dice_and_chips.fits(low, high, rank) for low, high in combinations(dice, 2))
        for dice in product(range(1, 7), repeat=hexaract.state.DICE)
    )
    assert ends.expected_left(((rank, 1),)) == pytest.approx(1 - often / 6**hexaract.state.DICE)


def test_the_odds_of_two_cards_count_each_die_once() -> None:
    fit: Counter[int] = Counter()
    for dice in product(range(1, 7), repeat=hexaract.state.DICE):
        pairs = [*combinations(range(5), 2)]
        on_7 = [pair for pair in pairs if hexaract.dice_and_chips.fits(dice[pair[0]], dice[pair[1]], 7)]
        on_9 = [pair for pair in pairs if hexaract.dice_and_chips.fits(dice[pair[0]], dice[pair[1]], 9)]
        both = any(not {*pair} & {*other} for pair in on_7 for other in on_9)
        fit[2 if both else 1 if on_7 or on_9 else 0] += 1
    left = sum((2 - cleared) * rolls for cleared, rolls in fit.items()) / fit.total()
    assert ends.expected_left(((7, 1), (9, 1))) == pytest.approx(left)


def test_the_ends_that_it_counts_are_ends_of_the_game() -> None:
    """Each end of the next round that it looks into could be played."""
    compared = 0
    for seed in range(2):
        for one in playthrough(Setup(hexaract.GAME, 1, hexaract.state.Options()), f"ends/{seed}", sensible):
            state = one.state
            if state.step != "assign" or state.pairs:
                continue
            start = ends.position_of(state)
            ranks = tuple(RANKS[place.card] for place in state.path)
            doubles = tuple(bool(place.missing & (place.missing - 1)) for place in start.path)
            open_ = ends._open(state.dice, ranks, doubles)
            counted = {end for slots in open_ for end in ends.ends(start, slots)}
            real = {end for _, end in choosing._lines(state)}
            compared += 1
            assert counted <= real
    assert compared > 20


def test_two_pairs_are_found_where_only_some_dice_leave_a_second() -> None:
    """On the Crown go the two 5s, so that 4 and 6 are left for the 8."""
    state = position("Sea", "Betrayal", dice=(1, 4, 5, 5, 6), deck=("Diplomat",), supply=dict.fromkeys(range(6), 1))
    assert hexaract.moves.Assign(card("Sea"), 5, 5) in played(state)
    assert hexaract.moves.Assign(card("Betrayal"), 4, 6) in played(state)


def test_its_memory_is_bounded() -> None:
    for function in (worth.deck_of, worth._of_suit, ends.slots_by_roll, ends.expected_left):
        assert function.cache_info().maxsize is not None


def test_why_any_legal_move() -> None:
    require_plain_reasons(PLAYER, reason)


def test_asked_again_it_answers_the_same() -> None:
    require_the_same_answer(PLAYER, 1)
