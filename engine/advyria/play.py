"""What each move does. A move can come from anywhere, so its numbers are checked for their type too."""

from collections.abc import Iterable

from languages import say, say_many

from ..game import IllegalMove
from ..records import replace
from . import cards
from .cards import (
    ADVENTURES,
    GOLD,
    JOKER,
    KNIGHT,
    PLURALS,
    SETS,
    WARRIOR,
    WIZARD,
    card_name,
    card_of,
)
from .choices import (
    HIGHEST,
    MOST_LEVEL,
    any_face_down,
    colour_in_vain,
    current_effect,
    own_pawn,
    payment_in_vain,
    reached,
    set_in_vain,
    taken_spaces,
    victims,
)
from .draft import Draft
from .events import (
    Completed,
    Discarded,
    Eased,
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
    Rolled,
    Sent,
    Settled,
    Turned,
    Went,
)
from .hands import discard, draw, show, steal
from .land import GUILDS, QUESTS, SPACES, WITHIN, space_name
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
from .state import Effect, Source

MOST_LOSSES = 11


def apply(draft: Draft, move: Move) -> None:
    """A move of the step that the game waits for. Raises IllegalMove."""
    match move:
        case Settle():
            _settle(draft, move)
        case PlaySet():
            _play_set(draft, move)
        case PlayWizard():
            _play_wizard(draft, move)
        case PlayAdventure():
            _play_adventure(draft, move)
        case PayWizard():
            _pay_wizard(draft)
        case EndTurn():
            _end_turn(draft)
        case Go():
            _go(draft, move)
        case Complete():
            _complete(draft)
        case Leave():
            _leave(draft)
        case Turn():
            _turn(draft, move)
        case Look():
            _look(draft, move)
        case StopLooking() | Spare():
            draft.table = replace(draft.table, step="play", effect=None)
        case Rob():
            _rob(draft, move)
        case Send():
            _send(draft, move)
        case Discard():
            _discard(draft, move)


def _is_in(number: object, numbers: Iterable[int]) -> bool:
    return type(number) is int and number in numbers


def _settle(draft: Draft, move: Settle) -> None:
    table, seat = draft.table, draft.table.turn
    if not _is_in(move.space, GUILDS):
        raise IllegalMove(say("Choose one of the six guilds to set out from."))
    if move.space in taken_spaces(table):
        raise IllegalMove(say("Another pawn is there already."))
    draft.events.append(Settled(seat, move.space))
    draft.put_player(seat, replace(draft.player, pawn=move.space))
    if seat + 1 < len(table.players):
        draft.before_turn = 1
        draft.table = replace(draft.table, turn=seat + 1)
        return
    draft.table = replace(draft.table, turn=0, step="play")
    for owner in range(len(table.players)):
        draw(draft, owner)
    _begin_turn(draft)


# -- Cards


def _play_set(draft: Draft, move: PlaySet) -> None:
    kind, size, jokers = move.kind, move.size, move.jokers
    if not _is_in(kind, SETS):
        raise IllegalMove(say("A set is of Knights of Fortune, Warriors or Fairies."))
    if not _is_in(size, range(2, 5)) or not _is_in(jokers, range(size + 1)):
        raise IllegalMove(say("A set is 2 to 4 cards, Jokers included."))
    seat, hand = draft.table.turn, draft.state.hands[draft.table.turn]
    if hand.count(kind) < size - jokers:
        raise IllegalMove(say("You don't have that many {cards}.", cards=say(PLURALS[kind])))
    if hand.count(JOKER) < jokers:
        raise IllegalMove(say("You don't have that many {cards}.", cards=say(PLURALS[JOKER])))
    if reason := set_in_vain(draft.table, kind, size):
        raise IllegalMove(say(reason))
    draft.events.append(PlayedSet(seat, kind, size, jokers))
    _play_cards(draft, (kind,) * (size - jokers) + (JOKER,) * jokers)
    if kind == KNIGHT:
        _roll(draft, size - 1)
    elif kind == WARRIOR:
        _turning(draft, "warrior", size - 1)
    else:
        if size == 4 and draft.player.losses:
            draft.events.append(Eased(seat, draft.player.losses - 1))
            draft.put_player(seat, replace(draft.player, losses=draft.player.losses - 1))
        _looking(draft, "fairy", size - 1)


def _play_wizard(draft: Draft, move: PlayWizard) -> None:
    seat = draft.table.turn
    if type(move.joker) is not bool:
        raise IllegalMove(say("Play a Wizard, or a Joker as one."))
    card = JOKER if move.joker else WIZARD
    if card not in draft.state.hands[seat]:
        raise IllegalMove(say("You have no {card}.", card=card_name(card)))
    if draft.player.level == MOST_LEVEL:
        raise IllegalMove(say(HIGHEST))
    draft.events.append(PlayedWizard(seat, move.joker))
    _play_cards(draft, (card,))
    _raise(draft, 1, 0 if move.joker else 1)


