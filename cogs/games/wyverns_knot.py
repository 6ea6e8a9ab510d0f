"""Wyvern's Knot on Discord: its words, its rules pages, its slash commands."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from engine import Data
from engine.wyverns_knot import (
    DRAGONS,
    ROWS,
    Advance,
    Aim,
    Claim,
    Decline,
    Distract,
    Enchant,
    Enchanting,
    Event,
    Options,
    Point,
    PointStrike,
    Research,
    Researching,
    Scout,
    Scouting,
    Strike,
    Table,
    View,
    WildEnchanting,
)
from tables import unsigned

from ..screens.screen import Style
from .words import Choice, Label, Offer, Page, Words, spell

PRIMARY, SUCCESS, DANGER = Style.PRIMARY, Style.SUCCESS, Style.DANGER
GREY = Style.SECONDARY

SILENCE = "Tell nobody what you saw. Pointing is the only way to share it."
RED = "Red is a guess: a miss costs the card, the egg and a strike dragon."
LAST_MISS = "A miss takes the last strike dragon away, and the game is lost. Try it?"
LAST_EGG = "A miss loses the last egg, and the game is lost. Try it?"
NOTHING_KNOWN = "nothing known of it"  # of a card
NAME = 12  # characters of a name on a small button
OWN = 10  # rows before that of the own cards
A_ROW = 5  # buttons of one row: seven cards become four and three
MOST_ENCHANTINGS = 2  # offered whole: more would crowd a table of five

# Colours follow risk: blue is safe or has something to go by, green is sure, red may cost much
KINDS = {
    "research": Label("Research a card", emoji="🔍", style=PRIMARY, verb="Research"),
    "scout": Label("Scout an egg", "only you see it", emoji="🔭", style=PRIMARY, verb="Scout"),
    "enchant": Label("Enchant an egg", emoji="✨", verb="Enchant:"),
    "wild": Label("Wild enchantment", emoji="🌀", verb="Wild:"),
    "distract": Label("Distract", "costs you a card", emoji="🪁", verb="Distract:"),
    "turn-up": Label("Turn it face up", "for everyone", emoji="🃏", style=PRIMARY),
    "point": Label("Point at an egg", emoji="👉", verb="Point at"),
    "point-strike": Label("Point at a strike dragon", emoji="👉", verb="Point at"),
    "keep": Label("Show nothing"),
    "aim": Label("Pick the egg", emoji="🥚", verb=""),
    "back": Label("Do something else", emoji="↩️"),
    "place": Label("Save an egg in its row", emoji="🥚", style=SUCCESS, verb="Save"),
    "decline": Label("Try the egg chosen first"),
    "remove": Label("Remove a strike dragon", style=DANGER, verb="Remove"),
    "advance": Label("Move a strike dragon", style=PRIMARY, verb="Move"),
}
ORDER = [*KINDS]

FIELDS = {
    ("advance", "row"): "Which one?",
    ("remove", "row"): "Which one leaves the game?",
    ("point-strike", "row"): "Which one does it match?",
    ("point", "cell"): "Which egg does it match?",
    ("enchant", "position"): "With which of your cards?",
    ("wild", "position"): "With which of your face-down cards?",
    ("research", "owner"): "Whose card?",
    ("research", "position"): "Which card?",
    ("distract", "position"): "Which card do you discard?",
    ("distract", "row"): "Which strike dragon goes back?",
}


def _field(view: View, tag: str, field: str) -> str:
    return FIELDS.get((tag, field), "Which egg?")


def _kind(view: View, tag: str) -> Label:
    """A kind of move with what it risks now, in three words."""
    kind = KINDS[tag]
    if tag == "wild":
        if not any(strike.face == "up" for strike in view.table.strikes):
            return replace(kind, detail="no use yet")
        return replace(kind, detail="a gamble", style=DANGER)
    return kind


# What is known of a card and an egg: the colour of trying them, and why in three words. The best one is last
RISKS = (GREY, DANGER, PRIMARY, SUCCESS)
NOTHING = (DANGER, "nothing known")


def _hope(view: View, position: int, cell: int) -> tuple[Style, str]:
    """Of the card at `position` of the seat to act, tried on an egg."""
    table, own = view.table, view.table.turn
    card, egg = table.tableaus[own][position].dragon, _egg_known(view, cell)
    if card is not None and egg is not None:
        return (SUCCESS, "a sure match") if card == egg else (GREY, "no match")
    if any(_is_card(claim, own, position) and claim.cell == cell for claim in table.claims):
        return PRIMARY, "a claim helps"
    return NOTHING


def _pairs(view: View) -> Iterator[tuple[int, int]]:
    """The cards of the seat to act, each with each egg that no strike dragon lies on."""
    table = view.table
    covered = {4 * row + strike.column - 1 for row, strike in enumerate(table.strikes) if 0 < strike.column < 5}
    cells = [cell for cell, egg in enumerate(table.nest) if egg.fate == "down" and cell not in covered]
    positions = [position for position, card in enumerate(table.tableaus[table.turn]) if card.face != "gone"]
    return product(positions, cells)


def _is_card(claim: Claim, owner: int, position: int) -> bool:
    return (claim.owner, claim.position) == (owner, position)


def _egg_known(view: View, cell: int) -> int | None:
    """The dragon in an egg, as far as this seat can know."""
    shown = view.table.nest[cell].dragon
    return view.mine.nest[cell] if shown is None and view.mine else shown


def _card_known(view: View, owner: int, position: int) -> int | None:
    shown = view.table.tableaus[owner][position].dragon
    return view.mine.tableaus[owner][position] if shown is None and view.mine else shown


def _value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    table, value, tag = view.table, getattr(move, field), spell(move)[0]
    match field:
        case "owner":
            return Label(names[value])
        case "position":
            owner = getattr(move, "owner", table.turn)
            label = Label(f"card {value + 1}", detail=_of_card(view, names, owner, value))
            if tag == "enchant":
                hopes = [_hope(view, value, cell) for position, cell in _pairs(view) if position == value]
                best = max((style for style, _ in hopes), key=RISKS.index, default=GREY)
                return replace(label, style=best)
            return label
        case "cell":
            label = Label(_cell(value), detail=_of_egg(view, names, value))
            match tag, table.chosen:
                case "aim", Enchanting(owner=_, position=position):
                    style, known = _hope(view, position, value)
                    label = replace(label, detail=known) if style is SUCCESS else label
                    return replace(label, style=GREY if known == "nothing known" else style)
                case "point", Researching(owner=owner, position=position):
                    dragon = _card_known(view, owner, position)
                    if dragon is None or dragon != _egg_known(view, value):
                        return label
                    return replace(label, detail=f"{label.detail or DRAGONS[dragon]}: a match", style=SUCCESS)
            return label
        case _:
            return _row(view, value, tag)


def _of_card(view: View, names: Sequence[str], owner: int, position: int) -> str:
    """A tableau card as this seat knows it, and what others have said of it."""
    dragon = _card_known(view, owner, position)
    up = view.table.tableaus[owner][position].face == "up"
    known = [] if dragon is None else [DRAGONS[dragon] if up else f"you saw {DRAGONS[dragon]}"]
    claims = (claim for claim in view.table.claims if _is_card(claim, owner, position))
    said = [f"{_brief(names[claim.seat])} says {_target(claim)}" for claim in claims]
    return ", ".join((*known, *said[-2:])) or NOTHING_KNOWN


def _of_egg(view: View, names: Sequence[str], cell: int) -> str | None:
    dragon = _egg_known(view, cell)
    known = [] if dragon is None else [f"you saw {DRAGONS[dragon]}"]
    said = [
        f"{_brief(names[claim.seat])} says {_whose(names, view, claim.owner)} card {claim.position + 1}"
        for claim in view.table.claims
        if claim.cell == cell
    ]
    return ", ".join((*known, *said[-2:])) or None


def _whose(names: Sequence[str], view: View, owner: int) -> str:
    return "your" if view.mine and view.mine.seat == owner else f"{_brief(names[owner])}'s"


def _target(claim: Claim) -> str:
    return f"{ROWS[claim.row]}'s dragon" if claim.row is not None else _cell(claim.cell or 0)


def _cell(cell: int) -> str:
    return f"{ROWS[cell // 4]}{cell % 4 + 1}"


def _brief(name: str) -> str:
    """As small buttons have it: without a computer player's sign, which would leave room for one card a line."""
    name = unsigned(name).strip()
    return name if len(name) <= NAME else f"{name[: NAME - 1].rstrip()}…"


