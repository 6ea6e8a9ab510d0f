"""The pictures and words of Cups. In the hall it would be render/cups.py."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from engine import Seat
from languages import listed, say, say_many
from render.colours import SEATS, THEME_COLOURS
from render.ending import Standing, standings
from render.lobby import lobby
from render.parts import die, lay_row
from render.pictures import Pictures
from render.seats import ribbon, seat_plate
from render.specimen import sheet
from render.text import ALT_LIMIT, WORDS_LIMIT, joined, lately
from render.theme import MARGIN, WIDTH, canvas, encode, palette_of, put, shown_name, slab, write

from .cups import GAME, Dice, View, tell

BAND, HEADER, PLATE, GAP = 160, 90, 190, 16  # px, like all sizes here
FELT = (58, 84, 70)
DIE = 104


def board(view: View, names: Sequence[str]) -> bytes:
    return encode(_board(view, names), _palette())


def _board(view: View, names: Sequence[str]) -> Image.Image:
    picture = canvas(HEADER + len(names) * (PLATE + GAP))
    write(picture, (MARGIN, 46), GAME.title, "display", 60)
    if view.mine:
        ribbon(picture, WIDTH - MARGIN)
    for seat, name in enumerate(names):
        acting = view.table.step == "play" and view.table.turn == seat
        you = view.mine is not None and view.mine.seat == seat
        size = (WIDTH - 2 * MARGIN, PLATE)
        plate = seat_plate(size, seat, shown_name(name, seat), acting=acting, you=you)
        lay_row(plate, (78, 68), [die(face, DIE) for face in _dice(view, seat) or (None, None)], DIE + GAP)
        put(picture, plate, (MARGIN, HEADER + seat * (PLATE + GAP)))
    return picture


def _dice(view: View, seat: Seat) -> Dice | None:
    """As far as this view has them."""
    if view.table.cups:
        return view.table.cups[seat]
    return view.mine.dice if view.mine and view.mine.seat == seat else None


def result(view: View, names: Sequence[str], headline: str) -> bytes:
    dice = [_dice(view, seat) for seat in range(len(names))]
    totals = [sum(pair) if pair else 0 for pair in dice]
    rows = [
        Standing(name, str(total) if total else "?", say("in the cup"), won=total > 0 and total == max(totals))
        for name, total in zip(names, totals, strict=True)
    ]
    return encode(standings(GAME.title, headline, rows, _band()), _palette())


def alt(view: View, names: Sequence[str]) -> str:
    """The gist, the same for everybody: it stands beside pictures that everybody sees."""
    shaken, title = view.table.shaken, GAME.title
    gist = say_many("{title}, {count} shake so far.", "{title}, {count} shakes so far.", shaken, title=title)
    return joined((gist, _now(view, names)), " ", ALT_LIMIT)


def describe(view: View, names: Sequence[str]) -> str:
    lines = [GAME.title, _now(view, names)]
    for seat, name in enumerate(names):
        dice = _dice(view, seat)
        lines.append(f"{name}: {listed(map(str, dice)) if dice else say('a cup')}")
    lines.append(lately(tell(event).format(*names) for event in view.table.recent))
    return joined(lines, "\n", WORDS_LIMIT)


def _now(view: View, names: Sequence[str]) -> str:
    if view.table.step == "over":
        return say("The cups are lifted.")
    return say("{player} is to play.", player=names[view.table.turn])


def rules(page: int) -> bytes:
    picture = canvas(BAND)
    put(picture, _band(), (0, 0))
    return encode(picture, _palette())


def specimen() -> bytes:
    return encode(_specimen(), _palette())


def _specimen() -> Image.Image:
    return sheet(GAME.title, [[(die(face, DIE), str(face or "hidden")) for face in (None, *range(1, 7))]], (FELT,))


def _band() -> Image.Image:
    band = canvas(BAND)
    put(band, slab(WIDTH, BAND + 6, FELT), (0, 0))
    lay_row(band, (MARGIN, 26), [die(face, DIE) for face in range(1, 7)], DIE + GAP)
    return band


@lru_cache(maxsize=1)
def _palette() -> Image.Image:
    return palette_of((*THEME_COLOURS, *SEATS[: GAME.seats[-1]], FELT), [_specimen()])


PICTURES = Pictures[View](
    board=board,
    result=result,
    lobby=lambda title: lobby(title, _band(), _palette()),
    alt=alt,
    describe=describe,
    rules=rules,
    rules_alt=("Six dice.",),
    specimen=specimen,
)
