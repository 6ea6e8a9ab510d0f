"""The forest: the networks that say how a position ends, learned from the deals that they play.

The rules of thumb play until five ravens are free, as the bot does, and the networks from there on. Now and then a move
is random, so that the networks learn of positions that they would avoid.
"""

from collections.abc import Iterator, Sequence
from math import exp
from random import Random
from statistics import fmean
from typing import NamedTuple

from engine import Chance, Playthrough
from engine.forest_of_wyr.moves import EndRound, Move
from engine.forest_of_wyr.rules import GAME
from engine.forest_of_wyr.state import Options, View

from ..forest_of_wyr import LEARNED_FROM, strong
from ..forest_of_wyr.networks import NETWORKS, SLOPE, Network, written
from ..forest_of_wyr.outlook import ATTACK, MOVEMENT, ROUND_ENDS, Outlook
from ..forest_of_wyr.position import TWO_EACH, deck_counts, plus, position
from .course import Report, Way, promised

DEALS, REPORTS = 230_000, 1000
RATE, LAST_RATE = 0.01, 0.0005  # how far a position is moved; it falls from one to the other
ASTRAY = 0.03  # share of the moves that are random
START = 0.1  # the largest weight of a network that knows nothing


class Visit(NamedTuple):
    """A moment of a game: the network that judges it, and the features that it gets."""

    network: Network
    features: Sequence[tuple[int, float]]

    def sums(self) -> list[float]:
        """The sums of the hidden units."""
        sums = [0.0] * len(self.network.out)
        for number, value in self.features:
            sums = [sum_ + value * weight for sum_, weight in zip(sums, self.network.rows[number], strict=True)]
        return sums

    def chance(self) -> float:
        passed = [sum_ if sum_ > 0 else SLOPE * sum_ for sum_ in self.sums()]
        total = (
            sum([value * weight for value, weight in zip(passed, self.network.out, strict=True)]) + self.network.bias
        )
        return 1 / (1 + exp(-max(-30.0, min(30.0, total))))

    def move(self, towards: float, rate: float) -> None:
        """Move what the network says of this moment, as far as `rate` allows."""
        network, sums, push = self.network, self.sums(), rate * (towards - self.chance())
        slopes = [weight * (1 if sum_ > 0 else SLOPE) for sum_, weight in zip(sums, network.out, strict=True)]
        network.out = [
            weight + push * (sum_ if sum_ > 0 else SLOPE * sum_) for sum_, weight in zip(sums, network.out, strict=True)
        ]
        network.bias += push
        for number, value in self.features:
            row = network.rows[number]
            network.rows[number] = [weight + push * value * slope for weight, slope in zip(row, slopes, strict=True)]


def visits(view: View, move: Move) -> Iterator[Visit]:
    """The moments that this move tells of: phase 3 has begun, an attack has been drawn, a round ends."""
    table, place = view.table, position(view)
    if table.step == "act" and not (table.moved or table.strides or table.attacks_over or table.tried_in_vain):
        yield _visit(Outlook(MOVEMENT, place))
    if table.step == "defend" and table.attack is not None:
        attack, before = table.attack, plus(place.strength, deck_counts(table.attack.cards))
        shuffled = any(count > most for count, most in zip(before, TWO_EACH, strict=True))
        if not (shuffled or attack.defence or attack.halved):
            place, attackers = place._replace(strength=before), table.yet_to_attack + 1
            yield _visit(Outlook(ATTACK, place, attackers, trying=table.phase == 3, alliance=attack.alliance))
    if isinstance(move, EndRound):
        outlook = Outlook(ROUND_ENDS, place)
        if not outlook.over:
            yield _visit(outlook)


def _visit(outlook: Outlook) -> Visit:
    return Visit(outlook.network, outlook.features())


def played(seed: str, astray: Random | None) -> tuple[list[Visit], bool]:
    """The moments of a deal once five ravens are free, and whether it was won."""
    visits_made, deal = list[Visit](), Playthrough.deal(GAME, 1, Options(), Chance(seed))
    while deal.to_act is not None:
        view, moves = deal.view(0), GAME.choices(deal.state)
        luck, move = Chance(f"{seed}/{len(deal.played)}"), moves[0]
        learns = view.table.freed >= LEARNED_FROM
        if len(moves) > 1:
            by_lot = learns and astray is not None and astray.random() < ASTRAY
            move = astray.choice(moves) if by_lot and astray else strong(view, moves, (), luck)
        if learns:
            visits_made += visits(view, move)
        deal.play(move)
    return visits_made, deal.state.table.ending == "won"


def forget(seed: str) -> None:
    """Let every network know nothing."""
    draw = Random(seed)
    for network in [network for moment in NETWORKS for network in moment]:
        network.rows = [[draw.uniform(-START, START) for _ in row] for row in network.rows]
        network.out = [draw.uniform(-START, START) for _ in network.out]
        network.bias = 0.0


def learn(deals: int, seed: str, anew: bool) -> Iterator[Report]:
    if anew:
        forget(seed)
    draw, wins, errors = Random(seed), list[float](), list[float]()
    for number in range(deals):
        visited, won = played(f"{seed}/{number}", draw)
        chances = [visit.chance() for visit in visited]
        rate = RATE + (LAST_RATE - RATE) * number / deals
        for visit, target in zip(visited, promised(chances, won) if chances else (), strict=True):
            visit.move(target, rate)
        wins.append(won)
        errors += [(chance - won) ** 2 for chance in chances]
        if (number + 1) % (deals // REPORTS or 1) == 0:
            yield Report(number + 1, fmean(wins), fmean(errors) if errors else 0.0)
            wins, errors = [], []


WAY = Way(DEALS, learn, lambda: written(NETWORKS), "forest_of_wyr/learned.bin")
