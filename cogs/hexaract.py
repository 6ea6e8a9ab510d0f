"""Hexaract on Discord: its words, its rules pages, its slash commands."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from engine import Data
from engine.decktet import RANKS, SUITS, card_name, sentence
from engine.hexaract import FATAL, KINDS, PAIRS, Hurt, Rolled, Table, View, missing_suits

from . import panel
from .controls import Interaction
from .decktet import CREDIT, SUIT_EMOJI, short
from .table import WHICH_GAME
from .turns import Turns
from .words import Label, Page, Words

if TYPE_CHECKING:
    from bot import Hall

KEY = "hexaract"
PRIMARY, SUCCESS, DANGER = discord.ButtonStyle.primary, discord.ButtonStyle.success, discord.ButtonStyle.danger

MOVES = {
    "assign": Label("Put a pair on a card", emoji="🎲", style=PRIMARY),
    "back": Label("Take the last pair back", emoji="↩️"),
    "done": Label("Done with the dice", emoji="✅", style=SUCCESS),
    "defeat": Label("Defeat", emoji="⚔️", style=PRIMARY),
    "place": Label("Place a chip", emoji="🏰", style=PRIMARY),
    "avert": Label("Avert", emoji="⚡", style=PRIMARY),
    "spend": Label("Spend your own chip", emoji="🪙"),
    "take-ace": Label("Take an ace", emoji="🃏", style=PRIMARY),
    "decline": Label("Leave the aces in play"),
    "end-round": Label("End the round", emoji="⏭️", style=SUCCESS),
    "lose": Label("Lose a chip", emoji="💔", style=DANGER),
}

FIELDS = {
    ("assign", "low"): "Which two dice?",
    ("assign", "high"): "And the other die?",
    ("defeat", "suit"): "A chip of which suit do you take?",
    ("take-ace", "suit"): "Which ace?",
    ("lose", "suit"): "A chip of which suit?",
}


def _field(view: View, tag: str, field: str) -> str:
    return FIELDS.get((tag, field), "A chip of which suit?" if field == "suit" else "Which card?")


def _value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    value = getattr(move, field)
    match field:
        case "card":
            if panel.spell(move)[0] != "assign":
                return Label(short(value))
            return Label(f"{short(value)} {RANKS[value]}", detail=_state(view.table, value))
        case "suit":
            return Label(SUITS[value], detail=f"you have {view.table.supply[value]}", emoji=SUIT_EMOJI[value])
        case _:
            return Label(str(value))


def _state(table: Table, card: int) -> str:
    place = next(place for place in table.path if place.card == card)
    missing = len(missing_suits(place))
    kind = f"{'exhausted ' if place.exhausted else ''}{KINDS[card]}"
    return f"{kind} lacking {missing}" if missing else kind


def _ask(view: View, names: Sequence[str]) -> str:
    table = view.table
    match table.step:
        case "assign":
            return _asking_for_pairs(table)
        case "resolve":
            return f"Use your pairs and chips in any order.\n-# {_price(table)}"
        case "ace":
            return "A Crown is resolved: take an ace in play for a chip of its suit?"
        case "lose":
            return f"{sentence(card_name(_happening(table)))} happens: lose a chip of which suit?"
        case _:
            return "The game is over."


def _asking_for_pairs(table: Table) -> str:
    match len(table.pairs):
        case 0:
            return "Which card gets a pair of dice?\n-# Two that add up to its rank; a 6 is any of 1 to 5."
        case done if done == PAIRS:
            return "Two pairs lie on cards."
        case _:
            return "One pair is assigned. Which card gets the other?"


def _price(table: Table) -> str:
    """What ending the round as things lie would cost."""
    damage = sum(KINDS[place.card] == "person" for place in table.path)
    damage += sum(KINDS[place.card] == "location" and place.exhausted for place in table.path)
    if not damage:
        return "As things lie, the round will do no damage."
    return f"As things lie, the end of the round does {damage} damage: {table.damage + damage} of {FATAL}."


def _happening(table: Table) -> int:
    return next(place.card for place in table.path if place.exhausted and KINDS[place.card] == "event")


def _conceded(view: View) -> str:
    return f"Given up in round {view.table.round}, with {view.table.damage} damage."


PAIN = ("🟩", "🔸", "🔶", "💥")  # by damage; the last for more too


def _story(events: Sequence[Any]) -> str:
    """A sign a round: the damage it did. The first one's dice are rolled before anything is told."""
    signs, before = [PAIN[0]], 0
    for event in events:
        match event:
            case Rolled():
                signs.append(PAIN[0])
            case Hurt(damage=damage):
                signs[-1] = PAIN[min(damage - before, len(PAIN) - 1)]
                before = damage
    return "".join(signs)


