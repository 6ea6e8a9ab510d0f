"""The laws that every game keeps, over every seat count and every option. engine/game.py has what they speak of."""

import hashlib
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GAMES, AnyGame, BaseEvent, Chance, IllegalMove, Step, decode, encode, heard

from ..games import trial
from .luck import Luck
from .players import PLAYERS, Played, Player, Setup, lasting, pick, playthrough, positions, setups, uniform
from .worlds import redealt

SETUPS = setups()
COMMON = setups(together=2)
EVERY_SETUP = [pytest.param(setup, marks=[] if setup in COMMON else [pytest.mark.slow]) for setup in SETUPS]
PLAYTHROUGHS = 24  # of a game, for a law, over its set-ups; each set-up has two at least
MOST_MOVES = 150  # of one position
MOST_CANDIDATES = 1500  # moves tried on one position
EVERY = 3  # of so many positions, one has them tried
JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    99,
    10**30,
    -(10**30),
    0.0,
    1.5,
    "",
    "0",
    "pass",
    b"0",
    (),
    (0,),
    {},
    object(),
)

DEFAULT_RANGE = range(-1, 22)  # of the whole numbers to try in a field of a move


Law = Callable[[Setup, str, Player], None]
LAWS: dict[str, Law] = {}  # those that hold of whole playthroughs, by name


def every_setup(law: Law) -> Callable[[Setup], None]:
    """A test of every set-up: the law holds of whole playthroughs, whatever the seed and whoever the player."""
    LAWS[law.__name__] = law

    @pytest.mark.parametrize("setup", EVERY_SETUP, ids=str)
    def test(setup: Setup) -> None:
        set_ups_of_the_game = sum(other.game is setup.game for other in SETUPS)

        @settings(max_examples=max(2, PLAYTHROUGHS // set_ups_of_the_game), deadline=None)
        @given(seed=st.integers(0, 2**64).map(str), player=st.sampled_from(PLAYERS))
        def holds(seed: str, player: Player) -> None:
            law(setup, seed, player)

        holds()

    test.__name__, test.__doc__ = law.__name__, law.__doc__
    return cast("Callable[[Setup], None]", test)


def viewers(setup: Setup) -> tuple[int | None, ...]:
    """A spectator and every seat."""
    return (None, *range(setup.seats))


def imagined(setup: Setup, state: Any, viewer: int | None) -> Any:
    """Another state that may be so, for all this viewer knows."""
    return setup.game.imagine(setup.game.view(state, viewer), Chance(f"another/{viewer}"))


# -- Law 1: pure and deterministic


@every_setup
def test_law_1_the_same_moves_give_the_same_states(setup: Setup, seed: str, player: Player) -> None:
    chance, state = Chance(seed), setup.game.new(setup.seats, setup.options, Chance(seed))
    for played in playthrough(setup, seed, player):
        assert played.state == state
        assert setup.game.play(state, played.move, chance) == played.step
        state = played.step.state


@every_setup
def test_law_1_play_changes_nothing_it_is_given(setup: Setup, seed: str, player: Player) -> None:
    for state in positions(setup, seed, player):
        before = encode(state)
        for move in setup.game.legal_moves(state)[::5]:
            given_move = encode(move)
            setup.game.play(state, move, Chance(seed))
            assert encode(move) == given_move
        assert encode(state) == before


def test_law_1_another_process_agrees() -> None:
    """Whatever the hashes of strings are there: no order may depend on a set."""
    code = "from tests.engine.test_laws import fingerprint; print(fingerprint())"
    for hash_seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        assert run.stdout.strip() == fingerprint()


def fingerprint() -> str:
    """Of all states of a playthrough of every game at its fewest and most seats."""
    ends = {(setup.game.key, setup.seats): setup for setup in SETUPS}
    states = (encode(state) for setup in ends.values() for state in positions(setup, "fingerprint", lasting))
    return hashlib.sha256(b"\n".join(states)).hexdigest()


# -- Law 2: legal moves and the end


@every_setup
def test_law_2_legal_moves_are_empty_exactly_when_the_game_is_over(setup: Setup, seed: str, player: Player) -> None:
    game = setup.game
    for state in positions(setup, seed, player):
        over = game.outcome(state) is not None
        assert (not game.legal_moves(state)) == over
        assert (game.to_act(state) is None) == over
        assert over or game.to_act(state) in range(setup.seats)


@every_setup
def test_law_2_legal_moves_have_one_order_and_no_repetition(setup: Setup, seed: str, player: Player) -> None:
    game = setup.game
    for state in positions(setup, seed, player):
        moves = list(game.legal_moves(state))
        assert len(set(moves)) == len(moves) <= MOST_MOVES
        assert list(game.legal_moves(decode(game.state, encode(state)))) == moves


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=str)
@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.__name__)
def test_law_2_play_ends_with_an_outcome_for_every_seat(setup: Setup, player: Player) -> None:
    for seed in range(5):
        *_, last = positions(setup, str(seed), player)
        outcome = setup.game.outcome(last)
        assert outcome is not None
        assert len(outcome.scores) == setup.seats
        assert set(outcome.winners) <= set(range(setup.seats))
        assert setup.game.headline(setup.game.view(last, None))
        came_out = {outcome.has_won(seat) for seat in range(setup.seats)}
        assert came_out == {None} if setup.game.scored(setup.options) else None not in came_out
        if setup.game.cooperative(setup.options):
            assert len(set(outcome.scores)) == 1
            assert len(outcome.winners) == (setup.seats if outcome.won else 0)
        elif setup.seats > 1:
            assert outcome.won is None
            assert outcome.winners, "somebody wins; of equals, all"


