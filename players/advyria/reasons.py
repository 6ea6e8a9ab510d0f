"""Why a move is good or not, in a sentence or two for people."""

from collections import Counter

from engine.advyria.cards import (
    ADVENTURES,
    BLUE,
    CARDS,
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
    card_of,
)
from engine.advyria.land import NEIGHBOURS, QUESTS, SPACES, STEPS
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
from engine.advyria.state import Mine, View

from .keen import Keen, promise
from .world import seen_by

_NUMBERS = ("no", "one", "two", "three", "four")


def reason(keen: Keen, view: View, move: Move) -> str:
    """What a legal move gives and risks."""
    table, mine = view.table, view.mine
    assert mine is not None
    match move:
        case Settle(space):
            return f"Your first move from here should bring {_nearby(keen, view, space)}."
        case PlaySet():
            return _set(keen, view, mine, move)
        case PlayWizard(joker):
            cost = "" if joker or table.options.simple_scoring else " It costs one gold in losses."
            return f"A bigger hand collects bigger sets and holds on to adventures.{cost}"
        case PlayAdventure(adventure):
            return _special(view, mine, adventure)
        case PayWizard():
            return "Three more cards: the only way to draw in the grand finale."
        case EndTurn():
            return _end(view, mine)
        case Go(space):
            return _go(view, mine, space)
        case Complete():
            _, adventure = _reached(view)
            return f"{_prize(view, adventure).capitalize()} for sure. Nobody can take that away."
        case Leave():
            return _leave(view, mine)
        case Turn(count):
            return _turn(view, count)
        case Look(space):
            return _look(view, mine, space)
        case StopLooking():
            return "It costs nothing to look: each tile you know saves a movement."
        case Rob():
            return "Two of their cards are yours, and their pawn is far from where it was."
        case Spare():
            return "You leave them two cards that you could have."
        case Send(space):
            return f"Their first move from there should bring {_nearby(keen, view, space)}, as far as you know."
        case Discard(card):
            return _discard(mine, card)


def _leave(view: View, mine: Mine) -> str:
    _, adventure = _reached(view)
    if card_of(adventure) in mine.hand:
        return f"You give up {_prize(view, adventure)} for now, and would have to come back."
    return "You don't hold its card. Come back once you do."


def _turn(view: View, count: int) -> str:
    if view.table.effect and count < view.table.effect.left:
        return "A village counts only on its gold side: flip all you can."
    return f"{_coins(view, count).capitalize()} that nobody can take away."


def _look(view: View, mine: Mine, space: int) -> str:
    if mine.tiles[space] is not None:
        return "You know this tile already."
    return "It's new to you and you may soon pass by." if _near(view, space) else "It's new to you, but far away."


def _set(keen: Keen, view: View, mine: Mine, move: PlaySet) -> str:
    table, effects = view.table, move.size - 1
    seat = table.players[mine.seat]
    helped = " It takes a Joker, which could fill up another set." if move.jokers else ""
    if move.kind == KNIGHT:
        assert seat.pawn is not None
        brings = f"the first should bring {_nearby(keen, view, seat.pawn)}"
        return f"{_count(effects, 'movement').capitalize()}: {brings}.{helped}"
    if move.kind == WARRIOR:
        count = min(effects, seat.villages)
        wasted = f" {_count(effects - count, 'flip')} would be wasted." if count < effects else ""
        return f"{_coins(view, count).capitalize()} from your villages.{wasted or helped}"
    unknown = sum(quest.face == "down" for quest in table.quests) - sum(tile is not None for tile in mine.tiles)
    eased = " It also takes away one of your losses." if move.size == 4 and seat.losses else ""
    if not unknown:
        return f"You know every tile already.{eased or helped}"
    return f"You see {_count(min(effects, unknown), 'tile')} before you set out.{eased or helped}"


def _special(view: View, mine: Mine, adventure: int) -> str:
    table, colour = view.table, ADVENTURES[adventure].colour
    lost = f"But its own adventure would be {_prize(view, adventure)}."
    if colour == RED:
        return f"It carries you to any space at once. {lost}"
    if colour == BLUE:
        return f"Your hand may hold two more cards, without losses. {lost}"
    if colour == GREEN:
        return f"You look at up to four tiles. {lost}"
    coins = _coins(view, min(3, table.players[mine.seat].villages))
    return f"{coins.capitalize()} from your villages. {lost}"


