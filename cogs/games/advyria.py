"""The guilds of Advyria on Discord: its words, its rules pages, its slash commands."""

from collections import Counter
from collections.abc import Iterable, Sequence

import discord

from engine import Data
from engine.advyria.cards import (
    ADVENTURES,
    CARDS,
    COLOURS,
    FAIRY,
    FIRST_ADVENTURE_CARD,
    GOLD,
    HEROES,
    JOKER,
    KNIGHT,
    PLURALS,
    WARRIOR,
    WIZARD,
    card_of,
)
from engine.advyria.land import NEIGHBOURS, QUESTS, REGIONS, SPACES, STEPS
from engine.advyria.pieces import (
    Completed,
    Discard,
    Event,
    Found,
    Go,
    Look,
    Mine,
    Options,
    PlayAdventure,
    PlaySet,
    PlayWizard,
    Table,
    View,
)
from engine.advyria.rules import GAME
from engine.advyria.scoring import account, rating

from .turns import Turns, asks
from .words import Choice, Label, Page, Sheet, Words

PRIMARY, SUCCESS, DANGER = discord.ButtonStyle.primary, discord.ButtonStyle.success, discord.ButtonStyle.danger

MOST_TICKS = 25  # options of a sheet
FEWEST_TICKS = 3  # discards: fewer are as quick one by one

KINDS = {
    "settle": Label("Set out from", emoji="🏛️", style=PRIMARY, verb="From"),
    "set": Label("Play a set", emoji="🃏", style=PRIMARY, verb="Play"),
    "wizard": Label("Play a Wizard", emoji="🧙", style=PRIMARY, verb="Play"),
    "adventure": Label("Play an adventure card", emoji="📜", verb="Play"),
    "pay-wizard": Label("Pay a Wizard and draw three", emoji="🔮", style=PRIMARY),
    "end-turn": Label("End your turn", emoji="⏭️", style=SUCCESS),
    "go": Label("Move your pawn", emoji="🐎", style=PRIMARY, verb="Go to"),
    "complete": Label("Complete the adventure", emoji="⭐", style=SUCCESS),
    "leave": Label("Leave it where it is"),
    "turn": Label("Turn villages to gold", emoji="🪙", style=PRIMARY, verb=""),
    "look": Label("Look at a tile", emoji="🔭", style=PRIMARY, verb="Look at"),
    "stop-looking": Label("Look at no more"),
    "rob": Label("Unfriendly manoeuvre", emoji="🦝", style=DANGER, verb="Rob"),
    "spare": Label("Leave them in peace"),
    "send": Label("Send that pawn away", emoji="🏛️", style=PRIMARY, verb="Send to"),
    "discard": Label("Discard", emoji="🗑️", style=PRIMARY, verb="Discard"),
}

FIELDS = {
    ("settle", "space"): "From which guild?",
    ("set", "kind"): "A set of which kind?",
    ("set", "size"): "How many cards?",
    ("set", "jokers"): "How many of them Jokers?",
    ("wizard", "joker"): "Which card?",
    ("adventure", "adventure"): "Which one?",
    ("go", "space"): "Where to?",
    ("turn", "count"): "How many?",
    ("look", "space"): "At which tile?",
    ("rob", "victim"): "Whom?",
    ("send", "space"): "To which guild?",
    ("discard", "card"): "Which card?",
}

SIGNS = {KNIGHT: "🐎", WARRIOR: "⚔️", FAIRY: "🧚", WIZARD: "🧙", JOKER: "🎭"}
COLOUR_SIGNS = ("🟥", "🟦", "🟨", "🟩")
SPECIAL = (  # of each colour
    "move to any space",
    "hand level +2",
    "turn up to 3 villages",
    "look at up to 4 tiles",
)
SET_OF = {KNIGHT: "Knights", WARRIOR: "Warriors", FAIRY: "Fairies"}


def _field(view: View, tag: str, field: str) -> str:
    return FIELDS[tag, field]


def _value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    table, value = view.table, getattr(move, field)
    match field:
        case "space":
            return _space(view, names, value, travels=isinstance(move, Go | Look))
        case "kind":
            return Label(SET_OF[value], emoji=SIGNS[value])
        case "size":
            return Label(f"{value} cards")
        case "jokers":
            return Label(_counted(value, JOKER) if value else "no Joker")
        case "joker":
            return _wizard(value)
        case "adventure":
            colour = ADVENTURES[value].colour
            return Label(ADVENTURES[value].name, detail=f"{COLOURS[colour]}: {SPECIAL[colour]}", emoji=_sign(value))
        case "count":
            return Label(f"Turn {value}" if value else "Turn none", emoji="🪙" if value else None)
        case "victim":
            return Label(names[value], detail=_cards(table.players[value].cards))
        case _:
            assert view.mine is not None
            held = view.mine.hand.count(value)
            name, told = _card(value), None
            if value >= FIRST_ADVENTURE_CARD:
                adventure = ADVENTURES[value - FIRST_ADVENTURE_CARD]
                name, told = adventure.name, COLOURS[adventure.colour]
            return Label(name, detail=f"you hold {held}" if held > 1 else told, emoji=_card_sign(value))


