"""The guilds of Advyria, by Stefan Wenz: guilds collect gold and complete adventures, against each other or together.

Pawns are settled first. A turn is then any number of cards and sets, each carried out step by step:

    PlaySet of Knights -> Go (-> Complete | Leave) for each roll of the die (-> Rob -> Send | Spare)
    PlaySet of Warriors -> Turn
    PlaySet of Fairies -> Look | StopLooking, for each look
    PlayWizard
    PlayAdventure -> as Knights without a die | hand level | Turn | Look
    PayWizard, in the grand finale and before anything was played
    EndTurn (-> Discard, down to the hand level)

Three cards are drawn as a turn begins. No step tells what a hand holds: whoever reaches an adventure is asked, card
or no card.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from msgspec.structs import replace

from ..chance import Chance
from ..game import Game, IllegalMove, Outcome, Seat, Step, heard, require_options
from .cards import (
    ADVENTURES,
    BLUE,
    CARDS,
    DECK,
    FAIRY,
    FIRST_ADVENTURE_CARD,
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
from .counting import deal_again
from .land import GUILDS, NEIGHBOURS, QUESTS, SPACES, WITHIN
from .pieces import (
    Complete,
    Completed,
    Discard,
    Discarded,
    Drew,
    Eased,
    Effect,
    EndTurn,
    Event,
    FinaleBegan,
    Found,
    Go,
    HeroShown,
    Idled,
    Known,
    LastTile,
    Leave,
    LeftBehind,
    Look,
    Looked,
    Mine,
    Move,
    Options,
    PaidWizard,
    Passage,
    PayWizard,
    PileEmptied,
    PlayAdventure,
    PlayedAdventure,
    PlayedSet,
    PlayedWizard,
    Player,
    PlaySet,
    PlayWizard,
    Quest,
    Raised,
    Reshuffled,
    Rob,
    Robbed,
    Rolled,
    Send,
    Sent,
    Settle,
    Settled,
    Spare,
    State,
    StopLooking,
    Table,
    Turn,
    Turned,
    View,
    Went,
)
from .telling import tell

MOST_LEVEL, MOST_LOSSES = 14, 11
RATINGS = (  # the least gold for it, in solo and co-operative games
    (96, "godlike"),
    (86, "grandiose"),
    (71, "remarkable"),
    (51, "adventurous"),
    (26, "little praiseworthy"),
)


def new(seats: int, options: Options, chance: Chance) -> State:
    if seats not in GAME.seats:
        raise IllegalMove("Advyria is for one to four players.")
    require_options(Options, options)
    if (options.mode == "solo") != (seats == 1):
        raise IllegalMove("One player plays the solo game, two to four compete or co-operate.")
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


def legal_moves(state: State) -> tuple[Move, ...]:
    table = state.table
    match table.step:
        case "settle" | "send":
            return tuple(map((Settle if table.step == "settle" else Send), _free_guilds(table)))
        case "play":
            return _plays(state)
        case "go":
            return tuple([_GO[space] for space in _reach(table)])
        case "adventure":
            return (Complete(), Leave()) if _card_here(table) in state.hands[table.turn] else (Leave(),)
        case "turn":
            return tuple(map(Turn, range(_effect(table).left, -1, -1)))
        case "look":
            return (*(Look(space) for space in _face_down(table)), StopLooking())
        case "rob":
            return (*map(Rob, _victims(table)), Spare())
        case "discard":
            return tuple(map(Discard, sorted({*state.hands[table.turn]})))
        case "over":
            return ()


def play(state: State, move: Move, chance: Chance) -> Step[State, Event]:
    if _STEPS.get(type(move)) != state.table.step:
        raise IllegalMove(_WAITING[state.table.step])
    match move:
        case Settle():
            return _settle(state, move, chance)
        case PlaySet():
            return _play_set(state, move, chance)
        case PlayWizard():
            return _play_wizard(state, move)
        case PlayAdventure():
            return _play_adventure(state, move)
        case PayWizard():
            return _pay_wizard(state, chance)
        case EndTurn():
            return _end_turn(state, (), chance)
        case Go():
            return _go(state, move, chance)
        case Complete():
            return _complete(state, chance)
        case Leave():
            space, adventure = _reached(state.table)
            return _moved(state, state, state.table, (LeftBehind(state.table.turn, space, adventure),), chance)
        case Turn():
            return _turn(state, move)
        case Look():
            return _look(state, move)
        case StopLooking():
            return _step(state, replace(state, table=replace(state.table, step="play", effect=None)))
        case Rob():
            return _rob(state, move, chance)
        case Spare():
            return _step(state, replace(state, table=replace(state.table, step="play")))
        case Send():
            return _send(state, move)
        case Discard():
            return _discard(state, move, chance)


def view(state: State, seat: Seat | None) -> View:
    return View(state.table, None if seat is None else _mine(state, seat))


def outcome(state: State) -> Outcome | None:
    table = state.table
    if table.step != "over":
        return None
    simple, accounts = table.options.simple_scoring, [account(table, player) for player in table.players]
    coins = [player.gold for player in table.players]
    totals = [one.total for one in accounts]
    if table.options.mode != "compete":
        scores, rated = (sum(totals),) * len(totals), rating(sum(totals))
        headline = f"Adventures completed: {sum(totals)}." if simple else f"{sum(totals)} gold: {rated}."
        return Outcome((), scores, None, headline, (sum(coins),) if simple else ())
    places = list(zip(totals, coins, strict=True)) if simple else [(total, 0) for total in totals]
    best = max(places)
    winners = tuple(seat for seat, place in enumerate(places) if place == best)
    adventures = "1 adventure" if best[0] == 1 else f"{best[0]} adventures"
    what = f"{adventures} and {2 * best[1]} gold in coins" if simple else f"{best[0]} gold"
    headline = f"{what} win." if len(winners) == 1 else f"{what} each: the win is shared."
    return Outcome(winners, tuple(totals), None, headline)


class Account(NamedTuple):
    """What makes up a total, in gold. With simple scoring the total is the number of adventures instead."""

    coins: int  # gold tiles turned to their gold side
    adventures: int
    losses: int  # taken off
    hero: int  # the bonus; 0 till heroes are shown
    total: int


def account(table: Table, player: Player) -> Account:
    coins, adventures, losses = 2 * player.gold, 5 * len(player.completed), player.losses
    if table.options.simple_scoring:
        return Account(coins, adventures, 0, 0, len(player.completed))
    on_hero = () if player.hero is None else HEROES[player.hero].adventures
    hero = 5 * len({*player.completed} & {*on_hero})
    return Account(coins, adventures, losses, hero, coins + adventures - losses + hero)


def rating(gold: int) -> str:
    """Of all the gold of a solo or co-operative game."""
    return next((name for least, name in RATINGS if gold >= least), "poor")


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
        heroes = _completed(dealt, range(len(HEROES)), chance, "imagine/heroes")
    tiles_again = _completed(tiles, TILES, chance, "imagine/tiles")
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


# -- Which moves there are

_STEPS: Mapping[type, str] = {
    Settle: "settle",
    **dict.fromkeys((PlaySet, PlayWizard, PlayAdventure, PayWizard, EndTurn), "play"),
    Go: "go",
    **dict.fromkeys((Complete, Leave), "adventure"),
    Turn: "turn",
    **dict.fromkeys((Look, StopLooking), "look"),
    **dict.fromkeys((Rob, Spare), "rob"),
    Send: "send",
    Discard: "discard",
}
_WAITING = {
    "settle": "First choose a guild to set out from.",
    "play": "Play a set or a card, or end your turn.",
    "go": "First move your pawn, or let it stay where it stands.",
    "adventure": "First say whether you complete the adventure or leave it.",
    "turn": "First say how many villages you turn to gold.",
    "look": "First choose a tile to look at, or stop looking.",
    "rob": "First say whether you make an unfriendly manoeuvre.",
    "send": "First choose the guild to send the other pawn to.",
    "discard": "First discard down to your hand level.",
    "over": "The game is over.",
}
_HIGHEST = f"Your hand level is {MOST_LEVEL}, the highest there is."
_GO = tuple(map(Go, range(len(SPACES))))


def _plays(state: State) -> tuple[Move, ...]:
    table, hand = state.table, state.hands[state.table.turn]
    counts = [hand.count(card) for card in range(FIRST_ADVENTURE_CARD)]
    jokers, moves = counts[JOKER], list[Move]()
    for kind in SETS:
        for size in range(2, min(4, counts[kind] + jokers) + 1):
            if _set_in_vain(table, kind, size) is None:
                moves += [PlaySet(kind, size, of) for of in range(max(0, size - counts[kind]), min(size, jokers) + 1)]
    if table.players[table.turn].level < MOST_LEVEL:
        moves += [PlayWizard(joker) for joker in (False, True) if counts[JOKER if joker else WIZARD]]
    if table.options.special_actions:
        adventures = [card - FIRST_ADVENTURE_CARD for card in hand if card >= FIRST_ADVENTURE_CARD]
        moves += [PlayAdventure(adventure) for adventure in adventures if _colour_in_vain(table, adventure) is None]
    if counts[WIZARD] and _payment_in_vain(table) is None:
        moves.append(PayWizard())
    return (*moves, EndTurn())


def _set_in_vain(table: Table, kind: int, size: int) -> str | None:
    """Why a set of this kind can do nothing now; None when it can do something."""
    player = table.players[table.turn]
    if kind == WARRIOR and not player.villages:
        return "You have no village to turn."
    if kind == FAIRY and not (size == 4 and player.losses) and not _face_down(table):
        return "No tile on the board lies face down any more."
    return None


def _colour_in_vain(table: Table, adventure: int) -> str | None:
    """Why the special action of this adventure's colour can do nothing now."""
    colour = ADVENTURES[adventure].colour
    if colour == BLUE and table.players[table.turn].level == MOST_LEVEL:
        return _HIGHEST
    if colour == YELLOW:
        return _set_in_vain(table, WARRIOR, 2)
    return _set_in_vain(table, FAIRY, 2) if colour == GREEN else None


