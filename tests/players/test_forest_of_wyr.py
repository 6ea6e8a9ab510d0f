"""The computer player of the forest: what it does where that is clear, and what it says about it."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from engine import Chance, Playthrough, encode
from engine.forest_of_wyr.cards import ALLIANCE, DIAMONDS, FLIGHT, GLASS, JACKS, ORACLE, STRENGTH, SUN, VALUES, WINGS
from engine.forest_of_wyr.events import Freed, PickedUp, TurnedUp
from engine.forest_of_wyr.map import DISTANCES
from engine.forest_of_wyr.moves import Defend, Draw, EndRound, Free, GiveUp, Invoke, Move, PutOnTop, Redraw, Renew, Stop
from engine.forest_of_wyr.rules import GAME
from engine.forest_of_wyr.state import Attack, Options, State, Table, View
from engine.records import replace
from players import Weighed
from players.answer import Question, answer, read_playout
from players.forest_of_wyr import PLAYER
from players.forest_of_wyr.position import TWO_EACH, arrivals, flown, odds, position

from ..spoken import sentences, words

HAND = (*JACKS, *DIAMONDS)
LUCK = Chance("thinking")


def state(**changes: Any) -> State:
    """Late in a game: one raven is left, far away. The decks hold what isn't seen."""
    table = replace(Table(Options(), ravens=(4,), round=12, phase=3, step="act"), **changes)
    return GAME.imagine(GAME.view(State(table, (), (), ()), None), Chance("decks"))


def weighed(at: State) -> tuple[Weighed[Move], ...]:
    return PLAYER.weigh(GAME.view(at, 0), GAME.legal_moves(at), (), LUCK)


def strong(at: State) -> Move:
    return PLAYER.strengths["strong"](GAME.view(at, 0), GAME.legal_moves(at), (), LUCK)


def about(at: State, move: Move) -> Weighed[Move]:
    return next(one for one in weighed(at) if one.move == move)


def attacked(cards: Sequence[int], hand: Sequence[int], **changes: Any) -> State:
    """The last raven attacks, in phase 2."""
    return state(phase=2, step="defend", ravens=(0,), hand=tuple(hand), attack=Attack(tuple(cards)), **changes)


def test_it_plays_whatever_beats_the_last_attack() -> None:
    at = attacked(STRENGTH[:7], HAND)  # 23, and the hand is 24
    best = weighed(at)[0]
    assert isinstance(best.move, Defend)
    assert best.expected == 1
    while GAME.outcome(at) is None:
        at = GAME.play(at, strong(at), LUCK).state
    assert at.table.ending == "won"


def test_it_allies_against_the_last_raven() -> None:
    """Two strength cards are 12 at most, and the hand is 24. Eight are more than it."""
    at = state(phase=2, step="draw", ravens=(0,), hand=(*sorted((*HAND, ALLIANCE)),), attack=Attack())
    assert strong(at) == Invoke(ALLIANCE)
    assert about(at, Invoke(ALLIANCE)).expected == pytest.approx(1)
    assert about(at, Draw()).expected < 0.9
    assert about(at, Invoke(ALLIANCE)).reason == "Expect an attack of about 8, instead of 32."


def test_a_move_is_played_out_from_what_is_seen_alone() -> None:
    """Whether two strength cards are more than the hand is luck, and nothing else is left to lose or win by."""
    at = state(phase=2, step="draw", ravens=(0,), health=1, hand=DIAMONDS[:5], attack=Attack(alliance=True))
    view, other = GAME.view(at, 0), GAME.view(GAME.imagine(GAME.view(at, 0), Chance("other decks")), 0)

    def question(view: View, luck: int) -> Question:
        return Question.about(GAME, "playout", "strong", view, GAME.legal_moves(at), (), luck=str(luck), made=Draw())

    reached = [read_playout(answer(encode(question(view, luck)))).share for luck in range(12)]
    assert {*reached} == {0.0, 1.0}
    assert reached == [read_playout(answer(encode(question(other, luck)))).share for luck in range(12)]


def test_it_escapes_what_would_end_the_game() -> None:
    at = attacked(STRENGTH[:8], (DIAMONDS[0], WINGS), health=5)
    assert strong(at) == Invoke(WINGS)
    assert about(at, Stop()).expected == 0
    assert about(at, Stop()).reason == "This ends the game: 28 damage, and you have 5 health."


@pytest.mark.parametrize("waiting", [0, 1])
def test_an_attack_that_can_be_fled_from_is_no_worse_than_fleeing(waiting: int) -> None:
    """Also with an empty hand, and where another raven waits for its turn."""
    pieces = {"wanderer": 2, "ravens": (2, 2, 7), "hand": (WINGS,), "discard": HAND, "health": 7}
    at = state(phase=2, step="draw", attack=Attack(), yet_to_attack=waiting, **pieces)
    fled = GAME.play(at, Invoke(WINGS), LUCK).state
    assert fled.table.step == "land"
    chance = weighed(fled)[0].expected
    assert about(at, Draw()).expected >= chance > 0.3