def _play_adventure(draft: Draft, move: PlayAdventure) -> None:
    table, seat, adventure = draft.table, draft.table.turn, move.adventure
    if not table.options.special_actions:
        raise IllegalMove(say("This game has no special actions: adventure cards only complete adventures."))
    if not _is_in(adventure, range(len(ADVENTURES))) or card_of(adventure) not in draft.state.hands[seat]:
        raise IllegalMove(say("You don't have that adventure card."))
    if reason := colour_in_vain(table, adventure):
        raise IllegalMove(say(reason))
    draft.events.append(PlayedAdventure(seat, adventure))
    _play_cards(draft, (card_of(adventure),))
    match ADVENTURES[adventure].colour:
        case cards.RED:
            draft.table = replace(draft.table, step="go", effect=Effect("red", 1, None))
        case cards.BLUE:
            _raise(draft, 2, 0)
        case cards.YELLOW:
            _turning(draft, "yellow", 3)
        case cards.GREEN:
            _looking(draft, "green", 4)


def _play_cards(draft: Draft, played: tuple[int, ...]) -> None:
    """The seat to act plays these cards."""
    discard(draft, draft.table.turn, played)
    if not draft.table.played:
        draft.table = replace(draft.table, played=True)


def _pay_wizard(draft: Draft) -> None:
    seat = draft.table.turn
    if reason := payment_in_vain(draft.table):
        raise IllegalMove(say(reason))
    if WIZARD not in draft.state.hands[seat]:
        raise IllegalMove(say("You have no Wizard. A Joker can't be paid."))
    draft.events.append(PaidWizard(seat))
    show(draft, seat, (WIZARD,))
    draft.table = replace(draft.table, paid=True, spent=draft.table.spent + 1)
    draw(draft, seat)


def _raise(draft: Draft, levels: int, losses: int) -> None:
    """Raise the hand level, and take losses for it."""
    seat, player = draft.table.turn, draft.player
    level, losses = min(player.level + levels, MOST_LEVEL), min(player.losses + losses, MOST_LOSSES)
    draft.events.append(Raised(seat, level, losses))
    draft.put_player(seat, replace(player, level=level, losses=losses))


def _turning(draft: Draft, source: Source, most: int) -> None:
    effect = Effect(source, min(most, draft.player.villages), None)
    draft.table = replace(draft.table, step="turn", effect=effect)


def _turn(draft: Draft, move: Turn) -> None:
    seat, player, most = draft.table.turn, draft.player, current_effect(draft.table).left
    if not _is_in(move.count, range(most + 1)):
        raise IllegalMove(say("You can flip {most} at most.", most=most))
    draft.events.append(Turned(seat, move.count))
    draft.put_player(seat, replace(player, villages=player.villages - move.count, gold=player.gold + move.count))
    draft.table = replace(draft.table, step="play", effect=None)


def _looking(draft: Draft, source: Source, looks: int) -> None:
    if any_face_down(draft.table):
        draft.table = replace(draft.table, step="look", effect=Effect(source, looks, None))


def _look(draft: Draft, move: Look) -> None:
    table, seat, space = draft.table, draft.table.turn, move.space
    if not _is_in(space, QUESTS):
        raise IllegalMove(say("That space has no quest tile."))
    quest, effect = table.quests[space], current_effect(table)
    if quest.face != "down":
        raise IllegalMove(say("No tile lies face down there."))
    draft.events += (Looked(seat, space), Looked(seat, space, draft.state.tiles[space], audience=(seat,)))
    if seat not in quest.looked:
        draft.put_quest(space, replace(quest, looked=(*quest.looked, seat)))
    if effect.left > 1:
        draft.table = replace(draft.table, effect=replace(effect, left=effect.left - 1))
    else:
        draft.table = replace(draft.table, step="play", effect=None)


# -- The pawn


def _roll(draft: Draft, left: int) -> None:
    """Roll for the next of `left` movements."""
    table = draft.table
    (roll,) = draft.chance.dice(f"dice/{table.rolls}", 1)
    draft.events.append(Rolled(table.turn, roll))
    draft.table = replace(table, step="go", rolls=table.rolls + 1, effect=Effect("knight", left, roll))


def _go(draft: Draft, move: Go) -> None:
    table, seat, space = draft.table, draft.table.turn, move.space
    if not _is_in(space, range(len(SPACES))):
        raise IllegalMove(say("Advyria has no such space."))
    pawn, roll = own_pawn(table), current_effect(table).roll
    if roll is not None and space not in WITHIN[pawn][roll]:
        refused = say_many(
            "It takes more than {count} steps to {space}.",
            "It takes more than {count} steps to {space}.",
            roll,
            space=space_name(space),
        )
        raise IllegalMove(refused)
    if space != pawn and space in taken_spaces(table):
        raise IllegalMove(say("Another pawn is there."))
    draft.events.append(Went(seat, pawn, space))
    draft.put_player(seat, replace(draft.player, pawn=space))
    if space not in QUESTS or table.quests[space].face == "gone":
        _after_movement(draft)
        return
    tile, quest = draft.state.tiles[space], table.quests[space]
    draft.events.append(Found(seat, space, tile, quest.face == "down"))
    if tile == GOLD:
        draft.put_player(seat, replace(draft.player, villages=draft.player.villages + 1))
        _take_tile(draft, space, tile)
        _after_movement(draft)
        return
    if quest.face == "down":
        draft.put_quest(space, replace(quest, face="up", tile=tile))
    draft.table = replace(draft.table, step="adventure")