def _row(view: View, row: int, tag: str) -> Label:
    """A strike dragon, and what the move does to it."""
    table, strike = view.table, view.table.strikes[row]
    who = "face down" if strike.dragon is None else DRAGONS[strike.dragon]
    text = f"{ROWS[row]}'s dragon"
    match tag:
        case "advance":
            return _advancing(table, row, text)
        case "distract":
            return Label(text, f"{who}, {strike.column} → {strike.column + 1}")
        case "point-strike":
            chosen = table.chosen
            known = None
            if isinstance(chosen, Researching):
                known = _card_known(view, chosen.owner, chosen.position)
            same = known is not None and known == strike.dragon
            what = f"{who}: a match" if same else None if strike.dragon is None else who
            return Label(text, what, style=SUCCESS if same else GREY)
        case _:
            up = "" if strike.dragon is None else f"{who}, "
            return Label(text, f"{up}column {strike.column}", style=DANGER)


def _advancing(table: Table, row: int, text: str) -> Label:
    column = table.strikes[row].column
    if table.strikes[row].face == "down":
        return Label(text, f"{column} → {column + 1}" + (", turns up" if column == 4 else ""), style=PRIMARY)
    if column == 1:
        return Label(text, "flies home")
    if table.nest[4 * row + column - 2].fate == "down":
        return Label(text, f"takes egg {ROWS[row]}{column - 1}!", style=DANGER)
    return Label(text, f"{column} → {column - 1}", style=PRIMARY)


