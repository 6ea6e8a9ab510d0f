"""The guilds of Advyria, clause by clause of its rules.

Positions are built (see `advyria`) on one lay-out, easy to reckon with: adventure a lies on quest space a, gold on the
spaces 12 to 25. Dice are named beforehand, and what is shuffled keeps its order (see `Rigged`), so that a theft takes
the first two cards of a hand, and the draw pile's last card is drawn first.

The file is long so that all clauses stand in the order of the rules, on the same built positions.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, combinations, pairwise, product
from math import dist
from typing import Any

import pytest
from msgspec.structs import replace

from engine import Chance, IllegalMove, Outcome, Step, decode, encode
from engine.advyria.cards import (
    ADVENTURES,
    BLUE,
    COUNTS,
    DECK,
    FAIRY,
    GOLD,
    GREEN,
    HEROES,
    JOKER,
    KNIGHT,
    RED,
    SETS,
    TILES,
    WARRIOR,
    WIZARD,
    YELLOW,
    card_of,
)
from engine.advyria.choices import legal_moves
from engine.advyria.events import (
    Completed,
    Discarded,
    Drew,
    Eased,
    Event,
    FinaleBegan,
    Found,
    HeroShown,
    Idled,
    LastTile,
    LeftBehind,
    Looked,
    PaidWizard,
    PileEmptied,
    PlayedAdventure,
    PlayedSet,
    PlayedWizard,
    Raised,
    Reshuffled,
    Robbed,
    Rolled,
    Sent,
    Settled,
    Turned,
    Went,
)
from engine.advyria.land import BAY, GUILDS, LAKE, NEIGHBOURS, QUESTS, REGIONS, SPACE_OF, SPACES, STEPS, WAYS
from engine.advyria.moves import (
    Complete,
    Discard,
    EndTurn,
    Go,
    Leave,
    Look,
    Move,
    PayWizard,
    PlayAdventure,
    PlaySet,
    PlayWizard,
    Rob,
    Send,
    Settle,
    Spare,
    StopLooking,
    Turn,
)
from engine.advyria.rules import GAME, play, view
from engine.advyria.scoring import RATINGS, account, outcome, rating
from engine.advyria.state import Effect, Known, Options, Passage, Player, Quest, State, Table
from engine.advyria.telling import tell

from .players import PLAYERS, Setup, all_options, opens, playthrough
from .worlds import hidden

K, W, F, Z, J = KNIGHT, WARRIOR, FAIRY, WIZARD, JOKER
RED_CARD, BLUE_CARD, YELLOW_CARD, GREEN_CARD = (card_of(3 * colour) for colour in range(4))  # adventures 0, 3, 6, 9
LAYOUT = (*range(12), *(GOLD,) * 14)


class Rigged(Chance):
    """Rolls these dice, by the number in the label, and leaves what it shuffles in its order."""

    def __init__(self, *rolls: int) -> None:
        super().__init__("rigged")
        self.rolls = rolls
        self.labels: list[str] = []

    def shuffled(self, label: str, items: Sequence[Any]) -> tuple[Any, ...]:
        self.labels.append(label)
        return tuple(items)

    def dice(self, label: str, count: int, sides: int = 6) -> tuple[int, ...]:
        assert (count, sides) == (1, 6)
        self.labels.append(label)
        purpose, number = label.split("/")
        assert purpose == "dice"
        return (self.rolls[int(number) % len(self.rolls)] if self.rolls else 6,)


def at(code: str) -> int:
    return SPACE_OF[code]


def advyria(
    *in_hand: Sequence[int],
    turn: int = 0,
    pawns: Sequence[str] = ("G1", "G2", "G3", "G4"),
    level: int = 6,
    losses: int = 0,
    villages: int = 0,
    gold: Sequence[int] = (0, 0, 0, 0),
    completed: Sequence[Sequence[int]] = ((), (), (), ()),
    up: Iterable[int] = (),
    gone: Iterable[int] = (),
    tiles: Sequence[int] = LAYOUT,
    pile: Sequence[int] | None = None,
    discards: Sequence[int] | None = None,
    spent: int = 0,
    phase: Any = "main",
    known: tuple[Known, ...] = (),
    **options: Any,
) -> State:
    """A position in the open part of a turn, its cards drawn. A hand a seat; hero h is seat h's.

    Level, losses and villages are those of the seat to act; the others are at level 6. Cards not named are in the pile
    or, if that is given, among the discards. Tiles `gone` that are nobody's are not accounted for.
    """
    seats = len(in_hand)
    options = {"mode": "solo" if seats == 1 else "compete", **options}
    up, gone = {*up}, {*gone}
    hands = tuple(tuple(sorted(hand)) for hand in in_hand)

    def quest(space: int) -> Quest:
        if space in up | gone:
            return Quest("up" if space in up else "gone", tiles[space], ())
        return Quest("down", None, ())

    players = tuple(
        Player(
            pawn=at(pawns[seat]),
            level=level if seat == turn else 6,
            losses=losses if seat == turn else 0,
            cards=len(hand),
            villages=villages if seat == turn else 0,
            gold=gold[seat],
            completed=tuple(completed[seat]),
            hero=None,
        )
        for seat, hand in enumerate(hands)
    )
    used = Counter([*(card for hand in hands for card in hand), *(WIZARD,) * spent, *(pile or ()), *(discards or ())])
    used.update(card_of(adventure) for player in players for adventure in player.completed)
    rest = tuple((Counter(DECK) - used).elements())
    if pile is None:
        pile = rest
    elif discards is None:
        discards = rest
    out = tuple((Counter(DECK) - Counter((*chain(*hands), *pile))).elements())
    passages, dealt = [Passage(None, 0, len(out), out), Passage(0, None, len(out), out)], list[tuple[int, ...]]()
    for seat, hand in enumerate(hands):
        stolen = [one for one in known if one.holder == seat]
        drawn = [(seat, tuple((Counter(hand) - Counter(chain(*(one.cards for one in stolen)))).elements()))]
        for knower, cards in (*drawn, *((one.knower, one.cards) for one in stolen)):
            passages.append(Passage(None, knower, len(cards), cards if options.get("open_hands") else None))
            dealt += [] if options.get("open_hands") else [cards]
        for one in stolen:
            passages.append(Passage(one.knower, seat, len(one.cards), None))
            dealt.append(one.cards)
    table = Table(
        options=Options(**options),
        turn=turn,
        step="play",
        effect=None,
        victim=None,
        phase=phase,
        players=players,
        quests=tuple(map(quest, QUESTS)),
        tiles_left=26 - len(gone),
        pile=len(pile),
        discards=tuple(discards or ()),
        spent=spent,
        played=False,
        paid=False,
        robbed=False,
        idle=0,
        piles=1,
        rolls=0,
        thefts=0,
        hands=hands if options.get("open_hands") else None,
        passages=tuple(passages),
        recent=(),
        earlier=0,
    )
    heroes = (0, 1, 2, 3) if table.options.heroes else ()
    return State(table, tuple(tiles), hands, heroes, tuple(pile), known, tuple(dealt))


def after(state: State, *moves: Move, rolls: Sequence[int] = ()) -> Step[State, Event]:
    """The step of the last of these moves."""
    chance = Rigged(*rolls)
    for move in moves[:-1]:
        state = play(state, move, chance).state
    return play(state, moves[-1], chance)


def of_kind(state: State, *kinds: type) -> list[Move]:
    return [move for move in legal_moves(state) if isinstance(move, kinds)]


def refused(state: State, move: Move) -> str:
    assert move not in legal_moves(state)
    with pytest.raises(IllegalMove) as refusal:
        play(state, move, Rigged())
    return str(refusal.value)


def events(step: Step[State, Event], *kinds: type) -> list[Any]:
    return [event for event in step.events if isinstance(event, kinds)]


def heard(step: Step[State, Event], viewer: int | None) -> list[Event]:
    return [event for event in step.events if event.audience is None or viewer in event.audience]


def mine(state: State, seat: int) -> Any:
    return view(state, seat).mine


def me(state: State) -> Player:
    return state.table.players[state.table.turn]


def dealt(seats: int, **options: Any) -> State:
    """A new game, settled in the guilds in order, as the first seat has drawn."""
    options = {"mode": "solo" if seats == 1 else "compete", **options}
    state, chance = GAME.new(seats, Options(**options), Chance("deal")), Chance("deal")
    for seat in range(seats):
        state = play(state, Settle(GUILDS[seat]), chance).state
    return state


# -- Components and set-up


@pytest.mark.clause("GA-1")
def test_26_tiles_are_shuffled_over_the_quest_spaces_face_down() -> None:
    assert Counter(TILES) == {**dict.fromkeys(range(12), 1), GOLD: 14}
    deals = [GAME.new(1, Options(mode="solo"), Chance(str(seed))) for seed in range(300)]
    for state in deals:
        assert Counter(state.tiles) == Counter(TILES)
        assert state.table.quests == (Quest("down", None, ()),) * 26
        assert state.table.tiles_left == 26
    for space in (0, 13, 25):
        assert 110 < sum(state.tiles[space] == GOLD for state in deals) < 210  # 162 expected
        assert {state.tiles[space] for state in deals} == {*range(13)}


@pytest.mark.clause("GA-2")
def test_the_land_is_as_large_and_as_loosely_knit_as_it_should_be() -> None:
    assert Counter(space.kind for space in SPACES) == {"quest": 26, "guild": 6, "road": 22}
    assert [space.kind for space in SPACES] == ["quest"] * 26 + ["guild"] * 6 + ["road"] * 22
    assert (len(QUESTS), GUILDS) == (26, range(26, 32))
    assert len({frozenset(way) for way in WAYS}) == len(WAYS) <= 80
    assert all(one != other for one, other in WAYS)
    near = [sum(_walk(one, other) <= 3 for other in QUESTS if other != one) for one in QUESTS]
    assert 2 <= sum(near) / len(near) <= 4
    assert max(min(_walk(space, guild) for guild in GUILDS) for space in range(len(SPACES))) <= 6


@cache
def _walk(start: int, goal: int) -> int:
    """Steps from one space to another, worked out from the roads alone."""
    reached, steps = {start}, 0
    while goal not in reached:
        wider = reached | {b for a, b in WAYS if a in reached} | {a for a, b in WAYS if b in reached}
        assert wider != reached, "the land is in one piece"
        reached, steps = wider, steps + 1
    return steps


@pytest.mark.clause("GA-2")
def test_steps_and_neighbours_are_those_of_the_roads() -> None:
    for one, other in product(range(len(SPACES)), repeat=2):
        assert STEPS[one][other] == _walk(one, other)
        assert (other in NEIGHBOURS[one]) == ((one, other) in WAYS or (other, one) in WAYS)


@pytest.mark.clause("GA-2")
def test_the_land_can_be_read_on_a_phone() -> None:
    assert len({space.code for space in SPACES}) == len({space.name for space in SPACES}) == len(SPACES)
    for one, other in combinations(SPACES, 2):
        assert dist((one.x, one.y), (other.x, other.y)) >= 90
    for space in SPACES:
        assert 60 <= space.x <= 1140
        assert 60 <= space.y <= 1040
        assert space.region in REGIONS
        assert space.kind != "quest" or space.code[0] == space.region
    for way, other_way in combinations(WAYS, 2):
        assert {*way} & {*other_way} or not _cross(way, other_way)
    for (start, end), (x, y, across, down) in product(WAYS, (LAKE, BAY)):
        for part in range(21):
            at_x = SPACES[start].x + (SPACES[end].x - SPACES[start].x) * part / 20
            at_y = SPACES[start].y + (SPACES[end].y - SPACES[start].y) * part / 20
            assert ((at_x - x) / across) ** 2 + ((at_y - y) / down) ** 2 > 1


def _cross(way: tuple[int, int], other: tuple[int, int]) -> bool:
    def side(a: int, b: int, c: int) -> float:
        p, q, r = SPACES[a], SPACES[b], SPACES[c]
        return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)

    (a, b), (c, d) = way, other
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


@pytest.mark.clause("GA-3", "GA-4")
def test_twelve_adventures_in_four_colours_and_a_deck_of_110() -> None:
    assert Counter(adventure.colour for adventure in ADVENTURES) == dict.fromkeys((RED, BLUE, YELLOW, GREEN), 3)
    assert len({adventure.name for adventure in ADVENTURES}) == len({adventure.sign for adventure in ADVENTURES}) == 12
    assert len(DECK) == 110
    assert (24, 28, 24, 14, 8, *(1,) * 12) == COUNTS
    state = GAME.new(2, Options(), Chance("deck"))
    assert Counter(state.pile) == Counter(DECK) == dict(enumerate(COUNTS))
    assert state.pile != GAME.new(2, Options(), Chance("another")).pile


@pytest.mark.clause("GA-5")
def test_heroes_depict_each_adventure_once_in_three_colours() -> None:
    assert sorted(adventure for hero in HEROES for adventure in hero.adventures) == [*range(12)]
    for hero in HEROES:
        assert len({ADVENTURES[adventure].colour for adventure in hero.adventures}) == 3


@pytest.mark.clause("GA-5")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_hero_each_is_dealt_secretly_and_shown_at_the_end(seats: int) -> None:
    setup = Setup(GAME, seats, Options(mode="solo" if seats == 1 else "compete"))
    *_, last = playthrough(setup, "heroes", PLAYERS[0])
    state = last.state
    assert sorted(state.heroes) == [0, 1, 2, 3]
    assert [player.hero for player in state.table.players] == [None] * seats
    assert [mine(state, seat).hero for seat in range(seats)] == [*state.heroes[:seats]]
    assert [player.hero for player in last.step.state.table.players] == [*state.heroes[:seats]]
    assert events(last.step, HeroShown) == [HeroShown(seat, state.heroes[seat]) for seat in range(seats)]
    assert last.step.reveals == (seats > 1)  # who plays alone knows their hero
    seen = {GAME.imagine(view(state, 0), Chance(str(seed))).heroes[1] for seed in range(60)}
    assert seen == {0, 1, 2, 3} - {state.heroes[0]}  # and those that stay out are never seen


@pytest.mark.clause("GA-5")
def test_heroes_are_dealt_at_random() -> None:
    dealt = Counter(GAME.new(2, Options(), Chance(str(seed))).heroes[:2] for seed in range(240))
    assert len(dealt) == 12
    assert max(dealt.values()) < 45  # twenty expected


@pytest.mark.clause("GA-6")
@pytest.mark.parametrize(
    ("seats", "hand_level", "levels"),
    [
        (1, "by_players", [3]),
        (2, "by_players", [4, 4]),
        (3, "by_players", [5, 5, 5]),
        (4, "by_players", [6, 6, 6, 6]),
        (1, "by_seat", [3]),
        (2, "by_seat", [3, 4]),
        (3, "by_seat", [3, 4, 5]),
        (4, "by_seat", [3, 4, 5, 6]),
    ],
)
def test_the_hand_level_at_the_start(seats: int, hand_level: Any, levels: list[int]) -> None:
    state = dealt(seats, hand_level=hand_level)
    assert [player.level for player in state.table.players] == levels
    assert [player.losses for player in state.table.players] == [0] * seats
    assert Options().hand_level == "by_players"


@pytest.mark.clause("GA-7", "GA-8")
def test_pawns_are_settled_clockwise_on_free_guilds_then_three_cards_are_dealt() -> None:
    chance = Chance("settling")
    state = GAME.new(3, Options(), chance)
    assert [player.pawn for player in state.table.players] == [None] * 3
    assert mine(state, 2).hero == state.heroes[2]  # heroes come first
    for seat, space in enumerate((28, 31, 26)):
        assert GAME.to_act(state) == seat
        free = [guild for guild in GUILDS if guild not in (28, 31, 26)[:seat]]
        assert legal_moves(state) == tuple(map(Settle, free))
        if seat:
            assert "pawn is there" in refused(state, Settle(28))
        assert "guilds" in refused(state, Settle(0))
        assert state.hands == ((),) * 3
        step = play(state, Settle(space), chance)
        assert step.events[0] == Settled(seat, space)
        assert step.reveals == (seat == 2)
        state = step.state
    assert [player.pawn for player in state.table.players] == [28, 31, 26]
    assert [len(hand) for hand in state.hands] == [6, 3, 3]  # the first has drawn for its turn
    assert GAME.to_act(state) == 0
    assert [len(event.cards) for event in events(step, Drew) if event.audience] == [3, 3, 3, 3]


@pytest.mark.clause("GA-8")
def test_turns_go_round_in_the_order_of_seats() -> None:
    state, order = dealt(3), []
    for _ in range(7):
        order.append(GAME.to_act(state))
        state = _end(replace(state, hands=state.hands))
    assert order == [0, 1, 2, 0, 1, 2, 0]


def _end(state: State) -> State:
    """The turn ended, with whatever has to be discarded."""
    seat = state.table.turn
    state = play(state, EndTurn(), Chance("deal")).state
    while state.table.step == "discard" and state.table.turn == seat:
        state = play(state, legal_moves(state)[0], Chance("deal")).state
    return state


@pytest.mark.clause("GA-9", "GA-70")
def test_modes_and_their_seats() -> None:
    modes = {one.mode: one for one in all_options(Options) if one == Options(mode=one.mode)}
    tables = product(modes, range(6))
    opened = {(mode, seats) for mode, seats in tables if opens(Setup(GAME, seats, modes[mode]))}
    assert opened == {("solo", 1), *product(("compete", "coop"), (2, 3, 4))}
    assert {mode for mode, options in modes.items() if GAME.cooperative(options)} == {"coop", "solo"}


# -- A turn


@pytest.mark.clause("GA-10", "GA-90")
def test_a_turn_begins_with_three_cards_from_the_pile() -> None:
    state = advyria([K], [W], pile=[F, F, K, W, Z])
    step = after(state, EndTurn())
    assert step.state.hands[1] == (K, W, W, Z)
    assert step.state.pile == (F, F)
    assert step.state.table.pile == 2
    assert step.state.table.players[1].cards == 4
    assert heard(step, None) == heard(step, 0) == [Drew(1, 3)]
    assert heard(step, 1) == [Drew(1, 3), Drew(1, 3, (K, W, Z), audience=(1,))]
    assert step.reveals
    assert step.state.table.phase == "main"


@pytest.mark.clause("GA-10", "GA-50")
@pytest.mark.parametrize("left", [1, 2, 3])
def test_the_draw_that_empties_the_pile_is_of_what_is_left_and_the_finale_follows_that_turn(left: int) -> None:
    state = advyria([K], [W], pile=[F, Z, J][:left])
    last = after(state, EndTurn())
    assert last.state.table.players[1].cards == 1 + left
    assert last.state.table.phase == "last"
    assert PileEmptied(finale=True) in last.events
    assert not of_kind(last.state, PayWizard)
    finale = play(last.state, EndTurn(), Rigged())
    assert finale.state.table.phase == "finale"
    assert finale.events == (FinaleBegan(),)  # nobody draws
    assert finale.state.hands[0] == (K,)
    assert not finale.reveals


@pytest.mark.clause("GA-11", "GA-14")
def test_cards_and_sets_are_played_in_any_number_and_order() -> None:
    state = advyria([K, K, W, W, Z, Z, BLUE_CARD], [], villages=1)
    first = after(state, PlayWizard(joker=False)).state
    assert {*legal_moves(first)} >= {PlayWizard(joker=False), PlaySet(K, 2, 0), PlaySet(W, 2, 0), PlayAdventure(3)}
    moves: list[Move] = [PlayWizard(joker=False), PlaySet(W, 2, 0), Turn(1), PlayAdventure(3), PlaySet(K, 2, 0)]
    done = after(state, *moves, Go(at("G1")), PlayWizard(joker=False)).state
    assert done.hands[0] == ()
    assert legal_moves(done) == (EndTurn(),)
    assert legal_moves(advyria([K, W, F], [])) == (EndTurn(),)


@pytest.mark.clause("GA-14", "GA-20")
def test_all_effects_are_done_before_the_next_is_played() -> None:
    state = advyria([K, K, K, W, W, F, F, F, GREEN_CARD], [], villages=3)
    plays: list[tuple[Move, str]] = [
        (PlaySet(K, 3, 0), "pawn"),
        (PlaySet(W, 2, 0), "villages"),
        (PlaySet(F, 3, 0), "look"),
        (PlayAdventure(9), "look"),
    ]
    for move, waiting in plays:
        middle = after(state, move).state
        assert waiting in refused(middle, EndTurn())
        assert waiting in refused(middle, PlaySet(W, 2, 0))
    steps = (Go(at("G1")), Turn(1), Look(0), StopLooking(), Complete(), Leave(), Rob(1), Send(26), Discard(K))
    for step in steps:
        assert "Play a set" in refused(state, step)


@pytest.mark.clause("GA-12", "GA-13")
def test_sets_are_two_to_four_of_a_kind() -> None:
    state = advyria([K] * 5 + [F] * 2 + [W], [], villages=5)
    assert of_kind(state, PlaySet) == [PlaySet(K, 2, 0), PlaySet(K, 3, 0), PlaySet(K, 4, 0), PlaySet(F, 2, 0)]
    for size in (0, 1, 5):
        assert "2 to 4" in refused(state, PlaySet(K, size, 0))
    assert "don't have that many Fairies" in refused(state, PlaySet(F, 3, 0))
    assert "A set is of" in refused(advyria([Z, Z], []), PlaySet(Z, 2, 0))
    assert "A set is of" in refused(advyria([J, J], []), PlaySet(J, 2, 2))


@pytest.mark.clause("GA-12")
@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_set_of_n_has_its_effect_n_minus_1_times(size: int) -> None:
    state = advyria([K] * 4 + [W] * 4 + [F] * 4, [], villages=5)
    knights = after(state, PlaySet(K, size, 0), *[Go(at("G1"))] * (size - 1)).state
    assert (knights.table.step, knights.table.rolls) == ("play", size - 1)
    assert after(state, PlaySet(K, size, 0)).state.table.effect == Effect("knight", size - 1, 6)
    warriors = after(state, PlaySet(W, size, 0)).state
    assert legal_moves(warriors) == tuple(map(Turn, range(size - 1, -1, -1)))
    fairies = after(state, PlaySet(F, size, 0), *map(Look, range(size - 1))).state
    assert fairies.table.step == "play"
    assert sum(tile is not None for tile in mine(fairies, 0).tiles) == size - 1


@pytest.mark.clause("GA-13")
def test_jokers_fill_sets_or_make_one_alone() -> None:
    state = advyria([W, W, J, J, J, J], [], villages=1)
    assert of_kind(state, PlaySet) == [
        *(PlaySet(K, size, size) for size in (2, 3, 4)),
        *(PlaySet(W, size, jokers) for size in (2, 3, 4) for jokers in range(max(0, size - 2), size + 1)),
        *(PlaySet(F, size, size) for size in (2, 3, 4)),
    ]
    step = after(state, PlaySet(W, 3, 2))
    assert step.state.hands[0] == (W, J, J)
    assert step.state.table.discards == (W, J, J)
    assert step.events == (PlayedSet(0, W, 3, 2),)
    assert "don't have that many Jokers" in refused(advyria([W, W, J], [], villages=1), PlaySet(W, 4, 2))
    assert "2 to 4" in refused(state, PlaySet(W, 3, 4))


@pytest.mark.clause("GA-13")
def test_four_jokers_alone_are_three_effects_of_the_kind_declared() -> None:
    state = advyria([J] * 4, [], villages=3, losses=2)
    assert after(state, PlaySet(W, 4, 4), Turn(3)).state.table.players[0].gold == 3
    assert after(state, PlaySet(K, 4, 4)).state.table.effect == Effect("knight", 3, 6)
    fairies = after(state, PlaySet(F, 4, 4)).state
    assert (fairies.table.effect, fairies.table.players[0].losses) == (Effect("fairy", 3, None), 1)


@pytest.mark.clause("GA-13", "GA-28")
def test_wizards_are_played_singly_and_a_joker_stands_for_no_adventure() -> None:
    state = advyria([Z, Z, Z, J], [])
    assert of_kind(state, PlayWizard) == [PlayWizard(joker=False), PlayWizard(joker=True)]
    assert after(state, PlayWizard(joker=False)).state.hands[0] == (Z, Z, J)
    assert after(state, PlayWizard(joker=True)).state.hands[0] == (Z, Z, Z)
    assert "no Wizard" in refused(advyria([J], []), PlayWizard(joker=False))
    assert "no Joker" in refused(advyria([Z], []), PlayWizard(joker=True))
    assert of_kind(state, PlayAdventure) == []
    at_adventure = after(advyria([K, K, J], [], up=[0]), PlaySet(K, 2, 0), Go(0)).state
    assert legal_moves(at_adventure) == (Leave(),)


@pytest.mark.clause("GA-14")
def test_what_can_do_nothing_cannot_be_played() -> None:
    hand = [W] * 4 + [F] * 4 + [Z, J, BLUE_CARD, YELLOW_CARD, GREEN_CARD]
    state = advyria(hand, [], level=14, gone=range(26), gold=(3, 0))
    assert legal_moves(state) == (EndTurn(),)
    assert "no village" in refused(state, PlaySet(W, 2, 0))
    assert "no village" in refused(state, PlayAdventure(6))
    assert "face down" in refused(state, PlaySet(F, 4, 0))
    assert "face down" in refused(state, PlayAdventure(9))
    assert "14" in refused(state, PlayWizard(joker=False))
    assert "14" in refused(state, PlayWizard(joker=True))
    assert "14" in refused(state, PlayAdventure(3))


@pytest.mark.clause("GA-14", "GA-27")
def test_four_fairies_ease_losses_even_without_a_tile_to_look_at() -> None:
    for up in (range(12), ()):
        state = advyria([F] * 3 + [J], [], losses=1, up=up, gone={*range(26)} - {*up})
        assert of_kind(state, PlaySet) == [PlaySet(F, 4, 1)]
        step = after(state, PlaySet(F, 4, 1))
        assert step.state.table.step == "play"
        assert step.events == (PlayedSet(0, F, 4, 1), Eased(0, 0))
        assert "face down" in refused(state, PlaySet(F, 3, 0))


@pytest.mark.clause("GA-14", "GA-27")
def test_looks_and_turns_may_be_stopped_early() -> None:
    state = advyria([F, F, F, W, W, W], [], villages=2)
    looking = after(state, PlaySet(F, 3, 0)).state
    assert legal_moves(looking) == (*map(Look, range(26)), StopLooking())
    for moves in ([StopLooking()], [Look(3), StopLooking()]):
        done = after(looking, *moves).state
        assert (done.table.step, done.table.effect) == ("play", None)
    for count in (0, 1, 2):
        step = after(state, PlaySet(W, 3, 0), Turn(count))
        assert (me(step.state).villages, me(step.state).gold) == (2 - count, count)
        assert step.state.table.step == "play"
        assert not step.reveals


# -- Knights and tiles


@pytest.mark.clause("GA-20")
@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
def test_a_knight_moves_at_most_as_far_as_the_die_says(roll: int) -> None:
    state = advyria([K, K], [], pawns=("i", "G2"))
    step = after(state, PlaySet(K, 2, 0), rolls=(roll,))
    assert step.events == (PlayedSet(0, K, 2, 0), Rolled(0, roll))
    assert step.reveals
    expected = [space for space in range(len(SPACES)) if _walk(at("i"), space) <= roll and space != at("G2")]
    assert legal_moves(step.state) == tuple(map(Go, expected))
    assert Go(at("i")) in legal_moves(step.state)
    if roll < 6:
        assert "steps" in refused(step.state, Go(at("E1")))


@pytest.mark.clause("GA-20")
def test_dice_have_six_sides_and_are_rolled_before_each_movement() -> None:
    rolls = {after(advyria([K, K], []), PlaySet(K, 2, 0)).state.table.effect}
    assert rolls == {Effect("knight", 1, 6)}
    rolled = []
    for seed in range(300):
        effect = play(advyria([K, K], []), PlaySet(K, 2, 0), Chance(str(seed))).state.table.effect
        assert effect is not None
        rolled.append(effect.roll)
    assert {*rolled} == {1, 2, 3, 4, 5, 6}
    assert max(Counter(rolled).values()) < 80  # fifty expected
    state = advyria([K] * 4, [])
    step = after(state, PlaySet(K, 4, 0), Go(at("W3")), Leave(), rolls=(1, 4, 2))
    assert step.state.table.effect == Effect("knight", 2, 4)  # the next roll comes after tile and completion
    assert events(after(state, PlaySet(K, 4, 0), Go(at("W3")), rolls=(1, 4)), Rolled) == []


@pytest.mark.clause("GA-20")
def test_pawns_pass_over_others_but_never_end_on_one() -> None:
    state = advyria([K, K], [], [], pawns=("l", "F2", "k"))
    moving = after(state, PlaySet(K, 2, 0), rolls=(3,)).state
    assert Go(at("F2")) not in legal_moves(moving)
    assert "Another pawn" in refused(moving, Go(at("F2")))
    assert "Another pawn" in refused(moving, Go(at("k")))
    assert Go(at("G6")) in legal_moves(moving)  # over F2
    assert Go(at("f")) not in legal_moves(moving)  # four steps


@pytest.mark.clause("GA-20")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_pawns_never_share_a_space(seats: int) -> None:
    for seed, player in product(range(6), PLAYERS):
        for played in playthrough(Setup(GAME, seats, Options()), str(seed), player):
            pawns = [one.pawn for one in played.step.state.table.players if one.pawn is not None]
            assert len(set(pawns)) == len(pawns)


@pytest.mark.clause("GA-20")
def test_passing_a_tile_reveals_nothing() -> None:
    step = after(advyria([K, K], []), PlaySet(K, 2, 0), Go(at("l")), rolls=(5,))  # by way of W4 and F1
    assert step.events == (Went(0, at("G1"), at("l")),)
    assert step.state.table.quests == (Quest("down", None, ()),) * 26
    assert not step.reveals


@pytest.mark.clause("GA-20", "GA-25")
def test_each_movement_and_its_tile_are_finished_before_the_next_roll() -> None:
    state = advyria([K, K, K, card_of(2)], [])
    at_adventure = after(state, PlaySet(K, 3, 0), Go(at("W3")), rolls=(1, 2)).state
    assert (at_adventure.table.step, at_adventure.table.rolls) == ("adventure", 1)
    done = after(at_adventure, Complete(), rolls=(1, 2))
    assert done.events == (Completed(0, at("W3"), 2), Rolled(0, 2))
    assert done.state.table.players[0].completed == (2,)


@pytest.mark.clause("GA-25")
def test_gold_goes_to_the_player_village_side_up() -> None:
    state = advyria([K, K], [], pawns=("f", "G2"))
    step = after(state, PlaySet(K, 2, 0), Go(at("M5")), rolls=(1,))  # M5 is space 12
    assert step.events[1] == Found(0, 12, GOLD, fresh=True)
    assert (me(step.state).villages, me(step.state).gold) == (1, 0)
    assert step.state.table.quests[12] == Quest("gone", GOLD, ())
    assert step.state.table.tiles_left == 25
    assert step.state.table.step == "play"
    assert step.reveals


@pytest.mark.clause("GA-25", "GA-35")
def test_an_adventure_is_completed_with_its_card_at_that_moment_only() -> None:
    state = advyria([K, K, K, K, card_of(2)], [])
    there = after(state, PlaySet(K, 2, 0), Go(at("W3")), rolls=(1,))
    assert there.events[1] == Found(0, at("W3"), 2, fresh=True)
    assert legal_moves(there.state) == (Complete(), Leave())
    done = after(there.state, Complete())
    assert done.events == (Completed(0, at("W3"), 2),)
    assert done.state.table.players[0].completed == (2,)
    assert done.state.table.quests[at("W3")] == Quest("gone", 2, ())
    assert done.state.hands[0] == (K, K)
    assert card_of(2) not in done.state.table.discards  # it stays with its player for good
    left = after(there.state, Leave())
    assert left.events == (LeftBehind(0, at("W3"), 2),)
    assert left.state.table.quests[at("W3")] == Quest("up", 2, ())
    assert left.state.table.tiles_left == 26
    assert "Play a set" in refused(left.state, Complete())
    again = after(left.state, PlaySet(K, 2, 0), Go(at("W3")))  # of 0 steps
    assert again.events[1] == Found(0, at("W3"), 2, fresh=False)
    assert legal_moves(again.state) == (Complete(), Leave())


@pytest.mark.clause("GA-25")
def test_without_its_card_an_adventure_stays_face_up_for_any_player() -> None:
    state = advyria([K, K, card_of(3)], [K, K, card_of(2)], pawns=("G1", "b"))
    there = after(state, PlaySet(K, 2, 0), Go(at("W3")), rolls=(1,)).state
    assert legal_moves(there) == (Leave(),)
    assert "don't have the card of The Burning Tower" in refused(there, Complete())
    moved = after(there, Leave(), EndTurn()).state
    moved = replace(moved, table=_with_pawn(moved.table, 0, "G1"))
    other = after(moved, PlaySet(K, 2, 0), Go(at("W3"))).state
    assert legal_moves(other) == (Complete(), Leave())
    assert after(other, Complete()).state.table.players[1].completed == (2,)


def _with_pawn(table: Table, seat: int, code: str) -> Table:
    players = [*table.players]
    players[seat] = replace(players[seat], pawn=at(code))
    return replace(table, players=tuple(players))


@pytest.mark.clause("GA-25")
def test_getting_the_card_while_standing_there_is_not_enough() -> None:
    state = advyria([K, K], [], pawns=("W3", "G2"), up=[2], pile=[F, F, card_of(2), F, F, F])
    state = after(state, EndTurn(), EndTurn()).state  # seat 0 draws the card
    assert card_of(2) in state.hands[0]
    assert not of_kind(state, Complete)
    assert legal_moves(after(state, PlaySet(K, 2, 0), Go(at("W3"))).state) == (Complete(), Leave())


@pytest.mark.clause("GA-25", "GA-30")
def test_a_red_card_completes_a_face_up_adventure_where_the_pawn_stands() -> None:
    state = advyria([RED_CARD, card_of(2)], [], pawns=("W3", "G2"), up=[2])
    there = after(state, PlayAdventure(0), Go(at("W3"))).state
    assert legal_moves(there) == (Complete(), Leave())


# -- Warriors, Fairies, Wizards, adventure cards


@pytest.mark.clause("GA-12", "GA-30")
def test_warriors_and_yellow_cards_turn_ones_own_villages() -> None:
    state = advyria([W] * 4 + [YELLOW_CARD], [], villages=2, gold=(1, 4))
    for play_it, kind in ((PlaySet(W, 4, 0), "warrior"), (PlayAdventure(6), "yellow")):
        turning = after(state, play_it).state
        assert turning.table.effect is not None
        assert (turning.table.effect.source, turning.table.effect.left) == (kind, 2)
        assert legal_moves(turning) == (Turn(2), Turn(1), Turn(0))
        assert "2 at most" in refused(turning, Turn(3))
        step = after(turning, Turn(2))
        assert step.events == (Turned(0, 2),)
        assert (me(step.state).villages, me(step.state).gold) == (0, 3)
    assert after(advyria([YELLOW_CARD], [], villages=9), PlayAdventure(6)).state.table.effect == Effect(
        "yellow", 3, None
    )


@pytest.mark.clause("GA-26")
def test_a_warrior_turns_one_of_ones_own_villages() -> None:
    state = advyria([W, W], [W, W], villages=1)
    done = after(state, PlaySet(W, 2, 0), Turn(1)).state
    assert (me(done).villages, me(done).gold) == (0, 1)
    theirs = replace(state, table=replace(state.table, turn=1))  # the village is not seat 1's
    assert "no village" in refused(theirs, PlaySet(W, 2, 0))


@pytest.mark.clause("GA-27", "GA-30", "GA-90")
def test_a_look_is_private_and_only_of_tiles_still_face_down() -> None:
    state = advyria([F] * 3 + [GREEN_CARD], [], [], up=[4], gone=[5])
    looking = after(state, PlaySet(F, 3, 0)).state
    assert legal_moves(looking) == (*(Look(space) for space in QUESTS if space not in (4, 5)), StopLooking())
    for space in (4, 5):
        assert "face down" in refused(looking, Look(space))
    assert "quest tile" in refused(looking, Look(26))
    step = after(looking, Look(7))
    assert heard(step, None) == heard(step, 1) == [Looked(0, 7)]
    assert heard(step, 0) == [Looked(0, 7), Looked(0, 7, 7, audience=(0,))]
    assert step.reveals
    assert step.state.table.quests[7] == Quest("down", None, (0,))  # which tile was looked at is seen by all
    assert mine(step.state, 0).tiles[7] == 7
    assert {*mine(step.state, 1).tiles} == {*mine(step.state, 2).tiles} == {None}
    assert step.state.table.step == "look"  # one more, chosen after the first was seen
    green = after(state, PlayAdventure(9)).state
    assert green.table.effect == Effect("green", 4, None)
    assert after(green, *map(Look, (0, 1, 2))).state.table.effect == Effect("green", 1, None)
    assert after(green, *map(Look, (0, 1, 2, 3))).state.table.step == "play"


@pytest.mark.clause("GA-27")
@pytest.mark.parametrize(("size", "losses", "left"), [(4, 3, 2), (4, 1, 0), (4, 0, 0), (3, 3, 3), (2, 3, 3)])
def test_a_set_of_four_fairies_lowers_losses_by_one_jokers_included(size: int, losses: int, left: int) -> None:
    for jokers in range(size + 1):
        state = advyria([F] * 4 + [J] * 4, [], losses=losses)
        step = after(state, PlaySet(F, size, jokers))
        assert me(step.state).losses == left
        assert events(step, Eased) == ([Eased(0, left)] if left < losses else [])


@pytest.mark.clause("GA-28")
@pytest.mark.parametrize(
    ("level", "losses", "joker", "new_level", "new_losses"),
    [
        (4, 0, False, 5, 1),
        (4, 0, True, 5, 0),
        (13, 10, False, 14, 11),
        (13, 11, False, 14, 11),
        (13, 11, True, 14, 11),
        (9, 11, False, 10, 11),
    ],
)
def test_a_wizard_raises_level_and_losses_a_joker_the_level_alone(
    level: int, losses: int, joker: bool, new_level: int, new_losses: int
) -> None:
    state = advyria([Z, J], [], level=level, losses=losses)
    step = after(state, PlayWizard(joker))
    assert (me(step.state).level, me(step.state).losses) == (new_level, new_losses)
    assert step.events[1] == Raised(0, new_level, new_losses)
    assert (new_level < 14) == bool(of_kind(step.state, PlayWizard))
    assert step.state.table.discards == ((J if joker else Z),)


@pytest.mark.clause("GA-14", "GA-30")
@pytest.mark.parametrize(("level", "raised"), [(3, 5), (12, 14), (13, 14)])
def test_a_blue_card_raises_the_level_by_two_without_losses(level: int, raised: int) -> None:
    state = advyria([BLUE_CARD], [], level=level, losses=2)
    step = after(state, PlayAdventure(3))
    assert (me(step.state).level, me(step.state).losses) == (raised, 2)
    assert step.state.table.step == "play"


@pytest.mark.clause("GA-30")
def test_a_red_card_carries_the_pawn_anywhere_but_onto_another() -> None:
    state = advyria([RED_CARD, card_of(1)], [], [], pawns=("G1", "E1", "v"))
    riding = after(state, PlayAdventure(0))
    free = [space for space in range(len(SPACES)) if space not in (at("E1"), at("v"))]
    assert legal_moves(riding.state) == tuple(map(Go, free))  # the pawn's own space too
    assert events(riding, Rolled) == []
    assert "Another pawn" in refused(riding.state, Go(at("E1")))
    assert "no such space" in refused(riding.state, Go(54))
    gold = after(riding.state, Go(at("D3")))
    assert me(gold.state).villages == 1
    own = after(riding.state, Go(0)).state  # the red card's own adventure
    assert legal_moves(own) == (Leave(),)
    other = after(riding.state, Go(1)).state
    assert legal_moves(other) == (Complete(), Leave())


@pytest.mark.clause("GA-35", "GA-90")
def test_what_is_played_or_discarded_lies_open() -> None:
    state = advyria([W, W, J, Z, YELLOW_CARD, GREEN_CARD, F, F], [], villages=4, level=1)
    moves: list[Move] = [PlaySet(W, 3, 1), Turn(1), PlayWizard(joker=False), PlayAdventure(6), Turn(1), EndTurn()]
    done = after(state, *moves, Discard(GREEN_CARD)).state
    assert view(done, None).table.discards == (W, W, J, Z, YELLOW_CARD, GREEN_CARD)
    assert view(done, 1).table.players[0].cards == 2


@pytest.mark.clause("GA-90", "GA-85")
@pytest.mark.parametrize(("others", "open_hands"), [(0, False), (1, True), (1, False)], ids=["alone", "open", "secret"])
def test_a_card_can_be_taken_back_only_where_everyone_knew_it_before(others: int, open_hands: bool) -> None:
    """Alone nobody else is there to learn of it, and an open hand has no secrets."""
    hand = [W, W, Z, RED_CARD, card_of(1), YELLOW_CARD]
    state = advyria(hand, *[[]] * others, villages=2, level=3, up=[1], open_hands=open_hands)
    at_tile, discarding = after(state, PlayAdventure(0), Go(1)).state, after(state, EndTurn()).state
    shown = {
        PlayedSet: after(state, PlaySet(W, 2, 0)),
        PlayedWizard: after(state, PlayWizard(joker=False)),
        PlayedAdventure: after(state, PlayAdventure(6)),
        Completed: after(at_tile, Complete()),
        Discarded: after(discarding, Discard(Z)),
    }
    for kind, step in shown.items():
        assert {type(event) for event in step.events} - {Raised} == {kind}
        assert step.reveals == (others > 0 and not open_hands), kind


# -- The unfriendly manoeuvre


def _beside(*hands: Sequence[int], **more: Any) -> State:
    """Seat 0 on the Peat Track (l), seat 1 on F1 next to it, the others far away; F1 and F2 have no tile any more."""
    return advyria(*hands, pawns=("l", "F1", "G3", "G4"), gone=[4, 5], **more)


@pytest.mark.clause("GA-40")
def test_after_knights_a_richer_neighbour_may_be_robbed_and_is_sent_to_a_guild() -> None:
    state = _beside([K, K, Z], [W, W, F])
    asked = after(state, PlaySet(K, 2, 0), Go(at("l"))).state  # 0 steps count
    assert legal_moves(asked) == (Rob(1), Spare())
    robbed = after(asked, Rob(1))
    assert robbed.state.hands == ((W, W, Z), (F,))
    assert heard(robbed, None) == [Robbed(0, 1, 2)]
    assert heard(robbed, 0) == heard(robbed, 1) == [Robbed(0, 1, 2), Robbed(0, 1, 2, (W, W), audience=(0, 1))]
    assert robbed.reveals
    assert legal_moves(robbed.state) == tuple(map(Send, GUILDS))
    assert "guilds" in refused(robbed.state, Send(0))
    sent = after(robbed.state, Send(30))
    assert sent.events == (Sent(0, 1, 30),)
    assert sent.state.table.players[1].pawn == 30
    assert (sent.state.table.step, sent.state.table.turn) == ("play", 0)
    assert of_kind(replace(sent.state, table=_villages(sent.state.table)), PlaySet) == [PlaySet(W, 2, 0)]


def _villages(table: Table) -> Table:
    return replace(table, players=(replace(table.players[0], villages=2), *table.players[1:]))


@pytest.mark.clause("GA-40")
@pytest.mark.parametrize("mode", ["compete", "coop"])
def test_the_manoeuvre_needs_a_neighbour_with_more_cards_at_that_moment(mode: str) -> None:
    def asked(mine: Sequence[int], theirs: Sequence[int], go: str = "l", **more: Any) -> bool:
        return after(_beside(mine, theirs, mode=mode, **more), PlaySet(K, 2, 0), Go(at(go))).state.table.step == "rob"

    assert asked([K, K, F], [W, W])  # the Knights played no longer count
    assert not asked([K, K, F, F], [W, W])
    assert not asked([K, K], [])
    assert asked([K, K], [W])
    assert not asked([K, K], [W, W], go="F2")  # two steps away
    completing = _beside([K, K, F, card_of(4)], [W, W], mode=mode)
    completing = replace(completing, table=replace(_with_pawn(completing.table, 1, "l"), tiles_left=26))
    quests = (*completing.table.quests[:4], Quest("up", 4, ()), *completing.table.quests[5:])
    completing = replace(completing, table=replace(_with_pawn(completing.table, 0, "W4"), quests=quests))
    there = after(completing, PlaySet(K, 2, 0), Go(at("F1"))).state
    assert after(there, Complete()).state.table.step == "rob"  # one card left against two
    assert after(there, Leave()).state.table.step == "play"  # two against two


@pytest.mark.clause("GA-40")
def test_the_manoeuvre_follows_the_last_movement_of_a_set_and_guilds_count() -> None:
    state = _beside([K, K, K], [W, W])
    middle = after(state, PlaySet(K, 3, 0), Go(at("l"))).state
    assert middle.table.step == "go"  # next to seat 1, but a movement is left
    assert after(middle, Go(at("F2"))).state.table.step == "play"
    assert after(middle, Go(at("l"))).state.table.step == "rob"
    guild = advyria([K, K], [W, W], pawns=("S1", "S3"), gone=[20, 22])
    assert after(guild, PlaySet(K, 2, 0), Go(at("G5"))).state.table.step == "rob"


@pytest.mark.clause("GA-40", "GA-30")
def test_a_red_card_lets_one_make_the_manoeuvre_too_but_nothing_else_does() -> None:
    state = advyria([RED_CARD, F, F, Z], [W] * 4, pawns=("E1", "F1"), gone=[4, 13], villages=0)
    assert after(state, PlayAdventure(0), Go(at("l"))).state.table.step == "rob"
    beside = _beside([Z, F, F, BLUE_CARD, W, W], [W] * 9, villages=1)
    for moves in (
        [PlayWizard(joker=False)],
        [PlaySet(F, 2, 0), StopLooking()],
        [PlayAdventure(3)],
        [PlaySet(W, 2, 0), Turn(1)],
    ):
        assert after(beside, *moves).state.table.step == "play"


@pytest.mark.clause("GA-40")
def test_of_several_neighbours_one_is_chosen_and_their_guild_is_not_empty() -> None:
    state = advyria([K, K], [W], [F, F], [], pawns=("W3", "G1", "e", "a"), gone=[2])
    asked = after(state, PlaySet(K, 2, 0), Go(at("W3"))).state
    assert legal_moves(asked) == (Rob(1), Rob(2), Spare())  # seat 3 holds nothing
    assert "next to yours" in refused(asked, Rob(3))
    assert "next to yours" in refused(asked, Rob(0))
    robbed = after(asked, Rob(1))
    assert robbed.state.hands == ((W,), (), (F, F), ())  # one, if it has one
    assert heard(robbed, 2) == [Robbed(0, 1, 1)]
    assert legal_moves(robbed.state) == tuple(map(Send, [guild for guild in GUILDS if guild != at("G1")]))
    assert "pawn is there" in refused(robbed.state, Send(at("G1")))


@pytest.mark.clause("GA-40")
def test_once_in_a_turn_but_declining_does_not_use_it_up() -> None:
    state = _beside([K] * 6, [W] * 9, level=14)
    spared = after(state, PlaySet(K, 2, 0), Go(at("l")), Spare()).state
    again = after(spared, PlaySet(K, 2, 0), Go(at("l"))).state
    assert again.table.step == "rob"
    robbed = after(again, Rob(1), Send(at("G6"))).state
    third = after(robbed, PlaySet(K, 2, 0), Go(at("F2"))).state  # next to G6, with two cards against seven
    assert third.table.step == "play"
    later = after(third, EndTurn()).state
    assert not later.table.robbed  # the next turn has its own


@pytest.mark.clause("GA-40")
def test_nothing_is_revealed_where_a_pawn_is_sent_nor_is_the_victims_level_checked() -> None:
    state = _beside([K, K], [W] * 12)
    sent = after(state, PlaySet(K, 2, 0), Go(at("l")), Rob(1), Send(at("G5")))
    assert sent.events == (Sent(0, 1, at("G5")),)
    assert not sent.reveals
    assert sent.state.table.players[1].cards == 10 > sent.state.table.players[1].level


@pytest.mark.clause("GA-40")
def test_stolen_cards_are_drawn_at_random() -> None:
    asked = after(_beside([K, K], [W, F, Z, J]), PlaySet(K, 2, 0), Go(at("l"))).state
    stolen = Counter(play(asked, Rob(1), Chance(str(seed))).state.hands[0] for seed in range(300))
    assert {*stolen} == {*combinations((W, F, Z, J), 2)}
    assert max(stolen.values()) < 85  # fifty expected


@pytest.mark.clause("GA-40", "GA-90")
def test_both_players_go_on_knowing_the_stolen_cards_and_nobody_else_does() -> None:
    robbed = after(_beside([K, K, K], [W, W, F, F], []), PlaySet(K, 2, 0), Go(at("l")), Rob(1)).state
    known = Known(knower=1, holder=0, cards=(W, W))
    assert mine(robbed, 0).known == mine(robbed, 1).known == (known,)
    assert mine(robbed, 2).known == ()
    for seed in range(20):
        assert Counter(GAME.imagine(view(robbed, 1), Chance(str(seed))).hands[0])[W] >= 2
    assert any(Counter(GAME.imagine(view(robbed, 2), Chance(str(n))).hands[0])[W] < 2 for n in range(20))
    playing = replace(robbed, table=_villages(replace(robbed.table, step="play", victim=None)))
    assert after(playing, PlaySet(W, 2, 0)).state.known == ()  # they have come to light


@pytest.mark.clause("GA-40", "GA-90")
def test_cards_that_may_have_been_stolen_on_are_known_no_longer() -> None:
    chain_of_thefts = _beside([K, K], [W, W, F, Z], [F], known=(Known(2, 1, (Z,)), Known(0, 1, (F,))))
    robbed = after(chain_of_thefts, PlaySet(K, 2, 0), Go(at("l")), Rob(1)).state
    assert robbed.hands[0] == (W, W)
    assert robbed.known == (Known(0, 1, (F,)), Known(1, 0, (W, W)))  # the thief saw what it took; seat 2 did not


# -- The end of a turn


@pytest.mark.clause("GA-45")
def test_hands_are_discarded_down_to_the_level_as_the_player_chooses() -> None:
    state = advyria([K, K, W, F, Z], [], level=3)
    discarding = after(state, EndTurn())
    assert discarding.state.table.step == "discard"
    assert not discarding.reveals
    assert legal_moves(discarding.state) == tuple(map(Discard, (K, W, F, Z)))
    assert "discard" in refused(discarding.state, EndTurn())
    assert "don't have" in refused(discarding.state, Discard(J))
    first = after(discarding.state, Discard(K))
    assert first.events == (Discarded(0, K),)
    assert first.state.table.turn == 0
    second = after(first.state, Discard(Z))
    assert second.state.table.turn == 1
    assert second.state.hands[0] == (K, W, F)
    assert second.state.table.discards == (K, Z)
    assert after(advyria([K, W, F], [], level=3), EndTurn()).state.table.turn == 1


@pytest.mark.clause("GA-45")
def test_no_hand_is_above_its_level_when_its_turn_is_over() -> None:
    for seed, player in product(range(4), PLAYERS):
        for played in playthrough(Setup(GAME, 3, Options()), str(seed), player):
            before, later = played.state.table, played.step.state.table
            if before.turn != later.turn and before.step != "settle":
                assert later.players[before.turn].cards <= later.players[before.turn].level


# -- The grand finale


@pytest.mark.clause("GA-50")
def test_in_the_finale_a_wizard_buys_three_cards_first_and_once_a_turn() -> None:
    state = advyria([Z, Z, W, W], [], phase="finale", pile=[F, K, J, K], villages=1, level=5, losses=2)
    assert PayWizard() in legal_moves(state)
    step = after(state, PayWizard())
    assert step.events[:2] == (PaidWizard(0), Drew(0, 3))
    assert step.state.hands[0] == (K, K, W, W, Z, J)
    assert (me(step.state).level, me(step.state).losses) == (5, 2)
    assert (step.state.table.spent, step.state.table.discards) == (1, state.table.discards)  # it leaves the game
    assert GAME.census(step.state) == GAME.census(state)
    assert "One a turn" in refused(step.state, PayWizard())
    played = after(state, PlaySet(W, 2, 0), Turn(1)).state
    assert "before you play" in refused(played, PayWizard())
    assert "only in the grand finale" in refused(replace(state, table=replace(state.table, phase="main")), PayWizard())
    assert "only in the grand finale" in refused(replace(state, table=replace(state.table, phase="last")), PayWizard())
    assert "Joker can't" in refused(advyria([J], [], phase="finale"), PayWizard())


@pytest.mark.clause("GA-50")
def test_in_the_finale_nobody_draws_as_a_turn_begins() -> None:
    state = advyria([K], [W], phase="finale", pile=[F, F, F, F])
    step = after(state, EndTurn())
    assert (step.state.table.turn, step.state.hands[1], step.events) == (1, (W,), (Idled(0),))
    assert step.state.table.phase == "finale"  # a pile brings normal drawing back no more


@pytest.mark.clause("GA-50", "GA-10")
def test_an_empty_pile_is_made_anew_from_the_discards_even_in_mid_draw() -> None:
    state = advyria([Z, K], [], phase="finale", pile=[F], discards=[W, J, K, W])
    chance = Rigged()
    step = play(state, PayWizard(), chance)
    assert events(step, Reshuffled, Drew)[:2] == [Reshuffled(4), Drew(0, 3)]
    assert step.state.hands[0] == (K, K, W, F)
    assert (step.state.pile, step.state.table.discards) == ((W, J), ())
    assert chance.labels == ["pile/1"]
    assert step.state.table.piles == 2
    empty = advyria([Z], [Z], phase="finale", pile=[], discards=[W, J, K])
    step = after(empty, PayWizard())
    assert step.state.table.pile == 0
    assert events(step, PileEmptied, FinaleBegan) == []  # emptying that pile starts nothing
    assert step.state.table.phase == "finale"


@pytest.mark.clause("GA-50")
def test_if_pile_and_discards_run_out_what_there_is_is_drawn() -> None:
    state = advyria([Z, Z], [], phase="finale", pile=[F], discards=[W])
    step = after(state, PayWizard())
    assert events(step, Drew)[0] == Drew(0, 2)
    assert step.state.hands[0] == (W, F, Z)
    empty = advyria([Z, Z], [], phase="finale", pile=[], discards=[])
    assert legal_moves(empty) == (PlayWizard(joker=False), EndTurn())
    assert "no cards left" in refused(empty, PayWizard())


@pytest.mark.clause("GA-51")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_game_ends_when_everybody_in_a_row_neither_drew_nor_played(seats: int) -> None:
    state = advyria(*[[Z, W, W]] * seats, phase="finale", pile=[F, F, F, F])
    for idle in range(1, seats):
        step = after(state, EndTurn())
        state = step.state
        assert step.events == (Idled(idle - 1),)
        assert (state.table.idle, outcome(state)) == (idle, None)
    for active in (PayWizard(), PlayWizard(joker=False)):
        broken = after(state, active, EndTurn()).state
        assert (broken.table.idle, outcome(broken)) == (0, None)
    over = after(state, EndTurn()).state
    assert outcome(over) is not None
    assert (GAME.to_act(over), legal_moves(over)) == (None, ())
    assert "over" in refused(over, EndTurn())


@pytest.mark.clause("GA-51")
def test_discarding_is_no_play_and_the_turn_that_emptied_the_pile_does_not_count() -> None:
    state = advyria([K, F, W], [W], phase="finale", level=2, pile=[])
    assert after(state, EndTurn(), Discard(K)).state.table.idle == 1
    last = advyria([K], [W], phase="last", pile=[])
    begun = after(last, EndTurn()).state
    assert (begun.table.phase, begun.table.idle) == ("finale", 0)
    assert outcome(after(begun, EndTurn()).state) is None
    assert outcome(after(begun, EndTurn(), EndTurn()).state) is not None


@pytest.mark.clause("GA-51")
@pytest.mark.parametrize("phase", ["main", "last", "finale"])
def test_the_game_ends_with_the_turn_in_which_the_last_tile_left(phase: str) -> None:
    gone = {*range(26)} - {12}
    state = advyria([K, K, K, W, W], [], pawns=("f", "G2"), gone=gone, phase=phase, level=1, villages=2)
    step = after(state, PlaySet(K, 3, 0), Go(at("M5")))
    assert LastTile() in step.events
    assert step.state.table.tiles_left == 0
    assert step.state.table.step == "go"  # in mid-set: that player still finishes the turn
    playing = after(step.state, Go(at("M5")), PlaySet(W, 2, 0), Turn(1)).state
    assert outcome(playing) is None
    over = after(playing, EndTurn()).state
    assert outcome(over) is not None
    assert me(over).gold == 1


@pytest.mark.clause("GA-51", "GA-45")
def test_the_hand_level_is_kept_in_the_last_turn_too() -> None:
    state = advyria([K, W, F], [], gone=range(26), level=1)
    discarding = after(state, EndTurn()).state
    assert discarding.table.step == "discard"
    assert outcome(after(discarding, Discard(K)).state) is None
    assert outcome(after(discarding, Discard(K), Discard(F)).state) is not None


@pytest.mark.clause("GA-51")
def test_an_adventure_completed_last_ends_the_game_as_well() -> None:
    state = advyria([K, K, card_of(2)], [], gone={*range(26)} - {2})
    assert LastTile() in after(state, PlaySet(K, 2, 0), Go(2), Complete()).events
    assert LastTile() not in after(state, PlaySet(K, 2, 0), Go(2), Leave()).events


# -- Scoring


def _over(state: State) -> State:
    """The game ends at once."""
    table = replace(state.table, tiles_left=0, players=tuple(replace(one, level=14) for one in state.table.players))
    return after(replace(state, table=table), EndTurn()).state


def _ended(state: State) -> Outcome:
    found = outcome(_over(state))
    assert found is not None
    return found


def _headline(state: State) -> str:
    return GAME.headline(GAME.view(_over(state), None))


def _scored(seats: int, *, losses: Sequence[int] = (0, 0, 0, 0), **more: Any) -> State:
    state = advyria(*[[]] * seats, **more)
    players = [replace(one, losses=lost) for one, lost in zip(state.table.players, losses, strict=False)]
    return replace(state, table=replace(state.table, players=tuple(players)))


@pytest.mark.clause("GA-60", "GA-5")
def test_gold_adventures_losses_and_the_hero_make_the_score() -> None:
    # Hero 0 depicts 3, 6 and 9, hero 1 depicts 0, 7 and 10.
    state = _scored(2, gold=(4, 7), villages=3, completed=((3, 0, 6), (1, 10)), losses=(2, 11), gone=range(26))
    ended = _ended(state)
    assert ended == Outcome((0,), (8 + 15 - 2 + 10, 14 + 10 - 11 + 5), None)
    assert _headline(state) == "Won with 31 gold."
    final = after(replace(state, table=replace(state.table, tiles_left=0)), EndTurn()).state.table
    assert account(final, final.players[0]) == (8, 15, 2, 10, 31)


@pytest.mark.clause("GA-60")
def test_equal_gold_shares_the_win_and_totals_may_be_negative() -> None:
    tied = _scored(3, gold=(5, 5, 4))
    assert _ended(tied).winners == (0, 1)
    assert _headline(tied) == "A shared win: 10 gold each."
    assert _ended(_scored(4, gold=(0, 5, 0, 0), completed=((), (), (0, 2), ()))).winners == (1, 2)
    ended = _ended(_scored(2, losses=(11, 10)))
    assert (ended.scores, ended.winners, ended.won) == ((-11, -10), (1,), None)


@pytest.mark.clause("GA-70", "GA-71")
def test_together_all_gold_is_added_up_each_with_their_own_hero_and_rated() -> None:
    state = _scored(2, gold=(4, 7), completed=((3, 0), (9, 10)), losses=(2, 1), mode="coop")
    ended = _ended(state)
    total = (8 + 10 - 2 + 5) + (14 + 10 - 1 + 5)  # 9 is on hero 0, but seat 1 completed it
    assert ended == Outcome((), (total, total), None)
    assert _headline(state) == f"{total} gold brought home: little praiseworthy."


@pytest.mark.clause("GA-71")
def test_ratings() -> None:
    expected = {
        **dict.fromkeys(range(-11, 26), "poor"),
        **dict.fromkeys(range(26, 51), "little praiseworthy"),
        **dict.fromkeys(range(51, 71), "adventurous"),
        **dict.fromkeys(range(71, 86), "remarkable"),
        **dict.fromkeys(range(86, 96), "grandiose"),
        **dict.fromkeys(range(96, 400), "godlike"),
    }
    assert {gold: rating(gold) for gold in expected} == expected
    assert len(RATINGS) == 5
    state = _scored(1, gold=(14,), completed=((3, 6, 9, 0, 1, 2, 4, 5),))
    assert _ended(state) == Outcome((), (83,), None)
    assert _headline(state) == "83 gold brought home: remarkable."


# -- Simplifications


@pytest.mark.clause("GA-80")
def test_without_special_actions_adventure_cards_only_complete_adventures() -> None:
    state = advyria([RED_CARD, BLUE_CARD, K, K], [], villages=1, special_actions=False)
    assert of_kind(state, PlayAdventure) == []
    assert "only complete" in refused(state, PlayAdventure(0))
    there = after(state, PlaySet(K, 2, 0), Go(0)).state
    assert Complete() in legal_moves(there)


@pytest.mark.clause("GA-81")
def test_without_the_finale_the_game_ends_with_the_turn_that_empties_the_pile() -> None:
    state = advyria([K], [W], [], pile=[F, Z], finale=False)
    last = after(state, EndTurn())
    assert PileEmptied(finale=False) in last.events
    assert outcome(last.state) is None
    over = after(last.state, PlayWizard(joker=False), EndTurn())  # seat 2 has had no turn
    assert outcome(over.state) is not None
    assert events(over, FinaleBegan) == []


@pytest.mark.clause("GA-82")
def test_without_manoeuvres_nobody_is_robbed() -> None:
    done = after(_beside([K, K], [W] * 5, manoeuvres=False), PlaySet(K, 2, 0), Go(at("l"))).state
    assert done.table.step == "play"


@pytest.mark.clause("GA-83")
def test_without_heroes_none_are_dealt_and_there_is_no_bonus() -> None:
    state = dealt(2, heroes=False)
    assert state.heroes == ()
    assert mine(state, 0).hero is None
    assert ("hero", 0) in GAME.census(dealt(2))
    assert ("hero", 0) not in GAME.census(state)
    scored = _scored(2, completed=((3, 6, 9), ()), heroes=False)
    assert _ended(scored).scores == (15, 0)
    over = after(replace(scored, table=replace(scored.table, tiles_left=0)), EndTurn())
    assert (over.events, over.reveals) == ((), False)


@pytest.mark.clause("GA-84")
def test_simple_scoring_counts_adventures_and_gold_coins_break_a_tie() -> None:
    more: Any = {"simple_scoring": True, "losses": (3, 9, 0)}
    ended = _ended(_scored(3, gold=(2, 3, 14), villages=9, completed=((3, 6), (0, 1), (2,)), **more))
    assert (ended.scores, ended.winners, ended.won) == ((2, 2, 1), (1,), None)
    tied = _scored(3, gold=(3, 3, 14), completed=((3, 6), (0, 1), (2,)), **more)
    assert _ended(tied).winners == (0, 1)
    assert _headline(tied) == "A shared win: 2 adventures and 6 gold in coins each."
    together = _scored(3, gold=(3, 3, 1), completed=((3, 6), (0, 1), (2,)), mode="coop", **more)
    assert _ended(together) == Outcome((), (5, 5, 5), None, (7,))
    assert _headline(together) == "5 adventures completed.", "no rating"


@pytest.mark.clause("GA-85", "GA-40")
def test_with_open_hands_everyone_sees_all_hands_and_thefts_are_still_blind() -> None:
    state = _beside([K, K, Z], [W, F, J, J], [F], open_hands=True)
    for viewer in (None, 0, 1, 2):
        assert view(state, viewer).table.hands == state.hands
        assert GAME.imagine(view(state, viewer), Chance("open")).hands == state.hands
    asked = after(state, PlaySet(K, 2, 0), Go(at("l"))).state
    stolen = {play(asked, Rob(1), Chance(str(seed))).state.hands[0] for seed in range(60)}
    assert len(stolen) == 4
    robbed = play(asked, Rob(1), Chance("1"))
    assert robbed.reveals
    assert [event.audience for event in robbed.events] == [None]
    assert robbed.state.table.hands == robbed.state.hands
    drawn = after(advyria([K], [], pile=[F, F, Z, W], open_hands=True), EndTurn())
    assert drawn.events == (Drew(1, 3, (W, F, Z)),)
    assert view(drawn.state, 0).mine != view(drawn.state, 1).mine  # heroes stay secret
    assert drawn.state.table.players[1].hero is None


@pytest.mark.clause("GA-80", "GA-81", "GA-82", "GA-83")
def test_options_combine_freely() -> None:
    """Every combination opens; the laws are held on a choice of them."""
    options = [one for one in all_options(Options) if one.mode == "coop"]
    assert len(options) == 2 * 2**6
    for one in options:
        assert GAME.new(2, one, Chance("free")).table.options == one


# -- Who knows what


@pytest.mark.clause("GA-90")
def test_views_show_what_may_be_known_and_nothing_else() -> None:
    state = advyria([K, W], [F, Z], [J], up=[3], gone=[20])
    spectator = view(state, None)
    assert spectator.mine is None
    assert [player.cards for player in spectator.table.players] == [2, 2, 1]
    assert spectator.table.hands is None
    for seat, hand in enumerate(state.hands):
        assert view(state, seat).table == spectator.table
        assert mine(state, seat).hand == hand
        assert mine(state, seat).hero == seat
    assert [quest.tile for quest in spectator.table.quests] == [{3: 3, 20: GOLD}.get(space) for space in QUESTS]
    drawn = after(state, EndTurn())
    assert drawn.state.pile == state.pile[:-3]
    imagined = {GAME.imagine(view(state, 0), Chance(str(seed))).pile for seed in range(9)}
    assert len(imagined) == 9  # the order of the pile is nobody's


@pytest.mark.parametrize("given_up", [False, True])
def test_the_end_turns_up_hands_heroes_tiles_and_the_draw_pile(given_up: bool) -> None:
    """In a game given up the heroes are shown too, but bring nothing."""
    state = advyria([K, W], [F, Z], up=[3], gone=[20], completed=((3,), ()), phase="finale", pile=[W, Z, F])
    if not given_up:
        state = after(after(state, EndTurn()).state, EndTurn()).state
    assert (GAME.outcome(state) is None) == given_up
    shown = GAME.revealed(state) if GAME.revealed else None
    assert shown
    assert shown.mine is None
    assert shown.table.hands == ((K, W), (F, Z))
    assert [player.hero for player in shown.table.players] == [0, 1]
    assert [quest.tile for quest in shown.table.quests] == [*state.tiles]
    assert [quest.face for quest in shown.table.quests] == [quest.face for quest in state.table.quests]
    assert shown.table.stock == (F, Z, W), "the next card first"
    assert account(shown.table, shown.table.players[0]).hero == (0 if given_up else 5)
    assert b"stock" not in encode(state), "stored games read as before"
    assert decode(State, encode(state)) == state


@pytest.mark.clause("GA-91", "GA-25")
def test_whoever_reaches_an_adventure_is_asked_card_or_no_card() -> None:
    with_card = advyria([K, K, card_of(2)], [W, W], [])
    without = advyria([K, K, F], [W, W], [])
    assert view(with_card, 1) == view(without, 1)
    steps = [
        [after(one, PlaySet(K, 2, 0), *moves) for moves in ([], [Go(2)], [Go(2), Leave()])]
        for one in (with_card, without)
    ]
    for ours, theirs in zip(*steps, strict=True):
        for viewer in (None, 1, 2):
            assert view(ours.state, viewer) == view(theirs.state, viewer)
            assert heard(ours, viewer) == heard(theirs, viewer)
        assert ours.reveals == theirs.reveals
    assert [step.state.table.step for step in steps[1]] == ["go", "adventure", "play"]


@pytest.mark.clause("GA-91")
@pytest.mark.parametrize("others", [(), ([W, W],)], ids=["alone", "in company"])
def test_a_turn_in_which_nothing_can_be_played_waits_for_its_player(others: tuple[list[int], ...]) -> None:
    idle, missing = advyria([W], *others), advyria([K, K, F], *others)
    at_the_tile = after(missing, PlaySet(K, 2, 0), Go(2)).state
    assert (legal_moves(idle), legal_moves(at_the_tile)) == ((EndTurn(),), (Leave(),))
    for state in (idle, at_the_tile):
        assert GAME.forced(state, alone=False) is None
        assert GAME.forced(state, alone=True) == legal_moves(state)[0], "whoever looks on sees the hand"


@pytest.mark.clause("GA-91", "GA-50")
def test_the_finales_wizard_is_no_step_of_its_own() -> None:
    state = advyria([K], [Z], phase="finale")
    with_wizard = after(state, EndTurn()).state
    without = after(advyria([K], [F], phase="finale"), EndTurn()).state
    assert with_wizard.table.step == without.table.step == "play"
    assert view(with_wizard, 0) == replace(
        view(without, 0),
        table=replace(view(without, 0).table, discards=with_wizard.table.discards, pile=with_wizard.table.pile),
    )


@pytest.mark.clause("GA-91")
@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_seen_of_a_move_never_depends_on_the_rest_of_a_hand(seats: int) -> None:
    """The same move where the actor holds whatever an onlooker may believe: the same step waits, the same is told."""
    compared = Counter[str]()
    for seed in range(3):
        for played in playthrough(Setup(GAME, seats, Options()), str(seed), PLAYERS[0]):
            onlooker = (played.state.table.turn + 1) % seats
            twin = GAME.imagine(view(played.state, onlooker), Chance("twin"))
            twin = replace(twin, tiles=played.state.tiles)
            over = played.step.state.table.step == "over"  # then heroes are shown
            if played.move in legal_moves(twin) and not over:
                step = play(twin, played.move, Chance(str(seed)))
                assert step.state.table == played.step.state.table
                assert heard(step, None) == heard(played.step, None)
                compared[played.state.table.step] += 1
    assert {*compared} >= {"play", "go", "adventure", "turn", "look", "rob", "send", "discard"}


def secret(state: State, seat: int | None) -> Counter[tuple[str, int]]:
    """What lies hidden from a seat: its kind and what it is. Cards of the hands and of the pile are of one kind."""
    places = hidden(GAME, state, seat).items()
    return Counter(("card" if place[0] in ("hand", "pile") else str(place[0]), thing) for place, thing in places)


@pytest.mark.clause("GA-5", "GA-90")
def test_secret_are_other_hands_and_heroes_the_pile_and_tiles_not_looked_at() -> None:
    state = after(advyria([F, F, Z], [W, K], [J], pile=[K, W], up=[1], gone=[2]), PlaySet(F, 2, 0), Look(7)).state
    tiles = Counter(("tile", tile) for tile in (0, *range(3, 12), *(GOLD,) * 14))
    pile, hands = [K, W], [[Z], [W, K], [J]]
    for seat in (None, 0, 1, 2):
        cards = [*pile, *(card for owner, hand in enumerate(hands) for card in hand if owner != seat)]
        heroes = [hero for hero in range(4) if hero != seat]
        expected = Counter([*(("card", card) for card in cards), *(("hero", hero) for hero in heroes)]) + tiles
        assert secret(state, seat) == expected - Counter([("tile", 7)] if seat == 0 else [])


@pytest.mark.clause("GA-5")
def test_secret_at_the_end_are_only_the_heroes_that_were_not_dealt() -> None:
    *_, last = playthrough(Setup(GAME, 3, Options()), "heroes", PLAYERS[0])
    assert {place for place in hidden(GAME, last.step.state, None) if place[0] == "hero"} == {("hero", 3)}


@pytest.mark.clause("GA-40", "GA-90")
def test_secret_from_others_alone_are_cards_that_changed_hands() -> None:
    state = _beside([K, K, Z], [W, W, F], [J], pile=[F])
    robbed = after(state, PlaySet(K, 2, 0), Go(at("l")), Rob(1)).state
    assert robbed.hands == ((W, W, Z), (F,), (J,))
    unknown = {None: [W, W, Z, F, J, F], 0: [F, J, F], 1: [Z, J, F], 2: [W, W, Z, F, F]}
    for seat, cards in unknown.items():
        assert {one: count for one, count in secret(robbed, seat).items() if one[0] == "card"} == Counter(
            ("card", card) for card in cards
        )


@pytest.mark.clause("GA-85")
def test_secret_is_no_open_hand() -> None:
    state = advyria([K, Z], [W, F], pile=[J], open_hands=True)
    for seat in (None, 0, 1):
        assert {place for place in hidden(GAME, state, seat) if place[0] in ("hand", "pile")} == {("pile", 0)}
        assert {place for place in hidden(GAME, state, seat) if place[0] == "hero"} >= {("hero", 3)}


# -- Counted another way


@pytest.mark.clause("GA-12", "GA-13")
def test_sets_are_those_that_a_search_through_all_cards_finds() -> None:
    """Every choice of two to four cards of a hand, declared as each kind, however the rules are coded."""
    for hand in ([K, K, W, J, J], [K] * 5 + [W] * 3 + [F, F, J], [J] * 5 + [F] * 4, [Z, Z, J, J, K, RED_CARD]):
        found = set()
        for size in (2, 3, 4):
            for cards, kind in product(combinations(hand, size), SETS):
                if {*cards} <= {kind, J}:
                    found.add(PlaySet(kind, size, cards.count(J)))
        moves = of_kind(advyria(hand, [], villages=14), PlaySet)
        assert {*moves} == found
        assert len(moves) == len(found)


@pytest.mark.clause("GA-20")
def test_destinations_are_those_that_walking_step_by_step_finds() -> None:
    for pawn, other in ((at("l"), at("F2")), (at("G1"), at("W3")), (at("r"), at("u"))):
        state = advyria([K, K], [], pawns=(SPACES[pawn].code, SPACES[other].code))
        walked = {pawn}
        for roll in range(1, 7):
            walked = {b if a == space else a for space in walked for a, b in WAYS if space in (a, b)} | walked
            moves = legal_moves(after(state, PlaySet(K, 2, 0), rolls=(roll,)).state)
            assert {move.space for move in moves if isinstance(move, Go)} == walked - {other}
            assert len(moves) == len(walked - {other})


@pytest.mark.clause("GA-11", "GA-12")
def test_a_small_turn_can_be_played_in_as_many_ways_as_another_count_finds() -> None:
    """Three Warriors and a Joker with two villages (no tile to look at, level 14), until the turn ends.

    Ways(w, j, v): end; or play n = size of w Warriors and j Jokers, then turn 0 to min(n - 1, v) villages.
    Knights of Jokers alone need two of them. Level 14 forbids the Joker as a Wizard.
    """

    @cache
    def ways(warriors: int, jokers: int, villages: int) -> int:
        count = 1
        for size in (2, 3, 4):
            for of in range(size + 1):
                if of <= jokers and size - of <= warriors and villages:
                    turns = range(min(size - 1, villages) + 1)
                    count += sum(ways(warriors - size + of, jokers - of, villages - turned) for turned in turns)
        return count

    def counted(state: State) -> int:
        return sum(
            1 if move == EndTurn() else counted(play(state, move, Rigged()).state) for move in legal_moves(state)
        )

    state = advyria([W, W, W, J], [], level=14, villages=2, gone=range(26))
    assert counted(state) == ways(3, 1, 2) == 22


# -- Words


def test_every_event_has_its_sentence() -> None:
    assert tell(Went(0, 3, 3)) == "{0} stayed at Cinder Glade (W4)."
    assert tell(Went(0, 3, 4)) == "{0} went to Heronwatch (F1)."
    assert tell(PlayedSet(1, F, 3, 1)) == "{1} played 3 Fairies, one of them a Joker."
    assert tell(PlayedSet(1, F, 3, 3)) == "{1} played 3 Fairies, all of them Jokers."
    assert tell(Drew(0, 3, (K, W, card_of(0)), audience=(0,))) == (
        "You drew a Knight of Fortune, a Warrior and The Griffin's Egg."
    )
    assert tell(Drew(2, 3, (J, J, J))) == "{2} drew 3 Jokers."
    assert tell(Drew(2, 0, ())) == "{2} drew nothing."
    assert tell(Robbed(0, 1, 1)) == "Unfriendly manoeuvre: {0} took 1 card from {1}'s hand."


def test_recent_tells_the_turn_in_progress_and_before_its_first_move_the_one_before() -> None:
    state = advyria([Z, Z], [Z, Z])
    first = after(state, PlayWizard(joker=False))
    ended = after(first.state, EndTurn()).state
    assert ended.table.recent == (*first.events, Drew(1, 3))
    assert ended.table.earlier == len(first.events)
    begun = after(ended, PlayWizard(joker=False))
    assert begun.state.table.recent == (Drew(1, 3), *begun.events)
    assert begun.state.table.earlier == 0


def test_levels_and_losses_stay_within_their_bounds() -> None:
    for seed, seats in product(range(4), (1, 2, 4)):
        setup = Setup(GAME, seats, Options(mode="solo" if seats == 1 else "coop"))
        states = [played.step.state for played in playthrough(setup, str(seed), PLAYERS[0])]
        for before, state in pairwise(states):
            for player, earlier in zip(state.table.players, before.table.players, strict=True):
                assert earlier.level <= player.level <= 14
                assert 0 <= player.losses <= 11
            assert state.table.tiles_left == sum(quest.face != "gone" for quest in state.table.quests)
            assert [one.cards for one in state.table.players] == [len(hand) for hand in state.hands]
            assert state.table.pile == len(state.pile)


# -- What everybody could have counted


def followed(state: State) -> State:
    """The same, once all its cards have gone again the ways that they are said to have gone."""
    table, hidden = state.table, iter(state.dealt)
    hands, pile, out = [Counter[int]() for _ in table.players], Counter(DECK), Counter[int]()
    for passage in table.passages:
        cards = Counter(next(hidden) if passage.cards is None else passage.cards)
        assert cards.total() == passage.count
        if passage.origin is None and passage.to is None:
            assert not pile, "a pile is made anew when there is none"
            assert cards <= out
            pile, out = cards, out - cards
            continue
        origin = pile if passage.origin is None else hands[passage.origin]
        assert cards <= origin, "they were there"
        origin -= cards
        (out if passage.to is None else hands[passage.to]).update(cards)
    assert not [*hidden]
    again = tuple(tuple(sorted(hand.elements())) for hand in hands)
    assert sorted(pile.elements()) == sorted(state.pile)
    return replace(state, hands=again)


@pytest.mark.clause("GA-50", "GA-90")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("open_hands", [False, True])
def test_every_state_imagined_can_have_come_about_as_everybody_saw(seats: int, open_hands: bool) -> None:
    """Each comes with a way for every card: the draws, plays, robberies and new piles that were seen."""
    setup, robberies, piles = Setup(GAME, seats, Options(open_hands=open_hands)), 0, 0
    for seed, player in product(range(2), PLAYERS):
        for played in list(playthrough(setup, str(seed), player))[::6]:
            state = played.step.state
            assert followed(state) == state
            for viewer in (None, *range(seats)):
                twin = GAME.imagine(view(state, viewer), Chance("twin"))
                assert followed(twin) == twin
                other = GAME.imagine(view(twin, 0), Chance("twin of a twin"))
                assert followed(other) == other
                assert view(other, 0) == view(twin, 0)
        robberies, piles = robberies + played.step.state.table.thefts, piles + played.step.state.table.piles - 1
    assert robberies
    assert piles


@pytest.mark.clause("GA-50", "GA-90")
def test_in_the_finale_two_players_still_count_each_others_hand() -> None:
    """Before a new pile is made each can count the other's hand; then all of it but what is drawn from that pile."""
    right = drawn = 0
    for seed in range(16):
        sure: Counter[int] | None = None
        for played in playthrough(Setup(GAME, 2, Options(manoeuvres=False)), str(seed), PLAYERS[seed % 2]):
            state = played.step.state
            if state.table.pile == 0 and state.table.piles == 1:
                sure = Counter(state.hands[1])
            if sure is None:
                continue
            for event in events(played.step, Drew):
                drawn += event.seat == 1
            for passage in state.table.passages[len(played.state.table.passages) :]:
                if passage.origin == 1:
                    sure -= Counter(passage.cards)
            for number in range(3):
                imagined = GAME.imagine(view(state, 0), Chance(str(number)))
                assert sure <= Counter(imagined.hands[1])
                if sure.total() == state.table.players[1].cards:
                    assert imagined.hands == state.hands
                    right += state.table.piles > 1
    assert right > 100, "though there was a new pile"
    assert drawn > 10


@pytest.mark.clause("GA-40", "GA-90")
def test_a_third_player_is_still_certain_after_a_robbery() -> None:
    """Seat 2 knows all of seat 1's hand. Seat 0 takes two cards of it: they are from that hand, and the rest stays."""
    steps = PlaySet(K, 2, 0), Go(at("l")), Rob(1)
    robbed = after(_beside([K, K], [W, W, F, Z], [F], known=(Known(2, 1, (W, W, F, Z)),)), *steps).state
    seen = set()
    for number in range(60):
        twin = GAME.imagine(view(robbed, 2), Chance(str(number)))
        assert Counter(twin.hands[0] + twin.hands[1]) == Counter((W, W, F, Z))
        seen.add(twin.hands[0])
    assert seen == {(W, W), (W, F), (W, Z), (F, Z)}, "which two, it can't know"
    robbed = after(_beside([K, K], [W, F], [F], known=(Known(2, 1, (W, F)),)), *steps).state
    assert all(GAME.imagine(view(robbed, 2), Chance(str(number))).hands == robbed.hands for number in range(20))
