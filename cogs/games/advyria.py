"""The guilds of Advyria on Discord: its words, its rules pages, its slash commands."""

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

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
    SETS,
    WARRIOR,
    WIZARD,
    YELLOW,
    card_name,
    card_of,
)
from engine.advyria.choices import (
    HIGHEST,
    MOST_LEVEL,
    any_face_down,
    colour_in_vain,
    payment_in_vain,
    set_in_vain,
    victims,
)
from engine.advyria.land import NEIGHBOURS, QUESTS, REGIONS, SPACES, STEPS
from engine.advyria.pieces import (
    Complete,
    Completed,
    Discard,
    EndTurn,
    Event,
    Found,
    Go,
    Leave,
    Look,
    Mine,
    Options,
    PlayAdventure,
    Player,
    PlaySet,
    PlayWizard,
    Send,
    Settle,
    StopLooking,
    Table,
    Turn,
    View,
)
from engine.advyria.rules import GAME
from engine.advyria.scoring import account, rating

from .turns import Turns, asks
from .words import MOST_BUTTONS, Choice, Label, Offer, Page, Sheet, Words, all_risks

PRIMARY, SUCCESS, DANGER = discord.ButtonStyle.primary, discord.ButtonStyle.success, discord.ButtonStyle.danger

KINDS = {
    "settle": Label("Set out", emoji="🏛️", style=PRIMARY, verb=""),
    "set": Label("Choose a set", emoji="🃏", verb="Play"),
    "wizard": Label("Play a Wizard", emoji="🧙", verb="Play"),
    "adventure": Label("Choose an adventure card", emoji="📜", verb="Play"),
    "pay-wizard": Label("Pay a Wizard: draw 3 cards", emoji="🔮", style=PRIMARY),
    "end-turn": Label("End your turn", emoji="⏭️", style=SUCCESS),
    "go": Label("Move your pawn", emoji="🐎", style=PRIMARY, verb=""),
    "complete": Label("Complete the adventure", emoji="⭐", style=SUCCESS),
    "leave": Label("Leave it there"),
    "turn": Label("Flip villages to gold", emoji="🪙", style=PRIMARY, verb=""),
    "look": Label("Look at a tile", emoji="🔭", style=PRIMARY, verb="Look at"),
    "stop-looking": Label("Done looking"),
    "rob": Label("Unfriendly manoeuvre", emoji="🦝", style=DANGER, verb="Take cards from"),
    "spare": Label("Leave them in peace"),
    "send": Label("Send the pawn away", emoji="🏛️", style=PRIMARY, verb=""),
    "discard": Label("Discard", emoji="🗑️", style=PRIMARY, verb="Discard"),
}

FIELDS = {
    ("settle", "space"): "From which guild?",
    ("set", "kind"): "A set of which kind?",
    ("set", "size"): "How many cards?",
    ("set", "jokers"): "With how many Jokers?",
    ("wizard", "joker"): "Which card?",
    ("adventure", "adventure"): "Which one?",
    ("go", "space"): "Where to?",
    ("turn", "count"): "How many?",
    ("look", "space"): "Which tile?",
    ("rob", "victim"): "From whom?",
    ("send", "space"): "To which guild?",
    ("discard", "card"): "Which card?",
}

SIGNS = {KNIGHT: "🐎", WARRIOR: "⚔️", FAIRY: "🧚", WIZARD: "🧙", JOKER: "🎭"}
COLOUR_SIGNS = ("🟥", "🟦", "🟨", "🟩")
SPECIAL = (  # of each colour
    "move to any space",
    "hand level +2",
    "flip up to 3 villages",
    "look at up to 4 tiles",
)
MOST_ADVENTURES = 3  # adventure cards that are offered to be played for their colour; others are behind a button
MOST_DISCARDS = 4  # that a button makes: a custom id has room for no more
SHEET = 25  # options of a sheet, at most
LATE = 48  # cards in the draw pile: with fewer a Wizard is kept for the grand finale
SET_OF = {KNIGHT: "Knights", WARRIOR: "Warriors", FAIRY: "Fairies"}


