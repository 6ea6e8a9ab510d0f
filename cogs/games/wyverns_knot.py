"""Wyvern's Knot on Discord: its words, its rules pages, its slash commands."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from engine import Data
from engine.wyverns_knot import moves as m
from engine.wyverns_knot import state
from engine.wyverns_knot.events import Event
from engine.wyverns_knot.state import DRAGONS, ROWS, Options, Table, View
from tables.play.computer_names import unsigned

from ..screens.screen import Style
from .rules import pages
from .words import Choice, Label, Offer, Words, move_path
from .wyverns_knot_highlight import highlight

PRIMARY, SUCCESS, DANGER = Style.PRIMARY, Style.SUCCESS, Style.DANGER
GREY = Style.SECONDARY

SILENCE = "Tell nobody what you saw: pointing is the only way."
MISS = "A miss costs the card, the egg and a strike dragon."
LAST_MISS = "A miss takes the last strike dragon away, and the game is lost. Try it?"
LAST_EGG = "A miss loses the last egg, and the game is lost. Try it?"
NOTHING_KNOWN = "nothing known"  # of a card or an egg
NAME = 12  # characters of a name on a small button

# Colours follow risk: blue is safe or has something to go by, green is sure, red surely costs
KINDS = {
    "research": Label("Look at a card", emoji="🔍", style=PRIMARY, verb="Help", opened=True),
    "scout": Label("Scout an egg", emoji="🔭", style=PRIMARY, verb="Scout"),
    "enchant": Label("Enchant…", emoji="✨", verb="Enchant with"),
    "distract": Label("Distract a strike dragon", emoji="🪁", verb="Distract", folded=True),
    "wild": Label("Wild enchantment", emoji="🌀", verb="Wild with"),
    "turn-up": Label("Turn it face up", "for everyone", emoji="🃏", style=PRIMARY),
    "keep": Label("Show nothing"),
    "point": Label("Point at an egg", emoji="👉", verb="Point at"),
    "point-strike": Label("Point at a strike dragon", emoji="👉", verb="Point at"),
    "aim": Label("Pick the egg", emoji="🥚", verb=""),
    "back": Label("Do something else", emoji="↩️"),
    "place": Label("Save an egg in its row", emoji="🥚", style=SUCCESS, verb="Save"),
    "decline": Label("Try your first egg"),
    "remove": Label("Remove a strike dragon", verb="Remove"),
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
    ("research", "position"): "Which card?",
    ("distract", "position"): "With which card?",
}


def _field(view: View, tag: str, field: str) -> str:
    return FIELDS.get((tag, field), "Which egg?")


def _kind(view: View, tag: str) -> Label:
    """A kind of move with what there is to know of it now, in three words."""
    kind, table = KINDS[tag], view.table
    match tag, table.chosen:
        case "wild", _ if not any(strike.face == "up" for strike in table.strikes):
            return replace(kind, detail="no use yet")
        case "wild", _:
            pointed = any(_raid(view, position) is not None for position in range(len(table.tableaus[table.turn])))
            return replace(kind, style=PRIMARY) if pointed else replace(kind, detail="a guess")
        case "decline", state.Enchanting(cell=int(cell)):
            return replace(kind, detail=_cell(cell))
    return kind


# What is known of a card and an egg: the colour of trying them, and why in three words. The best one is last
RISKS = (DANGER, GREY, PRIMARY, SUCCESS)


def _hope(view: View, position: int, cell: int) -> tuple[Style, str]:
    """Of the card at `position` of the seat to act, tried on an egg."""
    table, own = view.table, view.table.turn
    card, egg = table.tableaus[own][position].dragon, _egg_known(view, cell)
    if card is not None and egg is not None:
        return (SUCCESS, "a sure match") if card == egg else (DANGER, "no match")
    wild = isinstance(table.chosen, state.WildEnchanting) and _raid(view, position) is not None
    if wild or any(_is_card(claim, own, position) and claim.cell == cell for claim in table.claims):
        return PRIMARY, "a claim helps"
    return GREY, NOTHING_KNOWN


def _raid(view: View, position: int) -> state.Claim | None:
    """The newest claim that this card of the seat to act, face down, is of a face-up strike dragon's kind."""
    table, own = view.table, view.table.turn
    if table.tableaus[own][position].face != "down":
        return None
    rows = [row for row, strike in enumerate(table.strikes) if strike.face == "up"]
    claims = [claim for claim in table.claims if _is_card(claim, own, position) and claim.row in rows]
    return claims[-1] if claims else None


