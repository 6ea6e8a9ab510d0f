"""What the rules let nobody know, nobody is shown or told: the laws that hold a game to its `secrets`.

Each of them deals the secrets again, see worlds.py. A move may turn something up: then it is no secret any more, and
the worlds in which just that is another thing are left out.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from engine import AnyGame, BaseEvent, heard

from .players import Played, Player, Setup, playthrough
from .test_laws import every_setup, viewers
from .worlds import lucky_steps, redealt, steps, still_hidden

OF_EACH = 1  # moves of a kind that do things of the same kinds


def sampled(setup: Setup, seed: str, player: Player, of_each: int = OF_EACH) -> Iterator[Played]:
    """A few moves of each kind, where a playthrough makes them first."""
    made = Counter[tuple[type[Any], ...]]()
    for played in playthrough(setup, seed, player):
        kinds = type(played.move), *dict.fromkeys(map(type, played.step.events))
        made[kinds] += 1
        if made[kinds] <= of_each:
            yield played


@every_setup
def test_secrets_lie_where_they_are_said_to_lie(setup: Setup, seed: str, player: Player) -> None:
    """And whoever deals them again makes and loses no card."""
    game = setup.game
    for played in sampled(setup, seed, player):
        for viewer in viewers(setup):
            for hidden in game.secrets(played.state, viewer):
                assert len({*hidden.places}) == len(hidden.places) == len(hidden.things)
                assert hidden.deal(hidden.things) == played.state
            assert game.census(redealt(game, played.state, viewer, Random(seed))) == game.census(played.state)


@every_setup
def test_no_view_shows_a_secret(setup: Setup, seed: str, player: Player) -> None:
    luck = Random(seed)
    for played in sampled(setup, seed, player):
        for state in (played.state, played.step.state):
            for viewer in viewers(setup):
                twin = redealt(setup.game, state, viewer, luck)
                assert known(setup, twin, viewer) == known(setup, state, viewer)


@every_setup
def test_no_event_tells_a_secret(setup: Setup, seed: str, player: Player) -> None:
    luck = Random(seed)
    for played in sampled(setup, seed, player):
        for viewer in viewers(setup):
            for step in steps(setup.game, played, viewer, luck, seed):
                assert told(setup.game, step.events, viewer) == told(setup.game, played.step.events, viewer)
                assert known(setup, step.state, viewer) == known(setup, played.step.state, viewer)


@every_setup
def test_no_event_tells_of_luck_that_is_secret(setup: Setup, seed: str, player: Player) -> None:
    """Had a die that was rolled just now come up otherwise, unseen by a viewer, they would have heard the same."""
    for played in sampled(setup, seed, player):
        for step in lucky_steps(setup.game, played, seed):
            for viewer in viewers(setup):
                if still_hidden(setup.game, played.step.state, step.state, viewer):
                    assert told(setup.game, step.events, viewer) == told(setup.game, played.step.events, viewer)
                    assert known(setup, step.state, viewer) == known(setup, played.step.state, viewer)


def known(setup: Setup, state: Any, viewer: int | None) -> Any:
    """All that a game gives a viewer in a state: what is seen and may be done, whose turn it is, how it ended."""
    game, to_act = setup.game, setup.game.to_act(state)
    open_to_all = not game.secret_choices and max(game.seats) > 1  # in a game for one whoever looks on sees its panel
    legal = game.legal_moves(state) if open_to_all or viewer == to_act else ()
    return game.view(state, viewer), to_act, legal, game.outcome(state)


def told(game: AnyGame, events: Sequence[BaseEvent], viewer: int | None) -> Any:
    """What everyone hears and what this viewer hears, who reads both; and how it is told."""
    reached = heard(events, None), heard(events, viewer)
    return reached, [[game.tell(event) for event in some] for some in reached]
