"""The lesson of Hexaract: a round, then the last round of another game."""

from engine.decktet import CARDS
from engine.hexaract import GAME
from engine.hexaract.moves import Assign, Defeat, Done, EndRound, Place
from tables.people.learners import Deal as LessonDeal

from .lesson import Lesson, Step, recorded

BY_NAME = {card.name: number for number, card in enumerate(CARDS)}
LUNATIC, FOREST = BY_NAME["the Lunatic"], BY_NAME["the Forest"]
AUTHOR, SOLDIER = BY_NAME["the Author"], BY_NAME["the Soldier"]
MOONS, WAVES, LEAVES, WYRMS, KNOTS = 0, 2, 3, 4, 5
BEFORE_THE_END = (
    "end-round assign/21/3/4 assign/12/3/6 done place/12/1 avert/21 spend/12/0 assign/30/6/6 "
    "assign/20/3/3 done place/20/5 defeat/30/0 take-ace/4 end-round assign/20/5/6 assign/7/6/6 done "
    "place/7/1 place/20/3 spend/7/4 spend/8/2 end-round assign/25/5/6 assign/8/1/1 done place/8/3 "
    "place/25/2 end-round assign/25/3/5 assign/27/5/6 done avert/27 place/25/3 assign/33/5/6 done "
    "place/33/3 decline assign/23/3/4 assign/32/6/6 done place/32/2 take-ace/1 place/23/2 assign/28/5/6 "
    "done place/28/2 end-round assign/22/3/4 assign/23/2/5 done place/23/4 place/22/5 spend/22/1 "
    "assign/15/2/3 assign/24/4/6 done defeat/24/1 place/15/0 end-round assign/28/4/5 done place/28/4 "
    "spend/15/3 assign/10/6/6 assign/31/5/5 done defeat/31/1 take-ace/5 defeat/10/5 assign/18/4/6 done "
    "defeat/18/2 assign/29/4/5 assign/9/1/6 done avert/9 defeat/29/3 assign/19/6/6 assign/13/1/3 done "
    "defeat/13/2 defeat/19/4 assign/11/2/6 done defeat/11/3"
)

LESSON = Lesson(
    game=GAME.key,
    minutes=4,
    steps=(
        Step(
            "This is the **path**: thirty cards, three at a time. Walk it to its end, and hold a **chip** of each of "
            "the six suits then.",
            marks=("the path", "your chips"),
            deal=LessonDeal(GAME.key, GAME.options(), "lesson 109"),
        ),
        Step(
            "Two dice that add up to a card's rank are a **pair**. The golden 6 stands for any of 1 to 5. Press "
            "**Dice: Lunatic 6 + Forest 5**.",
            marks=("the dice",),
            ways=((Assign(LUNATIC, 2, 4), Assign(FOREST, 2, 6), Done()),),
            among=("assign",),
            wrong="Those dice fit too. For now press **Dice: Lunatic 6 + Forest 5**.",
        ),
        Step(
            "The pair on the Lunatic wins you a chip of one of its suits; the Forest gets one too. Which chip are you "
            "missing?",
            marks=("the Lunatic", "your chips"),
            ways=(
                (Defeat(LUNATIC, WAVES), Place(FOREST, LEAVES), EndRound()),
                (Defeat(LUNATIC, WAVES), Place(FOREST, MOONS), EndRound()),
            ),
            asks=True,
            wrong="You have Moons, and no Waves. Take **Waves** 🌊 from the Lunatic, and end the round.",
        ),
        Step(
            "You have Waves! The Lunatic was a **person**: each one who stays does 1 **damage** a round, and 10 end "
            "the "
            "game.",
            marks=("your chips", "the damage"),
        ),
        Step(
            "The Forest is a **location**: it leaves with a chip of each of its suits. The Journey is an **event**. "
            "Both "
            "are **exhausted** now: leave them there, and they cost you.",
            marks=("the Forest", "the Journey"),
        ),
        Step(
            "Now the **last round** of another game: only **Knots** is missing, and both persons must go. Which dice "
            "do "
            "that?",
            marks=("the Author", "the Soldier"),
            deal=LessonDeal(GAME.key, GAME.options(), "lesson 134", recorded(GAME.key, BEFORE_THE_END)),
            ways=((Assign(AUTHOR, 6, 6), Assign(SOLDIER, 4, 6), Done()),),
            asks=True,
            wrong="Then somebody would stay. Take it back, and press **Dice: Author 2 + Soldier 5**.",
        ),
        Step(
            "The Author has Moons or Knots, the Soldier Wyrms or Knots. Which button brings you **Knots**?",
            marks=("the Author", "the Soldier"),
            ways=(
                (Defeat(AUTHOR, MOONS), Defeat(SOLDIER, KNOTS)),
                (Defeat(AUTHOR, KNOTS), Defeat(SOLDIER, WYRMS)),
                (Defeat(AUTHOR, KNOTS), Defeat(SOLDIER, KNOTS)),
            ),
            wins=True,
            asks=True,
            wrong="The path ends, and Knots is still missing: that is a defeat. Take it back, and choose **Knots**.",
        ),
        Step(
            "**You won!** The path is walked, and you hold all six suits. Now you know the game.",
            marks=("your chips",),
        ),
    ),
    first={
        "assign": "Put **two pairs** on cards each round if you can. Persons and exhausted cards are the most urgent.",
        "done": "Done with the dice? Then your pairs do their work.",
        "defeat": "**Defeat** a person for a chip: take the suit that you are missing.",
        "place": "**Place** a chip from the supply: each pair on a location brings one.",
        "spend": "Your **own chips** may complete a location too. Keep one of each suit for the end.",
        "avert": "**Avert** an event, and it costs you nothing.",
        "take-ace": "A **Crown** brings an ace: choose the suit that you are missing.",
        "lose": "Lose the chip that you can spare.",
        "end-round": "**End the round**: who is left on the path does damage, and new dice are rolled.",
    },
)
