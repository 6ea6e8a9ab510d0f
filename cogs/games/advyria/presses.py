"""What one press does: moves that a player will most likely want, whole."""

import dataclasses
from collections.abc import Iterator, Sequence

from engine import Data
from engine.advyria.cards import (
    ADVENTURES,
    CARDS,
    COLOURS,
    FAIRY,
    FIRST_ADVENTURE_CARD,
    JOKER,
    KNIGHT,
    SETS,
    WARRIOR,
    WIZARD,
    YELLOW,
    card_of,
)
from engine.advyria.choices import any_face_down, victims
from engine.advyria.land import QUESTS, SPACES
from engine.advyria.pieces import (
    Complete,
    Discard,
    EndTurn,
    Go,
    Leave,
    Look,
    Mine,
    PlayAdventure,
    PlaySet,
    PlayWizard,
    StopLooking,
    Turn,
    View,
)

from ...screens.screen import Style
from ..words import A_LINE, MOST_BUTTONS, Label, Offer, Sheet, all_risks
from .cards import SET_OF, SIGNS, SPECIAL, a_card, card_sign, cards_by_kind, short_name, village_count
from .labels import PRIMARY, SUCCESS, rank, set_effects, wizard_label
from .land import (
    completes,
    distance,
    has_tile,
    known_tile,
    neighbours,
    on_hero,
    space_label,
    tile_here,
    unknown_spaces,
    what_lies,
)

MOST_ADVENTURES = 3  # adventure cards that are offered to be played for their colour; others are behind a button
MOST_DISCARDS = 4  # that a button makes: a custom id has room for no more
SHEET = 25  # options of a sheet, at most
LATE = 48  # cards in the draw pile: with fewer a Wizard is kept for the grand finale


def offers(view: View, names: Sequence[str], legal: Sequence[Data]) -> Sequence[Offer]:
    """What a player will most likely want, whole."""
    mine = view.mine
    if mine is None:
        return ()
    match view.table.step:
        case "play":
            plays = [*_plays(view, mine, legal)]
            left = any(isinstance(play.moves[0], PlaySet) for play in plays)
            return (*plays, *_endings(view, mine, Style.SECONDARY if left else SUCCESS))
        case "go":
            return _ways(view, names, mine, legal)
        case "look":
            return _looks(view, mine)
        case "adventure":
            return _leaving(view, mine, legal)
        case "discard":
            excess = len(mine.hand) - view.table.players[mine.seat].level
            ways = _least(view, mine, excess) if 1 < excess <= MOST_DISCARDS else []
            return [_discarding(view, mine, cards) for cards in ways]
    return ()


def _plays(view: View, mine: Mine, legal: Sequence[Data]) -> Iterator[Offer]:
    """Of each kind the largest set, and a larger one with a Joker, with what it flips; a Wizard; adventure cards."""
    table = view.table
    villages = table.players[mine.seat].villages
    for kind in SETS:
        sets = [move for move in legal if isinstance(move, PlaySet) and move.kind == kind and move.jokers < 2]
        largest = 0
        for jokers in (0, 1):
            fitting = [one for one in sets if one.jokers == jokers and _is_useful(view, mine, one)]
            best = max(fitting, key=lambda one: one.size, default=None)
            if best and best.size > largest:
                largest = best.size
                yield from _set_offers(view, mine, best)
    for wizard in legal:
        if isinstance(wizard, PlayWizard):
            label = wizard_label(wizard)
            yield Offer(dataclasses.replace(label, text=f"Play {label.text}"), (wizard,))
    cards = [move for move in legal if isinstance(move, PlayAdventure)]
    for move in sorted(cards, key=lambda move: _use(view, mine, card_of(move.adventure)))[:MOST_ADVENTURES]:
        colour = ADVENTURES[move.adventure].colour
        text, does, flips = f"{short_name(move.adventure)} for {COLOURS[colour]}", SPECIAL[colour], list[Data]()
        if colour == YELLOW:
            count = min(3, villages)
            text, does = f"{short_name(move.adventure)}: flip {count}", f"{village_count(count)} to gold"
            flips.append(Turn(count))
        yield Offer(Label(f"Play {text}", does, ADVENTURES[move.adventure].name), (move, *flips), risky(view, move))


