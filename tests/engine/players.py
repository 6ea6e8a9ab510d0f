"""Tables of every game, seat count and option to test on, and players that play them to the end."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from random import Random
from typing import Any, NamedTuple, get_args, get_type_hints

from benchmarks import solitaires
from benchmarks.forest_players import careful
from engine import GAMES, Chance, Data, Game, IllegalMove, Step, forest_of_wyr, hexaract, wyverns_knot
from engine import advent_of_the_wyrms as advent
from engine.advyria import pieces as advyria
from engine.advyria.cards import ADVENTURES, GOLD, RED, card_of
from engine.advyria.land import NEIGHBOURS, QUESTS
from engine.decktet import RANKS
from engine.forest_of_wyr import pieces as forest
from engine.forest_of_wyr.cards import VALUES
from engine.forest_of_wyr.map import DISTANCES

LONGEST = 5000  # moves; no game is meant to come near
MOST_SETUPS = 40  # of a game; where more can be opened, the tests take few that show any three options together


class Setup(NamedTuple):
    game: Game[Any, Any, Any, Any, Any]
    seats: int
    options: Any

    def __str__(self) -> str:
        values = (f"{name}={getattr(self.options, name)}" for name in self.options.__struct_fields__)
        return "-".join((self.game.key, str(self.seats), *values))


class Played(NamedTuple):
    """A move of a playthrough: made in `state`, it led to `step`."""

    state: Any
    move: Any
    step: Step[Any, Any]


Draw = Callable[[], float]  # at least 0, below 1
Player = Callable[[Game[Any, Any, Any, Any, Any], Any, Draw], Any]


def setups() -> list[Setup]:
    """Every table that can be opened (`new` refuses what options don't fit the seats); of too many, some."""
    found = []
    for game in GAMES.values():
        tables = [Setup(game, seats, options) for seats, options in product(game.seats, all_options(game.options))]
        tables = [table for table in tables if opens(table)]
        found += tables if len(tables) <= MOST_SETUPS else _covering(tables)
    return found


def opens(setup: Setup) -> bool:
    try:
        setup.game.new(setup.seats, setup.options, Chance("set-up"))
    except IllegalMove:
        return False
    return True


def _covering(tables: list[Setup]) -> list[Setup]:
    """Few of these tables, and yet any three choices that go together do so at one of them."""

    def threes(setup: Setup) -> set[Any]:
        options = [(name, getattr(setup.options, name)) for name in setup.options.__struct_fields__]
        return set(combinations([("seats", setup.seats), *options], 3))

    left = {table: threes(table) for table in Chance("set-ups").shuffled("tables", tables)}
    chosen = []
    while any(left.values()):
        chosen.append(max(left, key=lambda table: len(left[table])))
        shown = threes(chosen[-1])
        left = {table: missing - shown for table, missing in left.items()}
    return chosen


def all_options(kind: type[Data]) -> list[Any]:
    """Every combination of options: a field is a bool or a Literal."""
    choices = {name: get_args(hint) or (True, False) for name, hint in get_type_hints(kind).items()}
    return [kind(**dict(zip(choices, values, strict=True))) for values in product(*choices.values())]


def uniform(game: Game[Any, Any, Any, Any, Any], state: Any, draw: Draw) -> Any:
    """Any legal move."""
    return pick(game.legal_moves(state), draw)


def lasting(game: Game[Any, Any, Any, Any, Any], state: Any, draw: Draw) -> Any:
    """Mostly a move that doesn't hasten the end: uniform play never sees the middle of some games."""
    moves = game.legal_moves(state)
    good = LASTING[game.key](state, moves) if game.key in LASTING else ()
    return pick(good if good and draw() < 0.9 else moves, draw)


def sensible(game: Game[Any, Any, Any, Any, Any], state: Any, draw: Draw) -> Any:
    """What the sensible player of the benchmarks does."""
    moves = game.legal_moves(state)
    return moves[0] if len(moves) == 1 else SENSIBLE[game.key](game.view(state, 0), moves)[0]


# By game for one: from a view and its legal moves to the next moves
SENSIBLE: Mapping[str, solitaires.Player] = {
    **solitaires.SENSIBLE,
    forest_of_wyr.GAME.key: lambda view, moves: (careful(view.table, moves),),
}
PLAYERS: tuple[Player, ...] = (lasting, uniform)


def pick(moves: Sequence[Any], draw: Draw) -> Any:
    """One of `moves`, the same on every version of Python (`random.choice` isn't promised to be)."""
    return moves[int(draw() * len(moves))]


def playthrough(setup: Setup, seed: str, player: Player) -> Iterator[Played]:
    """All the moves of a game. The player's luck is no part of the table's."""
    game, chance, draw = setup.game, Chance(seed), Random(f"{seed}/player").random
    state = game.new(setup.seats, setup.options, chance)
    for _ in range(LONGEST):
        if game.outcome(state) is not None:
            return
        move = player(game, state, draw)
        step = game.play(state, move, chance)
        yield Played(state, move, step)
        state = step.state
    raise AssertionError(f"{setup} goes on after {LONGEST} moves")


def positions(setup: Setup, seed: str, player: Player) -> Iterator[Any]:
    """All the states of a game, the first and the last among them."""
    yield setup.game.new(setup.seats, setup.options, Chance(seed))
    for played in playthrough(setup, seed, player):
        yield played.step.state


def _lasting_knot(state: wyverns_knot.State, moves: Sequence[wyverns_knot.Move]) -> list[wyverns_knot.Move]:
    """Enchant what matches, and lose no strike dragon nor egg to an advance."""
    own, nest = state.tableaus[state.table.turn], state.nest
    open_eggs = [nest[move.cell] for move in moves if isinstance(move, wyverns_knot.Scout)]
    strikes = [strike.dragon for strike in state.table.strikes if strike.face == "up"]
    chosen = state.table.chosen

    def good(move: wyverns_knot.Move) -> bool:
        match move:
            case wyverns_knot.Enchant(position):
                return own[position] in open_eggs
            case wyverns_knot.Wild(position):
                return own[position] in open_eggs or own[position] in strikes
            case wyverns_knot.Aim(cell):
                assert chosen is not None
                assert chosen.position is not None
                return nest[cell] == own[chosen.position] or own[chosen.position] in strikes
            case wyverns_knot.Back():
                return False
            case wyverns_knot.Advance(row):
                strike = state.table.strikes[row]
                egg = 4 * row + strike.column - 2
                return strike.face == "down" or (strike.column > 1 and state.table.nest[egg].fate != "down")
            case _:
                return True

    return [move for move in moves if good(move)]


def _lasting_forest(state: forest.State, moves: Sequence[forest.Move]) -> list[forest.Move]:
    """Fight what can be met; otherwise walk far away until the cards can be picked up."""
    table = state.table
    attack = sum(VALUES[card] for card in state.strength_deck[: 1 + table.freed])
    strong = sum(VALUES[card] for card in table.hand) > attack
    away = {
        move: min(DISTANCES[move.space][raven] for raven in table.ravens)
        for move in moves
        if isinstance(move, forest.Walk | forest.Land)
    }

    def good(move: forest.Move) -> bool:
        match move:
            case forest.GiveUp() | forest.Stop():
                return False
            case forest.Free() | forest.EndRound():
                return strong or table.moved
            case forest.Walk() | forest.Land():
                return away[move] == max(away.values())
            case _:
                return not strong or table.step not in ("act", "walk")

    return [move for move in moves if good(move)]


def _lasting_advent(state: advent.State, moves: Sequence[advent.Move]) -> list[advent.Move]:
    """Finish incantations, begin low ones, and negate with the hand."""
    if state.step == "negate":
        return [move for move in moves if isinstance(move, advent.Negate)]
    adds = [move for move in moves if isinstance(move, advent.Add)]
    begins = [move for move in moves if isinstance(move, advent.Begin) and 0 < RANKS[move.card] < 6]
    return [*([move for move in adds if len(state.incantations[move.incantation]) == 2] or adds or begins)]


def _lasting_hexaract(state: hexaract.State, moves: Sequence[hexaract.Move]) -> list[hexaract.Move]:
    """Assign whatever isn't wasted, and leave no location to wear the traveller down. Keep the last chip of a suit."""
    busy = [pair.card for pair in state.pairs]
    tired = [place.card for place in state.path if place.exhausted]

    def good(move: hexaract.Move) -> bool:
        match move:
            case hexaract.Assign(card):
                return card not in busy or hexaract.KINDS[card] == "location"
            case hexaract.Spend(card, suit):
                return state.supply[suit] > 1 or (card in tired and state.damage > 5)
            case hexaract.Defeat(_, suit) | hexaract.TakeAce(suit):
                fewest = min(state.supply[other.suit] for other in moves if isinstance(other, type(move)))
                return state.supply[suit] == fewest
            case hexaract.Back() | hexaract.Decline():
                return False
            case hexaract.Done() | hexaract.EndRound():
                return not any(good(other) for other in moves if other != move)
            case _:
                return True

    return [move for move in moves if good(move)]


def _lasting_advyria(state: advyria.State, moves: Sequence[advyria.Move]) -> list[advyria.Move]:
    """Play what can be played but keep most adventures, and go where there is a tile to have or a richer neighbour."""
    table, hand = state.table, state.hands[state.table.turn]
    richer = [player.pawn for player in table.players if player.cards > len(hand)]

    def good(move: advyria.Move) -> bool:
        match move:
            case advyria.EndTurn() | advyria.Leave() | advyria.Spare() | advyria.StopLooking() | advyria.Turn(0):
                return False
            case advyria.PlayAdventure(adventure) if ADVENTURES[adventure].colour != RED:
                return False
            case advyria.PlaySet() | advyria.PlayWizard() | advyria.PlayAdventure():
                return advyria.PayWizard() not in moves
            case advyria.Go(space) if space in QUESTS and table.quests[space].face != "gone":
                return state.tiles[space] == GOLD or card_of(state.tiles[space]) in hand
            case advyria.Go(space):
                return any(near in richer for near in NEIGHBOURS[space])
            case _:
                return True

    return [move for move in moves if good(move)]


# By game: of the moves of a state, those that a game goes on with. A player of the tests may look at hidden cards.
LASTING: Mapping[str, Callable[[Any, Sequence[Any]], Sequence[Any]]] = {
    "wyverns-knot": _lasting_knot,
    "advyria": _lasting_advyria,
    "advent-of-the-wyrms": _lasting_advent,
    "hexaract": _lasting_hexaract,
    "forest-of-wyr": _lasting_forest,
}