def _field(view: View, tag: str, field: str) -> str:
    return FIELDS[tag, field]


def _value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    """A field that is chosen by itself; other moves are said whole."""
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
        case "victim":
            return Label(names[value], detail=_cards(table.players[value].cards))
        case _:
            assert view.mine is not None
            held = view.mine.hand.count(value)
            return Label(_one(value), detail=f"you have {held}" if held > 1 else None, emoji=_card_sign(value))


def _phrase(view: View, names: Sequence[str], move: Data) -> Label | None:
    """A whole move where its fields one by one would say it clumsily."""
    match move:
        case PlaySet(kind, size, jokers):
            does = _effects(kind, size)
            if kind == WARRIOR:  # how many is asked next; an offer flips all
                does = "flip 1 or none" if size == 2 else f"flip up to {size - 1}"
            return Label(_set(kind, size, jokers), detail=does, emoji=SIGNS[kind], style=PRIMARY)
        case PlayWizard():
            return _wizard(move)
        case PlayAdventure(adventure):
            colour = ADVENTURES[adventure].colour
            text = f"{_brief(adventure)} for {COLOURS[colour]}"
            return Label(text, detail=SPECIAL[colour], emoji=_sign(adventure))
        case Turn(count):
            return Label(f"Flip {_villages(count)}", emoji="🪙" if count else None)
        case Go(space):
            label, mine = _space(view, names, space, travels=True), view.mine
            stays = mine is not None and view.table.players[mine.seat].pawn == space
            return dataclasses.replace(label, text=f"{'Stay at' if stays else 'Go to'} {label.text}")
        case Settle(space):
            return Label(f"Set out from {_guild(space)}", detail=REGIONS[SPACES[space].region])
        case Send(space):
            return Label(f"Send them to {_guild(space)}", detail=REGIONS[SPACES[space].region])
    return None


def _guild(space: int) -> str:
    return f"{SPACES[space].code}, {SPACES[space].name.removeprefix('the Guild of ')}"


def _brief(adventure: int) -> str:
    return ADVENTURES[adventure].name.removeprefix("The ")


def _wizard(move: PlayWizard) -> Label:
    if move.joker:
        return Label("a Joker as a Wizard", detail="keep 1 more card", emoji=SIGNS[JOKER], style=PRIMARY)
    return Label("a Wizard", detail="keep 1 more card, 1 more loss", emoji=SIGNS[WIZARD], style=PRIMARY)


def _set(kind: int, size: int, jokers: int) -> str:
    if jokers == size:
        return f"{size} Jokers as {SET_OF[kind]}"
    return f"{size} {SET_OF[kind]}" + (f" ({_counted(jokers, JOKER)})" if jokers else "")


def _effects(kind: int, size: int) -> str:
    match kind:
        case 0:
            return f"move {('once', 'twice', '3 times')[size - 2]}"
        case 1:
            return f"flip {_villages(size - 1)}"
        case _:
            looks = "look at 1 tile" if size == 2 else f"look at {size - 1} tiles"
            return f"{looks}, 1 loss less" if size == 4 else looks


def _space(view: View, names: Sequence[str], space: int, *, travels: bool) -> Label:
    """A space by its code and name: how far it is, what lies there, who stands beside it."""
    place, mine = SPACES[space], view.mine
    text = f"{place.code} {place.name}"
    if not travels or mine is None:
        return Label(text, detail=REGIONS[place.region])
    told = [_far(view, mine, space), _lies(view, mine, space), *_neighbours(view.table, names, mine.seat, space)]
    return Label(text, detail=", ".join(filter(None, told))[:100], emoji=_space_sign(view, mine, space))


def _far(view: View, mine: Mine, space: int) -> str:
    pawn = view.table.players[mine.seat].pawn
    steps = None if pawn is None else STEPS[pawn][space]
    return "" if steps is None else "here" if steps == 0 else "1 step" if steps == 1 else f"{steps} steps"


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
    held = ", you have its card" if _completes(mine, tile) else ""
    return f"{'you saw ' if seen else ''}{what}{held}"