WORDS = Words(
    colour=0x3A7FB0,
    blurb="A path of thirty cards, five dice, and one chip of each suit to bring to its end. For one.",
    options={},
    kinds=MOVES,
    ask=_ask,
    field=_field,
    value=_value,
    conceded=_conceded,
    private=lambda view: False,
    story=_story,
    signs=f"round by round: {PAIN[0]} no damage, {PAIN[1]} 1, {PAIN[2]} 2, {PAIN[3]} more",
    rules=(
        Page(
            "Hexaract",
            f"A game for one by **Dejan Racković**. {CREDIT} The 36 cards of its basic deck are in play, and five "
            "dice.\n\n"
            "Walk a path of thirty cards, three of them before you at a time. When all are gone you win if you hold a "
            "chip of **each of the six suits**. Ten damage, and the path has won.\n\n"
            "Three random aces have given you a chip each; the other three are in play. Each card is a **person**, a "
            "**location** or an **event**; one that is location and event is a location.",
        ),
        Page(
            "A round: dice",
            "Five dice are rolled. Put up to two **pairs** on cards: two dice that add up to the card's rank. Crowns "
            "are 10. A **6 is wild**: any of 1 to 5, never 6. Both pairs may lie on one card. A pair taken back is "
            "free again until you are done.",
        ),
        Page(
            "A round: cards",
            "Then use what you have, in any order:\n"
            "- A **person** with a pair leaves, and you take a chip of one of its suits.\n"
            "- A **location** needs a chip of each of its suits. Each pair puts one there from the general supply; "
            "your own chips may be put there too, pair or not. Complete, it leaves with its chips.\n"
            "- An **event** with a pair leaves and doesn't happen.\n"
            "- For each **Crown** resolved you may take an ace in play for a chip of its suit.",
        ),
        Page(
            "A round: its end",
            "- Each person on the path does 1 damage, each exhausted location too.\n"
            "- At 10 damage you lose at once.\n"
            "- Each exhausted event takes a chip: of its suits, the one that you hold fewer of; on a tie you choose. "
            "Then it leaves. If you hold none of them, nothing is lost.\n"
            "- Locations and events that were there in this round are now **exhausted**, and lie turned. New cards "
            "come up, up to three.\n\n"
            "For rankings, a win is worth 100, and 10 for each damage short of ten, and your chips beyond six (9 at "
            "most); a loss, the number of cards gone.",
        ),
        Page(
            "How we read the rules",
            "Where the rules leave something open, this hall plays it so:\n"
            "- A pair that can do nothing more may be assigned and is wasted.\n"
            "- A pair's chip is placed if the location lacks one.\n"
            "- An ace is taken or left at once.\n"
            "- A suit that you hold no chip of is never the one you hold fewer of.\n"
            "- Several events happen from left to right.\n"
            "- The supply of chips has no end.\n"
            "- The score is ours.",
        ),
    ),
)

