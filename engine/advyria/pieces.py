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


# -- Moves. A space is an index into land.SPACES; cards and adventures are numbered in cards.py.


class Settle(Data, frozen=True, tag="settle"):
    """Before the first turn: put your pawn on a free guild space."""

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
    """Move the pawn there, or choose its own space to stay."""

    space: int


class Complete(Data, frozen=True, tag="complete"):
    """Complete the adventure reached, with its card."""


class Leave(Data, frozen=True, tag="leave"):
    """Leave the adventure reached where it is."""


class Turn(Data, frozen=True, tag="turn"):
    """Turn this many of your villages to their gold side."""

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
    """Rob nobody this time."""


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

# -- Events. One with something hidden is told twice: to everyone without it, and to the seats that see it.


class Settled(BaseEvent, frozen=True, tag="settled"):
    seat: Seat
    space: int


class Drew(BaseEvent, frozen=True, tag="drew"):
    """`cards` is None for those who don't see them."""

    seat: Seat
    count: int
    cards: tuple[int, ...] | None = None


class PileEmptied(BaseEvent, frozen=True, tag="pile-emptied"):
    """This is the last turn before the grand finale, or of the game if there is none."""

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
    """A pawn reached a tile. The player takes gold; an adventure stays, face up. `fresh`: it was face down."""

    seat: Seat
    space: int
    tile: int
    fresh: bool


class Completed(BaseEvent, frozen=True, tag="completed"):
    seat: Seat
    space: int
    adventure: int


class LeftBehind(BaseEvent, frozen=True, tag="left-behind"):
    """An adventure stays where it is. This doesn't tell whether the player held its card."""

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
    """`cards` is None for everyone but the two players, unless hands are open."""

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
    """A quest space. Its tile is face down, face up or gone.

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
    hero: int | None  # None until the end, and always in games without heroes


Source = Literal["knight", "warrior", "fairy", "red", "yellow", "green"]  # cards of a set, or an adventure's colour


class Effect(Data, frozen=True):
    """The effect of a card or a set, in progress.

    `left` is how many movements, villages to turn or tiles to look at are left, with the one to be chosen now. `roll`
    is the die for a Knight's next movement.
    """

    source: Source
    left: int
    roll: int | None


class Passage(Data, frozen=True, array_like=True):
    """Cards that went from one place to another, as everyone sees it.

    `origin` is a hand, or None for the pile. `to` is a hand, or None if the cards were laid open. If both are None, the
    discards became the pile. `cards` is None if not everyone saw them; the two seats involved know them.
    """

    origin: Seat | None
    to: Seat | None
    count: int
    cards: tuple[int, ...] | None


class Table(Data, frozen=True, omit_defaults=True):
    """What everyone sees. A game is stored as before the defaults were added."""

    options: Options
    turn: Seat
    # What the turn waits for. "play": the player plays a card or a set, or ends the turn.
    step: Literal["settle", "play", "go", "adventure", "turn", "look", "rob", "send", "discard", "over"]
    effect: Effect | None
    victim: Seat | None  # just robbed, and about to be sent to a guild space
    phase: Literal["main", "last", "finale"]  # "last": the turn that emptied the draw pile
    players: tuple[Player, ...]  # by seat
    quests: tuple[Quest, ...]  # 26, by space
    tiles_left: int  # on the board
    pile: int  # how many cards are left to draw
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
    passages: tuple[Passage, ...]  # of all cards since the deal, so that one can count what a hand may hold
    recent: tuple[Event, ...]  # public events of this turn; until its first move, also of the one before
    earlier: int  # how many of `recent` belong to the turn before
    stock: tuple[int, ...] | None = None  # the draw pile, next card first, once the game is over and all is turned up


class Known(Data, frozen=True):
    """Cards that `holder` stole from `knower` and still holds. Both know them."""

    knower: Seat
    holder: Seat
    cards: tuple[int, ...]


class Mine(Data, frozen=True):
    """What only one seat sees."""

    seat: Seat
    hand: tuple[int, ...]
    hero: int | None
    tiles: tuple[int | None, ...]  # 26: the face-down tiles it has looked at, None elsewhere
    known: tuple[Known, ...]  # those in which this seat is one of the two
    dealt: tuple[tuple[int, ...] | None, ...]  # the cards of each hidden passage, None if this seat didn't see them


class View(BaseView[Table, Mine], frozen=True):
    pass


# -- What is so


class State(Data, frozen=True):
    """What everyone sees, and what is hidden."""

    table: Table
    tiles: tuple[int, ...]  # 26, by space, as they were laid out
    hands: tuple[tuple[int, ...], ...]  # by seat, each in order
    heroes: tuple[int, ...]  # by seat, then those not dealt; empty in games without heroes
    pile: tuple[int, ...]  # the last one is drawn next
    known: tuple[Known, ...]
    dealt: tuple[tuple[int, ...], ...]  # the cards of each hidden passage, in order