def _completes(mine: Mine, tile: int | None) -> bool:
    """Whether the tile is an adventure whose card the player has."""
    return tile is not None and tile != GOLD and card_of(tile) in mine.hand


def _tile(view: View, mine: Mine, space: int) -> int | None:
    """The tile on a quest space, if the player knows it."""
    quest = view.table.quests[space]
    return quest.tile if quest.face == "up" else mine.tiles[space]


def _tile_here(view: View, mine: Mine, space: int) -> int | None:
    """The tile that still lies on a space, if the player knows it."""
    return _tile(view, mine, space) if _has_tile(view.table, space) else None


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


# -- What one press does


def _offers(view: View, names: Sequence[str], legal: Sequence[Data]) -> Sequence[Offer]:
    """What a player will most likely want, whole."""
    mine = view.mine
    if mine is None:
        return ()
    match view.table.step:
        case "play":
            return (*_plays(view, mine, legal), *_endings(view, mine))
        case "go":
            return _ways(view, names, mine, legal)
        case "look":
            return _looks(view, mine)
        case "adventure":
            return _leaving(view, mine, legal)
        case "discard":
            excess = len(mine.hand) - view.table.players[mine.seat].level
            ways = _least(view, mine, excess) if 1 < excess <= MOST_DISCARDS else []
            return [_discarding(view, mine, cards, ()) for cards in ways]
    return ()


def _plays(view: View, mine: Mine, legal: Sequence[Data]) -> Iterator[Offer]:
    """Of each kind the largest set, without Jokers and with one, with all that it flips; a Wizard; adventure cards."""
    table = view.table
    villages = table.players[mine.seat].villages
    for kind in SETS:
        sets = [move for move in legal if isinstance(move, PlaySet) and move.kind == kind and move.jokers < 2]
        for jokers in (0, 1):
            fitting = [one for one in sets if one.jokers == jokers and _is_useful(view, mine, one)]
            if fitting:
                yield from _set_offers(view, mine, max(fitting, key=lambda one: one.size))
    for wizard in legal:
        if isinstance(wizard, PlayWizard):
            label = _wizard(wizard)
            yield Offer(dataclasses.replace(label, text=f"Play {label.text}"), (wizard,))
    cards = [move for move in legal if isinstance(move, PlayAdventure)]
    for move in sorted(cards, key=lambda move: _use(view, mine, card_of(move.adventure)))[:MOST_ADVENTURES]:
        colour = ADVENTURES[move.adventure].colour
        text, does, flips = f"{_brief(move.adventure)} for {COLOURS[colour]}", SPECIAL[colour], list[Data]()
        if colour == YELLOW:
            count = min(3, villages)
            text, does = f"{_brief(move.adventure)}: flip {count}", f"{_villages(count)} to gold"
            flips.append(Turn(count))
        yield Offer(Label(f"Play {text}", does, _sign(move.adventure)), (move, *flips), _risky(view, move))


def _is_useful(view: View, mine: Mine, one: PlaySet) -> bool:
    """Whether all that a set does is of some use."""
    player = view.table.players[mine.seat]
    if one.kind == WARRIOR:
        return one.size - 1 <= player.villages
    return one.kind != FAIRY or bool(_unknown(view, mine)) or (one.size == 4 and player.losses > 0)


def _set_offers(view: View, mine: Mine, one: PlaySet) -> Iterator[Offer]:
    """A set with what plainly follows: all villages that it flips, looks at the nearest tiles."""
    plain = one.size - one.jokers
    text = f"Play {plain} {CARDS[one.kind].split()[0] if plain == 1 else SET_OF[one.kind]}{' + Joker' * one.jokers}"
    detail, then = _effects(one.kind, one.size), list[Data]()
    if one.kind == WARRIOR:
        then.append(Turn(one.size - 1))
    elif one.kind == FAIRY and (looks := _nearest(view, mine, one.size - 1)):
        yield Offer(Label(f"{text}: {_codes(looks)}", "look there", SIGNS[FAIRY], PRIMARY), (one, *looks))
        text = f"{text}: pick tiles"
    elif one.kind == FAIRY and any_face_down(view.table):
        detail = "1 loss less"
        then.append(StopLooking())
    yield Offer(Label(text, detail, SIGNS[one.kind], PRIMARY), (one, *then))


