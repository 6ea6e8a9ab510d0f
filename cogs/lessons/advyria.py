"""The lesson of Advyria: sets and steps, hero, adventure, growing the hand."""

from engine.advyria.cards import FAIRY, KNIGHT, WARRIOR
from engine.advyria.moves import Complete, Go, Look, PlaySet, PlayWizard, Settle, Turn
from engine.advyria.rules import GAME
from engine.advyria.state import Options
from tables.people.learners import Deal as LessonDeal

from .lesson import Lesson, Step

W1, W3, W4, G1 = 0, 2, 3, 26

LESSON = Lesson(
    game=GAME.key,
    minutes=4,
    steps=(
        Step(
            "Quest tiles like W3 lie all over the land, face down: **gold**, or one of twelve **adventures**. The most "
            "gold at the end wins.",
            marks=("W3",),
            deal=LessonDeal(GAME.key, Options(mode="solo"), "lesson 431692"),
        ),
        Step(
            "First choose the guild where your pawn sets out. Something waits at W1: which guild is the nearest to it?",
            marks=("W1",),
            asks=True,
            ways=((Settle(G1),),),
            wrong="That is a good guild too, but **G1** lies nearer to W1: one step away.",
        ),
        Step(
            "This is your **hand**: you draw three cards each turn. At the end of a turn you may keep only **3**.",
            marks=("your hand",),
        ),
        Step(
            "So let it grow: a **Wizard** lets you keep one card more, and costs 1 gold at the end. Press **Play a "
            "Wizard**.",
            marks=("the Wizard",),
            ways=((PlayWizard(joker=False),),),
            among=("wizard", "set"),
            wrong="Sets come next. First press **Play a Wizard**.",
        ),
        Step(
            "The other cards work in **sets** of two to four of a kind: Knights ride, Warriors fight, Fairies look "
            "from "
            "afar. What lies on W1? Play the set that tells you.",
            marks=("your hand", "W1"),
            asks=True,
            ways=((PlaySet(FAIRY, 2, 0), Look(W1)),),
            among=("set", "look"),
            wrong="Look before you ride: **Play 2 Fairies: W1**.",
        ),
        Step(
            "The Kraken's Pearl! You hold its card, so you can complete it, and it is on your **hero** card. Ride "
            "there: press **Play 2 Knights**.",
            marks=("W1", "your hero"),
            ways=((PlaySet(KNIGHT, 2, 0),),),
            wrong="You can do that in a game too. Take it back, then press **Play 2 Knights**.",
        ),
        Step(
            "You rolled a 6: you may go up to 6 **steps**, and the tile where you stop is turned up. Where do you go?",
            marks=("your hero",),
            asks=True,
            ways=((Go(W1), Complete()),),
            wrong="That leaves the Kraken's Pearl where it is. Take it back, go to **W1** and complete it.",
        ),
        Step(
            "An **adventure** completed: 5 gold, and 5 more for your hero! Your next turn brought three cards: **Play "
            "2 Knights** again.",
            marks=("the Knights of Fortune",),
            ways=((PlaySet(KNIGHT, 2, 0),),),
            wrong="That ends your turn without a move. Take it back, and **Play 2 Knights**.",
        ),
        Step(
            "You rolled a 2. Nobody knows what lies on **W3** and **W4**: go to one of them, and see.",
            marks=("W3", "W4"),
            ways=((Go(W3),), (Go(W4),)),
            wrong="There is better to be had. Take it back, and go to **W3** or **W4**.",
        ),
        Step(
            "Gold! But a **village** is worth nothing until somebody fights for it and **flips** it. Which set "
            "does that?",
            marks=("your hand", "your villages and gold"),
            asks=True,
            ways=((PlaySet(WARRIOR, 2, 0), Turn(1)), (PlaySet(WARRIOR, 3, 0), Turn(1))),
            wrong="The village isn't gold yet. Take it back, and **Play 2 Warriors**.",
        ),
        Step(
            "**Well done!** Your gold shines: 2 for it, 10 for the adventure, 1 less for the Wizard. Others will ride "
            "for the same tiles.",
            marks=("your villages and gold",),
        ),
    ),
    first={
        "settle": "**Your hero** wants three adventures: each of them brings you 10 gold instead of 5.",
        "set": "**Sets**: two of a kind work once, three twice, four three times. Jokers stand for any.",
        "wizard": "A **Wizard** lets you keep one card more at the end of each turn. It costs 1 gold at the end.",
        "adventure": "An **adventure card** also works for its colour. But keep it if you can reach its tile.",
        "go": "You may go up to as many steps as you rolled. The tile where you stop is turned up.",
        "complete": "You hold its card: complete it for 5 gold, or 10 if it is on your hero card.",
        "look": "**Look** at tiles near you. Only you will know what lies there.",
        "turn": "**Flip** your villages to gold: each is worth 2 gold then.",
        "rob": "Your neighbour holds more cards than you: you may take two of them, and send their pawn away.",
        "pay-wizard": "In the grand finale a Wizard buys three cards, before you play anything else.",
        "discard": "**Discard** down to what you may keep. Adventure cards of tiles near you are worth keeping.",
        "end-turn": "**End your turn** when you can play no more, or want to keep the rest.",
    },
)
