"""A Wanderer in the Forest of Wyr on Discord: its words, its rules pages, its slash commands."""

from collections.abc import Sequence

import discord

from engine import Data
from engine.forest_of_wyr.cards import (
    ALLIANCE,
    ASPECT,
    BALANCE,
    GLASS,
    ORACLE,
    SHARD_NAMES,
    SUN,
    VALUES,
    WINDS,
    WINGS,
    card_name,
)
from engine.forest_of_wyr.choices import reach
from engine.forest_of_wyr.map import DISTANCES, SPACES, space_name
from engine.forest_of_wyr.pieces import (
    MOST_STRIDES,
    RAVENS,
    Calm,
    Event,
    Freed,
    Options,
    Table,
    TurnedUp,
    View,
    Withstood,
)
from engine.forest_of_wyr.rules import GAME

from .turns import Turns, asks
from .words import Choice, Label, Page, Words, spell

PRIMARY, SUCCESS, DANGER = discord.ButtonStyle.primary, discord.ButtonStyle.success, discord.ButtonStyle.danger

KINDS = {
    "fly": Label("Choose a raven's way", emoji="🐦‍⬛", style=PRIMARY, verb="Raven"),
    "let-them-fly": Label("Let them fly", emoji="🎲"),
    "draw": Label("Face the attack", emoji="⚔️", style=PRIMARY),
    "defend": Label("Defend", emoji="🛡️", style=PRIMARY, verb="Defend with"),
    "stop": Label("Play no more", emoji="✋", style=DANGER),
    "invoke": Label("Invoke a spellshard", emoji="🔮", verb="Invoke"),
    "renew": Label("Draw anew", emoji="🃏", style=PRIMARY, verb="Draw anew:"),
    "redraw": Label("Draw those chosen anew", emoji="✅", style=SUCCESS),
    "land": Label("Land", emoji="🪽", style=PRIMARY, verb="Land at"),
    "put-on-top": Label("Put on top", emoji="👁️", style=PRIMARY, verb="Next:"),
    "stride": Label("Play a card to move", emoji="👣", verb="Play"),
    "walk": Label("Walk", emoji="🧭", style=SUCCESS, verb="Walk to"),
    "free": Label("Free a raven", emoji="✨", style=SUCCESS),
    "end-round": Label("End the round", emoji="⏭️"),
    "give-up": Label("Give up", emoji="🏳️", style=DANGER),
}

FIELDS = {
    ("fly", "origin"): "Which raven flies next?",
    ("fly", "to"): "Which way does it fly?",
    ("walk", "space"): "Where to?",
    ("land", "space"): "Where do the wings carry you?",
    ("defend", "card"): "Which card defends you?",
    ("invoke", "card"): "Which spellshard?",
    ("renew", "card"): "Which strength card is drawn anew?",
    ("stride", "card"): "Which card do you play to move?",
    ("put-on-top", "card"): "Which spellshard comes next?",
}

SUIT_EMOJI = ("♠️", "♥️", "♦️", "♣️")
SHARD_EMOJI = {
    ORACLE: "👁️",
    BALANCE: "⚖️",
    ASPECT: "🃏",
    SUN: "☀️",
    GLASS: "🪞",
    WINDS: "🌬️",
    ALLIANCE: "🔗",
    WINGS: "🪽",
}
SHARD_USES = {
    ORACLE: "see the next three spellshards, order them",
    BALANCE: "a jack defends with 5",
    ASPECT: "draw strength cards anew",
    SUN: "half the damage",
    GLASS: "the next strength card defends you",
    WINDS: "no raven flies next round",
    ALLIANCE: "a card for each raven not yet freed instead",
    WINGS: "to any other space; out of an attack, too",
}


def _field(view: View, tag: str, field: str) -> str:
    return FIELDS.get((tag, field), "Which?")


def _value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    value = getattr(move, field)
    tag = spell(move)[0]
    if field == "card":
        return _card(tag, value)
    if tag == "fly":
        return _raven(view.table, value) if field == "origin" else Label(f"to {_space(value)}")
    return _destination(view.table, value)


