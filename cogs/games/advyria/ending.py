"""Why a game of Advyria ended, and what the score in its headline is made of."""

from collections.abc import Iterator, Sequence

from engine.advyria.scoring import Account, account, ahead
from engine.advyria.state import Table, View
from languages import labelled, say


def ending(view: View, names: Sequence[str]) -> str:
    """The picture has the others' scores."""
    table = view.table
    accounts = [account(table, player) for player in table.players]
    lines = [_why(table)]
    if table.options.simple_scoring:  # the number of adventures is all there is
        return f"-# {lines[0]}"
    if table.options.mode == "compete":
        lines += [labelled(names[seat], " · ".join(_parts([accounts[seat]]))) for seat in ahead(table)[:1]]
    else:
        lines.append(" · ".join(_parts(accounts)))
    return "\n".join(f"-# {line}" for line in lines)


def _why(table: Table) -> str:
    if not table.tiles_left:
        return say("The last quest tile was taken: that ended the game.")
    if table.phase == "finale":
        return say("Nobody drew or played a card any more: that ended the game.")
    return say("The draw pile is empty: that ended the game.")


def _parts(accounts: Sequence[Account]) -> Iterator[str]:
    """What was earned by these players together."""
    coins, adventures, losses, hero, _ = map(sum, zip(*accounts, strict=True))
    # Translators: a part of a score, in gold; so are the next ones
    yield say("coins {gold}", gold=coins)
    yield say("adventures {gold}", gold=adventures)
    if hero:
        yield say("hero {gold}", gold=hero)
    if losses:
        yield say("losses -{gold}", gold=losses)
