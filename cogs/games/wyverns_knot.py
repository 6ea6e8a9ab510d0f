"""Wyvern's Knot on Discord: its words, its rules pages, its slash commands."""

from collections.abc import Sequence

import discord

from engine import Data
from engine.wyverns_knot import DRAGONS, GAME, ROWS, Event, Options, Table, View

from .turns import Turns, asks
from .words import Choice, Label, Page, Words, spell

PRIMARY, SUCCESS, DANGER = discord.ButtonStyle.primary, discord.ButtonStyle.success, discord.ButtonStyle.danger

SILENCE = "What you see alone, you may tell the others by pointing only; of a scouted egg, nothing."

KINDS = {
    "research": Label("Research a card", emoji="🔍", style=PRIMARY, verb="Research"),
    "scout": Label("Scout an egg", emoji="🔭", style=PRIMARY, verb="Scout"),
    "enchant": Label("Enchant an egg", emoji="✨", style=SUCCESS, verb="Enchant with"),
    "wild": Label("Wild enchantment", emoji="🌀", style=SUCCESS, verb="Wild:"),
    "distract": Label("Distract a strike dragon", emoji="🪁", verb="Distract:"),
    "turn-up": Label("Turn it face up", emoji="🃏", style=PRIMARY),
    "point": Label("Point at an egg", emoji="👉", style=PRIMARY, verb="Point at"),
    "point-strike": Label("Point at a strike dragon", emoji="👉", verb="Point at"),
    "keep": Label("Show nothing"),
    "aim": Label("Choose the egg", emoji="🥚", style=SUCCESS, verb="Try"),
    "back": Label("Do something else", emoji="↩️"),
    "place": Label("Save an egg in its row", emoji="🥚", style=SUCCESS, verb="Save"),
    "decline": Label("Try the egg chosen first"),
    "remove": Label("Remove a strike dragon", style=DANGER, verb="Remove"),
    "advance": Label("Advance a strike dragon", style=PRIMARY, verb="Advance"),
}

FIELDS = {
    ("advance", "row"): "Which one?",
    ("remove", "row"): "Which one?",
    ("point-strike", "row"): "Which one matches?",
    ("enchant", "position"): "With which of your cards?",
    ("wild", "position"): "With which of your cards?",
    ("research", "owner"): "Whose card?",
    ("research", "position"): "Which card?",
    ("distract", "position"): "Which card do you discard?",
    ("distract", "row"): "Which strike dragon moves back?",
}


def _field(view: View, tag: str, field: str) -> str:
    return FIELDS.get((tag, field), "Which egg?" if field == "cell" else "Which?")


