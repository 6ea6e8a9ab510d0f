"""A page of the rules, and the way to a game's lesson."""

from languages import say, say_page
from render import PICTURES
from tables.play.model import Table

from ..games import WORDS
from .frame import of_game
from .over import fair_deal
from .press import Press
from .screen import Block, Button, Drawing, Picture, Screen, Text, row


def rules(game: str, number: int, table: Table | None = None) -> Screen:
    """A page with the buttons to the others. `table`: at which the rules were asked for."""
    pages, pictures = WORDS[game].rules, PICTURES[game]
    last = len(pages) - 1
    number = min(number, last)
    page = pages[number]
    blocks: list[Block] = [Text(f"## {say(page.title)}\n{say_page(page.text)}")]
    if number < len(pictures.rules_alt):
        blocks.append(Picture(say(pictures.rules_alt[number]), Drawing(pictures.rules, (number,))))
    blocks.append(
        row(
            Button(say("Back"), Press("rules", 0, args=(game, str(number - 1))), emoji="◀", disabled=number == 0),
            Button(
                say("Page {number} of {all}", number=number + 1, all=last + 1),
                Press("rules", 0, args=("here",)),
                disabled=True,
            ),
            Button(say("Next"), Press("rules", 0, args=(game, str(number + 1))), emoji="▶", disabled=number == last),
            learn(game),
        )
    )
    if table and table.seats:
        blocks.append(row(fair_deal(table)))
    return of_game(game, *blocks)


def learn(game: str, label: str = "") -> Button:
    """The button that begins the presser's lesson of a game, or goes on with it."""
    return Button(label or say("Learn by playing"), Press("learn", 0, args=(game,)), emoji="🎓")
