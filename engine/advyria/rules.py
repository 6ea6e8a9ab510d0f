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

from msgspec import Struct

from ..chance import Chance
from ..game import Game, IllegalMove, Seat, Step, heard, require_options
from ..records import replace, with_item
from .cards import (
    ADVENTURES,
    BLUE,
    CARDS,
    DECK,
    GOLD,
    GREEN,
    HEROES,
    JOKER,
    KNIGHT,
    PLURALS,
    RED,
    SETS,
    TILES,
    WARRIOR,
    WIZARD,
    YELLOW,
    card_name,
    card_of,
)
from .choices import (
    HIGHEST,
    MOST_LEVEL,
    PROMPTS,
    STEPS,
    any_face_down,
    colour_in_vain,
    current_effect,
    legal_moves,
    own_pawn,
    payment_in_vain,
    reached,
    set_in_vain,
    taken_spaces,
    victims,
)
from .counting import deal_again
from .events import (
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
    Robbed,
    Rolled,
    Sent,
    Settled,
    Turned,
    Went,
)
from .hands import discard, draw, show, steal, with_player
from .land import GUILDS, QUESTS, SPACES, WITHIN
from .moves import (
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
from .scoring import outcome
from .secrets import secrets
from .state import Effect, Mine, Options, Player, Quest, Source, State, Table, View
from .telling import tell

MOST_LOSSES = 11


def new(seats: int, options: Options, chance: Chance) -> State:
    if seats not in GAME.seats:
        raise IllegalMove("Advyria is for 1 to 4 players.")
    require_options(Options, options)
    if (options.mode == "solo") != (seats == 1):
        raise IllegalMove("One player plays solo. Two to four compete or play together.")
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


class Course(Struct):
    """What a move leads to, while that is being worked out."""

    chance: Chance
    told: list[Event]
    before_turn: int | None = None  # how many events came before the next turn; None: this turn goes on


def play(state: State, move: Move, chance: Chance) -> Step[State, Event]:
    if STEPS.get(type(move)) != state.table.step:
        raise IllegalMove(PROMPTS[state.table.step])
    course = Course(chance, [])
    match move:
        case Settle():
            after = _settle(state, move, course)
        case PlaySet():
            after = _play_set(state, move, course)
        case PlayWizard():
            after = _play_wizard(state, move, course)
        case PlayAdventure():
            after = _play_adventure(state, move, course)
        case PayWizard():
            after = _pay_wizard(state, course)
        case EndTurn():
            after = _end_turn(state, course)
        case Go():
            after = _go(state, move, course)
        case Complete():
            after = _complete(state, course)
        case Leave():
            after = _leave(state, course)
        case Turn():
            after = _turn(state, move, course)
        case Look():
            after = _look(state, move, course)
        case StopLooking() | Spare():
            after = replace(state, table=replace(state.table, step="play", effect=None))
        case Rob():
            after = _rob(state, move, course)
        case Send():
            after = _send(state, move, course)
        case Discard():
            after = _discard(state, move, course)
    return _step(state.table, after, course)


def _step(before: Table, after: State, course: Course) -> Step[State, Event]:
    told, recent, earlier = course.told, before.recent[before.earlier :], 0
    if course.before_turn is None:
        recent += heard(told, None)
    else:
        recent += heard(told[: course.before_turn], None)
        earlier = len(recent)
        recent += heard(told[course.before_turn :], None)
    reveals = True in [_is_new(before, event) for event in told]
    return Step(replace(after, table=replace(after.table, recent=recent, earlier=earlier)), tuple(told), reveals)


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
    shown = replace(table, players=tuple(players), quests=tuple(quests), hands=state.hands)
    return View(shown, None)


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
    known = tuple([one for one in state.known if seat in (one.knower, one.holder)])
    hidden = [passage for passage in table.passages if passage.cards is None]
    dealt = [
        cards if seat in (passage.origin, passage.to) else None
        for passage, cards in zip(hidden, state.dealt, strict=True)
    ]
    hero = state.heroes[seat] if state.heroes else None
    return Mine(seat, state.hands[seat], hero, tuple(tiles), known, tuple(dealt))


def _filled(known: Sequence[int | None], whole: Iterable[int], chance: Chance, label: str) -> tuple[int, ...]:
    """`known` with its gaps filled by the rest of `whole`, in random order."""
    unseen = Counter(whole) - Counter(item for item in known if item is not None)
    rest = iter(chance.shuffled(label, sorted(unseen.elements())))
    return tuple(next(rest) if item is None else item for item in known)


# -- Cards. A move can come from anywhere, so its numbers are checked for their type too.


def _is_in(number: object, numbers: Iterable[int]) -> bool:
    return type(number) is int and number in numbers


def _settle(state: State, move: Settle, course: Course) -> State:
    table, seat = state.table, state.table.turn
    if not _is_in(move.space, GUILDS):
        raise IllegalMove("Choose one of the six guilds to set out from.")
    if move.space in taken_spaces(table):
        raise IllegalMove("Another pawn is there already.")
    course.told.append(Settled(seat, move.space))
    table = with_player(table, seat, replace(table.players[seat], pawn=move.space))
    if seat + 1 < len(table.players):
        course.before_turn = 1
        return replace(state, table=replace(table, turn=seat + 1))
    state = replace(state, table=replace(table, turn=0, step="play"))
    for owner in range(len(table.players)):
        state = draw(state, owner, course.told, course.chance)
    return _begin_turn(state, course)


def _play_set(state: State, move: PlaySet, course: Course) -> State:
    kind, size, jokers = move.kind, move.size, move.jokers
    if not _is_in(kind, SETS):
        raise IllegalMove("A set is of Knights of Fortune, Warriors or Fairies.")
    if not _is_in(size, range(2, 5)) or not _is_in(jokers, range(size + 1)):
        raise IllegalMove("A set is 2 to 4 cards, Jokers included.")
    seat, hand = state.table.turn, state.hands[state.table.turn]
    if hand.count(kind) < size - jokers:
        raise IllegalMove(f"You don't have that many {PLURALS[kind]}.")
    if hand.count(JOKER) < jokers:
        raise IllegalMove(f"You don't have that many {PLURALS[JOKER]}.")
    if reason := set_in_vain(state.table, kind, size):
        raise IllegalMove(reason)
    course.told.append(PlayedSet(seat, kind, size, jokers))
    state = _played(state, (kind,) * (size - jokers) + (JOKER,) * jokers)
    if kind == KNIGHT:
        return _roll(state, size - 1, course)
    if kind == WARRIOR:
        return _turning(state, "warrior", size - 1)
    player = state.table.players[seat]
    if size == 4 and player.losses:
        course.told.append(Eased(seat, player.losses - 1))
        state = replace(state, table=with_player(state.table, seat, replace(player, losses=player.losses - 1)))
    return _looking(state, "fairy", size - 1)


def _play_wizard(state: State, move: PlayWizard, course: Course) -> State:
    table, seat = state.table, state.table.turn
    if type(move.joker) is not bool:
        raise IllegalMove("Play a Wizard, or a Joker as one.")
    card = JOKER if move.joker else WIZARD
    if card not in state.hands[seat]:
        raise IllegalMove(f"You have no {CARDS[card]}.")
    if table.players[seat].level == MOST_LEVEL:
        raise IllegalMove(HIGHEST)
    course.told.append(PlayedWizard(seat, move.joker))
    return _raise(_played(state, (card,)), 1, 0 if move.joker else 1, course)


def _play_adventure(state: State, move: PlayAdventure, course: Course) -> State:
    table, seat, adventure = state.table, state.table.turn, move.adventure
    if not table.options.special_actions:
        raise IllegalMove("This game has no special actions: adventure cards only complete adventures.")
    if not _is_in(adventure, range(len(ADVENTURES))) or card_of(adventure) not in state.hands[seat]:
        raise IllegalMove("You don't have that adventure card.")
    if reason := colour_in_vain(table, adventure):
        raise IllegalMove(reason)
    course.told.append(PlayedAdventure(seat, adventure))
    state = _played(state, (card_of(adventure),))
    colour = ADVENTURES[adventure].colour
    if colour == RED:
        return replace(state, table=replace(state.table, step="go", effect=Effect("red", 1, None)))
    if colour == BLUE:
        return _raise(state, 2, 0, course)
    if colour == YELLOW:
        return _turning(state, "yellow", 3)
    assert colour == GREEN
    return _looking(state, "green", 4)


def _played(state: State, cards: tuple[int, ...]) -> State:
    """The state after the seat to act played these cards."""
    state = discard(state, state.table.turn, cards)
    return state if state.table.played else replace(state, table=replace(state.table, played=True))


def _pay_wizard(state: State, course: Course) -> State:
    seat = state.table.turn
    if reason := payment_in_vain(state.table):
        raise IllegalMove(reason)
    if WIZARD not in state.hands[seat]:
        raise IllegalMove("You have no Wizard. A Joker can't be paid.")
    course.told.append(PaidWizard(seat))
    state = show(state, seat, (WIZARD,))
    state = replace(state, table=replace(state.table, paid=True, spent=state.table.spent + 1))
    return draw(state, seat, course.told, course.chance)


def _raise(state: State, levels: int, losses: int, course: Course) -> State:
    """Raise the hand level, and take losses for it."""
    seat, player = state.table.turn, state.table.players[state.table.turn]
    level, losses = min(player.level + levels, MOST_LEVEL), min(player.losses + losses, MOST_LOSSES)
    course.told.append(Raised(seat, level, losses))
    return replace(state, table=with_player(state.table, seat, replace(player, level=level, losses=losses)))


def _turning(state: State, source: Source, most: int) -> State:
    villages = state.table.players[state.table.turn].villages
    effect = Effect(source, min(most, villages), None)
    return replace(state, table=replace(state.table, step="turn", effect=effect))


def _turn(state: State, move: Turn, course: Course) -> State:
    table, seat, player = state.table, state.table.turn, state.table.players[state.table.turn]
    most = current_effect(table).left
    if not _is_in(move.count, range(most + 1)):
        raise IllegalMove(f"You can flip {most} at most.")
    course.told.append(Turned(seat, move.count))
    player = replace(player, villages=player.villages - move.count, gold=player.gold + move.count)
    return replace(state, table=with_player(replace(table, step="play", effect=None), seat, player))


def _looking(state: State, source: Source, looks: int) -> State:
    if not any_face_down(state.table):
        return state
    return replace(state, table=replace(state.table, step="look", effect=Effect(source, looks, None)))


def _look(state: State, move: Look, course: Course) -> State:
    table, seat, space = state.table, state.table.turn, move.space
    if not _is_in(space, QUESTS):
        raise IllegalMove("That space has no quest tile.")
    quest, effect = table.quests[space], current_effect(table)
    if quest.face != "down":
        raise IllegalMove("No tile lies face down there.")
    course.told += (Looked(seat, space), Looked(seat, space, state.tiles[space], audience=(seat,)))
    if seat not in quest.looked:
        quest = replace(quest, looked=(*quest.looked, seat))
        table = replace(table, quests=with_item(table.quests, space, quest))
    if effect.left > 1:
        return replace(state, table=replace(table, effect=replace(effect, left=effect.left - 1)))
    return replace(state, table=replace(table, step="play", effect=None))


# -- The pawn


def _roll(state: State, left: int, course: Course) -> State:
    """Roll for the next of `left` movements."""
    table = state.table
    (roll,) = course.chance.dice(f"dice/{table.rolls}", 1)
    course.told.append(Rolled(table.turn, roll))
    table = replace(table, step="go", rolls=table.rolls + 1, effect=Effect("knight", left, roll))
    return replace(state, table=table)


def _go(state: State, move: Go, course: Course) -> State:
    table, seat, space = state.table, state.table.turn, move.space
    if not _is_in(space, range(len(SPACES))):
        raise IllegalMove("Advyria has no such space.")
    pawn, roll = own_pawn(table), current_effect(table).roll
    if roll is not None and space not in WITHIN[pawn][roll]:
        raise IllegalMove(f"It takes more than {roll} steps to {SPACES[space].name}.")
    if space != pawn and space in taken_spaces(table):
        raise IllegalMove("Another pawn is there.")
    course.told.append(Went(seat, pawn, space))
    player = replace(table.players[seat], pawn=space)
    table = with_player(table, seat, player)
    if space not in QUESTS or table.quests[space].face == "gone":
        return _moved(replace(state, table=table), course)
    tile, quest = state.tiles[space], table.quests[space]
    course.told.append(Found(seat, space, tile, quest.face == "down"))
    if tile == GOLD:
        table = with_player(table, seat, replace(player, villages=player.villages + 1))
        return _moved(replace(state, table=_without_tile(table, space, tile, course)), course)
    if quest.face == "down":
        quest = replace(quest, face="up", tile=tile)
        table = replace(table, quests=with_item(table.quests, space, quest))
    return replace(state, table=replace(table, step="adventure"))


def _complete(state: State, course: Course) -> State:
    space, adventure = reached(state.table)
    seat, card = state.table.turn, card_of(adventure)
    if card not in state.hands[seat]:
        raise IllegalMove(f"You don't have the card of {card_name(card)}.")
    course.told.append(Completed(seat, space, adventure))
    state = show(state, seat, (card,))
    player = state.table.players[seat]
    table = with_player(state.table, seat, replace(player, completed=(*player.completed, adventure)))
    return _moved(replace(state, table=_without_tile(table, space, adventure, course)), course)


def _leave(state: State, course: Course) -> State:
    course.told.append(LeftBehind(state.table.turn, *reached(state.table)))
    return _moved(state, course)


def _without_tile(table: Table, space: int, tile: int, course: Course) -> Table:
    """The table after this tile left the board."""
    quest = replace(table.quests[space], face="gone", tile=tile)
    if table.tiles_left == 1:
        course.told.append(LastTile())
    return replace(table, quests=with_item(table.quests, space, quest), tiles_left=table.tiles_left - 1)


def _moved(state: State, course: Course) -> State:
    """What follows a movement: the next roll, the unfriendly manoeuvre, or the rest of the turn."""
    table = state.table
    left = current_effect(table).left - 1
    if left:
        return _roll(state, left, course)
    robs = table.options.manoeuvres and not table.robbed and bool(victims(table))
    return replace(state, table=replace(table, step="rob" if robs else "play", effect=None))


def _rob(state: State, move: Rob, course: Course) -> State:
    seat, victim = state.table.turn, move.victim
    if not _is_in(victim, victims(state.table)):
        raise IllegalMove("Choose a player whose pawn is next to yours and who has more cards than you.")
    state = steal(state, seat, victim, course.told, course.chance)
    return replace(state, table=replace(state.table, step="send", victim=victim, robbed=True))


def _send(state: State, move: Send, course: Course) -> State:
    table, seat, victim = state.table, state.table.turn, state.table.victim
    assert victim is not None
    if not _is_in(move.space, GUILDS):
        raise IllegalMove("Choose one of the six guilds to send that pawn to.")
    if move.space in taken_spaces(table):
        raise IllegalMove("A pawn is there already.")
    course.told.append(Sent(seat, victim, move.space))
    table = with_player(table, victim, replace(table.players[victim], pawn=move.space))
    return replace(state, table=replace(table, step="play", victim=None))


# -- The end of a turn


def _discard(state: State, move: Discard, course: Course) -> State:
    seat, card = state.table.turn, move.card
    if not _is_in(card, state.hands[seat]):
        raise IllegalMove("You don't have that card.")
    course.told.append(Discarded(seat, card))
    return _end_turn(discard(state, seat, (card,)), course)


def _end_turn(state: State, course: Course) -> State:
    """First discard down to the hand level; then the game ends or the next turn begins."""
    table, player = state.table, state.table.players[state.table.turn]
    if player.cards > player.level:
        return replace(state, table=replace(table, step="discard"))
    seats, idle = len(table.players), table.idle
    if table.phase == "finale":
        idle = 0 if table.played or table.paid else idle + 1
        if idle:
            course.told.append(Idled(table.turn))
    ends = table.phase == "last" and not table.options.finale
    if ends or not table.tiles_left or idle == seats:
        return _end_game(state, course)
    if table.phase == "last":
        table = replace(table, phase="finale")
        course.told.append(FinaleBegan())
    turn = (table.turn + 1) % seats
    table = replace(table, step="play", turn=turn, played=False, paid=False, robbed=False, idle=idle)
    return _begin_turn(replace(state, table=table), course)


def _begin_turn(state: State, course: Course) -> State:
    course.before_turn = len(course.told)
    if state.table.phase == "finale":
        return state
    state = draw(state, state.table.turn, course.told, course.chance)
    if state.table.pile:
        return state
    course.told.append(PileEmptied(state.table.options.finale))
    return replace(state, table=replace(state.table, phase="last"))


def _end_game(state: State, course: Course) -> State:
    players = state.table.players
    if state.table.options.heroes:
        players = tuple([replace(player, hero=state.heroes[seat]) for seat, player in enumerate(players)])
        course.told += [HeroShown(seat, state.heroes[seat]) for seat in range(len(players))]
    return replace(state, table=replace(state.table, step="over", players=players))


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
    imagine=imagine,
    secrets=secrets,
    census=census,
    tell=tell,
)