def _card(tag: str, card: int) -> Label:
    if card in SHARD_NAMES:
        return Label(SHARD_NAMES[card], SHARD_USES[card], emoji=SHARD_EMOJI[card])
    what = {"stride": "for a step" if VALUES[card] == 1 else f"for {VALUES[card]} steps"}.get(
        tag, f"for {VALUES[card]}"
    )
    name = card_name(card)
    return Label(f"{name[0].upper()}{name[1:]}", what, emoji=SUIT_EMOJI[card // 13])


def _space(space: int) -> str:
    """Its code first: that is what the map shows on its stone."""
    code, name = SPACES[space].code, SPACES[space].name
    return f"{code} {name}" if name else code


def _raven(table: Table, space: int) -> Label:
    return Label(f"from {_space(space)}", _steps(DISTANCES[table.wanderer][space]))


def _destination(table: Table, space: int) -> Label:
    """With how far it is, and how many ravens are there or how far the nearest one is."""
    steps, here = DISTANCES[table.wanderer][space], table.ravens.count(space)
    far = "stay" if steps == 0 else _steps(steps)
    nearest = min((DISTANCES[space][raven] for raven in table.ravens), default=0)
    ravens = ("1 raven" if here == 1 else f"{here} ravens") if here else f"nearest raven {_steps(nearest)} on"
    return Label(_space(space), f"{far}; {ravens}")


def _steps(count: int) -> str:
    return "1 step" if count == 1 else f"{count} steps"


def _ask(view: View, names: Sequence[str]) -> str:
    table = view.table
    match table.step:
        case "fly":
            return f"{_spaces(table.spaces)} of this flight left, and a choice: who flies next, and which way?"
        case "draw":
            return "A raven is about to attack. Invoke a spellshard first?"
        case "defend":
            return _asking_for_defence(table)
        case "renew":
            return "Choose the strength cards that are drawn anew."
        case "land":
            return "Wings of the Raven: where do you land?"
        case "look":
            return "Put the spellshards back, the one to be drawn next first."
        case "act":
            return _asking_to_act(table)
        case "walk":
            return f"Your cards reach {_steps(reach(table))}. Walk, or play another card?"
        case _:
            return "The game is over."


def _spaces(count: int) -> str:
    return "1 space is" if count == 1 else f"{count} spaces are"


def _asking_for_defence(table: Table) -> str:
    assert table.attack is not None
    strength, defence = table.attack.strength, table.attack.defence
    damage = strength - defence
    if table.attack.halved:
        damage //= 2
    price = f"Stopping now costs {damage} health" if damage else "Stopping now costs nothing"
    return (
        f"A raven attacks with {strength}; your defence is {defence}. {strength - defence + 1} more frees it.\n"
        f"-# {price}. You have {table.health} health."
    )


def _asking_to_act(table: Table) -> str:
    here = table.ravens.count(table.wanderer) - table.tried_in_vain
    could = []
    if not table.moved:
        could.append("play cards to move")
    if here > 0 and not table.attacks_over:
        could.append("free a raven here" if here == 1 else f"free one of the {here} ravens here")
    start = f"You are at {space_name(table.wanderer)}."
    return f"{start} {' or '.join([*could, 'end the round']).capitalize()}."


def _conceded(view: View) -> str:
    return f"Given up in round {view.table.round}, with {view.table.freed} of {RAVENS} ravens freed."


FREED, UNHARMED, HURT = "🐦", "🟩", "🔸"


def _story(events: Sequence[Event]) -> str:
    """A sign a round: a raven was freed in it, or else whether any harm was done. The first is begun already."""
    signs = [UNHARMED]
    for event in events:
        match event:
            case TurnedUp(round=number) | Calm(round=number) if number > len(signs):
                signs.append(UNHARMED)
            case Freed():
                signs[-1] = FREED
            case Withstood(damage=damage) if damage and signs[-1] != FREED:
                signs[-1] = HURT
    return "".join(signs)


WORDS = Words[Options, View, Event](
    colour=0x3B6B64,
    blurb="Eight ravens hold the shards of a wanderer's magic. Free them before the wood closes. For one.",
    minutes=25,
    difficulty="hard",
    options={
        "nights": Choice(
            "Nights",
            {4: Label("Four nights", "forty flights at most"), None: Label("No end", "walk as long as you like")},
        )
    },
    kinds=KINDS,
    ask=_ask,
    field=_field,
    value=_value,
    conceded=_conceded,
    private=lambda view: False,
    story=_story,
    signs=f"round by round: {FREED} a raven freed, {UNHARMED} no harm done, {HURT} health lost",
    rules=(
        Page(
            "A Wanderer in the Forest of Wyr",
            "A game for one by **Todd Sanders** (Air and Nothingness Press, 2016).\n\n"
            "Eight ravens have carried off the shards of your magic. Free all eight and you win; at no health you are "
            "lost. Every round has three parts: the ravens **fly**, those with you **attack**, then you "
            "**move** and may "
            "try to free one.\n\n"
            "**Flight.** A card of clubs says how many spaces are flown: A-2 is 2, 3-4 is 3, 5-6 is 4, 7-8 is "
            "5, 9-10 is "
            "6. The nearest raven flies one space towards you, then the next nearest, each once, then all again, until "
            "the spaces are used up. A raven with you stays. Where ravens are equally near, or two ways equally short, "
            "you choose, or **Let them fly**.\n\n"
            "On the map each stone is one step; the letters on it are its code. Clearings have names.",
        ),
        Page(
            "Attack, and your cards",
            "Each raven with you attacks: one card of spades is drawn, and one more for each raven already "
            "freed. Their "
            "values (as in flight) are the attack. Play cards of your hand one by one: diamonds A-2 and jacks "
            "are worth "
            "1, 3-4 are 2, 5-6 are 3, 7-8 are 4.\n\n"
            "As soon as your defence is **greater**, the raven is freed, and the next spellshard goes to your played "
            "cards. Stop before, and you lose the difference in health; the raven stays.\n\n"
            f"**Moving.** First, with 0 or 1 cards in hand besides spellshards, you pick up all that you have played. "
            f"Then play up to {MOST_STRIDES} cards and walk up to their sum, or stay. Where ravens are, each "
            "may be tried "
            "once: it attacks, and you defend as before.",
        ),
        Page(
            "Spellshards",
            "Each is played from the hand once and is then gone; only the Wings come back.\n"
            "- **Oracle of Visions** (Q♠, any time): see the next three spellshards, and order them.\n"
            "- **Restoring Balance** (K♠, in an attack): a jack of yours defends with 5.\n"
            "- **Aspect Construction** (Q♥, in an attack): have strength cards of your choice drawn anew.\n"
            "- **The Sun in Winter** (K♥, in an attack): its damage is halved, rounded down.\n"
            "- **Cheval Glass** (Q♦, in an attack): the next strength card adds to your defence.\n"
            "- **Subsided Winds** (K♦, any time): no raven flies in the next round.\n"
            "- **Binding Alliance** (Q♣, before an attack is drawn): draw for each raven *not* yet freed instead.\n"
            "- **Wings of the Raven** (K♣, any time): from a clearing to any other space. Out of an attack it "
            "ends that "
            "attack and all others of this part of the round.\n\n"
            "“Any time” is before an attack is drawn, in one, or when you move.",
        ),
        Page(
            "How we read the rules",
            "The map is this hall's own. Where the rules leave something open, it plays so:\n"
            "- Who is nearest is decided anew for each space flown; nothing is asked where it can't matter.\n"
            "- A raven that was with you before the flight attacks too, Subsided Winds or not.\n"
            "- The cards of an attack stay out of a reshuffle until it is over.\n"
            "- You move once a round, before freeing; cards played may go unused. Each raven with you may be "
            "tried once.\n"
            "- For Binding Alliance the attacker counts as not yet freed, and the first card is drawn as always.\n"
            "- Wings played when you move are not that round's move.\n"
            "- You may give up while no attack goes on. A win is worth 100 and 10 for each health left, a loss the "
            "ravens freed; fewer rounds break ties.\n"
            "- Four nights: when the flight deck is used up for the fourth time, the wood closes.",
        ),
    ),
)

TURNS = Turns(GAME.key, "wyrm-forest")
TURNS.add(
    "fly",
    "Choose the raven that flies next, and where to",
    way=asks("A raven and its way, or: let them fly", "fly", "let-them-fly"),
)
TURNS.add("defend", "Play a card against the attack", card=asks("A card of your hand", "defend"))
TURNS.add("face", "Have the attack drawn", "draw")
TURNS.add("stop", "Play no more cards against this attack")
TURNS.add("invoke", "Invoke a spellshard of your hand", spellshard=asks("A spellshard that fits now", "invoke"))
TURNS.add(
    "renew",
    "Aspect Construction: choose the cards drawn anew, then draw",
    card=asks("A strength card, or: draw those chosen", "renew", "redraw"),
)
TURNS.add("land", "Wings of the Raven: choose where to land", space=asks("Its code or its name", "land"))
TURNS.add(
    "order",
    "Oracle of Visions: choose the spellshard to come next",
    spellshard=asks("One of those you see", "put-on-top"),
)
TURNS.add("stride", "Play a card to move", card=asks("A card of your hand", "stride"))
TURNS.add("walk", "Walk as far as your cards reach, or stay", space=asks("Its code or its name", "walk"))
TURNS.add("free", "Try to free a raven where you are")
TURNS.add("end-round", "End the round")
