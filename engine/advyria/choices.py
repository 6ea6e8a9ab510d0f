"""What the player may do, and the sentences that refuse the rest."""

from collections.abc import Mapping, Sequence
from functools import cache

from languages import later

from ..game import OVER, Seat
from .cards import (
    ADVENTURES,
    BLUE,
    COUNTS,
    FAIRY,
    FIRST_ADVENTURE_CARD,
    GREEN,
    JOKER,
    SETS,
    WARRIOR,
    WIZARD,
    YELLOW,
    card_of,
)
from .land import GUILDS, NEIGHBOURS, SPACES, WITHIN
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
from .state import Effect, State, Table

MOST_LEVEL = 14
STEPS: Mapping[type, str] = {
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
PROMPTS = {
    "settle": later("First choose the guild you set out from."),
    "play": later("Play a set or a card, or end your turn."),
    "go": later("First move your pawn. Staying where it is counts too."),
    "adventure": later("First complete the adventure, or leave it."),
    "turn": later("First say how many villages you flip to gold."),
    "look": later("First choose a tile to look at, or stop looking."),
    "rob": later("First decide: an unfriendly manoeuvre, or not?"),
    "send": later("First choose the guild you send the other pawn to."),
    "discard": later("First discard down to your hand level."),
    "over": OVER,
}
HIGHEST = later("Your hand level is 14 already, the highest there is.")

# The moves that are often legal, made once.
_SETTLE, _SEND, _GO, _LOOK = ([kind(space) for space in range(len(SPACES))] for kind in (Settle, Send, Go, Look))
_DISCARD = [Discard(card) for card in range(len(COUNTS))]
_WIZARDS = ((WIZARD, PlayWizard(False)), (JOKER, PlayWizard(True)))
_PLAY_ADVENTURE = [PlayAdventure(adventure) for adventure in range(len(ADVENTURES))]
_PAY_WIZARD, _END_TURN, _COMPLETE, _LEAVE, _STOP_LOOKING = PayWizard(), EndTurn(), Complete(), Leave(), StopLooking()


@cache
def _turns(most: int) -> tuple[Turn, ...]:
    return tuple(map(Turn, range(most, -1, -1)))


@cache
def _sets(kind: int, held: int, jokers: int) -> tuple[PlaySet, ...]:
    """The sets that this many cards of a kind and this many Jokers make."""
    return tuple(
        PlaySet(kind, size, jokers_used)
        for size in range(2, min(4, held + jokers) + 1)
        for jokers_used in range(max(0, size - held), min(size, jokers) + 1)
    )


def legal_moves(state: State) -> tuple[Move, ...]:
    table = state.table
    match table.step:
        case "settle":
            return tuple([_SETTLE[space] for space in _free_guilds(table)])
        case "send":
            return tuple([_SEND[space] for space in _free_guilds(table)])
        case "play":
            return _plays(table, state.hands[table.turn])
        case "go":
            return tuple([_GO[space] for space in _reach(table)])
        case "adventure":
            return (_COMPLETE, _LEAVE) if card_of(reached(table)[1]) in state.hands[table.turn] else (_LEAVE,)
        case "turn":
            return _turns(current_effect(table).left)
        case "look":
            return (*[_LOOK[space] for space, quest in enumerate(table.quests) if quest.face == "down"], _STOP_LOOKING)
        case "rob":
            return (*map(Rob, victims(table)), Spare())
        case "discard":
            return tuple([_DISCARD[card] for card in sorted({*state.hands[table.turn]})])
        case "over":
            return ()


def _plays(table: Table, hand: tuple[int, ...]) -> tuple[Move, ...]:
    jokers, moves = hand.count(JOKER), list[Move]()
    for kind in SETS:
        sets: Sequence[PlaySet] = _sets(kind, hand.count(kind), jokers)
        if sets and set_in_vain(table, kind, 2):
            sets = [played for played in sets if set_in_vain(table, kind, played.size) is None]
        moves += sets
    if table.players[table.turn].level < MOST_LEVEL:
        moves += [move for card, move in _WIZARDS if card in hand]
    if table.options.special_actions:
        adventures = [card - FIRST_ADVENTURE_CARD for card in hand if card >= FIRST_ADVENTURE_CARD]
        moves += [_PLAY_ADVENTURE[adventure] for adventure in adventures if colour_in_vain(table, adventure) is None]
    if WIZARD in hand and payment_in_vain(table) is None:
        moves.append(_PAY_WIZARD)
    moves.append(_END_TURN)
    return tuple(moves)


def set_in_vain(table: Table, kind: int, size: int) -> str | None:
    """Why a set of this kind would do nothing now; None if it would do something."""
    player = table.players[table.turn]
    if kind == WARRIOR and not player.villages:
        return later("You have no village to flip.")
    if kind == FAIRY and not (size == 4 and player.losses) and not any_face_down(table):
        return later("No tile lies face down any more.")
    return None


def colour_in_vain(table: Table, adventure: int) -> str | None:
    """Why the special action of this adventure's colour would do nothing now; None if it would do something."""
    colour = ADVENTURES[adventure].colour
    if colour == BLUE and table.players[table.turn].level == MOST_LEVEL:
        return HIGHEST
    if colour == YELLOW:
        return set_in_vain(table, WARRIOR, 2)
    return set_in_vain(table, FAIRY, 2) if colour == GREEN else None


def payment_in_vain(table: Table) -> str | None:
    if table.phase != "finale":
        return later("You can pay a Wizard only in the grand finale.")
    if table.played:
        return later("Too late this turn: a Wizard is paid before you play anything.")
    if table.paid:
        return later("You have paid a Wizard this turn. One a turn is the most.")
    return None if table.pile or table.discards else later("There are no cards left to draw.")


def _reach(table: Table) -> list[int]:
    """The spaces where the pawn may end. It may pass over other pawns."""
    own, roll = own_pawn(table), current_effect(table).roll
    others = taken_spaces(table) - {own}
    spaces = range(len(SPACES)) if roll is None else WITHIN[own][roll]
    return [space for space in spaces if space not in others]


def taken_spaces(table: Table) -> set[int]:
    return {player.pawn for player in table.players if player.pawn is not None}


def _free_guilds(table: Table) -> list[int]:
    occupied = taken_spaces(table)
    return [space for space in GUILDS if space not in occupied]


def any_face_down(table: Table) -> bool:
    for quest in table.quests:  # noqa: SIM110 - half of the time of any()
        if quest.face == "down":
            return True
    return False


def victims(table: Table) -> list[Seat]:
    """The seats that the seat to act may rob."""
    near, cards = NEIGHBOURS[own_pawn(table)], table.players[table.turn].cards
    return [seat for seat, player in enumerate(table.players) if player.pawn in near and player.cards > cards]


def current_effect(table: Table) -> Effect:
    assert table.effect is not None
    return table.effect


def own_pawn(table: Table) -> int:
    """Where the pawn of the seat to act stands."""
    space = table.players[table.turn].pawn
    assert space is not None
    return space


def reached(table: Table) -> tuple[int, int]:
    """The space of the pawn, and the adventure there."""
    space = own_pawn(table)
    adventure = table.quests[space].tile
    assert adventure is not None
    return space, adventure
