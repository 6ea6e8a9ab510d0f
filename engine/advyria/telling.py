"""What happened, in words."""

from languages import say, say_many

from ..sentences import coded, named
from .cards import GOLD, HEROES, a_card, adventure_name, card_names, colour_name, counted
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
    Reshuffled,
    Robbed,
    Rolled,
    Sent,
    Settled,
    Turned,
    Went,
)
from .land import SPACES, space_name


def tell(event: Event) -> str:
    sentence = _of_cards(event) or _of_places(event) or _of_players(event)
    assert sentence, event
    return sentence


def _of_cards(event: Event) -> str | None:
    """What was drawn, played and discarded."""
    match event:
        case Drew(seat, count, None):
            return say_many("{player} drew {count} card.", "{player} drew {count} cards.", count, player=named(seat))
        case Drew(_, _, cards, audience=(_,)):
            return say("You drew {cards}.", cards=card_names(cards or ()))
        case Drew(seat, _, cards):
            return say("{player} drew {cards}.", player=named(seat), cards=card_names(cards or ()))
        case PileEmptied(True):
            return say("The draw pile is empty: the grand finale starts after this turn.")
        case PileEmptied():
            return say("The draw pile is empty: the game ends after this turn.")
        case FinaleBegan():
            return say("The grand finale: no more free cards. Pay a Wizard to draw three.")
        case Reshuffled(count):
            return say_many(
                "The discards are the new draw pile: {count} card, shuffled.",
                "The discards are the new draw pile: {count} cards, shuffled.",
                count,
            )
        case Discarded(seat, card):
            return say("{player} discarded {card}.", player=named(seat), card=a_card(card))
        case Idled(seat):
            return say("{player} drew and played nothing.", player=named(seat))
    return _of_play(event)


def _of_play(event: Event) -> str | None:
    match event:
        case PlayedSet(seat, kind, size, jokers):
            return _set(named(seat), counted(size, kind), jokers, all_of_them=jokers == size)
        case PlayedWizard(seat, True):
            return say("{player} played a Joker as a Wizard.", player=named(seat))
        case PlayedWizard(seat):
            return say("{player} played a Wizard.", player=named(seat))
        case PlayedAdventure(seat, adventure):
            return say(
                "{player} played {adventure} for its colour, {colour}.",
                player=named(seat),
                adventure=adventure_name(adventure),
                colour=colour_name(adventure),
            )
        case PaidWizard(seat):
            return say("{player} paid a Wizard. It leaves the game.", player=named(seat))
    return None


def _set(player: str, cards: str, jokers: int, *, all_of_them: bool) -> str:
    if not jokers:
        return say("{player} played {cards}.", player=player, cards=cards)
    if all_of_them:
        return say("{player} played {cards}, all of them Jokers.", player=player, cards=cards)
    return say_many(
        "{player} played {cards}, one of them a Joker.",
        "{player} played {cards}, {count} of them Jokers.",
        jokers,
        player=player,
        cards=cards,
    )


def _of_places(event: Event) -> str | None:
    """Where somebody went, and what they found there."""
    match event:
        case Settled(seat, space):
            return say("{player} set out from {space}.", player=named(seat), space=_place(space))
        case Rolled(seat, roll):
            return say("{player} rolled a {roll}.", player=named(seat), roll=roll)
        case Went(seat, origin, space) if origin == space:
            return say("{player} stayed at {space}.", player=named(seat), space=_place(space))
        case Went(seat, _, space):
            return say("{player} went to {space}.", player=named(seat), space=_place(space))
        case Found(seat, space, tile, _) if tile == GOLD:
            return say("{player} found gold at {space}: 1 village to flip.", player=named(seat), space=_place(space))
        case Found(seat, _, tile, True):
            return say("{player} turned up {tile}.", player=named(seat), tile=_tile(tile))
        case Found(seat, _, tile):
            return say("{player} reached {tile}.", player=named(seat), tile=_tile(tile))
        case Completed(seat, _, adventure):
            return say("{player} completed {adventure}!", player=named(seat), adventure=adventure_name(adventure))
        case LeftBehind(seat, space, adventure):
            return say(
                "{player} left {adventure} at {space}.",
                player=named(seat),
                adventure=adventure_name(adventure),
                space=_place(space),
            )
        case LastTile():
            return say("That was the last quest tile: the game ends after this turn.")
        case Looked(_, space, int(tile)):
            return say("You looked at {space}: {tile}.", space=_place(space), tile=_tile(tile))
        case Looked(seat, space):
            return say("{player} looked at the tile at {space}.", player=named(seat), space=_place(space))
    return None


def _of_players(event: Event) -> str | None:
    """What changed of a player: their level, villages and losses, and what others did to them."""
    match event:
        case Raised(seat, level, losses):
            return say_many(
                "{player} may now keep {count} card and has {losses}.",
                "{player} may now keep {count} cards and has {losses}.",
                level,
                player=named(seat),
                losses=_losses(losses),
            )
        case Eased(seat, losses):
            return say("{player} is down to {losses}.", player=named(seat), losses=_losses(losses))
        case Turned(seat, 0):
            return say("{player} flipped no village to gold.", player=named(seat))
        case Turned(seat, count):
            return say_many(
                "{player} flipped {count} village to gold.",
                "{player} flipped {count} villages to gold.",
                count,
                player=named(seat),
            )
        case Robbed(seat, victim, count, cards):
            return _robbed(named(seat), named(victim), count, cards)
        case Sent(seat, victim, space):
            return say(
                "{player} sent {victim} back to {space}.",
                player=named(seat),
                victim=named(victim),
                space=_place(space),
            )
        case HeroShown(seat, hero):
            return say("{player}'s hero was {hero}.", player=named(seat), hero=say(HEROES[hero].name))
    return None


def _robbed(player: str, victim: str, count: int, cards: tuple[int, ...] | None) -> str:
    if cards is None:
        return say_many(
            "Unfriendly manoeuvre: {player} took {count} card from {victim}'s hand.",
            "Unfriendly manoeuvre: {player} took {count} cards from {victim}'s hand.",
            count,
            player=player,
            victim=victim,
        )
    return say(
        "Unfriendly manoeuvre: {player} took {cards} from {victim}'s hand.",
        player=player,
        cards=card_names(cards),
        victim=victim,
    )


def _place(space: int) -> str:
    return coded(space_name(space), SPACES[space].code)


def _tile(tile: int) -> str:
    return say("gold") if tile == GOLD else f"{adventure_name(tile)} ({colour_name(tile)})"


def _losses(count: int) -> str:
    return say_many("{count} loss", "{count} losses", count) if count else say("no losses")
