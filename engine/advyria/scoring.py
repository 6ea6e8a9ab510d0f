"""How the game ended, and each player's account."""

from typing import NamedTuple

from languages import later, say, say_many

from ..game import Outcome
from .cards import HEROES
from .state import Player, State, Table

RATINGS = (  # the least gold for each, in solo and co-operative games
    (96, later("godlike")),
    (86, later("grandiose")),
    (71, later("remarkable")),
    (51, later("adventurous")),
    (26, later("little praiseworthy")),
)
POOR = later("poor")


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
            say_many("{count} adventure completed.", "{count} adventures completed.", sum(totals))
            if simple
            else say("{gold} gold brought home: {rating}.", gold=sum(totals), rating=rated)
        )
        return Outcome((), scores, None, headline, (sum(coins),) if simple else ())
    places = list(zip(totals, coins, strict=True)) if simple else [(total, 0) for total in totals]
    best = max(places)
    winners = tuple(seat for seat, place in enumerate(places) if place == best)
    headline = _won_with(*best, shared=len(winners) > 1) if simple else _won_with_gold(best[0], shared=len(winners) > 1)
    return Outcome(winners, tuple(totals), None, headline)


def _won_with_gold(gold: int, *, shared: bool) -> str:
    return say("A shared win: {gold} gold each.", gold=gold) if shared else say("Won with {gold} gold.", gold=gold)


def _won_with(adventures: int, coins: int, *, shared: bool) -> str:
    """With simple scoring."""
    if shared:
        return say_many(
            "A shared win: {count} adventure and {gold} gold in coins each.",
            "A shared win: {count} adventures and {gold} gold in coins each.",
            adventures,
            gold=2 * coins,
        )
    return say_many(
        "Won with {count} adventure and {gold} gold in coins.",
        "Won with {count} adventures and {gold} gold in coins.",
        adventures,
        gold=2 * coins,
    )


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
    return say(next((name for least, name in RATINGS if gold >= least), POOR))
