"""The forest in words: the gist for those who can't see the picture, and the whole position."""

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.forest_of_wyr.cards import (
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
from engine.forest_of_wyr.state import FULL_HEALTH, RAVENS, Table, View
from engine.forest_of_wyr.telling import tell
from engine.sentences import amount

from ..text import ALT_LIMIT, WORDS_LIMIT, joined, lately

TITLE = "A Wanderer in the Forest of Wyr"
_ENDS = {
    "won": "Victory: all ravens are free.",
    "fallen": "Defeat: no health left.",
    "lost": "Defeat: the last night is over.",
    "gave-up": "Defeat: given up.",
}


def alt(view: View, names: Sequence[str]) -> str:
    """The gist of the public position in at most 1,024 characters."""
    table = view.table
    lines = [f"{TITLE}. {_score(table)}", *_where(table), *_gist(table), *_turned_up(view)]
    return joined(lines, " ", ALT_LIMIT)


def _gist(table: Table) -> Iterable[str]:
    """Attack and hand, without their cards."""
    attack = table.attack
    if attack is not None:
        halved = ", its damage halved" if attack.halved else ""
        yield (
            f"Attack {attack.strength}, defence {attack.defence}{halved}."
            if attack.cards
            else next(iter(_attack(table)))
        )
    yield f"Your hand is worth {_worth(table)}."
    shards = [card for card in table.hand if card in SHARDS]
    if shards:
        yield f"Spellshards: {', '.join(SHORT_NAMES[card] for card in shards)}."


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
        f"An attack draws {amount(1 + table.freed, 'card')}, worth 2 to 6 each." if table.ending is None else "",
        f"Played: {card_signs(table.discard)}." if table.discard else "No cards played.",
        f"Out of the game: {card_names(table.gone)}." if table.gone else "",
        f"You know the next spellshards: {card_names(known)}." if known else "",
        _pile("Flight", table.flight_discards, len(FLIGHT)),
        _pile("Strength", table.strength_discards, len(STRENGTH) - (len(table.attack.cards) if table.attack else 0)),
        *_turned_up(view),
        lately((tell(event) for event in table.recent if not isinstance(event, Defended | Strode)), "In this round"),
    ]
    return joined(lines, "\n", WORDS_LIMIT)


def _score(table: Table) -> str:
    nights = f" of {table.options.nights}" if table.options.nights else ""
    end = f" {_ENDS[table.ending]}" if table.ending else ""
    return (
        f"Round {table.round}, night {table.night}{nights}. Health {table.health} of {FULL_HEALTH}, {table.freed} of "
        f"{RAVENS} ravens freed.{end}"
    )


def _where(table: Table) -> Iterable[str]:
    yield f"The wanderer is at {space_name(table.wanderer)}."
    near = sorted(Counter(table.ravens).items(), key=lambda item: (DISTANCES[table.wanderer][item[0]], item[0]))
    if table.winds_subsided:
        yield "No raven flies next round."
    ravens = [
        f"{f'{count} at ' if count > 1 else ''}{SPACES[space].code} ({_steps(DISTANCES[table.wanderer][space])})"
        for space, count in near
    ]
    if ravens:
        yield f"Ravens: {', '.join(ravens)}."


def _steps(count: int) -> str:
    return amount(count, "step") if count else "here"


def _attack(table: Table) -> Iterable[str]:
    attack = table.attack
    if attack is None:
        return
    if not attack.cards:
        yield "A raven is about to attack."
        if attack.alliance:
            yield f"Binding Alliance: {1 + len(table.ravens)} strength cards will be drawn."
        return
    every = " + ".join(f"{VALUES[card]} ({card_signs((card,))})" for card in attack.cards)
    yield f"A raven attacks with {attack.strength}: {every}. The defence is {attack.defence}."
    if attack.renewed:
        yield f"Chosen to redraw: {card_names(attack.renewed)}."
    if attack.halved:
        yield "Its damage is halved."


def _choices(table: Table) -> Iterable[str]:
    """The ways and spaces to choose from in this step."""
    if table.step == "fly":
        ways = [f"{SPACES[origin].code} to {SPACES[to].code}" for origin, to in flight_choices(table)]
        yield f"Spaces still to fly: {table.spaces}. A raven can fly from {', or from '.join(ways)}."
    if table.step == "walk":
        yield f"Your played cards reach every space within {amount(reach(table), 'step')}."


def _turned_up(view: View) -> Iterable[str]:
    """What the decks still held when the game ended."""
    if view.decks:
        for deck, cards in (("strength", view.decks.strength), ("flight", view.decks.flight)):
            yield f"Next in the {deck} deck: {card_signs(cards)}." if cards else f"The {deck} deck was empty."
        if view.decks.shards:
            yield f"Spellshards not won, next first: {card_names(view.decks.shards)}."


def _hand(table: Table) -> Iterable[str]:
    """Cards of the same worth together; and what each spellshard does."""
    by_worth: dict[int, list[int]] = {}
    for card in sorted(card for card in table.hand if VALUES[card]):
        by_worth.setdefault(VALUES[card], []).append(card)
    cards = [f"worth {worth}: {card_signs(by_worth[worth])}" for worth in sorted(by_worth, reverse=True)]
    yield f"In hand, {_worth(table)} in all; {'; '.join(cards)}." if cards else "No cards in hand."
    shards = [f"{SHARD_NAMES[card]} ({SHARD_USES[card]})" for card in table.hand if card in SHARDS]
    if shards:
        yield f"Spellshards: {', '.join(shards)}."


def _worth(table: Table) -> int:
    return sum(VALUES[card] for card in table.hand)


def _pile(name: str, pile: Sequence[int], size: int) -> str:
    drawn = f"; drawn: {card_signs(pile)}" if pile else ""
    return f"{name} deck: {size - len(pile)} left{drawn}."