# -- Law 3: play accepts exactly the legal moves


def move_types(game: AnyGame) -> tuple[type[msgspec.Struct], ...]:
    return get_args(game.move) or (game.move,)


def values_of(hint: Any, numbers: range) -> Sequence[Any]:
    """What a field of this type may be, whether it makes sense or not. Longer tuples come from legal moves."""
    if hint is bool:
        return (True, False)
    if hint is int:
        return numbers
    if hint is type(None):
        return (None,)
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) is tuple:
        of = [arg for arg in get_args(hint) if arg is not Ellipsis]
        return ((), *((value,) for value in values_of(of[0], numbers)))
    return [value for arg in get_args(hint) for value in values_of(arg, numbers)]


def move_space(game: AnyGame) -> list[Any]:
    """Every move of the game's types, with every value of every field: far more than is ever legal."""
    ranges, space = trial(game).ranges, []
    for kind in move_types(game):
        hints = {name: hint for name, hint in get_type_hints(kind).items() if name in kind.__struct_fields__}
        choices = [values_of(hint, ranges.get(name, DEFAULT_RANGE)) for name, hint in hints.items()]
        space += [kind(**dict(zip(hints, values, strict=True))) for values in product(*choices)]
    return space


def malformed(move: Any) -> Iterator[Any]:
    """The move with each of its fields turned into something odd in turn."""
    for name, junk in product(move.__struct_fields__, JUNK):
        yield msgspec.structs.replace(move, **{name: junk})


def fits(game: AnyGame, move: Any) -> bool:
    """Whether the fields are of the types that the move declares (True is not 1, nor is 1.0)."""
    try:
        return repr(msgspec.convert(msgspec.to_builtins(move), type=game.move)) == repr(move)
    except (msgspec.ValidationError, TypeError, OverflowError):
        return False


def accepts(game: AnyGame, state: Any, move: Any) -> bool:
    try:
        game.play(state, move, Chance("any"))
    except IllegalMove as refusal:
        sentence = str(refusal)
        assert sentence.endswith((".", "!", "?"))
        assert sentence[0].isupper()
        return False
    return True


@every_setup
def test_law_3_play_accepts_exactly_the_legal_moves(setup: Setup, seed: str, player: Player) -> None:
    game, space, draw = setup.game, move_space(setup.game), Random(seed).random
    few, first = len(space) <= MOST_CANDIDATES, int(EVERY * draw())
    for number, state in enumerate(positions(setup, seed, player)):
        legal = game.legal_moves(state)
        assert [move for move in legal if not accepts(game, state, move)] == []
        if number % EVERY != first:
            continue
        others = {*(space if few else (pick(space, draw) for _ in range(MOST_CANDIDATES)))} - {*legal}
        assert [move for move in others if accepts(game, state, move)] == []