def _sheet(view: View, legal: Sequence[Data]) -> Sheet | None:
    """All discards of a turn at once."""
    table, mine = view.table, view.mine
    if mine is None or table.step != "discard" or len(mine.hand) > MOST_TICKS:
        return None
    excess = len(mine.hand) - table.players[mine.seat].level
    if excess < FEWEST_TICKS:
        return None
    label = Label(f"Choose {excess} cards to discard", emoji="🗑️", style=PRIMARY)
    return Sheet(label, f"Discard {excess} cards", tuple(map(Discard, mine.hand)), excess, excess)


def _phrase(view: View, names: Sequence[str], move: Data) -> Label | None:
    """A whole move where its fields one by one would say it clumsily."""
    match move:
        case PlaySet(kind, size, jokers):
            if jokers == size:
                text = f"{size} Jokers as {SET_OF[kind]}"
            else:
                text = f"{size} {SET_OF[kind]}" + (f" ({_counted(jokers, JOKER)})" if jokers else "")
            return Label(text, detail=_effects(kind, size), emoji=SIGNS[kind], style=PRIMARY)
        case PlayWizard(joker):
            return _wizard(joker)
        case PlayAdventure():
            return _value(view, names, move, "adventure")
    return None


def _effects(kind: int, size: int) -> str:
    times = ("once", "twice", "3 times")[size - 2]
    match kind:
        case 0:
            return f"move {times}"
        case 1:
            return "turn 1 village" if size == 2 else f"turn {size - 1} villages"
        case _:
            looks = "look at 1 tile" if size == 2 else f"look at {size - 1} tiles"
            return f"{looks}, losses -1" if size == 4 else looks


def _wizard(joker: bool) -> Label:
    if joker:
        return Label("A Joker as a Wizard", detail="hand level +1", emoji=SIGNS[JOKER], style=PRIMARY)
    return Label("A Wizard", detail="hand level +1, losses +1", emoji=SIGNS[WIZARD], style=PRIMARY)


def _space(view: View, names: Sequence[str], space: int, *, travels: bool) -> Label:
    """A space by its code and name: how far it is, what lies there, who stands beside it."""
    place, mine = SPACES[space], view.mine
    text = f"{place.code} {place.name}"
    if not travels or mine is None:
        return Label(text, detail=REGIONS[place.region])
    pawn = view.table.players[mine.seat].pawn
    steps = None if pawn is None else STEPS[pawn][space]
    far = "" if steps is None else "here" if steps == 0 else "1 step" if steps == 1 else f"{steps} steps"
    told = [far, _lies(view, mine, space), *_neighbours(view.table, names, mine.seat, space)]
    return Label(text, detail=", ".join(filter(None, told))[:100], emoji=_space_sign(view, mine, space))


def _lies(view: View, mine: Mine, space: int) -> str:
    """What the player knows of the tile on a space."""
    if SPACES[space].kind == "guild":
        return "a guild"
    if not _has_tile(view.table, space):
        return ""
    tile, seen = _tile(view, mine, space), view.table.quests[space].face == "down"
    if tile is None:
        return "face down"
    what = "gold" if tile == GOLD else f"{ADVENTURES[tile].name}"
    held = ", you hold its card" if tile != GOLD and card_of(tile) in mine.hand else ""
    return f"{'you saw ' if seen else ''}{what}{held}"


def _tile(view: View, mine: Mine, space: int) -> int | None:
    """The tile on a quest space, if the player knows it."""
    quest = view.table.quests[space]
    return quest.tile if quest.face == "up" else mine.tiles[space]


def _has_tile(table: Table, space: int) -> bool:
    return space in QUESTS and table.quests[space].face != "gone"


def _neighbours(table: Table, names: Sequence[str], seat: int, space: int) -> list[str]:
    """Whose pawns stand beside a space: whoever ends there may make an unfriendly manoeuvre."""
    if not table.options.manoeuvres or table.robbed or table.step != "go":
        return []
    beside = [other for other, player in enumerate(table.players) if player.pawn in NEIGHBOURS[space] and other != seat]
    return [f"beside {names[other]} ({_cards(table.players[other].cards)})" for other in beside]


