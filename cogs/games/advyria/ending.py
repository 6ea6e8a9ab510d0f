"""Why a game of Advyria ended, and what each score is made of."""

from collections.abc import Iterator, Sequence

from engine.advyria.scoring import account
from engine.advyria.state import Player, Table, View
from languages import say


def ending(view: View, names: Sequence[str]) -> str:
    table = view.table
    return "\n".join([f"-# {_why(table)}", *_accounts(table, names)])


def _why(table: Table) -> str:
    if not table.tiles_left:
        return say("The last quest tile was taken: that ended the game.")
    if table.phase == "finale":
        return say("Nobody drew or played a card any more: that ended the game.")
    return say("The draw pile is empty: that ended the game.")


def _accounts(table: Table, names: Sequence[str]) -> Iterator[str]:
    if table.options.simple_scoring:  # the number of adventures is all there is
        return
    for name, player in zip(names, table.players, strict=True):
        parts = " · ".join(_parts(table, player))
        yield f"-# {say('{player}: {gold} gold', player=name, gold=account(table, player).total)} = {parts}"


def _parts(table: Table, player: Player) -> Iterator[str]:
    sums = account(table, player)
    # Translators: a part of a player's score, in gold; so are the next ones
    yield say("coins {gold}", gold=sums.coins)
    yield say("adventures {gold}", gold=sums.adventures)
    if sums.hero:
        yield say("hero {gold}", gold=sums.hero)
    if sums.losses:
        yield say("losses -{gold}", gold=sums.losses)