def _payment_in_vain(table: Table) -> str | None:
    if table.phase != "finale":
        return "Wizards are paid in the grand finale only."
    if table.played:
        return "Pay your Wizard before you play anything."
    if table.paid:
        return "One Wizard a turn is all you may pay."
    return None if table.pile or table.discards else "There is no card left to draw."


def _reach(table: Table) -> Iterable[int]:
    """Where the pawn may end: it passes over others but doesn't end on one."""
    effect, taken = _effect(table), _taken(table)
    pawn = _pawn(table)
    taken.discard(pawn)
    spaces = range(len(SPACES)) if effect.roll is None else WITHIN[pawn][effect.roll]
    return [space for space in spaces if space not in taken]


def _taken(table: Table) -> set[int]:
    return {player.pawn for player in table.players if player.pawn is not None}


def _free_guilds(table: Table) -> list[int]:
    taken = _taken(table)
    return [space for space in GUILDS if space not in taken]


def _face_down(table: Table) -> list[int]:
    return [space for space, quest in enumerate(table.quests) if quest.face == "down"]


def _victims(table: Table) -> list[Seat]:
    """Whom the seat to act may rob from where its pawn stands."""
    near, cards = NEIGHBOURS[_pawn(table)], table.players[table.turn].cards
    return [seat for seat, player in enumerate(table.players) if player.pawn in near and player.cards > cards]