def _endings(view: View, mine: Mine) -> Iterator[Offer]:
    """The end of a turn with what has to be discarded."""
    table = view.table
    excess = len(mine.hand) - table.players[mine.seat].level
    idle = table.phase == "finale" and not table.played and not table.paid and table.idle + 1 == len(table.players)
    if excess > 0:
        ways = _least(view, mine, excess)[:2] if excess <= MOST_DISCARDS else []
        yield from (_discarding(view, mine, cards, (EndTurn(),)) for cards in ways)
        what = "the discard" if excess == 1 else f"{excess} discards"
        yield Offer(Label(f"End turn, choose {what}", emoji="⏭️"), (EndTurn(),))
    elif idle:
        asked = "You have drawn and played nothing this turn. Ending it **ends the game**."
        yield Offer(Label("End your turn: the game ends", emoji="⏭️"), (EndTurn(),), asked)


def _leaving(view: View, mine: Mine, legal: Sequence[Data]) -> list[Offer]:
    """With the last movement made and nothing to complete, rob or discard: the end of the turn with it."""
    table = view.table
    last = table.effect is not None and table.effect.left == 1
    robs = table.options.manoeuvres and not table.robbed and victims(table)
    if Complete() in legal or not last or robs or len(mine.hand) > table.players[mine.seat].level:
        return []
    return [Offer(Label("Leave it there, end your turn", emoji="⏭️", style=SUCCESS), (Leave(), EndTurn()))]


def _discarding(view: View, mine: Mine, cards: Sequence[int], first: Sequence[Data]) -> Offer:
    """One press that discards these cards, after the moves in `first`."""
    signs = "".join(map(_card_sign, cards))
    text = f"End turn, discard {signs}" if first else f"Discard {signs}"
    moves = [Discard(card) for card in sorted(cards)]  # as a sheet does
    risk = all_risks(_risky(view, move) for move in moves)
    what = _hand(cards, _one)
    return Offer(Label(text, what, "⏭️" if first else "🗑️", SUCCESS), (*first, *moves), risk)


def _least(view: View, mine: Mine, count: int) -> list[tuple[int, ...]]:
    """So many cards of the hand that are missed least, in up to three ways, the best first."""
    ranked = sorted(mine.hand, key=lambda card: (_use(view, mine, card), card))
    ways = [tuple(ranked[:count])]
    for place in range(count, len(ranked)):
        ways.append((*ranked[: count - 1], ranked[place]))
    told_apart = {"".join(map(_card_sign, sorted(way))): way for way in reversed(ways)}
    return [*told_apart.values()][:-4:-1]


def _use(view: View, mine: Mine, card: int) -> float:
    """How much a card in hand is likely to be missed, in gold."""
    table, held = view.table, mine.hand.count(card)
    if card >= FIRST_ADVENTURE_CARD:
        adventure = card - FIRST_ADVENTURE_CARD
        seen = any(_tile(view, mine, space) == adventure for space in QUESTS if _has_tile(table, space))
        return 8 if _on_hero(mine, adventure) else 4 if seen else 2.5
    if card == JOKER:
        return 2
    if card == WIZARD:
        return 1 if table.phase == "main" and table.pile > LATE else 2.5
    each = {KNIGHT: 1.7, WARRIOR: 1.9, FAIRY: 0.6}[card]
    return each * (held - 1 or 0.5) / held