def _complete(draft: Draft) -> None:
    space, adventure = reached(draft.table)
    seat, card = draft.table.turn, card_of(adventure)
    if card not in draft.state.hands[seat]:
        raise IllegalMove(say("You don't have the card of {adventure}.", adventure=card_name(card)))
    draft.events.append(Completed(seat, space, adventure))
    show(draft, seat, (card,))
    draft.put_player(seat, replace(draft.player, completed=(*draft.player.completed, adventure)))
    _take_tile(draft, space, adventure)
    _after_movement(draft)


def _leave(draft: Draft) -> None:
    draft.events.append(LeftBehind(draft.table.turn, *reached(draft.table)))
    _after_movement(draft)


def _take_tile(draft: Draft, space: int, tile: int) -> None:
    """A tile leaves the board."""
    if draft.table.tiles_left == 1:
        draft.events.append(LastTile())
    draft.put_quest(space, replace(draft.table.quests[space], face="gone", tile=tile))
    draft.table = replace(draft.table, tiles_left=draft.table.tiles_left - 1)


def _after_movement(draft: Draft) -> None:
    """Go on after a movement: the next roll, the unfriendly manoeuvre, or the rest of the turn."""
    table = draft.table
    left = current_effect(table).left - 1
    if left:
        _roll(draft, left)
    else:
        robs = table.options.manoeuvres and not table.robbed and bool(victims(table))
        draft.table = replace(table, step="rob" if robs else "play", effect=None)


def _rob(draft: Draft, move: Rob) -> None:
    seat, victim = draft.table.turn, move.victim
    if not _is_in(victim, victims(draft.table)):
        raise IllegalMove(say("Choose a player whose pawn is next to yours and who has more cards than you."))
    steal(draft, seat, victim)
    draft.table = replace(draft.table, step="send", victim=victim, robbed=True)


def _send(draft: Draft, move: Send) -> None:
    table, seat, victim = draft.table, draft.table.turn, draft.table.victim
    assert victim is not None
    if not _is_in(move.space, GUILDS):
        raise IllegalMove(say("Choose one of the six guilds to send that pawn to."))
    if move.space in taken_spaces(table):
        raise IllegalMove(say("A pawn is there already."))
    draft.events.append(Sent(seat, victim, move.space))
    draft.put_player(victim, replace(table.players[victim], pawn=move.space))
    draft.table = replace(draft.table, step="play", victim=None)


# -- The end of a turn


def _discard(draft: Draft, move: Discard) -> None:
    seat, card = draft.table.turn, move.card
    if not _is_in(card, draft.state.hands[seat]):
        raise IllegalMove(say("You don't have that card."))
    draft.events.append(Discarded(seat, card))
    discard(draft, seat, (card,))
    _end_turn(draft)


def _end_turn(draft: Draft) -> None:
    """First discard down to the hand level; then the game ends or the next turn begins."""
    table = draft.table
    if draft.player.cards > draft.player.level:
        draft.table = replace(table, step="discard")
        return
    seats, idle = len(table.players), table.idle
    if table.phase == "finale":
        idle = 0 if table.played or table.paid else idle + 1
        if idle:
            draft.events.append(Idled(table.turn))
    ends = table.phase == "last" and not table.options.finale
    if ends or not table.tiles_left or idle == seats:
        _end_game(draft)
        return
    if table.phase == "last":
        table = replace(table, phase="finale")
        draft.events.append(FinaleBegan())
    turn = (table.turn + 1) % seats
    draft.table = replace(table, step="play", turn=turn, played=False, paid=False, robbed=False, idle=idle)
    _begin_turn(draft)


def _begin_turn(draft: Draft) -> None:
    draft.before_turn = len(draft.events)
    if draft.table.phase == "finale":
        return
    draw(draft, draft.table.turn)
    if not draft.table.pile:
        draft.events.append(PileEmptied(draft.table.options.finale))
        draft.table = replace(draft.table, phase="last")


def _end_game(draft: Draft) -> None:
    players, heroes = draft.table.players, draft.state.heroes
    if draft.table.options.heroes:
        players = tuple([replace(player, hero=heroes[seat]) for seat, player in enumerate(players)])
        draft.events += [HeroShown(seat, heroes[seat]) for seat in range(len(players))]
    draft.table = replace(draft.table, step="over", players=players)
