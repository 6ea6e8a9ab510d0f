"""The lesson of Wyvern's Knot: what an egg, a card and a strike dragon are, look, point, save, and why silence."""

from engine.wyverns_knot import (
    GAME,
    Advance,
    Aim,
    Enchant,
    Options,
    Point,
    Research,
    Scout,
)
from tables import LessonDeal

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
            "Find out what sleeps in B2; only you will see it. **Scout** it: press the green **B2**.",
            marks=("B2",),
            ways=((Scout(B2),),),
            among=("scout",),
            wrong="That is an egg too. For now scout **B2**.",
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
            "A Galewing: remember that C3 has it. Now move **A's dragon** again.",
            marks=("A's dragon",),
            ways=((Advance(A),),),
            then=(Research(0, 2), Point(B2), Advance(A), Scout(A2), Advance(D)),
            among=("advance",),
            wrong="Move **A's dragon** once more, and see what it does at the end of its row.",
        ),
        Step(
            "Bramble looked at your card 3 and **points** at B2: they match! Mages tell nothing else: finding out in "
            "**silence** is the game.",
            marks=("your card 3", "B2"),
        ),
        Step(
            "So card 3 is a Tidefin, like B2: press **Enchant B2 with card 3**. A match saves the egg. A miss costs "
            "the card, the egg and a strike dragon.",
            marks=("your card 3", "B2"),
            ways=((Enchant(2), Aim(B2)),),
            then=(Scout(B1), Advance(D), Scout(C1), Advance(D)),
            wrong="You can do that in a game too. Take it back, then press **Enchant B2 with card 3**.",
        ),
        Step(
            "Saved for good, and no strike dragon moved! Now help Corvin: press **🔍 Corvin 1** to look at that card.",
            marks=("Corvin's card 1",),
            ways=((Research(2, 0),),),
            wrong="You can do that in a game too. Take it back, then look at **Corvin's card 1**.",
        ),
        Step(
            "A Galewing, as in C3, and Corvin can't see it! Say nothing, but **point**: press **C3**.",
            marks=("Corvin's card 1", "C3"),
            ways=((Point(C3),),),
            wrong="Corvin wouldn't understand that. Take it back, and point at **C3**.",
        ),
        Step(
            "A's dragon is face up: on its way back it takes each egg that it lands on. Move **any other** one.",
            marks=("A's dragon", "A4"),
            ways=((Advance(B),), (Advance(C),), (Advance(D),)),
            then=(Scout(A3), Advance(D), Enchant(0), Aim(C3)),
            wrong="Egg A4 is lost: a face-up dragon takes what it lands on. Take it back, and move another one.",
        ),
        Step(
            "**You did it!** Corvin understood, and C3 is safe. Now you know the game: save enough eggs before all "
            "strike dragons are gone.",
            marks=("the eggs saved",),
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
