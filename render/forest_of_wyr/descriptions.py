"""The forest in words: the gist for those who can't see the picture, and the whole position."""

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.forest_of_wyr.cards import (
    ALLIANCE,
    FLIGHT,
    SHARD_NAMES,
    SHARD_USES,
    SHARDS,
    SHORT_NAMES,
    STRENGTH,
    VALUES,
    card_names,
    card_signs,
)
from engine.forest_of_wyr.choices import flight_choices, reach
from engine.forest_of_wyr.events import Defended, Strode
from engine.forest_of_wyr.map import DISTANCES, SPACES, space_name
from engine.forest_of_wyr.state import FULL_HEALTH, Table, View
from engine.forest_of_wyr.telling import tell
from languages import later, listed_apart, say, say_as, say_many

from ..text import ALT_LIMIT, WORDS_LIMIT, joined, lately, listing
from .danger import danger

TITLE = "A Wanderer in the Forest of Wyr"
_ENDS = {
    "won": later("Victory: all ravens are free."),
    "fallen": later("Defeat: no health left."),
    "lost": later("Defeat: the last night is over."),
    "gave-up": later("Defeat: given up."),
}


def alt(view: View, names: Sequence[str]) -> str:
    """The gist of the public position in at most 1,024 characters."""
    table = view.table
    lines = [f"{TITLE}. {_score(table)}", *_where(table), *_gist(table), *_turned_up(view)]
    return joined(lines, " ", ALT_LIMIT)


def _gist(table: Table) -> Iterable[str]:
    """Attack and hand in brief, without their cards."""
    attack = table.attack
    if attack is not None and not attack.cards:
        yield next(iter(_attack(table)))
    elif attack is not None:
        said = say("Attack {attack}, defence {defence}.")
        if attack.halved:
            said = say("Attack {attack}, defence {defence}, its damage halved.")
        yield said.format(attack=attack.strength, defence=attack.defence)
    if table.ending is None and (attack is None or not attack.cards):
        yield _draws(table)
    yield say_many("Your hand is worth {count}.", "Your hand is worth {count}.", _worth(table))
    yield listing(say("Spellshards"), (say(SHORT_NAMES[card]) for card in table.hand if card in SHARDS))


def describe(view: View, names: Sequence[str]) -> str:
    """The whole position in lines of text, at most 3,500 characters."""
    table = view.table
    known = view.mine.known if view.mine else ()
    lines = [
        f"{TITLE}. {_score(table)}",
        *_where(table),
        *_attack(table),
        *_choices(table),
        *_hand(table),
        _draws(table) if table.ending is None else "",
        listing(say_as("cards", "Played"), [card_signs(table.discard)]) if table.discard else say("No cards played."),
        listing(say("Out of the game"), [card_names(table.gone)] if table.gone else []),
        listing(say("You know the next spellshards"), [card_names(known)] if known else []),
        _pile(say("Flight deck"), table.flight_discards, len(FLIGHT)),
        _pile(
            say("Strength deck"),
            table.strength_discards,
            len(STRENGTH) - (len(table.attack.cards) if table.attack else 0),
        ),
        *_turned_up(view),
        lately(
            (tell(event) for event in table.recent if not isinstance(event, Defended | Strode)), say("In this round")
        ),
    ]
    return joined(lines, "\n", WORDS_LIMIT)


def _draws(table: Table) -> str:
    ahead = danger(table)
    return say_many(
        "An attack draws {count} card: about {likely}, {most} at most.",
        "An attack draws {count} cards: about {likely}, {most} at most.",
        ahead.cards,
        likely=ahead.likely,
        most=ahead.most,
    )


def _score(table: Table) -> str:
    time = say("Round {round}, night {night}.", round=table.round, night=table.night)
    if table.options.nights:
        nights = table.options.nights
        time = say("Round {round}, night {night} of {nights}.", round=table.round, night=table.night, nights=nights)
    score = say(
        "Health {health} of {full}, {freed} of {wanted} ravens freed.",
        health=table.health,
        full=FULL_HEALTH,
        freed=table.freed,
        wanted=table.wanted,
    )
    return f"{time} {score} {say(_ENDS[table.ending]) if table.ending else ''}".rstrip()


