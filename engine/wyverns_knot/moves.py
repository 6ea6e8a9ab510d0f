"""What a player can do."""

from ..game import Data, Seat


class Research(Data, frozen=True, tag="research"):
    """Look at a face-down card of another player, or take up a face-up one to point with it."""

    owner: Seat
    position: int


class TurnUp(Data, frozen=True, tag="turn-up"):
    """Turn the card just looked at face up."""


class Point(Data, frozen=True, tag="point"):
    """Claim that the card researched matches a grid card."""

    cell: int


class PointStrike(Data, frozen=True, tag="point-strike"):
    """Claim that the card researched matches a strike dragon."""

    row: int


class Keep(Data, frozen=True, tag="keep"):
    """End a research without turning the card up or pointing."""


class Scout(Data, frozen=True, tag="scout"):
    """Look at a face-down grid card, alone."""

    cell: int


class Enchant(Data, frozen=True, tag="enchant"):
    """Begin an attempt with one of your cards; Aim names the egg."""

    position: int


class Wild(Data, frozen=True, tag="wild"):
    """Begin a wild enchantment with one of your face-down cards; Aim names the egg."""

    position: int


class Aim(Data, frozen=True, tag="aim"):
    cell: int


class Back(Data, frozen=True, tag="back"):
    """Go back and choose another action."""


class Place(Data, frozen=True, tag="place"):
    """The wild card turned out to be a strike dragon: save any egg in that dragon's row."""

    cell: int


class Decline(Data, frozen=True, tag="decline"):
    """Don't use that chance: compare the card with the egg that was aimed at."""


class Remove(Data, frozen=True, tag="remove"):
    """After a mismatch: take a strike dragon out of play."""

    row: int


class Distract(Data, frozen=True, tag="distract"):
    """Discard one of your face-up cards to move the matching face-up strike dragon back one column."""

    position: int
    row: int


class Advance(Data, frozen=True, tag="advance"):
    row: int


class Blind(Data, frozen=True, tag="blind"):
    """A look that somebody makes for an empty seat: nobody sees the card, not even that seat."""

    look: Research | Scout


Action = Research | Scout | Enchant | Wild | Distract
Choice = TurnUp | Point | PointStrike | Keep | Aim | Back | Place | Decline
Move = Action | Blind | Choice | Remove | Advance
