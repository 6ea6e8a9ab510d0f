"""The lesson of the Forest of Wyr: a round, then the last raven of another game."""

from engine.forest_of_wyr.cards import ALLIANCE
from engine.forest_of_wyr.moves import Defend, Draw, Free, Invoke, LetThemFly, Stride, Walk
from engine.forest_of_wyr.rules import GAME
from engine.forest_of_wyr.state import Options
from tables.people.learners import Deal as LessonDeal

from .lesson import Lesson, Step, recorded

B8 = 15
THREE, FIVE, SIX, SEVEN = 28, 30, 31, 32  # of diamonds
BEFORE_THE_END = (
    "stride/32 stride/33 walk/31 defend/30 stop defend/28 defend/31 defend/10 defend/23 defend/26 "
    "defend/29 stride/27 stride/36 walk/8 stride/30 stride/32 walk/3 end-round draw defend/10 defend/23 "
    "defend/26 defend/27 defend/36 defend/49 defend/28 defend/29 defend/31 defend/33 stride/32 walk/31 "
    "end-round draw defend/10 defend/23 defend/26 defend/27 defend/36 defend/49 defend/28 defend/30 "
    "defend/31 defend/33 stride/10 walk/30 end-round draw defend/23 defend/26 defend/27 defend/36 "
    "defend/49 defend/28 defend/30 defend/31 defend/32 defend/33 end-round draw defend/10 defend/23 "
    "defend/26 defend/27 defend/36 defend/49 defend/28 defend/29 defend/30 defend/31 defend/32 defend/33 "
    "end-round draw invoke/12 invoke/37 defend/23 defend/26 defend/27 defend/36 defend/49 defend/28 "
    "defend/30 defend/31 defend/32 defend/33 end-round"
)

LESSON = Lesson(
    game=GAME.key,
    minutes=4,
    steps=(
        Step(
            "This is **you**. Eight ravens have stolen your magic: free them all to win. Each round they **fly** "
            "towards you.",
            marks=("you", "the flight card"),
            deal=LessonDeal(GAME.key, Options(), "lesson 8"),
        ),
        Step(
            "With **your cards** you walk and fight. An attack that you can't stop costs **health**: at 0 you lose.",
            marks=("your cards", "your health"),
        ),
        Step(
            "A raven is at B8, five steps away. 3♦ is worth 2 steps and 5♦ is worth 3: which cards take you there?",
            marks=("B8",),
            ways=((Stride(THREE), Stride(FIVE), Walk(B8)),),
            among=("stride", "walk"),
            asks=True,
            wrong="That leads elsewhere, or costs more. Press **Raven B8: 3♦ 5♦**.",
        ),
        Step(
            "To free a raven you must beat its attack. Press **Try to free a raven here**.",
            marks=("B8",),
            ways=((Free(),),),
            among=("free", "end-round"),
            wrong="Not yet: first **try to free** the raven here.",
        ),
        Step(
            "It attacks with 3. Cards worth as much only save you, cards worth **more** free it: 7♦ is worth 4. What "
            "do "
            "you play?",
            marks=("the attack", "your cards"),
            asks=True,
            ways=((Defend(SEVEN),),),
            among=("defend", "stop"),
            wrong="That doesn't free it, or costs more than it must. Press **Free it: 7♦**.",
        ),
        Step(
            "Free! Round 2: the ravens fly again, and two are equally close. You may choose who moves, or press **Let "
            "chance decide**.",
            marks=("the ravens freed",),
            ways=((LetThemFly(),),),
            wrong="You may choose yourself in a game. Take it back, and **let chance decide**.",
        ),
        Step(
            "Your **played cards** and new spellshards come back when you hold 0 or 1 cards as you begin to walk. But "
            "a raven that reaches you before **attacks**: keep some.",
            marks=("your played cards",),
        ),
        Step(
            "Now the end of another game: the **last raven** attacks with 8 cards. Each freed raven gave you a "
            "**spellshard**, to be used once: which one leaves the attack 2 cards?",
            marks=("you", "your spellshards"),
            deal=LessonDeal(GAME.key, Options(), "lesson 31", recorded(GAME.key, BEFORE_THE_END)),
            asks=True,
            ways=((Invoke(ALLIANCE),),),
            wrong="8 cards would be hard to beat. Take it back, and use **Binding Alliance**.",
        ),
        Step(
            "The attack is weaker now. Press **Face the attack**.",
            marks=("you",),
            ways=((Draw(),),),
            wrong="Keep that one for a harder time. Take it back, and **face the attack**.",
        ),
        Step(
            "It attacks with 9, so cards worth 10 free the last raven. Which ones?",
            marks=("the attack", "your cards"),
            ways=((Defend(FIVE), Defend(SIX), Defend(SEVEN)),),
            among=("defend", "stop"),
            wins=True,
            asks=True,
            wrong="The raven isn't free yet. Play on until it is, or take it back.",
        ),
        Step(
            "**You won!** All eight ravens are free. Now you know the game; what a spellshard does is said where you "
            "can use it.",
            marks=("the ravens freed",),
        ),
    ),
    first={
        "fly": "Choose who flies only if it matters to you. **Let chance decide** is never wrong.",
        "stride": "**Walk** to a raven that stands alone: you may fight each raven on a space once.",
        "free": "**Free** a raven while few are free: each one makes all later attacks stronger.",
        "defend": "Play cards worth **more** than the attack to free the raven; equal ones only block it.",
        "stop": "**Stop** when no cards are worth it: the difference costs health, and the raven stays.",
        "draw": "**Face the attack**, or use a spellshard first.",
        "invoke": "A **spellshard** works once. What it does is said above.",
        "end-round": "**End the round** and the ravens fly. With 0 or 1 cards left, your played cards come back.",
    },
)
