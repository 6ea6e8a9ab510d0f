"""Offers: buttons that make several moves at once, those that a player most likely wants."""

import dataclasses
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from math import ceil

from engine import Data
from engine.advyria import cards
from engine.advyria import moves as m
from engine.advyria.cards import GOLD, JOKER, SETS, adventure_name, short_name
from engine.advyria.choices import any_face_down, victims
from engine.advyria.land import QUESTS, SPACES, STEPS
from engine.advyria.state import Mine, View
from languages import ENGLISH, labelled, say, say_many, speaking

from ...screens.screen import BUTTON_LIMIT, Style
from ..words import A_LINE, Label, MoveSheet, Offer, all_risks
from . import land
from .cards import SIGNS, cards_by_kind, set_of
from .labels import KINDS, PRIMARY, SUCCESS, rank, set_effects, wizard_costs, wizard_label

MOST_GUILDS = 2  # to set out from
MOST_WAYS = 2  # to tiles
NEAR = 3  # steps from a guild to tiles that are worth setting out for
SHEET = 25  # options of a sheet, at most
LATE = 48  # cards in the draw pile: with fewer a Wizard is kept for the grand finale


def offers(view: View, names: Sequence[str], legal: Sequence[Data]) -> Sequence[Offer]:
    """The moves that a player most likely wants at this step."""
    mine = view.mine
    if mine is None:
        return ()
    match view.table.step:
        case "settle":
            return _beginnings(view, legal)
        case "play":
            likely = _likely(view, mine, legal)
            if all(isinstance(offer.moves[0], m.PlayWizard) for offer in likely):  # it costs gold: never the first
                return (*_endings(view, mine, SUCCESS), *likely)
            return (*likely, *_endings(view, mine, Style.SECONDARY))
        case "go":
            return _ways(view, names, mine, legal)
        case "look":
            return _looks(view, mine)
        case "adventure":
            return _leaving(view, mine, legal)
        case "discard":
            moves, risk = _discards(view, mine)
            text = say("Keep these, discard {cards}", cards=cards_by_kind(_cards_to_discard(view, mine), briefly=True))
            return [Offer(Label(text[:BUTTON_LIMIT], emoji="🗑️", style=SUCCESS), moves, risk)]
    return ()


def _beginnings(view: View, legal: Sequence[Data]) -> list[Offer]:
    """The guilds with the most tiles near them."""

    def near(space: int) -> int:
        return sum(land.has_tile(view.table, quest) for quest in QUESTS if STEPS[space][quest] <= NEAR)

    best = sorted((move for move in legal if isinstance(move, m.Settle)), key=lambda move: -near(move.space))
    return [
        Offer(Label(land.guild(move.space), _tiles_near(near(move.space)), "🏛️", PRIMARY), (move,))
        for move in best[:MOST_GUILDS]
    ]


def _tiles_near(count: int) -> str:
    return say_many("{count} tiles are near", "{count} tiles are near", count)


def _likely(view: View, mine: Mine, legal: Sequence[Data]) -> list[Offer]:
    """As many plays as fit on two lines of a phone, the short labels first, a Wizard last.

    All others are behind a kind of move.
    """
    plays = [*_plays(view, mine, legal)]
    wizards = [offer for offer in plays if isinstance(offer.moves[0], m.PlayWizard)]
    longs, shorts, room = list[Offer](), list[Offer](), 2 - len(wizards)
    for offer in plays:
        row = shorts if _is_short(offer) else longs
        if offer not in wizards and len(longs) + ceil(len(shorts) / 2) + (row is longs or len(shorts) % 2 == 0) <= room:
            row.append(offer)
    return shorts + longs + wizards


def _is_short(offer: Offer) -> bool:
    """Whether a label names one kind of card and no more, as “Play 2 Knights”.

    Its letters aren't counted, so that the same is offered in every language.
    """
    match offer.moves:
        case (m.PlaySet(jokers=0), *then):
            return not any(isinstance(move, m.Look) for move in then)
    return False