def _phrase(view: View, names: Sequence[str], move: Data) -> Label | None:
    match move:
        case Research(owner, position):
            return Label(f"{_called(names)[owner]}'s card {position + 1}", _of_card(view, names, owner, position))
        case Distract(position, row):
            back = _row(view, row, "distract")
            return Label(f"card {position + 1}, {back.text}", back.detail)
    return None


def _rank(view: View, move: Data) -> int:
    return ORDER.index(spell(move)[0])


def _offers(view: View, names: Sequence[str], legal: Sequence[Data]) -> list[Offer]:
    """What one press does: the cards to research and to enchant with, what can be pointed at, and enchanting what
    somebody vouches for.

    Pointing waits until its player has seen a dragon to compare with.
    """
    called = _called(names)
    offers = _enchantings(view, names) if view.table.step == "action" else []
    for move in legal:
        match move:
            case Research(owner, position):
                label = Label(f"{called[owner]} {position + 1}", emoji="🔍")
                if _of_card(view, names, owner, position) != NOTHING_KNOWN:
                    label = replace(label, detail=_of_card(view, names, owner, position))
                offers.append(Offer(label, (move,), _risky(view, move)))
            case Enchant(position):
                label = replace(_value(view, names, move, "position"), text=f"Mine {position + 1}", emoji="✨")
                if label.detail == NOTHING_KNOWN:
                    label = replace(label, detail=None)
                offers.append(Offer(label, (move,)))
            case Point() if _has_seen(view):
                offers.append(Offer(_value(view, names, move, "cell"), (move,)))
            case PointStrike(row) if _has_seen(view):
                offers.append(Offer(_row(view, row, "point-strike"), (move,)))
    return offers


