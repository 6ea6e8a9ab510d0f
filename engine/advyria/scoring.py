"""How the game ended, and each player's account."""

from typing import NamedTuple

from ..game import Outcome
from ..sentences import amount
from .cards import HEROES
from .state import Player, State, Table

RATINGS = (  # the least gold for each, in solo and co-operative games
    (96, "godlike"),
    (86, "grandiose"),
    (71, "remarkable"),
    (51, "adventurous"),
    (26, "little praiseworthy"),
)


def outcome(state: State) -> Outcome | None:
    table = state.table
    if table.step != "over":
        return None
    simple, accounts = table.options.simple_scoring, [account(table, player) for player in table.players]
    coins = [player.gold for player in table.players]
    totals = [counted.total for counted in accounts]
    if table.options.mode != "compete":
        scores, rated = (sum(totals),) * len(totals), rating(sum(totals))
        headline = (
            f"{amount(sum(totals), 'adventure')} completed." if simple else f"{sum(totals)} gold brought home: {rated}."
        )
        return Outcome((), scores, None, headline, (sum(coins),) if simple else ())
    places = list(zip(totals, coins, strict=True)) if simple else [(total, 0) for total in totals]
    best = max(places)
    winners = tuple(seat for seat, place in enumerate(places) if place == best)
    what = f"{amount(best[0], 'adventure')} and {2 * best[1]} gold in coins" if simple else f"{best[0]} gold"
    headline = f"Won with {what}." if len(winners) == 1 else f"A shared win: {what} each."
    return Outcome(winners, tuple(totals), None, headline)


class Account(NamedTuple):
    """What makes up a total, in gold. With simple scoring the total is the number of adventures instead."""

    coins: int  # gold tiles turned to their gold side
    adventures: int
    losses: int  # taken off
    hero: int  # the bonus; 0 until the game has come to its end
    total: int


def account(table: Table, player: Player) -> Account:
    coins, adventures, losses = 2 * player.gold, 5 * len(player.completed), player.losses
    if table.options.simple_scoring:
        return Account(coins, adventures, 0, 0, len(player.completed))
    over = table.step == "over"  # a game given up shows heroes, but they bring nothing
    on_hero = HEROES[player.hero].adventures if over and player.hero is not None else ()
    hero = 5 * len({*player.completed} & {*on_hero})
    return Account(coins, adventures, losses, hero, coins + adventures - losses + hero)


def rating(gold: int) -> str:
    """The rating for all the gold of a solo or co-operative game."""
    return next((name for least, name in RATINGS if gold >= least), "poor")
