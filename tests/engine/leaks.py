"""Secrets that get out: faults to plant in games, each with the law that notices it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace as with_rules
from typing import Any, NamedTuple

from engine import GAMES, AnyGame, Chance, Seat, Step, advyria
from engine import advent_of_the_wyrms as advent
from engine import forest_of_wyr as forest
from engine import wyverns_knot as knot
from engine.records import replace, with_item

from ..toys import cups

VIEW = "test_no_view_shows_a_secret"
EVENT = "test_no_event_tells_a_secret"
LUCK = "test_no_event_tells_of_luck_that_is_secret"
KNOT, ADVYRIA, ADVENT = GAMES["wyverns-knot"], GAMES["advyria"], GAMES["advent-of-the-wyrms"]
HEXARACT, FOREST = GAMES["hexaract"], GAMES["forest-of-wyr"]


class Leak(NamedTuple):
    what: str
    law: str
    game: AnyGame
    rules: dict[str, Any]  # those that are faulty
    seats: int = 3
    options: Any = None

    def faulty(self) -> AnyGame:
        return with_rules(self.game, **self.rules)


def telling(game: AnyGame, events: Callable[[Any, Step[Any, Any]], Sequence[Any]]) -> dict[str, Any]:
    """Other events, from the state before and the step; they are remembered as the game's own are."""

    def play(state: Any, move: Any, chance: Chance) -> Step[Any, Any]:
        step = game.play(state, move, chance)
        return Step(step.state, tuple(events(state, step)), step.reveals)

    return {"play": play}


def to_all(*kinds: type[Any]) -> Callable[[Any, Step[Any, Any]], Sequence[Any]]:
    """What some seats hear of these kinds of events, everybody hears."""
    return lambda state, step: [
        replace(event, audience=None) if isinstance(event, kinds) else event for event in step.events
    ]


def to(audience: Callable[[Any, Any], Seat], *kinds: type[Any]) -> Callable[[Any, Step[Any, Any]], Sequence[Any]]:
    """One more seat hears what some seats hear of these kinds of events."""

    def events(state: Any, step: Step[Any, Any]) -> Iterator[Any]:
        for event in step.events:
            yield event
            if event.audience and isinstance(event, kinds) and audience(state, event) not in event.audience:
                yield replace(event, audience=(audience(state, event),))

    return lambda state, step: [*events(state, step)]


def seeing(game: AnyGame, view: Callable[[Any, Seat | None, Any], Any]) -> dict[str, Any]:
    """Another view, from the state, its seat and the view that it should have."""
    return {"view": lambda state, seat: view(state, seat, game.view(state, seat))}


# -- Cups


def new_dice_to_the_next(state: cups.State, move: cups.Move, chance: Chance) -> Step[cups.State, cups.Event]:
    step, next_seat = cups.play(state, move, chance), (state.table.turn + 1) % state.table.seats
    events = [event if event.audience is None else replace(event, audience=(next_seat,)) for event in step.events]
    return Step(step.state, tuple(events), step.reveals)


def new_dice_to_all(state: cups.State, move: cups.Move, chance: Chance) -> Step[cups.State, cups.Event]:
    """And everybody's table has them among the last events."""
    step = cups.play(state, move, chance)
    events = tuple([replace(event, audience=None) for event in step.events])
    return Step(replace(step.state, table=replace(step.state.table, recent=events)), events, step.reveals)


def one_die_to_all(state: cups.State, move: cups.Move, chance: Chance) -> Step[cups.State, cups.Event]:
    """Of whoever stands."""
    step, seat = cups.play(state, move, chance), state.table.turn
    if not isinstance(move, cups.Stand):
        return step
    events = (*step.events, cups.Shook(seat, (state.cups[seat][0], 0)))
    return Step(replace(step.state, table=replace(step.state.table, recent=events)), events, step.reveals)


def past_a_good_cup(state: cups.State, move: cups.Move, chance: Chance) -> Step[cups.State, cups.Event]:
    """Nobody asks whoever has seven or more."""
    step = cups.play(state, move, chance)
    table = step.state.table
    if table.step == "over" or table.turn == state.table.turn or sum(step.state.cups[table.turn]) < 7:
        return step
    return cups.play(step.state, cups.Stand(), chance)


def all_cups(state: cups.State, seat: Seat | None, view: cups.View) -> cups.View:
    return replace(view, table=replace(view.table, cups=state.cups))


def the_next_cup(state: cups.State, seat: Seat | None, view: cups.View) -> cups.View:
    return replace(view, mine=replace(view.mine, dice=state.cups[view.mine.seat - 1])) if view.mine else view


def against_a_six(state: cups.State) -> tuple[cups.Move, ...]:
    """Nobody may shake whose neighbour has one."""
    moves = cups.legal_moves(state)
    return moves[-1:] if 6 in state.cups[state.table.turn - 1] else moves


IN_CUPS = [
    Leak("new dice for all", LUCK, cups.GAME, {"play": new_dice_to_all}),
    Leak("new dice for the next", LUCK, cups.GAME, {"play": new_dice_to_the_next}),
    Leak("a die of whoever stands", EVENT, cups.GAME, {"play": one_die_to_all}),
    Leak("a turn that skips a good cup", EVENT, cups.GAME, {"play": past_a_good_cup}),
    Leak("all cups on the table", VIEW, cups.GAME, seeing(cups.GAME, all_cups)),
    Leak("the next cup for one's own", VIEW, cups.GAME, seeing(cups.GAME, the_next_cup)),
    Leak("no shaking against a six", VIEW, cups.GAME, {"legal_moves": against_a_six}),
]