def _effect(table: Table) -> Effect:
    assert table.effect is not None
    return table.effect


def _pawn(table: Table) -> int:
    """Where the pawn of the seat to act stands."""
    pawn = table.players[table.turn].pawn
    assert pawn is not None
    return pawn


def _reached(table: Table) -> tuple[int, int]:
    """The space of the pawn and the adventure that lies face up there."""
    space = _pawn(table)
    adventure = table.quests[space].tile
    assert adventure is not None
    return space, adventure


def _card_here(table: Table) -> int:
    return card_of(_reached(table)[1])


# -- What the moves do. A move can come from anywhere, so its numbers are checked for their type too.


def _is_in(number: object, numbers: Iterable[int]) -> bool:
    return type(number) is int and number in numbers


def _settle(state: State, move: Settle, chance: Chance) -> Step[State, Event]:
    table, seat = state.table, state.table.turn
    if not _is_in(move.space, GUILDS):
        raise IllegalMove("Set out from one of the six guilds.")
    if move.space in _taken(table):
        raise IllegalMove("Another pawn stands there already.")
    table = _with_player(table, seat, pawn=move.space)
    settled = Settled(seat, move.space)
    if seat + 1 < len(table.players):
        return _step(state, replace(state, table=replace(table, turn=seat + 1)), (settled,), ())
    after, events = replace(state, table=table), tuple[Event, ...]()
    for owner in range(len(table.players)):
        after, drawn = _draw(after, owner, chance)
        events += drawn
    after, drawn = _begin_turn(replace(after, table=replace(after.table, turn=0, step="play")), chance)
    return _step(state, after, (settled, *events), drawn)


