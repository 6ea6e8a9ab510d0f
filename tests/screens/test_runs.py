"""Spells that a player of Advent negates in a run: one press and one story, which say no more than the rules do."""

from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

from cogs.games.words import Offer
from cogs.screens import picker
from cogs.screens.panel import Panel
from cogs.screens.picker import ChosenMoves
from cogs.screens.typed import typed_path
from engine import GAMES, BaseEvent
from engine.advent_of_the_wyrms.events import Negated, NegatedByTop
from engine.advent_of_the_wyrms.incantations import SIZE, continuations
from engine.advent_of_the_wyrms.moves import Negate
from engine.advent_of_the_wyrms.state import View
from engine.decktet import EXCUSE, RANKS, bare_name
from tables.people.people import Preferences

from .game import NAMES, Game
from .told import labels, text
from .turns import chosen

KEY = "advent-of-the-wyrms"
DEALS = 8


class Run(NamedTuple):
    """A press that may go on: the panel that offered it, what it led to, and the panel after it."""

    before: Panel
    offer: Offer
    events: list[BaseEvent]
    after: Panel


def games() -> Iterator[Game]:
    """Before each choice of some games, in which every run is left to its button."""
    for number in range(DEALS):
        game = Game(KEY, NAMES[:1], f"{number:064x}")
        while game.phase == "playing":
            yield game
            offer = run_of(game.panel(0))
            game.press(*(offer.moves if offer else [chosen(game, 0)]), then=offer.then if offer else None)


def run_of(panel: Panel) -> Offer | None:
    return next((offer for offer in panel.now.offers if offer.then), None)


def runs() -> Iterator[Run]:
    last: tuple[Panel, Offer, int] | None = None
    for game in games():
        if last:
            before, pressed, since = last
            steps = [step for _, step, *_ in game.log[since:]]
            events = [event for step in steps for event in step.events if event.audience is None]
            yield Run(before, pressed, events, game.panel(0))
        panel = game.panel(0)
        offer = run_of(panel)
        last = (panel, offer, len(game.log)) if offer else None


def spare(view: View) -> list[int]:
    """The cards of the hand that go on nothing that is begun."""
    begun = [cards for cards in view.table.incantations if len(cards) < SIZE]
    useful = {EXCUSE, *chain.from_iterable(map(continuations, begun))}
    return [card for card in view.mine.hand if card not in useful] if begun and view.mine else []


def test_the_first_button_negates_with_a_card_that_fits_nothing_and_goes_on_so() -> None:
    offered = 0
    for game in games():
        panel = game.panel(0)
        view: Any = panel.seen.view
        negating = [move.card for move in panel.seen.legal if isinstance(move, Negate)]
        could, offer = {*spare(view)} & {*negating}, run_of(panel)
        if not view.table.deck_size or not could:
            assert offer is None
            continue
        assert offer
        (first,) = offer.moves
        assert isinstance(first, Negate)
        assert first.card in could
        assert RANKS[first.card] == min(RANKS[card] for card in could)
        assert labels(panel.opening())[0].endswith(", then spares")
        singles = [one.moves for one in panel.now.offers if one is not offer]
        assert singles == [(move,) for move in panel.seen.legal], "each stands behind, also to stop after it"
        offered += 1
    assert offered


def test_a_run_goes_on_until_it_would_cost_something_and_is_told_in_a_line() -> None:
    several = 0
    for run in runs():
        negated = [event for event in run.events if isinstance(event, Negated)]
        by_top = [event for event in run.events if isinstance(event, NegatedByTop)]
        assert len(negated) >= 1
        assert run_of(run.after) is None, "what a card that fits nothing can negate is negated"
        if len(negated) + len(by_top) > 1:
            told = text(run.after.opening())
            assert f"{len(negated) + len(by_top)} spells negated. Discarded: " in told
            assert all(bare_name(event.card) in told for event in negated)
            several += 1
    assert several > DEALS / 2


def test_a_run_can_be_typed_and_is_read_whole_in_words() -> None:
    game = next(game for game in games() if run_of(game.panel(0)))
    worded = game.panel(0, Preferences(form="words-only"))
    said = labels(worded.opening())[0]
    assert said.endswith("then spares · what fits nothing, while spells come")
    path = typed_path(worded.now, said)
    assert path
    found = picker.next_question(worded.now, path)
    assert isinstance(found, ChosenMoves)
    assert found.then


def test_step_by_step_nothing_goes_on_by_itself() -> None:
    game = next(game for game in games() if run_of(game.panel(0)))
    now = game.panel(0).now.step_by_step()
    assert [offer.moves for offer in now.offers] == [(move,) for move in GAMES[KEY].choices(game.state)]
