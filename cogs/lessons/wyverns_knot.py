"""The lesson of Wyvern's Knot: what an egg, a card and a strike dragon are, look, point, save, and why silence."""

from engine.wyverns_knot import GAME
from engine.wyverns_knot.moves import Advance, Aim, Enchant, Point, Research, Scout
from engine.wyverns_knot.state import Options
from tables.people.learners import Deal as LessonDeal

from .lesson import Lesson, Step

A2, A3, B1, B2, C1, C3, D1 = 1, 2, 4, 5, 8, 10, 12
A, B, C, D = range(4)  # rows

LESSON = Lesson(
    game=GAME.key,
    minutes=4,
    steps=(
        Step(
            "This is an **egg**: a dragon of one of ten kinds sleeps in it. Together you save eggs. Eight win "
            "this game.",
            marks=("B2",),
            deal=LessonDeal(GAME.key, Options(target=8), "lesson 239", computers=(1, 2)),
        ),
        Step(
            "These are **your cards**, face down even for you. A card saves an egg that has the same dragon.",
            marks=("your cards",),
        ),
        Step(
            "Find out what sleeps in an egg; only you will see it. **Scout** the second egg of row B: which one is it?",
            asks=True,
            ways=((Scout(B2),),),
            among=("scout",),
            wrong="Rows go by letter, columns by number: the second egg of row B is **B2**.",
        ),
        Step(
            "A Tidefin! But looking takes time: these four **strike dragons** are your clock. Move **A's dragon**.",
            marks=("the strike dragons",),
            ways=((Advance(A),),),
            then=(Scout(B2), Advance(A), Scout(D1), Advance(A)),
            among=("advance",),
            wrong="Any of the four would do in a game. Here move **A's dragon**.",
        ),
        Step(
            "The others looked at eggs too, and each moved A's dragon on. Now scout **C3**.",
            marks=("C3",),
            ways=((Scout(C3),),),
            among=("scout",),
            wrong="Not that one yet. Scout **C3**.",
        ),
        Step(
            "A Galewing: remember that C3 has it. One strike dragon has come to the end of its row: move that one, and "
            "see what it does.",
            marks=("the strike dragons",),
            asks=True,
            ways=((Advance(A),),),
            then=(Research(0, 2), Point(B2), Advance(A), Scout(A2), Advance(D)),
            among=("advance",),
            wrong="That one still has a way to go. **A's dragon** is at the end of its row.",
        ),
        Step(
            "Bramble looked at your card 3 and **points** at B2: they match! Mages tell nothing else: finding out in "
            "**silence** is the game.",
            marks=("your card 3", "B2"),
        ),
        Step(
            "So your card 3 is a Tidefin! Now **enchant**: a match saves the egg, a miss costs the card, the egg and a "
            "strike dragon. Which egg matches card 3?",
            marks=("your card 3",),
            asks=True,
            ways=((Enchant(2), Aim(B2)),),
            then=(Scout(B1), Advance(D), Scout(C1), Advance(D)),
            wrong="That isn't what Bramble pointed at. Take it back, then **enchant B2 with card 3**.",
        ),
        Step(
            "Saved for good, and no strike dragon moved! Now press **Help Corvin**, and look at his card 1.",
            marks=("Corvin's card 1",),
            ways=((Research(2, 0),),),
            wrong="You can do that in a game too. Take it back, then **Help Corvin**: card 1.",
        ),
        Step(
            "A Galewing, and Corvin can't see it! Say nothing, but **point** at the egg that has one too. Which was "
            "it?",
            marks=("Corvin's card 1",),
            asks=True,
            ways=((Point(C3),),),
            wrong="No Galewing sleeps there. Take it back, and point at **C3**.",
        ),
        Step(
            "A's dragon is face up: on its way back it takes each egg that it lands on. Which one do you move?",
            marks=("A's dragon", "A4"),
            asks=True,
            ways=((Advance(B),), (Advance(C),), (Advance(D),)),
            then=(Scout(A3), Advance(D), Enchant(0), Aim(C3)),
            wrong="Egg A4 is lost: a face-up dragon takes what it lands on. Take it back, and move another one.",
        ),
        Step(
            "**You did it!** Save enough eggs before all strike dragons are gone. A card of a face-up one's kind can "
            "also save any egg in that row (**wild**), or send the dragon back (**distract**).",
            marks=("the eggs saved", "A's dragon"),
        ),
    ),
    first={
        "research": "**Research** shows you another's card. Then you may point from it, and a strike dragon moves.",
        "scout": "**Scout** shows you an egg, and no one else. Then a strike dragon moves.",
        "enchant": "**Enchant** tries a card of yours on an egg. Wait for a sure match: a miss costs a strike dragon.",
        "distract": "**Distract** sends a face-up strike dragon back, for a face-up card of its kind.",
        "wild": "**Wild** may save any egg in a row whose strike dragon is face up, if your card is of its kind.",
        "point": "**Point** at the egg that has this card's dragon. The others see it, and its owner can enchant.",
        "point-strike": "**Point at a strike dragon** if this card is of its kind: its owner can use it wild.",
        "turn-up": "**Turn it up** if you know no match: all see the card, and anyone can point from it later.",
        "keep": "**Show nothing** if nothing you know matches.",
        "advance": "**Face-down** strike dragons are safe to move. A face-up one takes the egg it lands on.",
        "remove": "After a miss a strike dragon leaves. Choose one that has the fewest steps left.",
        "place": "Your card is a strike dragon's kind: save any egg in that row.",
    },
)
