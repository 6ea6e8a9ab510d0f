"""Twin worlds: states that differ from the true one only in what the rules let somebody not know.

They are made from what a game declares as secret, and from nothing else: neither from its views nor by its `imagine`.
"""

from collections.abc import Collection, Iterator
from random import Random
from typing import Any

from engine import AnyGame, Chance, Hidden, Step
from engine.game import Place

from .luck import Luck
from .players import Played

TRIES = 20  # to deal again as the rules allow


def hidden(game: AnyGame, state: Any, seat: int | None) -> dict[Place, int]:
    """What lies where `seat` may not know it."""
    secrets = game.secrets(state, seat)
    return {place: thing for some in secrets for place, thing in zip(some.places, some.things, strict=True)}


def redealt(game: AnyGame, state: Any, seat: int | None, luck: Random) -> Any:
    """With everything dealt again that `seat` may not know."""
    for number in range(len([*game.secrets(state, seat)])):
        some = [*game.secrets(state, seat)][number]
        state = next(filter(None, (some.deal(_shuffled(some, luck)) for _ in range(TRIES))), state)
    return state


def exchanged(game: AnyGame, state: Any, seat: int | None, luck: Random, after: Any) -> Iterator[Any]:
    """For each kind of secret: with two different things in each other's places, or with one die turned.

    It is often one of those that whoever makes the next move learns by it: there most can get out.
    """
    mover = game.to_act(state)
    learned = hidden(game, state, mover).keys() - hidden(game, after, mover).keys()
    for some in game.secrets(state, seat):
        for _ in range(TRIES if len({*some.things}) > 1 or (some.sides and some.things) else 0):
            things = _with_one_change(some, learned, luck)
            twin = some.deal(things) if things != some.things else None
            if twin is not None:
                yield twin
                break


def steps(game: AnyGame, played: Played, seat: int | None, luck: Random, seed: str) -> Iterator[Step[Any, Any]]:
    """The move of a playthrough, made in worlds with one exchange: where it may be, and turns up neither of the two."""
    for twin in exchanged(game, played.state, seat, luck, played.step.state):
        if played.move in game.legal_moves(twin):
            step = game.play(twin, played.move, Chance(seed))
            if still_hidden(game, played.step.state, step.state, seat, since=played.state):
                yield step


def lucky_steps(game: AnyGame, played: Played, seed: str) -> Iterator[Step[Any, Any]]:
    """The same move with other luck in one place of what it drew."""
    luck = Luck(seed)
    game.play(played.state, played.move, luck)
    for other in luck.others(Random(seed)):
        yield game.play(played.state, played.move, other)


def still_hidden(game: AnyGame, one: Any, other: Any, seat: int | None, *, since: Any = None) -> bool:
    """Whether all that two states differ in is hidden from `seat`.

    It is one die, or two things in each other's places: they are hidden if the same things lie hidden in another order.
    It has been hidden `since` an earlier state if nothing that was shown was shuffled among it.
    """
    secrets, twins = [*game.secrets(one, seat)], [*game.secrets(other, seat)]
    if [(some.what, some.places) for some in secrets] != [(some.what, some.places) for some in twins]:
        return False
    if since is not None and [some.what for some in game.secrets(since, seat)] != [some.what for some in secrets]:
        return False
    pairs = [*zip(secrets, twins, strict=True)]
    same = all(some.sides or sorted(some.things) == sorted(twin.things) for some, twin in pairs)
    return same and any(some.things != twin.things for some, twin in pairs)


def _shuffled(some: Hidden[Any], luck: Random) -> tuple[int, ...]:
    if some.sides:
        return tuple([luck.randint(1, some.sides) for _ in some.things])
    return tuple(luck.sample(some.things, len(some.things)))


def _with_one_change(some: Hidden[Any], learned: Collection[Place], luck: Random) -> tuple[int, ...]:
    things, first, second = [*some.things], _any_place(some, learned, luck), luck.randrange(len(some.things))
    if some.sides:
        things[first] = luck.randint(1, some.sides)
    else:
        things[first], things[second] = things[second], things[first]
    return tuple(things)


def _any_place(some: Hidden[Any], learned: Collection[Place], luck: Random) -> int:
    """Of any hand or deck, often at its end: what is drawn next matters most, and a hand isn't lost among a deck."""
    if (numbers := [number for number, place in enumerate(some.places) if place in learned]) and luck.random() < 0.7:
        return luck.choice(numbers)
    pile = luck.choice(sorted({place[:-1] for place in some.places}))
    numbers = [number for number, place in enumerate(some.places) if place[:-1] == pile]
    return luck.choice((numbers[0], numbers[-1], luck.choice(numbers)))
