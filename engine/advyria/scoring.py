"""How the game ended, and each player's account."""

from typing import NamedTuple

from languages import later, say, say_many

from ..game import Outcome, Seat
from .cards import HEROES
from .state import Player, State, Table, View

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
    totals = tuple([account(table, player).total for player in table.players])
    if table.options.mode != "compete":
        coins = (sum(player.gold for player in table.players),)
        return Outcome((), (sum(totals),) * len(totals), None, coins if table.options.simple_scoring else ())
    return Outcome(ahead(table), totals, None)


def ahead(table: Table) -> tuple[Seat, ...]:
    """The seats with the largest total; with simple scoring coins break a tie."""
    places = [_place(table, player) for player in table.players]
    return tuple([seat for seat, place in enumerate(places) if place == max(places)])


def _place(table: Table, player: Player) -> tuple[int, int]:
    return account(table, player).total, player.gold if table.options.simple_scoring else 0


def headline(view: View) -> str:
    table = view.table
    simple, total = table.options.simple_scoring, sum(account(table, player).total for player in table.players)
    if table.options.mode == "compete":
        best, shared = max(_place(table, player) for player in table.players), len(ahead(table)) > 1
        return _won_with(*best, shared=shared) if simple else _won_with_gold(best[0], shared=shared)
    if simple:
        return say_many("{count} adventure completed.", "{count} adventures completed.", total)
    return say("{gold} gold brought home: {rating}.", gold=total, rating=rating(total))


def _won_with_gold(gold: int, *, shared: bool) -> str:
    return say("A shared win: {gold} gold each.", gold=gold) if shared else say("Won with {gold} gold.", gold=gold)


def _won_with(adventures: int, coins: int, *, shared: bool) -> str:
    """How the game was won with simple scoring."""
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
    over = table.step == "over"  # a game that was given up shows heroes, but they bring nothing
    on_hero = HEROES[player.hero].adventures if over and player.hero is not None else ()
    hero = 5 * len({*player.completed} & {*on_hero})
    return Account(coins, adventures, losses, hero, coins + adventures - losses + hero)


def rating(gold: int) -> str:
    """The rating for all the gold of a solo or co-operative game."""
    return say(next((name for least, name in RATINGS if gold >= least), POOR))
