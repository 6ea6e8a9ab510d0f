"""Draw the pictures of these pages anew: `python docs/pictures.py`, from the project's folder."""

import io
import random
import sys
from pathlib import Path
from typing import Any

from PIL import Image

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from engine import GAMES, Chance, Playthrough  # noqa: E402
from players import PLAYERS  # noqa: E402
from render import PICTURES, colours, emblem, theme  # noqa: E402
from render.faces import FACES, face  # noqa: E402
from render.leaderboard import Page, Row, leaderboard  # noqa: E402
from render.parts import die  # noqa: E402
from render.seats import NUMERALS, badge, rimmed_mark, seat_mark, seat_plate  # noqa: E402
from render.signs import SIGNS  # noqa: E402
from render.specimen import Labelled, sheet  # noqa: E402

SEED, SEATS, MOVES = "a quiet night", 4, 46
NAMES = ("Astrid", "Bram", "Cosima", "Dario")
CHATS, LINE = ((49, 51, 56), (255, 255, 255)), 32  # Discord's two grounds; px of a line on them
MORE_NAMES = ("Finn", "Gudrun", "Halvar", "Iselin", "Joris", "Kaya")


def middle_of_a_game() -> Any:
    """A position with something of everything, as everyone sees it."""
    game, chance, draw = GAMES["wyverns-knot"], Chance(SEED), random.Random(SEED)
    played = Playthrough.deal(game, SEATS, game.options(), chance)
    for _ in range(MOVES):
        moves, state = played.legal_moves, played.state
        if state.table.step == "aim":
            held = state.tableaus[state.table.turn][state.table.chosen.position]
            moves = [move for move in moves if state.nest[getattr(move, "cell", 0)] == held] or moves
        elif draw.random() < 0.7:
            moves = [move for move in moves if type(move).__name__ not in ("Enchant", "Wild", "Keep")] or moves
        played.play(draw.choice(moves))
    return played.view(None)


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
    """The marks of the seats, in the largest and the smallest size that is drawn; plates; the faces of a die."""
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


def positions(key: str, seats: int, turns: int, seed: str) -> Any:
    """What everybody sees of a game after so many moves of its computer players, by rules of thumb."""
    game, player, chance = GAMES[key], PLAYERS[key], Chance(seed)
    played = Playthrough.deal(game, seats, game.options(), chance)
    for number in range(turns):
        view, moves = played.view(played.to_act), played.legal_moves
        played.play(moves[0] if len(moves) == 1 else player.rule(view, moves, (), Chance(f"{seed}/{number}")))
    return played.view(0 if seats == 1 else None)


def drawn(key: str, seats: int, moves: int, seed: str = SEED) -> Image.Image:
    """The board of such a position."""
    return picture(PICTURES[key].board(positions(key, seats, moves, seed), NAMES[:seats]))


def picture(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def directory() -> None:
    """What Discord's app directory shows: see directory/README.md."""
    knot = picture(PICTURES["wyverns-knot"].board(middle_of_a_game(), NAMES))
    pages = (
        (
            ("Games for", "your server"),
            ("Open a table in a channel.", "One board a turn, played", "by buttons."),
            [knot],
        ),
        (
            ("Explore", "a land"),
            ("The guilds of Advyria:", "against each other, together,", "or alone."),
            [drawn("advyria", 4, 60)],
        ),
        (
            ("A deal", "of the day"),
            ("Games for one, the same", "deal for everybody."),
            [drawn("forest-of-wyr", 1, 30), drawn("hexaract", 1, 16)],
        ),
        (
            ("Meet on the", "leaderboard"),
            ("Streaks, best scores,", "and how the hall did."),
            [picture(leaderboard(week()))],
        ),
        (
            ("Nobody waits", "for a fourth"),
            ("Clockwork animals take", "the empty seats, and give", "hints where you like."),
            [cast()],
        ),
    )
    folder = HERE / "directory"
    save(emblem.icon(1024), folder / "icon.png")
    save(emblem.banner(1360, 480), folder / "banner.png")
    for number, (heading, lines, shown) in enumerate(pages, 1):
        save(emblem.page(heading, lines, shown), folder / f"page-{number}.png")


def signs() -> Image.Image:
    """The signs that stand in text, as they are drawn, and as Discord shows them on its two grounds."""
    columns, step = 11, 100
    rows = -(-len(SIGNS) // columns)
    made = Image.new("RGB", (columns * step, rows * (step + 2 * LINE)), colours.NIGHT)
    for number, sign in enumerate(SIGNS):
        x, y = number % columns * step, number // columns * (step + 2 * LINE)
        theme.put_centred(made, sign.draw().resize((84, 84)), (x + step // 2, y + step // 2))
        for line, ground in enumerate(CHATS):
            made.paste(ground, (x, y + step + line * LINE, x + step, y + step + (line + 1) * LINE))
            theme.put_centred(made, sign.draw().resize((22, 22)), (x + step // 2, y + step + line * LINE + LINE // 2))
    return made


def save(drawing: Image.Image, path: Path) -> None:
    """Save in 256 colours: the pictures are flat, so nobody sees the difference, and the files stay small."""
    path.write_bytes(theme.encode(drawing, theme.palette_of((), [drawing])))


def cast() -> Image.Image:
    """The computer players."""
    made = Image.new("RGB", (900, 1280), colours.NIGHT)
    for number, name in enumerate(FACES):
        at = (240 + number % 2 * 420, 150 + number // 2 * 308)
        theme.put_centred(made, face(name, 210), at)
        theme.write(made, (at[0], at[1] + 138), name, "strong", 50, colours.PARCHMENT, "mm")
    return made


def main() -> None:
    directory()
    pictures = PICTURES["wyverns-knot"]
    (HERE / "board.png").write_bytes(pictures.board(middle_of_a_game(), NAMES))
    (HERE / "leaderboard.png").write_bytes(leaderboard(week()))
    (HERE / "seats.png").write_bytes(seats())
    save(signs(), HERE / "signs.png")
    for key, game in PICTURES.items():
        (HERE / f"specimen-{key}.png").write_bytes(game.specimen())


if __name__ == "__main__":
    main()