def _space_sign(view: View, mine: Mine, space: int) -> str | None:
    if SPACES[space].kind == "guild":
        return "🏛️"
    if not _has_tile(view.table, space):
        return None
    tile = _tile(view, mine, space)
    return "❔" if tile is None else "🪙" if tile == GOLD else _sign(tile)


def _rank(view: View, move: Data) -> tuple[int, int]:
    """Spaces with something to be had come first, the nearest of them before the others."""
    table, mine = view.table, view.mine
    if not isinstance(move, Go | Look) or mine is None:
        return 0, 0
    pawn = table.players[mine.seat].pawn
    steps = 0 if pawn is None else STEPS[pawn][move.space]
    if isinstance(move, Look):
        return int(mine.tiles[move.space] is not None), steps
    held = table.players[mine.seat].cards
    richer = (player.pawn for player in table.players if player.cards > held)
    if _has_tile(table, move.space):
        return 0, steps
    return (1 if table.options.manoeuvres and {*richer} & {*NEIGHBOURS[move.space]} else 2), steps


def _ask(view: View, names: Sequence[str]) -> str:
    table, mine = view.table, view.mine
    assert mine is not None
    player, effect, excess = table.players[mine.seat], table.effect, len(mine.hand) - table.players[mine.seat].level
    match table.step:
        case "settle":
            return "Choose the guild that your pawn sets out from."
        case "play":
            may_pay = table.phase == "finale" and not table.played and not table.paid
            finale = "\n-# Before you play anything, you may pay a Wizard to draw three cards." if may_pay else ""
            keep = f"\n-# You hold {_cards(len(mine.hand))} and may keep {player.level} when your turn ends."
            return f"Your turn: play cards and sets in any order, then end it.{finale}{keep}"
        case "go":
            assert effect is not None
            more = _more(effect.left, "movement")
            if effect.roll is None:
                return f"Where do you go? Any space will do, your own too.{more}"
            return f"The die shows **{effect.roll}**: where do you go? You may also stay.{more}"
        case "adventure":
            assert player.pawn is not None
            tile = table.quests[player.pawn].tile
            assert tile is not None
            held = "You hold its card." if card_of(tile) in mine.hand else "You don't hold its card, so it stays."
            return f"{_sign(tile)} You stand before **{ADVENTURES[tile].name}**. {held}"
        case "turn":
            return f"How many of your {_counted_villages(player.villages)} do you turn to their gold side?"
        case "look":
            assert effect is not None
            return f"Which tile do you look at? Only you will see it.{_more(effect.left, 'look')}"
        case "rob":
            return (
                "You stand beside somebody who holds more cards. An unfriendly manoeuvre?\n"
                "-# You draw two of their cards at random and send their pawn to a guild; once in a turn."
            )
        case "send":
            assert table.victim is not None
            return f"To which guild do you send {names[table.victim]}'s pawn?"
        case "discard":
            return f"You hold {_cards(len(mine.hand))} and may keep {player.level}: discard {excess}."
        case "over":
            return "The game is over."


def _knows(view: View, names: Sequence[str]) -> str:
    """What a seat alone knows, in words."""
    mine = view.mine
    if mine is None:
        return ""
    lines = [f"**Your hand**: {_hand(mine.hand)}." if mine.hand else ""]
    if mine.hero is not None:
        hero = HEROES[mine.hero]
        lines.append(f"**Your hero**: {hero.name} · {', '.join(map(_adventure, hero.adventures))}.")
    looked = [
        f"{SPACES[space].code} {'gold' if tile == GOLD else _adventure(tile)}"
        for space, tile in enumerate(mine.tiles)
        if tile is not None
    ]
    lines.append(f"**Tiles you looked at**: {', '.join(looked)}." if looked else "")
    for one in mine.known if view.table.hands is None else ():
        who = names[one.holder] if one.knower == mine.seat else names[one.knower]
        does = f"{who} holds of yours" if one.knower == mine.seat else f"{who} knows that you hold"
        lines.append(f"**{does}**: {_hand(one.cards)}.")
    return "\n".join(filter(None, lines))


def _private(view: View) -> bool:
    """A hand is private even where all lie open, for it can be played from the direct message."""
    return view.mine is not None and bool(view.mine.hand or view.mine.hero is not None)


def _conceded(view: View) -> str:
    table = view.table
    total = sum(account(table, player).total for player in table.players)
    if table.options.mode == "compete":
        return "Given up: nobody wins."
    return f"Given up with {total} {'adventures completed' if table.options.simple_scoring else 'gold'}."


