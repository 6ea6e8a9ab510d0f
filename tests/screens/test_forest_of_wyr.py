"""What one presses, types and is asked in A Wanderer in the Forest of Wyr."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from cogs.games.forest_of_wyr import AIM, WORDS
from cogs.games.forest_of_wyr.labels import KINDS
from cogs.games.words import move_path
from cogs.screens.picker import (
    RISKY,
    ChosenMoves,
    Question,
    Situation,
    controls,
    label_of,
    next_question,
)
from cogs.screens.press import Press
from cogs.screens.screen import MENU_LIMIT, Menu
from cogs.screens.typed import suggestions, typed_path
from engine import GAMES, Chance
from engine.forest_of_wyr.cards import ORACLE, VALUES
from engine.forest_of_wyr.events import Freed, PickedUp, Walked, Withstood
from engine.forest_of_wyr.map import DISTANCES, SPACES
from engine.forest_of_wyr.moves import Defend, EndRound, Fly, PutOnTop, Stop, Stride, Walk
from engine.forest_of_wyr.state import MOST_STRIDES, Attack

from ..cogs.solitaires import chosen, script
from ..engine.players import Played
from ..engine.test_forest_of_wyr import forest

KEY = "forest-of-wyr"
GAME = GAMES[KEY]


def played_until(step: str, *, won: bool) -> tuple[str, list[Played], Any]:
    """A seed, the moves made until the game waits for `step`, and the state then."""
    seed, played = script(KEY, won)
    moves = chosen(KEY, played)
    number = next(number for number, one in enumerate(moves) if one.state.table.step == step)
    return seed, moves[:number], moves[number].state


def test_every_space_can_be_typed() -> None:
    """By its code or its name. Of what fits, the nearest are offered first."""
    _, _, state = played_until("act", won=True)
    state = replace(state, table=replace(state.table, step="land"))
    view, legal = GAME.view(state, 0), GAME.legal_moves(state)
    now = Situation(tuple(legal), WORDS, view, ["Ann"])
    assert len(legal) == len(SPACES) - 1
    for move in legal:
        space = SPACES[move.space]
        for typed in filter(None, (space.code, space.code.lower(), space.name)):
            assert typed_path(now, f"land {typed}") == move_path(move)
            offered = [value for _, value in suggestions(now, typed)]
            assert "/".join(move_path(move)) in offered
    first = [int(value.removeprefix("land/")) for _, value in suggestions(now, "")]
    steps = sorted(DISTANCES[state.table.wanderer])
    assert [DISTANCES[state.table.wanderer][space] for space in first] == steps[1 : 1 + len(first)]


def test_every_move_can_be_read() -> None:
    """Labels keep Discord's limits, and autocomplete tells the moves of a position apart."""
    kinds = set()
    for won in (True, False):
        for one in chosen(KEY, script(KEY, won)[1]):
            view = GAME.view(one.state, 0)
            moves = GAME.legal_moves(one.state)
            now = Situation(tuple(moves), WORDS, view, ["Ann"])
            said = [label_of(move, now).text for move in moves]
            assert len(said) == len(set(said))
            assert all(len(words) <= 100 for words in said), said
            assert WORDS.ask(view, ["Ann"])
            kinds |= {move_path(move)[0] for move in moves}
    assert kinds | {"land"} == set(KINDS)
    assert WORDS.value(view, ["Ann"], PutOnTop(ORACLE), "card").text == "Oracle of Visions"


# -- One press for what belongs together


def played_out() -> Iterator[tuple[Any, Sequence[Any], list[Any]]]:
    """Of two games, each offer of several moves: the state before, the moves, and what they tell."""
    for won in (True, False):
        seed, played = script(KEY, won)
        for one in chosen(KEY, played):
            legal = GAME.legal_moves(one.state)
            for offer in WORDS.offers(GAME.view(one.state, 0), ["Ann"], legal):
                state, told = one.state, list[Any]()
                for move in offer.moves:
                    assert move in GAME.legal_moves(state)
                    step = GAME.play(state, move, Chance(seed))
                    state, told = step.state, [*told, *step.events]
                yield one.state, offer.moves, told