def _play_set(state: State, move: PlaySet, chance: Chance) -> Step[State, Event]:
    kind, size, jokers = move.kind, move.size, move.jokers
    if not _is_in(kind, SETS):
        raise IllegalMove("Sets are of Knights of Fortune, Warriors or Fairies.")
    if not _is_in(size, range(2, 5)) or not _is_in(jokers, range(size + 1)):
        raise IllegalMove("A set is two to four cards, Jokers included.")
    table, seat, hand = state.table, state.table.turn, state.hands[state.table.turn]
    if hand.count(kind) < size - jokers:
        raise IllegalMove(f"You don't hold so many {PLURALS[kind]}.")
    if hand.count(JOKER) < jokers:
        raise IllegalMove(f"You don't hold so many {PLURALS[JOKER]}.")
    if reason := _set_in_vain(table, kind, size):
        raise IllegalMove(reason)
    after = _discarded(state, (kind,) * (size - jokers) + (JOKER,) * jokers)
    events: tuple[Event, ...] = (PlayedSet(seat, kind, size, jokers),)
    if kind == KNIGHT:
        return _roll(state, after, size - 1, events, chance)
    if kind == WARRIOR:
        return _step(state, _turning(after, "warrior", size - 1), events)
    if size == 4 and (losses := after.table.players[seat].losses):
        after = replace(after, table=_with_player(after.table, seat, losses=losses - 1))
        events += (Eased(seat, losses - 1),)
    return _step(state, _looking(after, "fairy", size - 1), events)


def _play_wizard(state: State, move: PlayWizard) -> Step[State, Event]:
    table, seat = state.table, state.table.turn
    if type(move.joker) is not bool:
        raise IllegalMove("Play a Wizard, or a Joker as one.")
    card = JOKER if move.joker else WIZARD
    if card not in state.hands[seat]:
        raise IllegalMove(f"You hold no {CARDS[card]}.")
    if table.players[seat].level == MOST_LEVEL:
        raise IllegalMove(_HIGHEST)
    after, raised = _raise(_discarded(state, (card,)), 1, 0 if move.joker else 1)
    return _step(state, after, (PlayedWizard(seat, move.joker), raised))


def _play_adventure(state: State, move: PlayAdventure) -> Step[State, Event]:
    table, seat, adventure = state.table, state.table.turn, move.adventure
    if not table.options.special_actions:
        raise IllegalMove("In this game adventure cards only complete adventures.")
    if not _is_in(adventure, range(len(ADVENTURES))) or card_of(adventure) not in state.hands[seat]:
        raise IllegalMove("You don't hold that adventure.")
    if reason := _colour_in_vain(table, adventure):
        raise IllegalMove(reason)
    after = _discarded(state, (card_of(adventure),))
    events: tuple[Event, ...] = (PlayedAdventure(seat, adventure),)
    colour = ADVENTURES[adventure].colour
    if colour == RED:
        ride = replace(after.table, step="go", effect=Effect("red", 1, None))
        return _step(state, replace(after, table=ride), events)
    if colour == BLUE:
        after, raised = _raise(after, 2, 0)
        return _step(state, after, (*events, raised))
    if colour == YELLOW:
        return _step(state, _turning(after, "yellow", 3), events)
    assert colour == GREEN
    return _step(state, _looking(after, "green", 4), events)


