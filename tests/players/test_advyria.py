"""The computer players of Advyria: the imagined game is the real one, and what they do in built positions, and why."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine import Chance, Playthrough
from engine.advyria.cards import FAIRY, GOLD, JOKER, KNIGHT, WARRIOR, WIZARD, card_of
from engine.advyria.land import QUESTS
from engine.advyria.moves import (
    Complete,
    Discard,
    EndTurn,
    Go,
    Look,
    Move,
    PayWizard,
    PlayAdventure,
    PlaySet,
    Rob,
    Spare,
    StopLooking,
    Turn,
)
from engine.advyria.rules import GAME
from engine.advyria.state import Options, State, View
from players.advyria import KEEN, PLAYER, reason
from players.advyria.thinking import habitual
from players.advyria.world import CARDS, MOST_ROLLS, World, imagined, seen_by

from ..engine.test_advyria import LAYOUT, advyria, after, at
from ..spoken import sentences, words

K, W, F, Z, J = KNIGHT, WARRIOR, FAIRY, WIZARD, JOKER
LUCK = Chance("a player's own")


class Same(Chance):
    """A table's luck that is an imagined world's: the deal of `seed`, then dice, thefts and new piles of `luck`."""

    def __init__(self, seed: str, luck: int) -> None:
        super().__init__(seed)
        self.random = Random(luck).random
        self.rolls = [1 + int(self.random() * 6) for _ in range(MOST_ROLLS)]

    def dice(self, label: str, count: int, sides: int = 6) -> tuple[int, ...]:
        return (self.rolls[int(label.removeprefix("dice/"))],)

    def shuffled(self, label: str, items: Sequence[Any]) -> tuple[Any, ...]:
        cards = [*items]
        if label.startswith("steal/"):
            stolen = [cards.pop(int(self.random() * len(cards))) for _ in range(min(2, len(cards)))]
            return (*stolen, *cards)
        if label == "pile/0" or not label.startswith("pile/"):
            return super().shuffled(label, items)
        for last in range(len(cards) - 1, 0, -1):
            other = int(self.random() * (last + 1))
            cards[last], cards[other] = cards[other], cards[last]
        return tuple(cards)


class Watched:
    """The keen player's choices in a world, and how everything stood before each of them."""

    def __init__(self) -> None:
        self.before = list[Any]()

    def __getattr__(self, name: str) -> Any:
        def choose(world: World, *given: Any) -> Any:
            seats = [
                (seat.pawn, seat.level, seat.losses, seat.villages, seat.gold, tuple(seat.completed), tuple(seat.hand))
                for seat in world.seats
            ]
            faces = [("down", "up", "gone")[face] for face in world.faces]
            phase = ("main", "last", "finale")[world.phase]
            self.before.append((name, seats, faces, phase, sorted(world.pile), sorted(world.discards)))
            return getattr(KEEN, name)(world, *given)

        return choose


def stands(state: State) -> Any:
    """The same of the engine's state."""
    table, seats = state.table, list[Any]()
    for player, hand in zip(state.table.players, state.hands, strict=True):
        counts = tuple([hand.count(card) for card in range(CARDS)])
        pawn = -1 if player.pawn is None else player.pawn
        seats.append((pawn, player.level, player.losses, player.villages, player.gold, player.completed, counts))
    faces = [quest.face for quest in table.quests]
    return (table.step, seats, faces, table.phase, sorted(state.pile), sorted(table.discards))


PLAIN = Options(finale=False, special_actions=False, manoeuvres=False, heroes=False)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, Options(mode="solo")),
        (1, Options(mode="solo", finale=False, special_actions=False, heroes=False)),
        (1, Options(mode="solo", simple_scoring=True)),
        (2, Options()),
        (3, Options(hand_level="by_seat", open_hands=True)),
        (3, PLAIN),
        (4, Options()),
        (4, Options(mode="coop")),
    ],
)
@pytest.mark.parametrize("luck", [1, 2])
def test_an_imagined_game_is_the_real_one_played_by_sight(seats: int, options: Options, luck: int) -> None:
    """Move by move the world keeps to the rules, and who chooses in it sees no more than a seat does."""
    played = Playthrough.deal(GAME, seats, options, Same(f"deal/{luck}", luck))
    world, mind, stood = imagined(played.state, luck), Watched(), list[Any]()
    world.finish([mind] * seats, played.state.table)
    while moves := played.legal_moves:
        move = habitual(KEEN, played.view(played.to_act), moves)
        assert move in moves
        if played.state.table.step not in ("turn", "adventure") and not isinstance(move, StopLooking):
            stood.append(stands(played.state))
        played.play(move)
    assert mind.before == stood
    state = played.state
    for seat, player in zip(world.seats, state.table.players, strict=True):
        assert (seat.pawn, seat.level, seat.cards) == (player.pawn, player.level, player.cards)
        assert (seat.losses, seat.villages, seat.gold) == (player.losses, player.villages, player.gold)
        assert tuple(seat.completed) == player.completed
    outcome = GAME.outcome(state)
    assert outcome is not None
    if options.mode != "coop" and not options.simple_scoring:
        assert tuple(map(world.score, world.seats)) == outcome.scores


