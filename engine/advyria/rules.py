"""The guilds of Advyria, by Stefan Wenz: guilds collect gold and complete adventures, against each other or together.

First every player places a pawn. A turn is then any number of cards and sets, each carried out move by move:

    PlaySet of Knights -> Go (-> Complete | Leave) for each roll of the die (-> Rob -> Send | Spare)
    PlaySet of Warriors -> Turn
    PlaySet of Fairies -> Look | StopLooking, for each look
    PlayWizard
    PlayAdventure -> as Knights, but without a die | hand level | Turn | Look
    PayWizard, in the grand finale and before anything was played
    EndTurn (-> Discard, down to the hand level)

Three cards are drawn when a turn begins. No move is skipped because of a hidden hand: a player who reaches an adventure
is asked even without its card.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import chain

from languages import say

from ..chance import Chance
from ..game import Game, IllegalMove, Seat, Step, heard, require_options
from ..records import replace
from .cards import (
    DECK,
    GOLD,
    HEROES,
    TILES,
    WIZARD,
    card_of,
)
from .choices import (
    PROMPTS,
    STEPS,
    legal_moves,
)
from .counting import deal_again
from .draft import Draft
from .events import (
    Completed,
    Discarded,
    Drew,
    Event,
    Found,
    HeroShown,
    Looked,
    PaidWizard,
    PlayedAdventure,
    PlayedSet,
    PlayedWizard,
    Robbed,
    Rolled,
)
from .land import QUESTS
from .moves import (
    Move,
)
from .play import apply
from .scoring import headline, outcome
from .secrets import secrets
from .state import Mine, Options, Player, Quest, State, Table, View
from .telling import tell


def new(seats: int, options: Options, chance: Chance) -> State:
    if seats not in GAME.seats:
        raise IllegalMove(say("Advyria is for 1 to 4 players."))
    require_options(Options, options)
    if (options.mode == "solo") != (seats == 1):
        raise IllegalMove(say("One player plays solo. Two to four compete or play together."))
    levels = (3, 4, 5, 6) if options.hand_level == "by_seat" else (seats + 2,) * seats
    pile = chance.shuffled("pile/0", DECK)
    table = Table(
        options=options,
        turn=0,
        step="settle",
        effect=None,
        victim=None,
        phase="main",
        players=tuple(Player(None, level, 0, 0, 0, 0, (), None) for level in levels[:seats]),
        quests=(Quest("down", None, ()),) * len(QUESTS),
        tiles_left=len(QUESTS),
        pile=len(pile),
        discards=(),
        spent=0,
        played=False,
        paid=False,
        robbed=False,
        idle=0,
        piles=1,
        rolls=0,
        thefts=0,
        hands=((),) * seats if options.open_hands else None,
        passages=(),
        recent=(),
        earlier=0,
    )
    heroes = chance.shuffled("heroes", range(len(HEROES))) if options.heroes else ()
    return State(table, chance.shuffled("tiles", TILES), ((),) * seats, heroes, pile, known=(), dealt=())


def to_act(state: State) -> Seat | None:
    return None if state.table.step == "over" else state.table.turn


def play(state: State, move: Move, chance: Chance) -> Step[State, Event]:
    if STEPS.get(type(move)) != state.table.step:
        raise IllegalMove(say(PROMPTS[state.table.step]))
    draft = Draft(state, chance)
    apply(draft, move)
    events, before = tuple(draft.events), state.table
    recent, earlier = before.recent[before.earlier :] + heard(events[: draft.before_turn], None), 0
    if draft.before_turn is not None:
        earlier = len(recent)
        recent += heard(events[draft.before_turn :], None)
    draft.table = replace(draft.table, recent=recent, earlier=earlier)
    return Step(draft.state, events, reveals=True in [_is_new(before, event) for event in events])


_LUCK = frozenset((Drew, Rolled, Robbed))
_CARDS_SHOWN = frozenset((PlayedSet, PlayedWizard, PlayedAdventure, PaidWizard, Completed, Discarded))


def _is_new(before: Table, event: Event) -> bool:
    """Whether somebody learns something new. A lone player knows their hand and what they looked at.

    Others might have worked a card out already, but this doesn't check it. Then a move can't be taken back, that's all.
    """
    kind, alone = type(event), len(before.players) == 1
    if kind in _LUCK:
        return True
    if kind in _CARDS_SHOWN:
        return not alone and before.hands is None
    match event:
        case Looked(seat, space):
            return seat not in before.quests[space].looked
        case Found(seat, space):
            return event.fresh and not (alone and seat in before.quests[space].looked)
        case HeroShown():
            return not alone
        case _:
            return False


def view(state: State, seat: Seat | None) -> View:
    return View(state.table, None if seat is None else _mine(state, seat))


def replayed(state: State) -> View:
    """All hands, heroes and tiles."""
    table = state.table
    heroes = state.heroes or (None,) * len(table.players)
    players = [replace(player, hero=heroes[seat]) for seat, player in enumerate(table.players)]
    quests = [replace(quest, tile=tile) for quest, tile in zip(table.quests, state.tiles, strict=True)]
    open_table = replace(table, players=tuple(players), quests=tuple(quests), hands=state.hands)
    return View(open_table, None)


def revealed(state: State) -> View:
    """All hands, heroes and tiles, and the draw pile."""
    return View(replace(replayed(state).table, stock=state.pile[::-1]), None)


def recalling(view: View, events: tuple[Event, ...]) -> View:
    return replace(view, table=replace(view.table, recent=events, earlier=len(events)))


def imagine(view: View, chance: Chance) -> State:
    table, mine = view.table, view.mine
    unseen = (None,) * sum(passage.cards is None for passage in table.passages)
    again = deal_again(len(table.players), table.passages, mine.dealt if mine else unseen, chance)
    looked = mine.tiles if mine else (None,) * len(QUESTS)
    tiles = [quest.tile if quest.tile is not None else tile for quest, tile in zip(table.quests, looked, strict=True)]
    heroes: tuple[int, ...] = ()
    if table.options.heroes:
        dealt = [mine.hero if mine and mine.seat == seat else player.hero for seat, player in enumerate(table.players)]
        dealt += [None] * (len(HEROES) - len(dealt))
        heroes = _filled(dealt, range(len(HEROES)), chance, "imagine/heroes")
    tiles_again = _filled(tiles, TILES, chance, "imagine/tiles")
    return State(table, tiles_again, again.hands, heroes, again.pile, mine.known if mine else (), again.hidden)


def census(state: State) -> Counter[Hashable]:
    """Every card, tile, hero and pawn, wherever it is."""
    table = state.table
    completed = [adventure for player in table.players for adventure in player.completed]
    cards = chain(state.pile, *state.hands, table.discards, (WIZARD,) * table.spent, map(card_of, completed))
    on_board = (tile for quest, tile in zip(table.quests, state.tiles, strict=True) if quest.face != "gone")
    taken = (GOLD,) * sum(player.villages + player.gold for player in table.players)
    return Counter(
        chain(
            (("card", card) for card in cards),
            (("tile", tile) for tile in chain(on_board, completed, taken)),
            (("hero", hero) for hero in state.heroes),
            (("pawn", seat) for seat in range(len(table.players))),
        )
    )


def _mine(state: State, seat: Seat) -> Mine:
    table = state.table
    tiles = [
        tile if seat in quest.looked and quest.face == "down" else None
        for quest, tile in zip(table.quests, state.tiles, strict=True)
    ]
    known = tuple([fact for fact in state.known if seat in (fact.knower, fact.holder)])
    hidden = [passage for passage in table.passages if passage.cards is None]
    dealt = [
        cards if seat in (passage.origin, passage.to) else None
        for passage, cards in zip(hidden, state.dealt, strict=True)
    ]
    hero = state.heroes[seat] if state.heroes else None
    return Mine(seat, state.hands[seat], hero, tuple(tiles), known, tuple(dealt))


def _filled(known: Sequence[int | None], whole: Iterable[int], chance: Chance, label: str) -> tuple[int, ...]:
    """Fill the gaps of `known` with the rest of `whole`, in random order."""
    unseen = Counter(whole) - Counter(item for item in known if item is not None)
    rest = iter(chance.shuffled(label, sorted(unseen.elements())))
    return tuple(next(rest) if item is None else item for item in known)


GAME = Game(
    key="advyria",
    title="The guilds of Advyria",
    seats=range(1, 5),
    version=1,
    options=Options,
    alone=Options(mode="solo"),
    state=State,
    move=Move,
    view_type=View,
    event=Event,
    cooperative=lambda options: options.mode != "compete",
    scored=lambda options: options.mode != "compete",
    daily=True,
    random_first_player=True,
    secret_choices=True,
    new=new,
    to_act=to_act,
    legal_moves=legal_moves,
    play=play,
    view=view,
    recalling=recalling,
    revealed=revealed,
    replayed=replayed,
    outcome=outcome,
    headline=headline,
    imagine=imagine,
    secrets=secrets,
    census=census,
    tell=tell,
)