def sums(cards: Sequence[int], most: int) -> set[int]:
    """What can be made of at most so many of these cards."""
    values = [VALUES[card] for card in cards if VALUES[card]]
    return {sum(some) for count in range(min(most, len(values)) + 1) for some in combinations(values, count)}


def test_one_press_goes_to_any_raven_or_nearby_with_the_cards_that_are_just_enough() -> None:
    """To every raven in reach, and of the other spaces to as many of the nearest as a menu holds."""
    reached: dict[int, set[int]] = {}
    seen = {}
    for state, moves, told in played_out():
        walk = next((move for move in moves if isinstance(move, Walk)), None)
        if state.table.step == "act" and walk and walk.space != state.table.wanderer:
            cards = [move.card for move in moves if isinstance(move, Stride)]
            steps = DISTANCES[state.table.wanderer][walk.space]
            makes = sums(state.table.hand, MOST_STRIDES)
            assert Walked(walk.space, steps) in told
            assert sum(VALUES[card] for card in cards) == min(total for total in makes if total >= steps)
            assert (moves[-1] == EndRound()) is (walk.space not in state.table.ravens), "nothing is left to do there"
            reached.setdefault(id(state), set()).add(walk.space)
            seen[id(state)] = state
    assert seen
    for number, state in seen.items():
        most = max(sums(state.table.hand, MOST_STRIDES))
        far = DISTANCES[state.table.wanderer]
        near = [space for space in sorted(range(len(SPACES)), key=far.__getitem__) if 0 < far[space] <= most]
        ravens = {*state.table.ravens} & {*near}
        assert reached[number] == ravens | {*[space for space in near if space not in ravens][:MENU_LIMIT]}


@pytest.mark.parametrize("cards", range(1, 7))
def test_who_has_few_cards_left_can_rest_so_that_all_come_back(cards: int) -> None:
    """With one press, which plays all but the best card; it takes at most three."""
    _, _, state = played_until("act", won=True)
    every = sorted(state.table.hand, key=VALUES.__getitem__)
    table = replace(state.table, hand=tuple(sorted(every[-cards:])), discard=tuple(every[:-cards]), ravens=(40,))
    state = replace(state, table=table)
    offers = WORDS.offers(GAME.view(state, 0), ["Ann"], GAME.legal_moves(state))
    rests = [offer for offer in offers if offer.label.text.startswith("Rest here")]
    assert bool(rests) is (2 <= cards <= MOST_STRIDES + 1)
    for offer in rests:
        told: list[Any] = []
        for move in offer.moves:
            step = GAME.play(state, move, Chance("rest"))
            state, told = step.state, [*told, *step.events]
        assert any(isinstance(event, PickedUp) for event in told)
        assert [*state.table.hand] == sorted(every)


def test_one_press_frees_the_raven_or_blocks_with_the_cards_that_are_just_enough_or_with_all() -> None:
    found = set()
    for state, moves, told in played_out():
        if isinstance(moves[0], Defend):
            attack = state.table.attack
            need, makes = attack.strength - attack.defence + 1, sums(state.table.hand, 12)
            after = next(event for event in told if isinstance(event, Freed | Withstood))
            if isinstance(after, Freed):
                assert sum(VALUES[move.card] for move in moves) == min(total for total in makes if total >= need)
            else:
                blocks = min((total for total in makes if total >= need - 1), default=max(makes))
                assert sum(VALUES[move.card] for move in moves[:-1]) == blocks
                assert moves[-1] == Stop()
                assert after.damage == max(0, need - 1 - blocks)
            found.add(type(after))
    assert found == {Freed, Withstood}