def seen(state: State, looked: Sequence[int] = ()) -> tuple[View, tuple[Move, ...]]:
    """What the seat to act sees, after it looked at these tiles, and what it may do."""
    seat = state.table.turn
    quests = [
        replace(quest, looked=(seat,)) if space in looked else quest for space, quest in enumerate(state.table.quests)
    ]
    state = replace(state, table=replace(state.table, quests=tuple(quests)))
    return GAME.view(state, seat), tuple(GAME.legal_moves(state))


def played(strength: Any, state: State, looked: Sequence[int] = ()) -> Move:
    view, moves = seen(state, looked)
    choose = PLAYER.rule if strength == "rule" else PLAYER.strengths[strength]
    move: Move = choose(view, moves, (), LUCK)
    assert move in moves
    assert choose(view, moves, (), LUCK) == move
    return move


ALL = ("rule", *PLAYER.strengths)
LITTLE = (K,) * 7  # a pile that is nearly drawn


@pytest.mark.parametrize("strength", ALL)
def test_in_the_grand_finale_a_wizard_is_paid_first(strength: str) -> None:
    finale = advyria([Z, K, K, W], phase="finale", pile=(), discards=None, villages=1)
    assert played(strength, finale) == PayWizard()


@pytest.mark.parametrize("strength", ALL)
def test_the_last_villages_are_flipped(strength: str) -> None:
    last = advyria([W, W, W], phase="finale", pile=(), villages=2)
    move = played(strength, last)
    assert move == PlaySet(W, 3, 0)
    assert played(strength, after(last, move).state) == Turn(2)


@pytest.mark.parametrize("strength", ALL)
def test_an_adventure_reached_with_its_card_is_completed(strength: str) -> None:
    state = advyria([K, K, card_of(at("W2"))], pile=LITTLE, pawns=["W1"])
    state = after(state, PlaySet(K, 2, 0), Go(at("W2")), rolls=[2]).state
    assert played(strength, state) == Complete()


@pytest.mark.parametrize("strength", ALL)
def test_a_pawn_goes_to_the_gold_that_was_seen_and_not_to_the_adventure_without_a_card(strength: str) -> None:
    gold = [GOLD if space == at("W4") else tile for space, tile in enumerate(LAYOUT)]
    gold[12] = LAYOUT[at("W4")]
    state = after(advyria([K, K], tiles=gold, pile=LITTLE, pawns=["G1"]), PlaySet(K, 2, 0), rolls=[1]).state
    assert played(strength, state, looked=QUESTS) == Go(at("W4"))


def test_the_keen_player_rides_to_an_adventure_worth_ten() -> None:
    """The scholar's Sunken Bell lies open far away, its card is in hand, and no Knights are left to go there."""
    state = advyria([card_of(0), card_of(3)], phase="finale", pile=(), up=[3], gone=range(4, 26), pawns=["G4"])
    move = played("strong", state)
    assert move == PlayAdventure(0)
    assert played("strong", after(state, move).state) == Go(3)


def test_the_keen_player_collects_its_knights_for_a_larger_set() -> None:
    state = advyria([K, K, W], level=6)
    assert played("rule", state) == EndTurn()
    assert played("easy", state) == PlaySet(K, 2, 0)
    assert played("rule", advyria([K, K, K, K], level=6)) == PlaySet(K, 4, 0)


def test_the_keen_player_keeps_the_cards_of_its_hero() -> None:
    state = after(advyria([W, F, card_of(3), card_of(6)], level=3), EndTurn()).state
    assert played("rule", state) in (Discard(W), Discard(F))


def test_the_keen_player_looks_at_what_it_does_not_know() -> None:
    state = after(advyria([F, F, F, F], pawns=["G1"]), PlaySet(F, 4, 0)).state
    assert played("rule", state, looked=[space for space in QUESTS if space != at("D1")]) == Look(at("D1"))


def test_a_beginner_robs_nobody_and_the_others_do() -> None:
    robbing = advyria([K, K], [W] * 5, pawns=["W1", "G1"])
    state = after(robbing, PlaySet(K, 2, 0), Go(at("W2")), rolls=[1]).state
    state = replace(state, table=replace(state.table, step="rob", effect=None))
    state = with_pawns(state, "W1", "G1")
    assert played("easy", state) == Spare()
    assert played("middle", state) == played("rule", state) == Rob(1)


