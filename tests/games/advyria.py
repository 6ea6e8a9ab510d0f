"""How the guilds of Advyria are tried."""

from collections.abc import Iterator, Sequence

from engine import advyria
from engine.advyria.cards import ADVENTURES, GOLD, RED, card_name, card_of
from engine.advyria.land import NEIGHBOURS, QUESTS, SPACES

from .trial import Trial, initials


def lasting(state: advyria.state.State, moves: Sequence[advyria.moves.Move]) -> list[advyria.moves.Move]:
    """Play what can be played but keep most adventures, and go where there is a tile to have or a richer neighbour."""
    table, hand = state.table, state.hands[state.table.turn]
    richer = [player.pawn for player in table.players if player.cards > len(hand)]

    def good(move: advyria.moves.Move) -> bool:
        match move:
            case (
                advyria.moves.EndTurn()
                | advyria.moves.Leave()
                | advyria.moves.Spare()
                | advyria.moves.StopLooking()
                | advyria.moves.Turn(0)
            ):
                return False
            case advyria.moves.PlayAdventure(adventure) if ADVENTURES[adventure].colour != RED:
                return False
            case advyria.moves.PlaySet() | advyria.moves.PlayWizard() | advyria.moves.PlayAdventure():
                return advyria.moves.PayWizard() not in moves
            case advyria.moves.Go(space) if space in QUESTS and table.quests[space].face != "gone":
                return state.tiles[space] == GOLD or card_of(state.tiles[space]) in hand
            case advyria.moves.Go(space):
                return any(near in richer for near in NEIGHBOURS[space])
            case _:
                return True

    return [move for move in moves if good(move)]


def picture(table: advyria.state.Table, names: Sequence[str]) -> Iterator[str]:
    """Tiles: `.` face down, with the initials of who has looked, a sign face up, `-` gone. Then pawns and guilds."""
    yield " ".join(f"{SPACES[space].code}{_tile(table.quests[space], names)}" for space in QUESTS)
    for name, player in zip(names, table.players, strict=False):
        where = "nowhere" if player.pawn is None else SPACES[player.pawn].code
        completed = "".join(f", {ADVENTURES[adventure].name}" for adventure in player.completed)
        yield (
            f"{name} at {where}: {player.cards} cards, level {player.level}, losses {player.losses}, "
            f"villages {player.villages}, gold {player.gold}{completed}"
        )
    last = f", last {card_name(table.discards[-1])}" if table.discards else ""
    yield f"{table.phase}: pile {table.pile}, discards {len(table.discards)}{last}, idle turns {table.idle}"


def _tile(quest: advyria.state.Quest, names: Sequence[str]) -> str:
    if quest.face == "down":
        return "." + initials(quest.looked, names)
    return "-" if quest.face == "gone" or quest.tile in (None, GOLD) else f"({ADVENTURES[quest.tile or 0].sign})"


TRIAL = Trial(
    lasting=lasting,
    ranges={
        **dict.fromkeys(("kind", "size", "jokers", "count", "victim"), range(-1, 6)),
        "space": range(-1, 55),
        "adventure": range(-1, 13),
        "card": range(-1, 18),
    },
    picture=picture,
)