def _is_useful(view: View, mine: Mine, one: PlaySet) -> bool:
    """Whether all that a set does is of some use."""
    player = view.table.players[mine.seat]
    if one.kind == WARRIOR:
        return one.size - 1 <= player.villages
    return one.kind != FAIRY or bool(unknown_spaces(view, mine)) or (one.size == 4 and player.losses > 0)


def _set_offers(view: View, mine: Mine, one: PlaySet) -> Iterator[Offer]:
    """A set with what plainly follows: all villages that it flips, looks at the nearest tiles."""
    plain = one.size - one.jokers
    text = f"Play {plain} {CARDS[one.kind].split()[0] if plain == 1 else SET_OF[one.kind]}{' + Joker' * one.jokers}"
    detail, then = set_effects(one.kind, one.size), list[Data]()
    if one.kind == WARRIOR:
        then.append(Turn(one.size - 1))
    elif one.kind == FAIRY and (looks := _nearest(view, mine, one.size - 1)):
        yield Offer(Label(f"{text}: {_codes(looks)}", "look there", SIGNS[FAIRY], PRIMARY), (one, *looks))
        text = f"{text}: pick tiles"
    elif one.kind == FAIRY and any_face_down(view.table):
        detail = "1 loss less"
        then.append(StopLooking())
    yield Offer(Label(text, detail, SIGNS[one.kind], PRIMARY), (one, *then))


def _endings(view: View, mine: Mine, style: Style) -> Iterator[Offer]:
    """The end of a turn with what has to be discarded. Green is what leaves nothing undone."""
    table = view.table
    excess = len(mine.hand) - table.players[mine.seat].level
    idle = table.phase == "finale" and not table.played and not table.paid and table.idle + 1 == len(table.players)
    if excess > 0:
        ways = _least(view, mine, excess)[:2] if excess <= MOST_DISCARDS else []
        yield from (_discarding(view, mine, cards, (EndTurn(),), style) for cards in ways)
        what = "the discard" if excess == 1 else f"{excess} discards"
        yield Offer(Label(f"End turn, choose {what}", emoji="⏭️"), (EndTurn(),))
    elif idle:
        asked = "You have drawn and played nothing this turn. Ending it **ends the game**."
        yield Offer(Label("End your turn: the game ends", emoji="⏭️"), (EndTurn(),), asked)


def _leaving(view: View, mine: Mine, legal: Sequence[Data]) -> list[Offer]:
    """After the last movement, with nothing to complete, rob or discard: leave the tile and end the turn."""
    table = view.table
    last = table.effect is not None and table.effect.left == 1
    robs = table.options.manoeuvres and not table.robbed and victims(table)
    if Complete() in legal or not last or robs or len(mine.hand) > table.players[mine.seat].level:
        return []
    return [Offer(Label("Leave it there, end your turn", emoji="⏭️", style=SUCCESS), (Leave(), EndTurn()))]


def _discarding(
    view: View,
    mine: Mine,
    cards: Sequence[int],
    first: Sequence[Data] = (),
    style: Style = SUCCESS,
) -> Offer:
    """One press that discards these cards, after the moves in `first`."""
    what, begins = cards_by_kind(cards, a_card), "End turn, discard" if first else "Discard"
    text, detail = f"{begins} {what}", None
    if len(text) > A_LINE - 4:  # beside the emoji: then signs, and words above the buttons
        text, detail = f"{begins} {''.join(map(card_sign, cards))}", what
    moves = [Discard(card) for card in sorted(cards)]  # as a sheet does
    risk = all_risks(risky(view, move) for move in moves)
    return Offer(Label(text, detail, "⏭️" if first else "🗑️", style), (*first, *moves), risk)


def _least(view: View, mine: Mine, count: int) -> list[tuple[int, ...]]:
    """The `count` cards of the hand that are missed least, in up to three ways, the best first."""
    ranked = sorted(mine.hand, key=lambda card: (_use(view, mine, card), card))
    ways = [tuple(ranked[:count])]
    for place in range(count, len(ranked)):
        ways.append((*ranked[: count - 1], ranked[place]))
    told_apart = {"".join(map(card_sign, sorted(way))): way for way in reversed(ways)}
    return [*told_apart.values()][:-4:-1]


