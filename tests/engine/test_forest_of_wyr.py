"""A Wanderer in the Forest of Wyr, clause by clause of its rules.

Positions are built (see `forest`): decks in the order given, then what is left of them in rising order. Cards are
written by suit and rank, S(9) for the nine of spades; spaces by their codes, AT["G8"].

The file is long so that all clauses stand in the order of the rules, on the same built positions.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any, Literal

import msgspec
import pytest

from engine import Chance, IllegalMove, Outcome, Step, decode, encode
from engine.forest_of_wyr.cards import (
    ALLIANCE,
    ASPECT,
    BALANCE,
    GLASS,
    HEARTS,
    ORACLE,
    SHARDS,
    SUN,
    VALUES,
    WINDS,
    WINGS,
)
from engine.forest_of_wyr.choices import legal_moves
from engine.forest_of_wyr.events import (
    Attacked,
    Calm,
    Event,
    Flew,
    Freed,
    GaveUp,
    Landed,
    Lost,
    Mirrored,
    PickedUp,
    Redrawn,
    Reshuffled,
    Seen,
    TurnedUp,
    Walked,
    Withstood,
)
from engine.forest_of_wyr.map import HEIGHT, ROOSTS, SPACES, START, TRAILS, WIDTH
from engine.forest_of_wyr.moves import (
    Defend,
    Draw,
    EndRound,
    Fly,
    Free,
    GiveUp,
    Invoke,
    Land,
    LetThemFly,
    Move,
    PutOnTop,
    Redraw,
    Renew,
    SetOut,
    Stop,
    Stride,
    Walk,
)
from engine.forest_of_wyr.rules import GAME, play, view
from engine.forest_of_wyr.state import Attack, Decks, Options, State, Table
from engine.records import replace

from .worlds import hidden

CHANCE = Chance("test")
AT = {space.code: number for number, space in enumerate(SPACES)}
JACK_S, JACK_H, JACK_D, JACK_C = 10, 23, 36, 49
HAND = (JACK_S, JACK_H, *range(26, 34), JACK_D, JACK_C)
FAR = AT["E1"]


def S(rank: int) -> int:  # noqa: N802
    """A strength card, of spades."""
    return rank - 1


def D(rank: int) -> int:  # noqa: N802
    """A card of the hand, of diamonds."""
    return 25 + rank


def C(rank: int) -> int:  # noqa: N802
    """A flight card, of clubs."""
    return 38 + rank


def forest(
    *,
    flight: Sequence[int] = (),
    strength: Sequence[int] = (),
    shards: Sequence[int] = (),
    nights: Literal[4, None] = 4,
    wanted: Literal[8, 7, 6] = 8,
    **table: Any,
) -> State:
    """A position in phase 3 of round 5, nothing done yet, unless `table` says otherwise.

    As many ravens are freed as spellshards are in the wanderer's piles or out of the game.
    """
    hand = tuple(sorted(table.pop("hand", HAND)))
    discard = tuple(table.pop("discard", [card for card in HAND if card not in hand]))
    gone, flights = table.get("gone", ()), table.get("flight_discards", ())
    strengths = table.get("strength_discards", ())
    attack = table.get("attack")
    spent = (*strengths, *(attack.cards if attack else ()))
    taken = [card for card in SHARDS if card in (*hand, *discard, *gone)]
    ravens = tuple(sorted(table.pop("ravens", (FAR,) * (8 - len(taken)))))
    missing = 8 - len(ravens) - len(taken)
    more = [card for card in reversed(SHARDS) if card not in taken and card not in shards][:missing]
    values = {"round": 5, "phase": 3, "step": "act", **table, "gone": (*gone, *more)}
    built = Table(Options(nights, wanted), ravens, hand=hand, discard=discard, **values)
    return State(
        built,
        flight_deck=(*flight, *(C(n) for n in range(1, 11) if C(n) not in flight and C(n) not in flights)),
        strength_deck=(*strength, *(S(n) for n in range(1, 11) if S(n) not in strength and S(n) not in spent)),
        shard_deck=(*shards, *(card for card in SHARDS if card not in (*taken, *more, *shards))),
    )


def attacked(cards: Sequence[int], **table: Any) -> State:
    """A position in phase 2 with an attack of these cards on the table, and the raven on the wanderer's space."""
    here = table.setdefault("wanderer", START)
    freed = [card for card in SHARDS if card in table.get("hand", ())]
    values = {"phase": 2, "step": "defend", "ravens": (here, *(FAR,) * (7 - len(freed))), **table}
    return forest(attack=Attack(tuple(cards)), **values)


def after(state: State, *moves: Move) -> Step[State, Event]:
    """The step of the last of these moves."""
    for move in moves[:-1]:
        state = play(state, move, CHANCE).state
    return play(state, moves[-1], CHANCE)


def end(state: State) -> Step[State, Event]:
    return play(state, EndRound(), CHANCE)


def refused(state: State, move: Move) -> str:
    assert move not in legal_moves(state)
    with pytest.raises(IllegalMove) as refusal:
        play(state, move, CHANCE)
    return str(refusal.value)


def of_kind(state: State, *kinds: type) -> list[Move]:
    return [move for move in legal_moves(state) if isinstance(move, kinds)]


def told(step: Step[State, Event], *kinds: type) -> list[Event]:
    return [event for event in step.events if isinstance(event, kinds)]


class Watched(Chance):
    """A Chance that notes what it was asked to shuffle."""

    def __init__(self) -> None:
        super().__init__("watched")
        self.asked: list[tuple[str, tuple[Any, ...]]] = []

    def shuffled(self, label: str, items: Sequence[Any]) -> tuple[Any, ...]:
        self.asked.append((label, tuple(items)))
        return super().shuffled(label, items)


def test_built_positions_have_all_the_cards() -> None:
    census = GAME.census(GAME.new(1, Options(), CHANCE))
    for state in (
        forest(),
        forest(hand=(D(1), ORACLE), discard=(WINGS,), ravens=(1, 2, 3), strength=(S(4),)),
        attacked((S(3), S(4)), hand=(SUN, *HAND)),
    ):
        assert GAME.census(state) - census == Counter()
    assert GAME.census(forest(hand=(SUN, *HAND))) == census


def test_the_census_misses_nothing_that_goes_astray() -> None:
    """A card less in any pile, a card twice, a raven gone without its spellshard; health is lost for good."""
    state = attacked(
        (S(1), S(2)),
        hand=(D(1), SUN),
        gone=(WINGS,),
        ravens=(START, *(FAR,) * 5),
        flight_discards=(C(1),),
        strength_discards=(S(3),),
    )
    census, table = GAME.census(state), state.table
    assert table.attack is not None
    decks = ("flight_deck", "strength_deck", "shard_deck")
    piles = ("hand", "discard", "gone", "flight_discards", "strength_discards", "ravens")
    broken = [
        *(replace(state, **{deck: getattr(state, deck)[1:]}) for deck in decks),
        *(replace(state, table=replace(table, **{pile: getattr(table, pile)[1:]})) for pile in piles),
        replace(state, table=replace(table, attack=None)),
        replace(state, table=replace(table, hand=(*table.hand, D(1)))),
        replace(state, table=replace(table, ravens=(*table.ravens, FAR))),
    ]
    assert [other for other in broken if GAME.census(other) == census] == []
    assert not set(HEARTS) & set(census)


@pytest.mark.parametrize("nights", [0, 1, 3, 5, True, "4"])
def test_only_four_nights_or_no_end_can_be_chosen(nights: Any) -> None:
    with pytest.raises(IllegalMove, match="no such choice of nights"):
        GAME.new(1, Options(nights), CHANCE)
    assert GAME.new(1, Options(None), CHANCE).table.options.nights is None


def test_a_game_stored_under_the_old_names_goes_on() -> None:
    """Fields have better names than they are stored by."""
    state = forest(winds_subsided=True, flight_discards=(C(1),), strength_discards=(S(3),), yet_to_attack=1)
    stored = msgspec.json.decode(encode(state))
    assert set(stored) == {"table", "flight", "strength", "shards"}
    table = {name: stored["table"][name] for name in ("flights", "strengths", "calm", "waiting", "tried", "peace")}
    assert table == {"flights": [C(1)], "strengths": [S(3)], "calm": True, "waiting": 1, "tried": 0, "peace": False}
    assert decode(State, encode(state)) == state


