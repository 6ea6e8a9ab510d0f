"""The lesson of Advent of the Wyrms: an incantation with a wyrm on the way, then the end of a game."""

from engine.advent_of_the_wyrms import GAME
from engine.advent_of_the_wyrms.moves import Add, Begin, Negate
from engine.decktet import CARDS
from tables.people.learners import Deal as LessonDeal

from .lesson import Lesson, Step, recorded

BY_NAME = {card.name: number for number, card in enumerate(CARDS)}
ACE, DISCOVERY, PACT = BY_NAME["the Ace of Suns"], BY_NAME["the Discovery"], BY_NAME["the Pact"]
HUNTRESS, LIGHT_KEEPER = BY_NAME["the Huntress"], BY_NAME["the Light Keeper"]
BEFORE_THE_END = (
    "begin/0 add/27/0 begin/2 add/13/1 add/40/0 add/25/1 begin/9 add/44/2 negate/29 add/24/2 begin/1 add/12/3"
)

LESSON = Lesson(
    game=GAME.key,
    minutes=3,
    steps=(
        Step(
            "Wyrms gather outside the world. Finish four **incantations** before the deck runs out, and they stay "
            "there.",
            marks=("the incantations to win", "the deck"),
            deal=LessonDeal(GAME.key, GAME.options(), "lesson 390"),
        ),
        Step(
            "An incantation is three cards that all share a **suit**, in rising **rank**. Begin with the **Ace of "
            "Suns**.",
            marks=("the Ace of Suns",),
            ways=((Begin(ACE),),),
            among=("begin",),
            wrong="A higher card would leave little room above it. Begin with the **Ace of Suns**.",
        ),
        Step(
            "You drew a new card: you always hold four. Which one has Suns too, and a rank just above the Ace? **Add** "
            "it.",
            marks=("your hand", "incantation 1"),
            asks=True,
            ways=((Add(DISCOVERY, 0),),),
            among=("add", "begin"),
            wrong="That leaves no room for a third card, or has no Suns. Add the **Discovery** to incantation 1.",
        ),
        Step(
            "You drew a card of the **Wyrms**: the Betrayal. Before anything else you must **negate** it.",
            marks=("the Wyrms card",),
        ),
        Step(
            "A card of its other suit does it, or one of its rank, 8, or higher; a Crown is 10. Which one doesn't fit "
            "your incantation?",
            marks=("your hand", "the Wyrms card"),
            asks=True,
            ways=((Negate(HUNTRESS),),),
            wrong="That would negate it too, but you need that card more. Take it back, and discard the **Huntress**.",
        ),
        Step(
            "Negated, and your hand is full again. Now the third card: which one has Suns, and the rank closest above "
            "the Discovery?",
            marks=("your hand", "incantation 1"),
            asks=True,
            ways=((Add(PACT, 0),),),
            wrong="You can do that in a game too. Take it back, and add the **Pact** to incantation 1.",
        ),
        Step(
            "Finished, the first of four! If nothing in your hand fits, you **discard** a card instead. Each card "
            "drawn makes the deck smaller.",
            marks=("the incantations to win", "the deck"),
        ),
        Step(
            "Now the end of another game: three are finished. Incantation 4 waits for a card of Suns above 4. Which "
            "card of yours is that?",
            marks=("incantation 4", "your hand"),
            deal=LessonDeal(GAME.key, GAME.options(), "lesson 40", recorded(GAME.key, BEFORE_THE_END)),
            ways=((Add(LIGHT_KEEPER, 3),),),
            asks=True,
            wrong="That one doesn't finish it. Take it back, and look for the sign of Suns: the **Light Keeper**.",
        ),
        Step(
            "**You won!** The wyrms stay out. Your score is the number of cards left in the deck.",
            marks=("the incantations to win", "the deck"),
        ),
    ),
    first={
        "begin": "**Begin** with a low card: the others must be higher, and share a suit with it.",
        "add": "**Add** a card that shares a suit with all cards there, and is higher than the last one.",
        "negate": "**Negate** with the card that you need least: it is discarded.",
        "discard-top": "The **top two** of the deck cost you no card of your hand, but the deck is your time.",
        "discard": "**Discard** when nothing fits. You can have five incantations in progress.",
    },
)