def _use(view: View, mine: Mine, card: int) -> float:
    """How much a card in hand is likely to be missed, in gold."""
    table, held = view.table, mine.hand.count(card)
    if card >= FIRST_ADVENTURE_CARD:
        adventure = card - FIRST_ADVENTURE_CARD
        seen = any(known_tile(view, mine, space) == adventure for space in QUESTS if has_tile(table, space))
        return 8 if on_hero(mine, adventure) else 4 if seen else 2.5
    if card == JOKER:
        return 2
    if card == WIZARD:
        return 1 if table.phase == "main" and table.pile > LATE else 2.5
    each = {KNIGHT: 1.7, WARRIOR: 1.9, FAIRY: 0.6}[card]
    return each * (held - 1 or 0.5) / held


def _ways(view: View, names: Sequence[str], mine: Mine, legal: Sequence[Data]) -> list[Offer]:
    """Ways to where something can be had. The same press completes an adventure there."""
    found = list[Offer]()
    ranked = sorted((move for move in legal if isinstance(move, Go)), key=lambda move: rank(view, move))
    for move in ranked:
        tile = tile_here(view, mine, move.space)
        if tile is not None and completes(mine, tile):
            text = f"To {SPACES[move.space].code}, complete {short_name(tile)}"
            detail = f"+{10 if on_hero(mine, tile) else 5} gold"
            found.append(Offer(Label(text, detail, "⭐", SUCCESS), (move, Complete())))
    if len(legal) > MOST_BUTTONS:
        for move in ranked[: MOST_BUTTONS // 2]:
            what = what_lies(view, mine, move.space).partition(",")[0] or SPACES[move.space].name
            label = space_label(view, names, move.space, travels=True)
            text = f"Go to {SPACES[move.space].code}: {what.removeprefix('you saw ').removeprefix('The ')}"
            far = [distance(view, mine, move.space), *neighbours(view.table, names, mine.seat, move.space)]
            found.append(Offer(Label(text, ", ".join(far), label.emoji, PRIMARY), (move,)))
    return found


def _looks(view: View, mine: Mine) -> list[Offer]:
    assert view.table.effect is not None
    looks = _nearest(view, mine, view.table.effect.left)
    return [Offer(Label(f"Look at {_codes(looks)}", "the nearest", "🔭", PRIMARY), looks)] if looks else []


def _nearest(view: View, mine: Mine, count: int) -> tuple[Data, ...]:
    """`count` looks at the nearest tiles that the player doesn't know; if there are fewer, the looks end there."""
    looks = tuple(map(Look, unknown_spaces(view, mine)[:count]))
    return looks if len(looks) in (0, count) else (*looks, StopLooking())


def _codes(looks: Sequence[Data]) -> str:
    return ", ".join(SPACES[look.space].code for look in looks if isinstance(look, Look))


def sheet(view: View, legal: Sequence[Data]) -> Sheet | None:
    table, mine = view.table, view.mine
    if mine is None:
        return None
    if table.step == "discard" and (excess := len(mine.hand) - table.players[mine.seat].level) > 1:
        label = Label(f"Choose {excess} cards to discard", emoji="☑️")
        return Sheet(label, f"Discard {excess} cards", tuple(map(Discard, mine.hand[:SHEET])), excess, excess)
    if table.step == "look" and table.effect and (left := table.effect.left) > 1:
        tiles = sorted((move for move in legal if isinstance(move, Look)), key=lambda move: rank(view, move))[:SHEET]
        label = Label(f"Choose up to {left} tiles", emoji="☑️")
        return Sheet(label, f"Look at up to {left} tiles", tuple(tiles), 1, min(left, len(tiles)))
    return None


def risky(view: View, move: Data) -> str | None:
    """Ask before a card goes whose adventure is worth 10 gold, because it is on the player's own hero."""
    mine = view.mine
    match move:
        case PlayAdventure(adventure) if mine and on_hero(mine, adventure):
            return (
                f"**{ADVENTURES[adventure].name}** is on your hero card: completed, it brings 10 gold. Play it anyway?"
            )
        case Discard(card) if mine and card >= FIRST_ADVENTURE_CARD and on_hero(mine, card - FIRST_ADVENTURE_CARD):
            name = ADVENTURES[card - FIRST_ADVENTURE_CARD].name
            return f"**{name}** is on your hero card: completed, it brings 10 gold. Discard it anyway?"
    return None