def _plays(view: View, mine: Mine, legal: Sequence[Data]) -> Iterator[Offer]:
    """New cards in the grand finale, the largest set of each kind, a Wizard, and sets that a Joker makes larger."""
    if m.PayWizard() in legal:
        yield Offer(KINDS["pay-wizard"].said(), (m.PayWizard(),))
    jokers = range(1, 1 + mine.hand.count(JOKER))
    largest = {count: {kind: _largest(view, mine, legal, kind, count) for kind in SETS} for count in (0, *jokers)}
    for best in filter(None, largest[0].values()):
        yield _set_offer(view, mine, best)
    if m.PlayWizard(False) in legal and view.table.pile > LATE:
        label = wizard_label(view, m.PlayWizard(False))
        text = labelled(say("Play a Wizard"), wizard_costs(view))
        yield Offer(dataclasses.replace(label, text=text, detail=None), (m.PlayWizard(False),))
    for count, kind in product(jokers, SETS):
        fewer, joined = largest[count - 1][kind], largest[count][kind]
        if joined and (fewer is None or joined.size > fewer.size):
            yield _set_offer(view, mine, joined)


def _largest(view: View, mine: Mine, legal: Sequence[Data], kind: int, jokers: int) -> m.PlaySet | None:
    """The largest useful set of a kind with so many Jokers, and not of Jokers alone."""
    sets = [move for move in legal if isinstance(move, m.PlaySet) and (move.kind, move.jokers) == (kind, jokers)]
    useful = (play for play in sets if play.size > jokers and _is_useful(view, mine, play))
    return max(useful, key=lambda play: play.size, default=None)


def _is_useful(view: View, mine: Mine, play: m.PlaySet) -> bool:
    """Whether everything that a set does is useful."""
    player = view.table.players[mine.seat]
    if play.kind == cards.WARRIOR:
        return play.size - 1 <= player.villages
    return play.kind != cards.FAIRY or bool(land.unknown_spaces(view, mine)) or (play.size == 4 and player.losses > 0)


def _set_offer(view: View, mine: Mine, play: m.PlaySet) -> Offer:
    """A set with what plainly follows: all villages that it flips, looks at the nearest tiles."""
    plain = set_of(play.size - play.jokers, play.kind)
    text = say("Play {cards}", cards=plain)
    if play.jokers:
        # Translators: two kinds of cards: "Play 2 Knights + 1 Joker"
        text = say("Play {cards} + {others}", cards=plain, others=set_of(play.jokers, JOKER))
    detail, then = set_effects(play.kind, play.size), tuple[Data, ...]()
    if play.kind == cards.WARRIOR:
        then = (m.Turn(play.size - 1),)
    elif play.kind == cards.FAIRY and (then := _nearest(view, mine, play.size - 1)):
        text = labelled(text, _codes(then))
        # Translators: what a set of Fairies does: it looks at the tiles that are the nearest ones
        detail = say("{looks}, the nearest", looks=detail)
    elif play.kind == cards.FAIRY:
        detail, then = say("1 loss less"), (m.StopLooking(),) if any_face_down(view.table) else ()
    return Offer(Label(text, detail, SIGNS[play.kind], PRIMARY), (play, *then))