def _pay_wizard(state: State, chance: Chance) -> Step[State, Event]:
    table, seat = state.table, state.table.turn
    if reason := _payment_in_vain(table):
        raise IllegalMove(reason)
    if WIZARD not in state.hands[seat]:
        raise IllegalMove("You hold no Wizard, and a Joker can't be paid.")
    after = _shown(state, seat, (WIZARD,))
    after = replace(after, table=replace(after.table, paid=True, spent=table.spent + 1))
    after, drawn = _draw(after, seat, chance)
    return _step(state, after, (PaidWizard(seat), *drawn))


def _raise(state: State, levels: int, losses: int) -> tuple[State, Raised]:
    seat, player = state.table.turn, state.table.players[state.table.turn]
    level, losses = min(player.level + levels, MOST_LEVEL), min(player.losses + losses, MOST_LOSSES)
    table = _with_player(state.table, seat, level=level, losses=losses)
    return replace(state, table=table), Raised(seat, level, losses)


def _turning(state: State, source: Any, most: int) -> State:
    villages = state.table.players[state.table.turn].villages
    effect = Effect(source, min(most, villages), None)
    return replace(state, table=replace(state.table, step="turn", effect=effect))


def _looking(state: State, source: Any, looks: int) -> State:
    if not _face_down(state.table):
        return state
    return replace(state, table=replace(state.table, step="look", effect=Effect(source, looks, None)))


def _roll(before: State, after: State, left: int, events: tuple[Event, ...], chance: Chance) -> Step[State, Event]:
    table = after.table
    (roll,) = chance.dice(f"dice/{table.rolls}", 1)
    table = replace(table, step="go", rolls=table.rolls + 1, effect=Effect("knight", left, roll))
    return _step(before, replace(after, table=table), (*events, Rolled(table.turn, roll)))


def _go(state: State, move: Go, chance: Chance) -> Step[State, Event]:
    table, seat, space = state.table, state.table.turn, move.space
    if not _is_in(space, range(len(SPACES))):
        raise IllegalMove("There is no such space in Advyria.")
    pawn, roll = _pawn(table), _effect(table).roll
    if roll is not None and space not in WITHIN[pawn][roll]:
        raise IllegalMove(f"It is more than {roll} steps to {SPACES[space].name}.")
    if space != pawn and space in _taken(table):
        raise IllegalMove("Another pawn stands there.")
    table = _with_player(table, seat, pawn=space)
    events: tuple[Event, ...] = (Went(seat, pawn, space),)
    if space not in QUESTS or table.quests[space].face == "gone":
        return _moved(state, state, table, events, chance)
    tile, fresh = state.tiles[space], table.quests[space].face == "down"
    events += (Found(seat, space, tile, fresh),)
    if tile == GOLD:
        table = _with_player(table, seat, villages=table.players[seat].villages + 1)
        return _moved(state, state, *_taken_away(table, space, tile, events), chance)
    quests = _with(table.quests, space, replace(table.quests[space], face="up", tile=tile)) if fresh else table.quests
    return _step(state, replace(state, table=replace(table, step="adventure", quests=quests)), events)


def _complete(state: State, chance: Chance) -> Step[State, Event]:
    space, adventure = _reached(state.table)
    seat, card = state.table.turn, card_of(adventure)
    if card not in state.hands[seat]:
        raise IllegalMove(f"You don't hold {card_name(card)}.")
    after = _shown(state, seat, (card,))
    table = _with_player(after.table, seat, completed=(*after.table.players[seat].completed, adventure))
    completed = Completed(seat, space, adventure)
    return _moved(state, after, *_taken_away(table, space, adventure, (completed,)), chance)


