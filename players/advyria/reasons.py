"""Why a move is good or not, in a sentence or two for people."""

from collections import Counter

from engine.advyria.cards import (
    ADVENTURES,
    BLUE,
    FAIRY,
    FIRST_ADVENTURE_CARD,
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
    adventure_name,
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
from engine.sentences import sentence
from languages import later, percent, say, say_many

from .keen import Keen, promise
from .world import seen_by

# By the number of cards
MOVEMENTS = {1: later("one movement"), 2: later("two movements"), 3: later("three movements")}
WASTED = {
    1: later("One flip would be wasted."),
    2: later("Two flips would be wasted."),
    3: later("Three flips would be wasted."),
}
SEEN = {
    1: later("You see one tile before you set out."),
    2: later("You see two tiles before you set out."),
    3: later("You see three tiles before you set out."),
}
COINS = (
    # Translators: with simple scoring, coins only decide a tie
    later("no coins for a tie"),
    later("one coin for a tie"),
    later("two coins for a tie"),
    later("three coins for a tie"),
)
DISCARDED = {
    1: later("You discard one card."),
    2: later("You discard two cards."),
    3: later("You discard three cards."),
    4: later("You discard four cards."),
}
ALONE = {
    KNIGHT: later("A single Knight of Fortune does nothing yet."),
    WARRIOR: later("A single Warrior does nothing yet."),
    FAIRY: later("A single Fairy does nothing yet."),
}


def reason(keen: Keen, view: View, move: Move) -> str:
    """What a legal move gives and risks."""
    mine = view.mine
    assert mine is not None
    match move:
        case Settle(space):
            return say("Your first move from here should bring {gold}.", gold=_nearby(keen, view, space))
        case PlaySet():
            return _set(keen, view, mine, move)
        case PlayWizard(joker):
            return _wizard(view, joker)
        case PlayAdventure(adventure):
            return _special(view, mine, adventure)
        case PayWizard():
            return say("Three more cards: the only way to draw in the grand finale.")
        case EndTurn():
            return _end(view, mine)
        case Go(space):
            return _go(view, mine, space)
        case Complete():
            _, adventure = _reached(view)
            # Translators: gold, or an adventure
            return sentence(say("{prize} for sure. Nobody can take that away.", prize=_prize(view, adventure)))
        case Leave():
            return _leave(view, mine)
        case Turn(count):
            return _turn(view, count)
        case Look(space):
            return _look(view, mine, space)
        case StopLooking():
            return say("It costs nothing to look: each tile you know saves a movement.")
        case Rob():
            return say("Two of their cards are yours, and their pawn is far from where it was.")
        case Spare():
            return say("You leave them two cards that you could have.")
        case Send(space):
            gold = _nearby(keen, view, space)
            return say("Their first move from there should bring {gold}, as far as you know.", gold=gold)
        case Discard(card):
            return _discard(mine, card)


def _wizard(view: View, joker: bool) -> str:
    bigger = say("A bigger hand collects bigger sets and holds on to adventures.")
    free = joker or view.table.options.simple_scoring
    return bigger if free else f"{bigger} {say('It costs one gold in losses.')}"


def _leave(view: View, mine: Mine) -> str:
    _, adventure = _reached(view)
    if card_of(adventure) in mine.hand:
        prize = _prize(view, adventure)
        return say("You give up {prize} for now, and would have to come back.", prize=prize)
    return say("You don't hold its card. Come back once you do.")


def _turn(view: View, count: int) -> str:
    if view.table.effect and count < view.table.effect.left:
        return say("A village counts only on its gold side: flip all you can.")
    # Translators: gold, or coins
    return sentence(say("{gold} that nobody can take away.", gold=_coins(view, count)))


def _look(view: View, mine: Mine, space: int) -> str:
    if mine.tiles[space] is not None:
        return say("You know this tile already.")
    if _near(view, space):
        return say("It's new to you and you may soon pass by.")
    return say("It's new to you, but far away.")


def _set(keen: Keen, view: View, mine: Mine, move: PlaySet) -> str:
    table, effects = view.table, move.size - 1
    seat = table.players[mine.seat]
    also = [say("It takes a Joker, which could fill up another set.")] if move.jokers else []
    if move.kind == KNIGHT:
        assert seat.pawn is not None
        does = say(
            # Translators: the first movement
            "{movements}: the first should bring {gold}.",
            movements=say(MOVEMENTS[effects]),
            gold=_nearby(keen, view, seat.pawn),
        )
        return " ".join([sentence(does), *also])
    if move.kind == WARRIOR:
        count = min(effects, seat.villages)
        also = [say(WASTED[effects - count])] if count < effects else also
        return " ".join([_from_villages(view, count), *also])
    unknown = sum(quest.face == "down" for quest in table.quests) - sum(tile is not None for tile in mine.tiles)
    if move.size == 4 and seat.losses:
        also = [say("It also takes away one of your losses.")]
    sees = say(SEEN[min(effects, unknown)]) if unknown else say("You know every tile already.")
    return " ".join([sees, *also])


def _from_villages(view: View, count: int) -> str:
    # Translators: gold, or coins, for villages that are flipped
    return sentence(say("{gold} from your villages.", gold=_coins(view, count)))


def _special(view: View, mine: Mine, adventure: int) -> str:
    table, colour = view.table, ADVENTURES[adventure].colour
    if colour == RED:
        does = say("It carries you to any space at once.")
    elif colour == BLUE:
        does = say("Your hand may hold two more cards, without losses.")
    elif colour == GREEN:
        does = say("You look at up to four tiles.")
    else:
        does = _from_villages(view, min(3, table.players[mine.seat].villages))
    return f"{does} {say('But its own adventure would be {prize}.', prize=_prize(view, adventure))}"


def _end(view: View, mine: Mine) -> str:
    table = view.table
    excess = len(mine.hand) - table.players[mine.seat].level
    if excess > 0:
        many = say_many("You discard {count} card.", "You discard {count} cards.", excess)
        gone = say(DISCARDED[excess]) if excess in DISCARDED else many
        return f"{say('The rest is worth more in your hand.')} {gone}"
    closing = table.phase == "finale" or (table.phase == "last" and not table.options.finale)
    if closing and not mine.hand.count(WIZARD):
        return say("Nothing that you hold brings more gold.")
    return say("What you hold is worth more in bigger sets: collect on.")


def _go(view: View, mine: Mine, space: int) -> str:
    table, gain = view.table, _found(view, mine, space)
    near = [player for seat, player in enumerate(table.players) if seat != mine.seat and player.pawn is not None]
    richer = any(player.pawn in NEIGHBOURS[space] and player.cards > len(mine.hand) for player in near)
    last = table.effect is not None and table.effect.left == 1
    if last and richer and table.options.manoeuvres and not table.robbed:
        return f"{gain} {say('From here you can rob somebody who holds more cards than you.')}"
    return gain


def _found(view: View, mine: Mine, space: int) -> str:
    if space not in QUESTS or (quest := view.table.quests[space]).face == "gone":
        return say("Nothing to take at {space}, but a place to go on from.", space=say(SPACES[space].name))
    tile = quest.tile if quest.face == "up" else mine.tiles[space]
    if tile == GOLD:
        return say("Gold lies here: a village for your Warriors to flip.")
    if tile is not None:
        name = adventure_name(tile)
        if card_of(tile) in mine.hand:
            return say("You hold the card of {adventure}: {prize}.", adventure=name, prize=_prize(view, tile))
        return say("{adventure} lies here, and you don't hold its card.", adventure=name)
    return _unseen(view, mine)


def _unseen(view: View, mine: Mine) -> str:
    rest = Counter(TILES)
    rest.subtract(quest.tile for quest in view.table.quests if quest.tile is not None)
    rest.subtract(known for known in mine.tiles if known is not None)
    held = sum(rest[card - FIRST_ADVENTURE_CARD] for card in mine.hand if card >= FIRST_ADVENTURE_CARD)
    gold, yours = (percent(round(100 * count / rest.total()) / 100) for count in (rest[GOLD], held))
    return say(
        "You don't know this tile: a {gold} chance of gold, {yours} of an adventure that you hold.",
        gold=gold,
        yours=yours,
    )


def _discard(mine: Mine, card: int) -> str:
    if card >= FIRST_ADVENTURE_CARD:
        adventure = card - FIRST_ADVENTURE_CARD
        own = mine.hero is not None and adventure in HEROES[mine.hero].adventures
        name = adventure_name(adventure)
        without = say("Without its card, {adventure} is out of reach for you.", adventure=name)
        on_hero = say("It's on your hero card.")
        return f"{without} {on_hero}" if own else without
    count = mine.hand.count(card)
    if card == JOKER:
        return say("A Joker fits into any set: part with it last.")
    if card == WIZARD:
        return say("A Wizard raises your hand level, or draws three cards in the grand finale.")
    return _one_fewer(card, count) if card in SETS and count > 1 else say(ALONE[card])


def _one_fewer(card: int, count: int) -> str:
    """The reason for discarding one of several cards of a kind."""
    if card == WARRIOR:
        return say_many(
            "You hold {count} Warriors: one fewer means fewer flips later.",
            "You hold {count} Warriors: one fewer means fewer flips later.",
            count,
        )
    if card == FAIRY:
        return say_many(
            "You hold {count} Fairies: one fewer means fewer looks later.",
            "You hold {count} Fairies: one fewer means fewer looks later.",
            count,
        )
    return say_many(
        "You hold {count} Knights of Fortune: one fewer means fewer movements later.",
        "You hold {count} Knights of Fortune: one fewer means fewer movements later.",
        count,
    )


def _prize(view: View, adventure: int) -> str:
    assert view.mine is not None
    if view.table.options.simple_scoring:
        return say("one adventure")
    hero = view.mine.hero
    return say("{gold} gold", gold=10 if hero is not None and adventure in HEROES[hero].adventures else 5)


def _coins(view: View, villages: int) -> str:
    return say(COINS[villages]) if view.table.options.simple_scoring else say("{gold} gold", gold=2 * villages)


def _nearby(keen: Keen, view: View, space: int) -> str:
    """What can be had with a movement from there, as people say it."""
    world = seen_by(view)
    gold = round(promise(space, keen.survey(world, world.seats[view.table.turn]).values))
    # Translators: "Your first move from here should bring about 3 gold."
    return say("about {gold} gold", gold=gold) if gold else say("hardly any gold")


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