@every_setup
def test_law_3_play_refuses_what_is_malformed(setup: Setup, seed: str, player: Player) -> None:
    game, draw = setup.game, Random(seed).random
    for state in positions(setup, seed, player):
        legal = game.legal_moves(state)
        for move in malformed(pick(legal, draw)) if legal else ():
            assert accepts(game, state, move) == (fits(game, move) and move in legal), move
        nonsense = (*JUNK, *move_types(game), state, game, setup.options)
        assert [thing for thing in nonsense if accepts(game, state, thing)] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_law_3_new_refuses_other_seat_counts(game: AnyGame) -> None:
    for seats in (-1, 0, game.seats.start - 1, game.seats.stop, 100):
        with pytest.raises(IllegalMove, match=r"\.$"):
            game.new(seats, game.options(), Chance("any"))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_law_3_new_refuses_options_that_the_game_does_not_offer(game: AnyGame) -> None:
    seats = game.seats[-1]
    for name, hint in get_type_hints(game.options).items():
        offered = get_args(hint) or (False, True)
        numbers = [value for value in offered if type(value) is int]
        for value in (*JUNK, "compete ", *(value + 1 for value in numbers), *map(float, numbers)):
            if any(value is choice or repr(value) == repr(choice) for choice in offered):
                continue
            with pytest.raises(IllegalMove, match=r"^[A-Z].*\.$"):
                game.new(seats, msgspec.structs.replace(game.options(), **{name: value}), Chance("any"))
    for nothing in (None, {}, game, *(other.options() for other in GAMES.values() if other is not game)):
        with pytest.raises(IllegalMove, match=r"\.$"):
            game.new(seats, nothing, Chance("any"))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_what_one_plays_alone_by_is_said_of_every_game_for_one(game: AnyGame) -> None:
    assert (game.alone is not None) == (1 in game.seats)
    if game.alone is not None:
        game.new(1, game.alone, Chance("any"))


# -- Law 4: JSON


def with_a_stranger(data: Any) -> Iterator[Any]:
    """The same data with one unknown field, in each of its objects in turn."""
    if isinstance(data, dict):
        yield {**data, "stranger": 1}
        for key, value in data.items():
            yield from ({**data, key: odd} for odd in with_a_stranger(value))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from ([*data[:index], odd, *data[index + 1 :]] for odd in with_a_stranger(value))


def assert_travels(kind: Any, data: Any) -> None:
    again = decode(kind, encode(data))
    assert again == data
    assert repr(again) == repr(data)


def assert_refuses(kind: Any, data: Any) -> None:
    with pytest.raises((msgspec.ValidationError, msgspec.DecodeError)):
        decode(kind, msgspec.json.encode(data))


@every_setup
def test_law_4_everything_survives_json(setup: Setup, seed: str, player: Player) -> None:
    game = setup.game
    assert_travels(game.options, setup.options)
    for played in playthrough(setup, seed, player):
        assert_travels(game.state, played.step.state)
        assert_travels(game.move, played.move)
        for event in played.step.events:
            assert_travels(game.event, event)
        for viewer in viewers(setup):
            assert_travels(game.view_type, game.view(played.step.state, viewer))