def _taken_away(table: Table, space: int, tile: int, events: tuple[Event, ...]) -> tuple[Table, tuple[Event, ...]]:
    """The tile has left the board."""
    quest = replace(table.quests[space], face="gone", tile=tile)
    table = replace(table, quests=_with(table.quests, space, quest), tiles_left=table.tiles_left - 1)
    return table, events if table.tiles_left else (*events, LastTile())


def _moved(before: State, after: State, table: Table, events: tuple[Event, ...], chance: Chance) -> Step[State, Event]:
    """A movement is over, with its tile: the next roll, the unfriendly manoeuvre, or the turn goes on."""
    left = _effect(table).left - 1
    if left:
        return _roll(before, replace(after, table=table), left, events, chance)
    robs = table.options.manoeuvres and not table.robbed and bool(_victims(table))
    table = replace(table, step="rob" if robs else "play", effect=None)
    return _step(before, replace(after, table=table), events)


def _turn(state: State, move: Turn) -> Step[State, Event]:
    table, seat, player = state.table, state.table.turn, state.table.players[state.table.turn]
    most = _effect(table).left
    if not _is_in(move.count, range(most + 1)):
        raise IllegalMove(f"You may turn {most} at most.")
    table = replace(table, step="play", effect=None)
    table = _with_player(table, seat, villages=player.villages - move.count, gold=player.gold + move.count)
    return _step(state, replace(state, table=table), (Turned(seat, move.count),))


def _look(state: State, move: Look) -> Step[State, Event]:
    table, seat, space = state.table, state.table.turn, move.space
    if not _is_in(space, QUESTS):
        raise IllegalMove("No quest tile was ever laid there.")
    quest, effect = table.quests[space], _effect(table)
    if quest.face != "down":
        raise IllegalMove("No tile lies face down there.")
    if seat not in quest.looked:
        table = replace(table, quests=_with(table.quests, space, replace(quest, looked=(*quest.looked, seat))))
    if effect.left > 1:
        table = replace(table, effect=replace(effect, left=effect.left - 1))
    else:
        table = replace(table, step="play", effect=None)
    events = (Looked(seat, space), Looked(seat, space, state.tiles[space], audience=(seat,)))
    return _step(state, replace(state, table=table), events)


def _rob(state: State, move: Rob, chance: Chance) -> Step[State, Event]:
    table, seat, victim = state.table, state.table.turn, move.victim
    if not _is_in(victim, _victims(table)):
        raise IllegalMove("Rob a player whose pawn stands next to yours and who holds more cards than you.")
    cards = tuple(sorted(chance.shuffled(f"steal/{table.thefts}", state.hands[victim])[:2]))
    known = tuple(_unsettled(state.known, seat, victim))
    after = _with_cards(_without(replace(state, known=known), victim, cards), seat, cards)
    after = _passed(after, victim, seat, cards, shown=table.hands is not None)
    table = replace(after.table, step="send", victim=victim, robbed=True, thefts=table.thefts + 1)
    if table.hands is not None:
        return _step(state, replace(after, table=table), (Robbed(seat, victim, len(cards), cards),))
    after = replace(after, table=table, known=_learned(after.known, victim, seat, cards))
    robbed = (Robbed(seat, victim, len(cards)), Robbed(seat, victim, len(cards), cards, audience=(seat, victim)))
    return _step(state, after, robbed)


def _send(state: State, move: Send) -> Step[State, Event]:
    table, seat, victim = state.table, state.table.turn, state.table.victim
    assert victim is not None
    if not _is_in(move.space, GUILDS):
        raise IllegalMove("Send that pawn to one of the six guilds.")
    if move.space in _taken(table):
        raise IllegalMove("A pawn stands there already.")
    table = _with_player(replace(table, step="play", victim=None), victim, pawn=move.space)
    return _step(state, replace(state, table=table), (Sent(seat, victim, move.space),))


def _discard(state: State, move: Discard, chance: Chance) -> Step[State, Event]:
    seat, card = state.table.turn, move.card
    if not _is_in(card, state.hands[seat]):
        raise IllegalMove("You don't hold that card.")
    after = _shown(state, seat, (card,))
    after = replace(after, table=replace(after.table, discards=(*after.table.discards, card)))
    return _end_turn(state, (Discarded(seat, card),), chance, after)