# -- Components and set-up


@pytest.mark.clause("FW-1")
def test_the_decks_at_the_start() -> None:
    decks = set()
    for seed in range(20):
        state = GAME.new(1, Options(), Chance(str(seed)))
        table = state.table
        assert sorted(state.strength_deck) == [S(rank) for rank in range(1, 11)]
        assert sorted(state.flight_deck) == [C(rank) for rank in range(1, 11)]
        assert set(table.hand) == {*(D(rank) for rank in range(1, 9)), JACK_S, JACK_H, JACK_D, JACK_C}
        assert sorted(state.shard_deck) == [11, 12, 24, 25, 37, 38, 50, 51]  # queens and kings
        assert len(table.hand) == 12
        assert (table.health, table.discard, table.gone) == (8, (), ())
        assert sum(GAME.census(state).values()) == 10 + 10 + 12 + 8 + 8  # the four kinds of cards, and the ravens
        assert not {21, 22, 34, 35} & set(GAME.census(state))  # 9 and 10 of hearts and diamonds
        decks |= {("strength", state.strength_deck), ("flight", state.flight_deck), ("shards", state.shard_deck)}
    assert len(decks) > 50


@pytest.mark.clause("FW-2")
def test_each_raven_starts_on_the_roost_of_its_roll() -> None:
    rolled = set()
    for seed in range(50):
        chance = Chance(str(seed))
        table = GAME.new(1, Options(), chance).table
        rolls = chance.dice("dice", 8)
        assert list(table.ravens) == sorted(ROOSTS[roll - 1] for roll in rolls)
        assert table.wanderer == START
        rolled |= {*rolls}
    assert rolled == {1, 2, 3, 4, 5, 6}


EDGES = {
    frozenset((AT[one], AT[other]))
    for trail in TRAILS
    for one, other in zip(trail.split(), trail.split()[1:], strict=False)
}


def distances_from(start: int, without: Sequence[int] = ()) -> dict[int, int]:
    """By relaxing every edge until nothing changes."""
    far = {start: 0}
    for _ in SPACES:
        for one, other in map(tuple, EDGES):
            for here, there in ((one, other), (other, one)):
                if here in far and there not in without:
                    far[there] = min(far.get(there, 99), far[here] + 1)
    return far


def distance(one: int, other: int) -> int:
    return DISTANCE[one][other]


DISTANCE = [distances_from(start) for start in range(len(SPACES))]


@pytest.mark.clause("FW-3")
def test_the_map_has_its_spaces_roosts_and_ways() -> None:
    assert 36 <= len(SPACES) <= 44
    assert len(EDGES) == sum(len(trail.split()) - 1 for trail in TRAILS)
    assert len(distances_from(START)) == len(SPACES)
    assert len({*ROOSTS, START}) == 7
    assert len(EDGES) - len(SPACES) + 1 >= 4  # independent cycles
    for roost in ROOSTS:
        assert 6 <= distance(START, roost) <= 9
        assert frozenset((START, roost)) not in EDGES
        # By Menger's theorem: two disjoint ways unless one space in between cuts them all.
        for cut in {*range(len(SPACES))} - {START, roost}:
            assert roost in distances_from(START, without=(cut,))


@pytest.mark.clause("FW-3")
def test_clearings_are_where_paths_meet_and_they_have_names() -> None:
    degrees = Counter(space for edge in EDGES for space in edge)
    for number, space in enumerate(SPACES):
        meets = degrees[number] > 2 or number in (START, *ROOSTS)
        assert (space.name is not None) == meets
        assert degrees[number] > 1
    names = [space.name for space in SPACES if space.name]
    assert len({*names}) == len(names)
    for trail in TRAILS:
        first, *steps, last = trail.split()
        assert SPACES[AT[first]].name
        assert SPACES[AT[last]].name
        assert not any(SPACES[AT[step]].name for step in steps)


@pytest.mark.clause("FW-3")
def test_equal_distances_and_choices_of_path_do_occur() -> None:
    choices = sum(len(onward(here, goal)) > 1 for here in range(len(SPACES)) for goal in range(len(SPACES)))
    assert choices > 0
    assert any(distance(START, one) == distance(START, other) for one, other in combinations(ROOSTS, 2))


def test_the_map_can_be_drawn_and_counted() -> None:
    """Codes are squares, spaces are well apart, and no two paths cross."""
    assert len(AT) == len(SPACES)
    for space in SPACES:
        assert 60 <= space.x <= WIDTH - 60
        assert 60 <= space.y <= HEIGHT - 60
        assert space.code == f"{'ABCDEFGHJKLM'[space.x // 100]}{space.y // 100 + 1}"
    for one, other in combinations(SPACES, 2):
        assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= 75**2
    for edge, other_edge in combinations(EDGES, 2):
        if not edge & other_edge:
            (a, b), (c, d) = (tuple((SPACES[n].x, SPACES[n].y) for n in sorted(e)) for e in (edge, other_edge))
            assert turn(a, b, c) * turn(a, b, d) > 0 or turn(c, d, a) * turn(c, d, b) > 0