def _endings(view: View, mine: Mine, style: Style) -> Iterator[Offer]:
    """The end of a turn, with the discards that it needs. It is green if there is nothing else to do."""
    table = view.table
    excess = len(mine.hand) - table.players[mine.seat].level
    idle = table.phase == "finale" and not table.played and not table.paid and table.idle + 1 == len(table.players)
    if excess > 0:
        keep, discard = cards_to_keep(view, mine), _cards_to_discard(view, mine)
        with speaking(ENGLISH):  # so that the same is offered in every language
            has_room = len(_endings_with_discards(keep, discard)[-1]) <= A_LINE
        if has_room:
            moves, risk = _discards(view, mine)
            ways = _endings_with_discards(keep, discard)
            text = next((text for text in ways if len(text) <= A_LINE), ways[-1])
            detail = say("keep {cards}", cards=cards_by_kind(keep, briefly=True))
            yield Offer(Label(text[:BUTTON_LIMIT], detail, style=style), (m.EndTurn(), *moves), risk)
        yield Offer(Label(say("Discard…"), emoji="🗑️"), (m.EndTurn(),))
    elif idle:
        warning = say("You have drawn and played nothing this turn. Ending it **ends the game**.")
        yield Offer(Label(say("End the game"), emoji="⏭️"), (m.EndTurn(),), warning)
    else:
        yield Offer(dataclasses.replace(KINDS["end-turn"].said(), style=style), (m.EndTurn(),))


def _endings_with_discards(keep: Sequence[int], discard: Sequence[int]) -> Sequence[str]:
    """What a button may say that ends the turn and discards, the briefest last."""
    kept, others = (cards_by_kind(held, briefly=True) for held in (keep, discard))
    return (
        say("End turn: keep {cards}, discard {others}", cards=kept, others=others),
        # Translators: a number of cards
        say("End turn: keep {number}, discard {others}", number=len(keep), others=others),
        say("End turn: discard {cards}", cards=others),
        # Translators: the same, if a button has no room for more
        say("End: discard {cards}", cards=re.sub(r"\b1 ", "", others)),
    )


def _leaving(view: View, mine: Mine, legal: Sequence[Data]) -> list[Offer]:
    """After the last movement, with nothing to complete, rob or discard: leave the tile and end the turn."""
    table = view.table
    last = table.effect is not None and table.effect.left == 1
    robs = table.options.manoeuvres and not table.robbed and victims(table)
    if m.Complete() in legal or not last or robs or len(mine.hand) > table.players[mine.seat].level:
        return []
    return [Offer(Label(say("Leave it there, end your turn"), emoji="⏭️", style=SUCCESS), (m.Leave(), m.EndTurn()))]


def cards_to_keep(view: View, mine: Mine) -> list[int]:
    """The most useful cards of the hand, as many as may be kept."""
    ranked = sorted(mine.hand, key=lambda card: (_worth_in_hand(view, mine, card), card))
    return sorted(ranked[max(0, len(ranked) - view.table.players[mine.seat].level) :])


def _cards_to_discard(view: View, mine: Mine) -> list[int]:
    return sorted((Counter(mine.hand) - Counter(cards_to_keep(view, mine))).elements())


def _discards(view: View, mine: Mine) -> tuple[tuple[Data, ...], str | None]:
    """The discards of the least useful cards, and what they risk."""
    moves = tuple(map(m.Discard, _cards_to_discard(view, mine)))
    return moves, all_risks(risky(view, move) for move in moves)


def _worth_in_hand(view: View, mine: Mine, card: int) -> float:
    """About how much gold a card in the hand is worth."""
    table, held = view.table, mine.hand.count(card)
    if card >= cards.FIRST_ADVENTURE_CARD:
        adventure = card - cards.FIRST_ADVENTURE_CARD
        seen = any(land.known_tile(view, mine, space) == adventure for space in QUESTS if land.has_tile(table, space))
        return 8 if land.on_hero(mine, adventure) else 4 if seen else 2.5
    if card == JOKER:
        return 2
    if card == cards.WIZARD:
        return 1 if table.phase == "main" and table.pile > LATE else 2.5
    worth = {cards.KNIGHT: 1.7, cards.WARRIOR: 1.9, cards.FAIRY: 0.6}[card]
    return worth * (held - 1 or 0.5) / held