def with_pawns(state: State, *codes: str) -> State:
    players = [replace(player, pawn=at(code)) for player, code in zip(state.table.players, codes, strict=True)]
    return replace(state, table=replace(state.table, players=tuple(players)))


def test_the_opinion_begins_with_what_the_keen_player_plays() -> None:
    for state in (
        advyria([K, K, W, W, W, F, F, J], pile=(), phase="finale", villages=2, level=6),
        advyria([K, K, K, W], [W, W, F], pile=(*LITTLE, Z), finale=False),
        advyria([K, K, K, W], [W, W, F], pile=(*LITTLE, Z), finale=False, mode="coop", simple_scoring=True),
    ):
        view, moves = seen(state)
        opinion = PLAYER.weigh(view, moves, (), LUCK)
        assert len(opinion) > 1
        assert opinion[0].move == played("strong", state)
        assert opinion == PLAYER.weigh(view, moves, (), LUCK)
        assert {one.move for one in opinion} <= {*moves}
        rest = [one.expected for one in opinion[1:]]
        assert rest == sorted(rest, reverse=True)
        for one in opinion:
            assert 0 <= one.expected <= 1
            assert one.error >= 0
            assert one.reason == reason(KEEN, view, one.move)


def test_a_sure_lead_is_expected_to_win() -> None:
    """The last turn of all, with 20 gold more than the other."""
    state = advyria([W, W], [K], phase="last", pile=(), finale=False, villages=1, gold=(10, 0))
    view, moves = seen(state)
    first, second = PLAYER.weigh(view, moves, (), LUCK)
    assert first.move == PlaySet(W, 2, 0)
    assert first.expected >= second.expected > 0.95
    assert first.error == 0
    assert first.reason == "2 gold from your villages."


def test_points_are_gold_or_adventures_where_nobody_wins() -> None:
    def points(**options: Any) -> int:
        hands = [[K]] if options.get("mode") == "solo" else [[K], [W]]
        return PLAYER.points(seen(advyria(*hands, **options))[0])

    assert points(mode="solo") == points(mode="coop") == 100
    assert points(mode="solo", simple_scoring=True) == 12
    assert points() == 0


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("simple", [False, True])
def test_there_is_a_reason_for_every_legal_move(seats: int, simple: bool) -> None:
    options, chance, said = Options(mode="solo" if seats == 1 else "compete", simple_scoring=simple), Chance("why"), 0
    state = GAME.new(seats, options, chance)
    steps = set[str]()
    while moves := GAME.legal_moves(state):
        view = GAME.view(state, state.table.turn)
        for move in moves:
            why = reason(KEEN, view, move)
            assert why[0].isupper() or why[0].isdigit()
            assert why.endswith(".")
            assert all(len(words(sentence)) < 25 for sentence in sentences(why)), why
            assert not (simple and "10 gold" in why), why
            said += 1
        steps.add(state.table.step)
        state = GAME.play(state, habitual(KEEN, view, moves), chance).state
    assert said > 300
    assert steps >= {"settle", "play", "go", "turn", "look", "discard"}


def test_reasons_name_what_is_known_and_nothing_else() -> None:
    state = after(advyria([K, K, card_of(1)], pile=LITTLE, pawns=["G1"]), PlaySet(K, 2, 0), rolls=[2]).state
    view, _ = seen(state, looked=[1])
    assert reason(KEEN, view, Go(1)) == "You hold the card of The Bandit Queen: 5 gold."
    unknown = "You don't know this tile: a 56% chance of gold, 0% of an adventure that you hold."
    assert reason(KEEN, view, Go(0)) == unknown, "14 of 25; its own one is known"
    other = (11, 1, *range(2, 11), 0, *LAYOUT[12:])
    swapped = replace(state, tiles=other)
    assert [reason(KEEN, seen(swapped, looked=[1])[0], move) for move in seen(state)[1]] == [
        reason(KEEN, view, move) for move in seen(state)[1]
    ]


def test_a_world_made_from_a_view_has_the_unknown_tiles_and_no_hand_but_ones_own() -> None:
    state = advyria([K, K, W], [F, F, Z])
    world = seen_by(seen(state, looked=[0, 12])[0])
    assert sorted(world.tiles) == sorted(LAYOUT)
    assert (world.tiles[0], world.tiles[12]) == (0, GOLD)
    assert sum(world.seats[1].hand) == 0
    assert world.seats[1].cards == 3
