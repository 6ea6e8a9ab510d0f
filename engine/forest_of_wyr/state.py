"""The table that everyone sees, what one seat sees, and the whole state."""

from typing import Literal

from msgspec import field

from ..game import BaseView, Data, Seat
from .cards import DIAMONDS, HEARTS, JACKS, VALUES
from .events import Event
from .map import START

RAVENS = 8
FULL_HEALTH = len(HEARTS)
MOST_STRIDES = 3  # cards played to move
PICK_UP_AT = 1  # cards in hand, spellshards not counted


class Options(Data, frozen=True):
    nights: Literal[4, None] = 4  # how many flight decks there are until the wanderer is lost; None: no limit
    ravens: Literal[8, 7, 6] = 8  # how many of them must be freed


class Attack(Data, frozen=True):
    """The attack in progress. Before it is drawn, `cards` is empty."""

    cards: tuple[int, ...] = ()  # strength cards on the table
    defence: int = 0
    alliance: bool = False  # Binding Alliance: a card for each raven not yet freed, instead of each freed one
    halved: bool = False  # The Sun in Winter shines
    renewed: tuple[int, ...] = ()  # strength cards chosen to be drawn again

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

    @property
    def wanted(self) -> int:
        """How many ravens must be freed."""
        return self.options.ravens


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


class State(Data, frozen=True):
    """What everyone sees, and the decks: the first card of each is drawn next."""

    table: Table
    flight_deck: tuple[int, ...] = field(name="flight")
    strength_deck: tuple[int, ...] = field(name="strength")
    shard_deck: tuple[int, ...] = field(name="shards")
