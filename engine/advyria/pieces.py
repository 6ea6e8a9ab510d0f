"""What a game of Advyria is made of: options, moves, events, what is seen, and what is so."""

from typing import Literal

from ..game import BaseEvent, BaseView, Data, Seat


class Options(Data, frozen=True):
    mode: Literal["compete", "coop", "solo"] = "compete"
    hand_level: Literal["by_players", "by_seat"] = "by_players"  # how many cards a hand may keep at first
    special_actions: bool = True  # adventure cards may be played for their colour
    finale: bool = True  # the grand finale after the draw pile
    manoeuvres: bool = True  # the unfriendly manoeuvre
    heroes: bool = True
    simple_scoring: bool = False  # adventures alone count; gold coins break a tie
    open_hands: bool = False


# -- Moves. A space is its number in land.SPACES, a card and an adventure theirs in cards.


class Settle(Data, frozen=True, tag="settle"):
    """Before the first turn: put one's pawn on a free guild space."""

    space: int


class PlaySet(Data, frozen=True, tag="set"):
    """`size` cards, `jokers` of them Jokers, as Knights, Warriors or Fairies."""

    kind: int
    size: int
    jokers: int


class PlayWizard(Data, frozen=True, tag="wizard"):
    """A Wizard, or a Joker as one."""

    joker: bool


class PlayAdventure(Data, frozen=True, tag="adventure"):
    """An adventure's card as a special action."""

    adventure: int


class PayWizard(Data, frozen=True, tag="pay-wizard"):
    """In the grand finale: pay a Wizard to draw three cards."""


class EndTurn(Data, frozen=True, tag="end-turn"):
    pass


class Go(Data, frozen=True, tag="go"):
    """Move the pawn there; where it stands, to stay."""

    space: int


class Complete(Data, frozen=True, tag="complete"):
    """Complete the adventure reached, with its card."""


class Leave(Data, frozen=True, tag="leave"):
    """Leave the adventure reached where it is."""


class Turn(Data, frozen=True, tag="turn"):
    """Turn so many of one's villages to their gold side."""

    count: int


class Look(Data, frozen=True, tag="look"):
    """Look at a face-down tile, alone."""

    space: int


class StopLooking(Data, frozen=True, tag="stop-looking"):
    pass


class Rob(Data, frozen=True, tag="rob"):
    """The unfriendly manoeuvre: draw two cards from that hand."""

    victim: Seat


class Spare(Data, frozen=True, tag="spare"):
    """No unfriendly manoeuvre, this time."""


class Send(Data, frozen=True, tag="send"):
    """Send the pawn of the player just robbed to an empty guild space."""

    space: int


class Discard(Data, frozen=True, tag="discard"):
    card: int


Card = PlaySet | PlayWizard | PlayAdventure
Move = (
    Card
    | PayWizard
    | EndTurn
    | Settle
    | Go
    | Complete
    | Leave
    | Turn
    | Look
    | StopLooking
    | Rob
    | Spare
    | Send
    | Discard
)

# -- Events. One that tells of something hidden is told twice: to everyone without it, to who knows it with it.


class Settled(BaseEvent, frozen=True, tag="settled"):
    seat: Seat
    space: int


class Drew(BaseEvent, frozen=True, tag="drew"):
    """`cards` is None where they are hidden."""

    seat: Seat
    count: int
    cards: tuple[int, ...] | None = None


class PileEmptied(BaseEvent, frozen=True, tag="pile-emptied"):
    """The last turn before the grand finale, or the last of all without it."""

    finale: bool


class FinaleBegan(BaseEvent, frozen=True, tag="finale-began"):
    pass


class Reshuffled(BaseEvent, frozen=True, tag="reshuffled"):
    """In the grand finale: the discards are a draw pile again."""

    count: int


class PlayedSet(BaseEvent, frozen=True, tag="played-set"):
    seat: Seat
    kind: int
    size: int
    jokers: int


class PlayedWizard(BaseEvent, frozen=True, tag="played-wizard"):
    seat: Seat
    joker: bool


class PlayedAdventure(BaseEvent, frozen=True, tag="played-adventure"):
    seat: Seat
    adventure: int


class PaidWizard(BaseEvent, frozen=True, tag="paid-wizard"):
    seat: Seat


class Raised(BaseEvent, frozen=True, tag="raised"):
    """A hand level and losses as they are now."""

    seat: Seat
    level: int
    losses: int


class Eased(BaseEvent, frozen=True, tag="eased"):
    """Four Fairies: losses as they are now."""

    seat: Seat
    losses: int


class Rolled(BaseEvent, frozen=True, tag="rolled"):
    seat: Seat
    roll: int


class Went(BaseEvent, frozen=True, tag="went"):
    seat: Seat
    origin: int
    space: int


class Found(BaseEvent, frozen=True, tag="found"):
    """The tile under a pawn: gold goes to the player, an adventure lies there face up. `fresh`: it was face down."""

    seat: Seat
    space: int
    tile: int
    fresh: bool


class Completed(BaseEvent, frozen=True, tag="completed"):
    seat: Seat
    space: int
    adventure: int


class LeftBehind(BaseEvent, frozen=True, tag="left-behind"):
    """An adventure stays where it is. It tells nothing of whether its card was at hand."""

    seat: Seat
    space: int
    adventure: int


class LastTile(BaseEvent, frozen=True, tag="last-tile"):
    """The last quest tile has left the board: the game ends with this turn."""


class Turned(BaseEvent, frozen=True, tag="turned"):
    seat: Seat
    count: int


