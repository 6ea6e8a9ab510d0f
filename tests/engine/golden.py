"""Transcripts of a playthrough of every game, seat count and mode, in golden/, compared by test_golden.py.

    python -m tests.engine.golden

writes them anew. A mode's fewest and most seats are told move by move, the seat counts between them by their end and a
digest of all states alone: that notices as much and keeps the files of a game few.

If a transcript of an existing game changes, games in progress would change too: raise the `version` of that game.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

from engine import GAMES, AnyGame, decktet, encode, hexaract
from engine import advent_of_the_wyrms as advent
from engine import wyverns_knot as knot
from engine.advyria import pieces as advyria
from engine.advyria.cards import ADVENTURES, GOLD, card_name
from engine.advyria.land import QUESTS, SPACES
from engine.forest_of_wyr import cards as forest_cards
from engine.forest_of_wyr.map import space_name
from engine.forest_of_wyr.pieces import Table as ForestTable

from .players import Played, Player, Setup, lasting, opens, playthrough, sensible

FOLDER = Path(__file__).parent / "golden"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
SEED = "hall"


def every_table() -> list[Setup]:
    """Every game, seat count and mode, with the other options that a table has unless it chooses others."""
    tables = [
        Setup(game, seats, options) for game in GAMES.values() for seats in game.seats for options in _modes(game)
    ]
    return [table for table in tables if opens(table)]


def _modes(game: AnyGame) -> list[Any]:
    modes = get_args(get_type_hints(game.options).get("mode"))
    return [game.options(mode=mode) for mode in modes] if modes else [game.options()]


class Recording(NamedTuple):
    """Of one playthrough."""

    setup: Setup
    seed: str = SEED
    player: Player = lasting
    whole: bool = True  # told move by move

    def __str__(self) -> str:
        return f"{self.setup}-{self.seed}"


# By game: where that playthrough ends in one way only, another that ends in the other.
OTHER_ENDS: Mapping[str, tuple[str, Player]] = {
    "advent-of-the-wyrms": ("hall-4", lasting),
    "hexaract": ("hall-4", sensible),
    "forest-of-wyr": ("hall-113", sensible),
}


def recordings() -> list[Recording]:
    tables = every_table()
    others = [Recording(table, *OTHER_ENDS[table.game.key]) for table in tables if table.game.key in OTHER_ENDS]
    return [*(Recording(table, whole=_is_an_extreme(table, tables)) for table in tables), *others]


def _is_an_extreme(table: Setup, tables: Sequence[Setup]) -> bool:
    """Whether it has the fewest or the most seats of its game and mode."""
    seats = [other.seats for other in tables if (other.game, other.options) == (table.game, table.options)]
    return table.seats in (min(seats), max(seats))


def path(recording: Recording) -> Path:
    setup, seed = recording.setup, recording.seed
    mode = getattr(setup.options, "mode", None)
    parts = (setup.game.key, str(setup.seats), mode, None if seed == SEED else seed)
    return FOLDER / f"{'-'.join(filter(None, parts))}.txt"


def transcript(recording: Recording) -> str:
    return "\n".join(_lines(recording)) + "\n"


def _lines(recording: Recording) -> Iterator[str]:
    setup, seed, player, whole = recording
    game, played = setup.game, list(playthrough(setup, seed, player))
    yield f"{game.title} (version {game.version}), {setup.seats} seats, {encode(setup.options).decode()}, seed {seed!r}"
    if whole:
        yield from _course(game, played)
    outcome = game.outcome(played[-1].step.state)
    assert outcome is not None
    yield f"\n{outcome.headline} Scores {outcome.scores}, winners {[NAMES[seat] for seat in outcome.winners]}."
    digest = hashlib.sha256(b"".join(encode(step.state) for _, _, step in played))
    yield f"SHA-256 of all states: {digest.hexdigest()}"


def _course(game: AnyGame, played: Sequence[Played]) -> Iterator[str]:
    """The moves, what they led to, and a picture whenever the turn passes."""
    yield from _picture(game, played[0].state)
    turn = None
    for state, move, step in played:
        seat = game.to_act(state)
        assert seat is not None
        if seat != turn:
            turn = seat
            yield f"\n{NAMES[seat]}"
        yield f"  > {_words(move)}{'' if step.reveals else ' (can be taken back)'}"
        for event in step.events:
            to = "" if event.audience is None else f"[{', '.join(NAMES[seat] for seat in event.audience)} only] "
            yield f"    {to}{game.tell(event).format(*NAMES)}"
        if game.to_act(step.state) != seat:
            yield from _picture(game, step.state)


def _words(move: Any) -> str:
    """The move's tag and its fields."""
    fields = ", ".join(f"{name} {getattr(move, name)}" for name in move.__struct_fields__)
    return f"{move.__struct_config__.tag} {fields}".rstrip()


def _picture(game: AnyGame, state: Any) -> Iterator[str]:
    """What a spectator sees: in the game's own few lines if PICTURES has them, else as JSON."""
    table = game.view(state, None).table
    draw = PICTURES.get(game.key, lambda table: [encode(table).decode()])
    yield from (f"  | {line}" for line in draw(table))