turns = Turns(KEY)
games = turns.games()


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
@app_commands.allowed_installs(guilds=True, users=True)
class HexaractCog(commands.GroupCog, group_name="hexaract", group_description="Your turn in Hexaract"):
    """Each command makes the move that its option names; what is legal now is offered while typing."""

    def __init__(self, bot: "Hall") -> None:
        self.bot = bot

    @app_commands.command(name="assign", description="Put a pair of dice on a card")
    @app_commands.describe(pair="The card, and two dice that add up to its rank", game=WHICH_GAME)
    @app_commands.autocomplete(pair=turns.offers("assign"), game=games)
    async def assign(self, interaction: Interaction, pair: str, game: str | None = None) -> None:
        await turns.make(interaction, game, (("assign",), pair))

    @app_commands.command(name="back", description="Take the last pair of dice back")
    @app_commands.describe(game=WHICH_GAME)
    @app_commands.autocomplete(game=games)
    async def back(self, interaction: Interaction, game: str | None = None) -> None:
        await turns.make(interaction, game, (("back",), "back"))

    @app_commands.command(name="done", description="Assign no more dice")
    @app_commands.describe(game=WHICH_GAME)
    @app_commands.autocomplete(game=games)
    async def done(self, interaction: Interaction, game: str | None = None) -> None:
        await turns.make(interaction, game, (("done",), "done"))

    @app_commands.command(name="defeat", description="Defeat a person with a pair, for a chip")
    @app_commands.describe(person="The person, and the suit of the chip", game=WHICH_GAME)
    @app_commands.autocomplete(person=turns.offers("defeat"), game=games)
    async def defeat(self, interaction: Interaction, person: str, game: str | None = None) -> None:
        await turns.make(interaction, game, (("defeat",), person))

    @app_commands.command(name="place", description="Use a pair: a chip for a location, from the general supply")
    @app_commands.describe(chip="The location, and the suit of the chip", game=WHICH_GAME)
    @app_commands.autocomplete(chip=turns.offers("place"), game=games)
    async def place(self, interaction: Interaction, chip: str, game: str | None = None) -> None:
        await turns.make(interaction, game, (("place",), chip))

    @app_commands.command(name="avert", description="Avert an event with a pair")
    @app_commands.describe(event="The event", game=WHICH_GAME)
    @app_commands.autocomplete(event=turns.offers("avert"), game=games)
    async def avert(self, interaction: Interaction, event: str, game: str | None = None) -> None:
        await turns.make(interaction, game, (("avert",), event))

    @app_commands.command(name="spend", description="Put a chip of your own on a location")
    @app_commands.describe(chip="The location, and the suit of the chip", game=WHICH_GAME)
    @app_commands.autocomplete(chip=turns.offers("spend"), game=games)
    async def spend(self, interaction: Interaction, chip: str, game: str | None = None) -> None:
        await turns.make(interaction, game, (("spend",), chip))

    @app_commands.command(name="ace", description="After a Crown: take an ace in play, or leave them")
    @app_commands.describe(ace="Its suit, or none", game=WHICH_GAME)
    @app_commands.autocomplete(ace=turns.offers("take-ace", "decline"), game=games)
    async def ace(self, interaction: Interaction, ace: str, game: str | None = None) -> None:
        await turns.make(interaction, game, (("take-ace", "decline"), ace))

    @app_commands.command(name="end-round", description="End the round")
    @app_commands.describe(game=WHICH_GAME)
    @app_commands.autocomplete(game=games)
    async def end_round(self, interaction: Interaction, game: str | None = None) -> None:
        await turns.make(interaction, game, (("end-round",), "end-round"))

    @app_commands.command(name="lose", description="Choose the chip that an event costs")
    @app_commands.describe(chip="Its suit", game=WHICH_GAME)
    @app_commands.autocomplete(chip=turns.offers("lose"), game=games)
    async def lose(self, interaction: Interaction, chip: str, game: str | None = None) -> None:
        await turns.make(interaction, game, (("lose",), chip))