def _end(view: View, mine: Mine) -> str:
    table = view.table
    excess = len(mine.hand) - table.players[mine.seat].level
    if excess > 0:
        return f"The rest is worth more in your hand. You discard {_count(excess, 'card')}."
    closing = table.phase == "finale" or (table.phase == "last" and not table.options.finale)
    if closing and not mine.hand.count(WIZARD):
        return "Nothing that you hold brings more gold."
    return "What you hold is worth more in bigger sets: collect on."


def _go(view: View, mine: Mine, space: int) -> str:
    table, gain = view.table, _found(view, mine, space)
    near = [player for seat, player in enumerate(table.players) if seat != mine.seat and player.pawn is not None]
    richer = any(player.pawn in NEIGHBOURS[space] and player.cards > len(mine.hand) for player in near)
    last = table.effect is not None and table.effect.left == 1
    if last and richer and table.options.manoeuvres and not table.robbed:
        return f"{gain} From here you can rob somebody who holds more cards than you."
    return gain


def _found(view: View, mine: Mine, space: int) -> str:
    if space not in QUESTS or (quest := view.table.quests[space]).face == "gone":
        return f"Nothing to take at {SPACES[space].name}, but a place to go on from."
    tile = quest.tile if quest.face == "up" else mine.tiles[space]
    if tile == GOLD:
        return "Gold lies here: a village for your Warriors to flip."
    if tile is not None:
        name = ADVENTURES[tile].name
        if card_of(tile) in mine.hand:
            return f"You hold the card of {name}: {_prize(view, tile)}."
        return f"{name} lies here, and you don't hold its card."
    rest = Counter(TILES)
    rest.subtract(quest.tile for quest in view.table.quests if quest.tile is not None)
    rest.subtract(known for known in mine.tiles if known is not None)
    held = sum(rest[card - FIRST_ADVENTURE_CARD] for card in mine.hand if card >= FIRST_ADVENTURE_CARD)
    gold, yours = (round(100 * count / rest.total()) for count in (rest[GOLD], held))
    return f"You don't know this tile: a {gold}% chance of gold, {yours}% of an adventure that you hold."


def _discard(mine: Mine, card: int) -> str:
    if card >= FIRST_ADVENTURE_CARD:
        adventure = card - FIRST_ADVENTURE_CARD
        own = mine.hero is not None and adventure in HEROES[mine.hero].adventures
        also = " It's on your hero card." if own else ""
        return f"Without its card, {ADVENTURES[adventure].name} is out of reach for you.{also}"
    count = mine.hand.count(card)
    if card == JOKER:
        return "A Joker fits into any set: part with it last."
    if card == WIZARD:
        return "A Wizard raises your hand level, or draws three cards in the grand finale."
    if card in SETS and count > 1:
        what = "flips" if card == WARRIOR else "looks" if card == FAIRY else "movements"
        return f"You hold {count} {PLURALS[card]}: one fewer means fewer {what} later."
    return f"A single {CARDS[card]} does nothing yet."


def _prize(view: View, adventure: int) -> str:
    assert view.mine is not None
    if view.table.options.simple_scoring:
        return "one adventure"
    hero = view.mine.hero
    return f"{10 if hero is not None and adventure in HEROES[hero].adventures else 5} gold"


def _coins(view: View, villages: int) -> str:
    if view.table.options.simple_scoring:
        return f"{_count(villages, 'coin')} for a tie"
    return f"{2 * villages} gold"


def _nearby(keen: Keen, view: View, space: int) -> str:
    """What can be had with a movement from there, as people say it."""
    world = seen_by(view)
    gold = round(promise(space, keen.survey(world, world.seats[view.table.turn]).values))
    return f"about {gold} gold" if gold else "hardly any gold"


def _near(view: View, space: int) -> bool:
    assert view.mine is not None
    pawn = view.table.players[view.mine.seat].pawn
    return pawn is not None and STEPS[pawn][space] <= 6


def _reached(view: View) -> tuple[int, int]:
    assert view.mine is not None
    space = view.table.players[view.mine.seat].pawn
    assert space is not None
    adventure = view.table.quests[space].tile
    assert adventure is not None
    return space, adventure


def _count(count: int, thing: str) -> str:
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return f"{number} {thing}{'' if count == 1 else 's'}"