def _knot_picture(table: knot.Table) -> Iterator[str]:
    """Grid and strike dragons: `.` unsaved, `x` lost, `(Rim)` saved; `>` and `<Rim` strike dragons by their heading.

    Tableaus: `?` with the initials of who has looked, a name face up, `-` gone.
    """
    for row, strike in enumerate(table.strikes):
        eggs = ["", *map(_knot_egg, table.nest[4 * row : 4 * row + 4]), ""]
        if strike.face != "gone":
            eggs[strike.column] += ">" if strike.face == "down" else f"<{_short(strike.dragon)}"
        yield f"{knot.ROWS[row]} " + "".join(f"{egg:<12}" for egg in eggs).rstrip()
    for name, tableau in zip(NAMES, table.tableaus, strict=False):
        yield f"{name}: {' '.join(map(_knot_card, tableau))}"
    for claim in table.claims:
        pointing = knot.Pointed(claim.seat, claim.owner, claim.position, claim.cell, claim.row)
        yield knot.tell(pointing).format(*NAMES)
    yield f"saved {table.saved}, left {table.left}"


def _knot_egg(egg: knot.Egg) -> str:
    match egg.fate:
        case "down":
            return "." + _initials(egg.looked)
        case "lost":
            return "x"
        case "saved":
            return f"({_short(egg.dragon)})"


def _knot_card(card: knot.MageCard) -> str:
    match card.face:
        case "down":
            return "?" + _initials(card.looked)
        case "up":
            return _short(card.dragon)
        case "gone":
            return "-"


def _short(dragon: int | None) -> str:
    return "?" if dragon is None else knot.DRAGONS[dragon][:3]


def _initials(seats: tuple[int, ...]) -> str:
    return "".join(NAMES[seat][0].lower() for seat in seats)


def _advyria_picture(table: advyria.Table) -> Iterator[str]:
    """Tiles: `.` face down, with the initials of who has looked, a sign face up, `-` gone. Then pawns and guilds."""
    yield " ".join(f"{SPACES[space].code}{_advyria_tile(table.quests[space])}" for space in QUESTS)
    for name, player in zip(NAMES, table.players, strict=False):
        where = "nowhere" if player.pawn is None else SPACES[player.pawn].code
        completed = "".join(f", {ADVENTURES[adventure].name}" for adventure in player.completed)
        yield (
            f"{name} at {where}: {player.cards} cards, level {player.level}, losses {player.losses}, "
            f"villages {player.villages}, gold {player.gold}{completed}"
        )
    last = f", last {card_name(table.discards[-1])}" if table.discards else ""
    yield f"{table.phase}: pile {table.pile}, discards {len(table.discards)}{last}, idle turns {table.idle}"


def _advyria_tile(quest: advyria.Quest) -> str:
    if quest.face == "down":
        return "." + _initials(quest.looked)
    return "-" if quest.face == "gone" or quest.tile in (None, GOLD) else f"({ADVENTURES[quest.tile or 0].sign})"


def _forest_picture(table: ForestTable) -> Iterator[str]:
    """Where everybody is, the hand, and what everybody can see of the decks."""
    ravens = Counter(map(space_name, table.ravens))
    yield f"round {table.round}, health {table.health}, wanderer at {space_name(table.wanderer)}"
    yield f"ravens: {', '.join(f'{count} at {space}' for space, count in ravens.items()) or 'all freed'}"
    piles = {"hand": table.hand, "discards": table.discard, "out of the game": table.gone}
    piles |= {"flight discards": table.flight_discards, "strength discards": table.strength_discards}
    yield from (f"{pile}: {forest_cards.card_names(cards) if cards else 'none'}" for pile, cards in piles.items())


def _advent_picture(table: advent.Table) -> Iterator[str]:
    """The incantations, and the piles by their sizes."""
    for number, cards in enumerate(table.incantations, 1):
        yield f"{number}: {decktet.card_names(cards)}"
    yield f"deck {table.deck_size}, hand {table.hand_size}, discards {len(table.discard)}"


def _hexaract_picture(table: hexaract.Table) -> Iterator[str]:
    """The path, the dice, and the chips by their suits."""
    for place in table.path:
        chips = [f"with {decktet.SUITS[suit]}" for suit in place.chips]
        yield ", ".join((decktet.card_name(place.card), *chips, *(["exhausted"] if place.exhausted else [])))
    supply = [f"{held} {suit}" for suit, held in zip(decktet.SUITS, table.supply, strict=True) if held]
    yield f"dice {' '.join(map(str, table.dice))}; deck {table.deck_size}, damage {table.damage}"
    yield f"supply: {', '.join(supply) or 'none'}"
    yield f"aces: {', '.join(decktet.SUITS[ace] for ace in table.aces) or 'none'}"


PICTURES: Mapping[str, Callable[[Any], Iterator[str]]] = {
    "wyverns-knot": _knot_picture,
    "advyria": _advyria_picture,
    "advent-of-the-wyrms": _advent_picture,
    "hexaract": _hexaract_picture,
    "forest-of-wyr": _forest_picture,
}


if __name__ == "__main__":
    for each in recordings():
        path(each).write_text(transcript(each), encoding="utf-8")