def _ways(view: View, names: Sequence[str], mine: Mine, legal: Sequence[Data]) -> list[Offer]:
    """Ways to tiles that may bring something. The same press completes an adventure there."""
    completing, near = list[Offer](), list[Offer]()
    for move in sorted((move for move in legal if isinstance(move, m.Go)), key=lambda move: rank(view, move)):
        tile, code = land.tile_here(view, mine, move.space), SPACES[move.space].code
        if tile is not None and land.completes(mine, tile):
            detail = say("+{gold} gold", gold=10 if land.on_hero(mine, tile) else 5)
            text = say("To {space}, complete {adventure}", space=code, adventure=short_name(tile))
            completing.append(Offer(Label(text, detail, "⭐", SUCCESS), (move, m.Complete())))
        elif land.is_worth_it(view, mine, move.space):
            far = [land.distance(view, mine, move.space), *land.neighbours(view.table, names, mine.seat, move.space)]
            label = land.space_label(view, names, move.space, travels=True)
            text = (
                say("Go to {space}: gold", space=code) if tile == GOLD else say("Go to {space}: face down", space=code)
            )
            near.append(Offer(Label(text, ", ".join(far), label.emoji, PRIMARY), (move,)))
    return [*completing, *near][:MOST_WAYS]


def _looks(view: View, mine: Mine) -> list[Offer]:
    assert view.table.effect is not None
    looks = _nearest(view, mine, view.table.effect.left)
    label = Label(say("Look at {spaces}", spaces=_codes(looks)), say("the nearest"), "🔭", PRIMARY)
    return [Offer(label, looks)] if looks else []


def _nearest(view: View, mine: Mine, count: int) -> tuple[Data, ...]:
    """`count` looks at the nearest tiles that the player doesn't know; if there are fewer, then stop looking."""
    looks = tuple(map(m.Look, land.unknown_spaces(view, mine)[:count]))
    return looks if len(looks) in (0, count) else (*looks, m.StopLooking())


def _codes(looks: Sequence[Data]) -> str:
    return ", ".join(SPACES[look.space].code for look in looks if isinstance(look, m.Look))


def sheet(view: View, legal: Sequence[Data]) -> MoveSheet | None:
    table, mine = view.table, view.mine
    if mine is None:
        return None
    if table.step == "discard" and (excess := len(mine.hand) - table.players[mine.seat].level) > 1:
        text = say_many("Choose {count} others to discard", "Choose {count} others to discard", excess)
        title = say_many("Discard {count} card", "Discard {count} cards", excess)
        moves = tuple(map(m.Discard, mine.hand[:SHEET]))
        return MoveSheet(Label(text, emoji="☑️"), title, moves, excess, excess)
    if table.step == "look" and table.effect and (left := table.effect.left) > 1:
        tiles = sorted((move for move in legal if isinstance(move, m.Look)), key=lambda move: rank(view, move))[:SHEET]
        text = say_many("Choose up to {count} tiles", "Choose up to {count} tiles", left)
        title = say_many("Look at up to {count} tiles", "Look at up to {count} tiles", left)
        return MoveSheet(Label(text, emoji="☑️"), title, tuple(tiles), 1, min(left, len(tiles)))
    return None


def risky(view: View, move: Data) -> str | None:
    """The question before the player plays or discards a card whose adventure is on their own hero card."""
    mine = view.mine
    match move:
        case m.PlayAdventure(adventure) if mine and land.on_hero(mine, adventure):
            return say(
                "**{adventure}** is on your hero card: completed, it brings 10 gold. Play it anyway?",
                adventure=adventure_name(adventure),
            )
        case m.Discard(card) if (
            mine and card >= cards.FIRST_ADVENTURE_CARD and land.on_hero(mine, card - cards.FIRST_ADVENTURE_CARD)
        ):
            return say(
                "**{adventure}** is on your hero card: completed, it brings 10 gold. Discard it anyway?",
                adventure=adventure_name(card - cards.FIRST_ADVENTURE_CARD),
            )
    return None