def _value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    table, value = view.table, getattr(move, field)
    match field:
        case "owner":
            return Label(names[value])
        case "position":
            owner = getattr(move, "owner", table.turn)
            return Label(f"Card {value + 1}", detail=_card(view, owner, value))
        case "cell":
            known = view.mine.nest[value] if view.mine else None
            detail = None if known is None else f"you saw {DRAGONS[known]}"
            return Label(f"{ROWS[value // 4]}{value % 4 + 1}", detail=detail, row=value // 4)
        case _:
            return Label(f"Row {ROWS[value]}", detail=_strike(table, value, spell(move)[0]))


def _card(view: View, owner: int, position: int) -> str:
    """A tableau card as this seat knows it, shortly."""
    card = view.table.tableaus[owner][position]
    if card.dragon is not None:
        return DRAGONS[card.dragon]
    known = view.mine.tableaus[owner][position] if view.mine else None
    return "face down" if known is None else f"face down, you saw {DRAGONS[known]}"


def _strike(table: Table, row: int, tag: str) -> str:
    """A strike dragon, and what the move does to it."""
    strike = table.strikes[row]
    who = "face down" if strike.dragon is None else DRAGONS[strike.dragon]
    heading = -1 if strike.face == "up" else 1
    match tag:
        case "advance":
            to = strike.column + heading
        case "distract":
            to = strike.column + 1
        case _:
            return f"{who}, column {strike.column}"
    takes = tag == "advance" and heading < 0 and to > 0 and table.nest[4 * row + to - 1].fate == "down"
    return f"{who}, {strike.column} → {to}" + (f", takes egg {ROWS[row]}{to}!" if takes else "")


def _ask(view: View, names: Sequence[str]) -> str:
    chosen = view.table.chosen
    match view.table.step:
        case "action":
            return "Your turn: choose one action."
        case "claim":
            assert chosen
            assert chosen.owner is not None
            assert chosen.position is not None
            card = f"{names[chosen.owner]}'s card {chosen.position + 1} ({_card(view, chosen.owner, chosen.position)})"
            return f"{card}: what do you show the others?\n-# {SILENCE}"
        case "advance":
            silence = f"\n-# {SILENCE}" if chosen and chosen.action == "scout" else ""
            return f"Now advance a strike dragon.{silence}"
        case "aim":
            assert chosen
            assert chosen.position is not None
            return f"Your card {chosen.position + 1} ({_card(view, view.table.turn, chosen.position)}): on which egg?"
        case "place":
            return "It is a strike dragon's kind: save any egg in that row, or try the egg you chose first."
        case "remove":
            return "No match. Choose a strike dragon to leave the game."
        case "over":
            return "The game is over."


def _private(view: View) -> bool:
    mine = view.mine
    return mine is not None and any(dragon is not None for row in (mine.nest, *mine.tableaus) for dragon in row)


def _conceded(view: View) -> str:
    return f"Given up with {view.table.saved} of {view.table.options.target} eggs saved."


def _advice(seats: int, options: Options) -> str | None:
    """WK-5: more players is harder."""
    if seats >= 5 and options.target > 10:
        return "The more mages, the harder: for five, 10 eggs is a good target."
    return None


WORDS = Words[Options, View, Event](
    colour=0xC9782F,
    blurb="Mages guard a hatchery, together. Find out which dragon sleeps in which egg, match it with a card, and save "
    "enough eggs before the strike dragons have come and gone. 3 to 5 players.",
    options={
        "target": Choice(
            "Eggs to save",
            {
                8: Label("8", detail="with young children"),
                10: Label("10", detail="easier, or five players"),
                12: Label("12", detail="standard"),
                14: Label("14", detail="harder"),
                16: Label("16", detail="extreme: every single egg"),
            },
        ),
        "memory": Choice(
            "Memory",
            {
                True: Label("kept for you", detail="your private picture goes on showing what you looked at"),
                False: Label("your own", detail="it shows what you looked at until the turn ends"),
            },
        ),
    },
    kinds=KINDS,
    ask=_ask,
    field=_field,
    value=_value,
    conceded=_conceded,
    private=_private,
    advice=_advice,
    rules=(
        Page(
            "Wyvern's Knot",
            "A co-operative game by **John Burns and Jonathan Gilmour** for 3 to 5 mages.\n\n"
            "Sixteen eggs lie in the nest, a 4 by 4 grid: rows A to D, columns 1 to 4. Ten kinds of dragon sleep in "
            "them. Before each mage lies a row of cards, and nobody has seen any of them, not even their owner.\n\n"
            "Match a card with its egg to save it. Save as many as the target says and you all win. The four **strike "
            "dragons**, one a row, are your clock: when the last one is gone, so is your chance.",
        ),
        Page(
            "Your turn: one action",
            "🔍 **Research** a card before another mage. A face-down one you see alone: then turn it up for all, or "
            "point at the egg or strike dragon that it matches, or show nothing. With a face-up one, point or show "
            "nothing.\n"
            "🔭 **Scout** an egg: see it, alone. You may not speak of it.\n"
            "After either, **advance** a strike dragon of your choice.\n\n"
            "✨ **Enchant**: one of your own cards and one egg are turned up. A match saves the egg. Otherwise both "
            "are lost, and you choose a strike dragon to leave the game.\n"
            "🌀 **Wild enchantment**: a face-down card of yours is turned up first. Is it the kind of a strike dragon "
            "that lies face up, you may save any egg in that dragon's row, unseen. If not, it goes on as above.\n"
            "🪁 **Distract**: discard a face-up card that matches a face-up strike dragon; that one moves back a "
            "column.\nNo strike dragon advances after these three.",
        ),
        Page(
            "Strike dragons",
            "A strike dragon comes in face down, from column 0 to the right, one column an advance. Face down it harms "
            "nothing, but the egg under it can't be looked at or enchanted.\n\n"
            "In column 5 it is turned face up and heads back. From then on every egg it lands on is lost, unless it "
            "was saved. Back in column 0 it leaves the game. Somebody must advance one even where each of them takes "
            "an egg.\n\nA strike dragon in column 5 can't be distracted.",
        ),
        Page(
            "Pointing, and silence",
            "Pointing is a claim: “these two match”. It stays on the board as a marker with your sign, on the card "
            "and on what it matches, until one of them leaves or both lie face up. Nobody checks it.\n\n"
            "Talk about everything that lies open. What you saw alone you may tell by pointing only.\n\n"
            "You win at once when enough eggs are saved. You lose when no strike dragon is left, no egg is left, or "
            "nobody can act.",
        ),
        Page(
            "How we read the rules",
            "Where the rules leave something open, this hall plays it so:\n"
            "- With three mages, the first two have seven cards and the third six.\n"
            "- After looking at a card you may also show nothing. So ends the research of a face-up card, too, with "
            "which you don't point: a strike dragon advances. Before that you may still do something else.\n"
            "- Whoever plays for an empty seat never sees their own cards through it.\n"
            "- An egg that is lost is shown to all; one saved by a strike dragon's kind is shown at the end.\n"
            "- A strike dragon that leaves the game does no harm on its way, and is shown.\n"
            "- A mage who can do nothing is passed over.\n"
            "- If nobody says that they go first, the host does.",
        ),
    ),
    verdict=lambda options, score, won: f"of {options.target} eggs",
)

TURNS = Turns(GAME.key, "knot")
TURNS.add(
    "research",
    "Look at another mage's card, or point from a face-up one",
    card=asks("Whose card, and which", "research"),
)
TURNS.add("turn-up", "Turn the card you just looked at face up, for all")
TURNS.add(
    "point",
    "Claim that the card researched matches an egg or strike dragon",
    at=asks("The egg or strike dragon", "point", "point-strike"),
)
TURNS.add("keep", "Show nothing of the card you researched")
TURNS.add("scout", "Look at an egg, alone", egg=asks("Such as B3", "scout"))
TURNS.add(
    "enchant",
    "Try one of your cards on an egg",
    card=asks("One of your cards", "enchant"),
    egg=asks("Such as B3", "aim"),
)
TURNS.add(
    "wild",
    "Try a face-down card that may be of a strike dragon's kind",
    card=asks("A face-down card of yours", "wild"),
    egg=asks("Such as B3", "aim"),
)
TURNS.add("place", "Save an egg in the row of your wild card's strike dragon", egg=asks("Such as B3", "place"))
TURNS.add("decline", "Leave that and try the egg you chose first")
TURNS.add(
    "distract",
    "Discard a card to move its face-up strike dragon back",
    card=asks("Your card, and the strike dragon's row", "distract"),
)
TURNS.add("advance", "Advance a strike dragon by one column", row=asks("Such as row B", "advance"))
TURNS.add(
    "remove", "After a mismatch: choose the strike dragon that leaves the game", row=asks("Such as row B", "remove")
)
TURNS.add("back", "Before anything is shown: do something else after all")