def test_the_aim_is_told_before_the_first_walk() -> None:
    for one in chosen(KEY, script(KEY, won=True)[1]):
        table = one.state.table
        first = table.round == 1 and table.step == "act" and not table.moved
        assert (AIM in WORDS.ask(GAME.view(one.state, 0), ["Ann"])) is first, table.step


def test_who_chooses_a_ravens_way_is_told_why() -> None:
    """How many spaces are left, and what is equal: the ravens' distance, or one raven's ways."""
    asked = set()
    for won in (True, False):
        for one in chosen(KEY, script(KEY, won)[1]):
            if one.state.table.step == "fly":
                words, spaces = WORDS.ask(GAME.view(one.state, 0), ["Ann"]), one.state.table.spaces
                assert f"{spaces} space{'s' * (spaces > 1)} to go." in words
                origins = {move.origin for move in GAME.legal_moves(one.state) if isinstance(move, Fly)}
                assert ("Which of the nearest ravens" in words) is (len(origins) > 1)
                assert ("Which way" in words) is (len(origins) == 1)
                asked.add(len(origins) > 1)
    assert asked


def test_the_end_of_the_last_round_asks_once_more() -> None:
    """It loses the game. Every button that ends the round asks, and there is none to rest for the next one."""
    everything = tuple(range(39, 49))
    for night, subsided, lost in ((4, False, True), (3, False, False), (4, True, False)):
        state = forest(flight_discards=everything, night=night, winds_subsided=subsided, hand=(26, 28, 30), wanderer=20)
        now = Situation(tuple(GAME.legal_moves(state)), WORDS, GAME.view(state, 0), ("Ann",))
        chosen = next_question(now, move_path(EndRound()))
        assert isinstance(chosen, ChosenMoves)
        assert bool(chosen.risk) is lost
        ends = [offer for offer in now.offers if offer.moves[-1] == EndRound()]
        assert len(ends) > 3
        assert all(bool(offer.risk) is lost for offer in ends)
        assert any(offer.label.text.startswith("Rest") for offer in ends) is not lost
        ended = GAME.play(state, EndRound(), Chance("last")).state
        assert (GAME.outcome(ended) is not None) is lost


@pytest.mark.parametrize(
    ("hand", "ravens", "wanted", "asks"),
    [
        pytest.param((28,), (1, 20), 8, True, id="the last card"),
        pytest.param((28, 29), (1, 20), 8, False, id="a card is left"),
        pytest.param((28,), (20,), 8, False, id="the last raven"),
        pytest.param((28,), (1, 2, 20), 6, False, id="the last of six ravens"),
    ],
)
def test_the_last_card_asks_once_more_if_the_raven_it_frees_is_not_the_last(
    hand: tuple[int, ...], ravens: tuple[int, ...], wanted: Literal[6, 8], asks: bool
) -> None:
    everything = tuple(range(39, 49))
    attack = Attack((39,), defence=VALUES[39])
    state = forest(
        wanted=wanted,
        flight_discards=everything,
        night=4,
        hand=hand,
        ravens=ravens,
        wanderer=20,
        attack=attack,
    )
    assert bool(WORDS.risky(GAME.view(state, 0), Defend(28))) is asks


@pytest.mark.parametrize(("night", "lost"), [(4, True), (3, False)])
def test_a_menu_marks_what_is_risky(night: int, lost: bool) -> None:
    """With a sign, as it has no colours; and with a word for those who read."""
    everything = tuple(range(39, 49))
    state = forest(flight_discards=everything, night=night, hand=(26, 28, 30), wanderer=20)
    now = Situation(tuple(GAME.legal_moves(state)), WORDS, GAME.view(state, 0), ("Ann",), worded=True)
    question = next_question(now, ())
    assert isinstance(question, Question)
    (menu,) = [one for one in controls(question, now, Press("pick", 9)) if isinstance(one, Menu)]
    assert len(menu.options) > 3
    for option in menu.options:
        assert option.label.endswith(RISKY) is lost
        assert (option.emoji == "⚠️") is lost
