"""What the game is made of: options, moves, events, what is seen and what is so.

Spaces are 0 to 43, as in map.py, cards 0 to 51, as in cards.py. A field with a `name` is stored under that name, which
stored games have.
"""

from typing import Literal

from msgspec import Struct, field

from ..chance import Chance
from ..game import BaseEvent, BaseView, Data, Seat
from .cards import DIAMONDS, HEARTS, JACKS, VALUES
from .map import START

RAVENS = 8
FULL_HEALTH = len(HEARTS)
MOST_STRIDES = 3  # cards played to move
PICK_UP_AT = 1  # cards in hand, spellshards not counted


class Options(Data, frozen=True):
    nights: Literal[4, None] = 4  # how many flight decks there are until the wanderer is lost; None: no limit


# -- Moves


class SetOut(Data, frozen=True, tag="set-out"):
    """Begin the first round."""


class Fly(Data, frozen=True, tag="fly"):
    """The raven to fly next, by its space, and where to."""

    origin: int
    to: int


class LetThemFly(Data, frozen=True, tag="let-them-fly"):
    """Leave this choice and all others of the flight to chance."""


class Draw(Data, frozen=True, tag="draw"):
    """Invoke no spellshard (or no more), and have the attack drawn."""


class Defend(Data, frozen=True, tag="defend"):
    card: int


class Stop(Data, frozen=True, tag="stop"):
    """Play no more cards against this attack."""


class Invoke(Data, frozen=True, tag="invoke"):
    """Play a spellshard."""

    card: int


class Renew(Data, frozen=True, tag="renew"):
    """Choose a strength card to be drawn anew."""

    card: int


class Redraw(Data, frozen=True, tag="redraw"):
    """Draw anew the strength cards chosen."""


class Land(Data, frozen=True, tag="land"):
    space: int


class PutOnTop(Data, frozen=True, tag="put-on-top"):
    """Put one of the spellshards seen back on the deck, below those put back before."""

    card: int


class Stride(Data, frozen=True, tag="stride"):
    """Play a card to move."""

    card: int


class Walk(Data, frozen=True, tag="walk"):
    """Move as far as the cards played allow, or choose the wanderer's own space to stay."""

    space: int


class Free(Data, frozen=True, tag="free"):
    """Try to free a raven on the wanderer's space."""


class EndRound(Data, frozen=True, tag="end-round"):
    pass


class GiveUp(Data, frozen=True, tag="give-up"):
    pass


FlightMove = SetOut | Fly | LetThemFly | EndRound
AttackMove = Draw | Defend | Stop | Renew | Redraw
Move = FlightMove | AttackMove | Invoke | Land | PutOnTop | Stride | Walk | Free | GiveUp

# -- Events


class TurnedUp(BaseEvent, frozen=True, tag="turned-up"):
    """A flight card was turned up."""

    round: int
    card: int


class Calm(BaseEvent, frozen=True, tag="calm"):
    """No raven flies in this round."""

    round: int


class Flew(BaseEvent, frozen=True, tag="flew"):
    """One raven, one space."""

    origin: int
    to: int


class Reshuffled(BaseEvent, frozen=True, tag="reshuffled"):
    deck: Literal["flight", "strength"]


class Attacked(BaseEvent, frozen=True, tag="attacked"):
    cards: tuple[int, ...]


class Defended(BaseEvent, frozen=True, tag="defended"):
    """A card played against an attack of this strength, and the whole defence so far."""

    card: int
    defence: int
    strength: int


class Freed(BaseEvent, frozen=True, tag="freed"):
    """A raven is free; its spellshard goes to the discard pile."""

    shard: int


class Withstood(BaseEvent, frozen=True, tag="withstood"):
    """An attack is over and the raven stays. `health` is what is left of it."""

    damage: int
    health: int


class Invoked(BaseEvent, frozen=True, tag="invoked"):
    card: int


class Mirrored(BaseEvent, frozen=True, tag="mirrored"):
    """Cheval Glass turned the top strength card into defence."""

    card: int
    defence: int
    strength: int


class Redrawn(BaseEvent, frozen=True, tag="redrawn"):
    """Aspect Construction exchanged strength cards."""

    old: tuple[int, ...]
    new: tuple[int, ...]
    strength: int


class Seen(BaseEvent, frozen=True, tag="seen"):
    """The wanderer looked at the top spellshards. Everyone else hears only how many."""

    count: int
    shards: tuple[int, ...] | None = None


class Landed(BaseEvent, frozen=True, tag="landed"):
    """Wings of the Raven carried the wanderer. `escaped`: out of an attack."""

    space: int
    escaped: bool


class PickedUp(BaseEvent, frozen=True, tag="picked-up"):
    """The discard pile went into the hand."""

    cards: tuple[int, ...]