def _pairs(view: View) -> Iterator[tuple[int, int]]:
    """The cards of the seat to act, each with each egg that no strike dragon lies on."""
    table = view.table
    covered = {4 * row + strike.column - 1 for row, strike in enumerate(table.strikes) if 0 < strike.column < 5}
    cells = [cell for cell, egg in enumerate(table.nest) if egg.fate == "down" and cell not in covered]
    positions = [position for position, card in enumerate(table.tableaus[table.turn]) if card.face != "gone"]
    return product(positions, cells)


def _is_card(claim: state.Claim, owner: int, position: int) -> bool:
    return (claim.owner, claim.position) == (owner, position)


def _egg_known(view: View, cell: int) -> int | None:
    """The dragon in an egg, as far as this seat can know."""
    shown = view.table.nest[cell].dragon
    return view.mine.nest[cell] if shown is None and view.mine else shown


def _card_known(view: View, owner: int, position: int) -> int | None:
    shown = view.table.tableaus[owner][position].dragon
    return view.mine.tableaus[owner][position] if shown is None and view.mine else shown


def _value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    value, tag = getattr(move, field), move_path(move)[0]
    match field:
        case "owner":
            return Label(_called(names)[value])
        case "position":
            return _own_card(view, names, value, tag)
        case "cell":
            return _egg(view, names, value, tag)
        case _:
            return _row(view, value, tag)


def _own_card(view: View, names: Sequence[str], position: int, tag: str) -> Label:
    """A card to enchant with, as hopeful as the best egg for it."""
    hopes = [_hope(view, position, cell)[0] for at, cell in _pairs(view) if at == position]
    best = PRIMARY if tag == "wild" and _raid(view, position) else max(hopes, key=RISKS.index, default=GREY)
    known = _of_card(view, names, view.table.turn, position)
    return Label(f"card {position + 1}", known, style=best, risky=best in (DANGER, GREY))


def _egg(view: View, names: Sequence[str], cell: int, tag: str) -> Label:
    """An egg, and how it goes with the card that has been chosen."""
    label = Label(_cell(cell), detail=_of_egg(view, names, cell))
    match tag, view.table.chosen:
        case "aim", state.Enchanting(position=position):
            style, known = _hope(view, position, cell)
            if style in (SUCCESS, DANGER):
                known = f"{label.detail}: {known}" if label.detail else known
                return replace(label, detail=known, style=style, risky=style is DANGER)
            return replace(label, detail=label.detail or NOTHING_KNOWN, style=style, risky=style is GREY)
        case "point", state.Researching(owner=owner, position=position):
            dragon = _card_known(view, owner, position)
            if dragon is not None and dragon == _egg_known(view, cell):
                return replace(label, detail=f"{label.detail or DRAGONS[dragon]}: a match", style=SUCCESS)
    return label


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


def _target(claim: state.Claim) -> str:
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
        case "point-strike":
            chosen = table.chosen
            known = None
            if isinstance(chosen, state.Researching):
                known = _card_known(view, chosen.owner, chosen.position)
            same = known is not None and known == strike.dragon
            what = f"{who}: a match" if same else None if strike.dragon is None else who
            return Label(text, what, style=SUCCESS if same else GREY)
        case _:
            up = "" if strike.dragon is None else f"{who}, "
            return Label(text, f"{up}column {strike.column}")


def _advancing(table: Table, row: int, text: str) -> Label:
    column = table.strikes[row].column
    if table.strikes[row].face == "down":
        return Label(text, "turns face up" if column == 4 else f"to column {column + 1}", style=PRIMARY)
    if column == 1:
        return Label(text, "flies home")
    if table.nest[4 * row + column - 2].fate == "down":
        return Label(text, f"takes egg {ROWS[row]}{column - 1}!", style=DANGER)
    return Label(text, f"to column {column - 1}", style=PRIMARY)


def _phrase(view: View, names: Sequence[str], move: Data) -> Label | None:
    match move:
        case m.Research(owner, position):
            return Label(f"{_called(names)[owner]}: card {position + 1}", _of_card(view, names, owner, position))
        case m.Distract(position, row):
            back = f"costs the card, back to column {view.table.strikes[row].column + 1}"
            return Label(f"{ROWS[row]}'s dragon with card {position + 1}", back)
    return None


