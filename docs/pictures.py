"""Draw the pictures of these pages anew: `python docs/pictures.py`, from the project's folder."""

import random
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from engine import GAMES, Chance  # noqa: E402
from render import PICTURES, colours, theme  # noqa: E402
from render.leaderboard import Page, Row, leaderboard  # noqa: E402
from render.parts import die  # noqa: E402
from render.seats import NUMERALS, badge, rimmed_mark, seat_mark, seat_plate  # noqa: E402
from render.specimen import Labelled, sheet  # noqa: E402

SEED, SEATS, MOVES = "a quiet night", 4, 46
NAMES = ("Astrid", "Bram", "Cosima", "Dario")
MORE_NAMES = ("Finn", "Gudrun", "Halvar", "Iselin", "Joris", "Kaya")


def middle_of_a_game() -> Any:
    """A position with something of everything, as everyone sees it."""
    game, chance, draw = GAMES["wyverns-knot"], Chance(SEED), random.Random(SEED)
    state = game.new(SEATS, game.options(), chance)
    for _ in range(MOVES):
        moves = game.legal_moves(state)
        if state.table.step == "aim":
            held = state.tableaus[state.table.turn][state.table.chosen.position]
            moves = [move for move in moves if state.nest[getattr(move, "cell", 0)] == held] or moves
        elif draw.random() < 0.7:
            moves = [move for move in moves if type(move).__name__ not in ("Enchant", "Wild", "Keep")] or moves
        state = game.play(state, draw.choice(moves), chance).state
    return game.view(state, None)


def week() -> Page:
    """A leaderboard, with a tie, and a viewer far down."""
    points = (812, 790, 790, 655, 640, 597, 412, 410, 288, 251)
    rows = tuple(
        Row(1 + sum(better > own for better in points), (name,), str(own), "5 deals, 4 won", own / points[0])
        for name, own in zip((*NAMES, *MORE_NAMES), points, strict=True)
    )
    return Page(
        title=GAMES["forest-of-wyr"].title,
        period="16 to 22 November 2026",
        scope="this server",
        final=False,
        note="The sum of the best 5 days.",
        rows=rows,
        own=Row(27, ("Edda",), "104", "1 deal", 104 / points[0], own=True),
        number=1,
        pages=3,
    )


def seats() -> bytes:
    """The marks of the seats, as large as they are drawn anywhere and as small; plates; the faces of a die."""
    every, plates = range(len(NUMERALS)), ((0, "Astrid"), (7, "Kaya"))
    rows: list[list[Labelled]] = [
        [(seat_mark(seat, 110), f"Seat {NUMERALS[seat]}") for seat in every],
        [(badge(seat, "ABCDEFGH"[seat], 64), "badge") for seat in every],
        [(rimmed_mark(seat, 36), "looked") for seat in every],
        [(seat_plate((560, 140), seat, name, acting=seat == 7), "a plate") for seat, name in plates],
        [(die(face, 92), str(face or "hidden")) for face in (*range(1, 7), None)],
    ]
    drawn = sheet("Seats", rows, colours.SEATS)
    return theme.encode(drawn, theme.palette_of((*colours.THEME_COLOURS, *colours.SEATS), [drawn]))


def main() -> None:
    pictures = PICTURES["wyverns-knot"]
    (HERE / "board.png").write_bytes(pictures.board(middle_of_a_game(), NAMES))
    (HERE / "leaderboard.png").write_bytes(leaderboard(week()))
    (HERE / "seats.png").write_bytes(seats())
    for key, game in PICTURES.items():
        (HERE / f"specimen-{key}.png").write_bytes(game.specimen())


if __name__ == "__main__":
    main()