class Strode(BaseEvent, frozen=True, tag="strode"):
    """A card was played to move; `reach` is how far all cards so far allow."""

    card: int
    reach: int


class Walked(BaseEvent, frozen=True, tag="walked"):
    space: int
    steps: int


class Lost(BaseEvent, frozen=True, tag="lost"):
    """The nights are over, and the wanderer is lost."""


class GaveUp(BaseEvent, frozen=True, tag="gave-up"):
    pass


FlightEvent = TurnedUp | Calm | Flew | Reshuffled
AttackEvent = Attacked | Defended | Freed | Withstood
ShardEvent = Invoked | Mirrored | Redrawn | Seen | Landed
Event = FlightEvent | AttackEvent | ShardEvent | PickedUp | Strode | Walked | Lost | GaveUp

REVEALING = frozenset((TurnedUp, Attacked, Freed, Mirrored, Redrawn, Seen))

# -- What is seen


class Attack(Data, frozen=True):
    """The attack in progress. Before it is drawn, `cards` is empty."""

    cards: tuple[int, ...] = ()  # strength cards on the table
    defence: int = 0
    alliance: bool = False  # Binding Alliance: a card for each raven not yet freed, instead of each freed one
    halved: bool = False  # The Sun in Winter shines
    renewed: tuple[int, ...] = ()  # strength cards chosen to be drawn anew

    @property
    def strength(self) -> int:
        return sum([VALUES[card] for card in self.cards])


class Table(Data, frozen=True):
    """What everyone sees: everything but the three decks."""

    options: Options
    ravens: tuple[int, ...]  # the spaces of those not yet freed, in order
    round: int = 0
    phase: Literal[1, 2, 3] = 1
    # What the game waits for
    step: Literal["start", "fly", "draw", "defend", "renew", "land", "look", "act", "walk", "over"] = "start"
    wanderer: int = START  # space
    health: int = FULL_HEALTH
    hand: tuple[int, ...] = (*JACKS[:2], *DIAMONDS, *JACKS[2:])  # in order
    discard: tuple[int, ...] = ()  # in the order played
    gone: tuple[int, ...] = ()  # spellshards out of the game
    # Phase 1
    night: int = 1  # how many times the flight deck has been shuffled
    flight_discards: tuple[int, ...] = field(default=(), name="flights")  # oldest first
    spaces: int = 0  # left of this flight
    flown: tuple[int, ...] = ()  # those of `ravens` that have flown in this pass, in order
    ties: int = 0  # choices settled by chance so far
    winds_subsided: bool = field(default=False, name="calm")  # the next flight doesn't take place
    # Attacks
    strength_shuffles: int = 1
    strength_discards: tuple[int, ...] = field(default=(), name="strengths")  # oldest first
    attack: Attack | None = None
    yet_to_attack: int = field(default=0, name="waiting")  # phase 2: ravens that attack after this one
    tried_in_vain: int = field(default=0, name="tried")  # phase 3: ravens here that the player tried to free in vain
    attacks_over: bool = field(default=False, name="peace")  # phase 3: nobody attacks any more
    # Movement
    strides: tuple[int, ...] = ()  # cards played for the move in progress
    moved: bool = False  # has moved in this round, or may no longer move
    # Spellshards
    known: int = 0  # how many of the deck's top cards the player has seen
    put_back: int = 0  # how many of those seen have been put back in order
    ending: Literal["won", "fallen", "lost", "gave-up"] | None = None
    recent: tuple[Event, ...] = ()  # public events of the round in progress

    @property
    def freed(self) -> int:
        return RAVENS - len(self.ravens)


class Mine(Data, frozen=True):
    """What only the player sees."""

    seat: Seat
    known: tuple[int, ...]  # the top spellshards as Oracle of Visions showed them, next first


class Decks(Data, frozen=True):
    """What was never drawn, turned up once the game is over. The first card of each would have been the next."""

    flight: tuple[int, ...]
    strength: tuple[int, ...]
    shards: tuple[int, ...]


class View(BaseView[Table, Mine], frozen=True):
    decks: Decks | None = None  # nobody sees them while the game goes on


# -- What is so


class State(Data, frozen=True):
    """What everyone sees, and the decks: the first card of each is drawn next."""

    table: Table
    flight_deck: tuple[int, ...] = field(name="flight")
    strength_deck: tuple[int, ...] = field(name="strength")
    shard_deck: tuple[int, ...] = field(name="shards")


class Draft(Struct):
    """The next state while it is made: what a move has done so far, and its events."""

    table: Table
    flight_deck: tuple[int, ...]
    strength_deck: tuple[int, ...]
    shard_deck: tuple[int, ...]
    chance: Chance
    told: list[Event] = field(default_factory=list)