def test_it_says_what_ends_the_game() -> None:
    at = state(night=4, flight_discards=FLIGHT, hand=HAND)
    assert about(at, EndRound()) == Weighed(EndRound(), 0.0, 0.0, "This ends the game: the last night is over.")
    assert about(at, GiveUp()).reason == "This ends the game: it is lost with 7 ravens freed."
    assert weighed(at)[-1].move == GiveUp()


def test_it_gives_up_never() -> None:
    """Not even where nothing else wins either."""
    at = state(night=4, flight_discards=FLIGHT, hand=())
    assert strong(at) == EndRound()


def test_it_looks_at_the_next_spellshards_while_it_can_choose() -> None:
    at = state(ravens=(1, 2, 3, 4), hand=(*sorted((*HAND, ORACLE)),))
    at = replace(at, table=replace(at.table, ravens=(1, 2, 3)))
    assert strong(at) == Invoke(ORACLE)
    looking = GAME.play(at, Invoke(ORACLE), LUCK).state
    best, *others = weighed(looking)
    assert isinstance(best.move, PutOnTop)
    assert all(best.expected > other.expected for other in others)


def test_it_redraws_the_strongest_cards() -> None:
    """9 and 10 are 6 each. What is drawn for them is weaker for sure: 2 and 3 are all that is left."""
    left = (STRENGTH[0], STRENGTH[2])
    at = attacked([card for card in STRENGTH if card not in left], HAND)
    at = replace(at, table=replace(at.table, step="renew"))
    first = weighed(at)[0]
    assert isinstance(first.move, Renew)
    assert first.move.card in STRENGTH[8:]
    assert first.reason == "That card of 6 is drawn again: the average is 4."


def test_a_card_of_the_same_worth_is_weighed_alike() -> None:
    at = attacked(STRENGTH[:5], HAND)
    expected = {about(at, Defend(card)).expected for card in JACKS}
    assert len(expected) == 1


def test_jacks_are_spent_last() -> None:
    at = attacked(STRENGTH[:5], HAND)
    best = strong(at)
    assert isinstance(best, Defend)
    assert best.card not in JACKS


@cache
def met() -> tuple[tuple[View, Sequence[Move], tuple[Weighed[Move], ...]], ...]:
    """A deal from the fifth raven on, with every choice and what the player thinks of it."""
    chance, found = Chance("players/2"), list[tuple[View, Sequence[Move], tuple[Weighed[Move], ...]]]()
    at, shards = GAME.new(1, Options(), chance), (ORACLE, WINGS, SUN, GLASS)
    table = replace(at.table, ravens=at.table.ravens[:3], hand=tuple(sorted((*HAND, *shards))))
    at = replace(at, table=table, shard_deck=tuple([card for card in at.shard_deck if card not in shards]))
    while (moves := GAME.legal_moves(at)) and len(found) < 30:
        view, move = GAME.view(at, 0), moves[0]
        if len(moves) > 1:
            opinion = PLAYER.weigh(view, moves, (), LUCK)
            found.append((view, moves, opinion))
            move = opinion[0].move
        at = GAME.play(at, move, chance).state
    return tuple(found)


def test_every_legal_move_has_its_chance_and_reason() -> None:
    for _, moves, opinion in met():
        assert {one.move for one in opinion} == {*moves}
        assert len(opinion) == len(moves)
        assert [one.expected for one in opinion] == sorted([one.expected for one in opinion], reverse=True)
        for one in opinion:
            assert 0 <= one.expected <= 1
            assert 0 <= one.error < 0.1
            assert one.reason[0].isupper()
            assert one.reason[-1] == "."
            assert all(len(words(sentence)) < 25 for sentence in sentences(one.reason))


def test_fewer_ravens_to_free_have_better_odds() -> None:
    """A lobby calls six easy, so a hint there doesn't say that most games are lost."""
    best = []
    for ravens in (8, 7, 6):
        at = state(options=Options(ravens=ravens), ravens=(*range(2, 9),))
        best.append(max(one.expected for one in weighed(at)))
    assert best[0] < best[1] < best[2]
    assert best[2] > 0.75


def test_a_card_that_defends_is_told_by_itself() -> None:
    """What is pressed for a whole line of cards is said of that line, not of what the player would do."""
    attack = Attack(cards=(STRENGTH[0], STRENGTH[1]))
    at = state(step="defend", wanderer=4, attack=attack, yet_to_attack=1, hand=HAND)
    needed = attack.strength + 1

    def told(card: int, defence: int) -> str:
        played = replace(at, table=replace(at.table, attack=replace(attack, defence=defence)))
        return PLAYER.reason(GAME.view(played, 0), Defend(card), ())

    small = DIAMONDS[0]
    assert told(small, 0) == f"Defence {VALUES[small]} against {attack.strength} so far."
    assert (
        told(small, needed - VALUES[small])
        == f"Defence {needed} beats the attack of {attack.strength}: the raven is free."
    )