def _advice(seats: int, options: Options) -> str | None:
    if (seats == 1) != (options.mode == "solo"):
        return "One player plays solo; two to four compete or play together."
    return None


def _story(events: Sequence[Event]) -> str:
    """A sign for each tile that was taken, in order."""
    signs = [
        "⭐" if isinstance(event, Completed) else "🪙"
        for event in events
        if isinstance(event, Completed) or (isinstance(event, Found) and event.tile == GOLD)
    ]
    return "".join(signs)


def _card(card: int) -> str:
    return CARDS[card] if card < FIRST_ADVENTURE_CARD else _adventure(card - FIRST_ADVENTURE_CARD)


def _card_sign(card: int) -> str:
    return SIGNS[card] if card < FIRST_ADVENTURE_CARD else _sign(card - FIRST_ADVENTURE_CARD)


def _adventure(adventure: int) -> str:
    return f"{ADVENTURES[adventure].name} ({COLOURS[ADVENTURES[adventure].colour]})"


def _sign(adventure: int) -> str:
    return COLOUR_SIGNS[ADVENTURES[adventure].colour]


def _hand(cards: Iterable[int]) -> str:
    return ", ".join(
        _counted(count, card) if card < FIRST_ADVENTURE_CARD else _card(card)
        for card, count in sorted(Counter(cards).items())
    )


def _counted(count: int, card: int) -> str:
    return f"{count} {CARDS[card] if count == 1 else PLURALS[card]}"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _counted_villages(count: int) -> str:
    return "1 village" if count == 1 else f"{count} villages"


def _more(left: int, what: str) -> str:
    """How many come after the one in hand, in small print."""
    return f"\n-# {left - 1} more {what}{'s' * (left > 2)} after this one." if left > 1 else ""