def _where(table: Table) -> Iterable[str]:
    yield say("The wanderer is at {place}.", place=space_name(table.wanderer))
    near = sorted(Counter(table.ravens).items(), key=lambda item: (DISTANCES[table.wanderer][item[0]], item[0]))
    if table.winds_subsided:
        yield say("No raven flies next round.")
    ravens = list[str]()
    for space, count in near:
        at = f"{SPACES[space].code} ({_steps(DISTANCES[table.wanderer][space])})"
        # Translators: so many ravens at a place
        ravens.append(say_many("{count} at {place}", "{count} at {place}", count, place=at) if count > 1 else at)
    yield listing(say("Ravens"), ravens)


def _steps(count: int) -> str:
    return say_many("{count} step", "{count} steps", count) if count else say("here")


def _attack(table: Table) -> Iterable[str]:
    attack = table.attack
    if attack is None:
        return
    if not attack.cards:
        yield say("A raven is about to attack.")
        if attack.alliance:
            yield say_many(
                "{spellshard}: {count} strength card will be drawn.",
                "{spellshard}: {count} strength cards will be drawn.",
                1 + len(table.ravens),
                spellshard=say(SHARD_NAMES[ALLIANCE]),
            )
        return
    every = " + ".join(f"{VALUES[card]} ({card_signs((card,))})" for card in attack.cards)
    yield say(
        "A raven attacks with {attack}: {cards}. The defence is {defence}.",
        attack=attack.strength,
        cards=every,
        defence=attack.defence,
    )
    if attack.renewed:
        yield listing(say("Chosen to redraw"), [card_names(attack.renewed)])
    if attack.halved:
        yield say("Its damage is halved.")


def _choices(table: Table) -> Iterable[str]:
    """The ways and spaces to choose from in this step."""
    if table.step == "fly":
        choices = [(SPACES[origin].code, SPACES[to].code) for origin, to in flight_choices(table)]
        (origin, to), *others = choices
        ways = say("{place} to {other}", place=origin, other=to)
        for origin, to in others:
            # Translators: goes on: "A raven can fly from A1 to A2"
            ways = say("{ways}, or from {place} to {other}", ways=ways, place=origin, other=to)
        yield say("Spaces still to fly: {spaces}. A raven can fly from {ways}.", spaces=table.spaces, ways=ways)
    if table.step == "walk":
        yield say_many(
            "Your played cards reach every space within {count} step.",
            "Your played cards reach every space within {count} steps.",
            reach(table),
        )


def _turned_up(view: View) -> Iterable[str]:
    """What the decks still held when the game ended."""
    if view.decks:
        strength, flight, shards = view.decks.strength, view.decks.flight, view.decks.shards
        strength_next = listing(say("Next in the strength deck"), [card_signs(strength)] if strength else [])
        flight_next = listing(say("Next in the flight deck"), [card_signs(flight)] if flight else [])
        yield strength_next or say("The strength deck was empty.")
        yield flight_next or say("The flight deck was empty.")
        yield listing(say("Spellshards not won, next first"), [card_names(shards)] if shards else [])


def _hand(table: Table) -> Iterable[str]:
    """The hand: cards of the same worth together, and what each spellshard does."""
    by_worth: dict[int, list[int]] = {}
    for card in sorted(card for card in table.hand if VALUES[card]):
        by_worth.setdefault(VALUES[card], []).append(card)
    cards = [
        say("worth {worth}: {cards}", worth=worth, cards=card_signs(by_worth[worth]))
        for worth in sorted(by_worth, reverse=True)
    ]
    if cards:
        yield say("In hand, {worth} in all; {cards}.", worth=_worth(table), cards=listed_apart(cards))
    else:
        yield say("No cards in hand.")
    shards = (f"{say(SHARD_NAMES[card])} ({say(SHARD_USES[card])})" for card in table.hand if card in SHARDS)
    yield listing(say("Spellshards"), shards)


def _worth(table: Table) -> int:
    return sum(VALUES[card] for card in table.hand)


def _pile(name: str, pile: Sequence[int], size: int) -> str:
    left = say_many("{count} left", "{count} left", size - len(pile))
    if not pile:
        return listing(name, [left])
    return say("{deck}: {left}; drawn: {cards}.", deck=name, left=left, cards=card_signs(pile))