def _place(view: View, owner: int, position: int) -> int:
    """The row of buttons for this card: a tableau has two, if one of Discord's has no room for it."""
    cards = len(view.table.tableaus[owner])
    return 2 * owner + (position >= (cards + 1) // 2 if cards > A_ROW else 0)


def _enchantings(view: View, names: Sequence[str]) -> list[Offer]:
    """The most promising ones: sure matches, then what was claimed last."""
    own = view.table.turn
    claimed = {(c.position, c.cell): c.seat for c in view.table.claims if c.owner == own and c.cell is not None}
    hopes = [
        (position, cell) for position, cell in _pairs(view) if _hope(view, position, cell)[0] in (PRIMARY, SUCCESS)
    ]
    newest = [*claimed]

    def promise(pair: tuple[int, int]) -> tuple[bool, int]:
        return _hope(view, *pair)[0] is SUCCESS, newest.index(pair) if pair in claimed else -1

    offers = []
    for position, cell in sorted(hopes, key=promise, reverse=True)[:MOST_ENCHANTINGS]:
        style, why = _hope(view, position, cell)
        why = f"{_brief(names[claimed[position, cell]])} says so" if style is PRIMARY else why
        label = Label(f"Enchant {_cell(cell)} with card {position + 1}", why, style=style)
        offers.append(Offer(label, (Enchant(position), Aim(cell)), _gamble(view, position, cell)))
    return offers


def _called(names: Sequence[str]) -> list[str]:
    """The names as small buttons have them; with the seat's number where two would look alike."""
    short = [_brief(name) for name in names]
    return [name if short.count(name) == 1 else f"{name} ({seat + 1})" for seat, name in enumerate(short)]


def _has_seen(view: View) -> bool:
    """Whether this seat knows anything that a card could match. Before that, pointing is a guess."""
    strikes = any(strike.face == "up" for strike in view.table.strikes)
    return strikes or (view.mine is not None and any(dragon is not None for dragon in view.mine.nest))


def _risky(view: View, move: Data) -> str | None:
    table = view.table
    match move, table.chosen:
        case Aim(cell), Enchanting(owner=own, position=position):
            card, egg = table.tableaus[own][position].dragon, _egg_known(view, cell)
            if card is not None and egg is not None and card != egg:
                return f"Egg {_cell(cell)} is {DRAGONS[egg]}, your card is {DRAGONS[card]}. Both would be lost. Try it?"
            return _gamble(view, position, cell)
        case Decline(), WildEnchanting(position=position, cell=int(cell)):
            return _gamble(view, position, cell)
        case Advance(row), _ if table.left == 1 and _advancing(table, row, "").style is DANGER:
            return "It takes the last egg, and the game is lost. Move it anyway?"
        case Research() | Scout(), _ if [strike.column for strike in _in_play(table)] == [1]:
            if _in_play(table)[0].face == "up":
                return "After this the last strike dragon flies home, and the game is lost. Do it anyway?"
    return None


def _silence(seen: int | None) -> str:
    """What is asked of whoever has just seen this dragon. Whoever plays for an empty seat has seen none."""
    return "" if seen is None else f"\n-# {SILENCE}"


def _gamble(view: View, position: int, cell: int) -> str | None:
    """The risk of trying this card of the seat to act on an egg, where a miss ends the game."""
    if _hope(view, position, cell)[0] is SUCCESS:
        return None
    if len(_in_play(view.table)) == 1:
        return LAST_MISS
    return LAST_EGG if view.table.left == 1 else None


def _in_play(table: Table) -> list[Strike]:
    return [strike for strike in table.strikes if strike.face != "gone"]


def _ask(view: View, names: Sequence[str]) -> str:
    table, chosen = view.table, view.table.chosen
    match table.step:
        case "action":
            return f"Your turn: 🔍 research a card, ✨ enchant with one of yours, or do something else.\n-# {RED}"
        case "claim":
            assert isinstance(chosen, Researching)
            if table.tableaus[chosen.owner][chosen.position].face == "up":
                return "Point at what this card matches?"
            asked = "Point at the egg or strike dragon that this card matches. Or turn it up, or show nothing."
            return asked + _silence(_card_known(view, chosen.owner, chosen.position))
        case "advance":
            scouted = chosen.cell if isinstance(chosen, Scouting) else None
            return f"Now move a strike dragon.{_silence(None if scouted is None else _egg_known(view, scouted))}"
        case "aim":
            assert isinstance(chosen, Enchanting)
            known = _of_card(view, names, chosen.owner, chosen.position)
            first = ""
            if chosen.action == "wild":
                useful = any(strike.face == "up" for strike in table.strikes)
                first = "\n-# If your card is a face-up strike dragon's kind, it may save any egg in that row."
                first = first if useful else "\n-# No strike dragon is face up: this is like a plain enchantment."
            return (
                f"Which egg for your card {chosen.position + 1} ({known})?{first}\n"
                "-# A miss costs the card, the egg and a strike dragon."
            )
        case "place":
            return "Your card is a strike dragon's kind. Save any egg in its row, or try the egg you chose."
        case "remove":
            return "No match. Which strike dragon leaves the game?"
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
    blurb="Save dragon eggs together. Find out which dragon sleeps in which egg, and match it with a card. Hurry: the "
    "strike dragons come and go.",
    command="wyrm-knot",
    in_short="Steer the strike dragons and save dragon eggs together",
    minutes=25,
    difficulty="medium",
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
            "What you have looked at",
            {
                True: Label("stays in your picture", detail="only you see it"),
                False: Label("is for you to remember", detail="your picture forgets it when the turn ends"),
            },
        ),
    },
    kinds=KINDS,
    kind=_kind,
    ask=_ask,
    field=_field,
    value=_value,
    phrase=_phrase,
    rank=_rank,
    offers=_offers,
    risky=_risky,
    conceded=_conceded,
    private=_private,
    advice=_advice,
    vacant="You see nothing that this seat has looked at. What it looks at now, nobody sees.",
    rules=(
        Page(
            "Wyvern's Knot",
            "A co-operative game by **John Burns and Jonathan Gilmour** for 3 to 5 mages.\n\n"
            "Sixteen eggs lie in the nest: rows A to D, columns 1 to 4. A dragon of one of ten kinds sleeps in each. "
            "Everybody has a row of cards. Nobody has seen them, not even their owner.\n\n"
            "Match a card with its egg to save the egg. Save enough of them and you all win. The four **strike "
            "dragons**, one a row, are your clock: when the last one has left, the game is lost.\n\n"
            "Each kind is there four times: two in the nest (eggs and strike dragons), two on cards.",
        ),
        Page(
            "Your turn: one action",
            "🔍 **Research** another mage's card. If it is face down, only you see it. Then turn it up for all, "
            "point at what it matches, or show nothing.\n"
            "🔭 **Scout** an egg: only you see it.\n"
            "After either, **move** a strike dragon of your choice.\n\n"
            "✨ **Enchant**: turn up one of your cards and one egg. A match saves the egg. A miss loses both, and you "
            "choose a strike dragon to leave the game.\n"
            "🌀 **Wild enchantment**: pick a face-down card of yours and an egg, and turn the card up. If a face-up "
            "strike dragon is of its kind, you may save any egg in that row. Otherwise it goes on as above.\n"
            "🪁 **Distract**: discard a face-up card that matches a face-up strike dragon. That dragon goes back one "
            "column.\nNo strike dragon moves after these three.",
        ),
        Page(
            "Strike dragons",
            "A strike dragon starts face down in column 0 and goes right, one column a move. Face down it harms "
            "nothing, but you can't scout or enchant the egg under it.\n\n"
            "In column 5 it is turned face up and turns back. From then on it takes every unsaved egg it lands on. "
            "Back in column 0 it leaves the game.\n\n"
            "You must move one, even if each of them takes an egg. A strike dragon in column 5 can't be distracted.",
        ),
        Page(
            "Pointing, and silence",
            "Pointing says: “these two match”. The board keeps it as a tag with your sign, on the card and on what it "
            "matches. It goes when one of them leaves, or when both are face up. Nobody checks it.\n\n"
            "Talk about everything that is face up. What only you saw, you share by pointing and in no other way.\n\n"
            "You win as soon as enough eggs are saved. You lose when no strike dragon is left, no egg is left, or "
            "nobody can act.",
        ),
        Page(
            "How we read the rules",
            "Where the rules leave something open, this hall plays it so:\n"
            "- With three mages, the first two have seven cards and the third has six.\n"
            "- After looking at a card you may also show nothing. A strike dragon moves all the same.\n"
            "- You may put a face-up card back and do something else, until you have pointed or shown nothing.\n"
            "- Whoever plays for an empty seat never sees their own cards through it.\n"
            "- A lost egg is shown to all. One saved by a strike dragon's kind is shown at the end.\n"
            "- A strike dragon that leaves the game does no harm on its way, and is shown.\n"
            "- A mage who can do nothing is skipped.\n"
            "- If nobody says that they go first, the host does.\n"
            "- Once the game is over, everything is turned up.",
        ),
    ),
    verdict=lambda options, score, won: f"of {options.target} eggs{'' if won else ', lost'}",
)