def _rank(view: View, move: Data) -> tuple[int, int]:
    """Scouting stands first until one has seen a dragon. Of eggs, the most promising ones come first."""
    tag, chosen = move_path(move)[0], view.table.chosen
    match move, chosen:
        case m.Scout(cell), _:
            return ORDER.index(tag) - 2 * (not _has_seen(view)), int(_egg_known(view, cell) is not None)
        case m.Aim(cell), state.Enchanting(position=position):
            return ORDER.index(tag), -RISKS.index(_hope(view, position, cell)[0])
        case m.Place(cell), state.WildEnchanting(cell=first):
            return ORDER.index(tag), int(cell != first)
    return ORDER.index(tag), 0


def _offers(view: View, names: Sequence[str], legal: Sequence[Data]) -> list[Offer]:
    """What one press does: enchanting what is sure or somebody vouches for, and pointing at a known match."""
    if view.table.step == "action":
        ready = [*_enchantings(view, names), *_wild_ones(view, names), *_pointings(view, names)]
        return ready[: _most_ready(view)]
    offers = []
    for move in legal:
        label = None
        if isinstance(move, m.Point):
            label = _egg(view, names, move.cell, "point")
        elif isinstance(move, m.PointStrike):
            label = _row(view, move.row, "point-strike")
        if label and label.style is SUCCESS:
            offers.append(Offer(replace(label, text=f"Point at {label.text}", detail="a match"), (move,)))
    return offers


def _most_ready(view: View) -> int:
    """How many ready moves leave room for a button for each of the others."""
    return max(1, 5 - len(view.table.tableaus))


def _enchantings(view: View, names: Sequence[str]) -> list[Offer]:
    """Sure matches, then what was claimed last."""
    own = view.table.turn
    claimed = {(c.position, c.cell): c.seat for c in view.table.claims if c.owner == own and c.cell is not None}
    hopes = [
        (position, cell) for position, cell in _pairs(view) if _hope(view, position, cell)[0] in (PRIMARY, SUCCESS)
    ]
    newest = [*claimed]

    def promise(pair: tuple[int, int]) -> tuple[bool, int]:
        return _hope(view, *pair)[0] is SUCCESS, newest.index(pair) if pair in claimed else -1

    offers = []
    for position, cell in sorted(hopes, key=promise, reverse=True):
        style, why = _hope(view, position, cell)
        why = f"says {_brief(names[claimed[position, cell]])}" if style is PRIMARY else why
        label = Label(f"Enchant {_cell(cell)} with card {position + 1}", why, style=style)
        offers.append(Offer(label, (m.Enchant(position), m.Aim(cell)), _gamble(view, position, cell)))
    return offers


