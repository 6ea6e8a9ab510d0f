"""The slash commands of Advyria."""

from engine.advyria.rules import GAME

from ..turns import Turns, asks

TURNS = Turns(GAME.key, "wyrm-advyria")
TURNS.add("settle", "Before the first turn: choose the guild that you set out from", guild=asks("Such as G1", "settle"))
TURNS.add(
    "set",
    "Play two to four cards of a kind, Jokers among them if you like",
    cards=asks("The set, and how many of it are Jokers", "set"),
)
TURNS.add(
    "wizard", "Raise your hand level with a Wizard, or a Joker as one", card=asks("A Wizard or a Joker", "wizard")
)
TURNS.add(
    "adventure",
    "Play an adventure card for what its colour does",
    card=asks("One of your adventure cards", "adventure"),
)
TURNS.add("pay", "In the grand finale: pay a Wizard to draw three cards", "pay-wizard")
TURNS.add(
    "go",
    "Move your pawn as far as the die or a red card lets it",
    to=asks("A space by its code or name, such as W3", "go"),
)
TURNS.add("complete", "Complete the adventure that you have reached")
TURNS.add("leave", "Leave the adventure that you have reached where it is")
TURNS.add("villages", "Flip villages of yours to gold", count=asks("How many", "turn"))
TURNS.add(
    "look",
    "Look at a face-down tile, alone, or at no more",
    at=asks("A space by its code or name, such as W3; or: no more", "look", "stop-looking"),
)
TURNS.add(
    "manoeuvre",
    "Draw two cards from a neighbour's hand, or leave them in peace",
    whom=asks("A player beside you; or: in peace", "rob", "spare"),
)
TURNS.add("send", "Send the pawn of whom you drew cards from to a free guild", guild=asks("Such as G1", "send"))
TURNS.add("discard", "Discard a card, down to your hand level", card=asks("One of your cards", "discard"))
TURNS.add("end-turn", "End your turn")