WORDS = Words[Options, View, Event](
    colour=0x4C9F70,
    blurb="Guilds send their heroes through a land of hidden quests: play sets of cards, turn villages to gold, "
    "complete adventures. 1 to 4 players, against each other or together.",
    first="I saw a dragon last",
    options={
        "mode": Choice(
            "Mode",
            {
                "compete": Label("compete", detail="2 to 4 players; most gold wins"),
                "coop": Label("together", detail="2 to 4 players; all gold is added up and rated"),
                "solo": Label("solo", detail="one player; the gold is rated"),
            },
        ),
        "hand_level": Choice(
            "Hand levels",
            {
                "by_players": Label("alike", detail="everyone begins with the number of players and two"),
                "by_seat": Label("by seat", detail="3, 4, 5 and 6 in the order of play"),
            },
        ),
    },
    simplifications={
        "special_actions": Label("No special actions", detail="adventure cards only complete adventures"),
        "finale": Label("No grand finale", detail="the turn that empties the draw pile is the last"),
        "manoeuvres": Label("No unfriendly manoeuvres", detail="nobody draws cards from another hand"),
        "heroes": Label("No heroes", detail="none are dealt, and there is no bonus for theirs"),
        "simple_scoring": Label("Simple scoring", detail="adventures count; gold coins break a tie"),
        "open_hands": Label("Open hands", detail="everyone sees all hands"),
    },
    kinds=KINDS,
    ask=_ask,
    field=_field,
    value=_value,
    sheet=_sheet,
    phrase=_phrase,
    rank=_rank,
    whole=10,
    conceded=_conceded,
    private=_private,
    knows=_knows,
    advice=_advice,
    story=_story,
    signs="tile by tile: 🪙 gold found, ⭐ an adventure completed",
    rules=(
        Page(
            "The guilds of Advyria",
            "A game by **Stefan Wenz** for 1 to 4: against each other, together, or alone. The land, its names and "
            "its pictures are ours.\n\n"
            "Twenty-six tiles lie face down on the quest spaces: 14 **gold** and 12 **adventures** in four colours. "
            "Move your pawn to them. Gold comes to you as a **village**, worth nothing until you turn it to its gold "
            "side. An adventure is yours if you hold its card when you arrive.\n\n"
            "At the end each gold side is worth **2 gold**, each adventure **5**, and **5 more** if your secret **hero "
            "card** shows it. Each of your **losses** costs 1. Most gold wins.",
        ),
        Page(
            "The cards",
            "Play 2, 3 or 4 of a kind as a **set**; its effect happens once less than it has cards:\n"
            "🐎 **Knights of Fortune**: roll the die and move up to so many steps, over other pawns but not onto one. "
            "Then the tile where you stand is turned up. Staying counts as moving.\n"
            "⚔️ **Warriors**: turn a village of yours to gold.\n"
            "🧚 **Fairies**: look at a face-down tile, alone. A set of four also takes one of your losses away.\n\n"
            "🧙 A **Wizard** is played singly: hand level +1 (to 14 at most), losses +1 (to 11 at most).\n"
            "🎭 A **Joker** stands for any of these four, also in a set of Jokers alone; as a Wizard it brings no loss."
            "\n\nThe deck: 24 Knights of Fortune, 28 Warriors, 24 Fairies, 14 Wizards, 8 Jokers, 12 adventures.",
        ),
        Page(
            "Your turn",
            "Everybody puts a pawn on a guild and is dealt three cards.\n\n"
            "In your turn you draw **three cards**, then play as many cards and sets as you like, in any order. Each "
            "is carried out before the next is played; what could do nothing can't be played.\n\n"
            "At the end of your turn discard down to your **hand level**. It begins at 3, 4, 5 or 6 for one, two, "
            "three or four players.",
        ),
        Page(
            "Adventures",
            "Whoever ends a movement on an adventure is asked whether to complete it. With its card in hand you may: "
            "card and tile are yours for good. Otherwise it stays, face up, for anyone who arrives later with the "
            "card. Getting the card while you stand there is not enough; staying with a Knight is.\n\n"
            "An adventure card may instead be played **for its colour**, by itself:\n"
            "🟥 red: move to any space that no other pawn holds\n"
            "🟦 blue: hand level +2\n"
            "🟨 yellow: turn up to three villages\n"
            "🟩 green: look at up to four face-down tiles",
        ),
        Page(
            "The unfriendly manoeuvre",
            "After Knights or a red card: when your pawn then stands beside another player's, and they hold **more "
            "cards** than you, you may draw two cards from their hand, unseen. Then you must send their pawn to a free "
            "guild of your choice.\n\n"
            "Once in a turn. Only the two of you learn which cards moved, and you may play them at once. Of several "
            "such players you choose one.",
        ),
        Page(
            "The end",
            "After the turn that empties the draw pile the **grand finale** begins: nobody draws any more. But before "
            "playing anything you may, once a turn, pay a Wizard from your hand to draw three cards. That Wizard "
            "leaves the game; no Joker will do. Where the pile runs out, the discards are shuffled into a new one.\n\n"
            "The game ends when everybody in a row has neither drawn nor played a card in the finale, or, at any time, "
            "with the turn in which the last tile left the board. Equal gold shares the win.\n\n"
            "**Together** all gold is added up; **alone** yours is. To 25 it is poor, to 50 little praiseworthy, to 70 "
            "adventurous, to 85 remarkable, to 95 grandiose, and from 96 on godlike. Playing together you may talk "
            "about hands, but not show them; the manoeuvre is the only way to pass cards.",
        ),
        Page(
            "Heroes, and simpler games",
            "A hero card shows three adventures of different colours. It is dealt secretly and shown at the end; the "
            "heroes not dealt stay out, unseen.\n\n"
            "Who opens the table may leave out parts of the game, in any combination: the special actions of "
            "adventure cards, the grand finale, unfriendly manoeuvres, heroes. With **simple scoring** only completed "
            "adventures count, and gold coins break a tie. With **open hands** everyone sees all hands; heroes stay "
            "secret, and a manoeuvre draws blindly all the same.",
        ),
        Page(
            "How we read the rules",
            "Where the rules leave something open, or their pictures are lost, this hall plays it so:\n"
            "- The land, the heroes' adventures and the numbers of cards are ours.\n"
            "- Each adventure is on one hero card.\n"
            "- If nobody saw a dragon last, chance decides who begins.\n"
            "- A card or set that could do nothing can't be played.\n"
            "- All effects of a set are done before the next is played; looks and turns may be stopped early.\n"
            "- A red card played can't complete its own adventure.\n"
            "- For a manoeuvre hands are compared after the movement; cards played don't count. Guilds count as "
            "neighbours. The pawn must be sent, and turns up nothing where it arrives.\n"
            "- Whoever reaches an adventure is asked, card or no card: so nobody learns of a hand.\n"
            "- Whoever plays for an empty seat in a game played together sees what that seat sees: its hand, too.\n"
            "- Without the finale, turns may be unequal.\n"
            "- With simple scoring a game played together or alone is not rated.",
        ),
    ),
    verdict=lambda options, score, won: "adventures" if options.simple_scoring else rating(score),
)

TURNS = Turns(GAME.key, "advyria")
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
TURNS.add("villages", "Turn villages of yours to their gold side", count=asks("How many", "turn"))
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