def _wild_ones(view: View, names: Sequence[str]) -> list[Offer]:
    """Cards that somebody says are of a face-up strike dragon's kind. The egg to save is chosen once that is seen."""
    offers = []
    for position in range(len(view.table.tableaus[view.table.turn])):
        claim, cells = _raid(view, position), [cell for at, cell in _pairs(view) if at == position]
        if claim is None or claim.row is None or not cells:
            continue
        row = claim.row
        otherwise = max(cells, key=lambda cell: (RISKS.index(_hope(view, position, cell)[0]), cell // 4 == row))
        why = f"says {_brief(names[claim.seat])}"
        label = Label(f"Wild: row {ROWS[row]}, card {position + 1}", why, style=PRIMARY)
        offers.append(Offer(label, (m.Wild(position), m.Aim(otherwise)), _gamble(view, position, otherwise)))
    return offers


def _pointings(view: View, names: Sequence[str]) -> list[Offer]:
    """Cards of others whose match this seat knows, and nobody has pointed at."""
    table, called = view.table, _called(names)
    offers = []
    for owner, tableau in enumerate(table.tableaus):
        for position, card in enumerate(tableau):
            dragon = _card_known(view, owner, position)
            if owner == table.turn or card.face == "gone" or dragon is None:
                continue
            claimed = {(claim.cell, claim.row) for claim in table.claims if _is_card(claim, owner, position)}
            matches: list[m.Point | m.PointStrike] = [
                m.Point(cell)
                for cell, egg in enumerate(table.nest)
                if egg.fate == "down" and _egg_known(view, cell) == dragon and (cell, None) not in claimed
            ]
            matches += [
                m.PointStrike(row)
                for row, strike in enumerate(table.strikes)
                if (card.face, strike.face, strike.dragon) == ("down", "up", dragon) and (None, row) not in claimed
            ]
            for move in matches:
                target = _cell(move.cell) if isinstance(move, m.Point) else f"{ROWS[move.row]}'s dragon"
                label = Label(f"Point {called[owner]}'s card {position + 1} at {target}", "a match", style=SUCCESS)
                look = m.Research(owner, position)
                offers.append(Offer(label, (look, move), _risky(view, look)))
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
        case m.Aim(cell), state.Enchanting(owner=own, position=position):
            card, egg = table.tableaus[own][position].dragon, _egg_known(view, cell)
            if card is not None and egg is not None and card != egg:
                return f"Egg {_cell(cell)} is {DRAGONS[egg]}, your card is {DRAGONS[card]}. Both would be lost. Try it?"
            return _gamble(view, position, cell)
        case m.Decline(), state.WildEnchanting(position=position, cell=int(cell)):
            return _gamble(view, position, cell)
        case m.Advance(row), _ if table.left == 1 and _advancing(table, row, "").style is DANGER:
            return "It takes the last egg, and the game is lost. Move it anyway?"
        case m.Research() | m.Scout(), _ if ends := _last_step(table):
            return f"After this the last strike dragon {ends}, and the game is lost. Do it anyway?"
    return None


def _last_step(table: Table) -> str | None:
    """How the only strike dragon left ends the game when it moves; None if it doesn't."""
    rows = [row for row, strike in enumerate(table.strikes) if strike.face != "gone"]
    if len(rows) > 1 or table.strikes[rows[0]].face == "down":
        return None
    if table.strikes[rows[0]].column == 1:
        return "flies home"
    return "takes the last egg" if table.left == 1 and _advancing(table, rows[0], "").style is DANGER else None


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


def _in_play(table: Table) -> list[state.Strike]:
    return [strike for strike in table.strikes if strike.face != "gone"]


def _ask(view: View, names: Sequence[str]) -> str:
    table, chosen = view.table, view.table.chosen
    match table.step:
        case "action":
            return "Your turn: what will you do?"
        case "claim":
            assert isinstance(chosen, state.Researching)
            if table.tableaus[chosen.owner][chosen.position].face == "up":
                return "Point at what this card matches?"
            seen = _card_known(view, chosen.owner, chosen.position)
            return f"Point, turn it up, or show nothing?{_silence(seen)}"
        case "advance":
            scouted = chosen.cell if isinstance(chosen, state.Scouting) else None
            return f"Now move a strike dragon.{_silence(None if scouted is None else _egg_known(view, scouted))}"
        case "aim":
            assert isinstance(chosen, state.Enchanting)
            return f"{_aiming(table, chosen)}\n-# {MISS}"
        case "place":
            assert isinstance(chosen, state.Enchanting)
            dragon = table.tableaus[chosen.owner][chosen.position].dragon
            rows = [
                ROWS[row] for row, strike in enumerate(table.strikes) if (strike.face, strike.dragon) == ("up", dragon)
            ]
            return f"{DRAGONS[dragon or 0]} is {' and '.join(rows)}'s dragon: which egg?"
        case "remove":
            return "No match: which strike dragon leaves?"
        case "over":
            return "The game is over."


def _aiming(table: Table, chosen: state.Enchanting) -> str:
    card = f"card {chosen.position + 1}"
    if chosen.action != "wild":
        return f"Which egg for {card}?"
    if any(strike.face == "up" for strike in table.strikes):
        return f"If {card} is no strike dragon's kind: which egg?"
    return f"Which egg for {card}?\n-# No strike dragon is face up: this is like a plain enchantment."


def _private(view: View) -> bool:
    mine = view.mine
    return mine is not None and any(dragon is not None for row in (mine.nest, *mine.tableaus) for dragon in row)


def _conceded(view: View) -> str:
    return f"Given up with {view.table.saved} of {view.table.options.target} eggs saved."


def _advice(seats: int, options: Options) -> str | None:
    """WK-5: more players is harder."""
    if seats >= 5 and options.target >= 10:
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
    highlight=highlight,
    private=_private,
    advice=_advice,
    vacant="You see nothing that this seat has looked at. What it looks at now, nobody sees.",
    rules=pages("wyverns-knot"),
    verdict=lambda options, score, won: f"of {options.target} eggs{'' if won else ', lost'}",
)