def test_the_first_weighed_is_played_and_the_same_again() -> None:
    for view, moves, opinion in met()[::6]:
        assert PLAYER.strengths["strong"](view, moves, (), Chance("another")) == opinion[0].move
        assert PLAYER.weigh(view, tuple(moves), (), LUCK) == opinion


def test_a_state_that_looks_equal_is_played_equally() -> None:
    for number, (view, moves, opinion) in enumerate(met()[::8]):
        other = GAME.imagine(view, Chance(str(number)))
        assert weighed(other) == opinion
        assert GAME.legal_moves(other) == moves


def test_the_odds_of_an_attack_are_exact() -> None:
    """Eight of ten cards: all but two, so 40 less what those two are."""
    eight = odds(TWO_EACH, 8)
    assert eight.mean == pytest.approx(32)
    assert eight.below[29] == pytest.approx(1 / 45)  # 28 is both sixes left out
    assert eight.below[28] == 0
    assert eight.below[37] == pytest.approx(1)
    assert odds((1, 0, 0, 0, 0), 1).mean == 2
    assert odds((1, 0, 0, 0, 1), 3).mean == pytest.approx(8 + 32 / 8)  # both, and one of eight discards


def test_ravens_arrive_as_they_fly() -> None:
    assert flown((3, 1, 2), 4) == (0, 0, 2)
    assert arrivals((1, 2), (1, 0, 1, 0, 0)) == pytest.approx((0, 0.5, 0.5, 0))
    assert arrivals((0, 2), (0, 0, 0, 0, 0)) == (0, 1, 0, 0)


def test_what_it_thinks_follows_is_what_the_rules_make_of_it() -> None:
    """Over whole deals: how the ravens fly, when cards are picked up, and what a freed raven gives back."""
    flights = picked_up = freed = 0
    for seed in range(6):
        played = Playthrough.deal(GAME, 1, GAME.options(), Chance(f"thinks/{seed}"))
        awaited: tuple[int, ...] | None = None  # how far the ravens are once they have flown
        while played.outcome is None:
            view, moves = played.view(0), played.legal_moves
            before, place = view.table, position(view)
            move = moves[0] if len(moves) == 1 else PLAYER.rule(view, moves, (), LUCK)
            events = played.play(move).step.events
            after = position(played.view(0))
            for event in events:
                if isinstance(event, TurnedUp):
                    away = [DISTANCES[before.wanderer][raven] for raven in before.ravens]
                    awaited = flown(away, VALUES[event.card])
            if awaited is not None and played.state.table.step != "fly":
                flights += 1
                assert sorted(DISTANCES[after.space][raven] for raven in after.ravens) == [*awaited]
                awaited = None
            if any(isinstance(event, PickedUp) for event in events) and not isinstance(move, Defend):
                picked_up += 1
                assert (place.picked_up().hand, place.picked_up().held) == (after.hand, after.held)
            if any(isinstance(event, Freed) for event in events) and played.outcome is None:
                freed += 1
                thought = place.with_one_freed()
                assert sorted(thought.ravens) == sorted(after.ravens)
                assert len(after.unseen) == len(thought.unseen) - (not place.known)
    assert min(flights, picked_up, freed) > 10, (flights, picked_up, freed)


def test_it_knows_what_the_view_shows_and_no_more() -> None:
    at = state(ravens=(1, 2, 3), hand=(*sorted((*HAND, GLASS)),), discard=(SUN,), gone=(ORACLE,))
    place = position(GAME.view(at, 0))
    assert place.held == {GLASS}
    assert place.won == {SUN}
    assert len(place.unseen) == 5
    assert place.hand == (6, 2, 2, 2)
    assert place.flights_left == 40


def test_a_raven_on_the_spot_is_tried_or_not_with_its_odds() -> None:
    at = state(ravens=(0,), hand=HAND)
    assert (
        about(at, Free()).reason
        == "The raven attacks at once. Expect an attack of about 32. Your hand of 24 beats that hardly ever."
    )
    assert about(at, EndRound()).reason == "You end the round here. The chance that one raven attacks next is 100%."


def test_redrawing_is_done_once_nothing_more_is_gained() -> None:
    at = attacked(STRENGTH[:8], HAND)
    table = at.table
    assert table.attack is not None
    chosen = replace(table.attack, renewed=STRENGTH[5:8])
    at = replace(at, table=replace(table, step="renew", attack=chosen))
    assert Redraw() in {one.move for one in weighed(at)}


def test_the_rules_of_thumb_are_followed_until_five_ravens_are_free() -> None:
    at = state(ravens=(1, 1, 2, 3, 4, 5, 5, 6), hand=HAND)
    view, moves = GAME.view(at, 0), GAME.legal_moves(at)
    opinion = weighed(at)
    assert strong(at) == PLAYER.rule(view, moves, (), LUCK) == opinion[0].move
    assert {one.move for one in opinion} == {*moves}
    assert opinion[0].expected == max(one.expected for one in opinion)