class Looked(BaseEvent, frozen=True, tag="looked"):
    seat: Seat
    space: int
    tile: int | None = None


class Robbed(BaseEvent, frozen=True, tag="robbed"):
    """`cards` is None where they are hidden: only the two players learn them."""

    seat: Seat
    victim: Seat
    count: int
    cards: tuple[int, ...] | None = None


class Sent(BaseEvent, frozen=True, tag="sent"):
    seat: Seat
    victim: Seat
    space: int


class Discarded(BaseEvent, frozen=True, tag="discarded"):
    seat: Seat
    card: int


class Idled(BaseEvent, frozen=True, tag="idled"):
    """In the grand finale: a turn without a card drawn or played."""

    seat: Seat


class HeroShown(BaseEvent, frozen=True, tag="hero-shown"):
    """At the end."""

    seat: Seat
    hero: int


PileEvent = Drew | PileEmptied | FinaleBegan | Reshuffled
CardEvent = PlayedSet | PlayedWizard | PlayedAdventure | PaidWizard | Raised | Eased | Discarded | Turned
LandEvent = Settled | Rolled | Went | Found | Completed | LeftBehind | LastTile | Looked
Event = PileEvent | CardEvent | LandEvent | Robbed | Sent | Idled | HeroShown

# -- What is seen


class Quest(Data, frozen=True):
    """A quest space: its tile lies there face down or face up, or is gone.

    `tile` is None while it is face down, but where all is turned up once the game is over.
    """

    face: Literal["down", "up", "gone"]
    tile: int | None
    looked: tuple[Seat, ...]  # who has looked at it


class Player(Data, frozen=True):
    pawn: int | None  # None before it is placed
    level: int  # the most cards the hand may hold at the end of a turn
    losses: int
    cards: int  # in hand
    villages: int  # gold tiles on their worthless side
    gold: int  # gold tiles on their gold side
    completed: tuple[int, ...]  # adventures, in the order in which they were completed
    hero: int | None  # None till the end, and for good where none was dealt


Source = Literal["knight", "warrior", "fairy", "red", "yellow", "green"]  # cards of a set, or an adventure's colour


class Effect(Data, frozen=True):
    """What is being carried out.

    `left` counts what may still be done, now included: movements, villages to turn, or tiles to look at. `roll` is
    the die of the movement that a Knight is about to make.
    """

    source: Source
    left: int
    roll: int | None


class Passage(Data, frozen=True, array_like=True):
    """Cards that went from one place to another, as everyone sees it.

    From the pile (`origin` None) to a hand, from a hand to another hand or into the open (`to` None); with neither, the
    discards became the pile. `cards` is None where not everyone saw them: then who gave and who got them knows them.
    """

    origin: Seat | None
    to: Seat | None
    count: int
    cards: tuple[int, ...] | None


class Table(Data, frozen=True, omit_defaults=True):
    """What everyone sees. A game is stored as before the defaults were added."""

    options: Options
    turn: Seat
    # What the turn waits for; "play" is its open part: play a card or a set, or end it.
    step: Literal["settle", "play", "go", "adventure", "turn", "look", "rob", "send", "discard", "over"]
    effect: Effect | None
    victim: Seat | None  # robbed and to be sent to a guild space
    phase: Literal["main", "last", "finale"]  # "last": the turn that emptied the draw pile
    players: tuple[Player, ...]  # by seat
    quests: tuple[Quest, ...]  # 26, by space
    tiles_left: int  # on the board
    pile: int  # how many cards to draw
    discards: tuple[int, ...]  # oldest first
    spent: int  # Wizards paid in the grand finale, out of the game
    played: bool  # a card, in this turn
    paid: bool  # a Wizard, in this turn
    robbed: bool  # somebody, in this turn
    idle: int  # turns in a row without a card drawn or played, in the grand finale
    piles: int  # shuffled so far
    rolls: int  # so far
    thefts: int  # so far
    hands: tuple[tuple[int, ...], ...] | None  # by seat, where hands are open
    passages: tuple[Passage, ...]  # of all cards since the deal: who counts can tell from them what a hand may hold
    recent: tuple[Event, ...]  # public events of the turn in progress; until its first move, also of the turn before
    earlier: int  # how many of `recent` are of the turn before
    stock: tuple[int, ...] | None = None  # the draw pile, next card first, once the game is over and all is turned up


class Known(Data, frozen=True):
    """Cards that `knower` had stolen from them and that `holder` still holds, as both know."""

    knower: Seat
    holder: Seat
    cards: tuple[int, ...]


class Mine(Data, frozen=True):
    """What one seat alone sees besides."""

    seat: Seat
    hand: tuple[int, ...]
    hero: int | None
    tiles: tuple[int | None, ...]  # 26: the face-down tiles it has looked at, None elsewhere
    known: tuple[Known, ...]  # in which the seat is one of the two
    dealt: tuple[tuple[int, ...] | None, ...]  # the cards of each passage not seen by all, where this seat saw them


class View(BaseView[Table, Mine], frozen=True):
    pass


# -- What is so


class State(Data, frozen=True):
    """What everyone sees, and what is hidden."""

    table: Table
    tiles: tuple[int, ...]  # 26, by space, as they were laid out
    hands: tuple[tuple[int, ...], ...]  # by seat, each in order
    heroes: tuple[int, ...]  # by seat; then those that stay out, unseen; none without heroes
    pile: tuple[int, ...]  # the last one is drawn next
    known: tuple[Known, ...]
    dealt: tuple[tuple[int, ...], ...]  # the cards of each passage not seen by all, in their order