# -- Wyvern's Knot


def own_cards(state: knot.state.State, seat: Seat | None, view: knot.state.View) -> knot.state.View:
    if seat is None or view.mine is None:
        return view
    return replace(view, mine=replace(view.mine, tableaus=with_item(view.mine.tableaus, seat, state.tableaus[seat])))


def matching_cards_alone(state: knot.state.State) -> list[knot.moves.Move]:
    own, open_eggs = state.tableaus[state.table.turn], {*state.nest}
    moves = knot.choices.legal_moves(state)
    return [move for move in moves if not isinstance(move, knot.moves.Wild) or own[move.position] in open_eggs]


def strike_dragons_named(state: knot.state.State, step: Step[Any, Any]) -> list[Any]:
    return [
        replace(event, dragon=state.strikes[event.row]) if isinstance(event, knot.events.Advanced) else event
        for event in step.events
    ]


def never_forgetting(state: knot.state.State, seat: Seat | None) -> knot.state.View:
    table = replace(state.table, options=replace(state.table.options, memory=True))
    return replace(knot.views.view(replace(state, table=table), seat), table=state.table)


IN_KNOT = [
    Leak("an egg scouted for all", EVENT, KNOT, telling(KNOT, to_all(knot.events.Scouted))),
    Leak(
        "a card looked at, for its owner",
        EVENT,
        KNOT,
        telling(KNOT, to(lambda state, event: event.owner, knot.events.Looked)),
    ),
    Leak("strike dragons by name", EVENT, KNOT, telling(KNOT, strike_dragons_named)),
    Leak("one's own cards", VIEW, KNOT, seeing(KNOT, own_cards)),
    Leak("no wild card that matches nothing", VIEW, KNOT, {"legal_moves": matching_cards_alone}),
    Leak("what is forgotten", VIEW, KNOT, {"view": never_forgetting}, options=knot.state.Options(memory=False)),
]


# -- Advyria


def heroes_at_once(state: advyria.state.State, seat: Seat | None, view: advyria.state.View) -> advyria.state.View:
    players = [replace(player, hero=state.heroes[seat]) for seat, player in enumerate(view.table.players)]
    return replace(view, table=replace(view.table, players=tuple(players)))


def tiles_to_all(state: advyria.state.State, seat: Seat | None, view: advyria.state.View) -> advyria.state.View:
    """Where anybody has looked."""
    quests = [
        replace(quest, tile=tile) if quest.looked else quest
        for quest, tile in zip(view.table.quests, state.tiles, strict=True)
    ]
    return replace(view, table=replace(view.table, quests=tuple(quests)))


def no_question_without_the_card(state: advyria.state.State, move: Any, chance: Chance) -> Step[Any, Any]:
    """Whoever reaches an adventure and hasn't its card is not asked whether they complete it."""
    step = ADVYRIA.play(state, move, chance)
    moves = ADVYRIA.legal_moves(step.state)
    if step.state.table.step == "adventure" and advyria.moves.Complete() not in moves:
        after = ADVYRIA.play(step.state, advyria.moves.Leave(), chance)
        return Step(after.state, (*step.events, *after.events), reveals=True)
    return step


IN_ADVYRIA = [
    Leak("cards drawn, for all", EVENT, ADVYRIA, telling(ADVYRIA, to_all(advyria.events.Drew))),
    Leak("cards robbed, for all", EVENT, ADVYRIA, telling(ADVYRIA, to_all(advyria.events.Robbed))),
    Leak("heroes before the end", VIEW, ADVYRIA, seeing(ADVYRIA, heroes_at_once)),
    Leak("tiles that others looked at", VIEW, ADVYRIA, seeing(ADVYRIA, tiles_to_all)),
    Leak("no question without the card", EVENT, ADVYRIA, {"play": no_question_without_the_card}),
]


# -- For one


def next_card_told(state: Any, step: Step[Any, Any]) -> list[Any]:
    """Besides those that are turned up at the end of a round."""
    kinds = [type(event).__name__ for event in step.events]
    if "TurnedUp" not in kinds or not step.state.deck:
        return [*step.events]
    event = step.events[kinds.index("TurnedUp")]
    return [*step.events, replace(event, cards=step.state.deck[-1:])]


def next_strength_told(
    state: forest.state.State, step: Step[forest.state.State, forest.events.Event]
) -> list[forest.events.Event]:
    """With each attack."""
    more = step.state.strength_deck[:1]
    return [
        replace(event, cards=event.cards + more) if isinstance(event, forest.events.Attacked) else event
        for event in step.events
    ]


def decks_at_once(state: forest.state.State, seat: Seat | None, view: forest.state.View) -> forest.state.View:
    return replace(view, decks=forest.state.Decks(state.flight_deck, state.strength_deck, state.shard_deck))


FOR_ONE = [
    Leak("cards drawn, for those who look on", EVENT, ADVENT, telling(ADVENT, to_all(advent.events.Drew)), 1),
    Leak("the next card of the path", EVENT, HEXARACT, telling(HEXARACT, next_card_told), 1),
    Leak("the decks of the ravens", VIEW, FOREST, seeing(FOREST, decks_at_once), 1),
    Leak("the next strength card", EVENT, FOREST, telling(FOREST, next_strength_told), 1),
]

LEAKS = (*IN_CUPS, *IN_KNOT, *IN_ADVYRIA, *FOR_ONE)