@pytest.mark.parametrize("setup", SETUPS[:: len(SETUPS) // 12 or 1], ids=str)
def test_law_4_decoding_refuses_what_does_not_fit(setup: Setup) -> None:
    game, played = setup.game, list(playthrough(setup, "odd", lasting))
    middle = played[len(played) // 2].state
    kinds = [(game.options, setup.options), (game.state, middle)]
    kinds += [(game.view_type, game.view(middle, viewer)) for viewer in (None, 0)]
    kinds += {type(one.move): (game.move, one.move) for one in played}.values()
    kinds += {type(event): (game.event, event) for one in played for event in one.step.events}.values()
    for kind, data in kinds:
        plain = msgspec.to_builtins(data)
        for odd in (None, [], 3, "x", {"type": "stranger"}, [plain], *with_a_stranger(plain)):
            assert_refuses(kind, odd)


# -- Law 5: no leak


@every_setup
def test_law_5_a_view_is_all_that_its_viewer_knows(setup: Setup, seed: str, player: Player) -> None:
    game = setup.game
    for state in positions(setup, seed, player):
        for viewer in viewers(setup):
            view = game.view(state, viewer)
            state_imagined = imagined(setup, state, viewer)
            assert game.view(state_imagined, viewer) == view
            assert game.census(state_imagined) == game.census(state)


@every_setup
def test_what_is_turned_up_at_the_end_is_one_view_for_everybody(setup: Setup, seed: str, player: Player) -> None:
    """Of any position: a game may be given up at any time."""
    game = setup.game
    for state in positions(setup, seed, player) if game.revealed else ():
        assert game.revealed
        for view in (game.revealed(state), game.open_view(state)):
            assert view.mine is None or setup.seats == 1, "who plays alone may keep their own part"
            assert_travels(game.view_type, view)


@every_setup
def test_law_5_the_table_is_the_same_for_everybody(setup: Setup, seed: str, player: Player) -> None:
    game = setup.game
    for state in positions(setup, seed, player):
        spectator = game.view(state, None)
        assert spectator.mine is None
        for seat in range(setup.seats):
            assert game.view(state, seat).table == spectator.table


@every_setup
def test_law_5_who_acts_for_a_vacant_seat_sees_and_hears_no_more_than_it_may_show_them(
    setup: Setup, seed: str, player: Player
) -> None:
    """Had what they may not know been dealt otherwise, they would have seen and heard the same.

    A stand-in's view is all that they know through that seat, and enough to know what is legal there. Where a game
    has one of its own, they may know what everybody knows, and no more.
    """
    game, withholds = setup.game, setup.game.redact_for is not type(setup.game).redact_for
    for played in playthrough(setup, seed, player) if game.cooperative(setup.options) and setup.seats > 1 else ():
        state, vacant, legal = played.state, game.to_act(played.state), game.legal_moves(played.state)
        view = game.redact_for(game.view(state, vacant))
        others = [redealt(game, state, None, Random(seed))] if withholds else []
        for twin in (game.imagine(view, Chance("stand-in")), *others):
            assert game.redact_for(game.view(twin, vacant)) == view
            assert game.legal_moves(twin) == legal
            assert game.census(twin) == game.census(state)
        for twin in others:
            step, there = (game.play(one, game.unseen(played.move), Chance(seed)) for one in (state, twin))
            seen, told = through(game, step, vacant)
            seen_there, told_there = through(game, there, vacant)
            assert told == told_there or seen != seen_there
            assert not [event for event in step.events if event.audience], "what it looks at is nobody's"


def through(game: AnyGame, step: Step[Any, Any], vacant: int | None) -> tuple[Any, Sequence[BaseEvent]]:
    """The view after a step, and what is heard of it, through a vacant seat."""
    told = [event for event in step.events if event.audience is None or not game.withheld(event)]
    return game.redact_for(game.view(step.state, vacant)), heard(told, vacant)


def reaches(events: Sequence[BaseEvent], viewer: int | None) -> tuple[Sequence[BaseEvent], Sequence[BaseEvent]]:
    """What everyone is told, and what this viewer is told: a player reads both."""
    return heard(events, None), heard(events, viewer)


@every_setup
def test_law_5_what_a_seat_hears_instead_follows_what_everyone_hears(setup: Setup, seed: str, player: Player) -> None:
    """The same kind of event, told to each seat once: so nobody misses anything else for it."""
    for played in playthrough(setup, seed, player):
        public: Any = None
        told = set[int]()
        for event in played.step.events:
            if event.audience is None:
                public, told = event, set()
            else:
                assert type(event) is type(public)
                assert event.audience
                assert {*event.audience} <= {*range(setup.seats)} - told
                told |= {*event.audience}


@every_setup
def test_every_event_is_told_in_a_sentence(setup: Setup, seed: str, player: Player) -> None:
    names = [f"Player {seat}" for seat in range(setup.seats)]
    for played in playthrough(setup, seed, player):
        for event in played.step.events:
            sentence = setup.game.tell(event).format(*names)
            assert not sentence[0].islower()
            assert sentence.endswith((".", "!"))
            assert "None" not in sentence


# -- Law 6: the census


@every_setup
def test_law_6_no_card_is_made_or_lost(setup: Setup, seed: str, player: Player) -> None:
    first, *later = map(setup.game.census, positions(setup, seed, player))
    reason = setup.game.no_census
    assert bool(first) != bool(reason)
    assert first or re.fullmatch(r"[A-Z].*\.", reason), "say why there is nothing to count"
    assert all(census == first for census in later)


# -- Law 7: chance


@every_setup
def test_law_7_no_label_of_chance_is_used_twice(setup: Setup, seed: str, player: Player) -> None:
    """What has the same label is the same luck again."""
    labels = [*labels_of(setup, seed, player), *(["first"] if setup.game.random_first_player else [])]  # a lobby's lot
    assert [label for label, uses in Counter(labels).items() if uses > 1] == []


@every_setup
def test_law_7_chance_is_keyed_by_purpose_and_count(setup: Setup, seed: str, player: Player) -> None:
    """The numbers at the end of a purpose's labels count its uses, not the moves between them."""
    counts = defaultdict(list)
    for label in labels_of(setup, seed, player):
        if match := re.fullmatch(r"(.*)/(\d+)", label):
            counts[match[1]].append(int(match[2]))
    for purpose, used in counts.items():
        assert used == list(range(used[0], used[0] + len(used))), purpose
        assert used[0] in (0, 1), purpose


def labels_of(setup: Setup, seed: str, player: Player) -> list[str]:
    """All that chance was asked for in a playthrough, in order."""
    luck = Luck(seed)
    setup.game.new(setup.seats, setup.options, luck)
    for played in playthrough(setup, seed, player):
        setup.game.play(played.state, played.move, luck)
    return [drawn.label for drawn in luck.drawn]


@every_setup
def test_law_7_the_first_deal_does_not_depend_on_who_asks_when(setup: Setup, seed: str, player: Player) -> None:
    used = Chance(seed)
    for played in playthrough(setup, seed, player):
        setup.game.play(played.state, played.move, used)
    assert setup.game.new(setup.seats, setup.options, used) == next(positions(setup, seed, player))


def test_chance_is_the_same_on_every_version() -> None:
    chance = Chance("wyrm")
    assert chance.shuffled("deck", range(10)) == (3, 7, 5, 6, 0, 9, 2, 4, 1, 8)
    assert chance.dice("dice/7", 6) == (1, 4, 6, 3, 2, 5)
    assert chance.shuffled("other", range(10)) != chance.shuffled("deck", range(10))
    assert Chance("worm").shuffled("deck", range(10)) != chance.shuffled("deck", range(10))


# -- Law 8: what can't be taken back


@every_setup
def test_law_8_a_move_that_teaches_anybody_anything_reveals(setup: Setup, seed: str, player: Player) -> None:
    """Two states that a viewer couldn't tell apart, and after the same move can: they have learned something.

    That moves which teach nobody anything can be taken back is tested game by game: what a long count would tell may
    count as revealed.
    """
    for played in playthrough(setup, seed, player):
        if not played.step.reveals:
            assert not any(learns(setup, played, viewer) for viewer in learners(setup)), played.move


def learners(setup: Setup) -> tuple[int | None, ...]:
    """Whoever plays alone has no secrets from those who look on."""
    return viewers(setup) if setup.seats > 1 else (0,)


def learns(setup: Setup, played: Played, viewer: int | None) -> bool:
    """Whether the move tells this viewer that a state isn't so that might have been."""
    game, view = setup.game, setup.game.view(played.state, viewer)
    after = game.view(played.step.state, viewer), reaches(played.step.events, viewer)
    twin = game.imagine(view, Chance("another"))
    if viewer != game.to_act(played.state) and played.move not in game.legal_moves(twin):
        return True
    step = game.play(twin, played.move, Chance(f"another/{viewer}"))
    return (game.view(step.state, viewer), reaches(step.events, viewer)) != after


# -- The players of these tests


def test_both_players_finish_what_they_begin() -> None:
    for setup in SETUPS:
        assert [*playthrough(setup, "end", uniform)]
        assert len([*playthrough(setup, "end", lasting)]) < 1000