# -- What follows


def _end_turn(
    before: State, events: tuple[Event, ...], chance: Chance, after: State | None = None
) -> Step[State, Event]:
    """The hand level, the end of the game, or the next turn."""
    after = after or before
    table, player = after.table, after.table.players[after.table.turn]
    if player.cards > player.level:
        return _step(before, replace(after, table=replace(table, step="discard")), events)
    seats, idle = len(table.players), table.idle
    if table.phase == "finale":
        idle = 0 if table.played or table.paid else idle + 1
        events += (Idled(table.turn),) if idle else ()
    ends = table.phase == "last" and not table.options.finale
    if ends or not table.tiles_left or idle == seats:
        return _over(before, after, events)
    if table.phase == "last":
        table = replace(table, phase="finale")
        events += (FinaleBegan(),)
    turn = (table.turn + 1) % seats
    table = replace(table, step="play", turn=turn, played=False, paid=False, robbed=False, idle=idle)
    after, drawn = _begin_turn(replace(after, table=table), chance)
    return _step(before, after, events, drawn)


def _begin_turn(state: State, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    if state.table.phase == "finale":
        return state, ()
    after, events = _draw(state, state.table.turn, chance)
    if after.table.pile:
        return after, events
    return replace(after, table=replace(after.table, phase="last")), (*events, PileEmptied(after.table.options.finale))


def _over(before: State, after: State, events: tuple[Event, ...]) -> Step[State, Event]:
    players = after.table.players
    if after.table.options.heroes:
        players = tuple(replace(player, hero=after.heroes[seat]) for seat, player in enumerate(players))
        events += tuple(HeroShown(seat, after.heroes[seat]) for seat in range(len(players)))
    return _step(before, replace(after, table=replace(after.table, step="over", players=players)), events)


def _step(
    before: State, after: State, events: tuple[Event, ...] = (), begun: tuple[Event, ...] | None = None
) -> Step[State, Event]:
    """`begun`: what the next turn begins with, where this step ends one."""
    recent = before.table.recent[before.table.earlier :] + heard(events, None)
    earlier = 0
    if begun is not None:
        earlier = len(recent)
        events, recent = events + begun, recent + heard(begun, None)
    reveals = any(_is_new(before.table, event) for event in events)
    return Step(replace(after, table=replace(after.table, recent=recent, earlier=earlier)), events, reveals)


def _is_new(table: Table, event: Event) -> bool:
    """Whether somebody learns from it what they couldn't know. Who plays alone knows their hand and what they saw."""
    alone = len(table.players) == 1
    match event:
        case Drew() | Rolled() | Robbed():
            return True
        case Looked(seat, space):
            return seat not in table.quests[space].looked
        case Found(seat, space):
            return event.fresh and not (alone and seat in table.quests[space].looked)
        case HeroShown():
            return not alone
        case PlayedSet() | PlayedWizard() | PlayedAdventure() | PaidWizard() | Completed() | Discarded():
            return not alone and table.hands is None
        case _:
            return False


# -- Parts


def _draw(state: State, seat: Seat, chance: Chance, count: int = 3) -> tuple[State, tuple[Event, ...]]:
    """What is left, if fewer. In the grand finale an empty pile is made anew from the discards."""
    after, cards, events = state, tuple[int, ...](), tuple[Event, ...]()
    while len(cards) < count:
        if not after.pile:
            if after.table.phase != "finale" or not after.table.discards:
                break
            after = _reshuffled(after, chance)
            events += (Reshuffled(len(after.pile)),)
        pile, drawn = after.pile[: len(cards) - count], after.pile[len(cards) - count :]
        cards += drawn
        after = replace(after, table=replace(after.table, pile=len(pile)), pile=pile)
        after = _passed(after, None, seat, tuple(sorted(drawn)), shown=after.table.hands is not None)
    cards = tuple(sorted(cards))
    if after.table.hands is not None:
        events += (Drew(seat, len(cards), cards),)
    else:
        events += (Drew(seat, len(cards)), Drew(seat, len(cards), cards, audience=(seat,)))
    return _with_cards(after, seat, cards), events


def _reshuffled(state: State, chance: Chance) -> State:
    table = state.table
    pile = chance.shuffled(f"pile/{table.piles}", table.discards)
    table = replace(table, piles=table.piles + 1, pile=len(pile), discards=())
    return _passed(replace(state, table=table, pile=pile), None, None, tuple(sorted(pile)), shown=True)


def _passed(state: State, origin: Seat | None, to: Seat | None, cards: tuple[int, ...], *, shown: bool) -> State:
    """Note that these cards went from one place to another."""
    passage = Passage(origin, to, len(cards), cards if shown else None)
    table = replace(state.table, passages=(*state.table.passages, passage))
    return replace(state, table=table, dealt=state.dealt if shown else (*state.dealt, cards))


def _with_hand(state: State, seat: Seat, hand: tuple[int, ...]) -> State:
    hands = _with(state.hands, seat, hand)
    table = _with_player(state.table, seat, cards=len(hand))
    if table.hands is not None:
        table = replace(table, hands=hands)
    return replace(state, table=table, hands=hands)


def _with_cards(state: State, seat: Seat, cards: Sequence[int]) -> State:
    return _with_hand(state, seat, tuple(sorted((*state.hands[seat], *cards))))


def _without(state: State, seat: Seat, cards: Sequence[int]) -> State:
    """These cards have left a hand, and who knew of them there knows that."""
    after = _with_hand(state, seat, _less(state.hands[seat], cards))
    if not state.known:
        return after
    known = (replace(one, cards=_less(one.cards, cards)) if one.holder == seat else one for one in state.known)
    return replace(after, known=tuple(one for one in known if one.cards))


def _shown(state: State, seat: Seat, cards: tuple[int, ...]) -> State:
    """These cards have left a hand for all to see."""
    return _passed(_without(state, seat, cards), seat, None, cards, shown=True)


def _discarded(state: State, cards: tuple[int, ...]) -> State:
    """The seat to act plays these cards."""
    after = _shown(state, state.table.turn, cards)
    return replace(after, table=replace(after.table, played=True, discards=(*after.table.discards, *cards)))


def _unsettled(known: Iterable[Known], thief: Seat, victim: Seat) -> Iterable[Known]:
    """When cards leave a hand unseen, only the thief still knows what of theirs is in it."""
    return (one for one in known if one.holder != victim or one.knower == thief)


def _learned(known: tuple[Known, ...], knower: Seat, holder: Seat, cards: tuple[int, ...]) -> tuple[Known, ...]:
    before = next((one.cards for one in known if (one.knower, one.holder) == (knower, holder)), ())
    others = [one for one in known if (one.knower, one.holder) != (knower, holder)]
    return (*others, Known(knower, holder, tuple(sorted((*before, *cards)))))


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


def _completed(known: Sequence[int | None], whole: Iterable[int], chance: Chance, label: str) -> tuple[int, ...]:
    """`known` without its gaps: in them the rest of `whole`, in a random order."""
    unseen = Counter(whole) - Counter(item for item in known if item is not None)
    rest = iter(chance.shuffled(label, sorted(unseen.elements())))
    return tuple(next(rest) if item is None else item for item in known)


def _less(cards: tuple[int, ...], gone: Iterable[int]) -> tuple[int, ...]:
    """`cards` without one for each of `gone` that is among them."""
    rest = list(cards)
    for card in gone:
        if card in rest:
            rest.remove(card)
    return tuple(rest)


def _with(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _with_player(table: Table, seat: Seat, **changes: Any) -> Table:
    return replace(table, players=_with(table.players, seat, replace(table.players[seat], **changes)))


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
    first_by_lot=True,
    secret_choices=True,
    new=new,
    to_act=to_act,
    legal_moves=legal_moves,
    play=play,
    view=view,
    outcome=outcome,
    imagine=imagine,
    census=census,
    tell=tell,
)