def _ways(view: View, names: Sequence[str], mine: Mine, legal: Sequence[Data]) -> list[Offer]:
    """Where there is something to be had: an adventure is completed with the same press."""
    found = list[Offer]()
    ranked = sorted((move for move in legal if isinstance(move, Go)), key=lambda move: _rank(view, move))
    for move in ranked:
        tile = _tile_here(view, mine, move.space)
        if tile is not None and _completes(mine, tile):
            text = f"To {SPACES[move.space].code}, complete {_brief(tile)}"
            detail = f"+{10 if _on_hero(mine, tile) else 5} gold"
            found.append(Offer(Label(text, detail, "⭐", SUCCESS), (move, Complete())))
    if len(legal) > MOST_BUTTONS:
        for move in ranked[: MOST_BUTTONS // 2]:
            what = _lies(view, mine, move.space).partition(",")[0] or SPACES[move.space].name
            label = _space(view, names, move.space, travels=True)
            text = f"Go to {SPACES[move.space].code}: {what.removeprefix('you saw ').removeprefix('The ')}"
            far = [_far(view, mine, move.space), *_neighbours(view.table, names, mine.seat, move.space)]
            found.append(Offer(Label(text, ", ".join(far), label.emoji, PRIMARY), (move,)))
    return found


def _looks(view: View, mine: Mine) -> list[Offer]:
    assert view.table.effect is not None
    looks = _nearest(view, mine, view.table.effect.left)
    return [Offer(Label(f"Look at {_codes(looks)}", "the nearest", "🔭", PRIMARY), looks)] if looks else []


def _nearest(view: View, mine: Mine, count: int) -> tuple[Data, ...]:
    """So many looks at the nearest tiles that the player doesn't know; of fewer, all, and no more."""
    looks = tuple(map(Look, _unknown(view, mine)[:count]))
    return looks if len(looks) in (0, count) else (*looks, StopLooking())


def _codes(looks: Sequence[Data]) -> str:
    return ", ".join(SPACES[look.space].code for look in looks if isinstance(look, Look))


def _unknown(view: View, mine: Mine) -> list[int]:
    """Where tiles lie that the player doesn't know, the nearest first."""
    pawn = view.table.players[mine.seat].pawn or 0
    unknown = [space for space in QUESTS if view.table.quests[space].face == "down" and mine.tiles[space] is None]
    return sorted(unknown, key=lambda space: STEPS[pawn][space])


def _sheet(view: View, legal: Sequence[Data]) -> Sheet | None:
    table, mine = view.table, view.mine
    if mine is None:
        return None
    if table.step == "discard" and (excess := len(mine.hand) - table.players[mine.seat].level) > 1:
        label = Label(f"Choose {excess} cards to discard", emoji="☑️")
        return Sheet(label, f"Discard {excess} cards", tuple(map(Discard, mine.hand[:SHEET])), excess, excess)
    if table.step == "look" and table.effect and (left := table.effect.left) > 1:
        tiles = sorted((move for move in legal if isinstance(move, Look)), key=lambda move: _rank(view, move))[:SHEET]
        label = Label(f"Choose up to {left} tiles", emoji="☑️")
        return Sheet(label, f"Look at up to {left} tiles", tuple(tiles), 1, min(left, len(tiles)))
    return None


def _on_hero(mine: Mine, adventure: int) -> bool:
    return mine.hero is not None and adventure in HEROES[mine.hero].adventures


def _risky(view: View, move: Data) -> str | None:
    """An adventure of one's own hero is worth 10 gold: that its card is meant to go is asked once more."""
    mine = view.mine
    match move:
        case PlayAdventure(adventure) if mine and _on_hero(mine, adventure):
            return (
                f"**{ADVENTURES[adventure].name}** is on your hero card: completed, it brings 10 gold. Play it anyway?"
            )
        case Discard(card) if mine and card >= FIRST_ADVENTURE_CARD and _on_hero(mine, card - FIRST_ADVENTURE_CARD):
            name = ADVENTURES[card - FIRST_ADVENTURE_CARD].name
            return f"**{name}** is on your hero card: completed, it brings 10 gold. Discard it anyway?"
    return None


# -- What the player is to do


def _ask(view: View, names: Sequence[str]) -> str:
    table, mine = view.table, view.mine
    assert mine is not None
    player, effect = table.players[mine.seat], table.effect
    excess = len(mine.hand) - player.level
    match table.step:
        case "settle":
            return "Choose the guild your pawn sets out from.\n-# Tiles are all around: any guild is a good start."
        case "play":
            lines = ["Your turn: play cards and sets, then end it.", *_hints(table, player, mine)]
            if excess > 0:
                lines.append(f"-# You have {_cards(len(mine.hand))} and may keep {player.level} after your turn.")
            return "\n".join(lines)
        case "go":
            assert effect is not None
            more = _more(effect.left, "move")
            if effect.roll is None:
                return f"Where to? You may go to any space, or stay.{more}"
            return f"You rolled a **{effect.roll}**. Where to? You may also stay.{more}"
        case "adventure":
            assert player.pawn is not None
            tile = table.quests[player.pawn].tile
            assert tile is not None
            gold = 10 if _on_hero(mine, tile) else 5
            can = f"You have its card: it brings {gold} gold." if _completes(mine, tile) else "You don't have its card."
            return f"{_sign(tile)} You reached **{ADVENTURES[tile].name}**. {can}"
        case "turn":
            return "How many villages do you flip to gold? Each is worth 2 gold then."
        case "look":
            assert effect is not None
            return f"Which tile do you look at? Only you will see it.{_more(effect.left, 'look')}"
        case "rob":
            return (
                "Your neighbour has more cards than you. An unfriendly manoeuvre?\n"
                "-# You take two of their cards at random and send their pawn to a guild. Once a turn."
            )
        case "send":
            assert table.victim is not None
            return f"Which guild do you send {names[table.victim]}'s pawn to?"
        case "discard":
            return f"You have {_cards(len(mine.hand))} and may keep {player.level}: discard {excess}."
        case "over":
            return "The game is over."


def _hints(table: Table, player: Player, mine: Mine) -> Iterator[str]:
    """In small print: the aim, until the first tile is won; then what the hand can't do now, and why."""
    if not (player.villages or player.gold or player.completed):
        yield "-# Knights move you to tiles, Warriors flip the gold you find, Fairies look ahead."
    if table.phase == "finale" and WIZARD in mine.hand and payment_in_vain(table) is None:
        yield "-# Pay a Wizard first if you want to draw: after you play it's too late."
    jokers = mine.hand.count(JOKER)
    for kind in SETS:
        held = mine.hand.count(kind)
        if held and (why := set_in_vain(table, kind, min(4, held + jokers))):
            yield f"-# {SIGNS[kind]} {SET_OF[kind]} must wait. {why}"
        elif held == 1 and not jokers:
            yield f"-# {SIGNS[kind]} 1 {CARDS[kind]} must wait: a set takes two."
    if WIZARD in mine.hand and player.level == MOST_LEVEL:
        yield f"-# {SIGNS[WIZARD]} Wizards must wait. {HIGHEST}"
    if table.options.special_actions:
        for card in mine.hand:
            adventure = card - FIRST_ADVENTURE_CARD
            if adventure >= 0 and (why := colour_in_vain(table, adventure)):
                yield f"-# {_sign(adventure)} {ADVENTURES[adventure].name} can't be played for its colour. {why}"


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
        does = f"{who} has of yours" if one.knower == mine.seat else f"{who} knows you have"
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


def _one(card: int) -> str:
    return f"a {CARDS[card]}" if card < FIRST_ADVENTURE_CARD else card_name(card)


def _card_sign(card: int) -> str:
    return SIGNS[card] if card < FIRST_ADVENTURE_CARD else _sign(card - FIRST_ADVENTURE_CARD)


def _adventure(adventure: int) -> str:
    return f"{ADVENTURES[adventure].name} ({COLOURS[ADVENTURES[adventure].colour]})"


def _sign(adventure: int) -> str:
    return COLOUR_SIGNS[ADVENTURES[adventure].colour]


def _hand(cards: Iterable[int], one: Callable[[int], str] | None = None) -> str:
    """Cards counted by kind; `one` says a single card otherwise."""
    return ", ".join(
        one(card) if one and count == 1 else _counted(count, card) if card < FIRST_ADVENTURE_CARD else _card(card)
        for card, count in sorted(Counter(cards).items())
    )


def _counted(count: int, card: int) -> str:
    return f"{count} {CARDS[card] if count == 1 else PLURALS[card]}"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _villages(count: int) -> str:
    return "1 village" if count == 1 else f"{count or 'no'} villages"


def _more(left: int, what: str) -> str:
    """How many come after the one in hand, in small print."""
    return f"\n-# {left - 1} more {what}{'s' * (left > 2)} after this one." if left > 1 else ""


WORDS = Words[Options, View, Event](
    colour=0x4C9F70,
    blurb="Guilds send their heroes through a land of hidden quests. Play sets of cards, collect gold, complete "
    "adventures. For 1 to 4 players: against each other, together, or alone.",
    minutes=60,
    difficulty="hard",
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
                "by_players": Label("alike", detail="everyone starts with 3, 4, 5 or 6, by the number of players"),
                "by_seat": Label("by seat", detail="3, 4, 5 and 6, in the order of play"),
            },
        ),
    },
    simplifications={
        "special_actions": Label("No special actions", detail="adventure cards only complete adventures"),
        "finale": Label("No grand finale", detail="the game ends when the draw pile is empty"),
        "manoeuvres": Label("No unfriendly manoeuvres", detail="nobody takes cards from another hand"),
        "heroes": Label("No heroes", detail="no secret hero cards, no bonus for them"),
        "simple_scoring": Label("Simple scoring", detail="adventures count; gold coins break a tie"),
        "open_hands": Label("Open hands", detail="everyone sees all hands"),
    },
    kinds=KINDS,
    ask=_ask,
    field=_field,
    value=_value,
    phrase=_phrase,
    rank=_rank,
    whole=MOST_BUTTONS,
    offers=_offers,
    sheet=_sheet,
    risky=_risky,
    conceded=_conceded,
    private=_private,
    knows=_knows,
    story=_story,
    signs="tile by tile: 🪙 gold found, ⭐ an adventure completed",
    rules=(
        Page(
            "The guilds of Advyria",
            "A game by **Stefan Wenz** for 1 to 4: against each other, together, or alone. The land, its names and "
            "its pictures are ours.\n\n"
            "Your aim: the **most gold** when the cards or the tiles run out.\n\n"
            "Twenty-six tiles lie face down on the quest spaces: 14 **gold** and 12 **adventures** in four colours. "
            "Move your pawn to them.\n"
            "- **Gold** comes to you as a **village**. It is worth nothing until you flip it to its gold side.\n"
            "- An **adventure** is yours if you have its card when you get there.\n\n"
            "At the end each flipped village is worth **2 gold** and each adventure **5**. An adventure on your secret "
            "**hero card** brings **5 more**. Each of your **losses** costs 1.",
        ),
        Page(
            "The cards",
            "Play 2, 3 or 4 of a kind as a **set**. It works once, twice or three times:\n"
            "🐎 **Knights of Fortune**: roll the die and move up to that many steps. You pass over other pawns but "
            "can't stop on one. Then the tile you stand on is turned up. Staying counts as moving.\n"
            "⚔️ **Warriors**: flip one of your villages to gold.\n"
            "🧚 **Fairies**: look at a face-down tile. Only you see it. A set of four also takes away one of your "
            "losses.\n\n"
            "🧙 A **Wizard** is played alone: hand level +1 (14 at most), losses +1 (11 at most).\n"
            "🎭 A **Joker** stands for any of these four. A set may be all Jokers. As a Wizard it brings no loss."
            "\n\nThe deck: 24 Knights of Fortune, 28 Warriors, 24 Fairies, 14 Wizards, 8 Jokers, 12 adventures.",
        ),
        Page(
            "Your turn",
            "Before the first turn everybody puts a pawn on a guild and gets three cards.\n\n"
            "1. Draw **three cards**.\n"
            "2. Play as many cards and sets as you like, in any order. Finish one before you play the next. You can't "
            "play what would do nothing.\n"
            "3. Discard down to your **hand level**. It starts at 3, 4, 5 or 6 with one, two, three or four "
            "players.",
        ),
        Page(
            "Adventures",
            "When your move ends on an adventure you are asked whether you complete it. With its card you may: card "
            "and tile are yours for good. Without it the tile stays, face up. Anyone who comes later with the card can "
            "complete it.\n"
            "If you draw the card while you stand there, you must move again. Staying with a Knight is enough.\n\n"
            "Or play an adventure card **for its colour**, by itself:\n"
            "🟥 red: move to any space without another pawn\n"
            "🟦 blue: hand level +2\n"
            "🟨 yellow: flip up to three villages\n"
            "🟩 green: look at up to four face-down tiles",
        ),
        Page(
            "The unfriendly manoeuvre",
            "You have moved with Knights or a red card, and your pawn is now next to another player's. Do they have "
            "**more cards** than you? Then you may take two of them, unseen, and must send their pawn to a free guild "
            "of your choice.\n\n"
            "Once a turn. Only you two learn which cards moved, and you may play them at once. Next to several such "
            "players you choose one.",
        ),
        Page(
            "The end",
            "The **grand finale** starts after the turn that empties the draw pile. Nobody draws for free any more. "
            "Before you play anything, you may pay one Wizard a turn to draw three cards. That Wizard leaves the game. "
            "A Joker won't do. If the pile runs out, the discards are shuffled into a new one.\n\n"
            "The game ends in the finale once everybody in a row has drawn and played nothing. At any time it ends "
            "after the turn that takes the last tile. With equal gold the win is shared.\n\n"
            "**Together** you add up all gold; **alone** yours counts. Up to 25 is poor, to 50 little praiseworthy, to "
            "70 adventurous, to 85 remarkable, to 95 grandiose. From 96 on you are godlike.\n"
            "Together you may talk about your hands but not show them. Only the manoeuvre passes cards.",
        ),
        Page(
            "Heroes, and simpler games",
            "A hero card shows three adventures of different colours. You get one in secret; all are shown at the end. "
            "Nobody sees the heroes that weren't dealt.\n\n"
            "Whoever opens the table may leave out parts of the game, in any mix: special actions, the grand finale, "
            "unfriendly manoeuvres, heroes.\n"
            "With **simple scoring** only completed adventures count, and gold coins break a tie.\n"
            "With **open hands** everyone sees all hands. Heroes stay secret, and a manoeuvre takes unseen cards.",
        ),
        Page(
            "How we read the rules",
            "Where the rules leave something open, or their pictures are lost, this hall plays it so:\n"
            "- The land, the heroes' adventures and the numbers of cards are ours.\n"
            "- Each adventure is on one hero card.\n"
            "- If nobody saw a dragon last, chance decides who starts.\n"
            "- You can't play a card or set that would do nothing.\n"
            "- You finish a set before you play the next. You may stop looking or flipping early.\n"
            "- A red card can't complete its own adventure when it is played for its colour.\n"
            "- For a manoeuvre hands are compared after the move; cards you played don't count.\n"
            "- Next to a guild counts for a manoeuvre too. The pawn must be sent, and turns up nothing where it "
            "arrives.\n"
            "- Everybody who reaches an adventure is asked, card or no card, so that nobody learns of a hand. Alone "
            "you are asked only if you have the card.\n"
            "- Together, whoever plays an empty seat sees what that seat sees, its hand too.\n"
            "- Without the finale some players may get one turn more.\n"
            "- With simple scoring a game together or alone is not rated.",
        ),
    ),
    verdict=lambda options, score, won: "adventures" if options.simple_scoring else rating(score),
)

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
