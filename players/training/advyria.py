"""The guilds of Advyria: the habits of the keen player, tuned on games for one.

Some habits are changed at random, and the same deals are played with the change and without. The change is kept if it
brings home more gold.
"""

from collections.abc import Iterator
from math import exp
from random import Random
from statistics import fmean, stdev

from msgspec import json

from engine import Chance, Playthrough
from engine.advyria import GAME
from engine.advyria.state import Options

from ..advyria import keen
from ..advyria.keen import Habits, Keen
from ..advyria.thinking import habitual
from .course import Report, Way

DEALS, TRIED = 60_000, 40  # deals of a whole course; deals for each change that is tried
CHANGED = 5  # habits at once
FAR, NEAR = 1.0, 0.1  # how much they are changed: log of a factor, from the first to the last
SURE = 1.0  # standard errors by which a change must bring more


def brought_home(habits: Habits, seed: str) -> int:
    """The gold of a game for one that is played by these habits."""
    player, deal = Keen(habits), Playthrough.deal(GAME, 1, Options(mode="solo"), Chance(seed))
    while (outcome := deal.outcome) is None:
        moves = deal.legal_moves
        deal.play(moves[0] if len(moves) == 1 else habitual(player, deal.view(0), moves))
    return outcome.scores[0]


def learn(deals: int, seed: str, anew: bool) -> Iterator[Report]:
    if anew:
        keen.LEARNED = Habits(*[1.0] * len(Habits._fields))
    draw, tries = Random(seed), deals // (2 * TRIED)
    for number in range(tries):
        far = FAR + (NEAR - FAR) * number / tries
        changed = {
            name: round(getattr(keen.LEARNED, name) * exp(draw.gauss(0, far)), 3)
            for name in draw.sample(Habits._fields, CHANGED)
        }
        tried = keen.LEARNED._replace(**changed)
        seeds = [f"{seed}/{number}/{deal}" for deal in range(TRIED)]
        had, brought = ([brought_home(habits, deal_seed) for deal_seed in seeds] for habits in (keen.LEARNED, tried))
        gained = [more - less for more, less in zip(brought, had, strict=True)]
        if fmean(gained) > SURE * stdev(gained) / TRIED**0.5:
            keen.LEARNED, had = tried, brought
        yield Report(2 * TRIED * (number + 1), fmean(had), 0.0)


def written() -> bytes:
    return json.format(json.encode(keen.LEARNED._asdict()), indent=2) + b"\n"


WAY = Way(DEALS, learn, written, "advyria/learned.json")