def turn(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@pytest.mark.clause("FW-4")
def test_values() -> None:
    assert [VALUES[C(rank)] for rank in range(1, 11)] == [2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    assert [VALUES[S(rank)] for rank in range(1, 11)] == [2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    assert [VALUES[D(rank)] for rank in range(1, 9)] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert [VALUES[jack] for jack in (JACK_S, JACK_H, JACK_D, JACK_C)] == [1, 1, 1, 1]


@pytest.mark.clause("FW-4")
@pytest.mark.parametrize("rank", range(1, 11))
def test_values_at_play(rank: int) -> None:
    step = end(forest(flight=(C(rank),)))
    assert len(told(step, Flew)) == (rank + 1) // 2 + 1
    assert attacked((S(rank),)).table.attack == Attack((S(rank),))
    assert Attack((S(rank),)).strength == (rank + 1) // 2 + 1
    if rank <= 8:
        state = after(attacked((S(10), S(9))), Defend(D(rank))).state
        assert state.table.attack is not None
        assert state.table.attack.defence == (rank + 1) // 2
        walks = of_kind(after(forest(), Stride(D(rank))).state, Walk)
        assert max(distance(START, move.space) for move in walks if isinstance(move, Walk)) == (rank + 1) // 2


# -- Phase 1


def onward(here: int, goal: int) -> list[int]:
    """The spaces next on a shortest path."""
    near = [space for edge in EDGES if here in edge for space in edge - {here}]
    return [space for space in near if distance(space, goal) < distance(here, goal)]


@pytest.mark.clause("FW-10")
def test_the_closest_fly_first_each_once_and_then_again() -> None:
    """Ravens 3, 5 and 9 spaces away with five to fly: 3, 5, 9, then 3 and 5 again."""
    state = forest(wanderer=START, ravens=(AT["G8"], AT["B8"], AT["B3"]), flight=(C(8),))
    step = end(state)
    assert step.events == (
        TurnedUp(6, C(8)),
        Flew(AT["G8"], AT["G9"]),
        Flew(AT["B8"], AT["C9"]),
        Flew(AT["B3"], AT["B4"]),
        Flew(AT["G9"], AT["F9"]),
        Flew(AT["C9"], AT["D9"]),
    )
    assert sorted(step.state.table.ravens) == sorted((AT["F9"], AT["D9"], AT["B4"]))
    assert step.state.table.flight_discards == (C(8),)
    assert step.reveals


@pytest.mark.clause("FW-10")
def test_a_flight_may_end_in_the_middle_of_a_pass() -> None:
    step = end(forest(ravens=(AT["G8"], AT["B8"], AT["B3"]), flight=(C(2),)))
    assert [event.origin for event in told(step, Flew) if isinstance(event, Flew)] == [AT["G8"], AT["B8"]]


@pytest.mark.clause("FW-11")
def test_a_raven_that_is_there_uses_no_space() -> None:
    """One is there, one arrives with its first step; the third flies all that is left."""
    step = end(forest(ravens=(START, AT["F9"], AT["B8"]), flight=(C(5),), hand=(ALLIANCE, *HAND)))
    flown = [(event.origin, event.to) for event in told(step, Flew) if isinstance(event, Flew)]
    assert flown == [
        (AT["F9"], START),
        (AT["B8"], AT["C9"]),
        (AT["C9"], AT["D9"]),
        (AT["D9"], AT["E10"]),
    ]
    assert step.state.table.ravens == (START, START, AT["E10"])


@pytest.mark.clause("FW-11")
def test_when_all_are_there_the_rest_is_lost() -> None:
    step = end(forest(ravens=(START, AT["F9"], AT["F9"]), flight=(C(10),)))
    assert len(told(step, Flew)) == 2
    assert step.state.table.ravens == (START,) * 3  # they share a space
    assert step.state.table.phase == 2


@pytest.mark.clause("FW-12")
def test_who_flies_is_asked_where_not_all_that_are_equally_near_can() -> None:
    """Three at distance 3 on three spaces, and two to fly."""
    state = forest(ravens=(AT["G8"], AT["D9"], AT["J10"], AT["B3"]), flight=(C(1),))
    step = end(state)
    assert step.events == (TurnedUp(6, C(1)),)
    first = {Fly(AT["G8"], AT["G9"]), Fly(AT["D9"], AT["E10"]), Fly(AT["J10"], AT["H10"])}
    assert {*legal_moves(step.state)} == {*first, LetThemFly()}
    again = after(step.state, Fly(AT["J10"], AT["H10"]))
    assert {*legal_moves(again.state)} == first - {Fly(AT["J10"], AT["H10"])} | {LetThemFly()}
    last = after(again.state, Fly(AT["G8"], AT["G9"]))
    assert last.state.table.ravens == tuple(sorted((AT["G9"], AT["D9"], AT["H10"], AT["B3"])))
    assert last.state.table.step == "act"
    assert not again.reveals
    assert "ways offered" in refused(step.state, Fly(AT["B3"], AT["B4"]))
    assert "ways offered" in refused(step.state, Fly(AT["G8"], AT["G6"]))


@pytest.mark.clause("FW-12")
def test_who_flies_is_not_asked_where_all_that_are_equally_near_will() -> None:
    step = end(forest(ravens=(AT["G8"], AT["D9"], AT["J10"], AT["B3"]), flight=(C(3),)))
    assert len(told(step, Flew)) == 3
    assert step.state.table.step == "act"
    assert sorted(step.state.table.ravens) == sorted((AT["G9"], AT["E10"], AT["H10"], AT["B3"]))


@pytest.mark.clause("FW-12")
def test_ravens_on_one_space_are_alike() -> None:
    step = end(forest(ravens=(AT["G8"],) * 4, flight=(C(1),)))
    assert step.state.table.step == "act"
    assert Counter(step.state.table.ravens) == {AT["G8"]: 2, AT["G9"]: 2}


@pytest.mark.clause("FW-12")
def test_the_path_is_asked_raven_by_raven() -> None:
    """From Mothglade two shortest paths lead to B2. Both ravens there fly, whoever is first."""
    ways = (Fly(AT["G8"], AT["F7"]), Fly(AT["G8"], AT["G6"]))
    state = end(forest(wanderer=AT["B2"], ravens=(AT["G8"], AT["G8"]), flight=(C(2),))).state
    assert {*legal_moves(state)} == {*ways, LetThemFly()}
    second = after(state, ways[0]).state
    assert {*legal_moves(second)} == {*ways, LetThemFly()}
    assert Counter(after(second, ways[1]).state.table.ravens) == {AT["F7"]: 1, AT["G6"]: 1}
    assert Counter(after(second, ways[0]).state.table.ravens) == {AT["F7"]: 2}


@pytest.mark.clause("FW-12")
def test_the_order_goes_by_the_distance_at_that_moment_among_those_that_have_not_flown() -> None:
    """One from distance 4 to 3 has flown, and is not in the way of the next at distance 4."""
    state = end(forest(ravens=(AT["G6"], AT["C9"], AT["K9"], AT["B8"]), flight=(C(4),))).state
    assert state.table.step == "act"
    assert sorted(state.table.ravens) == sorted((AT["G8"], AT["D9"], AT["J10"], AT["B8"]))
    # In the next pass the order goes by where they are then: G8, D9 and J10 are equally near, and one may fly.
    five = end(forest(ravens=(AT["G6"], AT["C9"], AT["K9"], AT["B8"]), flight=(C(7),))).state
    assert {*of_kind(five, Fly)} == {
        Fly(AT["G8"], AT["G9"]),
        Fly(AT["D9"], AT["E10"]),
        Fly(AT["J10"], AT["H10"]),
    }


def flights_by_hand(ravens: tuple[int, ...], wanderer: int, spaces: int) -> set[tuple[int, ...]]:
    """Where ravens may be after a flight: the clause taken word for word, every tie tried in every way."""
    found = set()

    def fly(places: tuple[int, ...], flown: frozenset[int], left: int) -> None:
        away = [raven for raven, place in enumerate(places) if place != wanderer]
        if not left or not away:
            found.add(tuple(sorted(places)))
            return
        able = [raven for raven in away if raven not in flown]
        if not able:
            fly(places, frozenset(), left)
            return
        nearest = min(distance(places[raven], wanderer) for raven in able)
        for raven in able:
            if distance(places[raven], wanderer) == nearest:
                for to in onward(places[raven], wanderer):
                    fly((*places[:raven], to, *places[raven + 1 :]), flown | {raven}, left - 1)

    fly(ravens, frozenset(), spaces)
    return found


def flights_by_choice(state: State) -> set[tuple[int, ...]]:
    """Where they may be after all the choices that the player is given."""
    if state.table.step != "fly":
        return {state.table.ravens}
    return set().union(*(flights_by_choice(after(state, move).state) for move in of_kind(state, Fly)))


@pytest.mark.clause("FW-10", "FW-11", "FW-12")
@pytest.mark.parametrize("wanderer", ["G11", "G8", "B2", "A7", "E3", "F2"])
def test_the_choices_lead_wherever_the_rules_do(wanderer: str) -> None:
    """Not asking what can't matter takes nothing away, and adds nothing."""
    places = Chance(wanderer).dice("places", 4 * 60, sides=len(SPACES))
    asked = 0
    for number in range(60):
        ravens = tuple(place - 1 for place in places[4 * number : 4 * number + 4])
        for card in (C(1), C(4), C(6), C(9)):
            state = end(forest(wanderer=AT[wanderer], ravens=ravens, flight=(card,), hand=(ORACLE, *HAND))).state
            asked += state.table.step == "fly"
            assert flights_by_choice(state) == flights_by_hand(ravens, AT[wanderer], VALUES[card])
    assert asked > 5


@pytest.mark.clause("FW-12")
def test_nothing_is_asked_that_does_not_matter() -> None:
    """Wherever the player is asked, two answers may end differently."""
    for wanderer in ("G11", "B2", "E3"):
        places = Chance(wanderer).dice("others", 3 * 80, sides=len(SPACES))
        for number in range(80):
            ravens = tuple(place - 1 for place in places[3 * number : 3 * number + 3])
            state = end(forest(wanderer=AT[wanderer], ravens=ravens, flight=(C(5),), hand=(ORACLE, *HAND))).state
            if state.table.step == "fly":
                assert len(flights_by_choice(state)) > 1


@pytest.mark.clause("FW-13")
def test_an_exhausted_flight_deck_is_reshuffled_from_its_discards() -> None:
    chance, order = Watched(), tuple(C(rank) for rank in (3, 1, 2, 4, 5, 6, 7, 8, 9, 10))
    state = forest(flight_discards=order[:9], flight=order[9:])
    last = play(state, EndRound(), chance).state
    assert last.flight_deck == ()
    assert chance.asked == []
    step = play(replace(last, table=replace(last.table, step="act", phase=3)), EndRound(), chance)
    assert chance.asked == [("flight/2", tuple(sorted(order)))]
    assert step.events[0] == Reshuffled("flight")
    assert isinstance(step.events[1], TurnedUp)
    assert len(step.state.flight_deck) == 9
    assert step.state.table.flight_discards == (step.events[1].card,)
    assert step.state.table.night == 2


@pytest.mark.clause("FW-14")
def test_let_them_fly_leaves_all_choices_of_the_flight_to_chance() -> None:
    state = end(forest(ravens=(AT["G8"], AT["D9"], AT["J10"], AT["B3"]), flight=(C(1),))).state
    chance = Watched()
    step = play(state, LetThemFly(), chance)
    assert [label for label, _ in chance.asked] == ["ties/1", "ties/2"]
    assert len(told(step, Flew)) == 2
    assert step.state.table.step == "act"
    assert step.state.table.ravens in flights_by_choice(state)
    assert step.reveals
    later = play(replace(state, table=replace(state.table, ties=2)), LetThemFly(), chance)
    assert [label for label, _ in chance.asked[2:]] == ["ties/3", "ties/4"]
    assert later.state.table.ties == 4


@pytest.mark.clause("FW-14")
def test_let_them_fly_may_fly_any_way_and_only_where_asked() -> None:
    state = end(forest(ravens=(AT["G8"], AT["D9"], AT["J10"]), flight=(C(1),))).state
    ends = {play(state, LetThemFly(), Chance(str(seed))).state.table.ravens for seed in range(60)}
    assert ends == flights_by_choice(state)
    chosen = after(state, Fly(AT["G8"], AT["G9"])).state
    assert LetThemFly() in legal_moves(chosen)
    assert "Walk, free" in refused(forest(), LetThemFly())


# -- Phase 2


@pytest.mark.clause("FW-20")
def test_every_raven_on_the_space_attacks_one_after_the_other() -> None:
    """One that was there already and one that arrives."""
    step = end(forest(ravens=(START, AT["F9"], *(FAR,) * 6), flight=(C(1),)))
    assert len(told(step, Attacked)) == 1
    assert step.state.table.phase == 2
    assert step.state.table.yet_to_attack == 1
    second = after(step.state, Stop())
    assert [type(event) for event in second.events] == [Withstood, Attacked]
    third = after(second.state, Stop())
    assert told(third, Attacked) == []
    assert third.state.table.phase == 3


@pytest.mark.clause("FW-20")
def test_a_raven_that_was_there_before_the_flight_attacks_too() -> None:
    step = end(forest(ravens=(START, FAR), flight=(C(1),)))
    assert len(told(step, Attacked)) == 1
    assert told(end(forest(ravens=(AT["G8"], FAR), flight=(C(1),))), Attacked) == []


@pytest.mark.clause("FW-21")
@pytest.mark.parametrize("freed", range(8))
def test_one_card_and_one_for_each_raven_freed(freed: int) -> None:
    ravens = (START, *(FAR,) * (7 - freed))
    step = end(forest(ravens=ravens, flight=(C(1),), strength=tuple(S(rank) for rank in range(10, 0, -1))))
    cards = tuple(S(10 - n) for n in range(freed + 1))
    assert told(step, Attacked) == [Attacked(cards)]
    attack = step.state.table.attack
    assert attack is not None
    assert attack.cards == cards
    assert attack.strength == sum([6, 6, 5, 5, 4, 4, 3, 3][: freed + 1])
    assert step.reveals


@pytest.mark.clause("FW-21")
def test_the_strength_deck_is_reshuffled_in_the_middle_of_a_draw() -> None:
    """Two are left of five to draw: three come from the discards, and the two are not among them."""
    discards = tuple(S(rank) for rank in (8, 3, 4, 5, 6, 7, 1, 2))
    state = forest(ravens=(START, FAR, FAR, FAR), flight=(C(1),), strength=(S(9), S(10)), strength_discards=discards)
    chance = Watched()
    step = play(state, EndRound(), chance)
    assert chance.asked == [("strength/2", tuple(sorted(discards)))]
    assert Reshuffled("strength") in step.events
    attack = step.state.table.attack
    assert attack is not None
    assert attack.cards[:2] == (S(9), S(10))
    assert len(attack.cards) == 5
    assert step.state.table.strength_discards == ()
    assert sorted((*attack.cards[2:], *step.state.strength_deck)) == sorted(discards)
    assert step.state.table.strength_shuffles == 2


@pytest.mark.clause("FW-21")
def test_the_last_card_of_the_strength_deck_is_drawn_without_a_reshuffle() -> None:
    chance = Watched()
    state = forest(ravens=(START, FAR, FAR), flight=(C(1),), strength_discards=tuple(map(S, range(1, 5))))
    step = play(state, EndRound(), chance)
    assert len(told(step, Attacked)) == 1
    assert chance.asked == []
    assert step.state.strength_deck == ()


@pytest.mark.clause("FW-22")
def test_cards_are_played_one_by_one_to_the_discard_pile() -> None:
    state = attacked((S(9), S(10)))
    assert of_kind(state, Defend) == [Defend(card) for card in HAND]
    step = after(state, Defend(D(7)), Defend(JACK_C))
    attack = step.state.table.attack
    assert attack is not None
    assert attack.defence == 5
    assert step.state.table.discard == (D(7), JACK_C)
    assert step.state.table.hand == tuple(card for card in HAND if card not in (D(7), JACK_C))
    assert not step.reveals
    assert Stop() in legal_moves(state)
    assert Stop() in legal_moves(step.state)
    assert "isn't in your hand" in refused(step.state, Defend(D(7)))


@pytest.mark.clause("FW-22")
def test_the_attack_ends_at_once_when_the_defence_is_greater() -> None:
    equal = after(attacked((S(5),)), Defend(D(7)))
    assert equal.state.table.attack is not None  # 4 against 4
    assert equal.state.table.step == "defend"
    step = after(equal.state, Defend(JACK_S))
    assert step.state.table.attack is None
    assert len(told(step, Freed)) == 1


@pytest.mark.clause("FW-22")
@pytest.mark.parametrize("hand", [(), (ORACLE,), (BALANCE,)])
def test_with_nothing_to_play_there_is_still_the_end(hand: tuple[int, ...]) -> None:
    state = attacked((S(5),), hand=hand)
    assert Stop() in legal_moves(state)
    assert of_kind(state, Defend) == []


@pytest.mark.clause("FW-23")
def test_freed_the_raven_leaves_and_its_spellshard_is_discarded() -> None:
    state = attacked((S(1),), shards=(SUN, WINGS), strength_discards=(S(8),))
    step = after(state, Defend(D(5)))
    table = step.state.table
    assert step.events[1] == Freed(SUN)
    assert table.ravens == (FAR,) * 7
    assert table.discard == (D(5), SUN)
    assert step.state.shard_deck[0] == WINGS
    assert len(step.state.shard_deck) == 7
    assert table.strength_discards == (S(8), S(1))
    assert table.health == 8
    assert step.reveals
    assert table.phase == 3


@pytest.mark.clause("FW-24")
@pytest.mark.parametrize(("cards", "damage"), [((), 6), ((D(1),), 5), ((D(7), D(1)), 1), ((D(7), D(3)), 0)])
def test_otherwise_health_falls_by_the_difference_and_the_raven_stays(cards: tuple[int, ...], damage: int) -> None:
    step = after(attacked((S(10),)), *map(Defend, cards), Stop())
    assert step.events[-1] == Withstood(damage, 8 - damage)
    assert step.state.table.health == 8 - damage
    assert step.state.table.ravens.count(START) == 1
    assert step.state.table.strength_discards == (S(10),)
    assert len(step.state.shard_deck) == 8
    assert step.state.table.attack is None


@pytest.mark.clause("FW-24", "FW-50")
def test_at_health_0_the_game_is_lost_at_once() -> None:
    """Even with another attack to come."""
    for health in (5, 6):
        step = after(attacked((S(10),), health=health, yet_to_attack=1, ravens=(START, START, FAR)), Stop())
        assert step.state.table.health == 0
        assert GAME.outcome(step.state) == Outcome((), (5,), False)
        assert GAME.headline(GAME.view(step.state, None)) == "Defeat: no health left, 5 of 8 ravens freed."
        assert told(step, Attacked) == []
        assert legal_moves(step.state) == ()
    assert GAME.outcome(after(attacked((S(10),), health=7), Stop()).state) is None


# -- Phase 3


@pytest.mark.clause("FW-30")
@pytest.mark.parametrize(
    ("hand", "picked_up"),
    [
        ((), True),
        ((D(8),), True),
        ((D(8), SUN, ORACLE, WINGS), True),
        ((D(1), JACK_C), False),
        ((D(1), D(2), SUN), False),
    ],
)
def test_the_discard_pile_is_picked_up_with_one_card_or_none(hand: tuple[int, ...], picked_up: bool) -> None:
    rest = tuple(card for card in (*HAND, GLASS) if card not in hand)
    step = end(forest(hand=hand, discard=rest, flight=(C(1),)))
    table = step.state.table
    assert table.phase == 3
    assert told(step, PickedUp) == ([PickedUp(rest)] if picked_up else [])
    assert table.hand == (tuple(sorted((*hand, *rest))) if picked_up else tuple(sorted(hand)))
    assert table.discard == (() if picked_up else rest)


@pytest.mark.clause("FW-30")
def test_not_before_the_flight_nor_after_an_attack_of_phase_3() -> None:
    state = attacked((S(1),), phase=3, hand=(D(5),), ravens=(START, *(FAR,) * 7))
    step = after(state, Defend(D(5)))
    assert step.state.table.phase == 3
    assert step.state.table.hand == ()
    assert told(step, PickedUp) == []
    with_raven = forest(hand=(D(5),), ravens=(START, *(FAR,) * 7), flight=(C(1),), strength=(S(1),))
    step = end(with_raven)
    assert step.state.table.hand == (D(5),)  # attacked with this hand
    freed = after(step.state, Defend(D(5)))
    assert isinstance(freed.events[-1], PickedUp)  # phase 3 begins: the spellshard comes along
    assert freed.state.table.hand[-1] in SHARDS or any(card in SHARDS for card in freed.state.table.hand)
    assert len(freed.state.table.hand) == 13


@pytest.mark.clause("FW-31")
def test_up_to_three_cards_one_by_one_and_then_as_far_as_they_reach() -> None:
    state = forest(hand=(D(1), D(3), D(5), D(7)))
    assert of_kind(state, Stride) == list(map(Stride, (D(1), D(3), D(5), D(7))))
    reach = 0
    for card, value in ((D(3), 2), (D(7), 4), (D(1), 1)):
        state = after(state, Stride(card)).state
        reach += value
        within = {space for space in range(len(SPACES)) if distance(START, space) <= reach}
        assert {move.space for move in legal_moves(state) if isinstance(move, Walk)} == within
        beyond = min(set(range(len(SPACES))) - within)
        assert "farther" in refused(state, Walk(beyond))
    assert state.table.discard[-3:] == (D(3), D(7), D(1))
    assert of_kind(state, Stride) == []
    assert "Three cards" in refused(state, Stride(D(5)))
    step = after(state, Walk(AT["D6"]))
    assert step.events == (Walked(AT["D6"], 6),)
    assert step.state.table.wanderer == AT["D6"]
    assert not step.reveals


@pytest.mark.clause("FW-31")
def test_walking_goes_through_ravens_or_nowhere_and_only_once() -> None:
    state = after(forest(ravens=(AT["F9"],) * 8), Stride(D(5))).state
    past = after(state, Walk(AT["G8"])).state
    assert past.table.wanderer == AT["G8"]
    assert past.table.attack is None
    stay = after(state, Walk(START)).state
    for moved in (past, stay):
        assert of_kind(moved, Stride) == []
        assert "have walked" in refused(moved, Stride(D(1)))
        assert moved.table.discard == (D(5),)
    assert EndRound() in legal_moves(forest())  # or stay, without a card


@pytest.mark.clause("FW-31")
@pytest.mark.parametrize("freed", [True, False])
def test_no_move_after_freeing(freed: bool) -> None:
    state = forest(ravens=(START, *(FAR,) * 7), strength=(S(1),))
    tried = after(state, Free(), *((Defend(D(8)),) if freed else (Stop(),))).state
    assert tried.table.step == "act"
    assert of_kind(tried, Stride) == []
    assert "or fought" in refused(tried, Stride(D(1)))


@pytest.mark.clause("FW-31")
def test_a_new_round_brings_a_new_move() -> None:
    state = after(forest(flight=(C(1), C(2))), Stride(D(5)), Walk(START), EndRound()).state
    assert Stride(D(6)) in legal_moves(state)


def ends_by_hand(hand: Sequence[int], wanderer: int) -> set[tuple[tuple[int, ...], int]]:
    """Every choice of up to three cards, and every space that steps along paths lead to."""
    ends: set[tuple[tuple[int, ...], int]] = {((), wanderer)}
    for count in (1, 2, 3):
        for cards in permutations(hand, count):
            spaces = {wanderer}
            for _ in range(sum((rank(card) + 1) // 2 if card < JACK_D else 1 for card in cards)):
                spaces |= {there for edge in EDGES for here in edge & spaces for there in edge - {here}}
            ends |= {(cards, space) for space in spaces}
    return ends


def rank(card: int) -> int:
    return card - 25


@pytest.mark.clause("FW-31")
@pytest.mark.parametrize("wanderer", ["G11", "G8", "L4"])
def test_as_many_ends_of_a_move_as_counted_by_hand(wanderer: str) -> None:
    hand = (D(2), D(3), D(6), D(8), JACK_D)
    found: set[tuple[tuple[int, ...], int]] = {((), AT[wanderer])}

    def explore(state: State) -> None:
        for move in of_kind(state, Stride):
            explore(after(state, move).state)
        for walk in of_kind(state, Walk):
            table = after(state, walk).state.table
            found.add((table.discard, table.wanderer))

    explore(forest(hand=hand, discard=(), wanderer=AT[wanderer]))
    assert found == ends_by_hand(hand, AT[wanderer])


@pytest.mark.clause("FW-32")
def test_a_raven_on_the_space_may_be_freed_with_or_without_having_moved() -> None:
    strength = (S(3), S(1), S(2))
    here = forest(ravens=(START, *(FAR,) * 7), strength=strength)
    assert Free() in legal_moves(here)
    assert told(after(here, Free()), Attacked) == [Attacked((S(3),))]
    there = forest(ravens=(AT["G8"], *(FAR,) * 7), strength=strength)
    assert "no raven here left" in refused(there, Free())
    moved = after(there, Stride(D(5)), Walk(AT["G8"])).state
    step = after(moved, Free())
    assert told(step, Attacked) == [Attacked((S(3),))]
    freed = after(step.state, Defend(D(8)))
    assert len(told(freed, Freed)) == 1
    failed = after(step.state, Stop())
    assert failed.state.table.health == 5
    assert failed.state.table.step == "act"
    assert EndRound() in legal_moves(failed.state)


@pytest.mark.clause("FW-32")
def test_each_raven_there_may_be_tried_once_in_the_phase() -> None:
    state = forest(ravens=(START, START, *(FAR,) * 6), strength=(S(1), S(2), S(3), S(4)), flight=(C(1),))
    once = after(state, Free(), Stop()).state
    assert Free() in legal_moves(once)
    twice = after(once, Free(), Stop()).state
    assert "no raven here left" in refused(twice, Free())
    freed = after(once, Free(), Defend(D(8))).state
    assert freed.table.ravens.count(START) == 1
    assert Free() not in legal_moves(freed)
    first_freed = after(state, Free(), Defend(D(8))).state
    assert Free() in legal_moves(first_freed)
    assert EndRound() in legal_moves(once)
    # In the next round they may be tried again.
    next_round = after(replace(twice, table=replace(twice.table, health=8)), EndRound(), Stop(), Stop()).state
    assert next_round.table.phase == 3
    assert Free() in legal_moves(next_round)


@pytest.mark.clause("FW-33")
def test_giving_up_in_phase_3_without_an_attack() -> None:
    state = forest(ravens=(START, *(FAR,) * 4), flight=(C(1),))
    step = after(state, GiveUp())
    assert step.events == (GaveUp(),)
    assert GAME.outcome(step.state) == Outcome((), (3,), False)
    assert GAME.headline(GAME.view(step.state, None)) == "Defeat: given up, 3 of 8 ravens freed."
    assert GAME.to_act(step.state) is None
    assert not step.reveals
    assert GiveUp() in legal_moves(after(state, Stride(D(1))).state)  # no attack is going on
    for other in (after(state, Free()).state, attacked((S(1),)), GAME.new(1, Options(), CHANCE), end(state).state):
        assert other.table.phase != 3 or other.table.attack
        assert GiveUp() not in legal_moves(other)
        refused(other, GiveUp())


# -- Spellshards

TIMES = {
    ORACLE: "draw defend act",
    BALANCE: "defend",
    ALLIANCE: "draw",
    WINGS: "draw defend act",
    GLASS: "defend",
    WINDS: "draw defend act",
    ASPECT: "defend",
    SUN: "defend",
}


def at_each_time(shard: int) -> dict[str, State]:
    """Positions with this spellshard in hand, before a draw one that fits there as well."""
    hand = (shard, *HAND)
    ravens = (START, *(FAR,) * 6)
    return {
        "draw": forest(phase=2, step="draw", attack=Attack(), hand=hand, ravens=ravens),
        "defend": attacked((S(9), S(10)), hand=hand),
        "act": forest(hand=hand, ravens=ravens),
        "walk": after(forest(hand=hand, ravens=ravens), Stride(D(1))).state,
        "fly": end(forest(hand=hand, ravens=(AT["G8"], AT["D9"], AT["J10"], *(FAR,) * 4), flight=(C(1),))).state,
    }


@pytest.mark.clause("FW-40")
@pytest.mark.parametrize("shard", SHARDS)
def test_each_spellshard_fits_its_times(shard: int) -> None:
    for step, state in at_each_time(shard).items():
        assert state.table.step == step
        if step in TIMES[shard].split():
            assert Invoke(shard) in legal_moves(state)
            played = after(state, Invoke(shard)).state.table
            assert shard not in played.hand
            assert shard in (played.discard if shard == WINGS else played.gone)
        else:
            refused(state, Invoke(shard))


@pytest.mark.clause("FW-40")
@pytest.mark.parametrize("shard", SHARDS)
def test_a_spellshard_has_no_value_of_its_own_and_needs_the_hand(shard: int) -> None:
    state = attacked((S(9),), hand=(shard, D(1)))
    assert of_kind(state, Defend) == [Defend(D(1))]
    assert "can't defend" in refused(state, Defend(shard))
    assert of_kind(forest(hand=(shard, D(1))), Stride) == [Stride(D(1))]
    assert "can't walk with it" in refused(forest(hand=(shard, D(1))), Stride(shard))
    assert "don't hold" in refused(attacked((S(9),), discard=(shard,), ravens=(START, *(FAR,) * 6)), Invoke(shard))
    assert "isn't a spellshard" in refused(state, Invoke(D(1)))


@pytest.mark.clause("FW-40")
@pytest.mark.parametrize("shard", SHARDS)
def test_before_a_draw_is_asked_only_where_a_spellshard_fits(shard: int) -> None:
    hand = (shard, *HAND)
    for wanderer in (START, AT["F9"]):
        state = forest(wanderer=wanderer, hand=hand, ravens=(wanderer, *(FAR,) * 6), flight=(C(1),))
        fits = "draw" in TIMES[shard] and (shard != WINGS or wanderer == START)
        for step in (end(state), after(state, Free())):
            assert step.state.table.step == ("draw" if fits else "defend")
            assert bool(told(step, Attacked)) != fits
            if fits:
                assert legal_moves(step.state) == (Invoke(shard), Draw())
                drawn = after(step.state, Draw())
                assert len(told(drawn, Attacked)) == 1
                assert drawn.state.table.step == "defend"


@pytest.mark.clause("FW-41")
@pytest.mark.parametrize("step", ["draw", "defend", "act"])
def test_oracle_of_visions_shows_three_and_then_asks_for_their_order(step: str) -> None:
    state = replace(at_each_time(ORACLE)[step], shard_deck=(SUN, WINGS, GLASS, WINDS, ASPECT, BALANCE, ALLIANCE))
    looked = after(state, Invoke(ORACLE))
    assert looked.events[1:] == (Seen(3), Seen(3, (SUN, WINGS, GLASS), audience=(0,)))
    assert looked.reveals
    assert {*legal_moves(looked.state)} == {PutOnTop(SUN), PutOnTop(WINGS), PutOnTop(GLASS)}
    assert "you see" in refused(looked.state, PutOnTop(WINDS))
    for order in permutations((SUN, WINGS, GLASS)):
        first = after(looked.state, PutOnTop(order[0])).state
        assert {*legal_moves(first)} == {PutOnTop(order[1]), PutOnTop(order[2])}
        done = after(first, PutOnTop(order[1]))
        assert done.state.shard_deck == (*order, WINDS, ASPECT, BALANCE, ALLIANCE)
        # No other spellshard is in hand, so nothing more is asked before the draw.
        assert done.state.table.step == ("defend" if step == "draw" else step)


@pytest.mark.clause("FW-41")
def test_what_the_oracle_showed_stays_known_to_the_player_until_drawn() -> None:
    state = forest(hand=(ORACLE, *HAND), ravens=(START, *(FAR,) * 6), shards=(SUN, WINGS, GLASS), strength=(S(1), S(2)))
    state = after(state, Invoke(ORACLE), PutOnTop(GLASS), PutOnTop(WINGS)).state
    spectator, mine = view(state, None), view(state, 0).mine
    assert spectator.mine is None
    assert mine is not None
    assert mine.known == (GLASS, WINGS, SUN)
    freed = after(state, Free(), Defend(D(7)), Defend(D(8)))
    assert Freed(GLASS) in freed.events
    mine = view(freed.state, 0).mine
    assert mine is not None
    assert mine.known == (WINGS, SUN)
    for seed in range(5):
        assert GAME.imagine(view(freed.state, 0), Chance(str(seed))).shard_deck[:2] == (WINGS, SUN)


@pytest.mark.clause("FW-41")
@pytest.mark.parametrize("left", [1, 2])
def test_oracle_of_visions_shows_what_is_left(left: int) -> None:
    state = forest(hand=(ORACLE, *HAND), ravens=(FAR,) * left, shards=(SUN, WINGS)[:left])
    step = after(state, Invoke(ORACLE))
    assert Seen(left, (SUN, WINGS)[:left], audience=(0,)) in step.events
    assert step.state.table.step == ("act" if left == 1 else "look")
    if left == 2:
        assert after(step.state, PutOnTop(WINGS)).state.shard_deck == (WINGS, SUN)


@pytest.mark.clause("FW-42")
def test_restoring_balance_makes_a_jack_count_5() -> None:
    state = attacked((S(10), S(9)), hand=(BALANCE, JACK_D, D(1)))
    step = after(state, Invoke(BALANCE))
    attack = step.state.table.attack
    assert attack is not None
    assert attack.defence == 5
    assert step.state.table.hand == (D(1),)
    assert step.state.table.discard[-1] == JACK_D
    assert step.state.table.gone == (BALANCE,)
    freed = after(attacked((S(5),), hand=(BALANCE, JACK_D, D(1))), Invoke(BALANCE))
    assert len(told(freed, Freed)) == 1
    assert "needs a jack" in refused(attacked((S(9),), hand=(BALANCE, D(1))), Invoke(BALANCE))


@pytest.mark.clause("FW-43")
@pytest.mark.parametrize("left", range(1, 8))
def test_binding_alliance_draws_for_those_not_yet_freed(left: int) -> None:
    """The attacker counts as one of them; the base card stays."""
    state = forest(hand=(ALLIANCE, *HAND), ravens=(START, *(FAR,) * (left - 1)), strength=tuple(map(S, range(1, 11))))
    step = after(state, Free(), Invoke(ALLIANCE))
    assert told(step, Attacked) == [Attacked(tuple(S(n) for n in range(1, left + 2)))]
    # It is for one attack.
    if left > 1:
        over = after(step.state, Stop()).state
        again = end(replace(over, table=replace(over.table, health=8))) if over.table.ending is None else None
        if again and again.state.table.phase == 2:
            (attack,) = told(again, Attacked)
            assert isinstance(attack, Attacked)
            assert len(attack.cards) == 1 + 8 - left


@pytest.mark.clause("FW-44")
def test_wings_of_the_raven_fly_from_a_clearing_to_any_other_space() -> None:
    state = forest(hand=(WINGS, *HAND))
    landing = after(state, Invoke(WINGS)).state
    assert {*legal_moves(landing)} == {Land(space) for space in range(len(SPACES)) if space != START}
    assert "already" in refused(landing, Land(START))
    step = after(landing, Land(AT["C5"]))
    assert step.events == (Landed(AT["C5"], escaped=False),)
    assert step.state.table.wanderer == AT["C5"]
    assert WINGS in step.state.table.discard
    assert Stride(D(1)) in legal_moves(step.state)  # it is not the move of this round
    moved = after(forest(hand=(WINGS, *HAND)), Stride(D(5)), Walk(AT["G8"])).state
    assert Invoke(WINGS) in legal_moves(moved)
    for code, clearing in (("F9", False), ("G8", True), ("E1", True), ("C5", False)):
        allowed = Invoke(WINGS) in legal_moves(forest(hand=(WINGS, *HAND), wanderer=AT[code]))
        assert allowed == clearing
    assert "from a clearing" in refused(forest(hand=(WINGS, *HAND), wanderer=AT["F9"]), Invoke(WINGS))


@pytest.mark.clause("FW-44")
@pytest.mark.parametrize("drawn", [False, True])
def test_wings_escape_an_attack_of_phase_2(drawn: bool) -> None:
    """With two ravens there: neither attacks any more, in this phase."""
    state = forest(
        hand=(WINGS, *HAND), ravens=(START, START, AT["G8"], *(FAR,) * 4), flight=(C(1),), strength=(S(9), S(8))
    )
    state = end(state).state
    assert state.table.step == "draw"
    if drawn:
        state = after(state, Draw(), Defend(D(1))).state
    step = after(state, Invoke(WINGS), Land(AT["G9"]))
    table = step.state.table
    assert step.events == (Landed(AT["G9"], escaped=True),)
    assert (table.health, table.phase, table.step) == (8, 3, "act")
    assert table.strength_discards == ((S(9), S(8)) if drawn else ())
    assert table.discard == ((D(1), WINGS) if drawn else (WINGS,))
    assert table.attack is None
    assert table.ravens.count(START) == 2
    assert Stride(D(5)) in legal_moves(step.state)
    assert Free() in legal_moves(step.state)  # the raven from Mothglade has flown to G9, and phase 3 is another phase


@pytest.mark.clause("FW-44")
def test_wings_escape_an_attack_of_phase_3() -> None:
    state = forest(hand=(WINGS, *HAND), ravens=(START, AT["G9"], *(FAR,) * 5), strength=(S(9), S(8)))
    escaped = after(state, Free(), Draw(), Invoke(WINGS), Land(AT["G9"])).state
    assert escaped.table.health == 8
    assert escaped.table.step == "act"
    assert Free() not in legal_moves(escaped)  # nobody attacks any more in this phase
    assert of_kind(escaped, Stride) == []
    assert Free() in legal_moves(after(escaped, EndRound(), Stop()).state)  # but in the next one
    flown = after(state, Invoke(WINGS), Land(AT["G9"])).state
    assert Free() in legal_moves(flown)
    tried = after(state, Free(), Draw(), Defend(D(7)), Stop()).state
    elsewhere = after(tried, Invoke(WINGS), Land(AT["G9"])).state
    assert Free() in legal_moves(elsewhere)  # another raven, not tried yet


@pytest.mark.clause("FW-45")
def test_cheval_glass_adds_the_top_strength_card_to_the_defence() -> None:
    state = attacked((S(10), S(9)), hand=(GLASS, *HAND), strength=(S(7), S(1)), strength_discards=(S(2),))
    step = after(state, Invoke(GLASS))
    attack = step.state.table.attack
    assert attack is not None
    assert (attack.defence, attack.strength) == (5, 12)
    assert step.events[1:] == (Mirrored(S(7), 5, 12),)
    assert step.state.table.strength_discards == (S(2), S(7))
    assert step.state.strength_deck[0] == S(1)
    assert step.reveals
    freed = after(attacked((S(1),), hand=(GLASS, *HAND), strength=(S(7),)), Invoke(GLASS))
    assert len(told(freed, Freed)) == 1  # 5 against 2


@pytest.mark.clause("FW-45", "FW-21")
def test_cheval_glass_finds_a_card_even_when_nine_lie_on_the_table() -> None:
    state = attacked(tuple(map(S, range(2, 11))), hand=(GLASS, *HAND), strength_discards=(S(1),))
    assert state.strength_deck == ()
    step = after(state, Invoke(GLASS))
    assert Reshuffled("strength") in step.events
    assert Mirrored(S(1), 2, 38) in step.events


@pytest.mark.clause("FW-46")
@pytest.mark.parametrize("step", ["draw", "defend", "act"])
def test_subsided_winds_leave_out_the_next_flight(step: str) -> None:
    state = after(at_each_time(WINDS)[step], Invoke(WINDS)).state
    assert state.table.winds_subsided
    state = replace(state, table=replace(state.table, attack=None, step="act", phase=3))
    ended = end(state)
    assert ended.events[0] == Calm(6)
    assert told(ended, TurnedUp, Flew) == []
    assert ended.state.flight_deck == state.flight_deck
    assert len(told(ended, Attacked)) == 1  # the raven on the wanderer's space
    after_it = replace(ended.state, table=replace(ended.state.table, attack=None, step="act", phase=3))
    assert len(told(end(after_it), TurnedUp)) == 1  # only the next


@pytest.mark.clause("FW-47")
def test_aspect_construction_draws_strength_cards_anew() -> None:
    state = attacked((S(10), S(9), S(1)), hand=(ASPECT, *HAND), strength=(S(2), S(3)), strength_discards=(S(4),))
    choosing = after(state, Invoke(ASPECT)).state
    assert legal_moves(choosing) == (Renew(S(10)), Renew(S(9)), Renew(S(1)))  # at least one
    assert "at least one" in refused(choosing, Redraw())
    one = after(choosing, Renew(S(9))).state
    assert legal_moves(one) == (Renew(S(10)), Renew(S(1)), Redraw())
    assert "haven't chosen" in refused(one, Renew(S(9)))
    step = after(one, Renew(S(10)), Redraw())
    attack = step.state.table.attack
    assert attack is not None
    assert attack.cards == (S(1), S(2), S(3))
    assert attack.renewed == ()
    assert step.events == (Redrawn((S(9), S(10)), (S(2), S(3)), 7),)
    assert step.state.table.strength_discards == (S(4), S(9), S(10))
    assert step.reveals
    assert step.state.table.gone == (ASPECT,)
    assert Invoke(ASPECT) not in legal_moves(step.state)  # once


@pytest.mark.clause("FW-47", "FW-22")
def test_aspect_construction_may_end_the_attack() -> None:
    state = attacked((S(10), S(9)), hand=(ASPECT, *HAND), strength=(S(1), S(2)))
    state = after(state, Defend(D(7)), Defend(D(1))).state
    step = after(state, Invoke(ASPECT), Renew(S(10)), Renew(S(9)), Redraw())
    assert len(told(step, Freed)) == 1  # 5 against 4


@pytest.mark.clause("FW-47", "FW-21")
def test_all_are_discarded_before_any_is_drawn() -> None:
    """The deck is empty, so what was discarded may come back."""
    cards = tuple(map(S, range(1, 9)))
    state = attacked(cards, hand=(ASPECT, *HAND), strength_discards=(S(9), S(10)))
    step = after(state, Invoke(ASPECT), *map(Renew, cards), Redraw())
    assert len(told(step, Reshuffled)) == 1
    attack = step.state.table.attack
    assert attack is not None
    assert len(attack.cards) == 8
    assert len(step.state.strength_deck) == 2


@pytest.mark.clause("FW-48")
@pytest.mark.parametrize(
    ("cards", "damage"), [((), 3), ((D(1),), 2), ((D(3),), 2), ((D(7), D(1)), 0), ((D(7), D(3)), 0)]
)
def test_the_sun_in_winter_halves_the_damage_rounded_down(cards: tuple[int, ...], damage: int) -> None:
    state = attacked((S(10),), hand=(SUN, *HAND))
    step = after(state, Invoke(SUN), *map(Defend, cards), Stop())
    assert step.events[-1] == Withstood(damage, 8 - damage)
    assert step.state.table.ravens.count(START) == 1
    late = after(state, *map(Defend, cards), Invoke(SUN), Stop())
    assert late.state.table.health == 8 - damage


# -- End


@pytest.mark.clause("FW-50", "FW-51")
@pytest.mark.parametrize("phase", [2, 3])
def test_won_at_once_with_the_eighth_raven(phase: int) -> None:
    state = attacked((S(1),), phase=phase, ravens=(START,), shards=(GLASS,), health=6, round=11, yet_to_attack=0)
    step = after(state, Defend(D(8)))
    assert step.state.table.ravens == ()
    outcome = GAME.outcome(step.state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.won, outcome.tiebreak) == ((0,), (160,), True, (-11,))
    assert step.state.table.freed == 8
    assert legal_moves(step.state) == ()
    assert step.state.table.discard[-1] == GLASS


@pytest.mark.clause("FW-50")
@pytest.mark.parametrize(("wanted", "left"), [(8, 0), (7, 1), (6, 2)])
def test_fewer_ravens_may_be_asked_for(wanted: Literal[8, 7, 6], left: int) -> None:
    state = attacked((S(1),), ravens=(START, *(FAR,) * left), health=6, wanted=wanted, yet_to_attack=0)
    freed = after(state, Defend(D(8))).state
    outcome = GAME.outcome(freed)
    assert outcome is not None
    assert outcome.won
    all_ = "all " if wanted == 8 else ""
    told = GAME.headline(GAME.view(freed, None))
    assert told == f"Victory: {all_}{wanted} ravens freed in 5 rounds, with 6 health left."
    more = attacked((S(1),), ravens=(START, FAR, *(FAR,) * left), health=6, wanted=wanted, yet_to_attack=0)
    assert GAME.outcome(after(more, Defend(D(8))).state) is None


@pytest.mark.clause("FW-51")
def test_fewer_rounds_break_ties_and_a_loss_scores_the_ravens_freed() -> None:
    def won(round_: int, health: int) -> Outcome:
        state = attacked((S(1),), ravens=(START,), shards=(GLASS,), health=health, round=round_)
        outcome = GAME.outcome(after(state, Defend(D(8))).state)
        assert outcome is not None
        return outcome

    assert won(9, 4).scores == won(12, 4).scores == (140,)
    assert won(9, 4).tiebreak > won(12, 4).tiebreak
    assert won(12, 5).scores > won(9, 4).scores
    for left in range(1, 9):
        outcome = GAME.outcome(after(forest(ravens=(FAR,) * left), GiveUp()).state)
        assert outcome is not None
        assert outcome.scores == (8 - left,)
        assert outcome.won is False
        assert outcome.winners == ()


@pytest.mark.clause("FW-52")
def test_lost_in_the_wood_when_a_fifth_deck_would_be_needed() -> None:
    everything = tuple(C(rank) for rank in range(1, 11))
    third = end(forest(flight_discards=everything, night=3))
    assert third.state.table.night == 4
    assert GAME.outcome(third.state) is None
    fourth = forest(flight_discards=everything, night=4)
    step = end(fourth)
    assert step.events == (Lost(),)
    assert GAME.outcome(step.state) == Outcome((), (0,), False)
    assert GAME.headline(GAME.view(step.state, None)) == "Defeat: the last night is over, 0 of 8 ravens freed."
    assert legal_moves(step.state) == ()
    calm = end(forest(flight_discards=everything, night=4, winds_subsided=True))
    assert GAME.outcome(calm.state) is None  # no flight card must be drawn
    endless = end(forest(flight_discards=everything, night=4, nights=None))
    assert GAME.outcome(endless.state) is None
    assert endless.state.table.night == 5
    assert Options().nights == 4


@pytest.mark.clause("FW-52")
@pytest.mark.parametrize("nights", [4, None])
def test_forty_flights_are_the_most(nights: Literal[4, None]) -> None:
    """A player who only flees: each round one card, in every deck each card once."""
    chance, cards = Chance("forty"), list[int]()
    state = play(GAME.new(1, Options(nights), chance), SetOut(), chance).state
    while GAME.outcome(state) is None and len(cards) < 45:
        if state.table.step == "act":
            step = play(state, EndRound(), chance)
            cards += [event.card for event in step.events if isinstance(event, TurnedUp)]
            state = step.state
        else:
            state = play(state, LetThemFly() if state.table.step == "fly" else Stop(), chance).state
        state = replace(state, table=replace(state.table, health=8, ravens=(FAR,) * 8, attack=None, yet_to_attack=0))
        if GAME.outcome(state) is None or state.table.ending == "fallen":
            state = replace(state, table=replace(state.table, step="act", phase=3, ending=None))
    assert len(cards) == (39 if nights else 45)  # the first was turned up as the wanderer set out
    for night in range(1, 4):
        assert len({*cards[10 * night - 1 : 10 * night + 9]}) == 10


def test_the_first_round_begins_by_setting_out() -> None:
    state = GAME.new(1, Options(), CHANCE)
    assert legal_moves(state) == (SetOut(),)
    step = play(state, SetOut(), CHANCE)
    assert isinstance(step.events[0], TurnedUp)
    assert step.events[0].round == step.state.table.round == 1


def test_recent_tells_of_the_round_in_progress() -> None:
    state = forest(ravens=(START, *(FAR,) * 7), flight=(C(1), C(2)), strength=(S(1), S(2)))
    first = end(state)
    assert first.state.table.recent == first.events
    second = after(first.state, Defend(D(8)))
    assert second.state.table.recent == (*first.events, *second.events)
    third = end(second.state)
    assert third.state.table.recent == third.events


# -- What lay face down


def test_the_end_turns_the_decks_up_and_nothing_before_does() -> None:
    state = attacked((S(9), S(10)), health=1)
    over = after(state, Stop()).state
    decks = GAME.revealed(over).decks if GAME.revealed else None
    assert over.table.ending == "fallen"
    assert decks == Decks(over.flight_deck, over.strength_deck, over.shard_deck)
    assert all((decks.flight, decks.strength, decks.shards)), "each of them still held cards"
    assert [view(one, seat).decks for one in (state, over) for seat in (0, None)] == [None] * 4


@pytest.mark.clause("FW-1", "FW-41")
def test_secret_are_the_decks_but_for_what_the_oracle_has_shown_the_player() -> None:
    state = forest(hand=(ORACLE, *HAND), ravens=(START, *(FAR,) * 6), shards=(SUN, WINGS, GLASS))
    state = after(state, Invoke(ORACLE), PutOnTop(GLASS), PutOnTop(WINGS)).state
    decks = {"flight": state.flight_deck, "strength": state.strength_deck, "shards": state.shard_deck}
    cards = {(name, below): card for name, deck in decks.items() for below, card in enumerate(reversed(deck))}
    assert hidden(GAME, state, None) == cards
    top = len(state.shard_deck) - 1
    assert {place: cards[place] for place in cards.keys() - hidden(GAME, state, 0).keys()} == {
        ("shards", top): GLASS,
        ("shards", top - 1): WINGS,
        ("shards", top - 2): SUN,
    }


# -- What is played by itself


def test_a_round_with_nothing_left_to_do_ends_by_itself() -> None:
    """Though one could still give up; not while there is a way to walk, a raven to fight or a spellshard to use."""
    assert GAME.forced(forest(moved=True), alone=True) == EndRound()
    assert GAME.forced(forest(moved=True, hand=(GLASS, *HAND)), alone=True) == EndRound(), "it doesn't fit this moment"
    choices: tuple[dict[str, Any], ...] = ({"moved": False}, {"ravens": (START, FAR)}, {"hand": (WINDS, *HAND)})
    for choice in choices:
        assert GAME.forced(forest(**{"moved": True, **choice}), alone=True) is None
